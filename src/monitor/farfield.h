/* Far fields from the fields on a closed surface, for laws whose waves have one speed c in all directions.
 *
 * By reciprocity with the plane wave w of amplitude 1 that travels along r, the field at the distance R from
 * the origin is, for large R,
 *     F exp(-i k R) / R,   F = i k / (4 pi) 2 / (w.F_r w) integral w.F_n q exp(i k r.x) dS,   k = 2 pi f / c,
 * with F_n the law's energy flux (step/matrices.h). For Maxwell's equations this is the usual near-to-far
 * transform (Balanis, Advanced Engineering Electromagnetics, 6.8 and 12.10), in acoustics the
 * Kirchhoff-Helmholtz integral. Amplitudes are those of exp(+2 pi i f t).
 *
 * Call nd_outside_init once, set k for each frequency, then the other functions with a trace
 * (monitor/surface.h). */
#ifndef ND_FARFIELD_H
#define ND_FARFIELD_H

#include "monitor/surface.h"

/* The medium around the surface; matrices must outlive it. */
struct nd_outside {
    const struct nd_matrices *matrices;
    int count, field[3]; /* LAW_WAVE: one field, or the three of a vector */
    double k;            /* wavenumber */
    double intensity;    /* mean power per area of a wave of amplitude 1 */
};
/* Returns the speed of waves, or NaN if there are several speeds or none, or the speed depends on the
 * direction. */
double nd_outside_init(struct nd_outside *outside, const struct nd_matrices *matrices, const int *field,
                       int count);

/* Unit vectors in a direction; angles in radians: theta from z, phi from x about z. */
struct nd_direction {
    double r[3], theta[3], phi[3];
};
struct nd_direction nd_direction_at(double theta, double phi);

/* F: the components along theta and phi of a vector, or the one field and 0. */
void nd_far_field(const struct nd_trace *trace, const struct nd_outside *outside,
                  const struct nd_direction *direction, double complex F[2]);
/* Power per solid angle: |F|^2 times the intensity. */
double nd_far_intensity(const struct nd_outside *outside, const double complex F[2]);
/* The number of directions that nd_far_power takes if the surface fits into a sphere of this radius. */
double nd_far_power_directions(const struct nd_outside *outside, double radius);
/* A part of a longer computation, for reports by nd_work. */
struct nd_far_part {
    const char *what;
    double from, to; /* fractions of the whole */
};
/* The integral of nd_far_intensity over all directions; NaN if it would take too long. */
int nd_far_power(const struct nd_trace *trace, const struct nd_outside *outside,
                 const struct nd_far_part *part, double *power);
/* The number of directions computed between two calls of nd_work, which can stop the computation. */
int nd_far_block(const struct nd_trace *trace);

#endif
