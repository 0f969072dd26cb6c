#include "monitor/surface.h"

#include <math.h>
#include <string.h>
#include "elem/curved_element.h"
#include "mesh/curved.h"
#include "mesh/geometry.h"

/* Allocates the arrays for n faces. */
static int make_room(struct nd_surface *s, nd_idx n)
{
    int status = 0;
    ALLOC(s->owner, n);
    ALLOC(s->face, n);
    ALLOC(s->neighbour, n);
done:
    return status;
}

static void add_face(struct nd_surface *s, nd_idx element, int face, nd_idx neighbour)
{
    s->owner[s->nfaces] = element;
    s->face[s->nfaces] = (unsigned char)face;
    s->neighbour[s->nfaces++] = neighbour;
}

/* Lists the elements and replaces owners, so far mesh elements, by indices into the list. */
static int number_elements(struct nd_surface *s, nd_idx K)
{
    int status = 0;
    nd_idx *number = NULL;
    ALLOC(number, K);
    for (nd_idx i = 0; i < s->nfaces; i++) number[s->owner[i]] = 1;
    for (nd_idx k = 0; k < K; k++) s->nelements += number[k];
    ALLOC(s->element, s->nelements);
    for (nd_idx k = 0, n = 0; k < K; k++)
        if (number[k]) {
            s->element[n] = k;
            number[k] = n++;
        }
    for (nd_idx i = 0; i < s->nfaces; i++) s->owner[i] = number[s->owner[i]];
done:
    free(number);
    return status;
}

/* Counts the faces around the regions, and adds them once the arrays are allocated. */
static nd_idx walk_around(struct nd_surface *s, const struct nd_mesh *mesh, const struct nd_connect *connect,
                          const char *inside, const char *open, int outer)
{
    nd_idx n = 0;
    for (nd_idx k = 0; k < mesh->K; k++) {
        if (!inside[mesh->region[k]]) continue;
        for (int f = 0; f < 4; f++) {
            const size_t at = 4 * (size_t)k + (size_t)f;
            const nd_idx m = connect->EToE[at], b = connect->EToB[at];
            if (b >= 0 ? outer || !open[b] : inside[mesh->region[m]]) continue;
            n++;
            if (!s->owner) continue;
            if (outer)
                add_face(s, m, connect->EToF[at], k);
            else
                add_face(s, k, f, b >= 0 ? -1 : m);
        }
    }
    return n;
}

int nd_surface_around(struct nd_surface *s, const struct nd_mesh *mesh, const struct nd_connect *connect,
                      const char *inside, const char *open, int outer)
{
    int status = 0;
    *s = (struct nd_surface){.sign = outer ? -1 : 1};
    TRY(make_room(s, walk_around(s, mesh, connect, inside, open, outer)));
    walk_around(s, mesh, connect, inside, open, outer);
    TRY(number_elements(s, mesh->K));
done:
    if (status) nd_surface_clear(s);
    return status;
}

int nd_surface_boundary(struct nd_surface *s, const struct nd_mesh *mesh, const struct nd_connect *connect,
                        nd_idx boundary)
{
    int status = 0;
    nd_idx n = 0;
    *s = (struct nd_surface){.sign = 1};
    for (size_t i = 0; i < 4 * (size_t)mesh->K; i++) n += connect->EToB[i] == boundary;
    TRY(make_room(s, n));
    for (size_t i = 0; i < 4 * (size_t)mesh->K; i++)
        if (connect->EToB[i] == boundary) add_face(s, (nd_idx)(i / 4), (int)(i % 4), -1);
    TRY(number_elements(s, mesh->K));
done:
    if (status) nd_surface_clear(s);
    return status;
}

int nd_surface_between(struct nd_surface *s, const struct nd_mesh *mesh, const struct nd_connect *connect,
                       const char *from, const char *to)
{
    int status = 0;
    *s = (struct nd_surface){.sign = 1};
    for (int filling = 0; filling < 2; filling++) {
        nd_idx n = 0;
        for (size_t i = 0; i < 4 * (size_t)mesh->K; i++) {
            const nd_idx m = connect->EToE[i];
            if (connect->EToB[i] >= 0 || !from[mesh->region[i / 4]] || !to[mesh->region[m]]) continue;
            if (filling) add_face(s, (nd_idx)(i / 4), (int)(i % 4), m);
            n++;
        }
        if (!filling) TRY(make_room(s, n));
    }
    TRY(number_elements(s, mesh->K));
done:
    if (status) nd_surface_clear(s);
    return status;
}

static int by_vertices(const void *a, const void *b)
{
    const nd_idx *p = a, *q = b;
    return p[0] != q[0] ? (p[0] > q[0]) - (p[0] < q[0]) : (p[1] > q[1]) - (p[1] < q[1]);
}

