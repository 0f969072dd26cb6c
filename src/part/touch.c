/* Two faces are compared in the plane of one of them. Back to back, they touch if their projections
 * overlap and their distance there is small. Elements overlap if no plane separates them. That is
 * tested only where the faces cross, or lie in one plane with the same normal: neighbours in a
 * sound mesh do neither. */
#include "part/touch.h"

#include <math.h>
#include <string.h>
#include "mesh/geometry.h"

#define FACING    0.5   /* cosine: faces whose normals are less opposed are not compared */
#define IN_PLANE  0.01  /* of the smaller height: projections that overlap by less only touch */
#define DEPTH     0.1   /* of the smaller inradius: elements that overlap by less only touch */
#define ROUNDING  1e-12 /* of the edge */
#define ALONGSIDE 1e-9  /* sine: edges at a smaller angle have no usable common normal */

struct tri {
    const double *p[3];
    double normal[3]; /* unit */
    double edge, height;
};

static void cross(const double a[3], const double b[3], double c[3])
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void minus(const double *a, const double *b, double c[3])
{
    for (int i = 0; i < 3; i++) c[i] = a[i] - b[i];
}

static void tri_init(const struct nd_hull *hull, nd_idx i, struct tri *t)
{
    double a[3], b[3];
    nd_hull_corners(hull, i, t->p);
    minus(t->p[1], t->p[0], a);
    minus(t->p[2], t->p[0], b);
    cross(a, b, t->normal);
    const double twice = sqrt(dot(t->normal, t->normal));
    for (int c = 0; c < 3; c++) t->normal[c] /= twice;
    t->edge = sqrt(fmax(nd_distance2(t->p[0], t->p[1]),
                        fmax(nd_distance2(t->p[1], t->p[2]), nd_distance2(t->p[2], t->p[0]))));
    t->height = twice / t->edge;
}

/* Distances of the corners of b from the plane of a. */
static void heights(const struct tri *a, const struct tri *b, double low_high[2])
{
    low_high[0] = INFINITY;
    low_high[1] = -INFINITY;
    for (int i = 0; i < 3; i++) {
        double d[3];
        minus(b->p[i], a->p[0], d);
        const double h = dot(a->normal, d);
        if (h < low_high[0]) low_high[0] = h;
        if (h > low_high[1]) low_high[1] = h;
    }
}

/* By how much the projections of n points each on an axis overlap. */
static double overlap_along(const double *const p[], const double *const q[], int n, const double axis[3])
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int i = 0; i < n; i++) {
        double d[2][3];
        minus(p[i], p[0], d[0]);
        minus(q[i], p[0], d[1]);
        for (int s = 0; s < 2; s++) {
            const double x = dot(axis, d[s]);
            if (x < low[s]) low[s] = x;
            if (x > high[s]) high[s] = x;
        }
    }
    return fmin(high[0] - low[1], high[1] - low[0]);
}

/* Whether projections on the plane of a overlap by more than a little. An edge separates neighbours. */
static int shadows_overlap(const struct tri *a, const struct tri *b)
{
    const double enough = IN_PLANE * fmin(a->height, b->height);
    for (int i = 0; i < 6; i++) {
        const struct tri *t = i < 3 ? a : b;
        double edge[3], axis[3];
        minus(t->p[(i + 1) % 3], t->p[i % 3], edge);
        cross(a->normal, edge, axis);
        const double length = sqrt(dot(axis, axis));
        if (!(length > 0)) continue;
        for (int c = 0; c < 3; c++) axis[c] /= length;
        if (!(overlap_along(a->p, b->p, 3, axis) > enough)) return 0;
    }
    return 1;
}

struct polygon {
    double at[8][3];
    int n;
};

/* Keeps the part left of the edge from p to q, as seen from the side to which the normal points. */
static void clip(struct polygon *poly, const double *p, const double *q, const double normal[3])
{
    struct polygon kept = {.n = 0};
    double edge[3], inward[3], side[8];
    minus(q, p, edge);
    cross(normal, edge, inward);
    for (int i = 0; i < poly->n; i++) {
        double d[3];
        minus(poly->at[i], p, d);
        side[i] = dot(inward, d);
    }
    for (int i = 0; i < poly->n && kept.n < 7; i++) {
        const int j = (i + 1) % poly->n;
        if (side[i] >= 0) memcpy(kept.at[kept.n++], poly->at[i], sizeof kept.at[0]);
        if ((side[i] >= 0) == (side[j] >= 0)) continue;
        const double t = side[i] / (side[i] - side[j]);
        for (int c = 0; c < 3; c++)
            kept.at[kept.n][c] = poly->at[i][c] + t * (poly->at[j][c] - poly->at[i][c]);
        kept.n++;
    }
    *poly = kept;
}

