/* Elements with their vertices in the order of part/order.h, in which both sides of a face number
 * its nodes in the same way: the edges, which span the local basis, and the neighbour behind each
 * face. */
#ifndef ND_ORDERED_H
#define ND_ORDERED_H

#include "layout/placed.h"

/* nodes[24][Np]: for each order of the vertices, the element's node at node n of the reordered element. */
void nd_order_nodes(int N, unsigned char *nodes);
/* The element's face that is face f of the reordered one. */
int nd_order_face(int order, int f);

/* Neighbours from here on are boundaries: ND_NEIGHBOUR_BOUNDARY + condition. */
#define ND_NEIGHBOUR_BOUNDARY 0xfffffe00u

struct nd_ordered {
    unsigned char *order; /* [slots] index into nd_orders (part/order.h) */
    unsigned char *nodes; /* [24][Np]: the element's node at node n of the reordered element */
    uint32_t *neighbour;  /* [slots][4]: slot * 8 + 4 (if its material differs) + face, or a boundary */
    double *edges;        /* [slots][3][3]: half the edges from the first vertex, dx/dr, dx/ds, dx/dt */
};

/* Empty slots are reference elements that are their own neighbours. Returns NUDGE_EVALUE if there
 * are more slots than neighbour has bits for. */
int nd_ordered_init(struct nd_ordered *ordered, const struct nd_placed *placed);
void nd_ordered_clear(struct nd_ordered *ordered);

#endif
