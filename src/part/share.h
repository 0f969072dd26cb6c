/* Shares: the elements of a mesh divided among ranks.
 *
 * Every rank knows the whole mesh. Ranks get whole blocks of elements (blocks.h), because a thread block computes a
 * block of elements together. So the elements that are computed together do not depend on the number of ranks, and
 * neither does any bit of the results. A rank's ghosts are the elements of other ranks that share a face with one of
 * its own, and on periodic sides with a phase the copies of these (nd_connect_copy). */
#ifndef ND_SHARE_H
#define ND_SHARE_H

#include "part/connect.h"

/* The blocks of the whole mesh. */
struct nd_blocks {
    nd_idx elements; /* slots of a block */
    nd_idx count;    /* of blocks */
    nd_idx *slot;    /* [K] block * elements + index in the block */
    nd_idx idle;     /* the last blocks, which stages do not compute (nd_blocks_set_aside) */
};

struct nd_share {
    int rank, ranks;
    nd_idx K;      /* of the whole mesh */
    int *owner;    /* [K] the rank of each element */
    nd_idx *slot;  /* [K] own elements come first, then ghosts; -1: neither */
    nd_idx blocks; /* of own elements */
    nd_idx idle;   /* the last of them, which stages do not compute */
    nd_idx outer;  /* the first of them, which have ghosts as neighbours */
    nd_idx ghosts;
};

/* Ranks have shares of about equal weight with few faces between them, by METIS or, without it, stretches of the
 * blocks' own order, which is a Hilbert curve. weight[K]: cost of each element relative to others; null: all
 * alike. share->rank and ranks are given. Under MPI rank 0 makes the division, and weight is for it alone. Returns
 * NUDGE_EVALUE if there are more ranks than blocks. Collective. */
int nd_share_init(struct nd_share *share, const struct nd_connect *connect, const struct nd_blocks *blocks,
                  nd_idx K, const float *weight);
void nd_share_clear(struct nd_share *share);
static inline int nd_share_has(const struct nd_share *share, nd_idx k)
{
    return !share || share->owner[k] == share->rank;
}

/* *element: the own elements in ascending order, of a share or, if it is null, of all K; free() it. */
int nd_share_list(const struct nd_share *share, nd_idx K, nd_idx **element, nd_idx *n);

/* Rows of numbers, one of each element in a list. */
struct nd_share_rows {
    const nd_idx *element; /* [n] null: elements 0 to n - 1 */
    nd_idx n;
    size_t row; /* numbers of an element */
};
/* own[own elements of the list][row] of every rank become all[n][row] on rank 0. Collective. */
int nd_share_gather(const struct nd_share *share, const struct nd_share_rows *rows, const double *own,
                    double *all);
/* The other way round. */
int nd_share_scatter(const struct nd_share *share, const struct nd_share_rows *rows, const double *all,
                     double *own);

/* A face of an element. */
struct nd_side {
    nd_idx element;
    int face;
};
/* The faces between this rank and another one, of both sides. Both ranks list them in the same order: by element,
 * then by face. */
struct nd_border {
    int rank;
    nd_idx n;
    struct nd_side *send; /* [n] faces of own elements */
    struct nd_side *take; /* [n] faces of ghosts */
};
/* *borders: one per neighbouring rank, in ascending order. */
int nd_borders_find(const struct nd_share *share, const struct nd_connect *connect,
                    struct nd_border **borders, int *n);
void nd_borders_clear(struct nd_border *borders, int n);

/* share_cut.c: owner[blocks->count] receives the rank of each block. */
int nd_share_cut(const struct nd_connect *connect, const struct nd_blocks *blocks, nd_idx K,
                 const float *weight, int ranks, int *owner);

#endif