/* The part of b above a, its height (positive outside of a's element), and a point in its middle. */
static int find_common(const struct tri *a, const struct tri *b, struct nd_touch *touch)
{
    struct polygon poly = {.n = 3};
    for (int i = 0; i < 3; i++) memcpy(poly.at[i], b->p[i], sizeof poly.at[i]);
    for (int i = 0; i < 3; i++) clip(&poly, a->p[i], a->p[(i + 1) % 3], a->normal);
    if (poly.n < 3) return 0;
    touch->low = INFINITY;
    touch->high = -INFINITY;
    memset(touch->at, 0, sizeof touch->at);
    for (int i = 0; i < poly.n; i++) {
        double d[3];
        minus(poly.at[i], a->p[0], d);
        const double h = dot(a->normal, d) / touch->edge;
        touch->low = fmin(touch->low, h);
        touch->high = fmax(touch->high, h);
        for (int c = 0; c < 3; c++) touch->at[c] += poly.at[i][c] / poly.n;
    }
    return 1;
}

/* The largest distance between vertices of a and those of b in opposite order, in the best of three
 * rotations. */
static double find_apart(const struct tri *a, const struct tri *b)
{
    double best = INFINITY;
    for (int turn = 0; turn < 3; turn++) {
        double most = 0;
        for (int i = 0; i < 3; i++) most = fmax(most, nd_distance2(a->p[i], b->p[(turn + 3 - i) % 3]));
        best = fmin(best, most);
    }
    return sqrt(best);
}

/* Whether the elements behind the faces overlap by more than `enough`. */
static int elements_overlap(const struct nd_hull *hull, nd_idx i, nd_idx j, double enough)
{
    const nd_idx k[2] = {(nd_idx)(hull->face[i].face / 4), (nd_idx)(hull->face[j].face / 4)};
    const double *p[2][4];
    if (k[0] == k[1]) return 0;
    for (int s = 0; s < 2; s++)
        for (int v = 0; v < 4; v++)
            p[s][v] = nd_mesh_vertex(hull->mesh, hull->mesh->EToV[4 * (size_t)k[s] + (size_t)v]);
    return nd_tets_depth(p[0], p[1], enough) > enough;
}

/* The barycentric coordinate of x for corner v: negative beyond the opposite face. */
static double share_of(const double *const p[4], int v, const double x[3])
{
    const double *q[4] = {p[0], p[1], p[2], p[3]};
    const double all = nd_tet_det(p[0], p[1], p[2], p[3]);
    q[v] = x;
    return nd_tet_det(q[0], q[1], q[2], q[3]) / all;
}

/* Adds the end points of the parts of p's edges inside q; returns their number. */
static int add_clipped(const double *const p[4], const double *const q[4], double sum[3])
{
    int found = 0;
    for (int edge = 0; edge < 6; edge++) {
        static const int end[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
        const double *a = p[end[edge][0]], *b = p[end[edge][1]];
        double from = 0, to = 1;
        for (int v = 0; v < 4; v++) {
            const double one = share_of(q, v, a), two = share_of(q, v, b);
            if (one < 0 && two < 0) to = -1;
            if (one < 0 && two >= 0) from = fmax(from, one / (one - two));
            if (one >= 0 && two < 0) to = fmin(to, one / (one - two));
        }
        if (from > to) continue;
        for (int c = 0; c < 3; c++) sum[c] += (2 - from - to) * a[c] + (from + to) * b[c];
        found += 2;
    }
    return found;
}

/* A point in the common space of the elements behind the faces: the mean of its corners, the end
 * points of the edges of each inside the other. Returns 0 if they have none in common. */
static int find_middle(const struct nd_hull *hull, nd_idx i, nd_idx j, double x[3])
{
    const nd_idx k[2] = {(nd_idx)(hull->face[i].face / 4), (nd_idx)(hull->face[j].face / 4)};
    const double *p[2][4];
    double sum[3] = {0, 0, 0};
    for (int s = 0; s < 2; s++)
        for (int v = 0; v < 4; v++)
            p[s][v] = nd_mesh_vertex(hull->mesh, hull->mesh->EToV[4 * (size_t)k[s] + (size_t)v]);
    const int found = add_clipped(p[0], p[1], sum) + add_clipped(p[1], p[0], sum);
    for (int c = 0; c < 3 && found; c++) x[c] = sum[c] / found;
    return found;
}

/* The overlap that is tolerated: bodies that should touch may be a little inside each other. */
static double depth_allowed(const struct nd_hull *hull, nd_idx i, nd_idx j, double edge)
{
    const double one = nd_mesh_inradius(hull->mesh, (nd_idx)(hull->face[i].face / 4)),
                 two = nd_mesh_inradius(hull->mesh, (nd_idx)(hull->face[j].face / 4));
    return fmin(ND_TOUCH_NEAR * edge, DEPTH * fmin(one, two));
}

/* Whether each has corners on both sides of the other's plane. */
static int planes_cross(const struct tri *a, const struct tri *b, double edge)
{
    const double near = ND_TOUCH_SAME * edge;
    double h[2];
    heights(a, b, h);
    if (h[0] >= -near || h[1] <= near) return 0;
    heights(b, a, h);
    return h[0] < -near && h[1] > near;
}

static int share_all(const struct nd_hull_face *a, const struct nd_hull_face *b)
{
    int shared = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) shared += a->v[i] == b->v[j];
    return shared == 3;
}

