/* Elements along a Hilbert curve through a cube around the mesh: near in the sequence, near in space. */
#ifndef ND_CURVE_H
#define ND_CURVE_H

#include "mesh/mesh.h"

/* order[K] receives the elements by the place of their centroids on the curve. */
int nd_curve_order(const struct nd_mesh *mesh, nd_idx *order);

#endif
