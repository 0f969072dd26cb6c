/* Fluxes through faces of ports, and the rates of change that they cause in the elements there: by nodes of the face in straight
 * elements, by points of its integral in curved ones.
 *
 * Order of calls: nd_lift_init, nd_lift_add for each side of each face, nd_lift_clear. */
#ifndef ND_PORT_LIFT_H
#define ND_PORT_LIFT_H

#include "elem/curved_element.h"
#include "port/plane.h"

#define ND_LIFT_MOST 12 /* numbers of a flux */

struct nd_lift {
    const struct nd_port_setup *setup;
    struct nd_curved_rule rule; /* of curved elements, if there are any */
};

/* The flux at a point with barycentric coordinates l of the face's vertices; n: unit normal, out of the element. */
typedef int (*nd_lift_flux)(const void *self, const double l[3], const double n[3], double *flux);

/* A side of a face, and the flux through it. */
struct nd_lift_side {
    const struct nd_port_face *face;
    int side;
    nd_lift_flux flux;
    const void *self;
    int n; /* numbers of the flux */
};

int nd_lift_init(struct nd_lift *lift, const struct nd_port_setup *setup);
void nd_lift_clear(struct nd_lift *lift);
/* Adds the rates to nodal[n][Np]. */
int nd_lift_add(const struct nd_lift *lift, const struct nd_lift_side *side, double *nodal);

#endif
