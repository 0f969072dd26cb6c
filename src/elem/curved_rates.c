/* Rates of curved elements by Lanczos' method. */
#include "elem/curved_element.h"

#include <math.h>
#include <string.h>

/* Of Lanczos' method: the largest eigenvalue to about a thousandth, also from an unlucky start. */
#define STEPS 20

static void multiply(int Np, const double *A, const double *x, double *y)
{
    for (int i = 0; i < Np; i++) {
        double sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int j = 0; j < Np; j++) sum += A[i * Np + j] * x[j];
        y[i] = sum;
    }
}

static double dot(int n, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

/* A matrix A of an element: F, or minus the sum of K_c W K_c, c = 1, 2, 3, if F is NULL. */
struct operator
{
    int Np;
    const double *W, *K, *F;
};

/* y = A x. room: [2][Np]. */
static void apply(const struct operator* A, const double *x, double *y, double *room)
{
    const int Np = A->Np;
    double *one = room, *two = room + Np;
    if (A->F) {
        multiply(Np, A->F, x, y);
        return;
    }
    memset(y, 0, (size_t)Np * sizeof *y);
    for (int c = 0; c < 3; c++) {
        multiply(Np, A->K + c * Np * Np, x, one);
        multiply(Np, A->W, one, two);
        multiply(Np, A->K + c * Np * Np, two, one);
        for (int i = 0; i < Np; i++) y[i] -= one[i];
    }
}

/* The largest eigenvalue of the symmetric tridiagonal matrix of n rows. */
static double largest(int n, const double *diagonal, const double *beside)
{
    double T[STEPS * STEPS] = {0}, V[STEPS * STEPS], most = 0;
    for (int i = 0; i < n; i++) {
        T[i * n + i] = diagonal[i];
        if (i + 1 < n) T[i * n + i + 1] = T[(i + 1) * n + i] = beside[i];
    }
    nd_eigen(n, T, V);
    for (int i = 0; i < n; i++) most = fmax(most, T[i * n + i]);
    return most;
}

/* The largest eigenvalue of W A. W A is self-adjoint in the product of the mass matrix M, the inverse of W. x: the
 * vectors of Lanczos' method, p: M x. room: [6][Np]. */
static double lanczos(const struct operator* A, double *room)
{
    const int Np = A->Np;
    double *x = room, *p = x + Np, *before = p + Np, *r = before + Np;
    double diagonal[STEPS], beside[STEPS], scale = 0;
    int n = 0;
    memset(before, 0, (size_t)Np * sizeof *before);
    for (int i = 0; i < Np; i++) r[i] = 1 + 0.5 * sin(7.0 * i);
    for (double size;; n++) {
        multiply(Np, A->W, r, x);
        size = sqrt(fmax(0, dot(Np, r, x)));
        if (n) beside[n - 1] = size;
        if (n == STEPS || n == Np || !(size > 1e-10 * scale)) break;
        for (int i = 0; i < Np; i++) {
            x[i] /= size;
            before[i] *= -size;
            p[i] = r[i] / size;
        }
        apply(A, x, r, room + 4 * Np);
        diagonal[n] = dot(Np, x, r);
        scale = fmax(scale, fabs(diagonal[n]));
        for (int i = 0; i < Np; i++) {
            r[i] += before[i] - diagonal[n] * p[i];
            before[i] = p[i];
        }
    }
    return largest(n, diagonal, beside);
}

int nd_curved_rates(int Np, const double *inverse, const double *K, const double *F, double rate[2])
{
    int status = 0;
    double *room = NULL;
    ALLOC(room, 6 * Np);
    struct operator A = {.Np = Np, .W = inverse, .K = K, .F = F};
    rate[0] = lanczos(&A, room);
    A.F = NULL;
    rate[1] = sqrt(lanczos(&A, room));
done:
    free(room);
    return status;
}
