#include "port/lumped.h"

#include <math.h>
#include <string.h>
#include "comm/comm.h"
#include "elem/geometry.h"
#include "layout/transfer.h"
#include "mesh/geometry.h"
#include "part/order.h"

static void media_of(const struct nd_port_setup *setup, nd_idx k, double *epsilon, double *mu)
{
    const int n = setup->law->material.n;
    const double *own = setup->assign->constants + n * setup->assign->material[setup->mesh->region[k]];
    *epsilon = own[nd_names_find(&setup->law->material, "epsilon")];
    *mu = own[nd_names_find(&setup->law->material, "mu")];
}

static double extent(const struct nd_port_setup *setup, const struct nd_port_plane *plane,
                     const double axis[3])
{
    double low = INFINITY, high = -INFINITY;
    for (nd_idx i = 0; i < plane->n; i++)
        for (int v = 0; v < 3; v++) {
            const double at = nd_port_dot(axis, nd_mesh_vertex(setup->mesh, plane->face[i].v[v]));
            low = fmin(low, at), high = fmax(high, at);
        }
    return high - low;
}

int nd_lumped_init(struct nd_lumped *lumped, const struct nd_port_setup *setup,
                   const struct nd_port_spec *spec, const struct nd_port_plane *plane)
{
    int status = 0;
    char where[640];
    double across[3];
    const double size = sqrt(nd_port_dot(spec->along, spec->along));
    nd_port_where(setup->problem, spec, where);
    *lumped = (struct nd_lumped){.resistance = spec->resistance};
    if (!(size > 0) || fabs(nd_port_dot(spec->along, plane->normal)) > 1e-6 * size)
        FAIL(NUDGE_EVALUE,
             "%s: lumped.direction must lie in the surface, from the negative to the positive conductor",
             where);
    if (plane->face[0].element[1] < 0)
        FAIL(NUDGE_EVALUE,
             "%s: boundary '%s' is at the end of the mesh; a lumped port needs a surface inside it", where,
             spec->boundary);
    if (setup->problem->upwind != 1)
        FAIL(NUDGE_EVALUE, "%s: lumped ports need flux.upwind: 1, and it is %g", where,
             setup->problem->upwind);
    if (nd_comm_size() > 1)
        FAIL(NUDGE_EVALUE, "%s: lumped ports run on one rank only; start it without mpirun", where);
    for (int c = 0; c < 3; c++) lumped->along[c] = spec->along[c] / size;
    nd_port_cross(plane->normal, lumped->along, across);
    lumped->length = extent(setup, plane, lumped->along);
    lumped->width = extent(setup, plane, across);
    if (fabs(lumped->length * lumped->width / plane->area - 1) > 1e-6)
        FAIL(NUDGE_EVALUE, "%s: its surface is not a rectangle along lumped.direction", where);
done:
    return status;
}

/* Whether the node of an element is node j of face 0 when the vertices are the face's. */
static int same_node(const struct nd_port_setup *setup, const struct nd_port_face *face, int side, int node,
                     int j)
{
    const struct nd_elem *elem = setup->elem;
    const nd_idx *v = setup->mesh->EToV + 4 * (size_t)face->element[side];
    const int own = elem->Fmask[j];
    const double l[3] = {-(elem->r[own] + elem->s[own]) / 2, (1 + elem->r[own]) / 2, (1 + elem->s[own]) / 2};
    const double L[4] = {-(1 + elem->r[node] + elem->s[node] + elem->t[node]) / 2, (1 + elem->r[node]) / 2,
                         (1 + elem->s[node]) / 2, (1 + elem->t[node]) / 2};
    for (int w = 0; w < 4; w++)
        for (int i = 0; i < 3; i++)
            if (v[w] == face->v[i] && fabs(L[w] - l[i]) > 1e-8) return 0;
    return 1;
}

void nd_lumped_profile(const struct nd_lumped *lumped, const struct nd_port_setup *setup,
                       const struct nd_port_face *face, int side, int j, double *nodal)
{
    const struct nd_elem *elem = setup->elem;
    const int f = face->face[side], Nfp = elem->Nfp, Np = elem->Np;
    double G[9], J, normal[4][3], Fscale[4], across[3], epsilon, mu;
    media_of(setup, face->element[side], &epsilon, &mu);
    nd_geometry_metric(setup->mesh, face->element[side], G, &J);
    nd_geometry_faces(G, normal, Fscale);
    nd_port_cross(normal[f], lumped->along, across);
    for (int k = 0; k < Nfp; k++) {
        if (!same_node(setup, face, side, elem->Fmask[f * Nfp + k], j)) continue;
        for (int m = 0; m < Np; m++) {
            const double lift = Fscale[f] * elem->LIFT[m * 4 * Nfp + f * Nfp + k];
            for (int c = 0; c < 3; c++) {
                nodal[c * Np + m] += lift * lumped->along[c] / sqrt(epsilon * mu);
                nodal[(3 + c) * Np + m] -= lift * across[c] / mu;
            }
        }
    }
}

