/* Lumped ports: a resistive sheet inside the mesh, between two conductors, with a source of current.
 *
 * The surface is a rectangle of length l along `direction`, from the negative to the positive conductor, and width w. The
 * current through it is E l / R in all, so that its surface conductance is l / (R w). With s that of the sheet, Y1 and Y2
 * the wave admittances of both sides and J the source, the flux between the two sides has, along the direction,
 *     E = (Y1 E1 + Y2 E2 + (n x (H2 - H1)) - J) / (Y1 + Y2 + s)
 * instead of the same with s = J = 0. lumped.knl adds the difference; J is added as other excitations are. */
#ifndef ND_PORT_LUMPED_H
#define ND_PORT_LUMPED_H

#include "port/plane.h"
#include "step/rhs_term.h"

struct nd_lumped {
    double resistance, along[3], length, width;
    struct nd_subset subset; /* elements 2 i and 2 i + 1 beside face i */
    struct nd_buffer weight, gain, factor, profile, left;
    int64_t array; /* reals of one face node in profile */
    struct nd_module *module;
    struct nd_kernel *kernel;
    double *share; /* [faces] 1 / (Y1 + Y2 + s) */
    double *gains; /* [faces][2][6] */
};

/* Finds the rectangle; nd_lumped_attach makes the term and attaches it. The operator must outlive it. */
int nd_lumped_init(struct nd_lumped *lumped, const struct nd_port_setup *setup,
                   const struct nd_port_spec *spec, const struct nd_port_plane *plane);
int nd_lumped_attach(struct nd_lumped *lumped, struct nd_rhs *rhs, const struct nd_port_setup *setup,
                     const struct nd_port_plane *plane);
void nd_lumped_clear(struct nd_lumped *lumped);
/* Adds to nodal[6][Np] the rate of change in the element at a side of face i, for a change of E by 1 along the direction at
 * node j of the face, as face 0 of the reference element numbers nodes. */
void nd_lumped_profile(const struct nd_lumped *lumped, const struct nd_port_setup *setup,
                       const struct nd_port_face *face, int side, int j, double *nodal);

#endif
