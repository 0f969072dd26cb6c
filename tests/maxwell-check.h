/* Checks whether a reference field satisfies Maxwell's equations, by differences of eighth order. */
#ifndef MAXWELL_CHECK_H
#define MAXWELL_CHECK_H

#include <complex.h>
#include "test.h"

/* u = Ex Ey Ez Hx Hy Hz at a point. */
typedef void harmonic_field(const void *context, const double point[3], double complex u[6]);

/* d u / d point[axis] with points up to 4 h away. */
static inline void differentiate(harmonic_field *field, const void *context, const double point[3], int axis,
                                 double h, double complex out[6])
{
    static const double weight[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    for (int i = 0; i < 6; i++) out[i] = 0;
    for (int side = -1; side <= 1; side += 2)
        for (int s = 1; s <= 4; s++) {
            double at[3] = {point[0], point[1], point[2]};
            double complex u[6];
            at[axis] += side * s * h;
            field(context, at, u);
            for (int i = 0; i < 6; i++) out[i] += side * weight[s - 1] * u[i] / h;
        }
}

/* The worst miss of curl E = i k mu H, curl H = -i k epsilon E, over the largest term. */
static inline double harmonic_miss(harmonic_field *field, const void *context, const double point[3],
                                   double h, double k, double complex epsilon, double complex mu)
{
    double complex u[6], d[3][6];
    double worst = 0, size = 0;
    field(context, point, u);
    for (int axis = 0; axis < 3; axis++) differentiate(field, context, point, axis, h, d[axis]);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, l = (i + 2) % 3;
        const double complex right_E = I * k * mu * u[3 + i], right_H = -I * k * epsilon * u[i];
        worst = test_worse(worst, cabs(d[j][l] - d[l][j] - right_E));
        worst = test_worse(worst, cabs(d[j][3 + l] - d[l][3 + j] - right_H));
        size = fmax(size, fmax(cabs(right_E), cabs(right_H)));
    }
    return worst / size;
}

#endif
