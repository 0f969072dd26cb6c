/* Modes of a rectangle, from the potentials cos(m pi x / a) cos(n pi y / b) for TE and sin sin for TM. */
#include <math.h>
#include "mesh/geometry.h"
#include "port/mode.h"

/* TE10 is along +y, and positive in the whole cross-section. */
static int field(const struct nd_mode *mode, nd_idx face, const double l[3], int which, double e[3])
{
    double x[3], d[3];
    (void)which;
    nd_mode_point(mode, face, l, x);
    for (int c = 0; c < 3; c++) d[c] = x[c] - mode->at[c];
    const double p = mode->m * M_PI / mode->a, q = mode->n * M_PI / mode->b, u = p * nd_port_dot(d, mode->x),
                 v = q * nd_port_dot(d, mode->y);
    const double ex = mode->kind == ND_MODE_TE ? -q * cos(u) * sin(v) : p * cos(u) * sin(v),
                 ey = mode->kind == ND_MODE_TE ? p * sin(u) * cos(v) : q * sin(u) * cos(v);
    for (int c = 0; c < 3; c++) e[c] = ex * mode->x[c] + ey * mode->y[c];
    return 0;
}

/* The range of the plane along an axis. */
static void extent(const struct nd_mode *mode, const double axis[3], double *low, double *high)
{
    *low = INFINITY, *high = -INFINITY;
    for (nd_idx i = 0; i < mode->plane->n; i++)
        for (int v = 0; v < 3; v++) {
            const double at = nd_port_dot(axis, nd_mesh_vertex(mode->mesh, mode->plane->face[i].v[v]));
            *low = fmin(*low, at), *high = fmax(*high, at);
        }
}

/* The direction of the rim's longest edge. */
static void find_axis(const struct nd_mode *mode, double axis[3])
{
    double longest = 0;
    for (nd_idx i = 0; i < mode->plane->edges; i++) {
        const struct nd_port_edge *edge = &mode->plane->edge[i];
        const double *a = nd_mesh_vertex(mode->mesh, edge->v[0]), *b = nd_mesh_vertex(mode->mesh, edge->v[1]);
        const double length = sqrt(nd_distance2(a, b));
        if (edge->faces != 1 || !(length > longest)) continue;
        longest = length;
        for (int c = 0; c < 3; c++) axis[c] = (b[c] - a[c]) / length;
    }
}

int nd_mode_rectangular(struct nd_mode *mode, const char *where)
{
    int status = 0;
    double low[2], high[2], axis[2][3];
    find_axis(mode, axis[0]);
    nd_port_cross(mode->plane->up, axis[0], axis[1]);
    for (int i = 0; i < 2; i++) nd_port_orient(axis[i]);
    for (int i = 0; i < 2; i++) extent(mode, axis[i], &low[i], &high[i]);
    const int turned = high[1] - low[1] > (high[0] - low[0]) * (1 + 1e-9);
    mode->a = high[turned] - low[turned], mode->b = high[!turned] - low[!turned];
    if (fabs(mode->a * mode->b / mode->plane->area - 1) > 1e-6)
        FAIL(NUDGE_EVALUE, "%s: its surface is not a rectangle; use section instead of rectangular", where);
    for (int c = 0; c < 3; c++) {
        mode->x[c] = axis[turned][c], mode->y[c] = axis[!turned][c];
        mode->at[c] = low[turned] * mode->x[c] + low[!turned] * mode->y[c] +
                      mode->plane->up[c] *
                          nd_port_dot(mode->plane->up, nd_mesh_vertex(mode->mesh, mode->plane->face->v[0]));
    }
    if (mode->kind == ND_MODE_TEM)
        FAIL(NUDGE_EVALUE, "%s: a rectangular guide has no TEM mode; for plates use section", where);
    if (mode->kind == ND_MODE_TM ? !mode->m || !mode->n : !mode->m && !mode->n)
        FAIL(NUDGE_EVALUE, "%s: there is no mode %s%d%d; the lowest are TE10 and TM11", where,
             mode->kind == ND_MODE_TE ? "TE" : "TM", mode->m, mode->n);
    mode->kc = hypot(mode->m * M_PI / mode->a, mode->n * M_PI / mode->b);
    mode->field = field;
done:
    return status;
}
