#include "pml/pointwise.h"

#include <math.h>
#include <string.h>
#include "part/order.h"

static const int axes_of[ND_POINTWISE_KINDS] = {[ND_POINTWISE_SLAB] = 1, [ND_POINTWISE_CORNER] = 3};

/* An element of a list; lists are sorted by slot, so that neighbours in memory follow each other. */
struct entry {
    nd_idx slot, element;
    int axis;
    double depth[3][4];
};

/* The state of nd_pointwise_init. */
struct making {
    const struct nd_setup *setup;
    const struct nd_pml *pml;
    double speed; /* of the fastest waves in the PML */
    const struct nd_integrator *integrator;
    unsigned char *order; /* [slots] of part/order.h */
    struct entry *entry[ND_POINTWISE_KINDS];
    size_t capacity[ND_POINTWISE_KINDS], n[ND_POINTWISE_KINDS];
};

static int material_of(const struct making *d, nd_idx k)
{
    return d->setup->material[d->setup->mesh->region[k]];
}

static int add(struct making *d, enum nd_pointwise_kind kind, const struct entry *entry)
{
    int status = 0;
    TRY(nd_grow(&d->entry[kind], &d->capacity[kind], d->n[kind] + 1, sizeof *entry));
    d->entry[kind][d->n[kind]++] = *entry;
done:
    return status;
}

/* The largest rates in an element of the PML, along one axis and in total: they are largest at a vertex. */
struct rates {
    double one, all;
};
static struct rates pml_rates(const struct nd_pml *pml, double depth[3][4])
{
    struct rates most = {0, 0};
    for (int v = 0; v < 4; v++) {
        double sum = 0;
        for (int c = 0; c < 3; c++) {
            const double rate = pow(fmax(depth[c][v], 0), pml->grading);
            most.one = fmax(most.one, rate);
            sum += rate;
        }
        most.all = fmax(most.all, sum);
    }
    return most;
}

/* Sorts the elements into lists. */
static int sort_elements(struct nd_pointwise *local, struct making *d)
{
    int status = 0;
    const struct nd_mesh *mesh = d->setup->mesh;
    for (nd_idx k = 0; k < mesh->K; k++) {
        struct entry e = {.slot = local->rhs->slot[k], .element = k};
        const double losses = local->rhs->losses[material_of(d, k)];
        const int axes = d->pml ? nd_pml_depth(d->pml, mesh, k, d->speed, e.depth) : 0;
        if (!axes && !(losses > 0)) continue;
        if (!local->damping) ALLOC(local->damping, mesh->K);
        local->damping[k] = losses;
        if (axes) {
            const struct rates rates = pml_rates(d->pml, e.depth);
            local->fastest = fmax(local->fastest, losses + rates.all);
            local->damping[k] += rates.one * d->integrator->damping / d->integrator->apart;
        }
        e.axis = axes == 1 ? 0 : axes == 2 ? 1 : 2;
        TRY(add(d,
                !axes               ? ND_POINTWISE_LOSSES
                : axes & (axes - 1) ? ND_POINTWISE_CORNER
                                    : ND_POINTWISE_SLAB,
                &e));
    }
done:
    return status;
}

static int by_slot(const void *a, const void *b)
{
    const nd_idx left = ((const struct entry *)a)->slot, right = ((const struct entry *)b)->slot;
    return (left > right) - (left < right);
}

/* The weights of the vertices at each degree of freedom. */
static int upload_points(struct nd_pointwise *local, const struct nd_elem *elem)
{
    int status = 0;
    struct nd_rhs *rhs = local->rhs;
    const struct nd_operator op = nd_rhs_operator(rhs);
    const int Np = elem->Np;
    double *points = NULL;
    ALLOC(points, 4 * Np);
    TRY(rhs->plan.variant->basis->points(&op, elem, points));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &local->points, points, 4 * (size_t)Np));
done:
    free(points);
    return status;
}

/* Uploads a part of the PML: axes, depths with the vertices in the order of the stage, and zeroed
 * variables. */
