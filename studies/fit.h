/* nudge fit: poles for a table of refractive indices.
 *
 * Vector fitting (B. Gustavsen and A. Semlyen, IEEE Trans. Power Delivery 14 (1999) 1052-1061) finds where the poles are. Their
 * strengths are then found anew, in non-negative least squares over terms that are passive by themselves, and the places are
 * improved by Gauss-Newton steps: what comes out is passive at all frequencies. Frequencies are angular and scaled, with a mean
 * of about 1; s = -i omega, with the time factor exp(-i omega t). */
#ifndef FIT_H
#define FIT_H

#include <complex.h>
#include "internal.h"

enum { FIT_POLES_MOST = 12, FIT_TERMS_MOST = 2 * FIT_POLES_MOST + 1 };

struct fit_data {
    int n;
    double *omega;           /* ascending */
    double complex *epsilon; /* losses are positive imaginary parts */
    double unit;             /* rad/s of omega = 1 */
};

/* A place: a pair of poles of 1 / (omega0^2 + s rate + s^2), or, where omega0 is 0, a pole at -rate. */
struct fit_place {
    double omega0, rate;
};

struct fit {
    int n;
    struct fit_place place[FIT_POLES_MOST];
    /* Of the constant 1, then two of each place: strengths of a Lorentz pole without tilt and of one whose tilt is its damping; of
     * Debye's, and the square of Drude's plasma frequency. All are 0 or above; the constant's is above 1. */
    double weight[FIT_TERMS_MOST];
    double mean, worst; /* relative errors of epsilon: root mean square, and the largest */
    double worst_at;    /* omega */
};

/* fit_lapack.c: least squares, a[rows][columns] by columns, overwritten, and b[rows]; x: the result. */
int fit_solve(int rows, int columns, double *a, double *b, double *x);
/* Eigenvalues of a[n][n] by columns, overwritten. */
int fit_eigenvalues(int n, double *a, double complex *values);

/* fit_table.c: a table with n, and with k, 0 where there is none, over wavelengths, frequencies or energies of photons. */
int fit_data_read(struct fit_data *data, const char *path);
void fit_data_clear(struct fit_data *data);

/* fit_vector.c: n places, pairs and single ones, by vector fitting; count: how many came out. */
int fit_vector(const struct fit_data *data, int n, struct fit_place *place, int *count);

/* fit_passive.c: the weights of the fit's places, and its errors. */
int fit_weigh(const struct fit_data *data, struct fit *fit);
/* Improves the places. */
int fit_improve(const struct fit_data *data, struct fit *fit);
double complex fit_epsilon(const struct fit *fit, double omega);

#endif
