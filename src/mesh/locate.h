/* Finds the element that contains a point. */
#ifndef ND_LOCATE_H
#define ND_LOCATE_H

#include "mesh/mesh.h"

struct nd_place {
    nd_idx element; /* -1: outside */
    double L[4];    /* barycentric coordinates in the element; outside: those of the nearest point */
    double nearest[3];
    double distance; /* 0 inside */
};

/* Checks every element, O(K). A point on a face, or off it by rounding, is inside one of its elements. */
int nd_mesh_locate(const struct nd_mesh *mesh, const double point[3], struct nd_place *place);

#endif
