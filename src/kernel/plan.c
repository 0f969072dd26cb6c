#include "kernel/plan.h"

#include "base/log.h"
#include "elem/elem.h"
#include "kernel/plan_kept.h"

/* Rows of an operator tile. A Maxwell pass keeps 3 accumulators a row: 8 rows fill 24 of AVX-512's 32 registers, 4 rows
 * 12 of the 16 of older sets; among these the number that pads Np least. */
static int choose_rows(int Np, int vector_bytes)
{
    const int most = vector_bytes >= 64 ? 8 : 4;
    int best = 4, waste = Np;
    for (int rows = most; rows >= 4; rows--) {
        int w = (Np + rows - 1) / rows * rows - Np;
        if (w < waste) waste = w, best = rows;
    }
    return best;
}

void nd_plan_microblocks(struct nd_plan *plan, int N, int align, int K_M)
{
    const int Np = nd_elem_Np(N);
    if (!K_M) /* waste < 5 % of the padded size */
        for (K_M = 1; 20 * (nd_round_up(K_M * Np, align) - K_M * Np) >= nd_round_up(K_M * Np, align);) K_M++;
    plan->align = align;
    plan->K_M = K_M;
    plan->N_pM = nd_round_up(K_M * Np, align);
    plan->N_fM = nd_round_up(K_M * 4 * nd_elem_Nfp(N), align);
}

/* n values that an item reads together, padded so that it can read 16 bytes at once. */
static int pack(int n, int single)
{
    return n <= 2 ? n : nd_round_up(n, single ? 4 : 2);
}

void nd_plan_guess(struct nd_plan *plan, const struct nd_device *device, int N, int fields, int single)
{
    const int Nfp = nd_elem_Nfp(N), commuted = plan->variant->commuted;
    const int local = (int)device->info.local_static, real = single ? 4 : 8, group = device->info.group_most;
    const int flux = plan->N_fM * fields * real; /* bytes that a micro-block's fluxes take in the gather */
    plan->M_B = nd_fit(flux, local * 2 / 3, 4);
    plan->gather_p = nd_fit(Nfp, group < 256 ? group : 256, 4 * plan->K_M * plan->M_B);
    plan->lift_p = nd_fit(plan->N_pM, 32, 8);
    plan->lift_i = nd_fit(plan->lift_p * plan->N_fM * real, local, N <= 2 ? 2 : 8);
    plan->lift_i = plan->lift_i >= 8 ? 8 : plan->lift_i >= 4 ? 4 : plan->lift_i >= 2 ? 2 : 1;
    plan->diff_shared = ND_SHARED_FIELD;
    plan->diff_p = plan->lift_p;
    plan->diff_i = N <= 5 || !single ? 2 : 4;
    if (!commuted) plan->diff_i *= 2;
    plan->diff_s = 1;
    plan->diff_rows = plan->align;
    while (plan->diff_i > 1 && nd_plan_shape(plan, ND_PASS_DIFF, N, fields, single).local > (size_t)local)
        plan->diff_i /= 2; /* a law of many fields */
    plan->grouping = plan->N_pM % 16 ? 0 : 16;
}

/* As stage_fused.knl lays it out; the plain frame is frame.h's. */
void nd_plan_frame(struct nd_plan *plan, const struct nd_device *device, const struct nd_law *law, int N,
                   int single, double upwind)
{
    const int n = law->fields.n, medium = law->medium.n,
              own[3] = {(int)law->frame[0], (int)law->frame[1], (int)law->frame[2]};
    int operands = n, traces = n, face = 5 + medium;
    if (plan->variant->family == ND_LAYOUT_KEPT) nd_plan_kept_frame(plan, device, law, N, single);
    if (plan->variant->family != ND_LAYOUT_FUSED) return;
    if (own[0] && upwind == 1) operands = own[0], traces = own[1], face = own[2];
    if (own[0] && upwind != 1) { /* the law may have its own form all the same */
        operands = nd_larger(operands, own[0]), traces = nd_larger(traces, own[1]),
        face = nd_larger(face, own[2]);
    }
    plan->batch_reals = (n + operands) * nd_elem_Np(N) + traces * 4 * nd_elem_Nfp(N) +
                        4 * nd_round_up(face, 4) + nd_round_up(19 + medium, 4);
    const size_t bytes = (size_t)plan->batch_reals * (single ? 4 : 8);
    while (plan->batch > plan->batch_i && (size_t)plan->batch * bytes > device->info.local_memory)
        plan->batch -= plan->batch_i;
}

