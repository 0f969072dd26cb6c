/* Which rank gets which block. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "base/log.h"
#include "part/share.h"

#define WEIGHT_UNIT 16 /* of a weight of 1: METIS takes whole numbers */

static double weight_of(const float *weight, nd_idx k)
{
    return weight ? (double)weight[k] : 1;
}

/* sum[count] of the weights of each block. */
static void weigh(const struct nd_blocks *blocks, const float *weight, nd_idx K, double *sum)
{
    memset(sum, 0, (size_t)blocks->count * sizeof *sum);
    for (nd_idx k = 0; k < K; k++) sum[blocks->slot[k] / blocks->elements] += weight_of(weight, k);
}

/* Stretches of about equal weight, each with a block at least. */
static void cut_stretches(const double *sum, nd_idx count, int ranks, int *owner)
{
    double all = 0, before = 0;
    for (nd_idx b = 0; b < count; b++) all += sum[b];
    for (nd_idx b = 0, rank = 0; b < count; b++) {
        const nd_idx left = count - b, wanted = (nd_idx)((before + sum[b] / 2) / all * ranks);
        if (b && rank < ranks - 1 && (wanted > rank || left <= ranks - 1 - rank)) rank++;
        owner[b] = (int)rank;
        before += sum[b];
    }
}

#ifdef ND_METIS
#include <metis.h>

/* The blocks to be divided. */
struct cut {
    const struct nd_connect *connect;
    const struct nd_blocks *blocks;
    nd_idx K;
    const double *sum; /* of the weights of each block */
};

/* The graph of the blocks. */
struct graph {
    idx_t n, *start, *behind, *faces, *weight;
};

static void graph_clear(struct graph *g)
{
    free(g->start);
    free(g->behind);
    free(g->faces);
    free(g->weight);
}

/* The elements of each block: element[first[b]] to before element[first[b + 1]]. */
static void list_elements(const struct nd_blocks *blocks, nd_idx K, nd_idx *first, nd_idx *element)
{
    memset(first, 0, ((size_t)blocks->count + 2) * sizeof *first);
    for (nd_idx k = 0; k < K; k++) first[blocks->slot[k] / blocks->elements + 2]++;
    for (nd_idx b = 0; b < blocks->count; b++) first[b + 2] += first[b + 1];
    for (nd_idx k = 0; k < K; k++) element[first[blocks->slot[k] / blocks->elements + 1]++] = k;
}

/* Adds the neighbours of block b; seen[block]: where it stands among them, if it is not before `start`. */
static void add_neighbours(struct graph *g, const struct cut *cut, const nd_idx *first, const nd_idx *element,
                           idx_t b, idx_t *seen)
{
    const struct nd_blocks *blocks = cut->blocks;
    idx_t edges = g->start[b];
    for (nd_idx i = first[b]; i < first[b + 1]; i++)
        for (size_t f = 0; f < 4; f++) {
            const idx_t other =
                blocks->slot[cut->connect->EToE[4 * (size_t)element[i] + f]] / blocks->elements;
            if (other == b) continue;
            if (seen[other] < g->start[b] || seen[other] >= edges || g->behind[seen[other]] != other) {
                seen[other] = edges;
                g->behind[edges] = other;
                g->faces[edges++] = 0;
            }
            g->faces[seen[other]]++;
        }
    g->start[b + 1] = edges;
}

static int graph_make(struct graph *g, const struct cut *cut)
{
    int status = 0;
    const struct nd_blocks *blocks = cut->blocks;
    const nd_idx K = cut->K;
    nd_idx *first = NULL, *element = NULL;
    idx_t *seen = NULL;
    g->n = blocks->count;
    ALLOC(first, blocks->count + 2);
    ALLOC(element, K);
    ALLOC(seen, blocks->count);
    ALLOC(g->start, blocks->count + 1);
    ALLOC(g->behind, 4 * (size_t)K);
    ALLOC(g->faces, 4 * (size_t)K);
    ALLOC(g->weight, blocks->count);
    list_elements(blocks, K, first, element);
    for (idx_t b = 0; b < g->n; b++) {
        add_neighbours(g, cut, first, element, b, seen);
        g->weight[b] = 1 + (idx_t)(WEIGHT_UNIT * cut->sum[b]);
    }
done:
    free(first);
    free(element);
    free(seen);
    return status;
}

/* Whether each rank has a block. */
static int all_have(const int *owner, nd_idx count, int ranks)
{
    int have = 0;
    unsigned char *has = calloc((size_t)ranks, 1);
    for (nd_idx b = 0; b < count && has; b++)
        if (!has[owner[b]]) has[owner[b]] = 1, have++;
    free(has);
    return have == ranks;
}

/* By METIS, with its own random numbers always the same. Leaves the stretches as they are if METIS fails. */
static int cut_metis(const struct cut *c, int ranks, int *owner)
{
    int status = 0;
    const struct nd_blocks *blocks = c->blocks;
    struct graph g = {0};
    idx_t one = 1, parts = ranks, cut, options[METIS_NOPTIONS], *part = NULL;
    int *wanted = NULL;
    ALLOC(part, blocks->count);
    ALLOC(wanted, blocks->count);
    TRY(graph_make(&g, c));
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = 1;
    options[METIS_OPTION_UFACTOR] = 10; /* at most 1 % more than the mean */
    if (METIS_PartGraphKway(&g.n, &one, g.start, g.behind, g.weight, NULL, g.faces, &parts, NULL, NULL,
                            options, &cut, part) != METIS_OK)
        goto done;
    for (nd_idx b = 0; b < blocks->count; b++) wanted[b] = (int)part[b];
    if (all_have(wanted, blocks->count, ranks)) memcpy(owner, wanted, (size_t)blocks->count * sizeof *wanted);
done:
    graph_clear(&g);
    free(part);
    free(wanted);
    return status;
}
#endif

int nd_share_cut(const struct nd_connect *connect, const struct nd_blocks *blocks, nd_idx K,
                 const float *weight, int ranks, int *owner)
{
    int status = 0;
    double *sum = NULL;
    ALLOC(sum, blocks->count);
    weigh(blocks, weight, K, sum);
    cut_stretches(sum, blocks->count, ranks, owner);
#ifdef ND_METIS
    if (ranks > 1) TRY(cut_metis(&(struct cut){connect, blocks, K, sum}, ranks, owner));
#else
    static atomic_flag said = ATOMIC_FLAG_INIT; /* once per process, which may make many solvers */
    (void)connect;
    if (ranks > 1 && !atomic_flag_test_and_set(&said))
        nd_warn("this build of nudge has no METIS, which would divide the mesh with fewer faces between ranks: install "
                "libmetis-dev and build again");
#endif
done:
    free(sum);
    return status;
}
