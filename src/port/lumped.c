#include "port/lumped.h"

#include <math.h>
#include <string.h>
#include "elem/geometry.h"
#include "mesh/geometry.h"

void nd_lumped_media(const struct nd_port_setup *setup, nd_idx k, double *epsilon, double *mu)
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

/* A surface with elements on both sides, and without a condition. */
static int check_inside(const struct nd_port_setup *setup, const struct nd_port_spec *spec,
                        const struct nd_port_plane *plane, const char *where)
{
    int status = 0;
    const struct nd_pair *pair = nd_pairs_find(&setup->problem->boundaries, spec->boundary);
    const struct nd_port_face *face = &plane->face[0];
    if (face->element[1] >= 0) goto done;
    if (pair && nd_connect_back(setup->connect, 4 * (size_t)face->element[0] + (size_t)face->face[0]) >= 0)
        FAIL(NUDGE_EVALUE,
             "%s: boundary '%s' has the condition %s; remove it from `boundaries`: a lumped circuit needs a "
             "surface without one",
             where, spec->boundary, pair->value);
    FAIL(NUDGE_EVALUE,
         "%s: boundary '%s' is at the end of the mesh; a lumped circuit needs a surface inside it", where,
         spec->boundary);
done:
    return status;
}

static int check_ends(const struct nd_lumped *lumped, const struct nd_port_setup *setup,
                      const struct nd_port_spec *spec, const struct nd_port_plane *plane, const char *where)
{
    int status = 0;
    const int end = nd_lumped_ends(setup, plane, lumped->along, spec->boundary);
    const char *key = spec->load ? "direction" : "lumped.direction";
    if (end)
        FAIL(NUDGE_EVALUE,
             "%s: no conductor (pec or conductors) touches the rectangle at the %s of `%s`; turn `%s`, or "
             "extend the rectangle",
             where, end > 0 ? "end" : "beginning", key, key);
done:
    return status;
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
             "%s: %sdirection must lie in the surface, from the negative to the positive conductor", where,
             spec->load ? "" : "lumped.");
    TRY(check_inside(setup, spec, plane, where));
    if (setup->problem->upwind != 1)
        FAIL(NUDGE_EVALUE, "%s: lumped circuits need flux.upwind: 1, and it is %g", where,
             setup->problem->upwind);
    for (int c = 0; c < 3; c++) lumped->along[c] = spec->along[c] / size;
    nd_port_cross(plane->normal, lumped->along, across);
    lumped->length = extent(setup, plane, lumped->along);
    lumped->width = extent(setup, plane, across);
    if (fabs(lumped->length * lumped->width / plane->area - 1) > 1e-6)
        FAIL(NUDGE_EVALUE, "%s: its surface is not a rectangle along %sdirection", where,
             spec->load ? "" : "lumped.");
    TRY(check_ends(lumped, setup, spec, plane, where));
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
    nd_lumped_media(setup, face->element[side], &epsilon, &mu);
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
int nd_lumped_weigh(struct nd_lumped *lumped, const struct nd_port_setup *setup,
                    const struct nd_port_plane *plane)
{
    int status = 0;
    ALLOC(lumped->share, plane->n);
    ALLOC(lumped->gains, 12 * (size_t)plane->n);
    for (nd_idx i = 0; i < plane->n; i++) {
        double sum = lumped->length / (lumped->resistance * lumped->width);
        for (int side = 0; side < 2; side++) {
            double epsilon, mu, across[3], *to = lumped->gains + 12 * (size_t)i + 6 * (size_t)side;
            nd_lumped_media(setup, plane->face[i].element[side], &epsilon, &mu);
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

void nd_lumped_clear(struct nd_lumped *lumped)
{
    free(lumped->share);
    free(lumped->gains);
    *lumped = (struct nd_lumped){0};
}