static void guess_fused(struct nd_plan *plan, const struct nd_device *device, int N, int single)
{
    const int Np = nd_elem_Np(N), bytes = plan->batch_reals * (single ? 4 : 8);
    plan->batch_i = bytes * 2 <= (int)device->info.local_memory ? 2 : 1;
    plan->batch = nd_fit(bytes * plan->batch_i, (int)device->info.local_static, 8) * plan->batch_i;
    plan->batch_threads = nd_fit(32, nd_round_up(plan->batch / plan->batch_i * Np, 32), 8) * 32;
}

/* A plan of one variant with guessed numbers. Fails when the device cannot run it. */
static int plan_variant(struct nd_plan *plan, const struct nd_device *device, const struct nd_law *law, int N,
                        int single, const struct nd_variant *variant)
{
    *plan = (struct nd_plan){.variant = variant, .lanes = 1, .rows = 1};
    if (variant->family == ND_LAYOUT_SIMD) {
        plan->lanes = device->info.vector_bytes / (single ? 4 : 8);
        plan->rows = choose_rows(nd_elem_Np(N), device->info.vector_bytes);
    } else if (variant->family == ND_LAYOUT_FUSED) {
        nd_plan_frame(plan, device, law, N, single, 1);
        guess_fused(plan, device, N, single);
    } else if (variant->family == ND_LAYOUT_KEPT) {
        nd_plan_frame(plan, device, law, N, single, 1);
        nd_plan_kept_guess(plan, device, N, single);
        nd_plan_kept_settle(plan, device, law, N, single);
    } else if (variant->family == ND_LAYOUT_PAPER) {
        nd_plan_microblocks(plan, N, device->backend->dialect == ND_DIALECT_C ? 16 : 32, 0);
        nd_plan_guess(plan, device, N, law->fields.n, single);
    }
    return nd_plan_check(plan, device, N, law->fields.n, single);
}

int nd_plan_check_upwind(const struct nd_plan *plan, double upwind)
{
    int status = 0;
    if (plan->variant->family == ND_LAYOUT_KEPT && upwind != 1)
        FAIL(NUDGE_EVALUE,
             "variant %s: flux.upwind %g: it computes the full upwind flux only; use another variant",
             plan->variant->name, upwind);
done:
    return status;
}

/* The fastest when measured (doc/performance.md, doc/gpu.md) that small groups, little shared memory, the law and the flux allow. In
 * double precision the fused stage was measured on a GPU up to order FUSED_MOST, where it is faster than the split one. */
static int plan_standard(struct nd_plan *plan, const struct nd_device *device, const struct nd_law *law,
                         int N, int single, double upwind)
{
    if (device->backend->dialect == ND_DIALECT_C)
        return plan_variant(plan, device, law, N, single, nd_variant_find("simd"));
    const int extended = nd_law_extended(law);
    if (device->info.gpu && !extended && upwind == 1 &&
        !plan_variant(plan, device, law, N, single, nd_variant_find("bernstein")) && plan->batch > 1)
        return 0;
    enum { FUSED_MOST = 3 };
    if ((single || extended || (device->info.gpu && N <= FUSED_MOST)) &&
        !plan_variant(plan, device, law, N, single, nd_variant_find("fused")))
        return 0;
    if (!plan_variant(plan, device, law, N, single, nd_variant_find("split"))) return 0;
    nd_warn("the plain kernels are used, which are slower: %s", nudge_error());
    return plan_variant(plan, device, law, N, single, nd_variant_find("plain"));
}

int nd_plan_choose(struct nd_plan *plan, const struct nd_device *device, const struct nd_law *law, int N,
                   int single, const char *variant)
{
    return nd_plan_choose_at(plan, device, law, N, single, variant, 1);
}

int nd_plan_choose_at(struct nd_plan *plan, const struct nd_device *device, const struct nd_law *law, int N,
                      int single, const char *variant, double upwind)
{
    int status = 0;
    if (!variant) return plan_standard(plan, device, law, N, single, upwind);
    const struct nd_variant *v = nd_variant_find(variant);
    if (!v) FAIL(NUDGE_EVALUE, "variant %s: there is none of that name; nudge show lists them", variant);
    if (v->c_only && device->backend->dialect != ND_DIALECT_C)
        FAIL(NUDGE_EVALUE, "variant %s: runs on the cpu device only", variant);
    TRY(plan_variant(plan, device, law, N, single, v));
    TRY(nd_plan_check_upwind(plan, upwind));
done:
    return status;
}

