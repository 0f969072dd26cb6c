#include "kernel/plan.h"

#include "elem/elem.h"

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

static int round_up(int n, int multiple)
{
    return (n + multiple - 1) / multiple * multiple;
}

void nd_plan_microblocks(struct nd_plan *plan, int N, int align, int K_M)
{
    const int Np = nd_elem_Np(N);
    if (!K_M) /* waste < 5 % of the padded size */
        for (K_M = 1; 20 * (round_up(K_M * Np, align) - K_M * Np) >= round_up(K_M * Np, align);) K_M++;
    plan->align = align;
    plan->K_M = K_M;
    plan->N_pM = round_up(K_M * Np, align);
    plan->N_fM = round_up(K_M * 4 * nd_elem_Nfp(N), align);
}

/* The largest w in 1 ... most for which w * each stays within limit. */
static int fit(int each, int limit, int most)
{
    const int w = limit / each;
    return w < 1 ? 1 : w < most ? w : most;
}

void nd_plan_guess(struct nd_plan *plan, const struct nd_device *device, int N, int fields, int single)
{
    const int Nfp = nd_elem_Nfp(N), commuted = plan->variant->commuted;
    const int local = (int)device->info.local_static, real = single ? 4 : 8, group = device->info.group_most;
    const int flux = plan->N_fM * fields * real; /* bytes that a micro-block's fluxes take in the gather */
    plan->M_B = fit(flux, local / 2, plan->K_M >= 8 ? 1 : 8 / plan->K_M);
    plan->gather_p = fit(Nfp, group < 256 ? group : 256, 4 * plan->K_M * plan->M_B);
    plan->lift_p = fit(plan->N_pM, 32, 8);
    plan->lift_i = fit(plan->lift_p * plan->N_fM * real, local, N <= 2 ? 2 : 8);
    plan->lift_i = plan->lift_i >= 8 ? 8 : plan->lift_i >= 4 ? 4 : plan->lift_i >= 2 ? 2 : 1;
    plan->diff_shared = ND_SHARED_FIELD;
    plan->diff_p = plan->lift_p;
    plan->diff_i = N <= 5 || !single ? 2 : 4;
    if (!commuted) plan->diff_i *= 2;
    plan->diff_s = 1;
    plan->diff_rows = plan->align;
    plan->grouping = 16;
}

int nd_plan_choose(struct nd_plan *plan, const struct nd_device *device, const struct nd_law *law, int N,
                   int single, const char *variant)
{
    int status = 0;
    *plan = (struct nd_plan){.lanes = 1, .rows = 1};
    if (variant) {
        plan->variant = nd_variant_find(variant);
        if (!plan->variant)
            FAIL(NUDGE_EVALUE, "variant %s: there is none of that name; nudge show lists them", variant);
        if (plan->variant->c_only && device->backend->dialect != ND_DIALECT_C)
            FAIL(NUDGE_EVALUE, "variant %s: runs on the cpu device only", variant);
    } else
        plan->variant = nd_variant_find(device->backend->dialect == ND_DIALECT_C ? "simd" : "split");
    if (plan->variant->family == ND_LAYOUT_SIMD) {
        plan->lanes = device->info.vector_bytes / (single ? 4 : 8);
        plan->rows = choose_rows(nd_elem_Np(N), device->info.vector_bytes);
    } else if (plan->variant->family == ND_LAYOUT_PAPER) {
        nd_plan_microblocks(plan, N, device->backend->dialect == ND_DIALECT_C ? 16 : 32, 0);
        nd_plan_guess(plan, device, N, law->fields.n, single);
        TRY(nd_plan_check(plan, device, N, law->fields.n, single));
    }
done:
    return status;
}

void nd_plan_layout(const struct nd_plan *plan, struct nd_layout *layout, nd_idx K, int64_t slots, int Np,
                    int fields)
{
    const nd_idx count = slots ? (nd_idx)slots : K;
    if (plan->variant->family == ND_LAYOUT_SIMD)
        nd_layout_simd(layout, count, Np, fields, plan->lanes);
    else if (plan->variant->family == ND_LAYOUT_PAPER)
        nd_layout_paper(layout, slots ? count : round_up(K, plan->K_M * plan->M_B), Np, fields, plan->K_M,
                        plan->N_pM);
    else
        nd_layout_fused(layout, count, Np, fields, Np);
}

