/* Parameters of the Bernstein stage without measuring. On a device that parameters are shipped for,
 * a law that none are shipped for has those of the built-in law most like it, with a batch that
 * takes as much shared memory. Elsewhere a model of a multiprocessor gives them. It assumes:
 *
 *   1. 65536 registers of 32 bits, 2048 threads, and as much shared memory as one block may have,
 *      of which each block takes 1 KiB for itself: NVIDIA's since 2017.
 *   2. A thread wants 96 registers in single precision and 128 in double, which bounds the threads
 *      that run.
 *   3. A thread computes three face nodes in two rounds: 2/3 Nfp threads per element keep all of
 *      them busy. Where a block may have no more than 64 KiB of shared memory, as with OpenCL, it has room
 *      for few elements, and each takes Nfp threads.
 *   4. Four blocks hide each other's latency. Fewer do, where a batch would else be smaller than 64
 *      bytes of each coefficient, 8 elements in double precision and 16 in single. */
#include "kernel/bernstein/bernstein.h"
#include "kernel/bernstein/local_basis.h"
#include "kernel/shipped.h"

enum {
    REGISTERS = 65536,
    THREADS_MOST = 2048,
    BLOCK_ITSELF = 1024,
    BLOCKS_WANTED = 4,
    LINE_BYTES = 64,
    SMALL = 64 << 10
};

static int shared_of_unit(const struct nd_case *c)
{
    return (int)c->device->info.shared_bytes + BLOCK_ITSELF;
}

/* Blocks of the plan that a multiprocessor has shared memory and threads for, at most so many. */
static int blocks_of(const struct nd_case *c, const struct nd_plan *plan, int most)
{
    const int threads = THREADS_MOST / plan->number[ND_THREADS],
              fit = nd_fit(nd_bernstein_block_bytes(plan, c->N, c->single), shared_of_unit(c), most);
    return threads < fit ? nd_larger(threads, 1) : fit;
}

static int has_room(const struct nd_case *c, const struct nd_plan *plan, int batch)
{
    struct nd_plan larger = *plan;
    larger.number[ND_BATCH] = batch;
    return nd_bernstein_block_bytes(&larger, c->N, c->single) <= shared_of_unit(c);
}

/* -- as a law that parameters are shipped for
 * ------------------------------------------------------------------------ */

/* The built-in law of the same shape: as many parts, few or many fields in one. */
static const char *find_like(const struct nd_local_basis *basis, int fields)
{
    if (fields / basis->parts > ND_FEW_FIELDS) return "elastic";
    return basis->parts == 1 ? "acoustic" : "maxwell";
}

/* Reals of shared memory that an element of that law takes, about. */
static int reals_like(const struct nd_local_basis *basis, int fields, int Np)
{
    if (fields / basis->parts > ND_FEW_FIELDS) return 21 * Np + 38;
    return basis->parts == 1 ? 8 * Np + 30 : 14 * Np + 30;
}

/* A batch that takes about as much shared memory as `like` does; or three quarters or half of it,
 * where only that leaves room for about as many blocks. reals: what it may take. */
static void scale_batch(const struct nd_case *c, const struct nd_plan *like, double reals,
                        struct nd_plan *plan)
{
    const int real = c->single ? 4 : 8, blocks = like->number[ND_MIN_BLOCKS];
    plan->number[ND_BATCH] = 1;
    while ((plan->number[ND_BATCH] < 2 ||
            2 * plan->number[ND_BATCH] * plan->number[ND_ELEMENT_REALS] <= reals) &&
           has_room(c, plan, 2 * plan->number[ND_BATCH]) &&
           2 * plan->number[ND_BATCH] <= plan->number[ND_THREADS])
        plan->number[ND_BATCH] *= 2;
    const int largest = plan->number[ND_BATCH];
    for (int quarters = 4; quarters >= 2 && largest * quarters >= 8; quarters--) {
        plan->number[ND_BATCH] = largest * quarters / 4;
        if (quarters == 3 && (plan->number[ND_STATE] != plan->number[ND_PART_STRIDE] ||
                              plan->number[ND_BATCH] * plan->number[ND_STATE] * real % 16))
            continue;
        if (4 * blocks_of(c, plan, blocks) >= 3 * blocks) return;
    }
    plan->number[ND_BATCH] = largest;
}

static void guess_like(const struct nd_case *c, const struct nd_plan *like, struct nd_plan *plan)
{
    enum { MORE = 135 }; /* percent of the shared memory: the next power of two may take a little more */
    const struct nd_local_basis basis = nd_local_basis(c->law);
    const int reals = reals_like(&basis, c->law->fields.n, nd_elem_Np(c->N)),
              most = c->device->info.threads_most;
    *plan = *like;
    plan->number[ND_THREADS] = like->number[ND_THREADS] < most ? like->number[ND_THREADS] : most;
    nd_bernstein_derive(c, plan);
    scale_batch(c, like, MORE / 100.0 * like->number[ND_BATCH] * reals, plan);
    plan->number[ND_MIN_BLOCKS] = blocks_of(c, plan, like->number[ND_MIN_BLOCKS]);
}

