/* Resonances with losses, in natural units. A mode is exp(-i omega t): its frequency is Re omega / (2 pi) and its
 * quality factor -Re omega / (2 Im omega). */
#ifndef ND_EXACT_RESONANCE_H
#define ND_EXACT_RESONANCE_H

#include <complex.h>
#include "exact/guide.h"

/* A box with conducting walls, filled with a medium of epsilon and conductivity sigma; mode: half-waves along each
 * edge, at most one of them 0. NaN if more are. omega^2 epsilon + i omega sigma = k^2. */
double complex nd_filled_box_omega(const double size[3], const int mode[3], double epsilon, double sigma);

/* omega times the radius of a mode of order n = 1 ... 10 of a dielectric ball of refractive index m in vacuum: the zero
 * of the denominator of Mie's coefficient (b_n for TE, a_n for TM) that Newton's method finds from a guess. NaN if it
 * finds none. */
double complex nd_open_sphere_omega(enum nd_sphere_mode mode, int n, double m, double complex guess);

double nd_resonance_Q(double complex omega);

#endif
