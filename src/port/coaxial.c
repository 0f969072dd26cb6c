/* Modes of a coaxial line. TEM: E = 1 / (r ln(b / a)), for one volt. TE and TM: the potential
 * Z(kc r) cos(m phi), Z = J_m + mix Y_m, has no derivative at both radii (TE) or is zero there (TM). */
#include <math.h>
#include "mesh/geometry.h"
#include "port/mode.h"

/* Bessel functions of the first (second: 1) kind and their derivatives. */
static double bessel(int second, int m, double x)
{
    return second ? yn(m, x) : jn(m, x);
}
static double slope(int second, int m, double x)
{
    return m ? (bessel(second, m - 1, x) - bessel(second, m + 1, x)) / 2 : -bessel(second, 1, x);
}

/* Zero at the cut-off. */
static double residue(const struct nd_mode *mode, double k)
{
    double (*f)(int, int, double) = mode->kind == ND_MODE_TE ? slope : bessel;
    return f(0, mode->m, k * mode->a) * f(1, mode->m, k * mode->b) -
           f(0, mode->m, k * mode->b) * f(1, mode->m, k * mode->a);
}

/* The n-th root, found in steps that no two roots share. */
int nd_mode_coaxial_cutoff(struct nd_mode *mode, double most)
{
    int found = 0;
    const double step = 0.02 / mode->b;
    double (*f)(int, int, double) = mode->kind == ND_MODE_TE ? slope : bessel;
    for (int i = 1; i < 100000 && i * step < most; i++) {
        double low = i * step, high = low + step;
        if (residue(mode, low) * residue(mode, high) > 0 || ++found < mode->n) continue;
        for (int k = 0; k < 100; k++) {
            const double middle = (low + high) / 2;
            if (residue(mode, low) * residue(mode, middle) > 0)
                low = middle;
            else
                high = middle;
        }
        mode->kc = low;
        mode->mix = -f(0, mode->m, low * mode->a) / f(1, mode->m, low * mode->a);
        return 1;
    }
    return 0;
}

static int field(const struct nd_mode *mode, nd_idx face, const double l[3], int which, double e[3])
{
    double x[3], d[3];
    (void)which;
    nd_mode_point(mode, face, l, x);
    for (int c = 0; c < 3; c++) d[c] = x[c] - mode->at[c];
    const double u = nd_port_dot(d, mode->x), v = nd_port_dot(d, mode->y), r = hypot(u, v), phi = atan2(v, u);
    const int m = mode->m;
    const double k = mode->kc, Z = bessel(0, m, k * r) + mode->mix * bessel(1, m, k * r),
                 dZ = k * (slope(0, m, k * r) + mode->mix * slope(1, m, k * r));
    const double along = dZ * cos(m * phi),
                 around = -m * Z / r * sin(m * phi); /* gradient of the potential */
    const double er = mode->kind == ND_MODE_TEM  ? 1 / (r * log(mode->b / mode->a))
                      : mode->kind == ND_MODE_TE ? around
                                                 : along,
                 ep = mode->kind == ND_MODE_TEM  ? 0
                      : mode->kind == ND_MODE_TE ? -along
                                                 : around;
    for (int c = 0; c < 3; c++)
        e[c] = er * (u * mode->x[c] + v * mode->y[c]) / r + ep * (u * mode->y[c] - v * mode->x[c]) / r;
    return 0;
}

/* A rim vertex: the number of its edge and which end; NULL: not at the rim. */
static const double *rim(const struct nd_mode *mode, nd_idx i)
{
    const struct nd_port_edge *edge = &mode->plane->edge[i / 2];
    return edge->faces == 1 ? nd_mesh_vertex(mode->mesh, edge->v[i % 2]) : NULL;
}

/* The rim vertex whose least distance from n points is largest. */
static const double *furthest(const struct nd_mode *mode, const double *const *from, int n)
{
    const double *found = from[0];
    double most = -1;
    for (nd_idx i = 0; i < 2 * mode->plane->edges; i++) {
        const double *x = rim(mode, i);
        double least = INFINITY;
        for (int k = 0; k < n && x; k++) least = fmin(least, nd_distance2(x, from[k]));
        if (x && least > most) most = least, found = x;
    }
    return found;
}

/* The centre of the circle through three points. */
static void circumcentre(const double *a, const double *b, const double *c, double out[3])
{
    double u[3], v[3];
    for (int i = 0; i < 3; i++) u[i] = b[i] - a[i], v[i] = c[i] - a[i];
    const double uu = nd_port_dot(u, u), vv = nd_port_dot(v, v), uv = nd_port_dot(u, v),
                 det = 2 * (uu * vv - uv * uv);
    for (int i = 0; i < 3; i++) out[i] = a[i] + (vv * (uu - uv) * u[i] + uu * (vv - uv) * v[i]) / det;
}

/* The outer circle is that through three vertices far from each other. All others must lie on it or on one around the
 * same centre. */
static int find_circles(struct nd_mode *mode, const char *where)
{
    int status = 0;
    double off = 0;
    const double *first = nd_mesh_vertex(mode->mesh, mode->plane->face->v[0]), *corner[3];
    corner[0] = furthest(mode, &first, 1);
    for (int n = 1; n < 3; n++) corner[n] = furthest(mode, corner, n);
    circumcentre(corner[0], corner[1], corner[2], mode->at);
    mode->a = INFINITY;
    for (nd_idx i = 0; i < 2 * mode->plane->edges; i++) {
        const double *x = rim(mode, i), r = x ? sqrt(nd_distance2(x, mode->at)) : 0;
        if (x) mode->a = fmin(mode->a, r), mode->b = fmax(mode->b, r);
    }
    for (nd_idx i = 0; i < 2 * mode->plane->edges; i++) {
        const double *x = rim(mode, i), r = x ? sqrt(nd_distance2(x, mode->at)) : 0;
        if (x) off = fmax(off, fmin(fabs(r - mode->a), fabs(r - mode->b)));
    }
    if (!(mode->a > 0 && mode->b > mode->a * (1 + 1e-6)) || !(off < 1e-4 * mode->b))
        FAIL(NUDGE_EVALUE,
             "%s: its surface is not a ring between two circles with one centre; use section instead of "
             "coaxial",
             where);
done:
    return status;
}

int nd_mode_coaxial(struct nd_mode *mode, const char *where)
{
    int status = 0;
    const double *n = mode->plane->up;
    const double helper[3] = {fabs(n[0]) > 0.9 ? 0 : 1, fabs(n[0]) > 0.9 ? 1 : 0, 0};
    TRY(find_circles(mode, where));
    nd_port_cross(n, helper, mode->y);
    const double length = sqrt(nd_port_dot(mode->y, mode->y));
    for (int c = 0; c < 3; c++) mode->y[c] /= length;
    nd_port_cross(mode->y, n, mode->x);
    if (mode->kind != ND_MODE_TEM && !mode->n)
        FAIL(NUDGE_EVALUE, "%s: the second number of a coaxial mode counts from 1, as in TE11 and TM01",
             where);
    if (mode->kind != ND_MODE_TEM && !nd_mode_coaxial_cutoff(mode, INFINITY))
        FAIL(NUDGE_EVALUE, "%s: no cut-off is found for this mode", where);
    mode->field = field;
done:
    return status;
}
