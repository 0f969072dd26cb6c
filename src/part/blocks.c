#include "part/blocks.h"

#include <stdio.h>
#include <string.h>
#include "base/format.h"
#include "base/work.h"
#include "part/curve.h"

/* The queue keeps candidates in the order in which they were added. A heap finds the one with the most faces
 * towards the block; among these the one with the fewest neighbours of its group outside all blocks, which
 * would otherwise be left over and end in a scattered block; among these the earliest. Entries are
 * (4 - faces) << 40 | neighbours << 32 | slot in the queue. A candidate that gains a face is entered again,
 * and its old entry becomes stale. */
struct candidates {
    const struct nd_connect *connect;
    const nd_idx *group; /* [K] a block is part of one group */
    int ranked;          /* 0: the heap stays empty, so that blocks follow the order of seeds */
    nd_idx *queue;
    size_t n, capacity;
    uint64_t *heap;
    size_t nheap, heap_capacity;
    /* Only entries of the block's group are used: */
    uint32_t *slot;       /* [K] */
    unsigned char *faces; /* [K] shared with the block, at most 4; TAKEN once in a block */
};
enum { TAKEN = 255 };

static int heap_push(struct candidates *c, uint64_t entry)
{
    int status = 0;
    TRY(nd_grow(&c->heap, &c->heap_capacity, c->nheap + 1, sizeof *c->heap));
    size_t i = c->nheap++;
    for (; i && c->heap[(i - 1) / 2] > entry; i = (i - 1) / 2) c->heap[i] = c->heap[(i - 1) / 2];
    c->heap[i] = entry;
done:
    return status;
}

static uint64_t heap_pop(struct candidates *c)
{
    uint64_t top = c->heap[0], last = c->heap[--c->nheap];
    size_t i = 0;
    for (size_t child; (child = 2 * i + 1) < c->nheap; i = child) {
        if (child + 1 < c->nheap && c->heap[child + 1] < c->heap[child]) child++;
        if (last <= c->heap[child]) break;
        c->heap[i] = c->heap[child];
    }
    c->heap[i] = last;
    return top;
}

static uint64_t heap_entry(const struct candidates *c, nd_idx element)
{
    uint64_t neighbours = 0;
    for (size_t f = 0; f < 4; f++) {
        const nd_idx next = c->connect->EToE[4 * (size_t)element + f];
        neighbours += c->group[next] == c->group[element] && c->faces[next] != TAKEN;
    }
    return (uint64_t)(4 - c->faces[element]) << 40 | neighbours << 32 | c->slot[element];
}

/* Records that the element shares one more face with the block. */
static int candidate_add(struct candidates *c, nd_idx element)
{
    int status = 0;
    if (c->faces[element] == TAKEN) return 0;
    if (!c->faces[element]) {
        TRY(nd_grow(&c->queue, &c->capacity, c->n + 1, sizeof *c->queue));
        c->slot[element] = (uint32_t)c->n;
        c->queue[c->n++] = element;
    }
    c->faces[element]++;
    if (c->ranked) TRY(heap_push(c, heap_entry(c, element)));
done:
    return status;
}

/* Removes and returns the best candidate; -1: none. */
static nd_idx candidate_take(struct candidates *c)
{
    while (c->nheap) {
        uint64_t entry = heap_pop(c);
        nd_idx element = c->queue[(uint32_t)entry];
        if (c->faces[element] + (int)(entry >> 40) == 4) return element;
    }
    return -1;
}

/* Starts a new block. */
static void candidates_forget(struct candidates *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->faces[c->queue[i]] != TAKEN) c->faces[c->queue[i]] = 0;
    c->n = c->nheap = 0;
}

/* -- the block being made -- */

struct making {
    const struct nd_blocks_limits *limits;
    const nd_idx *order; /* [K] in which seeds are taken; lists the elements group by group */
    nd_idx seed, end;    /* seeds are order[seed ... end - 1]; all before are in blocks */
    struct candidates candidates;
    nd_idx size;     /* elements in the block so far */
    int descriptors; /* that they need */
};

