#include "pml/pointwise.h"

#include <math.h>
#include <string.h>
#include "mesh/curved.h"
#include "part/order.h"

static const int axes_of[ND_POINTWISE_KINDS] = {[ND_POINTWISE_SLAB] = 1, [ND_POINTWISE_CORNER] = 3};

/* An element of a list. Lists are sorted by slot, so that they follow the order of memory. */
struct entry {
    nd_idx slot, element;
    int axis;
    double depth[3][4];
};

/* Working data of nd_pointwise_init. */
struct builder {
    const struct nd_setup *setup;
    const struct nd_pml *pml;
    double speed; /* of the fastest waves in the PML */
    const struct nd_integrator *integrator;
    unsigned char *order; /* [slots] the order of vertices, of part/order.h */
    struct entry *entry[ND_POINTWISE_KINDS];
    size_t capacity[ND_POINTWISE_KINDS], n[ND_POINTWISE_KINDS];
};

static int material_of(const struct builder *d, nd_idx k)
{
    return d->setup->material[d->setup->mesh->region[k]];
}

static int add(struct builder *d, enum nd_pointwise_kind kind, const struct entry *entry)
{
    int status = 0;
    TRY(nd_grow(&d->entry[kind], &d->capacity[kind], d->n[kind] + 1, sizeof *entry));
    d->entry[kind][d->n[kind]++] = *entry;
done:
    return status;
}

/* The largest rates in an element of the PML, along one axis and summed over axes. They are largest at a
 * vertex. */
struct rates {
    double one, all;
};
static struct rates vertex_rates(const struct nd_pml *pml, double depth[3][4])
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

/* Sorts the elements into the three lists and sets terms->damping. */
static int sort_elements(struct nd_pointwise *terms, struct builder *d)
{
    int status = 0;
    const struct nd_mesh *mesh = d->setup->mesh;
    for (nd_idx k = 0; k < mesh->K; k++) {
        struct entry e = {.slot = terms->rhs->slot[k], .element = k};
        const double losses = terms->rhs->losses[material_of(d, k)];
        const int axes = d->pml ? nd_pml_depth(d->pml, mesh, k, d->speed, e.depth) : 0;
        if (!axes && !(losses > 0)) continue;
        for (int c = 0; c < 3; c++)
            if (axes >> c & 1 && nd_curved_axis_bends(mesh, k, c))
                FAIL(
                    NUDGE_EVALUE,
                    "%s: element %lld of the PML bends along %c, along which it absorbs, and a PML needs "
                    "elements that are straight along this axis: keep curved surfaces inside the box that it "
                    "surrounds, or extrude them along the axis",
                    mesh->name, (long long)mesh->label[k], "xyz"[c]);
        if (!terms->damping) ALLOC(terms->damping, mesh->K);
        terms->damping[k] = losses;
        if (axes) {
            const struct rates rates = vertex_rates(d->pml, e.depth);
            terms->fastest = fmax(terms->fastest, losses + rates.all);
            terms->damping[k] +=
                d->integrator->linear ? rates.all : rates.one * d->integrator->damping / d->integrator->apart;
        }
        if (!nd_share_has(terms->rhs->share, k)) continue;
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

/* Uploads the vertices' weights in each number of a field: the barycentric coordinates of its node or lattice
 * point. */
static int upload_points(struct nd_pointwise *terms, const struct nd_elem *elem)
{
    int status = 0;
    struct nd_rhs *rhs = terms->rhs;
    const struct nd_operator op = nd_rhs_operator(rhs);
    const int Np = elem->Np;
    double *points = NULL;
    ALLOC(points, 4 * Np);
    TRY(rhs->plan.variant->basis->points(&op, elem, points));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &terms->points, points, 4 * (size_t)Np));
done:
    free(points);
    return status;
}