void nd_plan_layout(const struct nd_plan *plan, struct nd_layout *layout, nd_idx K, int64_t slots, int Np,
                    int fields)
{
    const int64_t block = plan->variant->family == ND_LAYOUT_PAPER ? plan->K_M * plan->M_B
                          : plan->batch                            ? plan->batch
                                                                   : 1,
                  count = ((slots ? slots : K) + block - 1) / block * block;
    if (plan->variant->family == ND_LAYOUT_SIMD)
        nd_layout_simd(layout, count, Np, fields, plan->lanes);
    else if (plan->variant->family == ND_LAYOUT_PAPER)
        nd_layout_paper(layout, count, Np, fields, plan->K_M, plan->N_pM);
    else
        nd_layout_fused(layout, count, Np, fields, Np);
}

int nd_plan_same_layout(const struct nd_plan *a, const struct nd_plan *b)
{
    return a->variant == b->variant && a->batch == b->batch && a->lanes == b->lanes && a->rows == b->rows &&
           a->align == b->align && a->K_M == b->K_M && a->M_B == b->M_B && a->blocks == b->blocks;
}

struct nd_shape nd_plan_shape(const struct nd_plan *plan, enum nd_pass pass, int N, int fields, int single)
{
    const int Np = nd_elem_Np(N);
    struct nd_shape shape = {.items = 256};
    size_t reals = 0;
    switch (pass) {
    case ND_PASS_GATHER:
        shape.items = plan->gather_p * nd_elem_Nfp(N);
        reals =
            (size_t)plan->M_B * (size_t)plan->N_fM * (size_t)fields + 4 * (size_t)nd_plan_descriptors(plan);
        break;
    case ND_PASS_LIFT:
        shape.items = plan->lift_p * plan->N_pM;
        reals = (size_t)plan->lift_p * (size_t)plan->N_fM * (size_t)pack(plan->lift_i, single);
        break;
    case ND_PASS_DIFF:
        if (plan->diff_shared == ND_SHARED_MATRIX) {
            shape.items = plan->diff_p * plan->diff_rows;
            reals = (size_t)plan->diff_rows * (size_t)((3 * Np) | 1);
        } else {
            const int inner = plan->diff_i * (plan->variant->commuted ? fields : 1);
            shape.items = plan->diff_p * plan->N_pM;
            reals = (size_t)plan->diff_p * (size_t)plan->N_pM * (size_t)pack(inner, single);
        }
        break;
    case ND_PASS_FLUX:
    case ND_PASS_RATE: shape.items = 64; break;
    case ND_PASS_STAGE:
        shape.items = plan->batch ? plan->batch_threads : 1;
        reals = (size_t)plan->batch * (size_t)plan->batch_reals;
        break;
    default: break;
    }
    if (plan->state && pass == ND_PASS_STAGE) reals += 8; /* between the parts */
    shape.local = reals * (single ? 4 : 8);
    return shape;
}

int nd_plan_block(const struct nd_plan *plan)
{
    if (plan->variant->family == ND_LAYOUT_PAPER) return plan->K_M * plan->M_B;
    return plan->batch ? plan->batch : plan->lanes;
}

int nd_plan_descriptors(const struct nd_plan *plan)
{
    return 3 * plan->K_M * plan->M_B + 1;
}

/* Of the gather's integers, which have an array of their own. */
static size_t descriptor_bytes(const struct nd_plan *plan)
{
    return 32 * (size_t)nd_plan_descriptors(plan);
}

/* Numbers that do not go together. */
static int check_fused(const struct nd_plan *plan)
{
    int status = 0;
    if (plan->batch < 1 || plan->batch_i < 1 || plan->batch % plan->batch_i)
        FAIL(NUDGE_EVALUE, "stage: %d elements of a batch cannot be taken %d at a time", plan->batch,
             plan->batch_i);
done:
    return status;
}

static int check_paper(const struct nd_plan *plan, const struct nd_device *device)
{
    int status = 0;
    if (descriptor_bytes(plan) > device->info.local_static)
        FAIL(NUDGE_EVALUE, "gather: descriptors of %zu bytes in a group, %s takes %zu",
             descriptor_bytes(plan), device->info.name, device->info.local_static);
    if (plan->diff_shared == ND_SHARED_MATRIX && (plan->diff_rows < 1 || plan->diff_rows > plan->N_pM))
        FAIL(NUDGE_EVALUE, "diff: segments of %d rows, a micro-block has %d", plan->diff_rows, plan->N_pM);
    if (plan->grouping && plan->N_pM % plan->grouping)
        FAIL(NUDGE_EVALUE, "grouping: %d items do not divide the %d of a micro-block", plan->grouping,
             plan->N_pM);
done:
    return status;
}

