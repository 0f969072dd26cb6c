#include "tune/plan.h"

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

int nd_plan_choose(struct nd_plan *plan, const struct nd_device *device, const struct nd_law *law, int N,
                   int single, const char *variant)
{
    int status = 0;
    const int Np = (N + 1) * (N + 2) * (N + 3) / 6;
    (void)law;
    *plan = (struct nd_plan){.lanes = 1, .rows = 1};
    if (variant) {
        plan->variant = nd_variant_find(variant);
        if (!plan->variant)
            FAIL(NUDGE_EVALUE, "variant %s: there is none of that name; nudge show lists them", variant);
        if (plan->variant->c_only && device->backend->dialect != ND_DIALECT_C)
            FAIL(NUDGE_EVALUE, "variant %s: runs on the cpu device only", variant);
    } else
        plan->variant = nd_variant_find(device->backend->dialect == ND_DIALECT_C ? "simd" : "plain");
    if (plan->variant->family == ND_LAYOUT_SIMD) {
        plan->lanes = device->info.vector_bytes / (single ? 4 : 8);
        plan->rows = choose_rows(Np, device->info.vector_bytes);
    }
done:
    return status;
}

void nd_plan_layout(const struct nd_plan *plan, struct nd_layout *layout, nd_idx K, int Np, int fields)
{
    if (plan->variant->family == ND_LAYOUT_SIMD)
        nd_layout_simd(layout, K, Np, fields, plan->lanes);
    else
        nd_layout_fused(layout, K, Np, fields, Np);
}
