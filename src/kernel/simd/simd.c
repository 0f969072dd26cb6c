/* simd: a whole stage in one pass, elements in the lanes of CPU vectors. */
#include "kernel/basis.h"
#include "kernel/restated.h"

enum { LANES, ROWS };      /* parameters */
enum { UNIFORM = ND_OWN }; /* buffer: blocks that lie, with all their neighbours, in one material */

static int applicable(const struct nd_variant *variant, const struct nd_case *c)
{
    int status = 0;
    if (c->device->backend->dialect != ND_DIALECT_C)
        FAIL(NUDGE_EVALUE, "variant %s: runs on the cpu device only", variant->name);
done:
    return status;
}

static int preferred(const struct nd_case *c, const struct nd_plan *plan)
{
    (void)c, (void)plan;
    return 1;
}

/* Rows of an operator tile. A Maxwell pass keeps 3 accumulators per row: 8 rows fill 24 of
 * AVX-512's 32 registers, 4 rows 12 of the 16 of older sets; among these the number that pads Np
 * least. */
static int choose_rows(int Np, int vector_bytes)
{
    const int most = vector_bytes >= 64 ? 8 : 4;
    int best = 4, waste = Np;
    for (int rows = most; rows >= 4; rows--) {
        const int w = nd_round_up(Np, rows) - Np;
        if (w < waste) waste = w, best = rows;
    }
    return best;
}

static void guess(const struct nd_case *c, struct nd_plan *plan)
{
    plan->number[LANES] = c->device->info.vector_bytes / (c->single ? 4 : 8);
    plan->number[ROWS] = choose_rows(nd_elem_Np(c->N), c->device->info.vector_bytes);
}

static int check(const struct nd_case *c, const struct nd_plan *plan)
{
    (void)c, (void)plan;
    return 0;
}

static const enum nd_pass *passes(const struct nd_plan *plan)
{
    static const enum nd_pass list[] = {ND_PASS_STAGE, ND_PASS_NONE};
    (void)plan;
    return list;
}

static void layout(const struct nd_plan *plan, int64_t count, int Np, int fields, struct nd_layout *layout)
{
    nd_layout_simd(layout, count, Np, fields, plan->number[LANES]);
}

static struct nd_blocks_limits placed(const struct nd_plan *plan)
{
    return (struct nd_blocks_limits){.elements = plan->number[LANES]};
}

static const char *file(const struct nd_plan *plan, enum nd_pass pass)
{
    (void)plan, (void)pass;
    return "stage_simd.knl";
}

static struct nd_shape shape(const struct nd_case *c, const struct nd_plan *plan, enum nd_pass pass)
{
    (void)c, (void)plan, (void)pass;
    return (struct nd_shape){.threads = 1};
}

static const char *const updates[ND_UPDATES] = {
    [ND_UPDATE_RK] = "simd_rk.h", [ND_UPDATE_RATE] = "simd_rate.h", [ND_UPDATE_ADD] = "simd_add.h"};

static void defines(const struct nd_plan *plan, enum nd_pass pass, struct nd_recipe *recipe)
{
    if (pass != ND_PASS_STAGE) return;
    nd_recipe_define(recipe, "ROWS", plan->number[ROWS]);
    nd_recipe_paste(recipe, "stage_simd.knl", updates[plan->update]);
    nd_recipe_paste(recipe, "stage_simd.knl",
                    nd_restated(recipe->law, ND_FORM_REDUCED, recipe->upwind) ? "simd_products.h"
                                                                              : "simd_gradients.h");
}

static size_t bytes(const struct nd_plan *plan, const struct nd_layout *layout, int N, size_t real)
{
    return nd_plan_arrays(plan) * (size_t)layout->length * real +
           (size_t)layout->slots * nd_upload_slot_bytes(real) + nd_upload_operator_bytes(N, real);
}

/* Tiles of rows, see stage_simd.knl. */
static int D_entry(const struct nd_operator *op, int c, int n, int k)
{
    const int rows = op->plan->number[ROWS];
    return ((n / rows * op->layout->Np + k) * rows + n % rows) * 3 + c;
}

static int LIFT_entry(const struct nd_operator *op, int n, int k)
{
    const int rows = op->plan->number[ROWS];
    return (n / rows * 4 * nd_elem_Nfp(op->recipe->N) + k) * rows + n % rows;
}

static int upload_uniform(const struct nd_operator *op, const struct nd_faces *faces, const int32_t *material)
{
    int status = 0;
    const int block = op->layout->block;
    const int64_t blocks = op->layout->slots / block;
    unsigned char *uniform = NULL;
    ALLOC(uniform, blocks);
#pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < blocks; b++) {
        const int32_t one = material[b * block];
        uniform[b] = 1;
        for (int64_t s = b * block; s < (b + 1) * block; s++) {
            if (material[s] != one) uniform[b] = 0;
            for (int f = 0; f < 4; f++)
                if (material[faces->EToE[4 * s + f]] != one) uniform[b] = 0;
        }
    }
    TRY(nd_operator_upload(op, UNIFORM, uniform, (size_t)blocks));
done:
    free(uniform);
    return status;
}

static int upload(const struct nd_operator *op, const struct nd_setup *setup, const int32_t *material)
{
    int status = 0;
    struct nd_faces faces = {0};
    const struct nd_placed placed = nd_operator_placed(op, setup, material);
    const struct nd_matrix_form form = {
        .padded = nd_round_up(setup->elem->Np, op->plan->number[ROWS]), .D = D_entry, .LIFT = LIFT_entry};
    TRY(nd_upload_metric(op, setup));
    TRY(nd_faces_init(&faces, &placed));
    TRY(nd_upload_faces(op, &faces, setup->elem->Nfp));
    TRY(upload_uniform(op, &faces, material));
    TRY(nd_upload_operators(op, setup->elem, &form));
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
    ND_ADD_BUFFERS(list, op, ND_METRIC, ND_ETOE, ND_ETOL, UNIFORM, ND_MATERIAL, ND_MEDIUM, ND_D, ND_LIFT,
                   ND_LISTS);
    nd_arguments_stage(list, op, stage);
}

static const struct nd_parameter parameters[] = {
    {"lanes", "lanes", "elements in the lanes of a vector", ND_AT(LANES), 1, 64, .layout = 1},
    {"rows", "rows", "rows of an operator tile", ND_AT(ROWS), 1, 64, .layout = 1},
    {0},
};

const struct nd_variant nd_variant_simd = {
    .name = "simd",
    .about = "a whole stage in one pass, elements in the lanes of CPU vectors",
    .basis = &nd_basis_nodal,
    .linear = 1,
    .shares = 1,
    .skips = 1,
    .parameters = parameters,
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
