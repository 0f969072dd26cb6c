/* Acoustics in closed form. Time factor e^{-i omega t}.
 *
 * A plane wave along +z, p = e^{i k z}, meets a sphere centred at the origin that is rigid (no normal
 * velocity) or soft (no pressure); partial waves: p_scattered = sum i^n (2n+1) a_n h_n(k r) P_n(cos
 * theta). */
#ifndef ND_EXACT_SOUND_H
#define ND_EXACT_SOUND_H

#include <complex.h>

enum { ND_SOUND_MOST = 220 };
enum nd_sound_surface { ND_SOUND_RIGID, ND_SOUND_SOFT };

struct nd_sound {
    double x; /* k times the radius */
    int last; /* orders n = 0 ... last */
    double complex a[ND_SOUND_MOST + 1];
};

int nd_sound_init(struct nd_sound *sound, double x, enum nd_sound_surface surface);
/* Scattering cross-section over pi radius^2. */
double nd_sound_Q_sca(const struct nd_sound *sound);
/* The scattered far field at the angle theta from +z: p -> f radius e^{i k r} / r. */
double complex nd_sound_far(const struct nd_sound *sound, double theta);
/* The scattered pressure at r >= 1 radii and its derivative along r, per radius. */
void nd_sound_field(const struct nd_sound *sound, double r, double theta, double complex p[2]);

/* Eigenfrequencies of a rigid box: (c / 2) sqrt(sum (n_i / L_i)^2). */
double nd_room_frequency(double c, const double L[3], const int n[3]);

#endif
