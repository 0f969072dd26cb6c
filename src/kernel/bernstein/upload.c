/* The Bernstein stage's data on the device, and its launch. */
#include <string.h>
#include "kernel/bernstein/bernstein.h"
#include "kernel/bernstein/lattice.h"
#include "kernel/bernstein/local_basis.h"
#include "kernel/bernstein/map.h"
#include "layout/ordered.h"

size_t nd_bernstein_bytes(const struct nd_plan *plan, const struct nd_layout *layout, int N, size_t real)
{
    const int Np = nd_elem_Np(N);
    const size_t neighbours = 16, order = 1, material = 4;
    const size_t own = ((size_t)((int)nd_plan_arrays(plan) * plan->number[ND_STATE] +
                                 plan->number[ND_VGEO_REALS] + plan->number[ND_SGEO_REALS]) +
                        9) *
                       real;
    return (size_t)layout->slots * (own + neighbours + order + material) + (size_t)(5 * Np * Np) * real;
}

static int upload_slices(const struct nd_operator *op, int N, int Np)
{
    int status = 0;
    const int row = (Np + 3) / 4 * 4;
    unsigned char *slices = NULL, *padded = NULL;
    ALLOC(slices, 4 * Np);
    ALLOC(padded, 4 * row);
    nd_lattice_slices(N, nd_bernstein_swizzled(op), slices);
    for (int f = 0; f < 4; f++) memcpy(padded + f * row, slices + f * Np, (size_t)Np);
    TRY(nd_operator_upload(op, ND_SLICES, padded, 4 * (size_t)row));
done:
    free(slices);
    free(padded);
    return status;
}

/* Uploads the tables that depend on the order alone. */
static int upload_order_tables(const struct nd_operator *op, const struct nd_elem *elem)
{
    int status = 0;
    unsigned char *Fmask = NULL, *number = NULL;
    ALLOC(Fmask, 4 * elem->Nfp);
    ALLOC(number, elem->Np);
    nd_lattice_numbers(elem->N, nd_bernstein_swizzled(op), number);
    for (int i = 0; i < 4 * elem->Nfp; i++) Fmask[i] = number[elem->Fmask[i]];
    TRY(nd_operator_upload(op, ND_FMASK, Fmask, 4 * (size_t)elem->Nfp));
    TRY(nd_device_alloc(op->device, &op->buffer[ND_WORK_COUNTER], sizeof(unsigned)));
    TRY(upload_slices(op, elem->N, elem->Np));
    TRY(nd_bernstein_upload_change(op, elem));
done:
    free(Fmask);
    free(number);
    return status;
}

int nd_bernstein_upload(const struct nd_operator *op, const struct nd_setup *setup, const int32_t *material)
{
    int status = 0;
    const size_t slots = (size_t)op->layout->slots;
    struct nd_ordered ordered = {0};
    const struct nd_placed placed = nd_operator_placed(op, setup, material);
    TRY(nd_ordered_init(&ordered, &placed));
    for (nd_idx k = 0; k < op->K; k++)
        for (size_t i = 0; i < 9 && op->slot[k] >= 0; i++)
            ordered.edges[9 * (size_t)op->slot[k] + i] /= op->unit;
    TRY(nd_operator_upload(op, ND_ORDER, ordered.order, slots));
    TRY(nd_operator_upload(op, ND_NODES, ordered.nodes, 24 * (size_t)setup->elem->Np));
    TRY(nd_operator_upload(op, ND_NEIGHBOURS, ordered.neighbour, slots * 4 * sizeof *ordered.neighbour));
    TRY(nd_operator_upload_reals(op, ND_EDGES, ordered.edges, slots * 9));
    TRY(nd_operator_alloc_reals(op, ND_VGEO, slots * (size_t)op->plan->number[ND_VGEO_REALS]));
    TRY(upload_order_tables(op, setup->elem));
done:
    nd_ordered_clear(&ordered);
    return status;
}

