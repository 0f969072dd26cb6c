#include "base/format.h"
#include "tune/baseline.h"

#include <float.h>
#include <stdio.h>
#include <string.h>
#include "base/time.h"

static size_t columns(const struct nd_baseline *b)
{
    return 3 * (size_t)b->Np + 4 * (size_t)b->Nfp;
}

static void multiply_blas(const struct nd_baseline *b, nd_idx count)
{
    const int wide = 6 * b->loops->lanes, row = b->chunk * wide, depth = (int)columns(b);
    if (b->loops->real == sizeof(float))
        b->blas->sgemm(ND_BLAS_ROW_MAJOR, ND_BLAS_NO_TRANS, ND_BLAS_NO_TRANS, b->Np, count * wide, depth, 1,
                       b->operators, depth, b->W, row, 0, b->rate, row);
    else
        b->blas->dgemm(ND_BLAS_ROW_MAJOR, ND_BLAS_NO_TRANS, ND_BLAS_NO_TRANS, b->Np, count * wide, depth, 1,
                       b->operators, depth, b->W, row, 0, b->rate, row);
}

/* The rates of groups [first, first + count), count <= chunk. */
static void find_rate(const struct nd_baseline *b, nd_idx first, nd_idx count)
{
    b->loops->prepare(b, first, count);
    if (b->blas)
        multiply_blas(b, count);
    else
        b->loops->multiply(b, count);
}

/* One core is one thread. Returns what to give to end_single. */
static int begin_single(const struct nd_baseline *b)
{
    if (!b->blas || !b->blas->set_threads || !b->blas->get_threads) return 0;
    const int threads = b->blas->get_threads();
    if (threads != 1) b->blas->set_threads(1);
    return threads;
}

static void end_single(const struct nd_baseline *b, int threads)
{
    if (threads > 1) b->blas->set_threads(threads);
}

void nd_baseline_stage(struct nd_baseline *baseline, double a, double b, double dt)
{
    const int threads = begin_single(baseline);
    for (nd_idx first = 0; first < baseline->groups; first += baseline->chunk) {
        const nd_idx left = baseline->groups - first;
        const nd_idx count = left < baseline->chunk ? left : baseline->chunk;
        find_rate(baseline, first, count);
        baseline->loops->update(baseline, first, count, a, b, dt);
    }
    baseline->now = !baseline->now;
    end_single(baseline, threads);
}

void nd_baseline_rate(struct nd_baseline *baseline)
{
    nd_baseline_stage(baseline, 0, 0, 1);
}

/* -- which product, and how many groups at a time -- */

#define CHUNK_MOST 64

/* W is to stay in a second-level cache together with the operators. */
int nd_baseline_chunk_most(const struct nd_baseline *b)
{
    const size_t group = columns(b) * 6 * (size_t)b->loops->lanes * b->loops->real;
    const size_t most = ((size_t)1 << 20) / group;
    return most < 1 ? 1 : most > CHUNK_MOST ? CHUNK_MOST : (int)most;
}

/* Seconds per group for the present choice, in one pass over the first `some` groups or a few more. */
static double time_choice(const struct nd_baseline *b, nd_idx some)
{
    nd_idx first = 0;
    const double start = nd_seconds_now();
    for (nd_idx count = b->chunk; first < some; first += count) {
        if (count > b->groups - first) count = b->groups - first;
        find_rate(b, first, count);
    }
    return (nd_seconds_now() - start) / first;
}

/* The BLAS's chunks are timed in turn, again and again, so that a disturbance meets them all. The
 * loops gain nothing from more than one group at a time. */
int nd_baseline_choose(struct nd_baseline *b, enum nd_baseline_product product)
{
    enum { PASSES = 9, CHUNKS = 7 }; /* 1, 2, 4 ... CHUNK_MOST */
    double seconds[CHUNKS];
    int status = 0, best = 0, n = 0;
    if (product == ND_PRODUCT_BLAS) TRY(nd_blas_open(&b->blas));
    const int threads = begin_single(b), most = nd_baseline_chunk_most(b);
    const nd_idx enough = most < 16 ? 16 : most, some = b->groups < enough ? b->groups : enough;
    for (; b->blas && n < CHUNKS && 1 << n <= most; n++) seconds[n] = DBL_MAX;
    for (int i = 0; n > 1 && i < PASSES * n; i++) {
        b->chunk = 1 << i % n;
        const double took = time_choice(b, some);
        if (took < seconds[i % n]) seconds[i % n] = took;
    }
    for (int i = 1; i < n; i++)
        if (seconds[i] < seconds[best]) best = i;
    b->chunk = 1 << best;
    end_single(b, threads);
done:
    return status;
}

void nd_baseline_describe(const struct nd_baseline *b, char text[128])
{
    if (b->blas)
        nd_format(text, 128, "%s%s, %d elements at a time; other loops %s",
                  b->blas->core ? "OpenBLAS for " : "BLAS", b->blas->core ? b->blas->core() : "",
                  b->chunk * b->loops->lanes, b->loops->name);
    else
        nd_format(text, 128, "loops, %d elements at a time, %s", b->loops->lanes, b->loops->name);
}

const char *nd_baseline_advice(void)
{
    /* What OpenBLAS falls back on when it has never heard of a processor. */
    static const char *const old[] = {"Prescott", "Core2", "Generic", "generic"};
    static const char *const advice[] = {
        "OpenBLAS does not know this processor and runs far below its speed; set OPENBLAS_CORETYPE=Haswell",
        "OpenBLAS does not know this processor and runs far below its speed; set OPENBLAS_CORETYPE=SkylakeX"};
    const struct nd_blas *blas;
    if (nd_blas_open(&blas) || !blas->core || !nd_baseline_find_loops(1, 32)) return NULL;
    for (size_t i = 0; i < sizeof old / sizeof *old; i++)
        if (!strcmp(blas->core(), old[i])) return advice[nd_baseline_find_loops(1, 64) != NULL];
    return NULL;
}
