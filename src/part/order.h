/* Reorders each element's vertices so that both sides of every face see its vertices in the same order. Faces
 * then need no permutation (EToP). An element may become left-handed. */
#ifndef ND_ORDER_H
#define ND_ORDER_H

#include "mesh/mesh.h"

extern const unsigned char nd_orders[24][4]; /* the i-th vertex is the element's vertex nd_orders[o][i] */

/* order[K]: index into nd_orders. Vertices are sorted by number; vertices that coincide across periodic faces
 * count as one. */
int nd_order_vertices(const struct nd_mesh *mesh, unsigned char *order);

#endif
