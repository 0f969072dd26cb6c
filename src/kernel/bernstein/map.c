#include "kernel/bernstein/bernstein.h"
#include "kernel/bernstein/map.h"

#include "elem/elem.h"
#include "kernel/bernstein/local_basis.h"

enum { REGISTERS = 65536 }; /* of a multiprocessor, NVIDIA's */

/* The input of the functions below. */
struct known {
    const struct nd_plan *plan;
    int N, Np, Nfp, single, fields, parts, part, fluxes, vgeo, sgeo, rereads;
    int unrolled, interleaved, swizzle;
};

/* Are there two parts of three fields, and two fluxes? Their lines have a place of their own. */
static int is_pair(const struct known *k)
{
    return k->parts == 2 && k->part == 3 && k->fluxes == 2;
}

/* Strides are such that threads side by side meet few banks twice.
 *   Of two parts of three fields and two fluxes: `swizzle` (rows that share the banks), an odd number of times, from part to part and from
 * flux to flux of a face, and twice that from element to element; the rates of a part as its
 * fields. Where a thread takes a whole element and part, which has no padding then, an odd number
 * from element to element. The fluxes of a face are lifted side by side, then elements.
 *   Of others, `swizzle` an odd number of times from element to element, and where it is not 1 an odd number from line to line. Elements
 * are lifted side by side, then lines. */
static void find_lines(const struct known *k, struct nd_bernstein_map *m)
{
    const int step = k->swizzle, Np = k->Np, lines = nd_larger(4 * k->fluxes, k->fields);
    m->LINE = k->parts == 1 && step > 1 ? Np | 1 : Np;
    m->LINE_GAP = k->parts == 1 ? 0 : m->PART_GAP;
    m->FLUX_STRIDE = nd_up_to(lines * m->LINE + lines / k->part * m->LINE_GAP + m->PART_GAP, step, 2 * step);
    if (is_pair(k)) m->FLUX_STRIDE = 8 * Np + 5;
    m->LINE_GAPS = is_pair(k) && (m->PART_GAP || Np % 2);
    if (m->LINE_GAPS) {
        m->LINE_LAST_GAP = nd_up_to(Np, step, 2 * step) - Np;
        m->FLUX_STRIDE = nd_up_to(8 * Np + 2 * m->LINE_GAP + m->LINE_LAST_GAP, 2 * step, 4 * step);
    }
    m->LINE_PAD = m->LINE - Np;
    m->FLUX_PAD = m->FLUX_STRIDE - k->plan->number[ND_STATE];
    m->LIFT_FLUX = is_pair(k) ? 1 : k->plan->number[ND_BATCH];
    m->LIFT_ELEMENT = is_pair(k) ? k->fluxes : 1;
}

/* Do the threads of all parts of a node read its fluxes before one of them writes? */
static int is_in_step(const struct known *k)
{
    return k->plan->number[ND_WARP_BARRIER] || k->parts == 1;
}

/* Rates have lines of their own where one thread could write over what the other reads. */
static void find_offsets(const struct known *k, struct nd_bernstein_map *m)
{
    const int batch = k->plan->number[ND_BATCH];
    m->AT_FLUX = batch * k->plan->number[ND_STATE] / 4 * 4 + 4;
    m->AT_RATE = m->AT_FLUX + (is_in_step(k) ? 0 : batch * m->FLUX_STRIDE);
    m->AT_SGEO = nd_round_up(m->AT_RATE + batch * m->FLUX_STRIDE, 4);
    m->AT_VGEO = m->AT_SGEO + batch * 4 * k->sgeo;
    m->SGEO_ALIGNED = k->sgeo > 4 && k->sgeo % 4 == 0;
    m->SHARED_REALS = m->AT_VGEO + (1 + k->plan->number[ND_PERSISTENT]) * batch * k->vgeo;
    m->AT_BEFORE = nd_round_up(m->SHARED_REALS, 4);
    m->STEP_REALS = m->AT_BEFORE + batch * k->plan->number[ND_STATE];
}

/* Up to order `unrolled` a thread takes all coefficients of an element and part, or of one part
 * every SPLIT-th; above it groups of threads have a schedule (schedule.h). */
static void find_threads(const struct known *k, struct nd_bernstein_map *m)
{
    const struct nd_thread_groups groups = nd_bernstein_groups(k->plan, k->N, k->single);
    const int whole = k->N <= k->unrolled, threads = k->plan->number[ND_THREADS];
    m->GROUP_THREADS = k->parts * k->plan->number[ND_BATCH];
    const int count = nd_larger(threads / m->GROUP_THREADS, 1);
    m->THREAD_GROUPS = whole ? 1 : count;
    m->SPLIT = whole && k->parts == 1 ? count : 1;
    m->NODE_THREADS = m->GROUP_THREADS * m->THREAD_GROUPS * m->SPLIT;
    m->STEP_THREADS = whole ? m->GROUP_THREADS : 32;
    m->SEGMENT_ROUNDS = nd_schedule(k->N, &groups, NULL);
    m->ROWS_CUT = nd_schedule_longest(k->N, &groups) <= k->N;
    m->STEPS_OF_WARP = k->parts > 1 && m->GROUP_THREADS % 32 != 0;
    const int rounds = (k->plan->number[ND_BATCH] * k->Nfp + threads - 1) / threads;
    m->PREFETCH_FACES =
        rounds < k->plan->number[ND_PREFETCH_FACES] ? rounds : k->plan->number[ND_PREFETCH_FACES];
}

/* M such that i / n is i M / 2^24 for i below `most`: i M = (i / n) 2^24 + less than 2^24 with M =
 * 2^24 / n + 1. Else 0. */
