/* A flat strip antenna by the method of moments, in natural units; time factor e^{+i omega t}. */
#ifndef ND_EXACT_STRIP_DIPOLE_H
#define ND_EXACT_STRIP_DIPOLE_H

#include <complex.h>

/* A perfectly conducting strip without thickness. In its middle, over the length of the gap and the whole width, it is a
 * resistive sheet of this resistance in all, with a source of voltage spread evenly over it: a lumped port. */
struct nd_strip_dipole {
    double length, width, gap, resistance;
    int across, along; /* cells: both even */
};

/* The impedance that the port sees, voltage over current, at wavenumber k, in units of the vacuum's impedance: the electric
 * field integral equation with potentials, currents along both axes in rooftops, tested along lines between the middles of cells.
 * Returns 0, or -1 for impossible input or too little memory. */
int nd_strip_dipole_impedance(const struct nd_strip_dipole *strip, double k, double complex *Z);
/* The lowest k at which the reactance is zero, and the resistance there. */
int nd_strip_dipole_resonance(const struct nd_strip_dipole *strip, double *k, double *R);

#endif
