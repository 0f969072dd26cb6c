#include "step/gather.h"

#include "step/rhs_term.h"

int nd_gather_init(struct nd_gather *g, struct nd_rhs *rhs, nd_idx elements, size_t reals)
{
    int status = 0;
    struct nd_recipe recipe;
    struct nd_device *device = rhs->device;
    nd_rhs_term_recipe(rhs, &recipe);
    recipe.upwind = 1; /* the text does not use the flux, so that one text serves every upwind weight */
    TRY(nd_device_alloc(device, &g->slot, (size_t)elements * sizeof(int)));
    TRY(nd_device_alloc(device, &g->values, (size_t)elements * reals * rhs->real));
    if (!rhs->mesh_order.module) TRY(nd_kernel_module(device, &recipe, "mesh_order.knl", &rhs->mesh_order.module));
    if (!rhs->mesh_order.kernel)
        TRY(device->backend->kernel(device, rhs->mesh_order.module, "mesh_order", &rhs->mesh_order.kernel));
done:
    if (status) nd_gather_clear(g, device);
    return status;
}

static int write_slots(struct nd_gather *g, struct nd_rhs *rhs, const int *slot, int n)
{
    return rhs->device->backend->write(rhs->device, &g->slot, 0, slot, (size_t)n * sizeof *slot);
}

static int prepare_all(struct nd_gather *g, struct nd_rhs *rhs)
{
    int status = 0, *slot = NULL;
    ALLOC(slot, rhs->K);
    for (nd_idx k = 0; k < rhs->K; k++) slot[k] = (int)rhs->slot[k];
    TRY(nd_gather_init(g, rhs, rhs->K, (size_t)(rhs->layout.fields * rhs->layout.Np)));
    status = write_slots(g, rhs, slot, (int)rhs->K);
    if (status) nd_gather_clear(g, rhs->device);
done:
    free(slot);
    return status;
}

static int launch(struct nd_gather *g, struct nd_rhs *rhs, int n, int first, int count)
{
    int status = 0;
    struct nd_buffer *nodal;
    const struct nd_layout *layout = &rhs->layout;
    const int block = layout->block, size = layout->fields * layout->Np;
    const int64_t S_b = layout->S_b, S_f = layout->S_f, S_n = layout->S_n, S_l = layout->S_l;
    TRY(nd_rhs_show(rhs, 0, &nodal));
    const struct nd_grid grid = {.blocks = n, .threads = size > 96 ? 128 : size > 48 ? 64 : 32};
    const struct nd_arg args[] = {ND_ARG_BUFFER(*nodal), ND_ARG_BUFFER(g->values), ND_ARG_BUFFER(g->slot),
                                  ND_ARG_SCALAR(S_b),    ND_ARG_SCALAR(S_f),       ND_ARG_SCALAR(S_n),
                                  ND_ARG_SCALAR(S_l),    ND_ARG_SCALAR(block),     ND_ARG_SCALAR(n),
                                  ND_ARG_SCALAR(first),  ND_ARG_SCALAR(count)};
    TRY(rhs->device->backend->launch(rhs->device, rhs->mesh_order.kernel, grid, args, 11));
done:
    return status;
}

int nd_gather_list(struct nd_gather *g, struct nd_rhs *rhs, const int *slot, int n, int first, int count)
{
    int status = 0;
    TRY(write_slots(g, rhs, slot, n));
    TRY(launch(g, rhs, n, first, count));
done:
    return status;
}

int nd_gather_fill(struct nd_gather *g, struct nd_rhs *rhs)
{
    int status = 0;
    if (!g->slot.bytes) TRY(prepare_all(g, rhs));
    TRY(launch(g, rhs, (int)rhs->K, 0, rhs->layout.fields));
    TRY(rhs->device->backend->finish(rhs->device));
done:
    return status;
}

void nd_gather_clear(struct nd_gather *g, struct nd_device *device)
{
    nd_device_free(device, &g->slot);
    nd_device_free(device, &g->values);
    *g = (struct nd_gather){0};
}
