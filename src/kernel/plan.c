#include "kernel/plan.h"

#include "base/log.h"
#include "elem/bernstein.h"
#include "elem/fragments.h"

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

/* n values that an item reads together, padded so that it can read 16 bytes at once. */
static int pack(int n, int single)
{
    return n <= 2 ? n : round_up(n, single ? 4 : 2);
}

void nd_plan_guess(struct nd_plan *plan, const struct nd_device *device, int N, int fields, int single)
{
    const int Nfp = nd_elem_Nfp(N), commuted = plan->variant->commuted;
    const int local = (int)device->info.local_static, real = single ? 4 : 8, group = device->info.group_most;
    const int flux = plan->N_fM * fields * real; /* bytes that a micro-block's fluxes take in the gather */
    plan->M_B = fit(flux, local * 2 / 3, 4);
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
    while (plan->diff_i > 1 && nd_plan_shape(plan, ND_PASS_DIFF, N, fields, single).local > (size_t)local)
        plan->diff_i /= 2; /* a law of many fields */
    plan->grouping = plan->N_pM % 16 ? 0 : 16;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* Up to which order an item of the Bernstein stage takes all nodes of an element and part: its coefficients must fit registers. */
static int unrolled(int single)
{
    return single ? 3 : 2;
}

int nd_plan_workers(const struct nd_plan *plan, int N, int single, int *side)
{
    const int lanes = plan->state / plan->part_stride * plan->batch, workers = plan->batch_threads / lanes;
    *side = 1;
    if (N <= unrolled(single) || workers < 1) return 1;
    while (2 * *side * lanes <= 32 && workers % (2 * *side) == 0) *side *= 2;
    return workers;
}

/* As stage_tensor.knl lays it out: 8 elements by 4 reals in banks of their own, where that does not cost a sixth of the memory. */
static void frame_nodal(struct nd_plan *plan, const struct nd_law *law, int N, int single)
{
    const int fields = law->fields.n * nd_elem_Np(N), line = round_up(nd_elem_Nfp(N), 8);
    if (law->kept[0] != 2 || law->frame[1] != 2) return;
    plan->tf32 = plan->tf32 && single;
    plan->part_stride = fields / 2;
    plan->state = N == 1 ? round_up(fields, 4) : round_up(fields - 4, 8) + 4;
    plan->batch_reals = 2 * plan->state + 8 * line + 4 + 4 * (int)law->kept[2] + (int)law->kept[1];
}

/* As stage_bernstein.knl lays it out; a pile is twice there where items do not run in step. Odd strides keep items side by side
 * in banks of their own. */
static void frame_kept(struct nd_plan *plan, const struct nd_device *device, const struct nd_law *law, int N,
                       int single)
{
    const int Np = nd_elem_Np(N), parts = (int)law->kept[0],
              piles = device->backend->dialect == ND_DIALECT_CUDA ? 1 : 2;
    if (!parts) return;
    /* Where an item takes a whole element and part it reads long words, which meet no bank twice without padding; at order 1 the
     * flux does, and padding is faster all the same. */
    const int bare = law->fields.n / parts * Np, whole = N > 1 && N <= unrolled(single) && bare % 2 == 0;
    plan->part_stride = whole ? bare : bare | 1;
    plan->state = round_up(parts * plan->part_stride, 2);
    const int part = law->fields.n / parts, lines = 4 * (int)law->frame[1],
              end = lines * Np + lines / part * (plan->part_stride - part * Np);
    const int pile = Np % 2 ? (end + 1) / 4 * 4 + 2 : end | 1;
    plan->batch_reals = plan->state + piles * pile + 4 * (int)law->kept[2] + (int)law->kept[1];
}

/* As stage_fused.knl lays it out; the plain frame is frame.h's. */
void nd_plan_frame(struct nd_plan *plan, const struct nd_device *device, const struct nd_law *law, int N,
                   int single, double upwind)
{
    const int n = law->fields.n, medium = law->medium.n,
              own[3] = {(int)law->frame[0], (int)law->frame[1], (int)law->frame[2]};
    int operands = n, traces = n, face = 5 + medium;
    if (plan->variant->nodal)
        frame_nodal(plan, law, N, single);
    else if (plan->variant->family == ND_LAYOUT_KEPT)
        frame_kept(plan, device, law, N, single);
    if (plan->variant->family != ND_LAYOUT_FUSED) return;
    if (own[0] && upwind == 1) operands = own[0], traces = own[1], face = own[2];
    if (own[0] && upwind != 1) { /* the law may have its own form all the same */
        operands = larger(operands, own[0]), traces = larger(traces, own[1]), face = larger(face, own[2]);
    }
    plan->batch_reals = (n + operands) * nd_elem_Np(N) + traces * 4 * nd_elem_Nfp(N) + 4 * round_up(face, 4) +
                        round_up(19 + medium, 4);
    const size_t bytes = (size_t)plan->batch_reals * (single ? 4 : 8);
    while (plan->batch > plan->batch_i && (size_t)plan->batch * bytes > device->info.local_memory)
        plan->batch -= plan->batch_i;
}

/* The best that were found on an H200 (doc/performance.md). Large batches have few neighbours outside, and bring enough bytes on
 * their way from memory at low orders; where shared memory is smaller than there, so are they. */
static void guess_kept(struct nd_plan *plan, const struct nd_device *device, int N, int single)
{
    static const struct known {
        int batch, threads, together, early, ahead, resident;
    } known[2][10] = {{{0},
                       {32, 64, 8, 1, 16, 0},
                       {16, 64, 8, 1, 16, 0},
                       {16, 128, 4, 1, 16, 1},
                       {8, 128, 4, 1, 16, 1},
                       {8, 128, 4, 1, 4, 0},
                       {8, 256, 2, 1, 16, 1},
                       {8, 192, 2, 1, 4, 1},
                       {4, 192, 2, 1, 16, 1},
                       {4, 128, 2, 1, 16, 1}},
                      {{0},
                       {64, 128, 8, 1, 16, 0},
                       {64, 192, 5, 1, 16, 0},
                       {32, 128, 5, 1, 16, 0},
                       {16, 128, 5, 2, 16, 1},
                       {16, 256, 3, 2, 16, 0},
                       {16, 256, 2, 2, 16, 1},
                       {16, 320, 2, 2, 16, 0},
                       {8, 256, 2, 2, 16, 1},
                       {8, 256, 2, 1, 4, 0}}};
    const struct known *k = &known[single][N];
    const int bytes = plan->batch_reals * (single ? 4 : 8), most = (int)device->info.local_memory;
    plan->batch = k->batch;
    plan->batch_i = 1;
    plan->batch_threads = k->threads < device->info.group_most ? k->threads : device->info.group_most;
    plan->batch_together = k->together;
    plan->batch_early = k->early;
    plan->batch_ahead = k->ahead;
    plan->batch_resident = k->resident;
    while (plan->batch > 2 && (plan->batch * bytes > most || plan->batch > plan->batch_threads))
        plan->batch /= 2;
}

/* A unit of work, a warp's, is `tiles` tiles of 8 nodes of 8 batch_i elements; there shall be a warp for each where registers
 * allow, which were counted for some orders. Operators are copied by groups that stay, where that leaves room for as many groups. */
static void guess_tensor(struct nd_plan *plan, const struct nd_device *device, int N, int single)
{
    static const int wanted[2][10] = {{0, 32, 32, 16, 8, 8, 8, 8, 8, 8},
                                      {0, 32, 32, 16, 16, 16, 16, 8, 8, 8}};
    const int real = single ? 4 : 8, tiles = (nd_elem_Np(N) + 7) / 8,
              gpu = device->backend->dialect == ND_DIALECT_CUDA;
    const size_t most = device->info.local_memory;
    if (!plan->state) return; /* nd_plan_check tells why */
    plan->tf32 = single && gpu;
    plan->batch = wanted[single ? 1 : 0][N];
    while (plan->batch > 8 && (size_t)(plan->batch * plan->batch_reals * real) > most / 2) plan->batch /= 2;
    plan->batch_i = plan->batch >= 16 && N >= 5 ? 2 : 1;
    const int rows = plan->batch / (8 * plan->batch_i);
    plan->tiles = tiles * rows > 10 ? 2 : 1;
    const int registers = (single ? 96 : 128) + (plan->tiles * plan->batch_i - 1) * (single ? 52 : 80);
    const int units = (tiles + plan->tiles - 1) / plan->tiles * rows,
              face = (plan->batch * nd_elem_Nfp(N) + 31) / 32;
    const int warps = fit(32, device->info.group_most, 65536 / (32 * registers) / 4 * 4);
    plan->batch_threads = 32 * fit(1, warps, larger(units, face < 8 ? face : 8));
    /* 2 KiB: tables, and what a group takes of itself. */
    const size_t fields = (size_t)(plan->batch * plan->batch_reals * real) + 2048,
                 operators = (size_t)(nd_fragments_reals(N, plan->tf32) * real);
    plan->batch_together = fit((int)fields, (int)most, larger(1, 65536 / (plan->batch_threads * registers)));
    plan->operators_near = plan->batch_resident =
        gpu && (size_t)plan->batch_together * (fields + operators) <= most;
    plan->batch_early = single ? 2 : 1;
    plan->batch_ahead = 4;
}

static void guess_fused(struct nd_plan *plan, const struct nd_device *device, int N, int single)
{
    const int Np = nd_elem_Np(N), bytes = plan->batch_reals * (single ? 4 : 8);
    plan->batch_i = bytes * 2 <= (int)device->info.local_memory ? 2 : 1;
    plan->batch = fit(bytes * plan->batch_i, (int)device->info.local_static, 8) * plan->batch_i;
    plan->batch_threads = fit(32, round_up(plan->batch / plan->batch_i * Np, 32), 8) * 32;
}

/* A plan of one variant with guessed numbers. Fails when the device cannot run it. */
static int plan_variant(struct nd_plan *plan, const struct nd_device *device, const struct nd_law *law, int N,
                        int single, const struct nd_variant *variant)
{
    *plan = (struct nd_plan){.variant = variant, .lanes = 1, .rows = 1};
    if (variant->family == ND_LAYOUT_SIMD) {
        plan->lanes = device->info.vector_bytes / (single ? 4 : 8);
        plan->rows = choose_rows(nd_elem_Np(N), device->info.vector_bytes);
    } else if (variant->family == ND_LAYOUT_FUSED) {
        nd_plan_frame(plan, device, law, N, single, 1);
        guess_fused(plan, device, N, single);
    } else if (variant->family == ND_LAYOUT_KEPT) {
        nd_plan_frame(plan, device, law, N, single, 1);
        (variant->nodal ? guess_tensor : guess_kept)(plan, device, N, single);
    } else if (variant->family == ND_LAYOUT_PAPER) {
        nd_plan_microblocks(plan, N, device->backend->dialect == ND_DIALECT_C ? 16 : 32, 0);
        nd_plan_guess(plan, device, N, law->fields.n, single);
    }
    return nd_plan_check(plan, device, N, law->fields.n, single);
}

int nd_plan_check_upwind(const struct nd_plan *plan, double upwind)
{
    int status = 0;
    if (plan->variant->family == ND_LAYOUT_KEPT && upwind != 1)
        FAIL(NUDGE_EVALUE,
             "variant %s: flux.upwind %g: it computes the full upwind flux only; use another variant",
             plan->variant->name, upwind);
done:
    return status;
}

/* The fastest when measured (doc/gpu.md) that small groups, little shared memory, the law and the flux allow. The fused
 * stage has not been measured in double precision yet. */
static int plan_standard(struct nd_plan *plan, const struct nd_device *device, const struct nd_law *law,
                         int N, int single, double upwind)
{
    if (device->backend->dialect == ND_DIALECT_C)
        return plan_variant(plan, device, law, N, single, nd_variant_find("simd"));
    if (device->info.gpu && law->kept[0] && upwind == 1 &&
        !plan_variant(plan, device, law, N, single, nd_variant_find("bernstein")))
        return 0;
    if (single && !plan_variant(plan, device, law, N, single, nd_variant_find("fused"))) return 0;
    if (!plan_variant(plan, device, law, N, single, nd_variant_find("split"))) return 0;
    nd_warn("the plain kernels are used, which are slower: %s", nudge_error());
    return plan_variant(plan, device, law, N, single, nd_variant_find("plain"));
}

int nd_plan_choose(struct nd_plan *plan, const struct nd_device *device, const struct nd_law *law, int N,
                   int single, const char *variant)
{
    return nd_plan_choose_at(plan, device, law, N, single, variant, 1);
}

int nd_plan_choose_at(struct nd_plan *plan, const struct nd_device *device, const struct nd_law *law, int N,
                      int single, const char *variant, double upwind)
{
    int status = 0;
    if (!variant) return plan_standard(plan, device, law, N, single, upwind);
    const struct nd_variant *v = nd_variant_find(variant);
    if (!v) FAIL(NUDGE_EVALUE, "variant %s: there is none of that name; nudge show lists them", variant);
    if (v->c_only && device->backend->dialect != ND_DIALECT_C)
        FAIL(NUDGE_EVALUE, "variant %s: runs on the cpu device only", variant);
    TRY(plan_variant(plan, device, law, N, single, v));
    TRY(nd_plan_check_upwind(plan, upwind));
done:
    return status;
}

void nd_plan_layout(const struct nd_plan *plan, struct nd_layout *layout, nd_idx K, int64_t slots, int Np,
                    int fields)
{
    const int64_t block = plan->variant->family == ND_LAYOUT_PAPER ? plan->K_M * plan->M_B
                          : plan->batch                            ? plan->batch
                                                                   : 1,
                  count = ((slots ? slots : K) + block - 1) / block * block;
    if (plan->variant->family == ND_LAYOUT_SIMD)
        nd_layout_simd(layout, count, Np, fields, plan->lanes);
    else if (plan->variant->family == ND_LAYOUT_PAPER)
        nd_layout_paper(layout, count, Np, fields, plan->K_M, plan->N_pM);
    else
        nd_layout_fused(layout, count, Np, fields, Np);
}

int nd_plan_same_layout(const struct nd_plan *a, const struct nd_plan *b)
{
    return a->variant == b->variant && a->batch == b->batch && a->lanes == b->lanes && a->rows == b->rows &&
           a->align == b->align && a->K_M == b->K_M && a->M_B == b->M_B && a->blocks == b->blocks &&
           a->tf32 == b->tf32;
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
        reals = (size_t)plan->lift_p * (size_t)plan->N_fM * (size_t)pack(plan->lift_i, single);
        break;
    case ND_PASS_DIFF:
        if (plan->diff_shared == ND_SHARED_MATRIX) {
            shape.items = plan->diff_p * plan->diff_rows;
            reals = (size_t)plan->diff_rows * (size_t)((3 * Np) | 1);
        } else {
            const int inner = plan->diff_i * (plan->variant->commuted ? fields : 1);
            shape.items = plan->diff_p * plan->N_pM;
            reals = (size_t)plan->diff_p * (size_t)plan->N_pM * (size_t)pack(inner, single);
        }
        break;
    case ND_PASS_FLUX:
    case ND_PASS_RATE: shape.items = 64; break;
    case ND_PASS_STAGE:
        shape.items = plan->batch ? plan->batch_threads : 1;
        reals = (size_t)plan->batch * (size_t)plan->batch_reals;
        break;
    default: break;
    }
    if (plan->state && pass == ND_PASS_STAGE) reals += 8; /* between the parts */
    if (plan->operators_near) reals += (size_t)nd_fragments_reals(N, plan->tf32);
    shape.local = reals * (single ? 4 : 8);
    return shape;
}

