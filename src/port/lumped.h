/* Lumped ports: a resistive sheet inside the mesh, between two conductors, with a source of current.
 *
 * The surface is a rectangle of length l along `direction`, from the negative to the positive conductor, and width w. The
 * current through it is E l / R in all, so that its surface conductance is l / (R w). With s that of the sheet, Y1 and Y2
 * the wave admittances of both sides and J the source, the flux between the two sides has, along the direction,
 *     E = (Y1 E1 + Y2 E2 + (n x (H2 - H1)) - J) / (Y1 + Y2 + s)
 * instead of the same with s = J = 0. The term of the sheet is that of all circuits (loads.h); J is added as other
 * excitations are.
 *
 * Order of calls: nd_lumped_init finds the rectangle, nd_lumped_weigh computes what a port needs; nd_lumped_clear. */
#ifndef ND_PORT_LUMPED_H
#define ND_PORT_LUMPED_H

#include "port/lift.h"

struct nd_lumped {
    double resistance, along[3], length, width;
    double *share; /* [faces] 1 / (Y1 + Y2 + s) */
    double *gains; /* [faces][2][6] */
};

int nd_lumped_init(struct nd_lumped *lumped, const struct nd_port_setup *setup,
                   const struct nd_port_spec *spec, const struct nd_port_plane *plane);
int nd_lumped_weigh(struct nd_lumped *lumped, const struct nd_port_setup *setup,
                    const struct nd_port_plane *plane);
void nd_lumped_clear(struct nd_lumped *lumped);
/* Adds to nodal[6][Np] the rate of change in the element at a side of a face, for a change of E by `factor` along the
 * direction. */
int nd_lumped_lift(const struct nd_lumped *lumped, const struct nd_lift *lift,
                   const struct nd_port_face *face, int side, double factor, double *nodal);
/* ends.c: 1 if the rectangle ends at no conductor along `along`, -1 if it begins at none, else 0. */
int nd_lumped_ends(const struct nd_port_setup *setup, const struct nd_port_plane *plane,
                   const double along[3], const char *boundary);

#endif