/* Whether both ends of an edge lie on one plane of symmetry. */
static bool on_plane(const struct nd_mesh *mesh, const struct nd_symmetry *symmetry, const nd_idx edge[2])
{
    return symmetry && (nd_symmetry_planes_at(symmetry, nd_mesh_vertex(mesh, edge[0])) &
                        nd_symmetry_planes_at(symmetry, nd_mesh_vertex(mesh, edge[1])));
}

int nd_surface_rim(const struct nd_surface *s, const struct nd_mesh *mesh, const struct nd_symmetry *symmetry,
                   nd_idx edge[2])
{
    int status = 0;
    const size_t n = 3 * (size_t)s->nfaces;
    nd_idx(*edges)[2] = NULL;
    edge[0] = edge[1] = -1;
    ALLOC(edges, n);
    for (size_t i = 0; i < n; i++) {
        const nd_idx *v = mesh->EToV + 4 * (size_t)s->element[s->owner[i / 3]];
        const int *corner = nd_face_vertex[s->face[i / 3]];
        const nd_idx a = v[corner[i % 3]], b = v[corner[(i + 1) % 3]];
        edges[i][0] = a < b ? a : b;
        edges[i][1] = a < b ? b : a;
    }
    qsort(edges, n, sizeof *edges, by_vertices);
    for (size_t i = 0, same; i < n && edge[0] < 0; i += same) {
        for (same = 1; i + same < n && !by_vertices(edges[i], edges[i + same]);) same++;
        if (same % 2 && !on_plane(mesh, symmetry, edges[i])) memcpy(edge, edges[i], sizeof edges[i]);
    }
done:
    free(edges);
    return status;
}

void nd_surface_clear(struct nd_surface *s)
{
    free(s->element);
    free(s->owner);
    free(s->face);
    free(s->neighbour);
    *s = (struct nd_surface){0};
}

int nd_triangle_rule(int n, double (*l)[3], double *weight)
{
    int status = 0;
    double *a = NULL;
    ALLOC(a, 4 * n);
    double *b = a + n, *wa = b + n, *wb = wa + n;
    TRY(nd_jacobi_gauss(0, 0, n, a, wa));
    TRY(nd_jacobi_gauss(1, 0, n, b, wb));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double *at = l[i * n + j];
            at[1] = (1 + a[i]) * (1 - b[j]) / 4;
            at[2] = (1 + b[j]) / 2;
            at[0] = 1 - at[1] - at[2];
            weight[i * n + j] = wa[i] * wb[j] / 4;
        }
done:
    free(a);
    return status;
}

/* Computes the interpolation to the points of the rule on each face of the reference element. */
static int make_interpolation(struct nd_trace *t, const struct nd_elem *elem, const double (*l)[3])
{
    int status = 0;
    double *r = NULL;
    ALLOC(r, 3 * t->points);
    for (int f = 0; f < 4; f++) {
        for (int q = 0; q < t->points; q++) {
            double L[4] = {0};
            for (int v = 0; v < 3; v++) L[nd_face_vertex[f][v]] = l[q][v];
            for (int i = 0; i < 3; i++) r[i * t->points + q] = 2 * L[i + 1] - 1;
        }
        TRY(nd_interpolation(elem, t->points, r, r + t->points, r + 2 * t->points,
                             t->to_points + (size_t)(f * t->points * t->Np)));
    }
done:
    free(r);
    return status;
}

/* The point x with coordinates l on face f of a curved element, and the area element there. */
static void place_curved(int order, const double *shape, int f, const double l[3], double x[3], double dS[3])
{
    static const int opposite[4] = {3, 2, 0, 1};
    double L[4] = {0};
    for (int v = 0; v < 3; v++) L[nd_face_vertex[f][v]] = l[v];
    nd_curved_map(order, shape, L, x, NULL);
    nd_curved_area(order, shape, L, opposite[f], dS);
}

/* Sets the points and weighted normals of face i. */
static void place_face(struct nd_trace *t, const struct nd_mesh *mesh, nd_idx i, const double (*l)[3],
                       const double *weight)
{
    const struct nd_surface *s = t->surface;
    const nd_idx k = s->element[s->owner[i]];
    const int f = s->face[i];
    double G[9], J, n[4][3], Fscale[4];
    nd_geometry_metric(mesh, k, G, &J);
    nd_geometry_faces(G, n, Fscale);
    const double area = 2 * Fscale[f] * J; /* the reference face has area 2 */
    const double *shape = nd_curved_shape(mesh, k);
    for (int q = 0; q < t->points; q++) {
        double *x = t->x + 3 * ((size_t)i * (size_t)t->points + (size_t)q), *dS = t->dS + (x - t->x);
        for (int c = 0; c < 3; c++) {
            x[c] = 0;
            for (int v = 0; v < 3; v++) {
                const nd_idx vertex = mesh->EToV[4 * (size_t)k + (size_t)nd_face_vertex[f][v]];
                x[c] += l[q][v] * mesh->V[3 * (size_t)vertex + (size_t)c];
            }
            dS[c] = s->sign * n[f][c] * area * weight[q];
        }
        if (shape) place_curved(mesh->curved_order, shape, f, l[q], x, dS);
        for (int c = 0; c < 3 && shape; c++) dS[c] *= s->sign * 2 * weight[q];
    }
}

