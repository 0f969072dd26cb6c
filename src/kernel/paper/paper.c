/* paper: the paper's kernels on the paper's layout, in the paper's five passes, in four or in three. */
#include "kernel/basis.h"
#include "kernel/paper/paper.h"

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

static void derive(const struct nd_case *c, struct nd_plan *plan)
{
    plan->number[N_PM] = nd_round_up(plan->number[K_M] * nd_elem_Np(c->N), plan->number[ALIGN]);
    plan->number[N_FM] = nd_round_up(plan->number[K_M] * 4 * nd_elem_Nfp(c->N), plan->number[ALIGN]);
}

void nd_paper_microblocks(struct nd_plan *plan, int N, int align, int elements)
{
    const int Np = nd_elem_Np(N);
    if (!elements) /* waste < 5 % of the padded size */
        for (elements = 1;
             20 * (nd_round_up(elements * Np, align) - elements * Np) >= nd_round_up(elements * Np, align);)
            elements++;
    plan->number[ALIGN] = align;
    plan->number[K_M] = elements;
    derive((&(struct nd_case){.N = N}), plan);
}

/* n values that a thread reads together, padded so that it can read 16 bytes at once. */
static int pack(int n, int single)
{
    return n <= 2 ? n : nd_round_up(n, single ? 4 : 2);
}

static struct nd_shape shape(const struct nd_case *c, const struct nd_plan *plan, enum nd_pass pass);

void nd_paper_guess(const struct nd_case *c, struct nd_plan *plan)
{
    const int N = c->N, Nfp = nd_elem_Nfp(N);
    const int local = (int)c->device->info.shared_static, real = c->single ? 4 : 8,
              threads = c->device->info.threads_most;
    const int flux =
        plan->number[N_FM] * c->law->fields.n * real; /* bytes of a micro-block's fluxes in the gather */
    plan->number[M_B] = nd_fit(flux, local * 2 / 3, 4);
    plan->number[GATHER_P] =
        nd_fit(Nfp, threads < 256 ? threads : 256, 4 * plan->number[K_M] * plan->number[M_B]);
    plan->number[LIFT_P] = nd_fit(plan->number[N_PM], 32, 8);
    plan->number[LIFT_I] = nd_fit(plan->number[LIFT_P] * plan->number[N_FM] * real, local, N <= 2 ? 2 : 8);
    plan->number[LIFT_I] = plan->number[LIFT_I] >= 8   ? 8
                           : plan->number[LIFT_I] >= 4 ? 4
                           : plan->number[LIFT_I] >= 2 ? 2
                                                       : 1;
    plan->number[DIFF_SHARED] = ND_SHARED_FIELD;
    plan->number[DIFF_P] = plan->number[LIFT_P];
    plan->number[DIFF_I] = N <= 5 || !c->single ? 2 : 4;
    if (!nd_paper_commutes(plan)) plan->number[DIFF_I] *= 2;
    plan->number[DIFF_S] = 1;
    plan->number[DIFF_ROWS] = plan->number[ALIGN];
    while (plan->number[DIFF_I] > 1 && shape(c, plan, ND_PASS_DIFF).shared_bytes > (size_t)local)
        plan->number[DIFF_I] /= 2; /* a law of many fields */
    plan->number[GROUPING] = plan->number[N_PM] % 16 ? 0 : 16;
}

static void guess(const struct nd_case *c, struct nd_plan *plan)
{
    nd_paper_microblocks(plan, c->N, c->device->backend->dialect == ND_DIALECT_C ? 16 : 32, 0);
    nd_paper_guess(c, plan);
}

int nd_paper_descriptors(const struct nd_plan *plan)
{
    return 3 * plan->number[K_M] * plan->number[M_B] + 1;
}

/* Bytes of the gather's integers, which have an array of their own. */
static size_t descriptor_bytes(const struct nd_plan *plan)
{
    return 32 * (size_t)nd_paper_descriptors(plan);
}

