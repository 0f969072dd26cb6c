/* Transforms fields on a closed surface to the far field, for any law whose waves have one speed c
 * in all directions. By reciprocity with the plane wave w of amplitude 1 that travels in the
 * direction r, the field at a large distance R from the origin is
 *     F exp(-i k R) / R,   F = i k / (4 pi) 2 / (w.F_r w) integral w.F_n q exp(i k r.x) dS,   k = 2 pi f / c,
 * where F_n is the law's energy flux (step/matrices.h). For Maxwell this is the usual near-to-far
 * transform (Balanis, Advanced Engineering Electromagnetics, 6.8 and 12.10), for acoustics the
 * Kirchhoff-Helmholtz integral. Amplitudes are those of exp(+2 pi i f t). */
#ifndef ND_FARFIELD_H
#define ND_FARFIELD_H

#include "monitor/surface.h"

/* The medium around the surface. */
struct nd_outside {
    const struct nd_matrices *matrices;
    int count, field[3]; /* LAW_WAVE: one field, or the three of a vector */
    double k;            /* wavenumber */
    double intensity;    /* of a wave of amplitude 1, mean power to an area */
};
/* Returns the speed of its waves, or NaN: there are several or none, or they depend on the direction. */
double nd_outside_init(struct nd_outside *outside, const struct nd_matrices *matrices, const int *field,
                       int count);

/* Unit vectors in a direction, angles in radians: from z, and from x about z. */
struct nd_direction {
    double r[3], theta[3], phi[3];
};
struct nd_direction nd_direction_at(double theta, double phi);

/* For a vector field its theta and phi components; for a scalar field its value and 0. */
void nd_far_field(const struct nd_trace *trace, const struct nd_outside *outside,
                  const struct nd_direction *direction, double complex F[2]);
/* Power to a unit solid angle: |F|^2 times the intensity. */
double nd_far_intensity(const struct nd_outside *outside, const double complex F[2]);
/* Directions that the integral of that over all of them needs, where the surface fits into a sphere
 * of this radius. */
double nd_far_power_directions(const struct nd_outside *outside, double radius);
/* The part of a longer job, for the progress that nd_work reports. */
struct nd_far_part {
    const char *what;
    double from, to; /* shares of the whole */
};
/* The integral; NaN where it would take too long. */
int nd_far_power(const struct nd_trace *trace, const struct nd_outside *outside,
                 const struct nd_far_part *part, double *power);
/* Directions that are computed between two chances to stop. */
int nd_far_block(const struct nd_trace *trace);

#endif
