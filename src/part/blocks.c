#include "part/blocks.h"

#include <math.h>
#include <string.h>

#define HILBERT_BITS 16

/* -- the curve -- */

struct place {
    uint64_t key;
    nd_idx element;
};

/* Distance along the Hilbert curve of a point with integer coordinates, after J. Skilling, Programming the
 * Hilbert curve, AIP Conf. Proc. 707, 381 (2004): the coordinates become the transposed index, which is then
 * interleaved. */
static uint64_t hilbert_key(uint32_t x[3])
{
    const uint32_t top = 1u << (HILBERT_BITS - 1);
    for (uint32_t bit = top; bit > 1; bit >>= 1) {
        for (int i = 0; i < 3; i++) {
            uint32_t swap = x[i] & bit ? 0 : (x[0] ^ x[i]) & (bit - 1);
            if (x[i] & bit) x[0] ^= bit - 1;
            x[0] ^= swap;
            x[i] ^= swap;
        }
    }
    x[1] ^= x[0];
    x[2] ^= x[1];
    uint32_t flip = 0;
    for (uint32_t bit = top; bit > 1; bit >>= 1)
        if (x[2] & bit) flip ^= bit - 1;
    uint64_t key = 0;
    for (int b = HILBERT_BITS - 1; b >= 0; b--)
        for (int i = 0; i < 3; i++) key = key << 1 | ((x[i] ^ flip) >> b & 1);
    return key;
}

static void centroid(const struct nd_mesh *mesh, nd_idx k, double c[3])
{
    const nd_idx *vertex = mesh->EToV + 4 * (size_t)k;
    for (size_t i = 0; i < 3; i++) {
        c[i] = 0;
        for (int v = 0; v < 4; v++) c[i] += mesh->V[3 * (size_t)vertex[v] + i] / 4;
    }
}

/* By key, stably, sixteen bits at a time from the lowest. */
static int sort_places(struct place *place, nd_idx n)
{
    int status = 0;
    struct place *other = NULL, *from = place, *to;
    uint32_t *start = NULL;
    ALLOC(other, n);
    ALLOC(start, (1 << 16) + 1);
    to = other;
    for (int shift = 0; shift < 3 * HILBERT_BITS; shift += 16) {
        for (uint32_t i = 0; i <= 1 << 16; i++) start[i] = 0;
        for (nd_idx i = 0; i < n; i++) start[(from[i].key >> shift & 0xffff) + 1]++;
        for (uint32_t i = 0; i < 1 << 16; i++) start[i + 1] += start[i];
        for (nd_idx i = 0; i < n; i++) to[start[from[i].key >> shift & 0xffff]++] = from[i];
        struct place *swap = from;
        from = to;
        to = swap;
    }
    if (from != place) memcpy(place, from, (size_t)n * sizeof *place);
done:
    free(other);
    free(start);
    return status;
}

/* Elements along the curve through a cube around the mesh. */
static int curve_order(const struct nd_mesh *mesh, nd_idx *order)
{
    int status = 0;
    struct place *place = NULL;
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, extent = 0,
           c[3];
    const double cells = (1u << HILBERT_BITS) - 1;
    ALLOC(place, mesh->K);
    for (size_t i = 0; i < 3 * (size_t)mesh->Nv; i++) {
        low[i % 3] = fmin(low[i % 3], mesh->V[i]);
        high[i % 3] = fmax(high[i % 3], mesh->V[i]);
    }
    for (int i = 0; i < 3; i++) extent = fmax(extent, high[i] - low[i]);
    for (nd_idx k = 0; k < mesh->K; k++) {
        uint32_t x[3];
        centroid(mesh, k, c);
        for (int i = 0; i < 3; i++) x[i] = (uint32_t)fmin(fmax((c[i] - low[i]) / extent * cells, 0), cells);
        place[k] = (struct place){hilbert_key(x), k};
    }
    TRY(sort_places(place, mesh->K));
    for (nd_idx k = 0; k < mesh->K; k++) order[k] = place[k].element;
done:
    free(place);
    return status;
}

/* -- the candidates of the block being made -- */

/* The queue keeps candidates in the order of their coming. A heap finds the one with most faces to the block,
 * of those the earliest; its entries are (4 - faces) << 32 | slot in the queue. A candidate that gains a face
 * is entered again, and its old entry is stale. */
struct candidates {
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
    TRY(heap_push(c, (uint64_t)(4 - c->faces[element]) << 32 | c->slot[element]));
done:
    return status;
}

/* The best candidate, or -1 when there is none. */
static nd_idx candidate_take(struct candidates *c)
{
    while (c->nheap) {
        uint64_t entry = heap_pop(c);
        nd_idx element = c->queue[(uint32_t)entry];
        if (c->faces[element] + (int)(entry >> 32) == 4) return element;
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

int nd_blocks_order(const struct nd_connect *connect, const struct nd_mesh *mesh, nd_idx size, nd_idx *order)
{
    int status = 0;
    struct candidates c = {0};
    nd_idx *curve = NULL, seed = 0;
    if (size < 1) FAIL(NUDGE_EVALUE, "blocks of %d elements", size);
    ALLOC(curve, mesh->K);
    ALLOC(c.slot, mesh->K);
    ALLOC(c.faces, mesh->K);
    TRY(curve_order(mesh, curve));
    for (nd_idx i = 0; i < mesh->K; i++) {
        if (i % size == 0) candidates_forget(&c);
        nd_idx element = candidate_take(&c);
        if (element < 0) {
            while (c.faces[curve[seed]] == TAKEN) seed++;
            element = curve[seed];
        }
        c.faces[element] = TAKEN;
        order[i] = element;
        for (size_t f = 0; f < 4; f++) TRY(candidate_add(&c, connect->EToE[4 * (size_t)element + f]));
    }
done:
    free(curve);
    free(c.heap);
    free(c.slot);
    free(c.faces);
    free(c.queue);
    return status;
}