/* Additional descriptors for an element: one per face, except faces whose partner has one already,
 * in the block or (in a periodic mesh one cell wide) on the element itself. */
static int descriptors_more(const struct making *m, nd_idx element)
{
    int own = 0;
    for (size_t face = 4 * (size_t)element; face < 4 * (size_t)element + 4; face++)
        own += m->candidates.connect->EToB[face] < 0 && m->candidates.connect->EToE[face] == element;
    return 4 - own / 2 - m->candidates.faces[element];
}

static int fits(const struct making *m, nd_idx element)
{
    return !m->limits->descriptors || m->descriptors + descriptors_more(m, element) <= m->limits->descriptors;
}

static int take(struct making *m, nd_idx element)
{
    int status = 0;
    m->descriptors += descriptors_more(m, element);
    m->size++;
    m->candidates.faces[element] = TAKEN;
    for (size_t f = 0; f < 4; f++) {
        const nd_idx next = m->candidates.connect->EToE[4 * (size_t)element + f];
        if (m->candidates.group[next] == m->candidates.group[element])
            TRY(candidate_add(&m->candidates, next));
    }
done:
    return status;
}

/* The first element in the order that is not in a block, or -1. */
static nd_idx find_seed(struct making *m)
{
    while (m->seed < m->end && m->candidates.faces[m->order[m->seed]] == TAKEN) m->seed++;
    return m->seed < m->end ? m->order[m->seed] : -1;
}

/* The next element of the block, or -1 if it is complete. */
static nd_idx find_next(struct making *m, nd_idx group)
{
    if (m->size == m->limits->elements) return -1;
    nd_idx element = candidate_take(&m->candidates);
    if (element < 0) element = find_seed(m);
    return element >= 0 && m->candidates.group[element] == group && fits(m, element) ? element : -1;
}

static int check_slots(const struct nd_blocks_limits *limits, int64_t blocks)
{
    int status = 0;
    if (blocks * limits->elements > INT32_MAX)
        FAIL(NUDGE_EVALUE,
             "blocks of %d elements: more than %d slots, for many stay empty; use smaller blocks",
             limits->elements, INT32_MAX);
done:
    return status;
}

/* Makes blocks of the elements order[seed ... end - 1], numbered from 0. */
static int agglomerate(struct making *m, nd_idx *slot, int64_t *blocks)
{
    int status = 0;
    *blocks = 0;
    for (nd_idx element; (element = find_seed(m)) >= 0; ++*blocks) {
        const int64_t first = *blocks * m->limits->elements;
        const nd_idx group = m->candidates.group[element];
        TRY(check_slots(m->limits, *blocks + 1));
        candidates_forget(&m->candidates);
        m->size = 0;
        m->descriptors = 0;
        if (!fits(m, element))
            FAIL(NUDGE_EVALUE, "blocks with room for %d face-pair descriptors: one element needs 4",
                 m->limits->descriptors);
        for (; element >= 0; element = find_next(m, group)) {
            slot[element] = (nd_idx)(first + m->size);
            TRY(take(m, element));
        }
    }
done:
    return status;
}

/* order[K]: elements group by group; groups by the position of their median element on the curve; inside a
 * group along the curve. */
static int order_groups(nd_idx K, const nd_idx *curve, nd_idx groups, const nd_idx *group, nd_idx *order)
{
    int status = 0;
    nd_idx *first = NULL, *count = NULL, *seen = NULL, next = 0;
    ALLOC(first, groups);
    ALLOC(count, groups);
    ALLOC(seen, groups);
    for (nd_idx k = 0; k < K; k++) count[group[k]]++;
    for (nd_idx i = 0; i < K; i++) {
        const nd_idx g = group[curve[i]];
        if (seen[g]++ != count[g] / 2) continue;
        first[g] = next;
        next += count[g];
    }
    for (nd_idx i = 0; i < K; i++) order[first[group[curve[i]]]++] = curve[i];
done:
    free(first);
    free(count);
    free(seen);
    return status;
}

/* -- stretches of the order, made by all threads at once -- */

