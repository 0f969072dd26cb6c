/* Orders elements along a Hilbert curve: near in the sequence means near in space. */
#ifndef ND_CURVE_H
#define ND_CURVE_H

#include "mesh/mesh.h"

/* order[K] receives the elements by the position of their centroids on the curve. */
int nd_curve_order(const struct nd_mesh *mesh, nd_idx *order);

#endif
