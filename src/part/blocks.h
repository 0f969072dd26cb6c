/* Places elements in blocks, contiguous patches of the mesh: neighbours are then near in memory, and many
 * faces have both sides in one block. */
#ifndef ND_BLOCKS_H
#define ND_BLOCKS_H

#include "part/connect.h"

enum nd_blocks_how { ND_BLOCKS_GREEDY, ND_BLOCKS_METIS, ND_BLOCKS_CURVE };

/* A block of l elements with p pairs of faces inside it needs 4 l - p face-pair descriptors; a connected one
 * never needs more than 3 l + 1. */
struct nd_blocks_limits {
    nd_idx elements; /* hard: a block holds at most this many */
    int descriptors; /* soft: face-pair descriptors that fit a block; 0: no limit */
    enum nd_blocks_how how;
};

/* slot[K] receives block * limits->elements + index in the block; *blocks, the number of blocks.
 * Consecutive blocks are near each other, because they follow a Hilbert curve.
 *
 * ND_BLOCKS_GREEDY: the paper's agglomeration (Algorithm 2). A block without room for the
 * descriptors of one
 * more element is closed, and its remaining slots stay empty; without that limit only the last
 * block has
 * empty slots. All threads work on stretches of the curve; the result does not depend on their
 * number. ND_BLOCKS_METIS: more faces inside blocks, but slower. Where METIS keeps missing the
 * limits, more slots stay
 * empty. Blocks of fewer than 8 elements are made greedily, because METIS is not made for such
 * small parts.
 * Fails if the library was built without METIS. ND_BLOCKS_CURVE: a block is the next elements along
 * the curve, as many as the limits allow. Fewest faces
 * inside blocks, and fastest. */
int nd_blocks_place(const struct nd_connect *connect, const struct nd_mesh *mesh,
                    const struct nd_blocks_limits *limits, nd_idx *slot, int64_t *blocks);

/* Moves the elements marked in aside[K] to blocks of their own, which come last. Blocks that lose none stay as they are,
 * and the other elements of those that do fill new ones, in their order. *idle: the number of blocks of marked elements. */
int nd_blocks_set_aside(nd_idx K, nd_idx elements, const unsigned char *aside, nd_idx *slot, int64_t *blocks,
                        int64_t *idle);

/* The fraction of the faces between elements that have both elements in one block. */
double nd_blocks_inside(const struct nd_connect *connect, nd_idx K, nd_idx elements, const nd_idx *slot);

/* In blocks_metis.c: group[K] receives numbers from 0 to *groups - 1; most groups can be blocks as
 * they are. */
int nd_blocks_metis(const struct nd_connect *connect, nd_idx K, nd_idx elements, const nd_idx *curve,
                    nd_idx *group, nd_idx *groups);

#endif