/* Elements per stretch, rounded to whole blocks: enough that the ends of stretches hardly matter. It must not
 * depend on the number of threads. */
#define STRETCH (1 << 17)

struct stretches {
    nd_idx K, each; /* elements in all; elements per stretch, except the last */
    nd_idx n;
    int64_t *blocks; /* [n] per stretch; then the first block of each */
};

/* The position in the order where a stretch begins. */
static nd_idx stretch_begin(const struct stretches *s, nd_idx i)
{
    const int64_t at = (int64_t)i * s->each;
    return at < s->K ? (nd_idx)at : s->K;
}

/* shared: arrays that all stretches share. */
static int make_stretch(const struct making *shared, const struct stretches *s, nd_idx i, nd_idx *slot)
{
    struct making m = *shared;
    m.seed = stretch_begin(s, i);
    m.end = stretch_begin(s, i + 1);
    const int status = agglomerate(&m, slot, &s->blocks[i]);
    free(m.candidates.heap);
    free(m.candidates.queue);
    return status;
}

static int make_stretches(const struct making *shared, const struct stretches *s, nd_idx *slot)
{
    int status = 0, worst = 0;
    char message[256] = "";
#pragma omp parallel for schedule(dynamic)
    for (nd_idx i = 0; i < s->n; i++) {
        int failed;
#pragma omp atomic read
        failed = worst;
        if (failed) continue;
        failed = nd_work("ordering elements", (double)i / s->n);
        if (!failed) failed = make_stretch(shared, s, i, slot);
        if (!failed) continue;
#pragma omp critical /* error messages are per thread: pass one to the caller's */
        {
#pragma omp atomic write
            worst = failed;
            nd_format(message, sizeof message, "%s", nudge_error());
        }
    }
    if (worst) FAIL(worst, "%s", message);
done:
    return status;
}

/* Numbers the blocks of all stretches consecutively; *blocks: their total. */
static int join_stretches(const struct making *shared, const struct stretches *s, nd_idx *slot,
                          int64_t *blocks)
{
    int status = 0;
    const nd_idx elements = shared->limits->elements;
    *blocks = 0;
    for (nd_idx i = 0; i < s->n; i++) {
        const int64_t first = *blocks;
        *blocks += s->blocks[i];
        s->blocks[i] = first;
    }
    TRY(check_slots(shared->limits, *blocks));
#pragma omp parallel for schedule(static)
    for (nd_idx i = 0; i < s->n; i++)
        for (nd_idx j = stretch_begin(s, i); j < stretch_begin(s, i + 1); j++)
            slot[shared->order[j]] += (nd_idx)(s->blocks[i] * elements);
done:
    return status;
}

/* The order of the elements, and their groups: by METIS, else stretches of the curve. */
static int set_order(const struct nd_connect *connect, const struct nd_mesh *mesh,
                     const struct nd_blocks_limits *limits, struct stretches *s, nd_idx *order, nd_idx *group)
{
    int status = 0;
    nd_idx groups = 1, *curve = NULL;
    *s = (struct stretches){.K = mesh->K, .each = mesh->K, .n = 1};
    TRY(nd_curve_order(mesh, order));
    if (limits->how == ND_BLOCKS_METIS)
        TRY(nd_blocks_metis(connect, mesh->K, limits->elements, order, group, &groups));
    if (groups > 1) {
        ALLOC(curve, mesh->K);
        memcpy(curve, order, (size_t)mesh->K * sizeof *curve);
        TRY(order_groups(mesh->K, curve, groups, group, order));
        goto done;
    }
    s->each = limits->elements > STRETCH ? limits->elements : STRETCH / limits->elements * limits->elements;
    s->n = (nd_idx)(((int64_t)s->K + s->each - 1) / s->each);
#pragma omp parallel for schedule(static)
    for (nd_idx i = 0; i < s->K; i++) group[order[i]] = i / s->each;
done:
    free(curve);
    return status;
}

