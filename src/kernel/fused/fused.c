/* fused: a whole stage in one pass, batches of elements in shared memory. */
#include "kernel/basis.h"
#include "kernel/restated.h"

/* Elements of a block, of them in one thread, threads; shared memory of an element. */
enum { BATCH, IN_THREAD, THREADS, ELEMENT_REALS };

static int applicable(const struct nd_variant *variant, const struct nd_case *c)
{
    (void)variant, (void)c;
    return 0;
}

/* At full upwind it is faster than paper on a GPU, in double precision slower at any other weight
 * (doc/reports). */
static int preferred(const struct nd_case *c, const struct nd_plan *plan)
{
    (void)plan;
    return c->linear || c->single || nd_law_extended(c->law) || (c->device->info.gpu && c->upwind == 1);
}

/* The map of shared memory, in reals: fused_block.h says what lies where. Parts begin at multiples of 16 bytes. */
struct map {
    int at_operands, at_fluxes, at_sgeo, at_vgeo, reals; /* of the whole batch */
    int sgeo_stride, vgeo_stride;
};

static struct map map_of(const struct nd_law *law, int N, int restated, int batch)
{
    const int n = law->fields.n, medium = law->medium.n, Np = nd_elem_Np(N), Nfp = nd_elem_Nfp(N);
    const enum nd_form form = ND_FORM_REDUCED;
    const int operands = restated ? nd_restated_number(law, form, "REDUCED_OPERANDS", n) : n,
              fluxes = restated ? nd_restated_number(law, form, "REDUCED_FLUXES", n) : n,
              sgeo = restated ? nd_restated_number(law, form, "REDUCED_SGEO", 5 + medium) : 5 + medium;
    struct map m = {.sgeo_stride = nd_round_up(sgeo, 4), .vgeo_stride = nd_round_up(19 + medium, 4)};
    m.at_operands = batch * n * Np;
    m.at_fluxes = m.at_operands + batch * operands * Np;
    m.at_sgeo = m.at_fluxes + batch * fluxes * 4 * Nfp;
    m.at_vgeo = m.at_sgeo + batch * 4 * m.sgeo_stride;
    m.reals = m.at_vgeo + batch * m.vgeo_stride;
    return m;
}

/* Shared memory of an element. Below full upwind, where restatements are not used, there is room for either form. */
static int element_reals(const struct nd_case *c)
{
    const int restated = map_of(c->law, c->N, 1, 1).reals;
    return c->upwind == 1 ? restated : nd_larger(restated, map_of(c->law, c->N, 0, 1).reals);
}

static void derive(const struct nd_case *c, struct nd_plan *plan)
{
    plan->number[ELEMENT_REALS] = element_reals(c);
    const size_t bytes = (size_t)plan->number[ELEMENT_REALS] * (c->single ? 4 : 8);
    while (plan->number[BATCH] > plan->number[IN_THREAD] &&
           (size_t)plan->number[BATCH] * bytes > c->device->info.shared_bytes)
        plan->number[BATCH] -= plan->number[IN_THREAD];
}

static void guess(const struct nd_case *c, struct nd_plan *plan)
{
    const int Np = nd_elem_Np(c->N), bytes = element_reals(c) * (c->single ? 4 : 8);
    plan->number[ELEMENT_REALS] = element_reals(c);
    plan->number[IN_THREAD] = bytes * 2 <= (int)c->device->info.shared_bytes ? 2 : 1;
    plan->number[BATCH] = nd_fit(bytes * plan->number[IN_THREAD], (int)c->device->info.shared_static, 8) *
                          plan->number[IN_THREAD];
    plan->number[THREADS] =
        nd_fit(32, nd_round_up(plan->number[BATCH] / plan->number[IN_THREAD] * Np, 32), 8) * 32;
}

/* The threads that the products want, one node of each set of IN_THREAD elements, should fill the
 * block once. */
static int starts(const struct nd_case *c, const struct nd_plan *plan, struct nd_plan *list, int most)
{
    static const int wanted[] = {64, 128, 192, 256, 352}, at_once[] = {1, 2, 3, 4, 6};
    const int Np = nd_elem_Np(c->N);
    int n = 0;
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 5 && n < most; k++) {
            const int sets = nd_larger(wanted[k] / Np, 1);
            list[n] = *plan;
            list[n].number[IN_THREAD] = at_once[i];
            list[n].number[BATCH] = sets * at_once[i];
            list[n++].number[THREADS] = nd_larger(nd_round_up(sets * Np, 32), 64);
        }
    return n;
}

static int check(const struct nd_case *c, const struct nd_plan *plan)
{
    int status = 0;
    (void)c;
    if (plan->number[BATCH] < 1 || plan->number[IN_THREAD] < 1 ||
        plan->number[BATCH] % plan->number[IN_THREAD])
        FAIL(NUDGE_EVALUE, "stage: %d elements of a batch cannot be taken %d at a time", plan->number[BATCH],
             plan->number[IN_THREAD]);
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
    nd_layout_fused(layout, count, Np, fields, Np);
}

static struct nd_blocks_limits placed(const struct nd_plan *plan)
{
    return (struct nd_blocks_limits){.elements = plan->number[BATCH]};
}

static const char *file(const struct nd_plan *plan, enum nd_pass pass)
{
    (void)plan, (void)pass;
    return "stage_fused.knl";
}