/* -- by the model
 * ----------------------------------------------------------------------------------------------------- */

static int power_of_two(int n)
{
    int power = 1;
    while (2 * power <= n) power *= 2;
    return power;
}

/* Elements that run on a multiprocessor at a time, by its shared memory and its registers. */
static int elements_of_unit(const struct nd_case *c, const struct nd_plan *plan, int threads_each)
{
    const int bytes = plan->number[ND_ELEMENT_REALS] * (c->single ? 4 : 8),
              running = REGISTERS / (c->single ? 96 : 128), by_memory = shared_of_unit(c) / bytes,
              by_threads = running / threads_each;
    return by_memory < by_threads ? by_memory : by_threads;
}

static void guess_model(const struct nd_case *c, struct nd_plan *plan)
{
    const struct nd_local_basis basis = nd_local_basis(c->law);
    const int fields = c->law->fields.n / basis.parts, limit = c->device->info.threads_most,
              most = limit < 512 ? limit : 512, Nfp = nd_elem_Nfp(c->N),
              each = c->device->info.shared_bytes > SMALL ? (2 * Nfp + 2) / 3 : Nfp,
              least = LINE_BYTES / (c->single ? 4 : 8);
    int blocks = BLOCKS_WANTED;
    plan->number[ND_BATCH] = least, plan->number[ND_THREADS] = 64, plan->number[ND_PERSISTENT] = 1;
    plan->number[ND_PREFETCH_FACES] = 1,
    plan->number[ND_PREFETCH_RESIDUALS] = fields > ND_FEW_FIELDS ? 4 : 16;
    nd_bernstein_derive(c, plan);
    const int elements = elements_of_unit(c, plan, each);
    while (blocks > 1 && elements / blocks < least) blocks--;
    plan->number[ND_BATCH] = power_of_two(elements / blocks);
    if (plan->number[ND_BATCH] < 2 && has_room(c, plan, 2)) plan->number[ND_BATCH] = 2;
    const int lanes = basis.parts * plan->number[ND_BATCH],
              threads = nd_round_up(nd_larger(nd_larger(plan->number[ND_BATCH] * each, lanes), 64), 32);
    plan->number[ND_THREADS] = threads < most ? threads : most;
    while (plan->number[ND_BATCH] > plan->number[ND_THREADS]) plan->number[ND_BATCH] /= 2;
    plan->number[ND_MIN_BLOCKS] = blocks;
}

/* Strides depend on the batch, and what it takes of shared memory on these. */
void nd_bernstein_guess(const struct nd_case *c, struct nd_plan *plan)
{
    const struct nd_local_basis basis = nd_local_basis(c->law);
    struct nd_plan like;
    if (nd_shipped_find(c, find_like(&basis, c->law->fields.n), plan, &like))
        guess_like(c, &like, plan);
    else
        guess_model(c, plan);
    nd_bernstein_derive(c, plan);
    while (plan->number[ND_BATCH] > 2 && !has_room(c, plan, plan->number[ND_BATCH])) {
        plan->number[ND_BATCH] /= 2;
        nd_bernstein_derive(c, plan);
    }
    plan->number[ND_MIN_BLOCKS] = blocks_of(c, plan, plan->number[ND_MIN_BLOCKS]);
}

/* -- few elements
 * ------------------------------------------------------------------------------------------------------ */

/* Parameters are made for meshes with many batches for each multiprocessor. With few, the time of a stage is that
 * of one batch, which smaller batches shorten, until two of them share a multiprocessor or threads have less than
 * about two face nodes to compute. Where whole steps are one launch, which needs room for all batches at the same
 * time, three are better than two (doc/reports/2026-11-18-linear-default.md, 2026-11-18-whole-steps.md). */
static int wants_smaller(const struct nd_case *c, const struct nd_plan *plan, nd_idx K)
{
    enum { BATCHES_WANTED = 2, BATCHES_RESIDENT = 3, BATCH_LEAST = 2 };
    const int batch = plan->number[ND_BATCH], units = c->device->info.units;
    if (batch / 2 < BATCH_LEAST || 4 * nd_elem_Nfp(c->N) * batch / 2 * 5 < 9 * plan->number[ND_THREADS])
        return 0;
    if (K < (nd_idx)BATCHES_WANTED * units * batch) return 1;
    return c->linear && K < (nd_idx)BATCHES_RESIDENT * units * batch &&
           K <= (nd_idx)units * plan->number[ND_MIN_BLOCKS] * (batch / 2);
}

void nd_bernstein_fit(const struct nd_case *c, struct nd_plan *plan, nd_idx K)
{
    while (wants_smaller(c, plan, K)) {
        struct nd_plan smaller = *plan;
        smaller.number[ND_BATCH] = plan->number[ND_BATCH] / 2;
        nd_plan_derive(&smaller, c);
        if (nd_plan_check(&smaller, c)) break;
        *plan = smaller;
    }
}