int nd_plan_check(const struct nd_plan *plan, const struct nd_device *device, int N, int fields, int single)
{
    int status = 0;
    const enum nd_family family = plan->variant->family;
    const int batches = family == ND_LAYOUT_FUSED || family == ND_LAYOUT_KEPT;
    if (family == ND_LAYOUT_KEPT && !plan->state)
        FAIL(NUDGE_EVALUE,
             "variant %s: the law keeps fields in more than two parts (LAW_PARTS); use another variant",
             plan->variant->name);
    if (!batches && family != ND_LAYOUT_PAPER) return 0;
    for (const enum nd_pass *pass = plan->variant->pass; *pass; pass++) {
        const struct nd_shape shape = nd_plan_shape(plan, *pass, N, fields, single);
        const size_t local = shape.local + (*pass == ND_PASS_GATHER ? descriptor_bytes(plan) : 0);
        if (shape.items > device->info.group_most)
            FAIL(NUDGE_EVALUE, "%s: %d items in a group, %s takes %d", nd_pass_names[*pass], shape.items,
                 device->info.name, device->info.group_most);
        if (local > device->info.local_memory)
            FAIL(NUDGE_EVALUE, "%s: %zu bytes of shared memory in a group, %s has %zu", nd_pass_names[*pass],
                 local, device->info.name, device->info.local_memory);
    }
    if (family == ND_LAYOUT_KEPT)
        TRY(nd_plan_kept_check(plan, single));
    else
        TRY(batches ? check_fused(plan) : check_paper(plan, device));
done:
    return status;
}

const char *nd_plan_file(const struct nd_plan *plan, enum nd_pass pass)
{
    switch (pass) {
    case ND_PASS_GATHER: return "gather.knl";
    case ND_PASS_LIFT: return "lift.knl";
    case ND_PASS_DIFF: return plan->diff_shared == ND_SHARED_MATRIX ? "diff_matrix.knl" : "diff_field.knl";
    case ND_PASS_ASSEMBLY: return "assembly.knl";
    case ND_PASS_UPDATE: return "update.knl";
    case ND_PASS_FLUX: return "flux_plain.knl";
    case ND_PASS_RATE: return "rate_plain.knl";
    default:
        return plan->variant->family == ND_LAYOUT_KEPT    ? "stage_bernstein.knl"
               : plan->variant->family == ND_LAYOUT_FUSED ? "stage_fused.knl"
                                                          : "stage_simd.knl";
    }
}

void nd_plan_recipe(const struct nd_plan *plan, enum nd_pass pass, int fields, struct nd_recipe *recipe)
{
    const int single = recipe->single, commuted = plan->variant->commuted;
    recipe->ndefines = 0;
    if (plan->variant->family == ND_LAYOUT_FUSED && pass == ND_PASS_STAGE) {
        nd_recipe_define(recipe, "BATCH", plan->batch);
        nd_recipe_define(recipe, "W_I", plan->batch_i);
        nd_recipe_define(recipe, "W_P", 1);
        nd_recipe_define(recipe, "THREADS", plan->batch_threads);
    }
    if (plan->variant->family == ND_LAYOUT_KEPT) nd_plan_kept_recipe(plan, pass, recipe);
    if (plan->variant->family != ND_LAYOUT_PAPER) return;
    nd_recipe_define(recipe, "THREADS", nd_plan_shape(plan, pass, recipe->N, fields, single).items);
    nd_recipe_define(recipe, "N_pM", plan->N_pM);
    nd_recipe_define(recipe, "N_fM", plan->N_fM);
    nd_recipe_define(recipe, "GROUPING", plan->grouping);
    switch (pass) {
    case ND_PASS_GATHER:
        nd_recipe_define(recipe, "M_B", plan->M_B);
        nd_recipe_define(recipe, "W_P", plan->gather_p);
        nd_recipe_define(recipe, "DESCRIPTORS", nd_plan_descriptors(plan));
        break;
    case ND_PASS_LIFT:
        nd_recipe_define(recipe, "W_P", plan->lift_p);
        nd_recipe_define(recipe, "W_I", plan->lift_i);
        nd_recipe_define(recipe, "PACK", pack(plan->lift_i, single));
        nd_recipe_define(recipe, "UPDATES", commuted && plan->variant->updates);
        break;
    case ND_PASS_DIFF:
        nd_recipe_define(recipe, "W_P", plan->diff_p);
        nd_recipe_define(recipe, "W_I", plan->diff_i);
        nd_recipe_define(recipe, "W_S", plan->diff_s);
        nd_recipe_define(recipe, "N_R", plan->diff_rows);
        nd_recipe_define(recipe, "COMMUTED", commuted);
        nd_recipe_define(recipe, "PACK", pack(plan->diff_i * (commuted ? fields : 1), single));
        break;
    case ND_PASS_ASSEMBLY: nd_recipe_define(recipe, "UPDATES", plan->variant->updates); break;
    default: break;
    }
}
