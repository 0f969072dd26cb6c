/* Parts of a mesh between which no wave passes, because no face joins them. */
#ifndef ND_PARTS_H
#define ND_PARTS_H

#include "part/seams.h"

/* parent: [K] a forest over the elements; initially each is its own root. Joins elements that share a face,
 * periodic ones included, and the two sides of walls inside the mesh, which are intended. */
void nd_parts_init(nd_idx *parent, const struct nd_connect *connect, nd_idx K);
void nd_parts_join(nd_idx *parent, nd_idx one, nd_idx two);
/* Counts the trees of the forest and describes the largest. */
int nd_parts_find(struct nd_seams *seams, const struct nd_mesh *mesh, nd_idx *parent);

#endif
