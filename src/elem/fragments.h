/* The derivative matrices and the lift of each face, cut into fragments as the matrix instructions of GPUs hold them: see
 * kernel/tensor.h.
 *
 * A fragment is 8 rows of the transposed operator, nodes that are summed over, by 8 columns, nodes of the result. Item 4 g + c
 * of a warp has its rows c and c + 4 at column g, which is node g / 2 + 4 (g % 2) of its tile: of a result the item has columns
 * 2 c and 2 c + 1, so nodes c and c + 4, and four items write side by side. What is beyond the operator is zero.
 *
 *   [tiles of 8 nodes][fragments][32 items][2 rows, or 4 reals: 2 rows rounded to TF32, then what that left of each]
 *
 * A tile's fragments: Dr, Ds, Dt of the first 8 nodes, of the next 8 and so on; then LIFT of face 0, its nodes 8 by 8, of
 * face 1 and so on. */
#ifndef ND_FRAGMENTS_H
#define ND_FRAGMENTS_H

#include "elem/elem.h"

/* Reals of one tile, and of all. */
int nd_fragments_tile(int N, int split);
int nd_fragments_reals(int N, int split);
void nd_fragments_fill(const struct nd_elem *elem, int split, double *fragments);

#endif
