/* The equations of a law in one medium as matrices of its n fields, and the plane waves that follow. The
 * matrices are computed from the law's own functions, so that power, plane waves and the slowest speed are
 * available for every law. */
#ifndef ND_MATRICES_H
#define ND_MATRICES_H

#include "step/rhs.h"

#define ND_MATRIX_MOST (ND_FIELDS_MOST * ND_FIELDS_MOST)

struct nd_matrices {
    int n;
    double medium[ND_FIELDS_MOST];
    double A[3][ND_MATRIX_MOST]; /* dq/dt = - sum over k of A[k] dq/dx_k */
    double H[ND_MATRIX_MOST];    /* energy density = q.H q / 2 */
    double F[3][ND_MATRIX_MOST]; /* energy flux along k = q.F[k] q / 2: the symmetric part of H A[k] */
    double L[ND_MATRIX_MOST];    /* lower, L L^T = H */
    double speed, losses;        /* law_speed; the largest rate of losses */
    int definite;                /* 1 if L exists: the energy is positive unless all fields are zero */
};

/* medium: those of the operator's first n materials, [n][law->medium.n]; the caller frees it. */
int nd_rhs_media(struct nd_rhs *rhs, int n, double **medium);

/* The matrices of a material of the operator, computed on the device. */
int nd_matrices_init(struct nd_matrices *matrices, struct nd_rhs *rhs, int material);
/* Sets F, L and definite from A, H and n. */
void nd_matrices_complete(struct nd_matrices *matrices);

/* Waves that travel along d (a unit vector): A_d q = c q. */
struct nd_modes {
    int n;
    double c[ND_FIELDS_MOST];                 /* in rising order; 0 but for rounding for static fields */
    double q[ND_FIELDS_MOST][ND_FIELDS_MOST]; /* q.H q = 1, and q.H r = 0 for any two modes */
};
/* Returns 0 if the modes cannot be found: the law has no energy that its waves conserve. */
int nd_matrices_modes(const struct nd_matrices *matrices, const double d[3], struct nd_modes *modes);

/* The energy flux along d of fields q: q.F_d q / 2. */
double nd_matrices_flux(const struct nd_matrices *matrices, const double d[3], const double *q);
/* The speed of the slowest waves, in the direction where they are slowest relative to the fastest. */
double nd_matrices_slowest(const struct nd_matrices *matrices);

/* The amplitude of one field of a plane wave, or of the three fields of a vector. */
struct nd_polarization {
    const int *field; /* [n] */
    int n;
    const double *amplitude; /* [n] */
};
/* The fields q of the wave along d with this amplitude, and its speed c. The amplitude of a vector is
 * projected onto that of waves of one speed, and keeps its length. Returns the number of speeds to choose
 * from, 0 if there are no waves. *c is NaN if the amplitude fits no speed. */
int nd_matrices_wave(const struct nd_matrices *matrices, const double d[3],
                     const struct nd_polarization *wanted, double *q, double *c);

#endif
