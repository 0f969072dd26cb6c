#include "part/share.h"

#include <string.h>
#include "comm/comm.h"

/* Marks the ghosts, and the blocks that have them as neighbours. */
enum { NEITHER = -1, GHOST = -2 };

static void mark(struct nd_share *share, const struct nd_connect *connect, const struct nd_blocks *blocks,
                 unsigned char *outer)
{
    for (nd_idx k = 0; k < share->K; k++) share->slot[k] = NEITHER;
    for (nd_idx k = 0; k < share->K; k++)
        for (size_t f = 4 * (size_t)k; f < 4 * (size_t)k + 4 && share->owner[k] == share->rank; f++) {
            const nd_idx m = connect->EToE[f];
            if (share->owner[m] == share->rank) continue;
            share->slot[m] = GHOST;
            outer[blocks->slot[k] / blocks->elements] = 1;
        }
}

/* Blocks with ghosts as neighbours come first, so that a stage can compute the others while messages travel. Otherwise
 * the order is that of the whole mesh. */
static int place(struct nd_share *share, const struct nd_connect *connect, const struct nd_blocks *blocks,
                 const int *owner)
{
    int status = 0;
    const nd_idx B = blocks->elements;
    nd_idx *number = NULL; /* [blocks->count] in the share */
    unsigned char *outer = NULL;
    ALLOC(number, blocks->count);
    ALLOC(outer, blocks->count);
    mark(share, connect, blocks, outer);
    for (int inner = 0; inner < 2; inner++) {
        for (nd_idx b = 0; b < blocks->count; b++)
            if (owner[b] == share->rank && outer[b] != inner) number[b] = share->blocks++;
        if (!inner) share->outer = share->blocks;
    }
    for (nd_idx k = 0; k < share->K; k++) {
        if (share->owner[k] == share->rank)
            share->slot[k] = number[blocks->slot[k] / B] * B + blocks->slot[k] % B;
        else if (share->slot[k] == GHOST)
            share->slot[k] = share->blocks * B + share->ghosts++;
    }
done:
    free(number);
    free(outer);
    return status;
}

int nd_share_init(struct nd_share *share, const struct nd_connect *connect, const struct nd_blocks *blocks,
                  nd_idx K, const float *weight)
{
    int status = 0, *owner = NULL;
    *share = (struct nd_share){.rank = share->rank, .ranks = share->ranks, .K = K};
    if (share->ranks > blocks->count)
        FAIL(NUDGE_EVALUE,
             "%d ranks for %d elements in %d blocks that are computed together: start at most %d ranks",
             share->ranks, (int)K, (int)blocks->count, (int)blocks->count);
    ALLOC(owner, blocks->count);
    ALLOC(share->owner, K);
    ALLOC(share->slot, K);
    TRY(nd_share_cut(connect, blocks, K, weight, share->ranks, owner));
    for (nd_idx k = 0; k < K; k++) share->owner[k] = owner[blocks->slot[k] / blocks->elements];
    TRY(place(share, connect, blocks, owner));
done:
    free(owner);
    if (status) nd_share_clear(share);
    return status;
}

void nd_share_clear(struct nd_share *share)
{
    free(share->owner);
    free(share->slot);
    *share = (struct nd_share){0};
}

int nd_share_gather(const struct nd_share *share, const nd_idx *element, nd_idx n, size_t row,
                    const double *own, double *all)
{
    int status = 0;
    size_t *counts = NULL, *at = NULL, mine = 0;
    double *rows = NULL;
    ALLOC(counts, share->ranks);
    for (nd_idx i = 0; i < n; i++) counts[share->owner[element ? element[i] : i]] += row * sizeof *own;
    mine = counts[share->rank];
    if (share->rank) {
        TRY(nd_comm_gather(own, mine, NULL, NULL));
        goto done;
    }
    ALLOC(rows, (size_t)n * row);
    ALLOC(at, share->ranks);
    TRY(nd_comm_gather(own, mine, rows, counts));
    for (int r = 1; r < share->ranks; r++) at[r] = at[r - 1] + counts[r - 1] / sizeof *own;
    for (nd_idx i = 0; i < n; i++) {
        size_t *from = &at[share->owner[element ? element[i] : i]];
        memcpy(all + (size_t)i * row, rows + *from, row * sizeof *all);
        *from += row;
    }
done:
    free(counts);
    free(at);
    free(rows);
    return status;
}
