/* Fields that a stage keeps in the frame of each element and in its own basis. All others see nodal values along x, y, z: between
 * stages the array that will hold the next fields is free, and holds the present ones, or the residual, by nodes. */
#include <string.h>
#include "elem/bernstein.h"
#include "layout/kept.h"
#include "step/rhs.h"

/* A matrix by columns, [2][Np][Np]: rounded to reals, and what the rounding left. */
static int upload_matrix(struct nd_rhs *rhs, enum nd_rhs_buffer which, const double *matrix, int Np)
{
    int status = 0;
    double *split = NULL;
    ALLOC(split, 2 * Np * Np);
    for (int n = 0; n < Np; n++)
        for (int k = 0; k < Np; k++) {
            const double entry = matrix[n * Np + k], rounded = rhs->real == 4 ? (float)entry : entry;
            split[k * Np + n] = rounded;
            split[(Np + k) * Np + n] = entry - rounded;
        }
    TRY(nd_transfer_reals(rhs->device, rhs->real, &rhs->buffer[which], split, (size_t)(2 * Np * Np)));
done:
    free(split);
    return status;
}

/* The Bernstein-Bezier basis. */
static int fill_bernstein(struct nd_rhs *rhs, const struct nd_elem *elem)
{
    int status = 0;
    const int N = elem->N, Np = elem->Np, row = (Np + 3) / 4 * 4, spread = nd_rhs_spread(rhs);
    double *V = NULL, *inverse = NULL;
    unsigned char *layers = NULL, *padded = NULL;
    ALLOC(V, Np * Np);
    ALLOC(inverse, Np * Np);
    ALLOC(layers, 4 * Np);
    ALLOC(padded, 4 * row);
    TRY(nd_bernstein_basis(elem, spread, V, inverse));
    TRY(upload_matrix(rhs, ND_TO_NODES, V, Np));
    TRY(upload_matrix(rhs, ND_FROM_NODES, inverse, Np));
    nd_bernstein_layers(N, spread, layers);
    for (int f = 0; f < 4; f++) memcpy(padded + f * row, layers + f * Np, (size_t)Np);
    TRY(nd_rhs_upload(rhs, ND_LAYERS, padded, 4 * (size_t)row));
done:
    free(V);
    free(inverse);
    free(layers);
    free(padded);
    return status;
}

/* Into the highest byte of each pencil, which is whole then, how many steps the longest in its warp takes; lanes: items of a worker. */
static void tell_steps(uint32_t *dealt, int rounds, int workers, int lanes)
{
    const int warp = lanes < 32 ? 32 / lanes : 1;
    for (int i = 0; i < rounds * workers; i++) {
        const int first = i - i % workers % warp, end = i - i % workers + workers;
        uint32_t steps = 0;
        for (int j = first; j < first + warp && j < end; j++)
            if ((dealt[8 * j + 7] & 255) > steps) steps = dealt[8 * j + 7] & 255;
        dealt[8 * i + 7] |= steps << 24;
    }
}

/* Pencils as the plan's workers share them. */
int nd_kept_deal(struct nd_rhs *rhs)
{
    int status = 0;
    if (!rhs->plan.state) return 0;
    const int N = rhs->recipe.N, lanes = rhs->plan.state / rhs->plan.part_stride * rhs->plan.batch;
    const struct nd_crew crew = nd_plan_crew(&rhs->plan, N, rhs->recipe.single);
    const int rounds = nd_deal(N, &crew, NULL);
    struct nd_buffer before = rhs->buffer[ND_PENCILS];
    uint32_t *dealt = NULL;
    ALLOC(dealt, 8 * rounds * crew.workers);
    nd_deal(N, &crew, dealt);
    if (crew.in_step) tell_steps(dealt, rounds, crew.workers, lanes);
    rhs->buffer[ND_PENCILS] = (struct nd_buffer){0};
    TRY(nd_rhs_upload(rhs, ND_PENCILS, dealt, 8 * (size_t)(rounds * crew.workers) * sizeof *dealt));
    nd_device_free(rhs->device, &before);
done:
    if (status) { /* the old plan goes on with what it had */
        nd_device_free(rhs->device, &rhs->buffer[ND_PENCILS]);
        rhs->buffer[ND_PENCILS] = before;
    }
    free(dealt);
    return status;
}

