#include "mesh/locate.h"

#include <math.h>
#include <string.h>
#include "mesh/curved.h"
#include "mesh/geometry.h"

#define ROUNDING 1e-10 /* a point is inside if no barycentric coordinate is below minus this */

static void vertices(const struct nd_mesh *mesh, nd_idx k, const double *p[4])
{
    for (int i = 0; i < 4; i++) p[i] = nd_mesh_vertex(mesh, mesh->EToV[4 * (size_t)k + (size_t)i]);
}

/* The squared distance to an element's bounding box. */
static double box_distance2(const double *const p[4], const double x[3])
{
    double sum = 0;
    for (int c = 0; c < 3; c++) {
        double low = p[0][c], high = p[0][c];
        for (int i = 1; i < 4; i++) {
            low = p[i][c] < low ? p[i][c] : low;
            high = p[i][c] > high ? p[i][c] : high;
        }
        const double slack = ROUNDING * (high - low), d = x[c] < low    ? low - x[c]
                                                          : x[c] > high ? x[c] - high
                                                                        : 0;
        if (d > slack) sum += d * d;
    }
    return sum;
}

/* Returns the smallest of the four coordinates. */
static double barycentric(const double *const p[4], const double x[3], double L[4])
{
    const double all = nd_tet_det(p[0], p[1], p[2], p[3]);
    double least = INFINITY;
    for (int i = 0; i < 4; i++) {
        const double *q[4] = {p[0], p[1], p[2], p[3]};
        q[i] = x;
        L[i] = nd_tet_det(q[0], q[1], q[2], q[3]) / all;
        least = fmin(least, L[i]);
    }
    return least;
}

/* The nearest point of the edge from a to b, as the weight of b. */
static double along(const double *a, const double *b, const double x[3])
{
    double up = 0, down = 0;
    for (int c = 0; c < 3; c++) {
        up += (x[c] - a[c]) * (b[c] - a[c]);
        down += (b[c] - a[c]) * (b[c] - a[c]);
    }
    return fmin(1, fmax(0, up / down));
}

/* Barycentric coordinates of the foot of the perpendicular on the triangle's plane. */
static void foot(const double *const t[3], const double x[3], double w[3])
{
    double uu = 0, uv = 0, vv = 0, ux = 0, vx = 0;
    for (int c = 0; c < 3; c++) {
        const double u = t[1][c] - t[0][c], v = t[2][c] - t[0][c], d = x[c] - t[0][c];
        uu += u * u, uv += u * v, vv += v * v, ux += u * d, vx += v * d;
    }
    const double det = uu * vv - uv * uv;
    w[1] = (vv * ux - uv * vx) / det;
    w[2] = (uu * vx - uv * ux) / det;
    w[0] = 1 - w[1] - w[2];
}

static double distance2(const double *const t[3], const double w[3], const double x[3])
{
    double y[3];
    for (int c = 0; c < 3; c++) y[c] = w[0] * t[0][c] + w[1] * t[1][c] + w[2] * t[2][c];
    return nd_distance2(y, x);
}

/* Returns the squared distance to a triangle. w: barycentric coordinates of the nearest point. */
static double triangle_distance2(const double *const t[3], const double x[3], double w[3])
{
    double best = INFINITY;
    foot(t, x, w);
    if (w[0] >= 0 && w[1] >= 0 && w[2] >= 0) return distance2(t, w, x);
    for (int i = 0; i < 3; i++) {
        double v[3] = {0};
        const int j = (i + 1) % 3;
        v[j] = along(t[i], t[j], x);
        v[i] = 1 - v[j];
        const double d = distance2(t, v, x);
        if (d >= best) continue;
        best = d;
        memcpy(w, v, sizeof v);
    }
    return best;
}

/* Whether an element is nearer than *best to a point outside of it; updates *best and L. */
static int come_nearer(const double *const p[4], const double x[3], double *best, double L[4])
{
    int nearer = 0;
    for (int f = 0; f < 4; f++) { /* the face without vertex f */
        const double *t[3];
        double w[3];
        for (int i = 0, n = 0; i < 4; i++)
            if (i != f) t[n++] = p[i];
        const double d = triangle_distance2(t, x, w);
        if (!(d < *best)) continue;
        *best = d;
        nearer = 1;
        for (int i = 0, n = 0; i < 4; i++) L[i] = i == f ? 0 : w[n++];
    }
    return nearer;
}

/* The squared distance to the box of a curved element. */
static double curved_distance2(int order, const double *shape, const double x[3])
{
    double low[3], high[3], sum = 0;
    nd_curved_box(order, shape, low, high);
    for (int c = 0; c < 3; c++) {
        const double d = x[c] < low[c] ? low[c] - x[c] : x[c] > high[c] ? x[c] - high[c] : 0;
        sum += d * d;
    }
    return sum;
}

/* Returns the smallest of the four coordinates; -1 if the point is not near. */
static double curved_barycentric(int order, const double *shape, const double x[3], double L[4])
{
    if (!nd_curved_locate(order, shape, x, L)) return -1;
    return fmin(fmin(L[0], L[1]), fmin(L[2], L[3]));
}

int nd_mesh_locate(const struct nd_mesh *mesh, const double point[3], struct nd_place *place)
{
    int status = 0;
    double best = INFINITY, deepest = -ROUNDING;
    nd_idx nearest = -1;
    *place = (struct nd_place){.element = -1};
    if (!isfinite(point[0] + point[1] + point[2]) || mesh->K < 1)
        FAIL(NUDGE_EVALUE, "a point at %g %g %g cannot be found in a mesh of %d elements", point[0], point[1],
             point[2], mesh->K);
    for (nd_idx k = 0; k < mesh->K && deepest < 0; k++) {
        const double *p[4];
        double L[4];
        vertices(mesh, k, p);
        const double *shape = nd_curved_shape(mesh, k);
        const double away =
            shape ? curved_distance2(mesh->curved_order, shape, point) : box_distance2(p, point);
        if (away > 0 && (away >= best || place->element >= 0)) continue;
        const double least = away > 0 ? -1
                             : shape  ? curved_barycentric(mesh->curved_order, shape, point, L)
                                      : barycentric(p, point, L);
        if (least >= deepest) {
            deepest = least;
            place->element = nearest = k;
            memcpy(place->L, L, sizeof L);
        } else if (place->element < 0 && come_nearer(p, point, &best, L)) {
            nearest = k;
            memcpy(place->L, L, sizeof L);
        }
    }
    memcpy(place->nearest, point, sizeof place->nearest);
    if (place->element >= 0) goto done;
    const double *p[4];
    vertices(mesh, nearest, p);
    for (int c = 0; c < 3; c++) {
        place->nearest[c] = 0;
        for (int i = 0; i < 4; i++) place->nearest[c] += place->L[i] * p[i][c];
    }
    place->distance = sqrt(nd_distance2(place->nearest, point));
    for (int c = 0; c < 3; c++) /* rounding errors would only confuse */
        if (fabs(place->nearest[c]) < 1e-12 * place->distance) place->nearest[c] = 0;
done:
    return status;
}