static void centre(const struct tri *t, double x[3])
{
    for (int c = 0; c < 3; c++) x[c] = (t->p[0][c] + t->p[1][c] + t->p[2][c]) / 3;
}

/* The two sides of a thin body are also back to back, each behind the other, but their elements do
 * not overlap. */
static void find_back_to_back(const struct nd_hull *hull, nd_idx i, nd_idx j, const struct tri t[2],
                              struct nd_touch *touch)
{
    if (!shadows_overlap(&t[0], &t[1]) || !find_common(&t[0], &t[1], touch)) return;
    if (touch->low < -ND_TOUCH_NEAR || touch->high > ND_TOUCH_NEAR) return;
    if (touch->low < -ROUNDING && !elements_overlap(hull, i, j, -0.5 * touch->low * touch->edge)) return;
    touch->apart = find_apart(&t[0], &t[1]) / touch->edge;
    touch->kind = touch->apart <= ND_TOUCH_NEAR ? ND_WHOLE : ND_PART;
    if (touch->kind == ND_WHOLE) centre(&t[0], touch->at);
}

void nd_touch_find(const struct nd_hull *hull, nd_idx i, nd_idx j, struct nd_touch *touch)
{
    struct tri t[2];
    double h[2];
    *touch = (struct nd_touch){.kind = ND_APART};
    if (share_all(&hull->face[i], &hull->face[j])) return;
    tri_init(hull, i, &t[0]);
    tri_init(hull, j, &t[1]);
    touch->edge = fmin(t[0].edge, t[1].edge);
    const double near = ND_TOUCH_NEAR * touch->edge, facing = dot(t[0].normal, t[1].normal);
    heights(&t[0], &t[1], h);
    if (h[0] > near || h[1] < -near) return;
    if (facing < -FACING) find_back_to_back(hull, i, j, t, touch);
    if (touch->kind != ND_APART) return;
    const int level = facing > FACING && h[0] >= -near && h[1] <= near && shadows_overlap(&t[0], &t[1]);
    if (!level && !planes_cross(&t[0], &t[1], touch->edge)) return;
    if (!elements_overlap(hull, i, j, depth_allowed(hull, i, j, touch->edge))) return;
    touch->kind = ND_OVERLAP;
    if (!find_middle(hull, i, j, touch->at)) centre(t[0].edge < t[1].edge ? &t[0] : &t[1], touch->at);
}

/* Axis number n: normals of the faces of both, then normals to one edge of each. 0 if the edges are
 * parallel. */
static int axis_of(const double *const p[4], const double *const q[4], int n, double axis[3])
{
    static const int corner[4][3] = {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {0, 2, 3}};
    static const int end[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    double a[3], b[3];
    if (n < 8) {
        const double *const *t = n < 4 ? p : q;
        const int *c = corner[n % 4];
        minus(t[c[1]], t[c[0]], a);
        minus(t[c[2]], t[c[0]], b);
    } else {
        const int *one = end[(n - 8) / 6], *two = end[(n - 8) % 6];
        minus(p[one[1]], p[one[0]], a);
        minus(q[two[1]], q[two[0]], b);
    }
    cross(a, b, axis);
    const double length = sqrt(dot(axis, axis));
    if (!(length > ALONGSIDE * sqrt(dot(a, a) * dot(b, b)))) return 0;
    for (int c = 0; c < 3; c++) axis[c] /= length;
    return 1;
}

double nd_tets_depth(const double *const p[4], const double *const q[4], double enough)
{
    double depth = INFINITY, axis[3];
    for (int n = 0; n < 8 + 36 && depth > enough; n++)
        if (axis_of(p, q, n, axis)) depth = fmin(depth, overlap_along(p, q, 4, axis));
    return depth;
}