int nd_plan_same_layout(const struct nd_plan *a, const struct nd_plan *b)
{
    return a->variant == b->variant && a->lanes == b->lanes && a->rows == b->rows && a->align == b->align &&
           a->K_M == b->K_M && a->M_B == b->M_B && a->metis == b->metis;
}

int nd_plan_pack(int n, int single)
{
    return n <= 2 ? n : round_up(n, single ? 4 : 2);
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
        reals = (size_t)plan->lift_p * (size_t)plan->N_fM * (size_t)nd_plan_pack(plan->lift_i, single);
        break;
    case ND_PASS_DIFF:
        if (plan->diff_shared == ND_SHARED_MATRIX) {
            shape.items = plan->diff_p * plan->diff_rows;
            reals = (size_t)plan->diff_rows * (size_t)((3 * Np) | 1);
        } else {
            const int inner = plan->diff_i * (plan->variant->commuted ? fields : 1);
            shape.items = plan->diff_p * plan->N_pM;
            reals = (size_t)plan->diff_p * (size_t)plan->N_pM * (size_t)nd_plan_pack(inner, single);
        }
        break;
    case ND_PASS_FLUX:
    case ND_PASS_RATE: shape.items = 64; break;
    case ND_PASS_STAGE: shape.items = 1; break;
    default: break;
    }
    shape.local = reals * (single ? 4 : 8);
    return shape;
}

int nd_plan_descriptors(const struct nd_plan *plan)
{
    return 3 * plan->K_M * plan->M_B + 1;
}

int nd_plan_check(const struct nd_plan *plan, const struct nd_device *device, int N, int fields, int single)
{
    int status = 0;
    if (plan->variant->family != ND_LAYOUT_PAPER) return 0;
    /* The gather's descriptors are integers in an array of their own. */
    const size_t records = 32 * (size_t)nd_plan_descriptors(plan);
    for (enum nd_pass pass = ND_PASS_GATHER; pass <= ND_PASS_DIFF; pass++) {
        const struct nd_shape shape = nd_plan_shape(plan, pass, N, fields, single);
        const size_t local = shape.local + (pass == ND_PASS_GATHER ? records : 0);
        if (shape.items > device->info.group_most)
            FAIL(NUDGE_EVALUE, "%s: %d items in a group, %s takes %d", nd_pass_names[pass], shape.items,
                 device->info.name, device->info.group_most);
        if (local > device->info.local_memory)
            FAIL(NUDGE_EVALUE, "%s: %zu bytes of shared memory in a group, %s has %zu", nd_pass_names[pass],
                 local, device->info.name, device->info.local_memory);
    }
    if (plan->diff_shared == ND_SHARED_MATRIX && plan->diff_rows > plan->N_pM)
        FAIL(NUDGE_EVALUE, "diff: segments of %d rows, a micro-block has %d", plan->diff_rows, plan->N_pM);
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
    default: return "stage_simd.knl";
    }
}

void nd_plan_recipe(const struct nd_plan *plan, enum nd_pass pass, int fields, struct nd_recipe *recipe)
{
    const int single = recipe->single, commuted = plan->variant->commuted;
    recipe->ndefines = 0;
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
        nd_recipe_define(recipe, "PACK", nd_plan_pack(plan->lift_i, single));
        nd_recipe_define(recipe, "UPDATES", commuted && plan->variant->updates);
        break;
    case ND_PASS_DIFF:
        nd_recipe_define(recipe, "W_P", plan->diff_p);
        nd_recipe_define(recipe, "W_I", plan->diff_i);
        nd_recipe_define(recipe, "W_S", plan->diff_s);
        nd_recipe_define(recipe, "N_R", plan->diff_rows);
        nd_recipe_define(recipe, "COMMUTED", commuted);
        nd_recipe_define(recipe, "PACK", nd_plan_pack(plan->diff_i * (commuted ? fields : 1), single));
        break;
    case ND_PASS_ASSEMBLY: nd_recipe_define(recipe, "UPDATES", plan->variant->updates); break;
    default: break;
    }
}
