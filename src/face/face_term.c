#include "face/face_term.h"

#include <math.h>
#include <string.h>
#include "elem/geometry.h"
#include "layout/ordered.h"
#include "mesh/curved.h"
#include "part/order.h"

/* The entries of this rank, as face_term.knl reads them. */
struct builder {
    const struct nd_setup *setup;
    const struct nd_face_spec *spec;
    unsigned char *order;          /* [slots] the order of vertices, of part/order.h */
    nd_idx *element, n;            /* elements of this rank */
    int32_t *begin, *entry, *slot; /* slot: [entries][others], whose edges are uploaded */
    double *reals;
};

struct nd_face_entry nd_face_pair(const struct nd_mesh *mesh, size_t face, size_t back)
{
    struct nd_face_entry e = {.element = (nd_idx)(face / 4), .face = (int)(face % 4)};
    e.other[0].element = (nd_idx)(back / 4);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            if (mesh->EToV[back / 4 * 4 + (size_t)j] ==
                mesh->EToV[face / 4 * 4 + (size_t)nd_face_vertex[face % 4][i]])
                e.other[0].corner[i] = j;
    return e;
}

/* Where the vertex of an element is in its reordered vertices. */
static int place_of(int order, int vertex)
{
    int i = 0;
    while (i < 3 && nd_orders[order][i] != vertex) i++;
    return i;
}

/* The list of an entry's other element. g: the face of the reordered element. */
static int list_of(const struct builder *d, const struct nd_rhs *rhs, const struct nd_face_entry *e,
                   const struct nd_face_other *other, int g)
{
    int corner[3] = {0};
    const int own = d->order[rhs->slot[e->element]], there = d->order[rhs->slot[other->element]];
    for (int i = 0; i < 3; i++) {
        const int vertex = nd_orders[own][nd_face_vertex[g][i]];
        for (int j = 0; j < 3; j++)
            if (nd_face_vertex[e->face][j] == vertex) corner[i] = place_of(there, other->corner[j]);
    }
    return nd_face_list(g, corner);
}

static int material_of(const struct builder *d, nd_idx k)
{
    return d->setup->material[d->setup->mesh->region[k]];
}

/* Entry number `at`, of the i-th of the spec. */
static void fill_entry(struct nd_face_term *term, struct builder *d, nd_idx i, nd_idx at)
{
    const struct nd_rhs *rhs = term->rhs;
    const struct nd_face_entry *e = &d->spec->entry[i];
    const int others = term->others, params = term->params;
    int32_t *entry = d->entry + (size_t)at * (size_t)(2 + 3 * others);
    double G[9], J, normal[4][3], Fscale[4], *reals = d->reals + (size_t)at * (size_t)(4 + params);
    int g = 0;
    while (g < 3 && nd_order_face(d->order[rhs->slot[e->element]], g) != e->face) g++;
    entry[0] = g;
    entry[1] = material_of(d, e->element);
    for (int o = 0; o < others; o++) {
        entry[2 + 3 * o] = d->slot[(size_t)at * (size_t)others + (size_t)o] = rhs->slot[e->other[o].element];
        entry[3 + 3 * o] = list_of(d, rhs, e, &e->other[o], g);
        entry[4 + 3 * o] = material_of(d, e->other[o].element);
    }
    nd_geometry_metric(d->setup->mesh, e->element, G, &J);
    nd_geometry_faces(G, normal, Fscale);
    memcpy(reals, normal[e->face], 3 * sizeof *reals);
    reals[3] = Fscale[e->face];
    if (params)
        memcpy(reals + 4, d->spec->param + (size_t)i * (size_t)params, (size_t)params * sizeof *reals);
    term->face[at] = 4 * (int64_t)e->element + e->face;
}

