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

/* A guide of a x b, filled with epsilon up to `filled` of the side a and empty beyond. Its modes have no E (LSE) or no H
 * (LSM) across the layers, and n half-waves along b; LSM modes have n = 1 or more (R. E. Collin, Field Theory of Guided
 * Waves, section 6.1; LSE with n = 0: D. M. Pozar, Microwave Engineering, section 3.6). */
struct nd_loaded_guide {
    double a, b, filled, epsilon;
};
enum nd_loaded_mode { ND_LOADED_LSE, ND_LOADED_LSM };

/* beta^2 at wavenumber k of the i-th mode (i = 1, 2 ...) with n half-waves, by falling beta^2, which is below 0 below its
 * cut-off; NaN if it is not found. */
double nd_loaded_guide_beta2(const struct nd_loaded_guide *guide, enum nd_loaded_mode mode, int n, int i, double k);

enum nd_sphere_mode { ND_SPHERE_TM, ND_SPHERE_TE };

/* k times the radius of the i-th mode (i = 1, 2 ...) of order n = 1 ... 50 in a sphere; else NaN. */
double nd_sphere_root(enum nd_sphere_mode mode, int n, int i);

/* Lowest k of a cavity of length a between two walls, refractive index 1 up to d and m beyond. */
double nd_half_filled_root(double a, double d, double m);

#endif
