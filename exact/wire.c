#include "exact/wire.h"

#include <math.h>
#include <stdlib.h>
#include "exact/gauss.h"

/* The integral of exp(-i k R) / (4 pi R) over a segment of length d at the distance z, R^2 = (z - z')^2 + a^2: 1 / R in closed form, the
 * rest, which is smooth, by Gauss's rule. */
static double complex kernel(double z, double d, double a, double k)
{
    static const double x[2] = {0.339981043584856, 0.861136311594053},
                        w[2] = {0.652145154862546, 0.347854845137454};
    double complex sum = asinh((z + d / 2) / a) - asinh((z - d / 2) / a);
    for (int i = 0; i < 4; i++) {
        const double u = z + (i % 2 ? 1 : -1) * x[i / 2] * d / 2, R = hypot(u, a);
        sum += w[i / 2] * d / 2 * (cexp(-I * k * R) - 1) / R;
    }
    return sum / (4 * M_PI);
}

/* Unknowns: the currents of the segments from the middle to the end, by symmetry, and the constant C of
 *     integral of I K dz' = C cos(k z) - (i / 2) sin(k |z|);
 * the current of the last segment, at the end, is zero. Equations are demanded at the middles of all segments. */
int nd_wire_impedance(double length, double radius, double k, int segments, double complex *Z)
{
    const int n = (segments + 1) / 2;         /* the segment in the middle, and those above it */
    const double d = length / (segments - 1); /* the last one has its middle at the end */
    if (segments < 5 || segments > 401 || segments % 2 == 0 || !(d >= radius)) return -1;
    double complex *A = calloc((size_t)(n * n), sizeof *A), *b = calloc((size_t)n, sizeof *b);
    if (!A || !b) {
        free(A), free(b);
        return -1;
    }
    for (int i = 0; i < n; i++) {
        const double z = i * d;
        for (int j = 0; j < n - 1; j++)
            A[i * n + j] = kernel(z - j * d, d, radius, k) + (j ? kernel(z + j * d, d, radius, k) : 0);
        A[i * n + n - 1] = -cos(k * z);
        b[i] = -I / 2 * sin(k * z);
    }
    nd_gauss_solve(n, A, b);
    *Z = 1 / b[0];
    free(A), free(b);
    return 0;
}

int nd_wire_resonance(double length, double radius, int segments, double *k, double *R)
{
    double low = 0.7 * M_PI / length, high = M_PI / length;
    double complex Z;
    for (int i = 0; i < 40; i++) {
        *k = (low + high) / 2;
        if (nd_wire_impedance(length, radius, *k, segments, &Z)) return -1;
        if (cimag(Z) < 0)
            low = *k;
        else
            high = *k;
    }
    *R = creal(Z);
    return 0;
}