void nd_paper_use_matrix(struct nd_plan *plan, int w_p, int w_i)
{
    plan->number[DIFF_SHARED] = ND_SHARED_MATRIX;
    plan->number[DIFF_P] = w_p, plan->number[DIFF_I] = w_i, plan->number[DIFF_S] = 2;
    plan->number[DIFF_ROWS] = plan->number[N_PM] < 32 ? plan->number[N_PM] : 32;
}

/* Micro-blocks by the paper's rule at warps and at half-warps; the other kernel of the differentiation. */
static int restart(const struct nd_case *c, struct nd_plan *plan, const struct nd_parameter *branch)
{
    if (branch->at == ND_AT(DIFF_SHARED)) {
        struct nd_plan field = *plan;
        nd_paper_guess(c, &field);
        if (plan->number[DIFF_SHARED] == ND_SHARED_MATRIX) nd_paper_use_matrix(&field, 8, 2);
        for (int i = DIFF_SHARED; i <= DIFF_ROWS; i++) plan->number[i] = field.number[i];
        return 1;
    }
    const int elements = plan->number[K_M], padded = plan->number[N_PM];
    nd_paper_microblocks(plan, c->N, plan->number[ALIGN], 0);
    nd_paper_guess(c, plan);
    return plan->number[K_M] != elements || plan->number[N_PM] != padded;
}

static int check(const struct nd_case *c, const struct nd_plan *plan)
{
    int status = 0;
    const struct nd_device *device = c->device;
    if (descriptor_bytes(plan) > device->info.shared_static)
        FAIL(NUDGE_EVALUE, "gather: descriptors of %zu bytes in a block, %s takes %zu",
             descriptor_bytes(plan), device->info.name, device->info.shared_static);
    if (plan->number[DIFF_SHARED] == ND_SHARED_MATRIX &&
        (plan->number[DIFF_ROWS] < 1 || plan->number[DIFF_ROWS] > plan->number[N_PM]))
        FAIL(NUDGE_EVALUE, "diff: segments of %d rows, a micro-block has %d", plan->number[DIFF_ROWS],
             plan->number[N_PM]);
    if (plan->number[GROUPING] && plan->number[N_PM] % plan->number[GROUPING])
        FAIL(NUDGE_EVALUE, "grouping: %d threads do not divide the %d of a micro-block",
             plan->number[GROUPING], plan->number[N_PM]);
done:
    return status;
}

/* In four passes the assembly updates the fields. In three the differentiation applies F, and the lift adds
 * and updates. */
static const enum nd_pass *passes(const struct nd_plan *plan)
{
    static const enum nd_pass five[] = {ND_PASS_GATHER,   ND_PASS_LIFT,   ND_PASS_DIFF,
                                        ND_PASS_ASSEMBLY, ND_PASS_UPDATE, ND_PASS_NONE},
                              four[] = {ND_PASS_GATHER, ND_PASS_LIFT, ND_PASS_DIFF, ND_PASS_ASSEMBLY,
                                        ND_PASS_NONE},
                              three[] = {ND_PASS_GATHER, ND_PASS_DIFF, ND_PASS_LIFT, ND_PASS_NONE};
    return nd_paper_commutes(plan) ? three : nd_paper_updates(plan) ? four : five;
}

static void layout(const struct nd_plan *plan, int64_t count, int Np, int fields, struct nd_layout *layout)
{
    nd_layout_paper(layout, count, Np, fields, plan->number[K_M], plan->number[N_PM]);
}

static struct nd_blocks_limits placed(const struct nd_plan *plan)
{
    return (struct nd_blocks_limits){.elements = plan->number[K_M] * plan->number[M_B],
                                     .descriptors = nd_paper_descriptors(plan)};
}

static const char *file(const struct nd_plan *plan, enum nd_pass pass)
{
    switch (pass) {
    case ND_PASS_GATHER: return "gather.knl";
    case ND_PASS_LIFT: return "lift.knl";
    case ND_PASS_DIFF:
        return plan->number[DIFF_SHARED] == ND_SHARED_MATRIX ? "diff_matrix.knl" : "diff_field.knl";
    case ND_PASS_ASSEMBLY: return "assembly.knl";
    default: return "update.knl";
    }
}

