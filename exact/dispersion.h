/* Permittivities that depend on the frequency, as functions of s = -i omega, and the field of a uniform medium over time.
 * Relative to vacuum; omega in radians per time, rates in 1/time. Written from the textbook's formulas alone. */
#ifndef ND_EXACT_DISPERSION_H
#define ND_EXACT_DISPERSION_H

#include <complex.h>

enum { ND_DISPERSION_MOST = 16 };

/* strength (omega0^2 + s tilt) / (omega0^2 + s damping + s^2); omega0 = 0: strength / (s damping + s^2), Drude's, where
 * strength is the square of the plasma frequency. Or, where time is above 0, Debye's strength / (1 + s time). */
struct nd_resonance {
    double strength, omega0, damping, tilt, time;
};
struct nd_dispersion {
    double epsilon; /* at high frequencies */
    double sigma;   /* conductivity over epsilon0 */
    int n;
    struct nd_resonance at[ND_DISPERSION_MOST];
};

/* epsilon(s), with the conductivity's sigma / s. */
double complex nd_dispersion_epsilon(const struct nd_dispersion *d, double complex s);
/* E(t) / E(0) of a uniform field in a medium without polarization at t = 0: the inverse Laplace transform of
 * epsilon(infinity) / (s epsilon(s)). t above 0; oscillations must be slower than about 20 / t. */
double nd_dispersion_decay(const struct nd_dispersion *d, double t);

#endif
