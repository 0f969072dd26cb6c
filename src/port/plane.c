#include "port/plane.h"

#include <math.h>
#include <string.h>
#include "base/format.h"
#include "elem/curved_element.h"
#include "elem/geometry.h"
#include "mesh/curved.h"
#include "mesh/geometry.h"

#define SKEW 0.7  /* cosine of the largest angle between `direction` and the normal */
#define FLAT 1e-6 /* deviation of normals, and of places relative to the size of a face */
#define BENT 1e-5 /* distance of a curved face from its plane, relative to its longest edge */

const char *nd_port_where(const nudge_problem *problem, const struct nd_port_spec *spec, char where[640])
{
    char line[512];
    nd_format(where, 640, "%.500s: %s.%.100s", nd_problem_where(problem, spec->named.line, line),
              spec->load ? "loads" : "ports", spec->named.name);
    return where;
}

/* The key that names the surface. */
static const char *word_of(const struct nd_port_spec *spec)
{
    return nd_port_is_source(spec) ? "source" : "boundary";
}

int nd_port_refuse_source(const struct nd_port_setup *setup, const struct nd_port_spec *spec)
{
    int status = 0;
    char where[640];
    const char *boundary = "";
    for (int i = 0; i < setup->problem->ports.n; i++)
        if (nd_problem_port(setup->problem, i)->named.name == spec->named.name)
            boundary = nd_problem_port(setup->problem, i)->boundary;
    FAIL(NUDGE_EVALUE,
         "%s: source '%s' must be parallel to boundary '%s' and behind it; what comes from it enters the device "
         "through the port",
         nd_port_where(setup->problem, spec, where), spec->boundary, boundary);
done:
    return status;
}

void nd_port_orient(double v[3])
{
    int most = 0;
    for (int c = 1; c < 3; c++)
        if (fabs(v[c]) > fabs(v[most]) * (1 + FLAT)) most = c;
    for (int c = 0; c < 3 && v[most] < 0; c++) v[c] = -v[c];
}

/* A face of an element: outward unit normal and centroid. */
struct spot {
    double normal[3], at[3];
};

static struct spot spot_of(const struct nd_mesh *mesh, nd_idx k, int f)
{
    struct spot s = {{0}, {0}};
    double G[9], J, normal[4][3], Fscale[4];
    nd_geometry_metric(mesh, k, G, &J);
    nd_geometry_faces(G, normal, Fscale);
    memcpy(s.normal, normal[f], sizeof s.normal);
    for (int v = 0; v < 3; v++)
        for (int c = 0; c < 3; c++)
            s.at[c] += nd_mesh_vertex(mesh, mesh->EToV[4 * (size_t)k + (size_t)nd_face_vertex[f][v]])[c] / 3;
    return s;
}

static int in_pml(const struct nd_port_setup *setup, nd_idx k)
{
    return k >= 0 && setup->pml->n && setup->pml->region[setup->mesh->region[k]];
}

static struct nd_face key_of(const struct nd_mesh *mesh, nd_idx k, int f)
{
    const nd_idx *v = mesh->EToV + 4 * (size_t)k;
    return nd_face_key(v[nd_face_vertex[f][0]], v[nd_face_vertex[f][1]], v[nd_face_vertex[f][2]], 0);
}

static int find_boundary(const struct nd_port_setup *setup, const struct nd_port_spec *spec, nd_idx *b)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    char where[640], all[512];
    for (*b = 0; *b < mesh->nboundaries; ++*b)
        if (!strcmp(mesh->boundary_name[*b], spec->boundary)) return 0;
    const char *near =
        nd_text_nearest(spec->boundary, (const char *const *)mesh->boundary_name, mesh->nboundaries);
    nd_names_join(mesh->boundary_name, mesh->nboundaries, all, sizeof all);
    FAIL(NUDGE_EVALUE, "%s: %s '%.80s' is not in the mesh%s%.60s%s; the mesh has: %s",
         nd_port_where(setup->problem, spec, where), word_of(spec), spec->boundary, near ? " (did you mean '" : "",
         near ? near : "", near ? "'?)" : "", all);
done:
    return status;
}