static int upload_pml_part(struct nd_pointwise *local, const struct making *d, enum nd_pointwise_kind kind)
{
    int status = 0;
    struct nd_rhs *rhs = local->rhs;
    struct nd_pointwise_part *part = &local->part[kind];
    const int axes = axes_of[kind], Np = rhs->layout.Np;
    const size_t n = d->n[kind], aux = (size_t)(rhs->recipe.law->pointwise / 3) * (size_t)axes;
    int32_t *axis = NULL;
    double *depth = NULL;
    ALLOC(axis, n);
    ALLOC(depth, n * 4 * (size_t)axes);
    for (size_t i = 0; i < n; i++) {
        const struct entry *e = &d->entry[kind][i];
        axis[i] = e->axis;
        for (int c = 0; c < axes; c++)
            for (int v = 0; v < 4; v++)
                depth[(i * (size_t)axes + (size_t)c) * 4 + (size_t)v] =
                    e->depth[axes == 1 ? e->axis : c][nd_orders[d->order[e->slot]][v]];
    }
    TRY(nd_device_alloc(rhs->device, &part->axis, n * sizeof *axis));
    TRY(rhs->device->backend->write(rhs->device, &part->axis, 0, axis, n * sizeof *axis));
    status = nd_transfer_reals(rhs->device, rhs->real, &part->depth, depth, n * 4 * (size_t)axes);
    if (status) nd_fail_prefix(status, "rates of the PML");
    if (status) goto done;
    TRY(nd_device_alloc(rhs->device, &part->aux, n * aux * (size_t)Np * rhs->real));
done:
    free(axis);
    free(depth);
    return status;
}

static int make_part(struct nd_pointwise *local, struct making *d, enum nd_pointwise_kind kind)
{
    int status = 0;
    struct nd_rhs *rhs = local->rhs;
    struct nd_pointwise_part *part = &local->part[kind];
    struct nd_recipe recipe;
    nd_idx *element = NULL;
    const size_t n = d->n[kind];
    if (!n) return 0;
    ALLOC(element, n);
    qsort(d->entry[kind], n, sizeof(struct entry), by_slot);
    for (size_t i = 0; i < n; i++) element[i] = d->entry[kind][i].element;
    TRY(nd_subset_init(&part->subset, rhs, element, (nd_idx)n));
    if (axes_of[kind])
        TRY(upload_pml_part(local, d, kind));
    else
        TRY(nd_device_alloc(rhs->device, &part->left, n * part->subset.size * rhs->real));
    nd_extra_recipe(rhs, &recipe);
    nd_recipe_define(&recipe, "AXES", axes_of[kind]);
    nd_recipe_define(&recipe, "NARROW", 1);
    recipe.upwind = 1; /* independent of the flux */
    TRY(nd_kernel_module(rhs->device, &recipe, "pointwise.knl", &part->module));
    TRY(rhs->device->backend->kernel(rhs->device, part->module, "pointwise_terms", &part->kernel));
done:
    free(element);
    return status;
}

/* Losses are a part of every stage. */
static int launch_losses(void *self, struct nd_rhs *rhs, const struct nd_stage *stage)
{
    const struct nd_pointwise *local = self;
    const struct nd_pointwise_part *part = &local->part[ND_POINTWISE_LOSSES];
    const struct nd_extra_args extra = nd_extra_args(rhs, stage);
    int64_t stride_f = rhs->layout.S_f, count = part->subset.n;
    const struct nd_arg args[] = {ND_ARG_BUFFER(rhs->buffer[stage->from]),
                                  ND_ARG_BUFFER(part->subset.slot),
                                  ND_ARG_BUFFER(rhs->buffer[ND_MATERIAL]),
                                  ND_ARG_BUFFER(rhs->buffer[ND_MEDIUM]),
                                  ND_ARG_SCALAR(stride_f),
                                  ND_ARG_SCALAR(count),
                                  ND_ARG_BUFFER(part->left),
                                  ND_EXTRA_ARGS(rhs, extra)};
    return rhs->device->backend->launch(
        rhs->device, part->kernel,
        (struct nd_grid){.blocks = (count * rhs->layout.Np + 255) / 256, .threads = 256}, args,
        (int)(sizeof args / sizeof *args));
}

