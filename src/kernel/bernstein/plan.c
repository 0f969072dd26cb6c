/* bernstein: a whole stage in one pass, in Bernstein-Bezier coefficients. */
#include "kernel/bernstein/bernstein.h"
#include "kernel/bernstein/local_basis.h"
#include "kernel/bernstein/lattice.h"
#include "kernel/bernstein/map.h"
#include "layout/ordered.h"

static int applicable(const struct nd_variant *variant, const struct nd_case *c)
{
    int status = 0;
    if (c->upwind != 1)
        FAIL(NUDGE_EVALUE,
             "variant %s: flux.upwind %g: it computes the full upwind flux only; use another variant",
             variant->name, c->upwind);
done:
    return status;
}

/* Faster than the others on every GPU that has room for two elements (doc/reports). */
static int preferred(const struct nd_case *c, const struct nd_plan *plan)
{
    return c->device->info.gpu && !nd_law_extended(c->law) && plan->number[ND_BATCH] > 1;
}

/* The coefficients of an element and part must fit so many registers; a law of many fields needs more for
 * other things. */
int nd_bernstein_unrolled(int parts, int part, int single)
{
    const int many = parts == 1 && part > ND_FEW_FIELDS, most = many ? 40 : 80;
    int N = many ? 0 : 1;
    while (N < 3 && nd_elem_Np(N + 1) * part * (single ? 1 : 2) <= most) N++;
    return N;
}

/* Are coefficients computed from a few sub-simplices (lattice.h)? */
static int by_subsimplices(int parts, int part, int N, int single)
{
    return parts == 1 && part > ND_FEW_FIELDS && N > nd_bernstein_unrolled(parts, part, single) &&
           N <= ND_SUBSIMPLICES_ORDER;
}

/* Fields of a part, of a plan that knows its strides. */
static int part_of(const struct nd_plan *plan, int Np)
{
    return plan->number[ND_PART_STRIDE] / Np;
}

/* Interleaved residuals are updated by the threads that compute rates. A thread that takes all coefficients
 * or many fields has no registers for them; and rows of fewer than BYTES_LEAST bytes would move parts of
 * memory lines. */
int nd_bernstein_interleaved(const struct nd_plan *plan, int N, int single)
{
    enum { BYTES_LEAST = 64 };
    if (plan->update != ND_UPDATE_RK) return 0; /* there are no residuals */
    const int part = part_of(plan, nd_elem_Np(N)),
              parts = plan->number[ND_STATE] / plan->number[ND_PART_STRIDE];
    if (part > ND_FEW_FIELDS || N <= nd_bernstein_unrolled(parts, part, single)) return 0;
    return parts * plan->number[ND_BATCH] * (single ? 4 : 8) >= BYTES_LEAST;
}

int nd_bernstein_swizzle(const struct nd_plan *plan, int parts, int part, int single)
{
    const int lanes = single ? 32 : 16;
    int share = 1;
    if (parts == 1 && part <= ND_FEW_FIELDS) return 1; /* batches are larger then */
    while (2 * share * parts * plan->number[ND_BATCH] <= lanes && share < ND_BANK_ROWS_MOST) share *= 2;
    return share;
}

/* With these costs of a beginning, and that of a segment within a row in schedule.c, the longest segment is
 * the one that was fastest on an H200 for elastodynamics of orders 3 to 9; acoustics is cut at order 9
 * alone, where that was faster. */
struct nd_thread_groups nd_bernstein_groups(const struct nd_plan *plan, int N, int single)
{
    const int parts = plan->number[ND_STATE] / plan->number[ND_PART_STRIDE],
              part = part_of(plan, nd_elem_Np(N)), lanes = parts * plan->number[ND_BATCH],
              count = plan->number[ND_THREADS] / lanes;
    struct nd_thread_groups groups = {.count = 1,
                                      .warp = 1,
                                      .bank_rows = nd_bernstein_swizzle(plan, parts, part, single),
                                      .start = part > ND_FEW_FIELDS ? 7 : 12,
                                      .in_step = parts > 1,
                                      .subsimplices = by_subsimplices(parts, part, N, single)};
    if (N <= nd_bernstein_unrolled(parts, part, single) || count < 1) return groups;
    groups.count = count, groups.swizzled = groups.bank_rows > 1;
    while (2 * groups.warp * lanes <= 32 && count % (2 * groups.warp) == 0) groups.warp *= 2;
    return groups;
}

