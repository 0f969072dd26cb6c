#include "port/section.h"

#include <math.h>
#include <string.h>
#include "mesh/geometry.h"
#include "monitor/surface.h"

#define UNKNOWNS_MOST 6000 /* dense matrices of 288 MB each */
/* A node of a face, its place and number. */
struct place {
    double x[3], key;
    int at;
};

static int by_key(const void *a, const void *b)
{
    const struct place *p = a, *q = b;
    return (p->key > q->key) - (p->key < q->key);
}

void nd_section_node(const struct nd_elem *elem, int j, double l[3])
{
    const int node = elem->Fmask[j]; /* of face 0: t = -1 */
    l[1] = (1 + elem->r[node]) / 2, l[2] = (1 + elem->s[node]) / 2, l[0] = 1 - l[1] - l[2];
}

/* Gives nodes at the same place one number. */
static int number_nodes(struct nd_section *s)
{
    int status = 0;
    const struct nd_port_plane *plane = s->mode->plane;
    const size_t all = (size_t)plane->n * (size_t)s->Nf;
    const double near = 1e-7 * sqrt(plane->area / (double)plane->n);
    struct place *place = NULL;
    double l[3];
    ALLOC(place, all);
    ALLOC(s->node, all);
    for (size_t i = 0; i < all; i++) {
        nd_section_node(&s->mode->elem, (int)(i % (size_t)s->Nf), l);
        nd_mode_point(s->mode, (nd_idx)(i / (size_t)s->Nf), l, place[i].x);
        place[i].key = nd_place(place[i].x), place[i].at = (int)i;
        s->node[i] = -1;
    }
    qsort(place, all, sizeof *place, by_key);
    for (size_t i = 0; i < all; i++) {
        if (s->node[place[i].at] >= 0) continue;
        for (size_t j = i; j < all && place[j].key < place[i].key + 2 * near; j++)
            if (nd_distance2(place[i].x, place[j].x) < near * near) s->node[place[j].at] = s->n;
        s->n++;
    }
done:
    free(place);
    return status;
}

/* Whether local node j of a triangle lies on its edge from vertex a to b. */
static int on_edge(const struct nd_elem *elem, int j, int a, int b)
{
    double l[3];
    nd_section_node(elem, j, l);
    return fabs(l[3 - a - b]) < 1e-9;
}

/* Joins the parts that two nodes belong to; on[] holds the number of a part. */
static void join(struct nd_section *s, int a, int b)
{
    const int keep = s->on[a], gone = s->on[b];
    for (int i = 0; i < s->n && keep != gone; i++)
        if (s->on[i] == gone) s->on[i] = keep;
}

static int find_walls(struct nd_section *s)
{
    int status = 0, parts = 0;
    const struct nd_port_plane *plane = s->mode->plane;
    ALLOC(s->on, s->n);
    ALLOC(s->magnetic, s->n);
    for (nd_idx i = 0; i < plane->n; i++)
        for (int e = 0; e < 3; e++) {
            const int a = e, b = (e + 1) % 3;
            const struct nd_port_edge *edge =
                nd_port_plane_edge(plane, plane->face[i].v[a], plane->face[i].v[b]);
            int first = -1;
            for (int j = 0; j < s->Nf && edge && edge->wall >= ND_WALL_MAGNETIC; j++) {
                const int node = s->node[(size_t)i * (size_t)s->Nf + (size_t)j];
                if (!on_edge(&s->mode->elem, j, a, b)) continue;
                if (edge->wall == ND_WALL_MAGNETIC) s->magnetic[node] = 1;
                if (edge->wall != ND_WALL_ELECTRIC) continue;
                if (!s->on[node]) s->on[node] = ++parts;
                if (first >= 0) join(s, first, node);
                first = node;
            }
        }
    for (int p = 1; p <= parts; p++) {
        int used = 0;
        for (int i = 0; i < s->n; i++) {
            if (s->on[i] == p && !used) used = ++s->conductors;
            if (s->on[i] == p) s->on[i] = used;
        }
    }
done:
    return status;
}

/* Numbers the nodes that are not fixed. */
static int number_unknowns(struct nd_section *s, const char *where)
{
    int status = 0;
    const enum nd_mode_kind kind = s->mode->kind;
    ALLOC(s->free, s->n);
    for (int i = 0; i < s->n; i++)
        s->free[i] = (kind == ND_MODE_TE ? s->magnetic[i] : s->on[i]) ? -1 : s->unknowns++;
    if (!s->unknowns || s->unknowns > UNKNOWNS_MOST)
        FAIL(NUDGE_EVALUE,
             "%s: its cross-section has %d unknowns, and %d are possible; take %s triangles on this boundary",
             where, s->unknowns, UNKNOWNS_MOST, s->unknowns ? "fewer" : "more");
done:
    return status;
}

