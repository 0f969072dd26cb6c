/* Where elements live on a device: in blocks, contiguous patches of the mesh, so that neighbours are near in memory and
 * many faces have both their sides in one block. */
#ifndef ND_BLOCKS_H
#define ND_BLOCKS_H

#include "part/connect.h"

enum nd_blocks_how { ND_BLOCKS_GREEDY, ND_BLOCKS_METIS, ND_BLOCKS_CURVE };

/* A block of l elements with p pairs of faces inside it takes 4 l - p face-pair descriptors; one that hangs together
 * never takes more than 3 l + 1. */
struct nd_blocks_limits {
    nd_idx elements; /* hard: a block holds at most this many */
    int descriptors; /* soft: face-pair descriptors a block has room for; 0: no limit */
    enum nd_blocks_how how;
};

/* slot[K] receives block * limits->elements + place in the block; *blocks, how many there are. Consecutive blocks are
 * near, for they follow a Hilbert curve.
 *
 * Greedily: the paper's agglomeration (Algorithm 2). A block that has no room for the descriptors of one more element
 * is closed, and the rest of its slots stay empty; without that limit only the last block has empty slots.
 * Stretches of the curve are made by all threads at once; the result does not depend on how many those are.
 * By METIS: more faces inside blocks, and more time. Where METIS keeps missing the limits, more slots stay empty. Blocks
 * of fewer than 8 elements are made greedily anyway, for METIS is not made for so small parts. Fails when the library
 * was built without it.
 * Along the curve: a block is the next elements of it, as many as the limits allow. Fewest faces inside blocks, and least
 * time. */
int nd_blocks_place(const struct nd_connect *connect, const struct nd_mesh *mesh,
                    const struct nd_blocks_limits *limits, nd_idx *slot, int64_t *blocks);

/* The share of the faces between elements that have both of these in one block. */
double nd_blocks_inside(const struct nd_connect *connect, nd_idx K, nd_idx elements, const nd_idx *slot);

/* blocks_metis.c: group[K] receives numbers from 0 to *groups - 1, most of which can be blocks as they are. */
int nd_blocks_metis(const struct nd_connect *connect, nd_idx K, nd_idx elements, const nd_idx *curve,
                    nd_idx *group, nd_idx *groups);

#endif