int nd_bernstein_is_swizzled(const struct nd_plan *plan, int N, int single)
{
    return plan->number[ND_STATE] && nd_bernstein_groups(plan, N, single).swizzled;
}

/* Reals from one element of one part to the next: an odd multiple of share, or 2 more than a multiple of 4
 * where threads read long words; no padding where that would cost a tenth of the memory. A batch is copied
 * by 16 bytes: where its size is known and that stride does not fit, every element is padded to 4 reals. */
static int stride_alone(int bare, int whole, int share, int batch, int real)
{
    const int padded = whole ? (bare + 1) / 4 * 4 + 2 : nd_up_to(bare, share, 2 * share),
              stride = 10 * (padded - bare) > bare ? bare : padded;
    return batch * stride * real % 16 ? nd_round_up(bare, 4) : stride;
}

/* Geometric factors of an element's faces that are stored: where computing them needs the neighbour's
 * factors, because the law or its material asks for them. */
static int stored_sgeo(const struct nd_plan *plan, const struct nd_local_basis *basis)
{
    return basis->neighbour || plan->mixed > 0 ? 4 * basis->sgeo : 0;
}

void nd_bernstein_derive(const struct nd_case *c, struct nd_plan *plan)
{
    const struct nd_law *law = c->law;
    const struct nd_local_basis basis = nd_local_basis(law);
    const int N = c->N, single = c->single;
    const int Np = nd_elem_Np(N), parts = basis.parts, part = law->fields.n / parts,
              share = nd_bernstein_swizzle(plan, parts, part, single);
    /* Where a thread takes a whole element and part it reads long words, which meet no bank twice without
     * padding; at order 1 the flux does, and padding is faster all the same. */
    const int bare = part * Np,
              whole = N > 1 && N <= nd_bernstein_unrolled(parts, part, single) && bare % 2 == 0;
    plan->number[ND_LANGUAGE] = c->device->backend->dialect;
    plan->number[ND_BULK] = c->device->info.bulk;
    plan->number[ND_WARP_BARRIER] = c->device->info.warp_barrier;
    plan->number[ND_VGEO_REALS] = basis.vgeo;
    plan->number[ND_PART_STRIDE] =
        parts == 1 ? stride_alone(bare, whole, share, plan->number[ND_BATCH], single ? 4 : 8)
        : whole    ? bare
                   : nd_up_to(bare, share, 2 * share);
    plan->number[ND_STATE] =
        parts == 1 ? plan->number[ND_PART_STRIDE] : nd_round_up(parts * plan->number[ND_PART_STRIDE], 2);
    plan->number[ND_SGEO_REALS] = stored_sgeo(plan, &basis);
    plan->number[ND_ELEMENT_REALS] = nd_bernstein_element_reals(plan, law, N, single);
}

/* Shared memory of a block beside its fields, in bytes: neighbours, segments, slices, face words; FURTHER
 * for barriers of copies and the like; and what every block takes. */
static int tables_bytes(const struct nd_plan *plan, int N, int single)
{
    const struct nd_thread_groups groups = nd_bernstein_groups(plan, N, single);
    enum { ITSELF = 1024, FURTHER = 256 };
    return ITSELF + FURTHER + 16 * plan->number[ND_BATCH] +
           32 * nd_schedule(N, &groups, NULL) * groups.count + 4 * (nd_elem_Np(N) + 3) + 16 * nd_elem_Nfp(N);
}

