/* Face terms at curved elements: entries, launch. */
#include <string.h>
#include "face/face_term.h"
#include "mesh/curved.h"
#include "step/curved.h"

/* The entries of this rank, as face_curved.knl reads them. */
struct builder {
    const struct nd_setup *setup;
    const struct nd_face_spec *spec;
    const unsigned char *order;
    int32_t *which, *begin, *entry, *slot; /* slot: [entries][others], whose edges are uploaded */
    double *params;
};

static int material_of(const struct builder *d, nd_idx k)
{
    return d->setup->material[d->setup->mesh->region[k]];
}

/* Entry number `at`, of the i-th of the spec. The points are those of the element's stage. */
static void fill_entry(struct nd_face_term *term, struct builder *d, nd_idx i, size_t at)
{
    const struct nd_face_entry *e = &d->spec->entry[i];
    const size_t others = (size_t)term->others, params = (size_t)term->params;
    int32_t *entry = d->entry + at * (2 + 3 * others);
    int mine[3], unused[3], theirs[3] = {0};
    nd_curved_corners(d->setup->connect, d->setup->mesh, e->element, e->face, mine, unused);
    entry[0] = e->face;
    entry[1] = material_of(d, e->element);
    for (size_t o = 0; o < others; o++) {
        const nd_idx k = e->other[o].element, slot = term->rhs->slot[k];
        for (int m = 0; m < 3; m++)
            for (int j = 0; j < 3; j++)
                if (nd_face_vertex[e->face][j] == mine[m]) theirs[m] = e->other[o].corner[j];
        entry[2 + 3 * o] = d->slot[at * others + o] = slot;
        entry[3 + 3 * o] = nd_curved_row(d->order[slot], theirs);
        entry[4 + 3 * o] = material_of(d, k);
    }
    if (params) memcpy(d->params + at * params, d->spec->param + (size_t)i * params, params * sizeof(double));
    term->curved.face[at] = 4 * (int64_t)e->element + e->face;
}

static int fill(struct nd_face_term *term, struct builder *d)
{
    int status = 0;
    struct nd_face_curved *own = &term->curved;
    const size_t n = (size_t)d->spec->n, others = (size_t)term->others;
    nd_idx last = -1;
    ALLOC(d->which, n);
    ALLOC(d->begin, n + 1);
    ALLOC(d->entry, n * (2 + 3 * others));
    ALLOC(d->slot, n * others + 1);
    ALLOC(d->params, n * (size_t)term->params + 1);
    ALLOC(own->face, n);
    for (nd_idx i = 0; i < d->spec->n; i++) {
        const nd_idx k = d->spec->entry[i].element;
        if (nd_curved_index(d->setup->mesh, k) < 0 || !nd_share_has(term->rhs->share, k)) continue;
        if (k != last) d->which[own->n++] = nd_curved_place(term->rhs->curved, k);
        last = k;
        fill_entry(term, d, i, (size_t)own->entries++);
        d->begin[own->n] = (int32_t)own->entries;
    }
done:
    return status;
}

static int upload_ints(struct nd_rhs *rhs, struct nd_buffer *to, const int32_t *from, size_t n)
{
    int status = 0;
    TRY(nd_device_alloc(rhs->device, to, n * sizeof *from));
    TRY(rhs->device->backend->write(rhs->device, to, 0, from, n * sizeof *from));
done:
    return status;
}

/* Edges of the other elements, in the basis of the stage. */
static int upload_edges(struct nd_face_term *term, const struct builder *d)
{
    int status = 0;
    struct nd_rhs *rhs = term->rhs;
    const struct nd_operator op = nd_rhs_operator(rhs);
    struct nd_basis_list list = {.edges = {0}};
    if (!rhs->plan.variant->basis->list || !term->others) return 0;
    TRY(rhs->plan.variant->basis->list(&op, d->slot, term->curved.entries * term->others, &list));
    term->curved.edges = list.edges;
    list.edges = (struct nd_buffer){0};
done:
    nd_device_free(rhs->device, &list.edges);
    nd_device_free(rhs->device, &list.order);
    return status;
}

static int upload(struct nd_face_term *term, const struct builder *d)
{
    int status = 0;
    struct nd_rhs *rhs = term->rhs;
    struct nd_device *device = rhs->device;
    struct nd_face_curved *own = &term->curved;
    const size_t n = (size_t)own->entries, points = n * (size_t)rhs->curved->rule.Nfq,
                 state = points * (size_t)term->aux * rhs->real;
    TRY(upload_ints(rhs, &own->which, d->which, (size_t)own->n));
    TRY(upload_ints(rhs, &own->begin, d->begin, (size_t)own->n + 1));
    TRY(upload_ints(rhs, &own->entry, d->entry, n * (size_t)(2 + 3 * term->others)));
    if (term->params)
        TRY(nd_transfer_reals(device, rhs->real, &own->params, d->params, n * (size_t)term->params));
    TRY(upload_edges(term, d));
    TRY(nd_device_alloc(device, &own->left, points * (size_t)rhs->layout.fields * rhs->real));
    for (int i = 0; i < 2 && state; i++)
        if (!i || nd_rhs_linear(rhs)) TRY(nd_device_alloc(device, &own->state[i], state));
    if (state && !nd_rhs_linear(rhs)) TRY(nd_device_alloc(device, &own->state_left, state));
done:
    return status;
}