int nd_plan_block(const struct nd_plan *plan)
{
    if (plan->variant->family == ND_LAYOUT_PAPER) return plan->K_M * plan->M_B;
    return plan->batch ? plan->batch : plan->lanes;
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

/* Numbers that do not go together. */
static int check_fused(const struct nd_plan *plan)
{
    int status = 0;
    if (plan->batch < 1 || plan->batch_i < 1 || plan->batch % plan->batch_i)
        FAIL(NUDGE_EVALUE, "stage: %d elements of a batch cannot be taken %d at a time", plan->batch,
             plan->batch_i);
done:
    return status;
}

static int check_kept(const struct nd_plan *plan)
{
    int status = 0;
    if (plan->batch_threads < plan->batch)
        FAIL(NUDGE_EVALUE, "stage: %d items for a batch of %d elements; take at least as many",
             plan->batch_threads, plan->batch);
    if (plan->batch_threads > 1024) /* what nd_bernstein_deal takes */
        FAIL(NUDGE_EVALUE, "stage: %d items in a group; take 1024 at most", plan->batch_threads);
    if (plan->batch_together < 1 || plan->batch_early < 1 || plan->batch_ahead < 1)
        FAIL(NUDGE_EVALUE,
             "stage: %d groups together, %d face nodes early, %d residuals ahead; take one of each at least",
             plan->batch_together, plan->batch_early, plan->batch_ahead);
    if (plan->batch_together > 2048 / plan->batch_threads && plan->batch_together > 1)
        FAIL(NUDGE_EVALUE,
             "stage: %d groups of %d items together; no multiprocessor holds more than 2048 items",
             plan->batch_together, plan->batch_threads);
done:
    return status;
}

static int check_tensor(const struct nd_plan *plan)
{
    int status = 0;
    if (plan->batch < 1 || plan->batch_i < 1 || plan->batch % (8 * plan->batch_i) || plan->tiles < 1)
        FAIL(NUDGE_EVALUE, "stage: %d elements of a batch cannot be taken 8 times %d at a time, %d tiles",
             plan->batch, plan->batch_i, plan->tiles);
    if (plan->batch_threads < 32 || plan->batch_threads % 32)
        FAIL(NUDGE_EVALUE, "stage: %d items of a group are not whole warps of 32", plan->batch_threads);
done:
    return status;
}

static int check_paper(const struct nd_plan *plan, const struct nd_device *device)
{
    int status = 0;
    if (descriptor_bytes(plan) > device->info.local_static)
        FAIL(NUDGE_EVALUE, "gather: descriptors of %zu bytes in a group, %s takes %zu",
             descriptor_bytes(plan), device->info.name, device->info.local_static);
    if (plan->diff_shared == ND_SHARED_MATRIX && (plan->diff_rows < 1 || plan->diff_rows > plan->N_pM))
        FAIL(NUDGE_EVALUE, "diff: segments of %d rows, a micro-block has %d", plan->diff_rows, plan->N_pM);
    if (plan->grouping && plan->N_pM % plan->grouping)
        FAIL(NUDGE_EVALUE, "grouping: %d items do not divide the %d of a micro-block", plan->grouping,
             plan->N_pM);
done:
    return status;
}

int nd_plan_check(const struct nd_plan *plan, const struct nd_device *device, int N, int fields, int single)
{
    int status = 0;
    const enum nd_family family = plan->variant->family;
    const int batches = family == ND_LAYOUT_FUSED || family == ND_LAYOUT_KEPT;
    if (family == ND_LAYOUT_KEPT && !plan->state)
        FAIL(NUDGE_EVALUE,
             "variant %s: the law does not say how fields stay in the frame of an element; use another "
             "variant",
             plan->variant->name);
    if (!batches && family != ND_LAYOUT_PAPER) return 0;
    for (const enum nd_pass *pass = plan->variant->pass; *pass; pass++) {
        const struct nd_shape shape = nd_plan_shape(plan, *pass, N, fields, single);
        const size_t local = shape.local + (*pass == ND_PASS_GATHER ? descriptor_bytes(plan) : 0);
        if (shape.items > device->info.group_most)
            FAIL(NUDGE_EVALUE, "%s: %d items in a group, %s takes %d", nd_pass_names[*pass], shape.items,
                 device->info.name, device->info.group_most);
        if (local > device->info.local_memory)
            FAIL(NUDGE_EVALUE, "%s: %zu bytes of shared memory in a group, %s has %zu", nd_pass_names[*pass],
                 local, device->info.name, device->info.local_memory);
    }
    TRY(plan->variant->nodal ? check_tensor(plan) : batches ? check_fused(plan) : check_paper(plan, device));
    if (family == ND_LAYOUT_KEPT && !plan->variant->nodal) TRY(check_kept(plan));
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
    default:
        return plan->variant->nodal                       ? "stage_tensor.knl"
               : plan->variant->family == ND_LAYOUT_KEPT  ? "stage_bernstein.knl"
               : plan->variant->family == ND_LAYOUT_FUSED ? "stage_fused.knl"
                                                          : "stage_simd.knl";
    }
}