/* What depends on the order alone. */
static int fill_tables(struct nd_rhs *rhs, const struct nd_elem *elem)
{
    int status = 0;
    unsigned char *Fmask = NULL, *number = NULL;
    ALLOC(Fmask, 4 * elem->Nfp);
    ALLOC(number, elem->Np);
    nd_bernstein_numbers(elem->N, nd_rhs_spread(rhs), number);
    for (int i = 0; i < 4 * elem->Nfp; i++) Fmask[i] = number[elem->Fmask[i]];
    TRY(nd_rhs_upload(rhs, ND_FMASK, Fmask, 4 * (size_t)elem->Nfp));
    TRY(nd_device_alloc(rhs->device, &rhs->buffer[ND_TICKETS], sizeof(unsigned)));
    TRY(fill_bernstein(rhs, elem));
done:
    free(Fmask);
    free(number);
    return status;
}

int nd_kept_fill(struct nd_rhs *rhs, const struct nd_setup *setup, const int32_t *material)
{
    int status = 0;
    const size_t slots = (size_t)rhs->layout.slots;
    struct nd_kept kept = {0};
    TRY(nd_kept_init(&kept, setup->mesh, setup->connect, setup->elem, &rhs->layout, rhs->slot, material,
                     setup->condition));
    for (nd_idx k = 0; k < rhs->K; k++)
        for (size_t i = 0; i < 9; i++) kept.edges[9 * (size_t)rhs->slot[k] + i] /= rhs->unit;
    TRY(nd_rhs_upload(rhs, ND_ORDER, kept.order, slots));
    TRY(nd_rhs_upload(rhs, ND_NODES, kept.nodes, 24 * (size_t)setup->elem->Np));
    TRY(nd_rhs_upload(rhs, ND_BEHIND, kept.behind, slots * 4 * sizeof *kept.behind));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &rhs->buffer[ND_EDGES], kept.edges, slots * 9));
    TRY(nd_device_alloc(rhs->device, &rhs->buffer[ND_RECORD], slots * (size_t)rhs->plan.record * rhs->real));
    TRY(fill_tables(rhs, setup->elem));
done:
    nd_kept_clear(&kept);
    return status;
}

int nd_kept_load(struct nd_rhs *rhs)
{
    int status = 0;
    for (int to_nodes = 0; to_nodes < 2; to_nodes++) {
        struct nd_recipe recipe = rhs->recipe;
        nd_plan_recipe(&rhs->plan, ND_PASS_NONE, &recipe);
        nd_recipe_define(&recipe, "TO_NODES", to_nodes);
        TRY(nd_kernel_module(rhs->device, &recipe, "recast.knl", &rhs->recast_module[to_nodes]));
        TRY(rhs->device->backend->kernel(rhs->device, rhs->recast_module[to_nodes], "recast",
                                         &rhs->recast[to_nodes]));
    }
done:
    return status;
}

#define ARG(which) ND_ARG_BUFFER(rhs->buffer[which])

int nd_kept_records(struct nd_rhs *rhs)
{
    int status = 0;
    int64_t slots = rhs->layout.slots;
    struct nd_module *module = NULL;
    struct nd_kernel *kernel;
    const struct nd_arg args[] = {ARG(ND_EDGES), ARG(ND_MATERIAL), ARG(ND_MEDIUM), ARG(ND_RECORD),
                                  ND_ARG_SCALAR(slots)};
    TRY(nd_kernel_module(rhs->device, &rhs->recipe, "record.knl", &module));
    TRY(rhs->device->backend->kernel(rhs->device, module, "record", &kernel));
    TRY(rhs->device->backend->launch(rhs->device, kernel, (slots + 63) / 64, 64, 0, args, 5));
    TRY(rhs->device->backend->finish(rhs->device));
done:
    if (module) rhs->device->backend->unload(rhs->device, module);
    return status;
}

