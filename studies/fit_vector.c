/* Vector fitting: iterations that move poles to the zeros of a rational weight. */
#include <math.h>
#include <string.h>
#include "fit.h"

enum { ORDER_MOST = 2 * FIT_POLES_MOST, ITERATIONS = 30 };

/* Poles in the left half-plane: those with an imaginary part are followed by their conjugates. */
struct poles {
    int n;
    double complex at[ORDER_MOST];
};

/* The real basis: 1 / (s - a) of a real pole; the sum and i times the difference of those of a pair. */
static void basis(const struct poles *p, double complex s, double complex *phi)
{
    for (int m = 0; m < p->n; m++) {
        const double complex a = p->at[m];
        if (cimag(a) == 0)
            phi[m] = 1 / (s - a);
        else {
            phi[m] = 1 / (s - a) + 1 / (s - conj(a));
            phi[m + 1] = I / (s - a) - I / (s - conj(a));
            m++;
        }
    }
}

/* Least squares of sum c phi + d - epsilon sum e phi = epsilon, in relative terms; e: the weight's part. */
static int solve_weight(const struct fit_data *data, const struct poles *p, double *e)
{
    int status = 0;
    const int n = p->n, columns = 2 * n + 1, rows = 2 * data->n;
    double *a = NULL, *b = NULL, x[2 * ORDER_MOST + 1];
    ALLOC(a, rows * columns);
    ALLOC(b, rows > columns ? rows : columns);
    for (int i = 0; i < data->n; i++) {
        double complex phi[ORDER_MOST + 1], row[2 * ORDER_MOST + 1];
        const double w = 1 / cabs(data->epsilon[i]);
        basis(p, -I * data->omega[i], phi);
        for (int m = 0; m < n; m++) row[m] = w * phi[m], row[n + m] = -w * data->epsilon[i] * phi[m];
        row[2 * n] = w;
        for (int c = 0; c < columns; c++) {
            a[c * rows + 2 * i] = creal(row[c]);
            a[c * rows + 2 * i + 1] = cimag(row[c]);
        }
        b[2 * i] = w * creal(data->epsilon[i]);
        b[2 * i + 1] = w * cimag(data->epsilon[i]);
    }
    TRY(fit_solve(rows, columns, a, b, x));
    memcpy(e, x + n, (size_t)n * sizeof *e);
done:
    free(a);
    free(b);
    return status;
}

/* The zeros of 1 + sum e phi: eigenvalues of A - b e^T in the real form. */
static int find_zeros(struct poles *p, const double *e)
{
    int status = 0;
    const int n = p->n;
    double A[ORDER_MOST * ORDER_MOST] = {0}, b[ORDER_MOST];
    for (int m = 0; m < n; m++) {
        const double re = creal(p->at[m]), im = cimag(p->at[m]);
        A[m * n + m] = re;
        b[m] = 1;
        if (im == 0) continue;
        A[(m + 1) * n + m] = im; /* by columns: row m, column m + 1 */
        A[m * n + m + 1] = -im;
        A[(m + 1) * n + m + 1] = re;
        b[m] = 2, b[m + 1] = 0;
        m++;
    }
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) A[c * n + r] -= b[r] * e[c];
    TRY(fit_eigenvalues(n, A, p->at));
    for (int m = 0; m < n; m++) {
        const double least = 1e-4, re = -fmax(fabs(creal(p->at[m])), least), im = cimag(p->at[m]);
        p->at[m] = re + I * (fabs(im) < 1e-9 * fabs(re) ? 0 : im);
    }
done:
    return status;
}

int fit_vector(const struct fit_data *data, int n, struct fit_place *place, int *count)
{
    int status = 0;
    struct poles p = {.n = 2 * n};
    double e[ORDER_MOST];
    const double low = data->omega[0], high = data->omega[data->n - 1];
    for (int m = 0; m < n; m++) {
        const double w = n > 1 ? low * pow(high / low, (double)m / (n - 1)) : 1;
        p.at[2 * m] = -0.05 * w + I * w;
        p.at[2 * m + 1] = conj(p.at[2 * m]);
    }
    for (int i = 0; i < ITERATIONS; i++) {
        TRY(solve_weight(data, &p, e));
        TRY(find_zeros(&p, e));
    }
    *count = 0;
    for (int m = 0; m < p.n && *count < FIT_POLES_MOST; m++) {
        const double complex a = p.at[m];
        if (cimag(a) < 0) continue;
        place[(*count)++] =
            cimag(a) > 0 ? (struct fit_place){cabs(a), -2 * creal(a)} : (struct fit_place){0, -creal(a)};
    }
done:
    return status;
}