/* Values that a thread of the differentiation reads together. */
static int diff_inner(const struct nd_plan *plan, int fields)
{
    return plan->number[DIFF_I] * (nd_paper_commutes(plan) ? fields : 1);
}

static struct nd_shape shape(const struct nd_case *c, const struct nd_plan *plan, enum nd_pass pass)
{
    const int fields = c->law->fields.n;
    struct nd_shape shape = {.threads = 256};
    size_t reals = 0;
    switch (pass) {
    case ND_PASS_GATHER:
        shape.threads = plan->number[GATHER_P] * nd_elem_Nfp(c->N);
        shape.fixed = descriptor_bytes(plan);
        reals = (size_t)plan->number[M_B] * (size_t)plan->number[N_FM] * (size_t)fields +
                4 * (size_t)nd_paper_descriptors(plan);
        break;
    case ND_PASS_LIFT:
        shape.threads = plan->number[LIFT_P] * plan->number[N_PM];
        reals = (size_t)plan->number[LIFT_P] * (size_t)plan->number[N_FM] *
                (size_t)pack(plan->number[LIFT_I], c->single);
        break;
    case ND_PASS_DIFF:
        if (plan->number[DIFF_SHARED] == ND_SHARED_MATRIX) {
            shape.threads = plan->number[DIFF_P] * plan->number[DIFF_ROWS];
            reals = (size_t)plan->number[DIFF_ROWS] * (size_t)((3 * nd_elem_Np(c->N)) | 1);
        } else {
            shape.threads = plan->number[DIFF_P] * plan->number[N_PM];
            reals = (size_t)plan->number[DIFF_P] * (size_t)plan->number[N_PM] *
                    (size_t)pack(diff_inner(plan, fields), c->single);
        }
        break;
    default: break;
    }
    shape.shared_bytes = reals * (c->single ? 4 : 8);
    return shape;
}

static void define_diff(const struct nd_plan *plan, struct nd_recipe *recipe)
{
    nd_recipe_define(recipe, "W_P", plan->number[DIFF_P]);
    nd_recipe_define(recipe, "W_I", plan->number[DIFF_I]);
    nd_recipe_define(recipe, "W_S", plan->number[DIFF_S]);
    nd_recipe_define(recipe, "N_R", plan->number[DIFF_ROWS]);
    nd_recipe_define(recipe, "COMMUTED", nd_paper_commutes(plan));
    nd_recipe_define(recipe, "PACK", pack(diff_inner(plan, recipe->law->fields.n), recipe->single));
}

static void defines(const struct nd_plan *plan, enum nd_pass pass, struct nd_recipe *recipe)
{
    if (pass == ND_PASS_NONE) return;
    const struct nd_case c = {.law = recipe->law, .N = recipe->N, .single = recipe->single};
    nd_recipe_define(recipe, "THREADS", shape(&c, plan, pass).threads);
    nd_recipe_define(recipe, "N_pM", plan->number[N_PM]);
    nd_recipe_define(recipe, "N_fM", plan->number[N_FM]);
    nd_recipe_define(recipe, "GROUPING", plan->number[GROUPING]);
    switch (pass) {
    case ND_PASS_GATHER:
        nd_recipe_define(recipe, "M_B", plan->number[M_B]);
        nd_recipe_define(recipe, "W_P", plan->number[GATHER_P]);
        nd_recipe_define(recipe, "DESCRIPTORS", nd_paper_descriptors(plan));
        break;
    case ND_PASS_LIFT:
        nd_recipe_define(recipe, "W_P", plan->number[LIFT_P]);
        nd_recipe_define(recipe, "W_I", plan->number[LIFT_I]);
        nd_recipe_define(recipe, "PACK", pack(plan->number[LIFT_I], recipe->single));
        nd_recipe_define(recipe, "UPDATES", nd_paper_commutes(plan));
        break;
    case ND_PASS_DIFF: define_diff(plan, recipe); break;
    case ND_PASS_ASSEMBLY: nd_recipe_define(recipe, "UPDATES", nd_paper_updates(plan)); break;
    default: break;
    }
}

