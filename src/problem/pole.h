/* The frequency dependence of materials, from the poles of a problem. */
#ifndef ND_POLE_H
#define ND_POLE_H

#include <complex.h>
#include "problem/problem.h"

/* The susceptibility of one pole at a frequency above 0, in cycles per time; losses are positive imaginary parts. */
double complex nd_pole_at(const struct nd_pole *pole, double frequency);
/* The sum over the electric or the magnetic poles of a material. */
double complex nd_poles_at(const struct nd_material *material, bool magnetic, double frequency);
/* Frequencies between which the poles of a material vary; 0 if it has none. */
void nd_poles_span(const struct nd_material *material, double *low, double *high);
/* "drude", "lorentz" or "debye" */
const char *nd_pole_word(const struct nd_pole *pole);

#endif
