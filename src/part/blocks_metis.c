/* Blocks of elements by METIS, if the library is built with it. */
#include "part/blocks.h"

#ifndef ND_METIS

int nd_blocks_metis(const struct nd_connect *connect, nd_idx K, nd_idx elements, const nd_idx *curve,
                    nd_idx *group, nd_idx *groups)
{
    int status = 0;
    (void)connect, (void)K, (void)elements, (void)curve, (void)group, (void)groups;
    FAIL(NUDGE_EVALUE,
         "this build has no METIS: use greedy blocks, or install METIS 5 (libmetis-dev) and build again");
done:
    return status;
}

#else

#include <metis.h>
#include "base/work.h"

/* METIS divides stretches of the curve of about this many elements each, because its cost grows faster than
 * the number of parts. */
#define STRETCH        10000
/* METIS is not used for smaller parts: its imbalance is one or two elements. */
#define ELEMENTS_LEAST 8
/* Attempts to divide a stretch into more parts because some were too large. */
#define ATTEMPTS       4

/* The dual graph of a stretch, and its parts. */
struct stretch {
    idx_t n, parts, most;           /* most: limit of elements per part */
    idx_t *start, *behind, *weight; /* [n + 1], [4 n], [4 n]: neighbours across several faces weigh more */
    idx_t *part;                    /* [n] */
    /* Members of each part, as lists. */
    idx_t *first, *size; /* [parts] */
    idx_t *next, *prev;  /* [n] */
    /* For the search of a path between parts. */
    idx_t *queue, *from; /* [parts] */
};

static void set_graph(struct stretch *s, const struct nd_connect *connect, const nd_idx *curve,
                      const nd_idx *place, nd_idx begin)
{
    idx_t edges = 0;
    for (idx_t i = 0; i < s->n; i++) {
        const size_t k = (size_t)curve[begin + i];
        s->start[i] = edges;
        for (size_t f = 0; f < 4; f++) {
            const idx_t j = place[connect->EToE[4 * k + f]] - begin;
            if (j < 0 || j >= s->n || j == i) continue;
            idx_t e = s->start[i];
            while (e < edges && s->behind[e] != j) e++;
            if (e == edges) s->weight[edges++] = 0;
            s->behind[e] = j;
            s->weight[e]++;
        }
    }
    s->start[s->n] = edges;
}

static void link_member(struct stretch *s, idx_t i, idx_t part)
{
    s->part[i] = part;
    s->prev[i] = -1;
    s->next[i] = s->first[part];
    if (s->next[i] >= 0) s->prev[s->next[i]] = i;
    s->first[part] = i;
    s->size[part]++;
}

static void unlink_member(struct stretch *s, idx_t i)
{
    const idx_t part = s->part[i];
    if (s->next[i] >= 0) s->prev[s->next[i]] = s->prev[i];
    if (s->prev[i] >= 0)
        s->next[s->prev[i]] = s->next[i];
    else
        s->first[part] = s->next[i];
    s->size[part]--;
}

/* The part with room that is nearest to `full`, with the path to it in s->from; -1: none can be reached. */
static idx_t find_room(struct stretch *s, idx_t full)
{
    idx_t head = 0, tail = 0;
    for (idx_t p = 0; p < s->parts; p++) s->from[p] = -1;
    s->from[full] = full;
    s->queue[tail++] = full;
    while (head < tail) {
        const idx_t p = s->queue[head++];
        if (s->size[p] < s->most) return p;
        for (idx_t i = s->first[p]; i >= 0; i = s->next[i])
            for (idx_t e = s->start[i]; e < s->start[i + 1]; e++) {
                const idx_t q = s->part[s->behind[e]];
                if (s->from[q] >= 0) continue;
                s->from[q] = p;
                s->queue[tail++] = q;
            }
    }
    return -1;
}

/* Moves the element whose move from one part to its neighbour loses the fewest faces inside parts. */
static void move_one(struct stretch *s, idx_t from, idx_t to)
{
    idx_t best = -1, best_gain = 0;
    for (idx_t i = s->first[from]; i >= 0; i = s->next[i]) {
        idx_t gain = 0, adjacent = 0;
        for (idx_t e = s->start[i]; e < s->start[i + 1]; e++) {
            const idx_t q = s->part[s->behind[e]];
            gain += q == to ? s->weight[e] : q == from ? -s->weight[e] : 0;
            adjacent += q == to;
        }
        if (adjacent && (best < 0 || gain > best_gain)) {
            best = i;
            best_gain = gain;
        }
    }
    unlink_member(s, best);
    link_member(s, best, to);
}

