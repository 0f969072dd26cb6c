/* A Hertzian dipole in free space, near and far field exactly. Natural units (epsilon0 = mu0 = c = 1,
 * impedance 1, k = omega), time factor e^{-i omega t}.
 *
 * An electric dipole p(t) is the current J = p'(t) delta(x) in dE/dt = curl H - J, so the current moment I dl
 * is p'. A magnetic one is M = m'(t) delta(x) in dH/dt = -curl E - M, and has the same fields with E -> H, H
 * -> -E. */
#ifndef ND_EXACT_DIPOLE_H
#define ND_EXACT_DIPOLE_H

#include <complex.h>

enum nd_dipole_kind { ND_DIPOLE_ELECTRIC, ND_DIPOLE_MAGNETIC };

struct nd_dipole {
    enum nd_dipole_kind kind;
    double at[3], direction[3]; /* direction: of unit length */
};

/* The moment and its first two derivatives at time t. */
typedef void nd_dipole_moment(double t, const void *context, double moment[3]);

/* u = Ex Ey Ez Hx Hy Hz at a point (not the dipole's own) at time t. */
void nd_dipole_field(const struct nd_dipole *dipole, nd_dipole_moment *moment, const void *context,
                     const double point[3], double t, double u[6]);
/* The same for a current moment current e^{-i omega t}: complex amplitudes. */
void nd_dipole_harmonic(const struct nd_dipole *dipole, double omega, double complex current,
                        const double point[3], double complex u[6]);
/* Mean radiated power, of a current moment of this amplitude (peak, not r.m.s.): (k I dl)^2 / (12 pi). */
double nd_dipole_power(double omega, double current);
/* Gain over an isotropic source at the angle theta from the axis: 1.5 sin^2. */
double nd_dipole_directivity(double theta);
/* The same for a thin half-wave wire with a sine of current: 1.641 (cos(pi / 2 cos theta) / sin theta)^2. */
double nd_half_wave_directivity(double theta);

#endif