static int fill(struct nd_face_term *term, struct builder *d)
{
    int status = 0;
    const struct nd_face_spec *spec = d->spec;
    const size_t n = (size_t)spec->n, others = (size_t)term->others;
    ALLOC(d->element, n);
    ALLOC(d->begin, n + 1);
    ALLOC(d->entry, n * (2 + 3 * others));
    ALLOC(d->slot, n * others + 1);
    ALLOC(d->reals, n * (4 + (size_t)term->params));
    ALLOC(term->face, n);
    for (nd_idx i = 0; i < spec->n; i++) {
        const nd_idx k = spec->entry[i].element;
        if (!nd_share_has(term->rhs->share, k) || nd_curved_index(d->setup->mesh, k) >= 0) continue;
        if (!d->n || d->element[d->n - 1] != k) d->element[d->n++] = k;
        fill_entry(term, d, i, term->entries++);
        d->begin[d->n] = (int32_t)term->entries;
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
    TRY(rhs->plan.variant->basis->list(&op, d->slot, term->entries * term->others, &list));
    term->edges = list.edges;
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
    const size_t n = (size_t)term->entries, nodes = n * (size_t)d->setup->elem->Nfp,
                 state = nodes * (size_t)term->aux * rhs->real;
    TRY(nd_subset_init(&term->subset, rhs, d->element, d->n));
    TRY(upload_ints(rhs, &term->begin, d->begin, (size_t)d->n + 1));
    TRY(upload_ints(rhs, &term->entry, d->entry, n * (size_t)(2 + 3 * term->others)));
    TRY(nd_transfer_reals(device, rhs->real, &term->reals, d->reals, n * (size_t)(4 + term->params)));
    TRY(upload_edges(term, d));
    TRY(nd_face_tables(term, d->setup->elem));
    TRY(nd_device_alloc(device, &term->left, nodes * (size_t)rhs->layout.fields * rhs->real));
    for (int i = 0; i < 2 && state; i++)
        if (!i || nd_rhs_linear(rhs)) TRY(nd_device_alloc(device, &term->state[i], state));
    if (state && !nd_rhs_linear(rhs)) TRY(nd_device_alloc(device, &term->state_left, state));
done:
    return status;
}

static int launch_straight(struct nd_face_term *term, struct nd_rhs *rhs, const struct nd_stage *stage)
{
    const struct nd_rhs_term_args extra = nd_rhs_term_args(rhs, stage);
    const union nd_real keep = nd_rhs_real(rhs, stage->update == ND_UPDATE_ADD ? stage->a : 0);
    const int linear = nd_rhs_linear(rhs), adds = stage->update == ND_UPDATE_ADD;
    const struct nd_buffer *from = &term->state[linear && adds], *to = &term->state[linear && !adds];
    int64_t stride_f = rhs->layout.S_f;
    int update = stage->update;
    const struct nd_arg args[] = {ND_ARG_BUFFER(rhs->buffer[stage->from]),
                                  ND_ARG_BUFFER(term->subset.slot),
                                  ND_ARG_BUFFER(term->begin),
                                  ND_ARG_BUFFER(term->entry),
                                  ND_ARG_BUFFER(term->reals),
                                  ND_ARG_BUFFER(term->number),
                                  ND_ARG_BUFFER(term->list),
                                  ND_ARG_BUFFER(term->subset.list.edges),
                                  ND_ARG_BUFFER(term->edges),
                                  ND_ARG_BUFFER(term->LIFT),
                                  ND_ARG_BUFFER(rhs->buffer[ND_MEDIUM]),
                                  ND_ARG_BUFFER(term->left),
                                  ND_ARG_BUFFER(*from),
                                  ND_ARG_BUFFER(*to),
                                  ND_ARG_BUFFER(term->state_left),
                                  ND_ARG_SCALAR(update),
                                  ND_ARG_REAL(rhs, keep),
                                  ND_TERM_ARGS(rhs, extra),
                                  ND_ARG_SCALAR(stride_f)};
    return rhs->device->backend->launch(rhs->device, term->kernel,
                                        (struct nd_grid){.blocks = term->subset.n, .threads = 64}, args,
                                        (int)(sizeof args / sizeof *args));
}

static int launch(void *self, struct nd_rhs *rhs, const struct nd_stage *stage)
{
    int status = 0;
    struct nd_face_term *term = self;
    if (term->entries) TRY(launch_straight(term, rhs, stage));
    if (term->curved.entries) TRY(nd_face_curved_launch(term, stage));
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
    nd_recipe_paste(&recipe, "face_term.knl", spec->header);
    TRY(nd_kernel_load(rhs->device, &recipe, "face_term.knl", &term->module, &term->kernel));
done:
    return status;
}

int nd_face_term_init(struct nd_face_term *term, struct nd_rhs *rhs, const struct nd_setup *setup,
                      const struct nd_face_spec *spec)
{
    int status = 0;
    struct builder d = {.setup = setup, .spec = spec};
    *term =
        (struct nd_face_term){.rhs = rhs, .others = spec->others, .params = spec->params, .aux = spec->aux};
    const struct nd_operator op = nd_rhs_operator(rhs);
    ALLOC(d.order, rhs->layout.slots);
    TRY(rhs->plan.variant->basis->orders(&op, d.order));
    TRY(fill(term, &d));
    if (term->entries) {
        TRY(upload(term, &d));
        TRY(load(term, spec));
    }
    TRY(nd_face_curved_init(term, setup, spec, d.order));
    if (term->entries || term->curved.entries) TRY(nd_rhs_term_attach(rhs, launch, term, 0, INFINITY));
    if (spec->stored) TRY(nd_face_energy_init(term, setup, spec));
done:
    free(d.order);
    free(d.element);
    free(d.begin);
    free(d.entry);
    free(d.slot);
    free(d.reals);
    if (status) nd_face_term_clear(term);
    return status;
}

void nd_face_term_clear(struct nd_face_term *term)
{
    if (!term->rhs) return;
    struct nd_device *device = term->rhs->device;
    struct nd_buffer *all[] = {&term->begin,    &term->entry,    &term->reals,     &term->number,
                               &term->list,     &term->edges,    &term->LIFT,      &term->left,
                               &term->state[0], &term->state[1], &term->state_left, &term->mass};
    nd_subset_clear(&term->subset);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) nd_device_free(device, all[i]);
    if (term->module) device->backend->unload(device, term->module);
    nd_face_energy_clear(term);
    nd_face_curved_clear(term);
    free(term->face);
    *term = (struct nd_face_term){0};
}