/* Uploads axes and depths, with vertices in the order of the stage, and allocates the auxiliary variables. */
static int upload_pml(struct nd_pointwise *terms, const struct builder *d, enum nd_pointwise_kind kind)
{
    int status = 0;
    struct nd_rhs *rhs = terms->rhs;
    struct nd_pointwise_part *part = &terms->part[kind];
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
    if (status) nd_fail_prefix(status, "damping rates of the PML");
    if (status) goto done;
    for (int i = 0; i < (nd_rhs_linear(rhs) ? 2 : 1); i++) {
        TRY(nd_device_alloc(rhs->device, &part->aux[i], n * aux * (size_t)Np * rhs->real));
        if (d->pml->shifted)
            TRY(nd_device_alloc(rhs->device, &part->shift[i], n * part->subset.size * rhs->real));
    }
done:
    free(axis);
    free(depth);
    return status;
}

static int make_part(struct nd_pointwise *terms, struct builder *d, enum nd_pointwise_kind kind)
{
    int status = 0;
    struct nd_rhs *rhs = terms->rhs;
    struct nd_pointwise_part *part = &terms->part[kind];
    struct nd_recipe recipe;
    nd_idx *element = NULL;
    const size_t n = d->n[kind];
    if (!n) return 0;
    ALLOC(element, n);
    qsort(d->entry[kind], n, sizeof(struct entry), by_slot);
    for (size_t i = 0; i < n; i++) element[i] = d->entry[kind][i].element;
    TRY(nd_subset_init(&part->subset, rhs, element, (nd_idx)n));
    if (axes_of[kind])
        TRY(upload_pml(terms, d, kind));
    else
        TRY(nd_device_alloc(rhs->device, &part->left, n * part->subset.size * rhs->real));
    nd_rhs_term_recipe(rhs, &recipe);
    if (axes_of[kind]) {
        nd_recipe_define(&recipe, "AXES", axes_of[kind]);
        nd_recipe_define(&recipe, "SHIFTED", d->pml->shifted);
        part->element = element;
        element = NULL;
    }
    nd_recipe_define(&recipe, "NARROW", 1);
    recipe.upwind = 1; /* the text does not use the flux */
    TRY(nd_kernel_load(rhs->device, &recipe,
                       !axes_of[kind]       ? "losses.knl"
                       : nd_rhs_linear(rhs) ? "pml_linear.knl"
                                            : "pml.knl",
                       &part->module, &part->kernel));
done:
    free(element);
    return status;
}

static int launch_losses(void *self, struct nd_rhs *rhs, const struct nd_stage *stage)
{
    const struct nd_pointwise *terms = self;
    const struct nd_pointwise_part *part = &terms->part[ND_POINTWISE_LOSSES];
    const struct nd_rhs_term_args extra = nd_rhs_term_args(rhs, stage);
    int64_t stride_f = rhs->layout.S_f, count = part->subset.n;
    const struct nd_arg args[] = {ND_ARG_BUFFER(rhs->buffer[stage->from]),
                                  ND_ARG_BUFFER(part->subset.slot),
                                  ND_ARG_BUFFER(rhs->buffer[ND_MATERIAL]),
                                  ND_ARG_BUFFER(rhs->buffer[ND_MEDIUM]),
                                  ND_ARG_SCALAR(stride_f),
                                  ND_ARG_SCALAR(count),
                                  ND_ARG_BUFFER(part->left),
                                  ND_TERM_ARGS(rhs, extra)};
    return rhs->device->backend->launch(
        rhs->device, part->kernel,
        (struct nd_grid){.blocks = (count * rhs->layout.Np + 255) / 256, .threads = 256}, args,
        (int)(sizeof args / sizeof *args));
}

/* Kernels of a PML that is not shifted are given another array, which they do not use. */
static const struct nd_buffer *shift_of(const struct nd_pointwise_part *part, int i)
{
    return part->shift[i].bytes ? &part->shift[i] : &part->aux[i];
}