static struct nd_shape shape(const struct nd_case *c, const struct nd_plan *plan, enum nd_pass pass)
{
    (void)pass;
    return (struct nd_shape){.threads = plan->number[THREADS],
                             .shared_bytes = (size_t)plan->number[BATCH] *
                                             (size_t)plan->number[ELEMENT_REALS] * (c->single ? 4 : 8)};
}

static const char *const updates[ND_UPDATES] = {
    [ND_UPDATE_RK] = "fused_rk.h", [ND_UPDATE_RATE] = "fused_rate.h", [ND_UPDATE_ADD] = "fused_add.h"};

static void defines(const struct nd_plan *plan, enum nd_pass pass, struct nd_recipe *recipe)
{
    static const char *const stage = "stage_fused.knl";
    const int restated = nd_restated(recipe->law, ND_FORM_REDUCED, recipe->upwind);
    const struct map map = map_of(recipe->law, recipe->N, restated, plan->number[BATCH]);
    if (pass != ND_PASS_STAGE) return;
    nd_recipe_define(recipe, "BATCH", plan->number[BATCH]);
    nd_recipe_define(recipe, "W_I", plan->number[IN_THREAD]);
    nd_recipe_define(recipe, "W_P", 1);
    nd_recipe_define(recipe, "THREADS", plan->number[THREADS]);
    nd_recipe_define(recipe, "AT_OPERANDS", map.at_operands);
    nd_recipe_define(recipe, "AT_FLUXES", map.at_fluxes);
    nd_recipe_define(recipe, "AT_SGEO", map.at_sgeo);
    nd_recipe_define(recipe, "AT_VGEO", map.at_vgeo);
    nd_recipe_define(recipe, "SGEO_STRIDE", map.sgeo_stride);
    nd_recipe_define(recipe, "VGEO_STRIDE", map.vgeo_stride);
    nd_recipe_define(recipe, "SHARED_REALS", map.reals);
    nd_recipe_paste(recipe, stage, "fused_block.h");
    nd_recipe_paste(recipe, stage, restated ? "fused_products.h" : "fused_gradients.h");
    nd_recipe_paste(recipe, stage, "fused_faces.h");
    nd_recipe_paste(recipe, stage, "fused_nodes.h");
    nd_recipe_paste(recipe, stage, updates[plan->update]);
}

static size_t bytes(const struct nd_plan *plan, const struct nd_layout *layout, int N, size_t real)
{
    return nd_plan_arrays(plan) * (size_t)layout->length * real +
           (size_t)layout->slots * nd_upload_slot_bytes(real) + nd_upload_operator_bytes(N, real);
}

static int upload(const struct nd_operator *op, const struct nd_setup *setup, const int32_t *material)
{
    int status = 0;
    struct nd_faces faces = {0};
    const struct nd_placed placed = nd_operator_placed(op, setup, material);
    TRY(nd_upload_metric(op, setup));
    TRY(nd_faces_init(&faces, &placed));
    TRY(nd_upload_faces(op, &faces, setup->elem->Nfp));
    TRY(nd_upload_operators(op, setup->elem, &nd_matrix_columns));
done:
    nd_faces_clear(&faces);
    return status;
}

static int64_t blocks(const struct nd_operator *op, enum nd_pass pass)
{
    (void)pass;
    return op->end - op->first;
}

static void arguments(const struct nd_operator *op, enum nd_pass pass, const struct nd_stage *stage,
                      struct nd_arguments *list)
{
    (void)pass;
    ND_ADD_BUFFERS(list, op, stage->from, stage->to);
    if (stage->update == ND_UPDATE_RK) ND_ADD_BUFFERS(list, op, ND_RES);
    ND_ADD_BUFFERS(list, op, ND_METRIC, ND_ETOE, ND_ETOL, ND_MATERIAL, ND_MEDIUM, ND_D, ND_LIFT, ND_LISTS);
    nd_arguments_stage(list, op, stage);
}

static const struct nd_parameter parameters[] = {
    {"batch", "batch", "elements of a block", ND_AT(BATCH), 1, 1024, .layout = 1, .pass = ND_PASS_STAGE,
     ND_TRY(2, 4, 6, 8, 12, 16, 24, 32)},
    {"in_thread", "batch", "elements that a thread computes at once", ND_AT(IN_THREAD), 1, 64,
     .pass = ND_PASS_STAGE, ND_TRY(1, 2, 3, 4)},
    {"threads", "batch", "threads of a block", ND_AT(THREADS), 1, 4096, .pass = ND_PASS_STAGE,
     ND_TRY(64, 96, 128, 160, 192, 256, 320, 384, 512)},
    {0},
};

const struct nd_variant nd_variant_fused = {
    .name = "fused",
    .about = "a whole stage in one pass, batches of elements in shared memory",
    .basis = &nd_basis_nodal,
    .linear = 1,
    .shares = 1,
    .skips = 1,
    .parameters = parameters,
    .applicable = applicable,
    .preferred = preferred,
    .guess = guess,
    .derive = derive,
    .starts = starts,
    .check = check,
    .passes = passes,
    .layout = layout,
    .placed = placed,
    .file = file,
    .shape = shape,
    .defines = defines,
    .bytes = bytes,
    .upload = upload,
    .blocks = blocks,
    .arguments = arguments,
};
