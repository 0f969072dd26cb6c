#include "output/farfield.h"

#include <math.h>

struct nd_direction nd_direction_at(double theta, double phi)
{
    const double st = sin(theta), ct = cos(theta), sp = sin(phi), cp = cos(phi);
    return (struct nd_direction){{st * cp, st * sp, ct}, {ct * cp, ct * sp, -st}, {-sp, cp, 0}};
}

static void cross(const double *n, const double complex *v, double complex out[3])
{
    for (int c = 0; c < 3; c++) out[c] = n[(c + 1) % 3] * v[(c + 2) % 3] - n[(c + 2) % 3] * v[(c + 1) % 3];
}

static double complex along(const double *a, const double complex *v)
{
    return a[0] * v[0] + a[1] * v[1] + a[2] * v[2];
}

void nd_far_field(const struct nd_trace *t, const struct nd_outside *outside,
                  const struct nd_direction *direction, double complex F[2])
{
    double complex N[3] = {0}, L[3] = {0}, J[3], M[3];
    for (size_t i = 0; i < t->n; i++) {
        const double *x = t->x + 3 * i, *dS = t->dS + 3 * i;
        const double path =
            outside->k * (x[0] * direction->r[0] + x[1] * direction->r[1] + x[2] * direction->r[2]);
        const double complex wave = cos(path) + I * sin(path);
        cross(dS, t->u + 6 * i + 3, J);
        cross(dS, t->u + 6 * i, M); /* times -1 */
        for (int c = 0; c < 3; c++) {
            N[c] += J[c] * wave;
            L[c] -= M[c] * wave;
        }
    }
    const double complex factor = I * outside->k / (4 * M_PI);
    F[0] = -factor * (along(direction->phi, L) + outside->eta * along(direction->theta, N));
    F[1] = factor * (along(direction->theta, L) - outside->eta * along(direction->phi, N));
}

double nd_far_intensity(const struct nd_outside *outside, const double complex F[2])
{
    const double a = cabs(F[0]), b = cabs(F[1]);
    return (a * a + b * b) / (2 * outside->eta);
}

/* The radius of a sphere about the middle of the surface's box that holds it. */
static double radius(const struct nd_trace *t)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, sum = 0;
    for (size_t i = 0; i < 3 * t->n; i++) {
        low[i % 3] = fmin(low[i % 3], t->x[i]);
        high[i % 3] = fmax(high[i % 3], t->x[i]);
    }
    for (int c = 0; c < 3; c++) sum += (high[c] - low[c]) * (high[c] - low[c]) / 4;
    return t->n ? sqrt(sum) : 0;
}

/* A body within the radius a radiates spherical harmonics up to a degree little above k a; intensities have twice that. The rule is
 * exact for them: Gauss's points in cos theta, equal steps in phi. */
int nd_far_power(const struct nd_trace *t, const struct nd_outside *outside, double *power)
{
    int status = 0;
    const double size = outside->k * radius(t);
    double *z = NULL, total = 0;
    *power = NAN;
    const double degree = ceil(size + 3 * cbrt(size) + 6);
    if (2 * degree * degree * (double)t->n > 1e10) goto done;
    const int n = (int)degree + 1, turns = 2 * (int)degree + 1;
    ALLOC(z, 2 * n);
    double *w = z + n;
    TRY(nd_jacobi_gauss(0, 0, n, z, w));
#pragma omp parallel for reduction(+ : total) schedule(dynamic)
    for (int i = 0; i < n * turns; i++) {
        double complex F[2];
        const struct nd_direction direction =
            nd_direction_at(acos(z[i / turns]), 2 * M_PI * (i % turns) / turns);
        nd_far_field(t, outside, &direction, F);
        total += w[i / turns] * (2 * M_PI / turns) * nd_far_intensity(outside, F);
    }
    *power = total;
done:
    free(z);
    return status;
}
