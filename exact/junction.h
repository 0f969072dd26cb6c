/* Obstacles in guides with perfectly conducting walls, in natural units (c = 1); time factor e^{+i omega t}. */
#ifndef ND_EXACT_JUNCTION_H
#define ND_EXACT_JUNCTION_H

#include <complex.h>

/* An infinitely thin iris across a rectangular guide of width a, with an opening of width d in its middle, over the
 * whole height (inductive). TE10 arrives with wavenumber k; r and t refer to the plane of the iris. The field in the
 * opening is expanded in functions that have its behaviour at the edges, so that a few suffice. Returns 0, or -1 if the
 * mode does not travel. */
int nd_iris_solve(double a, double d, double k, double complex *r, double complex *t);

struct nd_coax_step {
    double a1, a2, b; /* radii: of the inner conductor before and behind the step, and of the outer one */
};
/* A step of the inner conductor of an air-filled coaxial line, from radius a1 to a2 > a1 inside the radius b: the
 * scattering of a TEM wave of wavenumber k from the side of a1, at the plane of the step; power is |r|^2 + |t|^2 = 1. By
 * matching of `modes` modes (up to 60) of the wider ring. */
int nd_coax_step_solve(const struct nd_coax_step *step, double k, int modes, double complex *r,
                       double complex *t);

/* An infinitely thin screen with slots of width 2 a, which repeat after 2 D: a plane wave of wavenumber k < pi / D that
 * arrives at right angles, with E across the slots; r and t refer to the plane of the screen. The field in a slot is
 * expanded as that of the iris. Returns 0, or -1 if other waves travel, too. */
int nd_slots_solve(double D, double a, double k, double complex *r, double complex *t);

/* The impedance of a microstrip line of zero thickness, width w over height h of a substrate of relative permittivity
 * epsilon, in units of the vacuum's impedance, and its effective permittivity: E. Hammerstad and O. Jensen, Accurate models
 * for microstrip computer-aided design, 1980 IEEE MTT-S, stated to be within 0.2 % in epsilon and 0.01 % in Z of the empty
 * line. */
void nd_microstrip(double w, double h, double epsilon, double *Z, double *effective);
/* The effective permittivity of the same line under a cover at the height `above` over the strip: S. March, Microstrip packaging:
 * watch the last step, Microwaves 20 (1981), 83-94. */
double nd_microstrip_closed(double effective, double epsilon, double h, double above);

#endif
