#include "part/blocks.h"

#include "part/curve.h"

/* The queue keeps candidates in the order of their coming. A heap finds the one with most faces to the block; of those
 * the one with fewest neighbours outside all blocks, which would else be left over and end in a scattered block; of
 * those the earliest. Its entries are (4 - faces) << 40 | neighbours << 32 | slot in the queue. A candidate that gains a
 * face is entered again, and its old entry is stale. */
struct candidates {
    const struct nd_connect *connect;
    nd_idx *queue;
    size_t n, capacity;
    uint64_t *heap;
    size_t nheap, heap_capacity;
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
    for (size_t f = 0; f < 4; f++) neighbours += c->faces[c->connect->EToE[4 * (size_t)element + f]] != TAKEN;
    return (uint64_t)(4 - c->faces[element]) << 40 | neighbours << 32 | c->slot[element];
}

/* The element shares one more face with the block. */
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
    TRY(heap_push(c, heap_entry(c, element)));
done:
    return status;
}

/* The best candidate, or -1 when there is none. */
static nd_idx candidate_take(struct candidates *c)
{
    while (c->nheap) {
        uint64_t entry = heap_pop(c);
        nd_idx element = c->queue[(uint32_t)entry];
        if (c->faces[element] + (int)(entry >> 40) == 4) return element;
    }
    return -1;
}

/* A new block begins. */
static void candidates_forget(struct candidates *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->faces[c->queue[i]] != TAKEN) c->faces[c->queue[i]] = 0;
    c->n = c->nheap = 0;
}

/* -- the block being made -- */

struct making {
    const struct nd_blocks_limits *limits;
    nd_idx K;
    const nd_idx *group; /* [K] a block is part of one group */
    const nd_idx *order; /* [K] in which seeds are looked for; lists the elements group by group */
    nd_idx seed;         /* all before it in the order are in blocks */
    struct candidates candidates;
    nd_idx size;     /* elements in the block so far */
    int descriptors; /* that these need */
};

/* Descriptors that an element needs beyond those of the block: one for each face, less those whose pair has one
 * already, in the block or (a periodic mesh one cell wide) on the element itself. */
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
        if (m->group[next] == m->group[element]) TRY(candidate_add(&m->candidates, next));
    }
done:
    return status;
}

/* The first element in the order that is in no block yet, or -1. */
static nd_idx find_seed(struct making *m)
{
    while (m->seed < m->K && m->candidates.faces[m->order[m->seed]] == TAKEN) m->seed++;
    return m->seed < m->K ? m->order[m->seed] : -1;
}

/* The element that the block takes next, or -1 when it is complete. */
static nd_idx find_next(struct making *m, nd_idx group)
{
    if (m->size == m->limits->elements) return -1;
    nd_idx element = candidate_take(&m->candidates);
    if (element < 0) element = find_seed(m);
    return element >= 0 && m->group[element] == group && fits(m, element) ? element : -1;
}

static int agglomerate(struct making *m, nd_idx *slot, int64_t *blocks)
{
    int status = 0;
    *blocks = 0;
    for (nd_idx element; (element = find_seed(m)) >= 0; ++*blocks) {
        const int64_t first = *blocks * m->limits->elements;
        const nd_idx group = m->group[element];
        if (first + m->limits->elements > INT32_MAX)
            FAIL(NUDGE_EVALUE,
                 "%d elements in blocks of %d: more than %d slots, for many stay empty; use smaller blocks",
                 m->K, m->limits->elements, INT32_MAX);
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

/* order[K]: elements group by group, a group where its median element is on the curve, and inside it along the
 * curve. */
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

int nd_blocks_place(const struct nd_connect *connect, const struct nd_mesh *mesh,
                    const struct nd_blocks_limits *limits, nd_idx *slot, int64_t *blocks)
{
    int status = 0;
    struct making m = {.limits = limits, .K = mesh->K, .candidates = {.connect = connect}};
    nd_idx *curve = NULL, *group = NULL, *order = NULL, groups = 1;
    if (limits->elements < 1) FAIL(NUDGE_EVALUE, "blocks of %d elements", limits->elements);
    if (limits->descriptors < 0)
        FAIL(NUDGE_EVALUE, "blocks with room for %d face-pair descriptors", limits->descriptors);
    ALLOC(curve, mesh->K);
    ALLOC(group, mesh->K);
    ALLOC(order, mesh->K);
    ALLOC(m.candidates.slot, mesh->K);
    ALLOC(m.candidates.faces, mesh->K);
    TRY(nd_curve_order(mesh, curve));
    if (limits->metis) TRY(nd_blocks_metis(connect, mesh->K, limits->elements, curve, group, &groups));
    TRY(order_groups(mesh->K, curve, groups, group, order));
    m.group = group;
    m.order = order;
    TRY(agglomerate(&m, slot, blocks));
done:
    free(curve);
    free(group);
    free(order);
    free(m.candidates.heap);
    free(m.candidates.slot);
    free(m.candidates.faces);
    free(m.candidates.queue);
    return status;
}
