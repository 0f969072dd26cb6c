#include "step/gather.h"

#include "step/rhs_term.h"

static int prepare(struct nd_gather *g, struct nd_rhs *rhs)
{
    int status = 0, *slot = NULL;
    struct nd_recipe recipe;
    struct nd_device *device = rhs->device;
    const struct nd_layout *layout = &rhs->layout;
    nd_rhs_term_recipe(rhs, &recipe);
    recipe.upwind = 1; /* the text does not use the flux, so that one text serves every upwind weight */
    ALLOC(slot, rhs->K);
    for (nd_idx k = 0; k < rhs->K; k++) slot[k] = (int)rhs->slot[k];
    TRY(nd_device_alloc(device, &g->slot, (size_t)rhs->K * sizeof *slot));
    TRY(device->backend->write(device, &g->slot, 0, slot, g->slot.bytes));
    TRY(nd_device_alloc(device, &g->values,
                        (size_t)rhs->K * (size_t)(layout->fields * layout->Np) * rhs->real));
    TRY(nd_kernel_module(device, &recipe, "mesh_order.knl", &g->module));
    TRY(device->backend->kernel(device, g->module, "mesh_order", &g->kernel));
done:
    free(slot);
    if (status) nd_gather_clear(g, device);
    return status;
}

int nd_gather_fill(struct nd_gather *g, struct nd_rhs *rhs)
{
    int status = 0;
    struct nd_buffer *nodal;
    const struct nd_layout *layout = &rhs->layout;
    const int n = (int)rhs->K, block = layout->block, size = layout->fields * layout->Np;
    const int64_t S_b = layout->S_b, S_f = layout->S_f, S_n = layout->S_n, S_l = layout->S_l;
    if (!g->kernel) TRY(prepare(g, rhs));
    TRY(nd_rhs_show(rhs, 0, &nodal));
    const struct nd_grid grid = {.blocks = rhs->K, .threads = size > 96 ? 128 : size > 48 ? 64 : 32};
    const struct nd_arg args[] = {ND_ARG_BUFFER(*nodal), ND_ARG_BUFFER(g->values), ND_ARG_BUFFER(g->slot),
                                  ND_ARG_SCALAR(S_b),    ND_ARG_SCALAR(S_f),       ND_ARG_SCALAR(S_n),
                                  ND_ARG_SCALAR(S_l),    ND_ARG_SCALAR(block),     ND_ARG_SCALAR(n)};
    TRY(rhs->device->backend->launch(rhs->device, g->kernel, grid, args, 9));
    TRY(rhs->device->backend->finish(rhs->device));
done:
    return status;
}

void nd_gather_clear(struct nd_gather *g, struct nd_device *device)
{
    if (g->module) device->backend->unload(device, g->module);
    nd_device_free(device, &g->slot);
    nd_device_free(device, &g->values);
    *g = (struct nd_gather){0};
}