static void place_images(struct nd_trace *t)
{
    for (size_t i = t->own; i < t->n; i++) {
        const size_t from = i % t->own;
        const int image = (int)(i / t->own);
        nd_symmetry_image(t->symmetry, image, t->x + 3 * from, t->x + 3 * i);
        nd_symmetry_turn(t->symmetry, image, t->dS + 3 * from, t->dS + 3 * i);
    }
}

static void evaluate_images(struct nd_trace *t)
{
    const size_t fields = (size_t)t->fields;
    for (size_t i = t->own; i < t->n; i++)
        for (size_t c = 0; c < fields; c++)
            t->u[i * fields + c] =
                nd_symmetry_sign(t->symmetry, (int)(i / t->own), (int)c) * t->u[i % t->own * fields + c];
}

int nd_trace_init(struct nd_trace *t, const struct nd_trace_setup *setup)
{
    int status = 0;
    const struct nd_surface *surface = setup->surface;
    const struct nd_elem *elem = setup->elem;
    const int n = elem->N + 1, fields = setup->fields;
    double(*l)[3] = NULL, *weight = NULL;
    *t = (struct nd_trace){.surface = surface,
                           .Np = elem->Np,
                           .points = n * n,
                           .fields = fields,
                           .symmetry = setup->symmetry && setup->symmetry->planes ? setup->symmetry : NULL};
    t->own = (size_t)surface->nfaces * (size_t)t->points;
    t->n = t->own * (t->symmetry ? (size_t)t->symmetry->images : 1);
    ALLOC(l, t->points);
    ALLOC(weight, t->points);
    ALLOC(t->to_points, 4 * t->points * t->Np);
    ALLOC(t->x, 3 * t->n);
    ALLOC(t->dS, 3 * t->n);
    ALLOC(t->u, (size_t)fields * t->n);
    TRY(nd_triangle_rule(n, l, weight));
    TRY(make_interpolation(t, elem, l));
    for (nd_idx i = 0; i < surface->nfaces; i++) place_face(t, setup->mesh, i, l, weight);
    place_images(t);
done:
    free(l);
    free(weight);
    if (status) nd_trace_clear(t);
    return status;
}

void nd_trace_clear(struct nd_trace *t)
{
    free(t->to_points);
    free(t->x);
    free(t->dS);
    free(t->u);
    *t = (struct nd_trace){0};
}

void nd_trace_evaluate(struct nd_trace *t, const double *re, const double *im)
{
    const struct nd_surface *s = t->surface;
    const size_t Np = (size_t)t->Np, fields = (size_t)t->fields;
#pragma omp parallel for schedule(static)
    for (nd_idx i = 0; i < s->nfaces; i++)
        for (int q = 0; q < t->points; q++) {
            const double *row = t->to_points + (size_t)(s->face[i] * t->points + q) * Np;
            double complex *u = t->u + fields * ((size_t)i * (size_t)t->points + (size_t)q);
            for (size_t c = 0; c < fields; c++) {
                const size_t at = ((size_t)s->owner[i] * fields + c) * Np;
                double a = 0, b = 0;
                for (size_t n = 0; n < Np; n++) {
                    a += row[n] * re[at + n];
                    b += row[n] * im[at + n];
                }
                u[c] = a + I * b;
            }
        }
    evaluate_images(t);
}

double nd_trace_power(const struct nd_trace *t, const double *flux, const int *medium)
{
    const int n = t->fields;
    double power = 0;
    for (size_t i = 0; i < t->own; i++) { /* images carry as much */
        const double complex *u = t->u + (size_t)n * i;
        const double *dS = t->dS + 3 * i,
                     *F = flux + (medium ? medium[i / (size_t)t->points] : 0) * 3 * n * n;
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++) {
                const double along =
                    dS[0] * F[a * n + b] + dS[1] * F[(n + a) * n + b] + dS[2] * F[(2 * n + a) * n + b];
                power += along * creal(conj(u[a]) * u[b]) / 4;
            }
    }
    return power * (t->symmetry ? t->symmetry->images : 1);
}