void nd_plan_recipe(const struct nd_plan *plan, enum nd_pass pass, int fields, struct nd_recipe *recipe)
{
    const int single = recipe->single, commuted = plan->variant->commuted;
    recipe->ndefines = 0;
    if (plan->variant->family == ND_LAYOUT_FUSED && pass == ND_PASS_STAGE) {
        nd_recipe_define(recipe, "BATCH", plan->batch);
        nd_recipe_define(recipe, "W_I", plan->batch_i);
        nd_recipe_define(recipe, "W_P", 1);
        nd_recipe_define(recipe, "THREADS", plan->batch_threads);
    }
    if (plan->variant->family == ND_LAYOUT_KEPT) {
        nd_recipe_define(recipe, "STATE", plan->state);
        nd_recipe_define(recipe, "PART_STRIDE", plan->part_stride);
    }
    if (plan->variant->family == ND_LAYOUT_KEPT && pass == ND_PASS_STAGE) {
        nd_recipe_define(recipe, "BATCH", plan->batch);
        nd_recipe_define(recipe, "THREADS", plan->batch_threads);
        nd_recipe_define(recipe, "TOGETHER", plan->batch_together);
        nd_recipe_define(recipe, "RESIDENT", plan->batch_resident);
        nd_recipe_define(recipe, "EARLY_MOST", plan->batch_early);
    }
    if (plan->variant->family == ND_LAYOUT_KEPT && !plan->variant->nodal && pass == ND_PASS_STAGE) {
        nd_recipe_define(recipe, "AHEAD_MOST", plan->batch_ahead);
        nd_recipe_define(recipe, "UNROLLED", unrolled(single));
        int side;
        const int workers = nd_plan_workers(plan, recipe->N, single, &side);
        nd_recipe_define(recipe, "PENCIL_ROUNDS", nd_bernstein_deal(recipe->N, workers, side, NULL));
    }
    if (plan->variant->nodal && pass == ND_PASS_STAGE) {
        nd_recipe_define(recipe, "DEEP", plan->batch_i);
        nd_recipe_define(recipe, "WIDE", plan->tiles);
        nd_recipe_define(recipe, "NEAR_OPERATORS", plan->operators_near);
        nd_recipe_define(recipe, "TF32", plan->tf32);
    }
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
        nd_recipe_define(recipe, "PACK", pack(plan->lift_i, single));
        nd_recipe_define(recipe, "UPDATES", commuted && plan->variant->updates);
        break;
    case ND_PASS_DIFF:
        nd_recipe_define(recipe, "W_P", plan->diff_p);
        nd_recipe_define(recipe, "W_I", plan->diff_i);
        nd_recipe_define(recipe, "W_S", plan->diff_s);
        nd_recipe_define(recipe, "N_R", plan->diff_rows);
        nd_recipe_define(recipe, "COMMUTED", commuted);
        nd_recipe_define(recipe, "PACK", pack(plan->diff_i * (commuted ? fields : 1), single));
        break;
    case ND_PASS_ASSEMBLY: nd_recipe_define(recipe, "UPDATES", plan->variant->updates); break;
    default: break;
    }
}
