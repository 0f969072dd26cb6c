/* Wavenumbers of guides and cavities with perfectly conducting walls, in natural units: multiply by c / (2
 * pi) for Hz. */
#ifndef ND_EXACT_GUIDE_H
#define ND_EXACT_GUIDE_H

/* TE10 of a guide of width a: cut-off wavenumber, and beta at wavenumber k (0 below cut-off). */
double nd_guide_cutoff(double a);
double nd_guide_beta(double a, double k);

/* Attenuation of TE10 in a guide of width a and height b, whose walls have the resistance `walls` per square, over the
 * impedance of vacuum (D. M. Pozar, Microwave Engineering, section 3.3): the amplitude falls as e^{-alpha z}. */
double nd_guide_attenuation(double a, double b, double k, double walls);

enum nd_sphere_mode { ND_SPHERE_TM, ND_SPHERE_TE };

/* k times the radius of the i-th mode (i = 1, 2 ...) of order n = 1 ... 50 in a sphere; else NaN. */
double nd_sphere_root(enum nd_sphere_mode mode, int n, int i);

/* Lowest k of a cavity of length a between two walls, refractive index 1 up to d and m beyond. */
double nd_half_filled_root(double a, double d, double m);

#endif
