/* Lumped circuits: R, L and C in series or parallel, as a sheet between two conductors.
 *
 * At the sheet both sides send waves to it. With Y1 and Y2 their admittances and h1, h2 the waves that arrive (E - Z n x H
 * of the fields at the side, along the sheet's direction), A = Y1 h1 + Y2 h2 is the current that would flow through a
 * short-circuit, and E = (A - J) / (Y1 + Y2) is the field between both sides if the current per width J flows through the
 * sheet. Together with the circuit, whose states x are currents of L and voltages of C, all per width and per length,
 *
 *     E = direct A + from x,    dx/dt = into A + rate x.
 *
 * A capacitance beside the line has E as its state: then direct is 0. All circuits are passive, and so is their sum
 * with the upwind flux, for positive R, L and C. */
#ifndef ND_PORT_CIRCUIT_H
#define ND_PORT_CIRCUIT_H

#include <complex.h>

#define ND_CIRCUIT_STATES 2

/* A value of 0: there is no such element. */
struct nd_circuit {
    double R, L, C;
    int series;
};

struct nd_circuit_terms {
    int states;
    double direct, from[ND_CIRCUIT_STATES], into[ND_CIRCUIT_STATES];
    double rate[ND_CIRCUIT_STATES][ND_CIRCUIT_STATES];
    double stored[ND_CIRCUIT_STATES]; /* the energy per area is half the sum of stored x^2 */
    double decay, swing; /* for the time step: of its decay, and of oscillations between L and C */
};

/* squares: length over width of the sheet. admittance: Y1 + Y2. */
struct nd_circuit_terms nd_circuit_terms(const struct nd_circuit *circuit, double squares, double admittance);
/* At a frequency; not finite where it is open. */
double complex nd_circuit_impedance(const struct nd_circuit *circuit, double frequency);

#endif