/* The faces of elements that carry the tag: both sides of those inside the mesh, once. */
static int list_tagged(struct nd_port_plane *p, const struct nd_port_setup *setup, nd_idx boundary)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    nd_idx n = 0, most = 0;
    struct nd_face *tag = NULL;
    ALLOC(tag, mesh->Nb);
    for (nd_idx i = 0; i < mesh->Nb; i++) {
        const nd_idx *v = mesh->BToV + 3 * (size_t)i;
        if (mesh->boundary[i] == boundary) tag[n++] = nd_face_key(v[0], v[1], v[2], 0);
    }
    qsort(tag, (size_t)n, sizeof *tag, nd_face_compare);
    ALLOC(p->face, n);
    for (nd_idx k = 0; k < mesh->K; k++)
        for (int f = 0; f < 4; f++) {
            const struct nd_face key = key_of(mesh, k, f);
            const size_t at = 4 * (size_t)k + (size_t)f;
            const nd_idx m = setup->connect->EToE[at];
            if (!bsearch(&key, tag, (size_t)n, sizeof *tag, nd_face_compare) || (m != k && m < k)) continue;
            if (most++ >= n) break;
            p->face[p->n++] = (struct nd_port_face){.element = {k, m == k ? -1 : m},
                                                    .face = {f, m == k ? -1 : setup->connect->EToF[at]}};
        }
done:
    free(tag);
    return status;
}

/* Whether the spot lies straight before one of the outer faces, which the PML has moved outwards. */
static int lies_before(const struct spot *s, const struct spot *outer, nd_idx n, double size)
{
    for (nd_idx i = 0; i < n; i++) {
        double d[3], across[3];
        for (int c = 0; c < 3; c++) d[c] = s->at[c] - outer[i].at[c];
        nd_port_cross(d, outer[i].normal, across);
        if (nd_port_dot(s->normal, outer[i].normal) > 1 - FLAT &&
            nd_port_dot(across, across) < FLAT * FLAT * size)
            return 1;
    }
    return 0;
}

/* The tags of a side on which a PML has grown are at its outer end: the port is where the PML begins. */
static int move_before_pml(struct nd_port_plane *p, const struct nd_port_setup *setup)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    struct spot *outer = NULL;
    nd_idx n = p->n;
    double size = 0;
    ALLOC(outer, n);
    for (nd_idx i = 0; i < n; i++) outer[i] = spot_of(mesh, p->face[i].element[0], p->face[i].face[0]);
    for (int v = 1; v < 3; v++)
        size = fmax(size, nd_distance2(nd_mesh_vertex(mesh, mesh->EToV[4 * (size_t)p->face[0].element[0]]),
                                       nd_mesh_vertex(
                                           mesh, mesh->EToV[4 * (size_t)p->face[0].element[0] + (size_t)v])));
    p->n = 0;
    for (nd_idx k = 0; k < mesh->K; k++) {
        if (in_pml(setup, k)) continue;
        for (int f = 0; f < 4 && p->n < n; f++) {
            const nd_idx m = setup->connect->EToE[4 * (size_t)k + (size_t)f];
            if (!in_pml(setup, m)) continue;
            const struct spot s = spot_of(mesh, k, f);
            if (lies_before(&s, outer, n, size))
                p->face[p->n++] = (struct nd_port_face){
                    .element = {k, m}, .face = {f, setup->connect->EToF[4 * (size_t)k + (size_t)f]}};
        }
    }
done:
    free(outer);
    return status;
}

static void swap_sides(struct nd_port_face *f)
{
    const struct nd_port_face was = *f;
    for (int i = 0; i < 2; i++) f->element[i] = was.element[1 - i], f->face[i] = was.face[1 - i];
}