int nd_blocks_place(const struct nd_connect *connect, const struct nd_mesh *mesh,
                    const struct nd_blocks_limits *limits, nd_idx *slot, int64_t *blocks)
{
    int status = 0;
    struct making m = {.limits = limits,
                       .candidates = {.connect = connect, .ranked = limits->how != ND_BLOCKS_CURVE}};
    struct stretches s = {0};
    nd_idx *group = NULL, *order = NULL;
    if (limits->elements < 1) FAIL(NUDGE_EVALUE, "blocks of %d elements", limits->elements);
    if (limits->descriptors < 0)
        FAIL(NUDGE_EVALUE, "blocks with room for %d face-pair descriptors", limits->descriptors);
    ALLOC(group, mesh->K);
    ALLOC(order, mesh->K);
    TRY(set_order(connect, mesh, limits, &s, order, group));
    ALLOC(s.blocks, s.n);
    ALLOC(m.candidates.slot, mesh->K);
    ALLOC(m.candidates.faces, mesh->K);
    m.candidates.group = group;
    m.order = order;
    TRY(make_stretches(&m, &s, slot));
    TRY(join_stretches(&m, &s, slot, blocks));
done:
    free(group);
    free(order);
    free(s.blocks);
    free(m.candidates.slot);
    free(m.candidates.faces);
    return status;
}

double nd_blocks_inside(const struct nd_connect *connect, nd_idx K, nd_idx elements, const nd_idx *slot)
{
    int64_t faces = 0, inside = 0;
#pragma omp parallel for schedule(static) reduction(+ : faces, inside)
    for (nd_idx k = 0; k < K; k++)
        for (size_t face = 4 * (size_t)k; face < 4 * (size_t)k + 4; face++) {
            if (connect->EToB[face] >= 0) continue;
            faces++;
            inside += slot[k] / elements == slot[connect->EToE[face]] / elements;
        }
    return faces ? (double)inside / (double)faces : 0;
}

/* New blocks, filled one element after the other. */
struct packing {
    nd_idx elements, *slot;
    nd_idx waiting, *queue; /* [elements] of the block that is being filled */
    int64_t blocks;
};

static void flush(struct packing *p)
{
    for (nd_idx i = 0; i < p->waiting; i++) p->slot[p->queue[i]] = (nd_idx)p->blocks * p->elements + i;
    p->blocks += p->waiting > 0;
    p->waiting = 0;
}

static void pack(struct packing *p, nd_idx k)
{
    p->queue[p->waiting++] = k;
    if (p->waiting == p->elements) flush(p);
}

/* Whether one of the elements of a block is marked. */
static int loses(const nd_idx *element, nd_idx elements, const unsigned char *aside)
{
    for (nd_idx i = 0; i < elements; i++)
        if (element[i] >= 0 && aside[element[i]]) return 1;
    return 0;
}

int nd_blocks_set_aside(nd_idx K, nd_idx elements, const unsigned char *aside, nd_idx *slot, int64_t *blocks,
                        int64_t *idle)
{
    int status = 0;
    const size_t slots = (size_t)*blocks * (size_t)elements;
    nd_idx *element = NULL; /* [slots] -1: empty */
    struct packing p = {.elements = elements, .slot = slot};
    ALLOC(element, slots);
    ALLOC(p.queue, elements);
    for (size_t i = 0; i < slots; i++) element[i] = -1;
    for (nd_idx k = 0; k < K; k++) element[slot[k]] = k;
    for (size_t at = 0; at < slots; at += (size_t)elements) {
        const nd_idx *block = element + at;
        if (!loses(block, elements, aside)) {
            for (nd_idx i = 0; i < elements; i++)
                if (block[i] >= 0) slot[block[i]] = (nd_idx)p.blocks * elements + i;
            p.blocks++;
        } else
            for (nd_idx i = 0; i < elements; i++)
                if (block[i] >= 0 && !aside[block[i]]) pack(&p, block[i]);
    }
    flush(&p);
    *idle = p.blocks;
    for (size_t i = 0; i < slots; i++)
        if (element[i] >= 0 && aside[element[i]]) pack(&p, element[i]);
    flush(&p);
    *idle = p.blocks - *idle;
    *blocks = p.blocks;
done:
    free(element);
    free(p.queue);
    return status;
}