/* Shared memory of a block, in bytes. */
int nd_bernstein_block_bytes(const struct nd_plan *plan, int N, int single)
{
    return (plan->number[ND_BATCH] * plan->number[ND_ELEMENT_REALS] + 8) * (single ? 4 : 8) +
           tables_bytes(plan, N, single);
}

static int check(const struct nd_case *c, const struct nd_plan *plan)
{
    int status = 0;
    if (plan->number[ND_BATCH] * plan->number[ND_STATE] * (c->single ? 4 : 8) % 16) /* what moves at once */
        FAIL(NUDGE_EVALUE,
             "stage: a batch of %d elements, of %d reals each, is not a multiple of 16 bytes; take more",
             plan->number[ND_BATCH], plan->number[ND_STATE]);
    if (plan->number[ND_BATCH] < 1)
        FAIL(NUDGE_EVALUE, "stage: %d elements of a batch; a batch needs one at least",
             plan->number[ND_BATCH]);
    if (plan->number[ND_THREADS] < plan->number[ND_BATCH])
        FAIL(NUDGE_EVALUE, "stage: %d threads for a batch of %d elements; take at least as many",
             plan->number[ND_THREADS], plan->number[ND_BATCH]);
    /* Parts of a node wait for each other within a warp. */
    const int parts = plan->number[ND_STATE] / plan->number[ND_PART_STRIDE],
              lanes = plan->number[ND_BATCH] * parts;
    if (plan->number[ND_THREADS] % 32 || (parts > 1 && lanes % 32 && 32 % lanes))
        FAIL(NUDGE_EVALUE,
             "stage: %d threads for a batch of %d elements; take whole warps of 32, and a power of 2",
             plan->number[ND_THREADS], plan->number[ND_BATCH]);
    if (plan->number[ND_THREADS] > ND_THREAD_GROUPS_MOST)
        FAIL(NUDGE_EVALUE, "stage: %d threads in a block; take %d at most", plan->number[ND_THREADS],
             ND_THREAD_GROUPS_MOST);
    if (plan->number[ND_MIN_BLOCKS] < 1 || plan->number[ND_PREFETCH_FACES] < 1 ||
        plan->number[ND_PREFETCH_RESIDUALS] < 1)
        FAIL(NUDGE_EVALUE,
             "stage: min_blocks %d, prefetch_faces %d, prefetch_residuals %d; take at least one of each",
             plan->number[ND_MIN_BLOCKS], plan->number[ND_PREFETCH_FACES],
             plan->number[ND_PREFETCH_RESIDUALS]);
    if (plan->number[ND_MIN_BLOCKS] > 2048 / plan->number[ND_THREADS] && plan->number[ND_MIN_BLOCKS] > 1)
        FAIL(NUDGE_EVALUE,
             "stage: %d blocks of %d threads at a time; no multiprocessor holds more than 2048 threads",
             plan->number[ND_MIN_BLOCKS], plan->number[ND_THREADS]);
done:
    return status;
}

static const enum nd_pass *passes(const struct nd_plan *plan)
{
    static const enum nd_pass list[] = {ND_PASS_STAGE, ND_PASS_NONE};
    (void)plan;
    return list;
}

static void layout(const struct nd_plan *plan, int64_t count, int Np, int fields, struct nd_layout *layout)
{
    (void)plan;
    nd_layout_fused(layout, count, Np, fields,
                    Np); /* of nodal values; coefficients have STATE reals an element */
}

static struct nd_blocks_limits placed(const struct nd_plan *plan)
{
    return (struct nd_blocks_limits){.elements = plan->number[ND_BATCH]};
}

/* Do blocks take one batch after the other? In OpenCL they begin anew with each: PoCL 3.1 mixes up what
 * threads keep across a barrier, and without bulk copies nothing is lost by that. */
int nd_bernstein_is_persistent(const struct nd_plan *plan)
{
    return plan->number[ND_PERSISTENT] && plan->number[ND_LANGUAGE] != ND_DIALECT_OPENCL;
}