/* METIS's parts may have an element too many or too few. Parts pass on elements along the shortest
 * path from each full part to one with room. A part receives its element before it passes one on,
 * so that the path stays valid. Returns the number of elements that are still too many. */
static idx_t even_out(struct stretch *s)
{
    idx_t left = 0;
    for (idx_t p = 0; p < s->parts; p++)
        while (s->size[p] > s->most) {
            idx_t q = find_room(s, p), hops = 0;
            if (q < 0) {
                left += s->size[p] - s->most;
                break;
            }
            for (; q != p; q = s->from[q]) s->queue[hops++] = q;
            for (idx_t at = p; hops > 0; at = q) {
                q = s->queue[--hops];
                move_one(s, at, q);
            }
        }
    return left;
}

static int divide(struct stretch *s)
{
    int status = 0;
    idx_t options[METIS_NOPTIONS], constraints = 1, cut;
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = 1;
    options[METIS_OPTION_UFACTOR] = 1;
    for (idx_t i = 0; i < s->n; i++) s->part[i] = 0;
    if (s->parts > 1) {
        const int code = METIS_PartGraphRecursive(&s->n, &constraints, s->start, s->behind, NULL, NULL,
                                                  s->weight, &s->parts, NULL, NULL, options, &cut, s->part);
        if (code == METIS_ERROR_MEMORY) FAIL(NUDGE_ENOMEM, "out of memory in METIS");
        if (code != METIS_OK)
            FAIL(NUDGE_EINTERNAL,
                 "METIS could not divide %d elements into %d parts (code %d); use greedy blocks", (int)s->n,
                 (int)s->parts, code);
    }
    for (idx_t p = 0; p < s->parts; p++) {
        s->first[p] = -1;
        s->size[p] = 0;
    }
    for (idx_t i = s->n - 1; i >= 0; i--) link_member(s, i, s->part[i]);
done:
    return status;
}

/* As in the paper: if parts are too large, divides into more of them. */
static int divide_within_limit(struct stretch *s)
{
    int status = 0;
    const idx_t least = (s->n + s->most - 1) / s->most;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        s->parts = least + attempt * (1 + least / 50);
        TRY(divide(s));
        if (even_out(s) == 0) break;
    }
done:
    return status;
}

static int stretch_init(struct stretch *s, size_t n, size_t parts)
{
    int status = 0;
    ALLOC(s->start, n + 1);
    ALLOC(s->behind, 4 * n);
    ALLOC(s->weight, 4 * n);
    ALLOC(s->part, n);
    ALLOC(s->next, n);
    ALLOC(s->prev, n);
    ALLOC(s->first, parts);
    ALLOC(s->size, parts);
    ALLOC(s->queue, parts);
    ALLOC(s->from, parts);
done:
    return status;
}

static void stretch_clear(struct stretch *s)
{
    free(s->start);
    free(s->behind);
    free(s->weight);
    free(s->part);
    free(s->next);
    free(s->prev);
    free(s->first);
    free(s->size);
    free(s->queue);
    free(s->from);
}

int nd_blocks_metis(const struct nd_connect *connect, nd_idx K, nd_idx elements, const nd_idx *curve,
                    nd_idx *group, nd_idx *groups)
{
    int status = 0;
    struct stretch s = {.most = elements};
    nd_idx *place = NULL;
    /* All stretches but the last hold a whole number of parts. */
    const int64_t parts = STRETCH / elements > 16 ? STRETCH / elements : 16, length = parts * elements;
    *groups = 1;
    for (nd_idx k = 0; k < K; k++) group[k] = 0;
    if (elements < ELEMENTS_LEAST || elements >= K) goto done;
    ALLOC(place, K);
    TRY(stretch_init(&s, (size_t)(length < K ? length : K), (size_t)(2 * parts + ATTEMPTS)));
    for (nd_idx i = 0; i < K; i++) place[curve[i]] = i;
    *groups = 0;
    for (int64_t begin = 0; begin < K; begin += length) {
        TRY(nd_work("ordering elements", (double)begin / K));
        s.n = (idx_t)(begin + length < K ? length : K - begin);
        set_graph(&s, connect, curve, place, (nd_idx)begin);
        TRY(divide_within_limit(&s));
        for (idx_t i = 0; i < s.n; i++) group[curve[begin + i]] = *groups + (nd_idx)s.part[i];
        *groups += (nd_idx)s.parts;
    }
done:
    stretch_clear(&s);
    free(place);
    return status;
}

#endif
