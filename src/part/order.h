/* The order in which an element's vertices are taken so that both sides of every face see its vertices in the same
 * order: no face then needs to be told how the other side is turned. An element may come out left-handed. */
#ifndef ND_ORDER_H
#define ND_ORDER_H

#include "mesh/mesh.h"

extern const unsigned char nd_orders[24][4]; /* the i-th vertex is the element's vertex nd_orders[o][i] */

/* order[K]: numbers of orders. Vertices are sorted by number, vertices that are one across periodic faces by the same. */
int nd_order_vertices(const struct nd_mesh *mesh, unsigned char *order);

#endif