static const char *file(const struct nd_plan *plan, enum nd_pass pass)
{
    if (pass == ND_PASS_STEP) return "step_bernstein.knl";
    return nd_bernstein_is_persistent(plan) ? "stage_bernstein_persistent.knl" : "stage_bernstein.knl";
}

static struct nd_shape shape(const struct nd_case *c, const struct nd_plan *plan, enum nd_pass pass)
{
    const int between = 8; /* reals between the parts */
    if (pass == ND_PASS_STEP) return nd_bernstein_step_shape(c, plan);
    return (struct nd_shape){
        .threads = plan->number[ND_THREADS],
        .shared_bytes = ((size_t)plan->number[ND_BATCH] * (size_t)plan->number[ND_ELEMENT_REALS] + between) *
                        (c->single ? 4 : 8)};
}

static void defines(const struct nd_plan *wanted, enum nd_pass pass, struct nd_recipe *recipe)
{
    struct nd_bernstein_map map;
    const struct nd_plan own = pass == ND_PASS_STEP ? nd_bernstein_step_plan(wanted) : *wanted, *plan = &own;
    nd_recipe_define(recipe, "STATE", plan->number[ND_STATE]);
    nd_recipe_define(recipe, "PART_STRIDE", plan->number[ND_PART_STRIDE]);
    if (nd_bernstein_interleaved(plan, recipe->N, recipe->single))
        nd_recipe_define(recipe, "RES_INTERLEAVED", plan->number[ND_BATCH]);
    if (pass == ND_PASS_NONE) return;
    if (plan->number[ND_LANGUAGE] == ND_DIALECT_OPENCL)
        nd_recipe_define(recipe, "WARP_BARRIER", plan->number[ND_WARP_BARRIER]);
    nd_recipe_define(recipe, "BATCH", plan->number[ND_BATCH]);
    nd_recipe_define(recipe, "THREADS", plan->number[ND_THREADS]);
    nd_recipe_define(recipe, "MIN_BLOCKS", plan->number[ND_MIN_BLOCKS]);
    nd_recipe_define(recipe, "PERSISTENT", nd_bernstein_is_persistent(plan) || pass == ND_PASS_STEP);
    if (pass == ND_PASS_STEP) nd_recipe_define(recipe, "ENDED_STRIDE", ND_ENDED_STRIDE);
    nd_recipe_define(recipe, "BOUNDARY", (int)ND_NEIGHBOUR_BOUNDARY);
    nd_bernstein_map(plan, recipe->law, recipe->N, recipe->single, &map);
#define EMIT(name) nd_recipe_define(recipe, #name, map.name);
    ND_BERNSTEIN_MAP(EMIT)
    nd_bernstein_paste(plan, pass, &map, recipe);
}

const struct nd_variant nd_variant_bernstein = {
    .name = "bernstein",
    .about = "a whole stage in one pass, in Bernstein-Bezier coefficients; for laws that keep fields in the "
             "frame, full upwind",
    .basis = &nd_bernstein_local,
    .linear = 1,
    .shares = 1,
    .skips = 1,
    .waves = &nd_bernstein_waves,
    .parameters = nd_bernstein_parameters,
    .applicable = applicable,
    .preferred = preferred,
    .guess = nd_bernstein_guess,
    .derive = nd_bernstein_derive,
    .starts = nd_bernstein_starts,
    .fit = nd_bernstein_fit,
    .check = check,
    .passes = passes,
    .layout = layout,
    .placed = placed,
    .file = file,
    .shape = shape,
    .defines = defines,
    .bytes = nd_bernstein_bytes,
    .upload = nd_bernstein_upload,
    .tables = nd_bernstein_tables,
    .finish = nd_bernstein_finish,
    .blocks = nd_bernstein_blocks,
    .arguments = nd_bernstein_arguments,
    .has_step = nd_bernstein_has_step,
};
