/* simd: a whole stage in one pass, elements in the lanes of CPU vectors. */
#include "elem/elem.h"
#include "kernel/plan.h"

static int applicable(const struct nd_variant *variant, const struct nd_case *c)
{
    int status = 0;
    if (c->device->backend->dialect != ND_DIALECT_C)
        FAIL(NUDGE_EVALUE, "variant %s: runs on the cpu device only", variant->name);
done:
    return status;
}

/* Rows of an operator tile. A Maxwell pass keeps 3 accumulators per row: 8 rows fill 24 of AVX-512's 32 registers, 4 rows
 * 12 of the 16 of older sets; among these the number that pads Np least. */
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
    plan->lanes = c->device->info.vector_bytes / (c->single ? 4 : 8);
    plan->rows = choose_rows(nd_elem_Np(c->N), c->device->info.vector_bytes);
}

static int check(const struct nd_case *c, const struct nd_plan *plan)
{
    (void)c, (void)plan;
    return 0;
}

static void layout(const struct nd_plan *plan, int64_t count, int Np, int fields, struct nd_layout *layout)
{
    nd_layout_simd(layout, count, Np, fields, plan->lanes);
}

static int block(const struct nd_plan *plan)
{
    return plan->lanes;
}

static const char *file(const struct nd_plan *plan, enum nd_pass pass)
{
    (void)plan, (void)pass;
    return "stage_simd.knl";
}

static struct nd_shape shape(const struct nd_case *c, const struct nd_plan *plan, enum nd_pass pass)
{
    (void)c, (void)plan, (void)pass;
    return (struct nd_shape){.items = 1};
}

static void defines(const struct nd_plan *plan, enum nd_pass pass, struct nd_recipe *recipe)
{
    (void)plan, (void)pass, (void)recipe; /* LANES and ROWS are in every recipe */
}

const struct nd_variant nd_variant_simd = {
    .name = "simd",
    .about = "a whole stage in one pass, elements in the lanes of CPU vectors",
    .pass = {ND_PASS_STAGE},
    .family = ND_LAYOUT_SIMD,
    .updates = 1,
    .applicable = applicable,
    .guess = guess,
    .check = check,
    .layout = layout,
    .block = block,
    .file = file,
    .shape = shape,
    .defines = defines,
};