static int launch_pml_part(const struct nd_pointwise *local, const struct nd_stage *stage,
                           enum nd_pointwise_kind kind)
{
    struct nd_rhs *rhs = local->rhs;
    const struct nd_pointwise_part *part = &local->part[kind];
    const union nd_real dt = nd_rhs_real(rhs, stage->dt);
    const double parts = ceil(local->fastest * stage->dt);
    int many = parts < 1 ? 1 : parts > 1000 ? 1000 : (int)parts;
    int64_t stride_f = rhs->layout.S_f, count = part->subset.n;
    const struct nd_arg args[] = {ND_ARG_BUFFER(rhs->buffer[stage->to]),
                                  ND_ARG_BUFFER(part->subset.slot),
                                  ND_ARG_BUFFER(rhs->buffer[ND_MATERIAL]),
                                  ND_ARG_BUFFER(rhs->buffer[ND_MEDIUM]),
                                  ND_ARG_SCALAR(stride_f),
                                  ND_ARG_SCALAR(count),
                                  ND_ARG_BUFFER(part->aux),
                                  ND_ARG_BUFFER(part->axis),
                                  ND_ARG_BUFFER(part->depth),
                                  ND_ARG_BUFFER(local->points),
                                  ND_ARG_BUFFER(part->subset.list.edges),
                                  ND_ARG_REAL(rhs, dt),
                                  ND_ARG_SCALAR(local->grading),
                                  ND_ARG_SCALAR(many)};
    return rhs->device->backend->launch(
        rhs->device, part->kernel,
        (struct nd_grid){.blocks = (count * rhs->layout.Np + 255) / 256, .threads = 256}, args, 14);
}

static int launch_pml(void *self, struct nd_rhs *rhs, const struct nd_stage *stage)
{
    int status = 0;
    const struct nd_pointwise *local = self;
    (void)rhs;
    for (int kind = ND_POINTWISE_SLAB; kind < ND_POINTWISE_KINDS; kind++)
        if (local->part[kind].subset.n) TRY(launch_pml_part(local, stage, (enum nd_pointwise_kind)kind));
done:
    return status;
}

/* One speed for the whole PML: its rates must not jump where media meet inside it. */
static void find_speed(struct making *d, const struct nd_rhs *rhs)
{
    for (nd_idx k = 0; k < d->setup->mesh->K && d->pml; k++)
        if (d->pml->region[d->setup->mesh->region[k]])
            d->speed = fmax(d->speed, rhs->speed[material_of(d, k)]);
}

int nd_pointwise_init(struct nd_pointwise *local, struct nd_rhs *rhs, const struct nd_setup *setup,
                      const struct nd_pml *pml, const struct nd_integrator *integrator)
{
    int status = 0;
    struct making d = {.setup = setup, .pml = pml && pml->n ? pml : NULL, .integrator = integrator};
    *local = (struct nd_pointwise){.rhs = rhs, .grading = pml ? pml->grading : 0};
    if (rhs->recipe.law->pointwise < 0) return 0;
    find_speed(&d, rhs);
    TRY(sort_elements(local, &d));
    if (!local->damping) goto done;
    const struct nd_operator op = nd_rhs_operator(rhs);
    ALLOC(d.order, rhs->layout.slots);
    TRY(rhs->plan.variant->basis->orders(&op, d.order));
    if (d.pml) TRY(upload_points(local, setup->elem));
    for (int kind = 0; kind < ND_POINTWISE_KINDS; kind++)
        TRY(make_part(local, &d, (enum nd_pointwise_kind)kind));
    if (local->part[ND_POINTWISE_LOSSES].subset.n)
        TRY(nd_extra_attach(rhs, launch_losses, local, 0, INFINITY));
    if (d.pml) TRY(nd_extra_attach(rhs, launch_pml, local, ND_EXTRA_STEP, INFINITY));
done:
    for (int kind = 0; kind < ND_POINTWISE_KINDS; kind++) free(d.entry[kind]);
    free(d.order);
    if (status) nd_pointwise_clear(local);
    return status;
}

void nd_pointwise_clear(struct nd_pointwise *local)
{
    if (!local->rhs) return;
    struct nd_device *device = local->rhs->device;
    for (int kind = 0; kind < ND_POINTWISE_KINDS; kind++) {
        struct nd_pointwise_part *part = &local->part[kind];
        nd_subset_clear(&part->subset);
        nd_device_free(device, &part->left);
        nd_device_free(device, &part->aux);
        nd_device_free(device, &part->axis);
        nd_device_free(device, &part->depth);
        if (part->module) device->backend->unload(device, part->module);
    }
    nd_device_free(device, &local->points);
    free(local->damping);
    *local = (struct nd_pointwise){0};
}

size_t nd_pointwise_bytes(const struct nd_law *law, nd_idx n, int Np, int single)
{
    const size_t real = single ? 4 : 8, aux = law->pointwise > 0 ? (size_t)law->pointwise : 0;
    return (size_t)n * ((aux * (size_t)Np + 12 + 9) * real + 12);
}
