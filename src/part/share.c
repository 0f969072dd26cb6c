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
            const nd_idx both[2] = {(nd_idx)(nd_connect_neighbour(connect, f) / 4),
                                    (nd_idx)(nd_connect_copy(connect, f) / 4)};
            for (int i = 0; i < 2; i++) {
                if (share->owner[both[i]] == share->rank) continue;
                share->slot[both[i]] = GHOST;
                outer[blocks->slot[k] / blocks->elements] = 1;
            }
        }
}

/* Blocks with ghosts as neighbours come first, so that a stage can compute the others while messages travel, and idle
 * blocks last. Otherwise the order is that of the whole mesh. */
static int place(struct nd_share *share, const struct nd_connect *connect, const struct nd_blocks *blocks,
                 const int *owner)
{
    int status = 0;
    const nd_idx B = blocks->elements, computed = blocks->count - blocks->idle;
    nd_idx *number = NULL; /* [blocks->count] in the share */
    unsigned char *outer = NULL;
    ALLOC(number, blocks->count);
    ALLOC(outer, blocks->count);
    mark(share, connect, blocks, outer);
    for (int inner = 0; inner < 2; inner++) {
        for (nd_idx b = 0; b < computed; b++)
            if (owner[b] == share->rank && outer[b] != inner) number[b] = share->blocks++;
        if (!inner) share->outer = share->blocks;
    }
    share->idle = share->blocks;
    for (nd_idx b = computed; b < blocks->count; b++)
        if (owner[b] == share->rank) number[b] = share->blocks++;
    share->idle = share->blocks - share->idle;
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
             "%d ranks for %d elements, which are computed in %d block%s: start at most %d rank%s, or make the "
             "mesh finer",
             share->ranks, (int)K, (int)blocks->count, blocks->count == 1 ? "" : "s", (int)blocks->count,
             blocks->count == 1 ? "" : "s");
    ALLOC(owner, blocks->count);
    ALLOC(share->owner, K);
    ALLOC(share->slot, K);
    if (!nd_comm_rank()) status = nd_share_cut(connect, blocks, K, weight, share->ranks, owner);
    TRY(nd_comm_agree(status));
    TRY(nd_comm_bcast(owner, (size_t)blocks->count * sizeof *owner));
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

int nd_share_list(const struct nd_share *share, nd_idx K, nd_idx **element, nd_idx *n)
{
    int status = 0;
    *n = 0;
    ALLOC(*element, K);
    for (nd_idx k = 0; k < K; k++)
        if (nd_share_has(share, k)) (*element)[(*n)++] = k;
done:
    return status;
}

/* Copies the rows of one rank: from `all` to `part`, or back. */
static void copy_rows(const struct nd_share *share, int rank, const struct nd_share_rows *rows, double *all,
                      double *part, int back)
{
    const size_t bytes = rows->row * sizeof *all;
    for (nd_idx i = 0; i < rows->n; i++) {
        if (share->owner[rows->element ? rows->element[i] : i] != rank) continue;
        if (back)
            memcpy(all + (size_t)i * rows->row, part, bytes);
        else
            memcpy(part, all + (size_t)i * rows->row, bytes);
        part += rows->row;
    }
}

/* counts[ranks]: numbers of each rank's rows. Returns the largest of other ranks. */
static size_t count_rows(const struct nd_share *share, const struct nd_share_rows *rows, size_t *counts)
{
    size_t most = 0;
    for (nd_idx i = 0; i < rows->n; i++)
        counts[share->owner[rows->element ? rows->element[i] : i]] += rows->row;
    for (int r = 1; r < share->ranks; r++) most = counts[r] > most ? counts[r] : most;
    return most;
}

/* One rank after the other, so that rank 0 needs little memory beside `all`. */
int nd_share_gather(const struct nd_share *share, const struct nd_share_rows *rows, const double *own,
                    double *all)
{
    int status = 0;
    size_t *counts = NULL;
    double *part = NULL;
    ALLOC(counts, share->ranks);
    const size_t most = count_rows(share, rows, counts);
    if (share->rank) {
        TRY(nd_comm_send(0, own, counts[share->rank] * sizeof *own));
        goto done;
    }
    copy_rows(share, 0, rows, all, (double *)own, 1);
    ALLOC(part, most);
    for (int r = 1; r < share->ranks; r++) {
        TRY(nd_comm_receive(r, part, counts[r] * sizeof *part));
        copy_rows(share, r, rows, all, part, 1);
    }
done:
    free(counts);
    free(part);
    return status;
}

int nd_share_scatter(const struct nd_share *share, const struct nd_share_rows *rows, const double *all,
                     double *own)
{
    int status = 0;
    size_t *counts = NULL;
    double *part = NULL;
    ALLOC(counts, share->ranks);
    const size_t most = count_rows(share, rows, counts);
    if (share->rank) {
        TRY(nd_comm_receive(0, own, counts[share->rank] * sizeof *own));
        goto done;
    }
    copy_rows(share, 0, rows, (double *)all, own, 0);
    ALLOC(part, most);
    for (int r = 1; r < share->ranks; r++) {
        copy_rows(share, r, rows, (double *)all, part, 0);
        TRY(nd_comm_send(r, part, counts[r] * sizeof *part));
    }
done:
    free(counts);
    free(part);
    return status;
}
