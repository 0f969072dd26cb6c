/* plain: three simple passes, on any device and in any layout. The text to read first: the others
 * compute the same. */
#include "kernel/basis.h"

static int applicable(const struct nd_variant *variant, const struct nd_case *c)
{
    (void)variant, (void)c;
    return 0;
}

static int preferred(const struct nd_case *c, const struct nd_plan *plan)
{
    (void)c, (void)plan;
    return 1;
}

static void guess(const struct nd_case *c, struct nd_plan *plan)
{
    (void)c, (void)plan; /* it has no parameters */
}

static int check(const struct nd_case *c, const struct nd_plan *plan)
{
    (void)c, (void)plan;
    return 0;
}

static const enum nd_pass *passes(const struct nd_plan *plan)
{
    static const enum nd_pass list[] = {ND_PASS_FLUX, ND_PASS_RATE, ND_PASS_UPDATE, ND_PASS_NONE};
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
    (void)plan;
    return (struct nd_blocks_limits){.elements = 1};
}

static const char *file(const struct nd_plan *plan, enum nd_pass pass)
{
    return pass == ND_PASS_FLUX   ? "flux_plain.knl"
           : pass == ND_PASS_RATE ? "rate_plain.knl"
           : plan->update         ? "update_linear.knl"
                                  : "update.knl";
}

static struct nd_shape shape(const struct nd_case *c, const struct nd_plan *plan, enum nd_pass pass)
{
    const int most = c->device->info.threads_most, wanted = pass == ND_PASS_UPDATE ? 256 : 64;
    (void)plan;
    return (struct nd_shape){.threads = wanted < most ? wanted : most};
}

static void defines(const struct nd_plan *plan, enum nd_pass pass, struct nd_recipe *recipe)
{
    (void)plan, (void)pass, (void)recipe;
}

/* Fluxes of all face nodes, and the rate. */
static size_t handed_on(const struct nd_layout *layout, int Nfp)
{
    return (size_t)layout->slots * 4 * (size_t)Nfp * (size_t)layout->fields;
}

static size_t bytes(const struct nd_plan *plan, const struct nd_layout *layout, int N, size_t real)
{
    return ((nd_plan_arrays(plan) + 1) * (size_t)layout->length + handed_on(layout, nd_elem_Nfp(N))) * real +
           (size_t)layout->slots * nd_upload_slot_bytes(real) + nd_upload_operator_bytes(N, real);
}

/* D[3][Np][Np], LIFT[Np][4 Nfp]. */
static int D_entry(const struct nd_operator *op, int c, int n, int k)
{
    const int Np = op->layout->Np;
    return (c * Np + n) * Np + k;
}

static int LIFT_entry(const struct nd_operator *op, int n, int k)
{
    return n * 4 * nd_elem_Nfp(op->recipe->N) + k;
}

static int upload(const struct nd_operator *op, const struct nd_setup *setup, const int32_t *material)
{
    int status = 0;
    struct nd_faces faces = {0};
    const struct nd_placed placed = nd_operator_placed(op, setup, material);
    const struct nd_matrix_form form = {.D = D_entry, .LIFT = LIFT_entry};
    TRY(nd_upload_metric(op, setup));
    TRY(nd_faces_init(&faces, &placed));
    TRY(nd_upload_faces(op, &faces, setup->elem->Nfp));
    TRY(nd_upload_operators(op, setup->elem, &form));
    TRY(nd_operator_alloc_reals(op, ND_FLUX, handed_on(op->layout, setup->elem->Nfp)));
    TRY(nd_operator_alloc_reals(op, ND_RATE, (size_t)op->layout->length));
done:
    nd_faces_clear(&faces);
    return status;
}

static int64_t blocks(const struct nd_operator *op, enum nd_pass pass)
{
    return pass == ND_PASS_UPDATE ? (op->layout->length + 1023) / 1024 : op->layout->own;
}

static void arguments(const struct nd_operator *op, enum nd_pass pass, const struct nd_stage *stage,
                      struct nd_arguments *list)
{
    if (pass == ND_PASS_UPDATE) {
        ND_ADD_BUFFERS(list, op, stage->from, stage->to);
        if (stage->update == ND_UPDATE_RK) ND_ADD_BUFFERS(list, op, ND_RES);
        ND_ADD_BUFFERS(list, op, ND_RATE);
        if (stage->update != ND_UPDATE_RK) nd_arguments_int(list, stage->update == ND_UPDATE_ADD);
        nd_arguments_stage(list, op, stage);
        nd_arguments_long(list, op->layout->length);
        return;
    }
    if (pass == ND_PASS_FLUX)
        ND_ADD_BUFFERS(list, op, stage->from, ND_FLUX, ND_METRIC, ND_ETOE, ND_ETOL, ND_MATERIAL, ND_MEDIUM,
                       ND_LISTS);
    else
        ND_ADD_BUFFERS(list, op, stage->from, ND_FLUX, ND_RATE, ND_METRIC, ND_MATERIAL, ND_MEDIUM, ND_D,
                       ND_LIFT);
    nd_arguments_long(list, op->layout->S_f);
    nd_arguments_long(list, op->layout->slots);
}

const struct nd_variant nd_variant_plain = {
    .name = "plain",
    .about = "three simple passes, any layout and device",
    .basis = &nd_basis_nodal,
    .linear = 1,
    .shares = 1,
    .applicable = applicable,
    .preferred = preferred,
    .guess = guess,
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
