#include "part/curve.h"

#include <math.h>
#include <omp.h>
#include <string.h>

#define HILBERT_BITS 16
#define DIGITS       (1 << 16) /* values of one digit of the sort */

struct place {
    uint64_t key;
    nd_idx element;
};

/* Inserts two zeros before each of 16 bits. */
static uint64_t spread(uint64_t x)
{
    x = (x | x << 16) & 0x0000ff0000ffu;
    x = (x | x << 8) & 0x00f00f00f00fu;
    x = (x | x << 4) & 0x0c30c30c30c3u;
    return (x | x << 2) & 0x249249249249u;
}

/* Distance along the Hilbert curve of a point with integer coordinates, after J. Skilling, Programming the
 * Hilbert curve, AIP Conf. Proc. 707, 381 (2004): the coordinates become the transposed index, which is then
 * interleaved. */
static uint64_t hilbert_key(uint32_t x[3])
{
    for (int b = HILBERT_BITS - 1; b > 0; b--) {
        const uint32_t below = (1u << b) - 1;
        for (int i = 0; i < 3; i++) { /* without branches, which could not be predicted */
            const uint32_t set = -(x[i] >> b & 1) & below, swap = (x[0] ^ x[i]) & below & ~set;
            x[0] ^= set ^ swap;
            x[i] ^= swap;
        }
    }
    x[1] ^= x[0];
    x[2] ^= x[1];
    uint32_t flip = 0;
    for (int b = HILBERT_BITS - 1; b > 0; b--) flip ^= -(x[2] >> b & 1) & ((1u << b) - 1);
    return spread(x[0] ^ flip) << 2 | spread(x[1] ^ flip) << 1 | spread(x[2] ^ flip);
}

static void centroid(const struct nd_mesh *mesh, nd_idx k, double c[3])
{
    const nd_idx *vertex = mesh->EToV + 4 * (size_t)k;
    for (size_t i = 0; i < 3; i++) {
        c[i] = 0;
        for (int v = 0; v < 4; v++) c[i] += mesh->V[3 * (size_t)vertex[v] + i] / 4;
    }
}

/* One pass of a stable radix sort, by the 16 bits of the key from `shift` on. Every thread counts
 * the digits of its range and then moves it; start[thread][digit]: the destination. */
static void sort_pass(const struct place *from, struct place *to, int64_t n, int shift, uint32_t *start,
                      int threads)
{
#pragma omp parallel num_threads(threads)
    {
        const int64_t t = omp_get_thread_num(), all = omp_get_num_threads();
        const int64_t first = n * t / all, last = n * (t + 1) / all;
        uint32_t *mine = start + t * DIGITS;
        for (int d = 0; d < DIGITS; d++) mine[d] = 0;
        for (int64_t i = first; i < last; i++) mine[from[i].key >> shift & (DIGITS - 1)]++;
#pragma omp barrier
#pragma omp single
        {
            uint32_t sum = 0;
            for (int d = 0; d < DIGITS; d++)
                for (int64_t u = 0; u < all; u++) {
                    const uint32_t count = start[u * DIGITS + d];
                    start[u * DIGITS + d] = sum;
                    sum += count;
                }
        }
        for (int64_t i = first; i < last; i++) to[mine[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
    }
}

/* Sorts by key, stably, from the lowest bits up. */
static int sort_places(struct place *place, nd_idx n)
{
    int status = 0;
    /* With more threads, counting digits would take longer than moving elements. */
    const int most = 1 + n / (8 * DIGITS),
              threads = omp_get_max_threads() < most ? omp_get_max_threads() : most;
    struct place *other = NULL, *from = place, *to;
    uint32_t *start = NULL;
    ALLOC(other, n);
    ALLOC(start, (size_t)threads * DIGITS);
    to = other;
    for (int shift = 0; shift < 3 * HILBERT_BITS; shift += 16) {
        sort_pass(from, to, n, shift, start, threads);
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

int nd_curve_order(const struct nd_mesh *mesh, nd_idx *order)
{
    int status = 0;
    struct place *place = NULL;
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, extent = 0;
    const double cells = (1u << HILBERT_BITS) - 1;
    ALLOC(place, mesh->K);
    for (size_t i = 0; i < 3 * (size_t)mesh->Nv; i++) {
        low[i % 3] = fmin(low[i % 3], mesh->V[i]);
        high[i % 3] = fmax(high[i % 3], mesh->V[i]);
    }
    for (int i = 0; i < 3; i++) extent = fmax(extent, high[i] - low[i]);
#pragma omp parallel for schedule(static)
    for (nd_idx k = 0; k < mesh->K; k++) {
        uint32_t x[3];
        double c[3];
        centroid(mesh, k, c);
        for (int i = 0; i < 3; i++) x[i] = (uint32_t)fmin(fmax((c[i] - low[i]) / extent * cells, 0), cells);
        place[k] = (struct place){hilbert_key(x), k};
    }
    TRY(sort_places(place, mesh->K));
#pragma omp parallel for schedule(static)
    for (nd_idx k = 0; k < mesh->K; k++) order[k] = place[k].element;
done:
    free(place);
    return status;
}
