/* paper: the paper's kernels on the paper's layout, in five passes, in four (paper4) or in three (split). */
#include "kernel/basis.h"
#include "kernel/paper/paper.h"

static int applicable(const struct nd_variant *variant, const struct nd_case *c)
{
    (void)variant, (void)c;
    return 0;
}

static int preferred(const struct nd_case *c, const struct nd_plan *plan)
{
    (void)c;
    return plan->variant->commuted; /* the fewest passes */
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

static struct nd_shape shape(const struct nd_case *c, const struct nd_plan *plan, enum nd_pass pass);

void nd_paper_guess(const struct nd_case *c, struct nd_plan *plan)
{
    const int N = c->N, Nfp = nd_elem_Nfp(N);
    const int local = (int)c->device->info.shared_static, real = c->single ? 4 : 8,
              group = c->device->info.threads_most;
    const int flux = plan->N_fM * c->law->fields.n * real; /* bytes of a micro-block's fluxes in the gather */
    plan->M_B = nd_fit(flux, local * 2 / 3, 4);
    plan->gather_p = nd_fit(Nfp, group < 256 ? group : 256, 4 * plan->K_M * plan->M_B);
    plan->lift_p = nd_fit(plan->N_pM, 32, 8);
    plan->lift_i = nd_fit(plan->lift_p * plan->N_fM * real, local, N <= 2 ? 2 : 8);
    plan->lift_i = plan->lift_i >= 8 ? 8 : plan->lift_i >= 4 ? 4 : plan->lift_i >= 2 ? 2 : 1;
    plan->diff_shared = ND_SHARED_FIELD;
    plan->diff_p = plan->lift_p;
    plan->diff_i = N <= 5 || !c->single ? 2 : 4;
    if (!plan->variant->commuted) plan->diff_i *= 2;
    plan->diff_s = 1;
    plan->diff_rows = plan->align;
    while (plan->diff_i > 1 && shape(c, plan, ND_PASS_DIFF).local > (size_t)local)
        plan->diff_i /= 2; /* a law of many fields */
    plan->grouping = plan->N_pM % 16 ? 0 : 16;
}

static void guess(const struct nd_case *c, struct nd_plan *plan)
{
    nd_plan_microblocks(plan, c->N, c->device->backend->dialect == ND_DIALECT_C ? 16 : 32, 0);
    nd_paper_guess(c, plan);
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

static int check(const struct nd_case *c, const struct nd_plan *plan)
{
    int status = 0;
    const struct nd_device *device = c->device;
    if (descriptor_bytes(plan) > device->info.shared_static)
        FAIL(NUDGE_EVALUE, "gather: descriptors of %zu bytes in a group, %s takes %zu",
             descriptor_bytes(plan), device->info.name, device->info.shared_static);
    if (plan->diff_shared == ND_SHARED_MATRIX && (plan->diff_rows < 1 || plan->diff_rows > plan->N_pM))
        FAIL(NUDGE_EVALUE, "diff: segments of %d rows, a micro-block has %d", plan->diff_rows, plan->N_pM);
    if (plan->grouping && plan->N_pM % plan->grouping)
        FAIL(NUDGE_EVALUE, "grouping: %d items do not divide the %d of a micro-block", plan->grouping,
             plan->N_pM);
done:
    return status;
}

static void layout(const struct nd_plan *plan, int64_t count, int Np, int fields, struct nd_layout *layout)
{
    nd_layout_paper(layout, count, Np, fields, plan->K_M, plan->N_pM);
}

static struct nd_blocks_limits placed(const struct nd_plan *plan)
{
    return (struct nd_blocks_limits){.elements = plan->K_M * plan->M_B,
                                     .descriptors = nd_plan_descriptors(plan)};
}

static const char *file(const struct nd_plan *plan, enum nd_pass pass)
{
    switch (pass) {
    case ND_PASS_GATHER: return "gather.knl";
    case ND_PASS_LIFT: return "lift.knl";
    case ND_PASS_DIFF: return plan->diff_shared == ND_SHARED_MATRIX ? "diff_matrix.knl" : "diff_field.knl";
    case ND_PASS_ASSEMBLY: return "assembly.knl";
    default: return "update.knl";
    }
}

/* Values that a thread of the differentiation reads together. */
static int diff_inner(const struct nd_plan *plan, int fields)
{
    return plan->diff_i * (plan->variant->commuted ? fields : 1);
}

static struct nd_shape shape(const struct nd_case *c, const struct nd_plan *plan, enum nd_pass pass)
{
    const int fields = c->law->fields.n;
    struct nd_shape shape = {.items = 256};
    size_t reals = 0;
    switch (pass) {
    case ND_PASS_GATHER:
        shape.items = plan->gather_p * nd_elem_Nfp(c->N);
        shape.fixed = descriptor_bytes(plan);
        reals =
            (size_t)plan->M_B * (size_t)plan->N_fM * (size_t)fields + 4 * (size_t)nd_plan_descriptors(plan);
        break;
    case ND_PASS_LIFT:
        shape.items = plan->lift_p * plan->N_pM;
        reals = (size_t)plan->lift_p * (size_t)plan->N_fM * (size_t)pack(plan->lift_i, c->single);
        break;
    case ND_PASS_DIFF:
        if (plan->diff_shared == ND_SHARED_MATRIX) {
            shape.items = plan->diff_p * plan->diff_rows;
            reals = (size_t)plan->diff_rows * (size_t)((3 * nd_elem_Np(c->N)) | 1);
        } else {
            shape.items = plan->diff_p * plan->N_pM;
            reals =
                (size_t)plan->diff_p * (size_t)plan->N_pM * (size_t)pack(diff_inner(plan, fields), c->single);
        }
        break;
    default: break;
    }
    shape.local = reals * (c->single ? 4 : 8);
    return shape;
}

static void define_diff(const struct nd_plan *plan, struct nd_recipe *recipe)
{
    nd_recipe_define(recipe, "W_P", plan->diff_p);
    nd_recipe_define(recipe, "W_I", plan->diff_i);
    nd_recipe_define(recipe, "W_S", plan->diff_s);
    nd_recipe_define(recipe, "N_R", plan->diff_rows);
    nd_recipe_define(recipe, "COMMUTED", plan->variant->commuted);
    nd_recipe_define(recipe, "PACK", pack(diff_inner(plan, recipe->law->fields.n), recipe->single));
}

static void defines(const struct nd_plan *plan, enum nd_pass pass, struct nd_recipe *recipe)
{
    if (pass == ND_PASS_NONE) return;
    const struct nd_case c = {.law = recipe->law, .N = recipe->N, .single = recipe->single};
    nd_recipe_define(recipe, "THREADS", shape(&c, plan, pass).items);
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
        nd_recipe_define(recipe, "PACK", pack(plan->lift_i, recipe->single));
        nd_recipe_define(recipe, "UPDATES", plan->variant->commuted && plan->variant->updates);
        break;
    case ND_PASS_DIFF: define_diff(plan, recipe); break;
    case ND_PASS_ASSEMBLY: nd_recipe_define(recipe, "UPDATES", plan->variant->updates); break;
    default: break;
    }
}

#define FUNCTIONS                                                                                            \
    .family = ND_LAYOUT_PAPER, .basis = &nd_basis_nodal, .applicable = applicable, .preferred = preferred,   \
    .guess = guess, .check = check, .layout = layout, .placed = placed, .file = file, .shape = shape,        \
    .defines = defines, .bytes = nd_paper_bytes, .upload = nd_paper_upload, .blocks = nd_paper_blocks,       \
    .arguments = nd_paper_arguments, .count = nd_paper_count

const struct nd_variant nd_variant_split = {
    .name = "split",
    .about = "the paper's kernels in three passes: F commuted with differentiation, the update in the lift",
    .pass = {ND_PASS_GATHER, ND_PASS_DIFF, ND_PASS_LIFT},
    .commuted = 1,
    .updates = 1,
    FUNCTIONS,
};

const struct nd_variant nd_variant_paper4 = {
    .name = "paper4",
    .about = "the paper's kernels in four passes: the update in the assembly",
    .pass = {ND_PASS_GATHER, ND_PASS_LIFT, ND_PASS_DIFF, ND_PASS_ASSEMBLY},
    .updates = 1,
    FUNCTIONS,
};

const struct nd_variant nd_variant_paper = {
    .name = "paper",
    .about = "the paper's five passes: flux gather, lift, differentiation, assembly, update",
    .pass = {ND_PASS_GATHER, ND_PASS_LIFT, ND_PASS_DIFF, ND_PASS_ASSEMBLY, ND_PASS_UPDATE},
    FUNCTIONS,
};