/* Refuses a direction along the surface: it points to neither side. Surfaces that are not flat are left to measure(). */
static int check_direction(const struct nd_port_setup *setup, const struct nd_port_spec *spec,
                           const struct nd_port_plane *p)
{
    int status = 0;
    char where[640];
    const struct spot s = spot_of(setup->mesh, p->face[0].element[0], p->face[0].face[0]);
    const double *d = spec->direction, along = fabs(nd_port_dot(s.normal, d)), size = sqrt(nd_port_dot(d, d));
    for (nd_idx i = 1; i < p->n; i++) {
        const struct spot other = spot_of(setup->mesh, p->face[i].element[0], p->face[i].face[0]);
        if (fabs(nd_port_dot(s.normal, other.normal)) < 1 - FLAT) return 0;
    }
    if (along >= SKEW * size) return 0;
    if (nd_port_is_source(spec)) TRY(nd_port_refuse_source(setup, spec));
    FAIL(NUDGE_EVALUE,
         "%s: direction [%g, %g, %g] is not perpendicular to boundary '%s', whose normal is [%.6g, %.6g, %.6g]; it "
         "points into the device",
         nd_port_where(setup->problem, spec, where), d[0], d[1], d[2], spec->boundary, s.normal[0], s.normal[1],
         s.normal[2]);
done:
    return status;
}

/* Puts the device's side first. */
static int choose_sides(struct nd_port_plane *p, const struct nd_port_setup *setup,
                        const struct nd_port_spec *spec)
{
    int status = 0;
    char where[640];
    const int lumped = spec->lumped || spec->load,
              given = lumped || nd_port_dot(spec->direction, spec->direction) > 0;
    /* The sides of a lumped circuit are alike. */
    const struct spot first_spot = spot_of(setup->mesh, p->face[0].element[0], p->face[0].face[0]);
    const double *direction = lumped ? first_spot.normal : spec->direction;
    if (given && !lumped) TRY(check_direction(setup, spec, p));
    for (nd_idx i = 0; i < p->n; i++) {
        struct nd_port_face *f = &p->face[i];
        const struct spot s = spot_of(setup->mesh, f->element[0], f->face[0]);
        const int first = in_pml(setup, f->element[0]), second = in_pml(setup, f->element[1]);
        if (f->element[1] < 0) continue;
        if (given ? nd_port_dot(s.normal, direction) > 0 : first && !second) swap_sides(f);
        if (given && !nd_port_is_source(spec) && in_pml(setup, f->element[0]) && !in_pml(setup, f->element[1]))
            FAIL(NUDGE_EVALUE,
                 "%s: direction points into the PML behind boundary '%s'; the device is on the other side",
                 nd_port_where(setup->problem, spec, where), spec->boundary);
        if (!given && first == second)
            FAIL(NUDGE_EVALUE,
                 "%s: boundary '%s' lies inside the mesh: give direction, which points into the device",
                 nd_port_where(setup->problem, spec, where), spec->boundary);
    }
done:
    return status;
}

/* Normal, area and vertices; refuses a surface that is not flat. */
static int measure(struct nd_port_plane *p, const struct nd_port_setup *setup,
                   const struct nd_port_spec *spec)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    char where[640];
    for (nd_idx i = 0; i < p->n; i++) {
        struct nd_port_face *f = &p->face[i];
        const struct spot s = spot_of(mesh, f->element[0], f->face[0]);
        for (int v = 0; v < 3; v++)
            f->v[v] = mesh->EToV[4 * (size_t)f->element[0] + (size_t)nd_face_vertex[f->face[0]][v]];
        for (int c = 0; c < 3 && !i; c++) p->normal[c] = p->up[c] = -s.normal[c];
        p->area += nd_curved_shape(mesh, f->element[0])
                       ? nd_curved_face_area(mesh, f->element[0], nd_face_vertex[f->face[0]])
                       : nd_triangle_area(nd_mesh_vertex(mesh, f->v[0]), nd_mesh_vertex(mesh, f->v[1]),
                                          nd_mesh_vertex(mesh, f->v[2]));
        if (nd_port_dot(s.normal, p->normal) > FLAT - 1 || nd_port_face_off(mesh, f, s.normal) > BENT)
            FAIL(NUDGE_EVALUE,
                 "%s: %s '%s' is not flat near [%.6g, %.6g, %.6g]; a %s needs a plane surface",
                 nd_port_where(setup->problem, spec, where), word_of(spec), spec->boundary, s.at[0], s.at[1], s.at[2],
                 spec->load ? "load" : "port");
    }
    nd_port_orient(p->up);
done:
    return status;
}

