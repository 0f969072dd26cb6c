/* The order in which elements live on a device: contiguous patches, so that neighbours are near in memory. */
#ifndef ND_BLOCKS_H
#define ND_BLOCKS_H

#include "part/connect.h"

/* The paper's greedy agglomeration (Algorithm 2) into blocks of `size` elements, seeds taken along a Hilbert curve so
 * that consecutive blocks are near too. order[K] receives mesh elements in their new sequence. */
int nd_blocks_order(const struct nd_connect *connect, const struct nd_mesh *mesh, nd_idx size, nd_idx *order);

#endif
