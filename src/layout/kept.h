/* What kernels are told of elements that keep their fields in their own frame: edges, and who is
 * behind each face, with the vertices of every element in the order of part/order.h. */
#ifndef ND_KEPT_H
#define ND_KEPT_H

#include "elem/elem.h"
#include "layout/layout.h"
#include "part/connect.h"

/* nodes[24][Np]: for each order of the vertices, the element's node at node n of the reordered element. */
void nd_order_nodes(int N, unsigned char *nodes);
/* The element's face that is face f of the reordered one. */
int nd_order_face(int order, int f);

#define ND_BEHIND_BOUNDARY 0xfffffe00u

struct nd_kept {
    unsigned char *order; /* [slots] of part/order.h */
    unsigned char *nodes; /* [24][Np]: the element's node at node n of the reordered vertices */
    uint32_t *
        behind; /* [slots][4]: slot * 8 + 4 (another material is there) + face; or ND_BEHIND_BOUNDARY + condition */
    double *edges; /* [slots][3][3]: half the edges from the first vertex, dx/dr, dx/ds, dx/dt */
};

/* slot[K]: each element's slot. material[slots]. condition[b]: boundary condition number of
 * boundary name b. Slots without an element are reference elements that face themselves. */
int nd_kept_init(struct nd_kept *kept, const struct nd_mesh *mesh, const struct nd_connect *connect,
                 const struct nd_elem *elem, const struct nd_layout *layout, const nd_idx *slot,
                 const int32_t *material, const int *condition);
void nd_kept_clear(struct nd_kept *kept);

#endif