static int by_vertices(const void *a, const void *b)
{
    const struct nd_port_edge *e = a, *f = b;
    for (int i = 0; i < 2; i++)
        if (e->v[i] != f->v[i]) return e->v[i] < f->v[i] ? -1 : 1;
    return 0;
}

static struct nd_port_edge edge_of(nd_idx a, nd_idx b)
{
    return (struct nd_port_edge){.v = {a < b ? a : b, a < b ? b : a}, .faces = 1};
}

const struct nd_port_edge *nd_port_plane_edge(const struct nd_port_plane *p, nd_idx a, nd_idx b)
{
    const struct nd_port_edge key = edge_of(a, b);
    return bsearch(&key, p->edge, (size_t)p->edges, sizeof key, by_vertices);
}

static int list_edges(struct nd_port_plane *p, const struct nd_port_setup *setup, nd_idx boundary)
{
    int status = 0;
    nd_idx n = 0;
    ALLOC(p->edge, 3 * (size_t)p->n);
    for (nd_idx i = 0; i < p->n; i++)
        for (int e = 0; e < 3; e++) p->edge[p->edges++] = edge_of(p->face[i].v[e], p->face[i].v[(e + 1) % 3]);
    qsort(p->edge, (size_t)p->edges, sizeof *p->edge, by_vertices);
    for (nd_idx i = 0; i < p->edges; i++)
        if (n && !by_vertices(&p->edge[n - 1], &p->edge[i]))
            p->edge[n - 1].faces++;
        else
            p->edge[n++] = p->edge[i];
    p->edges = n;
    nd_port_mark_walls(p, setup, boundary);
done:
    return status;
}

/* Waves at the surface have one impedance, whatever their polarization. */
static int check_scalars(const struct nd_port_plane *p, const struct nd_port_setup *setup,
                         const struct nd_port_spec *spec)
{
    int status = 0;
    char where[640];
    for (nd_idx i = 0; i < 2 * p->n; i++) {
        const nd_idx k = p->face[i / 2].element[i % 2], r = k < 0 ? 0 : setup->mesh->region[k];
        const struct nd_material *m = &setup->problem->material[setup->assign->material[r]];
        if (k < 0 || !m->tensor) continue;
        FAIL(NUDGE_EVALUE,
             "%s: %s '%s' touches region '%s', whose material '%s' has a tensor; put it where epsilon and mu are "
             "numbers on both sides",
             nd_port_where(setup->problem, spec, where), word_of(spec), spec->boundary, setup->mesh->region_name[r],
             m->name);
    }
done:
    return status;
}

int nd_port_plane_init(struct nd_port_plane *p, const struct nd_port_setup *setup,
                       const struct nd_port_spec *spec)
{
    int status = 0;
    nd_idx boundary;
    char where[640];
    *p = (struct nd_port_plane){0};
    TRY(find_boundary(setup, spec, &boundary));
    TRY(list_tagged(p, setup, boundary));
    if (p->n && p->face[0].element[1] < 0 && in_pml(setup, p->face[0].element[0]))
        TRY(move_before_pml(p, setup));
    if (!p->n)
        FAIL(NUDGE_EVALUE, "%s: %s '%s' has no faces that elements have",
             nd_port_where(setup->problem, spec, where), word_of(spec), spec->boundary);
    TRY(choose_sides(p, setup, spec));
    TRY(check_scalars(p, setup, spec));
    TRY(measure(p, setup, spec));
    TRY(list_edges(p, setup, boundary));
done:
    if (status) nd_port_plane_clear(p);
    return status;
}

int nd_port_has_law(const struct nd_law *law)
{
    return !strcmp(law->name, "maxwell") || !strcmp(law->name, "maxwell_tensor");
}

void nd_port_media(const struct nd_port_setup *setup, nd_idx k, double *epsilon, double *mu)
{
    const int n = setup->law->material.n;
    const double *own = setup->assign->constants + n * setup->assign->material[setup->mesh->region[k]];
    *epsilon = own[nd_names_find(&setup->law->material, "epsilon")];
    *mu = own[nd_names_find(&setup->law->material, "mu")];
}

void nd_port_plane_clear(struct nd_port_plane *p)
{
    free(p->face);
    free(p->edge);
    *p = (struct nd_port_plane){0};
}
