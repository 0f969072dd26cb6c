/* Sources at a point: dipoles, monopoles, forces, moments. Where several elements share the point, each gets
 * a part in proportion to the solid angle it fills there, as if the source were a small ball. The field then
 * has the symmetry of the mesh. */
#include <math.h>
#include <string.h>
#include "elem/geometry.h"
#include "mesh/geometry.h"
#include "mesh/locate.h"
#include "problem/expr.h"
#include "source/source.h"
#include "elem/curved_element.h"
#include "mesh/curved.h"

#define ON_FACE 1e-9 /* a barycentric coordinate below this is 0 */

/* An element that holds the point, the barycentric coordinates there, and its part of the source. */
struct share {
    nd_idx element;
    double L[4], weight;
};
struct shares {
    struct share *at;
    size_t n, capacity;
};

/* Splits the element's vertices into those whose barycentric coordinate at the point is above 0, and the
 * others. Returns the number of the former. */
static int split_vertices(const struct nd_mesh *mesh, const struct share *s, const double *on[4],
                          const double *off[4])
{
    int n = 0, m = 0;
    for (int i = 0; i < 4; i++) {
        const double *x = nd_mesh_vertex(mesh, mesh->EToV[4 * (size_t)s->element + (size_t)i]);
        if (s->L[i] > 0)
            on[n++] = x;
        else
            off[m++] = x;
    }
    return n;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void minus(const double *a, const double *b, double out[3])
{
    for (int c = 0; c < 3; c++) out[c] = a[c] - b[c];
}

/* The angle, in turns, between the faces a b c and a b d at their common edge. */
static double edge_angle(const double *a, const double *b, const double *c, const double *d)
{
    double e[3], u[3], v[3];
    minus(b, a, e), minus(c, a, u), minus(d, a, v);
    const double s = dot(u, e) / dot(e, e), t = dot(v, e) / dot(e, e);
    for (int i = 0; i < 3; i++) u[i] -= s * e[i], v[i] -= t * e[i];
    return acos(fmax(-1, fmin(1, dot(u, v) / sqrt(dot(u, u) * dot(v, v))))) / (2 * M_PI);
}

/* The solid angle of the corner a as a fraction of the full sphere (van Oosterom and Strackee). */
static double corner_angle(const double *a, const double *const b[3])
{
    double u[3][3], l[3];
    for (int i = 0; i < 3; i++) {
        minus(b[i], a, u[i]);
        l[i] = sqrt(dot(u[i], u[i]));
    }
    const double volume = fabs(nd_tet_det(a, b[0], b[1], b[2]));
    const double down =
        l[0] * l[1] * l[2] + dot(u[0], u[1]) * l[2] + dot(u[0], u[2]) * l[1] + dot(u[1], u[2]) * l[0];
    return 2 * atan2(volume, down) / (4 * M_PI);
}

/* The fraction of a small ball about the point that lies in the element. */
static double angle_of(const struct nd_mesh *mesh, const struct share *s)
{
    const double *on[4], *off[4];
    switch (split_vertices(mesh, s, on, off)) {
    case 4: return 1;
    case 3: return 0.5;
    case 2: return edge_angle(on[0], on[1], off[0], off[1]);
    default: return corner_angle(on[0], (const double *const[3]){off[0], off[1], off[2]});
    }
}

static int add_share(struct shares *all, const struct nd_mesh *mesh, nd_idx element, const double L[4])
{
    int status = 0;
    struct share s = {.element = element};
    for (int i = 0; i < 4; i++) s.L[i] = L[i] > ON_FACE ? L[i] : 0;
    for (size_t i = 0; i < all->n; i++) {
        int same = all->at[i].element == element;
        for (int v = 0; v < 4; v++) same &= (all->at[i].L[v] > 0) == (s.L[v] > 0);
        if (same) return 0;
    }
    s.weight = angle_of(mesh, &s);
    TRY(nd_grow(&all->at, &all->capacity, all->n + 1, sizeof s));
    all->at[all->n++] = s;
done:
    return status;
}

/* Finds all elements that hold the point: starts at one and crosses every face that the point lies on. */
static int find_shares(const struct nd_sources_setup *setup, const struct nd_place *place, struct shares *all)
{
    int status = 0;
    const struct nd_connect *connect = setup->connect;
    double sum = 0;
    TRY(add_share(all, setup->mesh, place->element, place->L));
    for (size_t i = 0; i < all->n; i++) /* all->n grows in the loop */
        for (int f = 0; f < 4; f++) {
            const struct share s = all->at[i];
            const size_t at = 4 * (size_t)s.element + (size_t)f;
            const int *mine = nd_face_vertex[f], *theirs = nd_face_vertex[connect->EToF[at]],
                      *turned = nd_permutation[connect->EToP[at]];
            const int opposite = 6 - mine[0] - mine[1] - mine[2];
            double L[4] = {0};
            if (s.L[opposite] > 0 || connect->EToB[at] >= 0) continue;
            for (int v = 0; v < 3; v++) L[theirs[turned[v]]] = s.L[mine[v]];
            TRY(add_share(all, setup->mesh, connect->EToE[at], L));
        }
    for (size_t i = 0; i < all->n; i++) sum += all->at[i].weight;
    for (size_t i = 0; i < all->n; i++) all->at[i].weight /= sum;
done:
    return status;
}

/* Refuses a point on a wall inside the mesh: it is on neither side. */
static int check_inner_wall(const struct nd_sources_setup *setup, const struct nd_source *source)
{
    int status = 0;
    char where[640];
    const nd_idx b = nd_connect_sheet_at(setup->connect, setup->mesh, source->at);
    if (b >= 0)
        FAIL(NUDGE_EVALUE,
             "%s: %s.at [%.6g, %.6g, %.6g] lies on boundary '%s' inside the mesh, which has two sides: move "
             "it to one of them",
             nd_sources_where(setup, source, where), nd_source_word(source), source->at[0], source->at[1],
             source->at[2], setup->mesh->boundary_name[b]);
done:
    return status;
}

/* The same in a curved element: the inverse of its mass matrix times the values of the nodes' polynomials. */
static int project_curved(const struct nd_sources_setup *setup, const struct share *s, double *delta)
{
    int status = 0;
    const int Np = setup->elem->Np;
    const double r = 2 * s->L[1] - 1, t = 2 * s->L[2] - 1, u = 2 * s->L[3] - 1;
    struct nd_curved_rule rule = {0};
    double *M = NULL, *K = NULL, *Jw = NULL, *inverse = NULL, *value = NULL;
    TRY(nd_curved_rule_init(&rule, setup->elem, setup->mesh->curved_order));
    ALLOC(M, Np * Np);
    ALLOC(K, 3 * Np * Np);
    ALLOC(Jw, rule.Nq);
    ALLOC(inverse, Np * Np);
    ALLOC(value, Np);
    TRY(nd_curved_matrices(&rule, nd_curved_shape(setup->mesh, s->element), M, K, Jw));
    TRY(nd_inverse(Np, M, inverse));
    TRY(nd_interpolation(setup->elem, 1, &r, &t, &u, value));
    for (int n = 0; n < Np; n++) {
        delta[n] = 0;
        for (int m = 0; m < Np; m++) delta[n] += s->weight * inverse[n * Np + m] * value[m];
    }
done:
    nd_curved_rule_clear(&rule);
    free(M);
    free(K);
    free(Jw);
    free(inverse);
    free(value);
    return status;
}

/* The projection of the delta function onto the polynomials of the element, at its nodes: the sum over modes
 * of psi(x) psi(x0) / J. */
static int project_point(const struct nd_sources_setup *setup, const struct share *s, double *delta)
{
    int status = 0;
    const struct nd_elem *elem = setup->elem;
    const double r = 2 * s->L[1] - 1, t = 2 * s->L[2] - 1, u = 2 * s->L[3] - 1;
    double *psi = NULL, G[9], J;
    if (nd_curved_shape(setup->mesh, s->element)) return project_curved(setup, s, delta);
    ALLOC(psi, elem->Np);
    TRY(nd_basis(elem->N, 1, &r, &t, &u, psi));
    nd_geometry_metric(setup->mesh, s->element, G, &J);
    for (int n = 0; n < elem->Np; n++) {
        delta[n] = 0;
        for (int m = 0; m < elem->Np; m++) delta[n] += s->weight * elem->V[n * elem->Np + m] * psi[m] / J;
    }
done:
    free(psi);
    return status;
}

/* gain: the rate of each field, integrated over space, for a source in element k. */
static int find_gains(const struct nd_sources_setup *setup, const struct nd_source *source, nd_idx k,
                      double gain[ND_FIELDS_MOST])
{
    int status = 0, field;
    const struct nd_law_source *kind;
    double v[ND_VARIABLES] = {0};
    struct nd_expr *expr = NULL;
    char where[640];
    memset(gain, 0, ND_FIELDS_MOST * sizeof *gain);
    if (!source->point) {
        TRY(nd_sources_kind(setup, source, &kind));
        TRY(nd_sources_check_scalar(setup, source, k));
        for (int c = 0; c < kind->n; c++)
            gain[kind->field[c]] = nd_sources_factor(setup, kind, k) * source->value[c];
        goto done;
    }
    v[ND_X] = v[ND_XC] = source->at[0], v[ND_Y] = v[ND_YC] = source->at[1],
    v[ND_Z] = v[ND_ZC] = source->at[2];
    for (int i = 0; i < source->fields.n; i++) {
        TRY(nd_sources_field(setup, source, i, &field));
        TRY(nd_expr_create(&expr, source->fields.at[i].value, 0));
        status = nd_expr_eval(expr, v, &gain[field]);
        nd_expr_destroy(expr);
        if (status)
            nd_fail_prefix(status, "%s: point.fields.%s", nd_sources_where(setup, source, where),
                           source->fields.at[i].name);
        TRY(status);
    }
done:
    return status;
}

/* Adds one element's part of the source to its nodal rates [fields][Np]. delta: room for [Np]. */
static int add_profile(const struct nd_sources_setup *setup, const struct nd_source *source,
                       const struct share *s, double *delta, double *nodal)
{
    int status = 0;
    const int Np = setup->elem->Np;
    double gain[ND_FIELDS_MOST];
    TRY(find_gains(setup, source, s->element, gain));
    TRY(project_point(setup, s, delta));
    for (int f = 0; f < setup->law->fields.n; f++)
        for (int n = 0; n < Np; n++) nodal[f * Np + n] += gain[f] * delta[n];
done:
    return status;
}

int nd_emitter_make_point(struct nd_emitter *e, struct nd_rhs *rhs, const struct nd_sources_setup *setup)
{
    int status = 0;
    const struct nd_source *source = e->source;
    const size_t size = (size_t)(setup->law->fields.n * setup->elem->Np);
    struct nd_place place;
    struct shares all = {0};
    char where[640];
    nd_idx *element = NULL, n = 0;
    double *delta = NULL, *nodal = NULL;
    TRY(nd_mesh_locate(setup->mesh, source->at, &place));
    if (place.element < 0)
        FAIL(NUDGE_EVALUE,
             "%s: %s.at [%.6g, %.6g, %.6g] lies outside the mesh, by %.3g; the nearest point inside is "
             "[%.6g, %.6g, %.6g]",
             nd_sources_where(setup, source, where), nd_source_word(source), source->at[0], source->at[1],
             source->at[2], place.distance, place.nearest[0], place.nearest[1], place.nearest[2]);
    TRY(check_inner_wall(setup, source));
    TRY(find_shares(setup, &place, &all));
    ALLOC(delta, setup->elem->Np);
    ALLOC(nodal, all.n * size);
    ALLOC(element, all.n);
    for (size_t i = 0; i < all.n; i++) { /* in a small periodic mesh an element may hold the point twice */
        nd_idx j = 0;
        while (j < n && element[j] != all.at[i].element) j++;
        if (j == n) element[n++] = all.at[i].element;
        TRY(add_profile(setup, source, &all.at[i], delta, nodal + (size_t)j * size));
    }
    TRY(nd_subset_init(&e->subset, rhs, element, n));
    TRY(nd_subset_upload(&e->subset, nodal, &e->profile));
done:
    free(all.at);
    free(element);
    free(delta);
    free(nodal);
    return status;
}