static int launch_pml_part(const struct nd_pointwise *terms, const struct nd_stage *stage,
                           enum nd_pointwise_kind kind)
{
    struct nd_rhs *rhs = terms->rhs;
    const struct nd_pointwise_part *part = &terms->part[kind];
    const union nd_real dt = nd_rhs_real(rhs, stage->dt);
    const double parts = ceil(terms->fastest * stage->dt);
    int many = parts < 1 ? 1 : parts > 1000 ? 1000 : (int)parts;
    int64_t stride_f = rhs->layout.S_f, count = part->subset.n;
    const struct nd_arg args[] = {ND_ARG_BUFFER(rhs->buffer[stage->to]),
                                  ND_ARG_BUFFER(part->subset.slot),
                                  ND_ARG_BUFFER(rhs->buffer[ND_MATERIAL]),
                                  ND_ARG_BUFFER(rhs->buffer[ND_MEDIUM]),
                                  ND_ARG_SCALAR(stride_f),
                                  ND_ARG_SCALAR(count),
                                  ND_ARG_BUFFER(part->aux[0]),
                                  ND_ARG_BUFFER(part->axis),
                                  ND_ARG_BUFFER(part->depth),
                                  ND_ARG_BUFFER(terms->points),
                                  ND_ARG_BUFFER(part->subset.list.edges),
                                  ND_ARG_BUFFER(*shift_of(part, 0)),
                                  ND_ARG_SCALAR(terms->held),
                                  ND_ARG_REAL(rhs, dt),
                                  ND_ARG_SCALAR(terms->grading),
                                  ND_ARG_SCALAR(many)};
    return rhs->device->backend->launch(
        rhs->device, part->kernel,
        (struct nd_grid){.blocks = (count * rhs->layout.Np + 255) / 256, .threads = 256}, args, 16);
}

/* One evaluation of the PML's terms. aux[0] belongs to the fields, aux[1] to the other array. */
static int launch_pml_linear(const struct nd_pointwise *terms, const struct nd_stage *stage,
                             enum nd_pointwise_kind kind)
{
    struct nd_rhs *rhs = terms->rhs;
    const struct nd_pointwise_part *part = &terms->part[kind];
    const union nd_real a = nd_rhs_real(rhs, stage->a), b = nd_rhs_real(rhs, stage->b),
                        dt = nd_rhs_real(rhs, stage->dt);
    int64_t stride_f = rhs->layout.S_f, count = part->subset.n;
    int adds = stage->update == ND_UPDATE_ADD;
    const struct nd_arg args[] = {ND_ARG_BUFFER(rhs->buffer[stage->from]),
                                  ND_ARG_BUFFER(rhs->buffer[stage->to]),
                                  ND_ARG_BUFFER(part->subset.slot),
                                  ND_ARG_BUFFER(rhs->buffer[ND_MATERIAL]),
                                  ND_ARG_BUFFER(rhs->buffer[ND_MEDIUM]),
                                  ND_ARG_SCALAR(stride_f),
                                  ND_ARG_SCALAR(count),
                                  ND_ARG_BUFFER(part->aux[adds]),
                                  ND_ARG_BUFFER(part->aux[1 - adds]),
                                  ND_ARG_BUFFER(part->axis),
                                  ND_ARG_BUFFER(part->depth),
                                  ND_ARG_BUFFER(terms->points),
                                  ND_ARG_BUFFER(part->subset.list.edges),
                                  ND_ARG_BUFFER(*shift_of(part, adds)),
                                  ND_ARG_BUFFER(*shift_of(part, 1 - adds)),
                                  ND_ARG_SCALAR(terms->held),
                                  ND_ARG_SCALAR(terms->grading),
                                  ND_ARG_SCALAR(adds),
                                  ND_ARG_REAL(rhs, a),
                                  ND_ARG_REAL(rhs, b),
                                  ND_ARG_REAL(rhs, dt)};
    return rhs->device->backend->launch(
        rhs->device, part->kernel,
        (struct nd_grid){.blocks = (count * rhs->layout.Np + 255) / 256, .threads = 256}, args,
        (int)(sizeof args / sizeof *args));
}

