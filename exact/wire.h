/* A straight thin wire antenna by the method of moments, in natural units; time factor e^{+i omega t}. */
#ifndef ND_EXACT_WIRE_H
#define ND_EXACT_WIRE_H

#include <complex.h>

/* The impedance at the middle of a wire of this length and radius, in units of the vacuum's impedance, at wavenumber k: Hallen's
 * integral equation with the reduced kernel, a voltage across an infinitely short gap, and `segments` (odd, up to 401) pulses of
 * equal length as currents. A flat strip has the radius of a quarter of its width. Returns 0, or -1 for segments shorter than the
 * radius, for which the reduced kernel has no solution. */
int nd_wire_impedance(double length, double radius, double k, int segments, double complex *Z);
/* The lowest k at which the reactance is zero, and the resistance there. */
int nd_wire_resonance(double length, double radius, int segments, double *k, double *R);

#endif