static int reciprocal(int n, int most)
{
    const int one = 1 << 24;
    return most < one / n && most / n < 255 ? one / n + 1 : 0;
}

/* The update and the writing of new fields go by pairs of reals, of the whole batch. Where lines
 * are longer than Np, STATE and Np are even. */
static void find_update(const struct known *k, struct nd_bernstein_map *m)
{
    const int batch = k->plan->number[ND_BATCH], state = k->plan->number[ND_STATE], bytes = k->single ? 4 : 8,
              ahead = k->plan->number[ND_PREFETCH_RESIDUALS];
    m->PAIRS = batch * state / 2;
    m->PAIRS_EACH = (m->PAIRS + k->plan->number[ND_THREADS] - 1) / k->plan->number[ND_THREADS];
    m->PAIRS_APART = state % 2;
    m->PAIRS_ALIGNED = !m->PAIRS_APART && !m->LINE_PAD && m->FLUX_STRIDE % 2 == 0;
    m->PREFETCH_RESIDUALS = k->interleaved || k->plan->update == ND_UPDATE_RATE ? 1
                            : m->PAIRS_EACH < ahead                             ? m->PAIRS_EACH
                                                                                : ahead;
    m->STATE_RECIPROCAL = reciprocal(state, batch * state);
    m->NP_RECIPROCAL = reciprocal(k->Np, state);
    m->RES_ELEMENT = k->interleaved ? k->fields * k->Np : state;
    m->RES_FIELD = m->GROUP_THREADS;
    m->RES_NODE = k->interleaved ? k->part * m->GROUP_THREADS : 0;
    m->VGEO_BULK = batch * k->vgeo * bytes % 16 == 0;
    m->RES_BULK = k->plan->update != ND_UPDATE_RATE && batch * m->RES_ELEMENT * bytes % 16 == 0;
    m->BULK_FIELDS = !m->LINE_PAD && m->FLUX_STRIDE * bytes % 16 == 0 && state * bytes % 16 == 0;
}

/* Choices that depend on registers; the faster form was found on an H200.
 *   Factors of an element stay in registers if a thread has 168 or more of them, or if numbers are single.
 *   Sub-simplices with a_j = 0 around a node contribute nothing: 3 in N + 3 of each kind. A warp with several rows takes
 * those of all, so that many fields neither lose nor gain; and where two parts wait for each other,
 * branches cost more than they save from N = 5 on, or take registers that double precision does not
 * have.
 *   Keeping coefficients for the next node takes registers, which many fields only have in single precision from N = 8 on.
 *   The lift takes 72 to 84 registers beside its triangle, which is cut into bands of rows if these are too few. */
static void choose_forms(const struct known *k, struct nd_bernstein_map *m)
{
    enum { FACTORS = 168, MANY = 9 };
    const int threads = k->plan->number[ND_THREADS] * k->plan->number[ND_MIN_BLOCKS], N = k->N,
              single = k->single;
    m->REREADS_FACTORS = k->rereads && !single && N > k->unrolled && threads > REGISTERS / FACTORS;
    m->SKIPS_ZEROS = k->parts > 1 ? single && N <= 4 : k->part < MANY;
    m->KEEPS_BELOW = k->part < MANY || (single && N > 7);
    const int lift = single ? k->Nfp + (m->SKIPS_ZEROS ? 76 : 72) : 2 * k->Nfp + 84;
    if (N > 6 && threads * lift > REGISTERS) m->BAND_UPPER = N > 8 ? 4 : 3, m->BAND_LOWER = N > 8 ? 2 : 0;
}

static struct known know(const struct nd_plan *plan, const struct nd_law *law, int N, int single)
{
    const struct nd_local_basis basis = nd_local_basis(law);
    struct known k = {.plan = plan,
                      .N = N,
                      .Np = nd_elem_Np(N),
                      .Nfp = nd_elem_Nfp(N),
                      .single = single,
                      .fields = law->fields.n,
                      .parts = basis.parts,
                      .part = law->fields.n / basis.parts,
                      .fluxes = basis.fluxes,
                      .vgeo = basis.vgeo,
                      .sgeo = basis.sgeo,
                      .rereads = basis.rereads};
    k.unrolled = nd_bernstein_unrolled(k.parts, k.part, single);
    k.interleaved = nd_bernstein_interleaved(plan, N, single);
    k.swizzle = nd_bernstein_swizzle(plan, k.parts, k.part, single);
    return k;
}

static struct nd_bernstein_map begin(const struct known *k)
{
    struct nd_bernstein_map map = {.PART = k->part, .FLUXES = k->fluxes, .SLICE_WORDS = (k->Np + 3) / 4};
    map.PART_GAP = k->plan->number[ND_PART_STRIDE] - k->part * k->Np;
    find_lines(k, &map);
    return map;
}

int nd_bernstein_element_reals(const struct nd_plan *plan, const struct nd_law *law, int N, int single)
{
    const struct known k = know(plan, law, N, single);
    const struct nd_bernstein_map map = begin(&k);
    return plan->number[ND_STATE] + (is_in_step(&k) ? 1 : 2) * map.FLUX_STRIDE + 4 * k.sgeo +
           (1 + plan->number[ND_PERSISTENT]) * k.vgeo;
}

void nd_bernstein_map(const struct nd_plan *plan, const struct nd_law *law, int N, int single,
                      struct nd_bernstein_map *map)
{
    const struct known k = know(plan, law, N, single);
    *map = begin(&k);
    find_offsets(&k, map);
    find_threads(&k, map);
    find_update(&k, map);
    choose_forms(&k, map);
}