static int launch_pml(void *self, struct nd_rhs *rhs, const struct nd_stage *stage)
{
    int status = 0;
    const struct nd_pointwise *terms = self;
    for (int kind = ND_POINTWISE_SLAB; kind < ND_POINTWISE_KINDS; kind++)
        if (terms->part[kind].subset.n)
            TRY((nd_rhs_linear(rhs) ? launch_pml_linear : launch_pml_part)(terms, stage,
                                                                           (enum nd_pointwise_kind)kind));
done:
    return status;
}

/* One speed for the whole PML: its rates must not jump where media meet inside it. */
static void find_speed(struct builder *d, const struct nd_rhs *rhs)
{
    for (nd_idx k = 0; k < d->setup->mesh->K && d->pml; k++)
        if (d->pml->region[d->setup->mesh->region[k]])
            d->speed = fmax(d->speed, rhs->speed[material_of(d, k)]);
}

int nd_pointwise_init(struct nd_pointwise *terms, struct nd_rhs *rhs, const struct nd_setup *setup,
                      const struct nd_pml *pml, const struct nd_integrator *integrator)
{
    int status = 0;
    struct builder d = {.setup = setup, .pml = pml && pml->n ? pml : NULL, .integrator = integrator};
    *terms =
        (struct nd_pointwise){.rhs = rhs, .grading = pml ? pml->grading : 0, .held = pml ? pml->held : 0};
    if (rhs->recipe.law->pointwise < 0) return 0;
    find_speed(&d, rhs);
    TRY(sort_elements(terms, &d));
    if (!terms->damping) goto done;
    const struct nd_operator op = nd_rhs_operator(rhs);
    ALLOC(d.order, rhs->layout.slots);
    TRY(rhs->plan.variant->basis->orders(&op, d.order));
    if (d.pml) TRY(upload_points(terms, setup->elem));
    for (int kind = 0; kind < ND_POINTWISE_KINDS; kind++)
        TRY(make_part(terms, &d, (enum nd_pointwise_kind)kind));
    if (terms->part[ND_POINTWISE_LOSSES].subset.n)
        TRY(nd_rhs_term_attach(rhs, launch_losses, terms, 0, INFINITY));
    if (d.pml)
        TRY(nd_rhs_term_attach(rhs, launch_pml, terms, nd_rhs_linear(rhs) ? 0 : ND_TERM_STEP, INFINITY));
done:
    for (int kind = 0; kind < ND_POINTWISE_KINDS; kind++) free(d.entry[kind]);
    free(d.order);
    if (status) nd_pointwise_clear(terms);
    return status;
}

void nd_pointwise_clear(struct nd_pointwise *terms)
{
    if (!terms->rhs) return;
    struct nd_device *device = terms->rhs->device;
    for (int kind = 0; kind < ND_POINTWISE_KINDS; kind++) {
        struct nd_pointwise_part *part = &terms->part[kind];
        nd_subset_clear(&part->subset);
        nd_device_free(device, &part->left);
        for (int i = 0; i < 2; i++) nd_device_free(device, &part->aux[i]);
        for (int i = 0; i < 2; i++) nd_device_free(device, &part->shift[i]);
        free(part->element);
        nd_device_free(device, &part->axis);
        nd_device_free(device, &part->depth);
        if (part->module) device->backend->unload(device, part->module);
    }
    nd_device_free(device, &terms->points);
    free(terms->damping);
    *terms = (struct nd_pointwise){0};
}

size_t nd_pointwise_bytes(const struct nd_law *law, const struct nd_pml *pml, int Np, int single, int linear)
{
    const size_t real = single ? 4 : 8, numbers = (law->pointwise > 0 ? (size_t)law->pointwise : 0) +
                                                  (pml->shifted ? (size_t)law->fields.n : 0);
    return (size_t)pml->n * ((numbers * (linear ? 2 : 1) * (size_t)Np + 12 + 9) * real + 12);
}
