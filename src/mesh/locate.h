/* The element a point lies in. */
#ifndef ND_LOCATE_H
#define ND_LOCATE_H

#include "mesh/mesh.h"

struct nd_place {
    nd_idx element; /* -1: outside */
    double L[4];    /* barycentric coordinates of the element's vertices; of the nearest point when outside */
    double nearest[3];
    double distance; /* 0 inside */
};

/* Looks at all elements once, O(K). Points on a face, or off it by rounding, are inside one of the elements there. */
int nd_mesh_locate(const struct nd_mesh *mesh, const double point[3], struct nd_place *place);

#endif
