/* The ends of the rectangle of a lumped circuit. Current flows along it, so that both need a conductor, or a
 * circuit or a copy of the mesh that continues it. */
#include <math.h>
#include <string.h>
#include "mesh/geometry.h"
#include "port/lumped.h"

struct ends {
    const struct nd_port_setup *setup;
    const struct nd_port_plane *plane;
    const double *along;
    double low, high, near; /* near: deviation of places */
    int met[2];             /* whether something is at the low and at the high end */
};

/* Notes an edge of something that current can flow into. */
static void meet(struct ends *e, nd_idx a, nd_idx b)
{
    const struct nd_port_edge *own = nd_port_plane_edge(e->plane, a, b);
    if (!own || own->faces != 1) return;
    const double at[2] = {nd_port_dot(e->along, nd_mesh_vertex(e->setup->mesh, a)),
                          nd_port_dot(e->along, nd_mesh_vertex(e->setup->mesh, b))};
    e->met[0] |= fmax(at[0], at[1]) < e->low + e->near;
    e->met[1] |= fmin(at[0], at[1]) > e->high - e->near;
}

static void meet_triangle(struct ends *e, const nd_idx v[3])
{
    for (int i = 0; i < 3; i++) meet(e, v[i], v[(i + 1) % 3]);
}

/* Walls on which E has no large tangential part: all but magnetic and open ones. */
static int conducts(const struct nd_port_setup *setup, nd_idx boundary)
{
    const int condition = setup->assign->condition[boundary];
    if (setup->assign->surface[boundary].kind != ND_SURFACE_NONE) return 1;
    return condition >= 0 && condition != nd_names_find(&setup->law->boundaries, "pmc") &&
           !nd_law_open(setup->law, condition);
}

/* Whether the region is a conductor rather than a dielectric with losses, at the frequencies of the ports. */
static int is_metal(const struct nd_port_setup *setup, nd_idx region)
{
    const int m = setup->assign->material[region];
    const double *own = setup->assign->constants + setup->law->material.n * m;
    const struct nd_numbers *band = &setup->problem->sparameters.band;
    static const char *const names[] = {"epsilon", "epsilon_xx", "epsilon_yy", "epsilon_zz"};
    const double sigma = own[nd_names_find(&setup->law->material, "sigma")];
    double epsilon = 0; /* of a tensor, the largest on its diagonal */
    for (int i = 0; i < 4; i++) {
        const int at = nd_names_find(&setup->law->material, names[i]);
        if (at >= 0) epsilon = fmax(epsilon, own[at]);
    }
    const struct nd_material *material = &setup->problem->material[m];
    return sigma > (band->n ? 2 * M_PI * band->at[0] * epsilon : 0) ||
           (material->npoles && !(material->loss_tangent > 0));
}

static int is_circuit(const struct nd_port_setup *setup, const char *boundary)
{
    const nudge_problem *p = setup->problem;
    for (int i = 0; i < p->ports.n; i++)
        if (nd_problem_port(p, i)->lumped && !strcmp(nd_problem_port(p, i)->boundary, boundary)) return 1;
    for (int i = 0; i < p->loads.n; i++)
        if (!strcmp(nd_problem_load(p, i)->boundary, boundary)) return 1;
    return 0;
}

static void meet_element(struct ends *e, nd_idx k)
{
    const nd_idx *v = e->setup->mesh->EToV + 4 * (size_t)k;
    if (is_metal(e->setup, e->setup->mesh->region[k]))
        for (int i = 0; i < 3; i++)
            for (int j = i + 1; j < 4; j++) meet(e, v[i], v[j]);
    for (int f = 0; f < 4; f++) {
        const nd_idx b = e->setup->connect->EToB[4 * (size_t)k + (size_t)f];
        const int *corner = nd_face_vertex[f];
        if (b >= 0 && conducts(e->setup, b))
            meet_triangle(e, (nd_idx[3]){v[corner[0]], v[corner[1]], v[corner[2]]});
    }
}

int nd_lumped_ends(const struct nd_port_setup *setup, const struct nd_port_plane *plane,
                   const double along[3], const char *boundary)
{
    const struct nd_mesh *mesh = setup->mesh;
    struct ends e = {.setup = setup, .plane = plane, .along = along, .low = INFINITY, .high = -INFINITY};
    for (nd_idx i = 0; i < plane->edges; i++)
        for (int v = 0; v < 2; v++) {
            const double at = nd_port_dot(along, nd_mesh_vertex(mesh, plane->edge[i].v[v]));
            e.low = fmin(e.low, at), e.high = fmax(e.high, at);
        }
    e.near = 1e-6 * (e.high - e.low);
    for (nd_idx k = 0; k < mesh->K; k++) meet_element(&e, k);
    for (nd_idx i = 0; i < mesh->Nb; i++) {
        const char *name = mesh->boundary_name[mesh->boundary[i]];
        if (strcmp(name, boundary) && is_circuit(setup, name)) meet_triangle(&e, mesh->BToV + 3 * (size_t)i);
    }
    for (size_t i = 0; i < 2 * (size_t)mesh->Nperiodic; i++) meet_triangle(&e, mesh->periodic + 3 * i);
    return !e.met[1] ? 1 : !e.met[0] ? -1 : 0;
}
