/* The faces where a plane wave enters, as surface.knl and incident.knl need them. */
#include <math.h>
#include <string.h>
#include "comm/comm.h"
#include "elem/geometry.h"
#include "mesh/curved.h"
#include "source/source.h"
#include "layout/ordered.h"

enum { NOTHING, FROM_SCATTERED, FROM_TOTAL, FROM_BOUNDARY }; /* surface.knl's kinds */

/* The order in which the stage takes the vertices of each element. */
struct order {
    unsigned char *slot;  /* [slots] */
    unsigned char *nodes; /* [24][Np] */
    int face[24][4];      /* the mesh's face at each face of the reordered element */
};

static int read_order(struct order *order, struct nd_rhs *rhs, const struct nd_elem *elem)
{
    int status = 0;
    const struct nd_operator op = nd_rhs_operator(rhs);
    ALLOC(order->slot, rhs->layout.slots);
    ALLOC(order->nodes, 24 * elem->Np);
    TRY(rhs->plan.variant->basis->orders(&op, order->slot));
    nd_order_nodes(elem->N, order->nodes);
    for (int i = 0; i < 24; i++)
        for (int g = 0; g < 4; g++) order->face[i][g] = nd_order_face(i, g);
done:
    return status;
}

/* How the wave enters through face f of element k: a kind of surface.knl, or NOTHING. total: see struct
 * entrance. */
int nd_emitter_kind(const struct nd_sources_setup *setup, const unsigned char *total, nd_idx k, int f)
{
    const struct nd_law *law = setup->law;
    const int64_t at = 4 * (int64_t)k + f;
    const nd_idx b = setup->connect->EToB[at];
    const int mine = total[setup->mesh->region[k]];
    if (b >= 0) {
        const int condition = setup->assign->condition[b];
        /* At the end of the mesh the scattered field leaves; a wall inside the mesh absorbs the incident
         * field, too. */
        const int open =
            nd_assign_open(setup->assign, law, b) && nd_connect_back(setup->connect, (size_t)at) < 0;
        return mine || open ? NOTHING : FROM_BOUNDARY + condition;
    }
    const int theirs = total[setup->mesh->region[setup->connect->EToE[at]]];
    return mine == theirs ? NOTHING : mine ? FROM_SCATTERED : FROM_TOTAL;
}

/* The elements that the wave enters, and their entries: one per face. */
struct faces {
    nd_idx *element, n;
    int32_t *begin; /* [n + 1] the first entry of each element */
    int64_t entries;
    /* [entries]: kind of surface.knl; face of the reordered element; materials of both sides; element, in the
     * list */
    int32_t *kind, *which, *sides, *of;
    double *face, *delay; /* of surface.knl, arrive.knl */
};

/* Those of this rank. *any: whether there are any on any rank. */
static int list_elements(struct faces *list, const struct nd_rhs *rhs, const struct nd_sources_setup *setup,
                         const unsigned char *total, int *any)
{
    int status = 0;
    const nd_idx K = setup->mesh->K;
    ALLOC(list->element, K);
    ALLOC(list->begin, K + 1);
    for (nd_idx k = 0; k < K; k++) {
        const int64_t before = list->entries;
        for (int f = 0; f < 4; f++) list->entries += nd_emitter_kind(setup, total, k, f) != NOTHING;
        if (list->entries == before) continue;
        *any = 1;
        if (!nd_share_has(rhs->share, k) ||
            nd_curved_shape(setup->mesh, k)) { /* source_curved.c has the latter */
            list->entries = before;
            continue;
        }
        list->element[list->n++] = k;
        list->begin[list->n] = (int32_t)list->entries;
    }
done:
    return status;
}

/* Splits value into two reals whose sum it is. */
static void split(double value, size_t real, double out[2])
{
    out[0] = real == 4 ? (double)(float)value : value;
    out[1] = value - out[0];
}

/* Input of fill_element: regions of total fields, and how the stage numbers faces. */
struct entrance {
    const struct nd_rhs *rhs;
    const struct nd_sources_setup *setup;
    const unsigned char *total; /* [nregions] whether the region has total fields */
    const struct order *order;
};