/* Puts the steps that the longest row of its warp takes into the highest byte of each entry, whose
 * rows are whole then; lanes: threads of a group. */
static void add_steps(uint32_t *entries, int rounds, int groups, int lanes)
{
    const int warp = lanes < 32 ? 32 / lanes : 1;
    for (int i = 0; i < rounds * groups; i++) {
        const int first = i - i % groups % warp, end = i - i % groups + groups;
        uint32_t steps = 0;
        for (int j = first; j < first + warp && j < end; j++)
            if ((entries[8 * j + 7] & 255) > steps) steps = entries[8 * j + 7] & 255;
        entries[8 * i + 7] |= steps << 24;
    }
}

/* The schedule of the plan's thread groups. */
int nd_bernstein_tables(const struct nd_operator *op)
{
    int status = 0;
    const int N = op->recipe->N, lanes = op->plan->number[ND_STATE] / op->plan->number[ND_PART_STRIDE] *
                                         op->plan->number[ND_BATCH];
    const struct nd_thread_groups groups = nd_bernstein_groups(op->plan, N, op->recipe->single);
    const int rounds = nd_schedule(N, &groups, NULL);
    struct nd_buffer before = op->buffer[ND_SEGMENTS];
    uint32_t *entries = NULL;
    ALLOC(entries, 8 * rounds * groups.count);
    nd_schedule(N, &groups, entries);
    if (groups.in_step) add_steps(entries, rounds, groups.count, lanes);
    op->buffer[ND_SEGMENTS] = (struct nd_buffer){0};
    TRY(nd_operator_upload(op, ND_SEGMENTS, entries, 8 * (size_t)(rounds * groups.count) * sizeof *entries));
    nd_device_free(op->device, &before);
done:
    if (status) { /* the old plan goes on with what it had */
        nd_device_free(op->device, &op->buffer[ND_SEGMENTS]);
        op->buffer[ND_SEGMENTS] = before;
    }
    free(entries);
    return status;
}

#define ARG(which) ND_ARG_BUFFER(op->buffer[which])

/* One launch of a text that is not needed afterwards. */
struct once {
    const char *file, *name;
    int64_t blocks;
    int threads;
    const struct nd_arg *args;
    int n;
};
static int launch_once(const struct nd_operator *op, const struct nd_recipe *recipe, const struct once *l)
{
    int status = 0;
    struct nd_module *module = NULL;
    struct nd_kernel *kernel;
    TRY(nd_kernel_module(op->device, recipe, l->file, &module));
    TRY(op->device->backend->kernel(op->device, module, l->name, &kernel));
    TRY(op->device->backend->launch(
        op->device, kernel, (struct nd_grid){.blocks = l->blocks, .threads = l->threads}, l->args, l->n));
    TRY(op->device->backend->finish(op->device));
done:
    if (module) op->device->backend->unload(op->device, module);
    return status;
}

static int compute_vgeo(const struct nd_operator *op)
{
    int64_t slots = op->layout->slots;
    const struct nd_arg args[] = {ARG(ND_EDGES), ARG(ND_MATERIAL), ARG(ND_MEDIUM), ARG(ND_VGEO),
                                  ND_ARG_SCALAR(slots)};
    const struct once vgeo = {"vgeo.knl", "vgeo", (slots + 63) / 64, 64, args, 5};
    return launch_once(op, op->recipe, &vgeo);
}

static int compute_sgeo(const struct nd_operator *op)
{
    int status = 0;
    const struct nd_plan *plan = op->plan;
    struct nd_recipe recipe = *op->recipe;
    if (!plan->number[ND_SGEO_REALS]) return 0;
    TRY(nd_operator_alloc_reals(op, ND_SGEO,
                                (size_t)op->layout->slots * (size_t)plan->number[ND_SGEO_REALS]));
    const struct nd_arg args[] = {ARG(ND_VGEO), ARG(ND_NEIGHBOURS), ARG(ND_SGEO)};
    const struct once sgeo = {
        "sgeo.knl", "sgeo", op->layout->slots / plan->number[ND_BATCH], plan->number[ND_THREADS], args, 3};
    nd_plan_recipe(plan, ND_PASS_STAGE, &recipe);
    TRY(launch_once(op, &recipe, &sgeo));
done:
    return status;
}