static const char *const shared_words[] = {[ND_SHARED_FIELD] = "field", [ND_SHARED_MATRIX] = "matrix", NULL};

static const char *const passes_names[] = {"paper:3", "paper:4", "paper:5"};

#define BLOCKS offsetof(struct nd_plan, blocks)
static const struct nd_parameter parameters[] = {
    {"passes", "passes", "launches of a stage", ND_AT(PASSES), 3, 5, .layout = 1, .options = passes_names},
    {"K_M", "K_M", "elements of a micro-block", ND_AT(K_M), 1, 1024, .layout = 1},
    {"align", "align", "reals; micro-blocks are padded to a multiple", ND_AT(ALIGN), 1, 1024, .layout = 1,
     .branch = 1, ND_TRY(32, 16)},
    {"M_B", "M_B", "micro-blocks of a block of the gather", ND_AT(M_B), 1, 1024, .layout = 1,
     .pass = ND_PASS_GATHER, ND_TRY(1, 2, 3, 4, 6, 8, 12, 16)},
    {"blocks", "blocks", "how elements are gathered: greedily, by METIS, along the curve", BLOCKS, 0, 2,
     .layout = 1},
    {"gather_wp", "gather", "faces side by side in the gather", ND_AT(GATHER_P), 1, 4096,
     .pass = ND_PASS_GATHER, ND_TRY(1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48)},
    {"lift_wp", "lift", "units side by side in the lift", ND_AT(LIFT_P), 1, 4096, .pass = ND_PASS_LIFT,
     ND_TRY(1, 2, 3, 4, 6, 8, 12)},
    {"lift_wi", "lift", "units of a thread of the lift", ND_AT(LIFT_I), 1, 4096, .pass = ND_PASS_LIFT,
     ND_TRY(1, 2, 3, 4, 6, 8, 12, 16, 24)},
    {"diff_shared", "diff", "what the differentiation holds in shared memory", ND_AT(DIFF_SHARED), 0, 1,
     shared_words, .pass = ND_PASS_DIFF, .branch = 1, ND_TRY(ND_SHARED_FIELD, ND_SHARED_MATRIX)},
    {"diff_wp", "diff", "units side by side in the differentiation", ND_AT(DIFF_P), 1, 4096,
     .pass = ND_PASS_DIFF, ND_TRY(1, 2, 3, 4, 6, 8, 12, 16, 24)},
    {"diff_wi", "diff", "units of a thread of the differentiation", ND_AT(DIFF_I), 1, 4096,
     .pass = ND_PASS_DIFF, ND_TRY(1, 2, 3, 4, 6, 8)},
    {"diff_ws", "diff", "units one after the other in the differentiation", ND_AT(DIFF_S), 1, 4096,
     .pass = ND_PASS_DIFF, .only = "matrix", ND_TRY(1, 2, 3, 4, 8)},
    {"diff_rows", "diff", "rows of a matrix segment", ND_AT(DIFF_ROWS), 0, 65536, .pass = ND_PASS_DIFF,
     .only = "matrix", ND_TRY(16, 32, 48, 64, 96, 128, 160, 256)},
    {"grouping", "grouping", "threads of a unit that stay together; 0: all of them", ND_AT(GROUPING), 0, 1024,
     ND_TRY(0, 16, 32)},
    {0},
};

const struct nd_variant nd_variant_paper = {
    .name = "paper",
    .about = "the paper's kernels in three passes; paper:4 and paper:5 in four and in the paper's own five",
    .basis = &nd_basis_nodal,
    .parameters = parameters,
    .applicable = applicable,
    .preferred = preferred,
    .guess = guess,
    .derive = derive,
    .restart = restart,
    .check = check,
    .passes = passes,
    .layout = layout,
    .placed = placed,
    .file = file,
    .shape = shape,
    .defines = defines,
    .bytes = nd_paper_bytes,
    .upload = nd_paper_upload,
    .blocks = nd_paper_blocks,
    .arguments = nd_paper_arguments,
    .count = nd_paper_count,
};