/* The parts of both sides in E between them: Y E + H . (d x n), n into the other side. */
static int make_gains(struct nd_lumped *lumped, const struct nd_port_setup *setup,
                      const struct nd_port_plane *plane)
{
    int status = 0;
    ALLOC(lumped->share, plane->n);
    ALLOC(lumped->gains, 12 * (size_t)plane->n);
    for (nd_idx i = 0; i < plane->n; i++) {
        double sum = lumped->length / (lumped->resistance * lumped->width);
        for (int side = 0; side < 2; side++) {
            double epsilon, mu, across[3], *to = lumped->gains + 12 * (size_t)i + 6 * (size_t)side;
            media_of(setup, plane->face[i].element[side], &epsilon, &mu);
            const double Y = sqrt(epsilon / mu), sign = side ? 1 : -1;
            /* plane->normal goes from side 1 to side 0. With n from 1 to 2 = from side 1 to 0, the jump is that of side 0
             * less that of side 1: (n x H) . d = H . (d x n). */
            nd_port_cross(lumped->along, plane->normal, across);
            for (int c = 0; c < 3; c++) to[c] = Y * lumped->along[c], to[3 + c] = -sign * across[c];
            sum += Y;
        }
        lumped->share[i] = 1 / sum;
    }
done:
    return status;
}

/* Uploads the basis functions of both elements at the nodes of each face. */
static int upload_weights(struct nd_lumped *lumped, struct nd_rhs *rhs, const struct nd_port_setup *setup,
                          const struct nd_port_plane *plane)
{
    int status = 0;
    const struct nd_elem *elem = setup->elem;
    const struct nd_basis *basis = rhs->plan.variant->basis;
    const struct nd_operator op = nd_rhs_operator(rhs);
    const size_t one = (size_t)elem->Nfp * (size_t)elem->Np;
    unsigned char *order = NULL;
    double *weight = NULL;
    ALLOC(order, rhs->layout.slots);
    ALLOC(weight, 2 * (size_t)plane->n * one);
    TRY(basis->orders(&op, order));
    for (nd_idx i = 0; i < 2 * plane->n; i++)
        for (int j = 0; j < elem->Nfp; j++) {
            const struct nd_port_face *face = &plane->face[i / 2];
            const nd_idx k = face->element[i % 2], *v = setup->mesh->EToV + 4 * (size_t)k;
            const unsigned char *vertex = nd_orders[order[rhs->slot[k]]];
            const int node = elem->Fmask[j];
            const double l1 = (1 + elem->r[node]) / 2, l2 = (1 + elem->s[node]) / 2,
                         l[3] = {1 - l1 - l2, l1, l2};
            double L[4] = {0}, own[4];
            for (int w = 0; w < 4; w++)
                for (int c = 0; c < 3; c++)
                    if (v[w] == face->v[c]) L[w] = l[c];
            for (int w = 0; w < 4; w++) own[w] = L[vertex[w]];
            TRY(basis->weights(&op, elem, own, weight + (size_t)i * one + (size_t)(j * elem->Np)));
        }
    TRY(nd_transfer_reals(rhs->device, rhs->real, &lumped->weight, weight, 2 * (size_t)plane->n * one));
done:
    free(order);
    free(weight);
    return status;
}

/* Uploads profiles [Nfp][2 faces][SIZE]. */
static int upload_profiles(struct nd_lumped *lumped, struct nd_rhs *rhs, const struct nd_port_setup *setup,
                           const struct nd_port_plane *plane)
{
    int status = 0;
    const size_t one = 6 * (size_t)setup->elem->Np, count = 2 * (size_t)plane->n;
    double *nodal = NULL;
    char *host = NULL;
    struct nd_buffer compact = {0};
    const size_t bytes = count * lumped->subset.size * rhs->real;
    lumped->array = (int64_t)(count * lumped->subset.size);
    ALLOC(nodal, count * one);
    ALLOC(host, bytes);
    TRY(nd_device_alloc(rhs->device, &lumped->profile, (size_t)setup->elem->Nfp * bytes));
    for (int j = 0; j < setup->elem->Nfp; j++) {
        memset(nodal, 0, count * one * sizeof *nodal);
        for (size_t i = 0; i < count; i++)
            nd_lumped_profile(lumped, setup, &plane->face[i / 2], (int)(i % 2), j, nodal + i * one);
        TRY(nd_subset_upload(&lumped->subset, nodal, &compact));
        TRY(rhs->device->backend->read(rhs->device, host, &compact, 0, bytes));
        TRY(rhs->device->backend->write(rhs->device, &lumped->profile, (size_t)j * bytes, host, bytes));
        nd_device_free(rhs->device, &compact);
    }
done:
    nd_device_free(rhs->device, &compact);
    free(nodal);
    free(host);
    return status;
}

