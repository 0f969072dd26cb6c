/* From fields on a closed surface to those far away (Balanis, Advanced Engineering Electromagnetics, 6.8 and 12.10). Amplitudes are those of
 * exp(+2 pi i f t); far away, at the distance r from the origin of coordinates,
 *     E = (theta F[0] + phi F[1]) exp(-i k r) / r. */
#ifndef ND_FARFIELD_H
#define ND_FARFIELD_H

#include "output/surface.h"

/* The medium around the surface. */
struct nd_outside {
    double k, eta; /* wavenumber 2 pi f sqrt(epsilon mu), impedance sqrt(mu / epsilon) */
};

/* Unit vectors in a direction, angles in radians: from z, and from x about z. */
struct nd_direction {
    double r[3], theta[3], phi[3];
};
struct nd_direction nd_direction_at(double theta, double phi);

void nd_far_field(const struct nd_trace *trace, const struct nd_outside *outside,
                  const struct nd_direction *direction, double complex F[2]);
/* Power to a unit solid angle: |F|^2 / (2 eta). */
double nd_far_intensity(const struct nd_outside *outside, const double complex F[2]);
/* The integral of that over all directions; NaN where it would take too long. */
int nd_far_power(const struct nd_trace *trace, const struct nd_outside *outside, double *power);

#endif