/* Fills the entries of the i-th element of the list, faces as the stage numbers them. x: room for [3][Np]. */
static void fill_element(struct faces *list, nd_idx i, struct nd_emitter *e, const struct entrance *in,
                         double *x)
{
    const struct nd_rhs *rhs = in->rhs;
    const struct nd_sources_setup *setup = in->setup;
    const unsigned char *total = in->total;
    const struct order *order = in->order;
    const struct nd_elem *elem = setup->elem;
    const int Np = elem->Np, Nfp = elem->Nfp;
    const nd_idx k = list->element[i];
    const int which = order->slot[rhs->slot[k]];
    const unsigned char *nodes = order->nodes + which * Np;
    double G[9], J, normal[4][3], Fscale[4];
    nd_geometry_nodes(setup->mesh, elem, k, x, x + Np, x + 2 * Np);
    nd_geometry_metric(setup->mesh, k, G, &J);
    nd_geometry_faces(G, normal, Fscale);
    int64_t at = list->begin[i];
    for (int g = 0; g < 4; g++) {
        const int f = order->face[which][g], kind = nd_emitter_kind(setup, total, k, f);
        const nd_idx neighbour = setup->connect->EToE[4 * (int64_t)k + f];
        if (kind == NOTHING) continue;
        list->kind[at] = kind;
        list->which[at] = g;
        list->of[at] = (int32_t)i;
        list->sides[2 * at] = setup->assign->material[setup->mesh->region[k]];
        list->sides[2 * at + 1] = setup->assign->material[setup->mesh->region[neighbour]];
        for (int c = 0; c < 3; c++) list->face[4 * at + c] = normal[f][c];
        list->face[4 * at + 3] = Fscale[f];
        for (int j = 0; j < Nfp; j++) {
            const int node = nodes[elem->Fmask[g * Nfp + j]];
            double delay = 0;
            for (int c = 0; c < 3; c++)
                delay += e->plane.d[c] * (x[c * Np + node] - e->plane.origin[c]) / e->plane.c;
            split(delay, rhs->real, &list->delay[(at * Nfp + j) * 2]);
            e->early = fmin(e->early, delay);
            e->late = fmax(e->late, delay);
        }
        at++;
    }
}

int nd_emitter_upload_ints(struct nd_rhs *rhs, struct nd_buffer *to, const int32_t *from, size_t n)
{
    int status = 0;
    TRY(nd_device_alloc(rhs->device, to, n * sizeof *from));
    TRY(rhs->device->backend->write(rhs->device, to, 0, from, n * sizeof *from));
done:
    return status;
}

int nd_emitter_factors(struct nd_rhs *rhs, const struct nd_sources_setup *setup,
                       const struct nd_emitter_entries *list, struct nd_buffer *factor)
{
    int status = 0;
    const int fields = setup->law->fields.n;
    const size_t entries = (size_t)list->n;
    struct nd_buffer kind = {0}, sides = {0}, of = {0}, face = {0}, incident = {0};
    struct nd_module *module = NULL;
    struct nd_kernel *kernel;
    struct nd_recipe recipe;
    nd_rhs_term_recipe(rhs, &recipe);
    TRY(nd_kernel_module(rhs->device, &recipe, "surface.knl", &module));
    TRY(rhs->device->backend->kernel(rhs->device, module, "surface", &kernel));
    TRY(nd_emitter_upload_ints(rhs, &kind, list->kind, entries));
    TRY(nd_emitter_upload_ints(rhs, &sides, list->sides, 2 * entries));
    TRY(nd_emitter_upload_ints(rhs, &of, list->of, entries));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &face, list->face, 4 * entries));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &incident, list->q0, (size_t)fields));
    TRY(nd_device_alloc(rhs->device, factor, entries * (size_t)fields * rhs->real));
    const struct nd_arg args[] = {
        ND_ARG_BUFFER(kind),         ND_ARG_BUFFER(sides),    ND_ARG_BUFFER(of),
        ND_ARG_BUFFER(face),         ND_ARG_BUFFER(incident), ND_ARG_BUFFER(rhs->buffer[ND_MEDIUM]),
        ND_ARG_BUFFER(*list->edges), ND_ARG_BUFFER(*factor),  ND_ARG_SCALAR(list->n)};
    TRY(rhs->device->backend->launch(rhs->device, kernel,
                                     (struct nd_grid){.blocks = (list->n + 63) / 64, .threads = 64}, args,
                                     (int)(sizeof args / sizeof *args)));
    TRY(rhs->device->backend->finish(rhs->device));
done:
    if (module) rhs->device->backend->unload(rhs->device, module);
    nd_device_free(rhs->device, &kind);
    nd_device_free(rhs->device, &sides);
    nd_device_free(rhs->device, &of);
    nd_device_free(rhs->device, &face);
    nd_device_free(rhs->device, &incident);
    return status;
}

