/* plain: three simple passes, on any device and in any layout. The text to read first: the others compute the same. */
#include "kernel/plan.h"

static int applicable(const struct nd_variant *variant, const struct nd_case *c)
{
    (void)variant, (void)c;
    return 0;
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

static void layout(const struct nd_plan *plan, int64_t count, int Np, int fields, struct nd_layout *layout)
{
    (void)plan;
    nd_layout_fused(layout, count, Np, fields, Np);
}

static int block(const struct nd_plan *plan)
{
    (void)plan;
    return 1;
}

static const char *file(const struct nd_plan *plan, enum nd_pass pass)
{
    (void)plan;
    return pass == ND_PASS_FLUX ? "flux_plain.knl" : pass == ND_PASS_RATE ? "rate_plain.knl" : "update.knl";
}

static struct nd_shape shape(const struct nd_case *c, const struct nd_plan *plan, enum nd_pass pass)
{
    const int most = c->device->info.group_most, wanted = pass == ND_PASS_UPDATE ? 256 : 64;
    (void)plan;
    return (struct nd_shape){.items = wanted < most ? wanted : most};
}

static void defines(const struct nd_plan *plan, enum nd_pass pass, struct nd_recipe *recipe)
{
    (void)plan, (void)pass, (void)recipe;
}

const struct nd_variant nd_variant_plain = {
    .name = "plain",
    .about = "three simple passes, any layout and device",
    .pass = {ND_PASS_FLUX, ND_PASS_RATE, ND_PASS_UPDATE},
    .family = ND_LAYOUT_ANY,
    .applicable = applicable,
    .guess = guess,
    .check = check,
    .layout = layout,
    .block = block,
    .file = file,
    .shape = shape,
    .defines = defines,
};
