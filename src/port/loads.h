/* The circuits of lumped ports and of loads (circuit.h), as one face term (face/face_term.h).
 *
 * Each face node of a circuit's rectangle has states of its own, on both sides, which compute the same: the sheet has the
 * circuit's impedance times width over length at every point. Where E is the same along and across the rectangle, this is
 * the lumped circuit.
 *
 * nd_loads_init follows the operator and precedes the choice of the time step. The struct must not move, and is cleared before
 * the operator. */
#ifndef ND_PORT_LOADS_H
#define ND_PORT_LOADS_H

#include "face/face_term.h"
#include "port/plane.h"

struct nd_loads {
    struct nd_face_term term;
    /* [K] what the circuits add to the time step's rates of decay and of oscillations; null: nothing */
    double *decay, *swing;
    const struct nd_port_spec **worst; /* [K] the circuit with the largest rates */
};

/* rhs_setup: the one the operator was made from. */
int nd_loads_init(struct nd_loads *loads, struct nd_rhs *rhs, const struct nd_port_setup *setup,
                  const struct nd_setup *rhs_setup);
void nd_loads_clear(struct nd_loads *loads);

#endif