int nd_kept_sides(struct nd_rhs *rhs)
{
    int status = 0;
    struct nd_module *module = NULL;
    struct nd_kernel *kernel;
    struct nd_recipe recipe = rhs->recipe;
    if (!rhs->plan.sides) return 0;
    TRY(nd_device_alloc(rhs->device, &rhs->buffer[ND_SIDES],
                        (size_t)rhs->layout.slots * (size_t)rhs->plan.sides * rhs->real));
    const struct nd_arg args[] = {ARG(ND_RECORD), ARG(ND_BEHIND), ARG(ND_SIDES)};
    nd_plan_recipe(&rhs->plan, ND_PASS_STAGE, &recipe);
    TRY(nd_kernel_module(rhs->device, &recipe, "sides.knl", &module));
    TRY(rhs->device->backend->kernel(rhs->device, module, "sides", &kernel));
    TRY(rhs->device->backend->launch(rhs->device, kernel, rhs->layout.slots / rhs->plan.batch,
                                     rhs->plan.batch_threads, 0, args, 3));
    TRY(rhs->device->backend->finish(rhs->device));
done:
    if (module) rhs->device->backend->unload(rhs->device, module);
    return status;
}

int nd_kept_recast(struct nd_rhs *rhs, int to_nodes, const struct nd_recast *what)
{
    int residual = what->residual;
    const struct nd_arg args[] = {ND_ARG_BUFFER(*what->from),
                                  ND_ARG_BUFFER(*what->to),
                                  ND_ARG_BUFFER(*what->edges),
                                  ND_ARG_BUFFER(*what->order),
                                  ARG(ND_NODES),
                                  ARG(to_nodes ? ND_TO_NODES : ND_FROM_NODES),
                                  ND_ARG_SCALAR(residual)};
    return rhs->device->backend->launch(rhs->device, rhs->recast[to_nodes], what->n, 64, 0, args, 7);
}

/* All elements. */
static int recast(struct nd_rhs *rhs, int to_nodes, enum nd_rhs_buffer from, enum nd_rhs_buffer to)
{
    const struct nd_recast all = {.from = &rhs->buffer[from],
                                  .to = &rhs->buffer[to],
                                  .edges = &rhs->buffer[ND_EDGES],
                                  .order = &rhs->buffer[ND_ORDER],
                                  .n = rhs->layout.slots,
                                  .residual = from == ND_RES};
    return nd_kept_recast(rhs, to_nodes, &all);
}

int nd_kept_show(struct nd_rhs *rhs, int residual, struct nd_buffer **buffer)
{
    int status = 0;
    *buffer = &rhs->buffer[residual ? ND_RES : (enum nd_rhs_buffer)rhs->now];
    if (!rhs->plan.state) return 0;
    const int spare = 1 - rhs->now,
              there = residual ? rhs->nodal == ND_NODAL_RESIDUAL
                               : rhs->nodal == ND_NODAL_FIELDS || rhs->nodal == ND_NODAL_CHANGED;
    if (!there) {
        TRY(nd_kept_settle(rhs));
        TRY(recast(rhs, 1, residual ? ND_RES : (enum nd_rhs_buffer)rhs->now, (enum nd_rhs_buffer)spare));
        rhs->nodal = residual ? ND_NODAL_RESIDUAL : ND_NODAL_FIELDS;
    }
    *buffer = &rhs->buffer[spare];
done:
    return status;
}

void nd_kept_changed(struct nd_rhs *rhs)
{
    if (rhs->plan.state) rhs->nodal = ND_NODAL_CHANGED;
}

int nd_kept_settle(struct nd_rhs *rhs)
{
    int status = 0;
    if (rhs->nodal == ND_NODAL_CHANGED)
        TRY(recast(rhs, 0, (enum nd_rhs_buffer)(1 - rhs->now), (enum nd_rhs_buffer)rhs->now));
    rhs->nodal = ND_NODAL_NONE;
done:
    return status;
}