/* Basis functions and their derivatives at the points of a quadrature rule. */
static int make_basis(struct nd_section *s)
{
    int status = 0;
    const struct nd_elem *elem = &s->mode->elem;
    /* Gradients in curved triangles are no polynomials. */
    const int rule = elem->N + 1 + s->mode->mesh->curved_order, points = rule * rule, Np = elem->Np;
    double *r = NULL, *matrix[4] = {0};
    s->points = points;
    ALLOC(s->l, points);
    ALLOC(s->weight, points);
    ALLOC(r, 3 * points);
    for (int i = 0; i < 4; i++) ALLOC(matrix[i], points * Np);
    ALLOC(s->Dr, points * s->Nf);
    ALLOC(s->Ds, points * s->Nf);
    ALLOC(s->value, points * s->Nf);
    TRY(nd_triangle_rule(rule, s->l, s->weight));
    for (int q = 0; q < points; q++)
        r[q] = 2 * s->l[q][1] - 1, r[points + q] = 2 * s->l[q][2] - 1, r[2 * points + q] = -1;
    TRY(nd_basis(elem->N, points, r, r + points, r + 2 * points, matrix[0]));
    TRY(nd_basis_gradient(elem->N, points, r, r + points, r + 2 * points, matrix + 1));
    double *const to[3] = {s->value, s->Dr, s->Ds};
    for (int i = 0; i < 3; i++)
        for (int q = 0; q < points; q++)
            for (int j = 0; j < s->Nf; j++)
                for (int m = 0; m < Np; m++)
                    to[i][q * s->Nf + j] += matrix[i][q * Np + m] * elem->invV[m * Np + elem->Fmask[j]];
done:
    free(r);
    for (int i = 0; i < 4; i++) free(matrix[i]);
    return status;
}

double nd_section_metric(const struct nd_mode *mode, nd_idx face, const double l[3], double grad[2][3])
{
    double x[3], along[2][3];
    nd_port_face_map(mode->mesh, &mode->plane->face[face], l, x, along);
    const double *a = along[0], *b = along[1];
    const double aa = nd_port_dot(a, a), bb = nd_port_dot(b, b), ab = nd_port_dot(a, b),
                 det = aa * bb - ab * ab;
    for (int c = 0; c < 3; c++)
        grad[0][c] = (a[c] * bb - b[c] * ab) / det, grad[1][c] = (b[c] * aa - a[c] * ab) / det;
    return sqrt(det) / 2;
}

void nd_section_face(struct nd_section *s, nd_idx face)
{
    const int Nf = s->Nf;
    memset(s->K, 0, (size_t)(Nf * Nf) * sizeof *s->K);
    memset(s->M, 0, (size_t)(Nf * Nf) * sizeof *s->M);
    for (int q = 0; q < s->points; q++) {
        double grad[2][3];
        const double w = s->weight[q] * nd_section_metric(s->mode, face, s->l[q], grad), *r = s->Dr + q * Nf,
                     *t = s->Ds + q * Nf, *u = s->value + q * Nf;
        /* r = 2 l1 - 1. */
        const double rr = 4 * nd_port_dot(grad[0], grad[0]), ss = 4 * nd_port_dot(grad[1], grad[1]),
                     rs = 4 * nd_port_dot(grad[0], grad[1]);
        for (int i = 0; i < Nf; i++)
            for (int j = 0; j < Nf; j++) {
                s->K[i * Nf + j] +=
                    w * (rr * r[i] * r[j] + ss * t[i] * t[j] + rs * (r[i] * t[j] + t[i] * r[j]));
                s->M[i * Nf + j] += w * u[i] * u[j];
            }
    }
}

static int find_fillings(struct nd_section *s, const struct nd_port_setup *setup)
{
    int status = 0;
    const int n = setup->law->material.n, eps = nd_names_find(&setup->law->material, "epsilon"),
              sigma = nd_names_find(&setup->law->material, "sigma");
    ALLOC(s->epsilon, s->mode->plane->n);
    ALLOC(s->sigma, s->mode->plane->n);
    for (nd_idx f = 0; f < s->mode->plane->n; f++) {
        const nd_idx k = s->mode->plane->face[f].element[0];
        const double *own = setup->assign->constants + n * setup->assign->material[setup->mesh->region[k]];
        s->epsilon[f] = own[eps] / s->mode->epsilon;
        s->sigma[f] = own[sigma];
    }
done:
    return status;
}

int nd_section_init(struct nd_section *s, struct nd_mode *mode, const struct nd_port_setup *setup,
                    const char *where)
{
    int status = 0;
    *s = (struct nd_section){.mode = mode, .Nf = mode->elem.Nfp};
    ALLOC(s->K, s->Nf * s->Nf);
    ALLOC(s->M, s->Nf * s->Nf);
    TRY(number_nodes(s));
    TRY(find_walls(s));
    TRY(find_fillings(s, setup));
    TRY(number_unknowns(s, where));
    TRY(make_basis(s));
done:
    return status;
}

void nd_section_clear(struct nd_section *s)
{
    void *all[] = {s->node, s->on, s->magnetic, s->free,  s->epsilon, s->sigma, s->K,
                   s->M,    s->Dr, s->Ds,       s->value, s->weight,  s->l};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    *s = (struct nd_section){0};
}