static int launch(void *self, struct nd_rhs *rhs, const struct nd_stage *stage)
{
    struct nd_lumped *lumped = self;
    const struct nd_rhs_term_args extra = nd_rhs_term_args(rhs, stage);
    int64_t stride_f = rhs->layout.S_f;
    const struct nd_arg args[] = {ND_ARG_BUFFER(rhs->buffer[stage->from]),
                                  ND_ARG_BUFFER(lumped->subset.slot),
                                  ND_ARG_BUFFER(lumped->subset.list.edges),
                                  ND_ARG_BUFFER(lumped->weight),
                                  ND_ARG_BUFFER(lumped->gain),
                                  ND_ARG_BUFFER(lumped->factor),
                                  ND_ARG_BUFFER(lumped->profile),
                                  ND_ARG_SCALAR(lumped->array),
                                  ND_ARG_SCALAR(stride_f),
                                  ND_ARG_BUFFER(lumped->left),
                                  ND_TERM_ARGS(rhs, extra)};
    return rhs->device->backend->launch(rhs->device, lumped->kernel,
                                        (struct nd_grid){.blocks = lumped->subset.n / 2, .threads = 64}, args,
                                        (int)(sizeof args / sizeof *args));
}

/* gain is for E without the sheet, and factor the part of it that the sheet takes away. */
static int upload_gains(struct nd_lumped *lumped, struct nd_rhs *rhs, nd_idx n)
{
    int status = 0;
    const double sheet = lumped->length / (lumped->resistance * lumped->width);
    double *gain = NULL, *factor = NULL;
    ALLOC(gain, 12 * (size_t)n);
    ALLOC(factor, n);
    for (nd_idx i = 0; i < n; i++) {
        factor[i] = sheet * lumped->share[i];
        for (size_t c = 0; c < 12; c++)
            gain[12 * (size_t)i + c] = lumped->gains[12 * (size_t)i + c] / (1 / lumped->share[i] - sheet);
    }
    TRY(nd_transfer_reals(rhs->device, rhs->real, &lumped->gain, gain, 12 * (size_t)n));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &lumped->factor, factor, (size_t)n));
done:
    free(gain);
    free(factor);
    return status;
}

int nd_lumped_attach(struct nd_lumped *lumped, struct nd_rhs *rhs, const struct nd_port_setup *setup,
                     const struct nd_port_plane *plane)
{
    int status = 0;
    struct nd_recipe recipe;
    nd_idx *element = NULL;
    ALLOC(element, 2 * (size_t)plane->n);
    for (nd_idx i = 0; i < 2 * plane->n; i++) element[i] = plane->face[i / 2].element[i % 2];
    TRY(nd_subset_init(&lumped->subset, rhs, element, 2 * plane->n));
    TRY(make_gains(lumped, setup, plane));
    TRY(upload_gains(lumped, rhs, plane->n));
    TRY(upload_weights(lumped, rhs, setup, plane));
    TRY(upload_profiles(lumped, rhs, setup, plane));
    TRY(nd_device_alloc(rhs->device, &lumped->left, 2 * (size_t)plane->n * lumped->subset.size * rhs->real));
    nd_rhs_term_recipe(rhs, &recipe);
    recipe.upwind = 1; /* the text does not use the flux */
    TRY(nd_kernel_module(rhs->device, &recipe, "lumped.knl", &lumped->module));
    TRY(rhs->device->backend->kernel(rhs->device, lumped->module, "lumped", &lumped->kernel));
    TRY(nd_rhs_term_attach(rhs, launch, lumped, 0, INFINITY));
done:
    free(element);
    return status;
}

void nd_lumped_clear(struct nd_lumped *lumped)
{
    struct nd_rhs *rhs = lumped->subset.rhs;
    if (rhs) {
        struct nd_buffer *all[] = {&lumped->weight, &lumped->gain, &lumped->factor, &lumped->profile,
                                   &lumped->left};
        for (int i = 0; i < 5; i++) nd_device_free(rhs->device, all[i]);
        if (lumped->module) rhs->device->backend->unload(rhs->device, lumped->module);
    }
    nd_subset_clear(&lumped->subset);
    free(lumped->share);
    free(lumped->gains);
    *lumped = (struct nd_lumped){0};
}