static int make_factors(struct nd_emitter *e, struct nd_rhs *rhs, const struct nd_sources_setup *setup,
                        const struct faces *list)
{
    if (!list->entries) return 0;
    return nd_emitter_factors(rhs, setup,
                              &(struct nd_emitter_entries){.n = list->entries,
                                                           .kind = list->kind,
                                                           .sides = list->sides,
                                                           .of = list->of,
                                                           .face = list->face,
                                                           .q0 = e->plane.q0,
                                                           .edges = &e->subset.list.edges},
                              &e->factor);
}

/* Keeps what source_stage.c computes factors from. */
static int keep_entries(struct nd_emitter *e, const struct nd_rhs *rhs, struct faces *list)
{
    int status = 0;
    ALLOC(e->place, list->entries);
    for (int64_t i = 0; i < list->entries; i++)
        e->place[i] = 4 * (int64_t)rhs->slot[list->element[list->of[i]]] + list->which[i];
    e->kind = list->kind;
    list->kind = NULL;
done:
    return status;
}

static int upload(struct nd_emitter *e, struct nd_rhs *rhs, const struct nd_sources_setup *setup,
                  struct faces *list)
{
    int status = 0;
    const size_t entries = (size_t)list->entries;
    e->entries = list->entries;
    if (nd_waves_in_stage(rhs))
        e->subset = (struct nd_subset){.rhs = rhs, .n = list->n}; /* the stage finds the elements itself */
    else
        TRY(nd_subset_init(&e->subset, rhs, list->element, list->n));
    TRY(nd_emitter_upload_ints(rhs, &e->begin, list->begin, (size_t)list->n + 1));
    TRY(nd_emitter_upload_ints(rhs, &e->face, list->which, entries));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &e->delay, list->delay,
                          entries * 2 * (size_t)setup->elem->Nfp));
    TRY(nd_waves_in_stage(rhs) ? keep_entries(e, rhs, list) : make_factors(e, rhs, setup, list));
done:
    return status;
}

int nd_emitter_make_faces(struct nd_emitter *e, struct nd_rhs *rhs, const struct nd_sources_setup *setup,
                          const unsigned char *total)
{
    int status = 0;
    int any = 0;
    struct faces list = {0};
    struct order order = {0};
    char where[640];
    double *x = NULL;
    TRY(read_order(&order, rhs, setup->elem));
    TRY(list_elements(&list, rhs, setup, total, &any));
    if (!any)
        FAIL(NUDGE_EVALUE,
             "%s: the wave has nowhere to enter: no region is total, and no boundary scatters it; name "
             "regions in "
             "plane_wave.total",
             nd_sources_where(setup, e->source, where));
    ALLOC(list.kind, list.entries);
    ALLOC(list.which, list.entries);
    ALLOC(list.sides, 2 * list.entries);
    ALLOC(list.of, list.entries);
    ALLOC(list.face, 4 * list.entries);
    ALLOC(list.delay, 2 * list.entries * setup->elem->Nfp);
    ALLOC(x, 3 * setup->elem->Np);
    e->early = INFINITY, e->late = -INFINITY;
    for (nd_idx i = 0; i < list.n; i++)
        fill_element(&list, i, e, &(struct entrance){rhs, setup, total, &order}, x);
    TRY(nd_emitter_make_curved(e, rhs, setup, total));
    if (rhs->share) TRY(nd_comm_agree(0));
    if (rhs->share) TRY(nd_comm_min(&e->early, 1));
    if (rhs->share) TRY(nd_comm_max(&e->late, 1));
    TRY(upload(e, rhs, setup, &list));
done:
    free(list.element);
    free(list.begin);
    free(list.of);
    free(list.kind);
    free(list.which);
    free(list.sides);
    free(list.face);
    free(list.delay);
    free(order.slot);
    free(order.nodes);
    free(x);
    return status;
}

int nd_emitter_make_LIFT(struct nd_rhs *rhs, const struct nd_elem *elem, struct nd_buffer *LIFT)
{
    int status = 0;
    const int Np = elem->Np, columns = 4 * elem->Nfp;
    const struct nd_operator op = nd_rhs_operator(rhs);
    double *inverse = NULL, *matrix = NULL;
    ALLOC(inverse, Np * Np);
    ALLOC(matrix, Np * columns);
    TRY(rhs->plan.variant->basis->from_nodal(&op, elem, inverse));
    for (int n = 0; n < Np; n++)
        for (int m = 0; m < Np; m++)
            for (int k = 0; k < columns; k++)
                matrix[k * Np + n] += inverse[n * Np + m] * elem->LIFT[m * columns + k];
    TRY(nd_transfer_reals(rhs->device, rhs->real, LIFT, matrix, (size_t)(Np * columns)));
done:
    free(inverse);
    free(matrix);
    return status;
}
