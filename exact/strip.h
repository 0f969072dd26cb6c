/* An infinitely long, infinitely thin metal strip in a plane wave that meets it at a right angle, by integral equations in
 * natural units; time factor e^{+i omega t}. */
#ifndef ND_EXACT_STRIP_H
#define ND_EXACT_STRIP_H

#include <complex.h>

/* E along the strip (TM) or across it (TE). */
enum nd_strip_wave { ND_STRIP_TM, ND_STRIP_TE };

enum { ND_STRIP_POINTS = 64 };
struct nd_strip {
    enum nd_strip_wave wave;
    double ka; /* wavenumber times half of the width */
    /* Current times the impedance of vacuum, in units of the incident field, times sin(t) where x = a cos(t), at
     * t = pi (j + 1/2) / ND_STRIP_POINTS. */
    double complex current[ND_STRIP_POINTS];
};

/* Solves for the current. Returns 0, or -1 if ka is not between 0 and 20. */
int nd_strip_init(struct nd_strip *strip, enum nd_strip_wave wave, double ka);
/* Echo width over the width of the strip, towards the angle phi from its plane, 0 to 2 pi. */
double nd_strip_echo(const struct nd_strip *strip, double phi);
/* Total scattering width over the width of the strip: from the current in the incident field, and from all directions. By
 * Babinet's principle a slot of this width in a screen lets half of it pass, of the other polarization. */
double nd_strip_extinction(const struct nd_strip *strip);
double nd_strip_scattering(const struct nd_strip *strip);

#endif