static int load(struct nd_face_term *term, const struct nd_face_spec *spec)
{
    int status = 0;
    struct nd_rhs *rhs = term->rhs;
    struct nd_recipe recipe;
    nd_rhs_term_recipe(rhs, &recipe);
    nd_recipe_define(&recipe, "FACE_OTHERS", term->others);
    nd_recipe_define(&recipe, "FACE_PARAMS", term->params);
    nd_recipe_define(&recipe, "FACE_AUX", term->aux);
    nd_recipe_define(&recipe, "FACE_ENTRY", 2 + 3 * term->others);
    nd_curved_define(rhs->curved, &recipe, "face_curved.knl");
    nd_recipe_paste(&recipe, "face_curved.knl", spec->header);
    TRY(nd_kernel_load(rhs->device, &recipe, "face_curved.knl", &term->curved.module, &term->curved.kernel));
done:
    return status;
}

int nd_face_curved_init(struct nd_face_term *term, const struct nd_setup *setup,
                        const struct nd_face_spec *spec, const unsigned char *order)
{
    int status = 0;
    struct builder d = {.setup = setup, .spec = spec, .order = order};
    if (!term->rhs->curved) return 0;
    TRY(fill(term, &d));
    if (!term->curved.entries) goto done;
    TRY(upload(term, &d));
    TRY(load(term, spec));
done:
    free(d.which);
    free(d.begin);
    free(d.entry);
    free(d.slot);
    free(d.params);
    return status;
}

int nd_face_curved_launch(struct nd_face_term *term, const struct nd_stage *stage)
{
    struct nd_rhs *rhs = term->rhs;
    struct nd_face_curved *own = &term->curved;
    const struct nd_curved *curved = rhs->curved;
    const struct nd_rhs_term_args extra = nd_rhs_term_args(rhs, stage);
    const int linear = nd_rhs_linear(rhs), adds = stage->update == ND_UPDATE_ADD;
    const union nd_real keep = nd_rhs_real(rhs, adds ? stage->a : 0),
                        per_unit = nd_rhs_real(rhs, 1 / rhs->unit);
    const struct nd_buffer *from = &own->state[linear && adds], *to = &own->state[linear && !adds];
    int64_t stride_f = rhs->layout.S_f;
    int update = stage->update;
    const struct nd_arg args[] = {ND_ARG_BUFFER(rhs->buffer[stage->from]),
                                  ND_ARG_BUFFER(curved->subset.slot),
                                  ND_ARG_BUFFER(own->which),
                                  ND_ARG_BUFFER(own->begin),
                                  ND_ARG_BUFFER(own->entry),
                                  ND_ARG_BUFFER(own->params),
                                  ND_ARG_BUFFER(curved->faces),
                                  ND_ARG_BUFFER(curved->number),
                                  ND_ARG_BUFFER(curved->normal),
                                  ND_ARG_BUFFER(curved->trace),
                                  ND_ARG_BUFFER(curved->matrix),
                                  ND_ARG_BUFFER(curved->list.edges),
                                  ND_ARG_BUFFER(own->edges),
                                  ND_ARG_BUFFER(rhs->buffer[ND_MEDIUM]),
                                  ND_ARG_BUFFER(own->left),
                                  ND_ARG_BUFFER(*from),
                                  ND_ARG_BUFFER(*to),
                                  ND_ARG_BUFFER(own->state_left),
                                  ND_ARG_REAL(rhs, per_unit),
                                  ND_ARG_SCALAR(update),
                                  ND_ARG_REAL(rhs, keep),
                                  ND_TERM_ARGS(rhs, extra),
                                  ND_ARG_SCALAR(stride_f)};
    return rhs->device->backend->launch(rhs->device, own->kernel,
                                        (struct nd_grid){.blocks = own->n, .threads = 64}, args,
                                        (int)(sizeof args / sizeof *args));
}

void nd_face_curved_clear(struct nd_face_term *term)
{
    struct nd_device *device = term->rhs->device;
    struct nd_face_curved *own = &term->curved;
    struct nd_buffer *all[] = {&own->which, &own->begin,    &own->entry,    &own->params,    &own->edges,
                               &own->left,  &own->state[0], &own->state[1], &own->state_left};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) nd_device_free(device, all[i]);
    if (own->module) device->backend->unload(device, own->module);
    free(own->face);
    *own = (struct nd_face_curved){0};
}
