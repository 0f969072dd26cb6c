/* The reference operator for any law: the book's method in double precision, against which every kernel is
 * tested.
 *
 * The law's functions, compiled for the host, are evaluated for one field at a time, which gives matrices;
 * the rest is loops over those, written for clarity, not speed. Tests of laws check the matrices themselves,
 * without meshes. Used by tests and by suite.h. Call nd_oracle_init, then any other function, then
 * nd_oracle_clear. */
#ifndef ND_ORACLE_H
#define ND_ORACLE_H

#include "ref/ref.h"
#include "step/rhs.h"

struct nd_oracle {
    const struct nd_ref *ref; /* maps and reference element */
    const int16_t *EToB;
    const nd_idx *region;
    int *material; /* [nregions] */
    int n, nmaterials;
    double *A;             /* [nmaterials][3][n][n]: dq/dt = - sum over k of A_k dq/dx_k */
    double *H;             /* [nmaterials][n][n]: energy density = q.H q / 2 */
    double *B;             /* [nmaterials][n][n]: pointwise terms of dq/dt, outside the PML */
    double *inner, *outer; /* [K][4][n][n]: Fscale (inner q- + outer q+) is lifted */
    double *
        /* [4][nmaterials] of medium.knl: speed, losses, reason for refusing a material, omitted terms */
        speed;
};

/* Ignores setup->device, ->single and ->plan. ref must be of the same mesh and order. ref, mesh and connect
 * must outlive the oracle. */
int nd_oracle_init(struct nd_oracle *oracle, const struct nd_ref *ref, const struct nd_setup *setup);
void nd_oracle_clear(struct nd_oracle *oracle);

/* The matrices inner[n][n] and outer[n][n] of a single face between two materials or, if condition >= 0, at a
 * boundary. */
struct nd_oracle_face {
    double normal[3];
    int own, other, condition;
};
int nd_oracle_faces(const struct nd_setup *setup, const struct nd_oracle_face *face, size_t count,
                    double *inner, double *outer);

/* Fields are [n][K * Np], in the order of mesh elements. */
int nd_oracle_rate(const struct nd_oracle *oracle, double *const *q, double *const *rate);
double nd_oracle_energy(const struct nd_oracle *oracle, double *const *q);
/* The integral of q.H rate: the rate of change of the energy. */
double nd_oracle_power(const struct nd_oracle *oracle, double *const *q, double *const *rate);

#endif
