/* fused: a whole stage in one pass, batches of elements in shared memory. */
#include "kernel/basis.h"
#include "kernel/restated.h"

static int applicable(const struct nd_variant *variant, const struct nd_case *c)
{
    (void)variant, (void)c;
    return 0;
}

/* At full upwind it is faster than split on a GPU, in double precision slower at any other weight (doc/reports). */
static int preferred(const struct nd_case *c, const struct nd_plan *plan)
{
    (void)plan;
    return c->single || nd_law_extended(c->law) || (c->device->info.gpu && c->upwind == 1);
}

/* Shared memory of an element, in reals, as stage_fused.knl lays it out. Restatements are
 * used at full upwind; elsewhere there is room for either form. */
static int element_reals(const struct nd_case *c)
{
    const struct nd_law *law = c->law;
    const int n = law->fields.n, medium = law->medium.n;
    int operands = nd_restated_number(law, ND_FORM_REDUCED, "REDUCED_OPERANDS", n),
        traces = nd_restated_number(law, ND_FORM_REDUCED, "REDUCED_FLUXES", n),
        face = nd_restated_number(law, ND_FORM_REDUCED, "REDUCED_SGEO", 5 + medium);
    if (c->upwind != 1)
        operands = nd_larger(operands, n), traces = nd_larger(traces, n), face = nd_larger(face, 5 + medium);
    return (n + operands) * nd_elem_Np(c->N) + traces * 4 * nd_elem_Nfp(c->N) + 4 * nd_round_up(face, 4) +
           nd_round_up(19 + medium, 4);
}

static void derive(const struct nd_case *c, struct nd_plan *plan)
{
    plan->batch_reals = element_reals(c);
    const size_t bytes = (size_t)plan->batch_reals * (c->single ? 4 : 8);
    while (plan->batch > plan->batch_i && (size_t)plan->batch * bytes > c->device->info.shared_bytes)
        plan->batch -= plan->batch_i;
}

static void guess(const struct nd_case *c, struct nd_plan *plan)
{
    const int Np = nd_elem_Np(c->N), bytes = element_reals(c) * (c->single ? 4 : 8);
    plan->batch_reals = element_reals(c);
    plan->batch_i = bytes * 2 <= (int)c->device->info.shared_bytes ? 2 : 1;
    plan->batch = nd_fit(bytes * plan->batch_i, (int)c->device->info.shared_static, 8) * plan->batch_i;
    plan->batch_threads = nd_fit(32, nd_round_up(plan->batch / plan->batch_i * Np, 32), 8) * 32;
}

static int check(const struct nd_case *c, const struct nd_plan *plan)
{
    int status = 0;
    (void)c;
    if (plan->batch < 1 || plan->batch_i < 1 || plan->batch % plan->batch_i)
        FAIL(NUDGE_EVALUE, "stage: %d elements of a batch cannot be taken %d at a time", plan->batch,
             plan->batch_i);
done:
    return status;
}

static void layout(const struct nd_plan *plan, int64_t count, int Np, int fields, struct nd_layout *layout)
{
    (void)plan;
    nd_layout_fused(layout, count, Np, fields, Np);
}

static struct nd_blocks_limits placed(const struct nd_plan *plan)
{
    return (struct nd_blocks_limits){.elements = plan->batch};
}

static const char *file(const struct nd_plan *plan, enum nd_pass pass)
{
    (void)plan, (void)pass;
    return "stage_fused.knl";
}

static struct nd_shape shape(const struct nd_case *c, const struct nd_plan *plan, enum nd_pass pass)
{
    (void)pass;
    return (struct nd_shape){.items = plan->batch_threads,
                             .local = (size_t)plan->batch * (size_t)plan->batch_reals * (c->single ? 4 : 8)};
}

static void defines(const struct nd_plan *plan, enum nd_pass pass, struct nd_recipe *recipe)
{
    if (pass != ND_PASS_STAGE) return;
    nd_recipe_define(recipe, "BATCH", plan->batch);
    nd_recipe_define(recipe, "W_I", plan->batch_i);
    nd_recipe_define(recipe, "W_P", 1);
    nd_recipe_define(recipe, "THREADS", plan->batch_threads);
}

static size_t bytes(const struct nd_plan *plan, const struct nd_layout *layout, int N, size_t real)
{
    (void)plan;
    return 3 * (size_t)layout->length * real + (size_t)layout->slots * nd_upload_slot_bytes(real) +
           nd_upload_operator_bytes(N, real);
}

static int upload(const struct nd_operator *op, const struct nd_setup *setup, const int32_t *material)
{
    int status = 0;
    struct nd_faces faces = {0};
    (void)material;
    TRY(nd_upload_metric(op, setup));
    TRY(nd_faces_init(&faces, setup->connect, op->K, setup->elem, op->layout, op->slot, setup->condition));
    TRY(nd_upload_faces(op, &faces, setup->elem->Nfp));
    TRY(nd_upload_operators(op, setup->elem, &nd_matrix_columns));
done:
    nd_faces_clear(&faces);
    return status;
}

static int64_t blocks(const struct nd_operator *op, enum nd_pass pass)
{
    (void)pass;
    return op->layout->slots / op->plan->batch;
}

static void arguments(const struct nd_operator *op, enum nd_pass pass, const struct nd_stage *stage,
                      struct nd_arguments *list)
{
    (void)pass;
    ND_ADD_BUFFERS(list, op, stage->from, stage->to, ND_RES, ND_METRIC, ND_ETOE, ND_ETOL, ND_MATERIAL,
                   ND_MEDIUM, ND_D, ND_LIFT, ND_LISTS);
    nd_arguments_stage(list, op, stage);
}

const struct nd_variant nd_variant_fused = {
    .name = "fused",
    .about = "a whole stage in one pass, batches of elements in shared memory",
    .pass = {ND_PASS_STAGE},
    .family = ND_LAYOUT_FUSED,
    .updates = 1,
    .basis = &nd_basis_nodal,
    .applicable = applicable,
    .preferred = preferred,
    .guess = guess,
    .derive = derive,
    .check = check,
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