int nd_bernstein_finish(const struct nd_operator *op)
{
    int status = 0;
    TRY(nd_bernstein_load_change(op));
    TRY(compute_vgeo(op));
    TRY(compute_sgeo(op));
done:
    return status;
}

/* Blocks that a device holds at a time. */
static int resident_blocks(const struct nd_operator *op)
{
    return op->device->info.units * op->plan->number[ND_MIN_BLOCKS];
}

int64_t nd_bernstein_blocks(const struct nd_operator *op, enum nd_pass pass)
{
    const int64_t batches = op->end - op->first, resident = resident_blocks(op);
    /* In C a range of blocks is a loop already. */
    const int stays = nd_bernstein_is_persistent(op->plan) && op->device->backend->dialect != ND_DIALECT_C;
    return stays && pass != ND_PASS_STEP && resident < batches ? resident : batches;
}

void nd_bernstein_arguments(const struct nd_operator *op, enum nd_pass pass, const struct nd_stage *stage,
                            struct nd_arguments *list)
{
    if (pass == ND_PASS_STEP) {
        nd_bernstein_step_arguments(op, stage, list);
        return;
    }
    /* Without residuals, linear_add.h updates the array in their place. */
    ND_ADD_BUFFERS(list, op, stage->from, stage->to, stage->update == ND_UPDATE_RK ? ND_RES : stage->to,
                   ND_VGEO, ND_NEIGHBOURS, ND_FMASK, ND_SLICES, ND_SEGMENTS,
                   op->plan->number[ND_SGEO_REALS] ? ND_SGEO : ND_VGEO, ND_WORK_COUNTER);
    nd_arguments_int(list, (int)op->end);
    nd_arguments_int(list, resident_blocks(op));
    nd_arguments_stage(list, op, stage);
    if (!stage->waves) return;
    ND_ADD_BUFFERS(list, op, ND_WAVE_FIRST, ND_WAVE_PLACE, ND_WAVE_FACTOR, ND_WAVE);
    nd_arguments_long(list, stage->index * op->wave_nodes);
}

/* -- plane waves that the stage lets in
 * ------------------------------------------------------------------------------ */

static int wave_factors(const struct nd_operator *op)
{
    return nd_local_basis(op->recipe->law).fluxes;
}

static void wave_arguments(const struct nd_operator *op, struct nd_arguments *list)
{
    ND_ADD_BUFFERS(list, op, ND_EDGES, ND_VGEO, ND_NEIGHBOURS);
}

/* Coefficients of a face depend on values at its own nodes alone. */
static int face_basis(const struct nd_elem *elem, double *basis)
{
    int status = 0;
    const int Np = elem->Np, Nfp = elem->Nfp;
    double *V = NULL, *inverse = NULL;
    ALLOC(V, Np * Np);
    ALLOC(inverse, Np * Np);
    TRY(nd_bernstein_basis(elem, NULL, V, inverse)); /* by nodes' numbers, as Fmask */
    for (int f = 0; f < 4; f++)
        for (int k = 0; k < Nfp; k++)
            for (int i = 0; i < Nfp; i++)
                basis[(f * Nfp + k) * Nfp + i] =
                    inverse[elem->Fmask[f * Nfp + i] * Np + elem->Fmask[f * Nfp + k]];
done:
    free(V);
    free(inverse);
    return status;
}

const struct nd_wave_stage nd_bernstein_waves = {
    .surface = "surface_bernstein.knl",
    .arrive = "arrive_bernstein.knl",
    .factors = wave_factors,
    .arguments = wave_arguments,
    .face_basis = face_basis,
};
