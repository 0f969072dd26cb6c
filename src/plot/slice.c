#include "plot/slice.h"

#include <math.h>
#include <string.h>
#include "mesh/curved.h"

enum { MOST_NP = (ND_ORDER_MOST + 1) * (ND_ORDER_MOST + 2) * (ND_ORDER_MOST + 3) / 6 };

/* Pixels may fall on faces. A point outside by this fraction of an element's height counts as inside, so that
 * rounding leaves no holes. */
static const double rounding = 1e-9;

void nd_plane_range(const struct nd_mesh *mesh, int axis, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (nd_idx v = 0; v < mesh->Nv; v++) {
        *low = fmin(*low, mesh->V[3 * (size_t)v + (size_t)axis]);
        *high = fmax(*high, mesh->V[3 * (size_t)v + (size_t)axis]);
    }
}

/* Extends the box to hold a point. */
static void include(double low[2], double high[2], double right, double up)
{
    low[0] = fmin(low[0], right);
    low[1] = fmin(low[1], up);
    high[0] = fmax(high[0], right);
    high[1] = fmax(high[1], up);
}

/* The bounding box of the cross-section of one element; low > high if the plane misses it. */
static void cross_section(const struct nd_mesh *mesh, nd_idx k, const struct nd_plane *plane, double low[2],
                          double high[2])
{
    const double *V[4];
    double above[4];
    low[0] = low[1] = INFINITY;
    high[0] = high[1] = -INFINITY;
    for (int i = 0; i < 4; i++) {
        V[i] = mesh->V + 3 * (size_t)mesh->EToV[4 * (size_t)k + (size_t)i];
        above[i] = V[i][plane->axis] - plane->at;
        if (above[i] == 0) include(low, high, V[i][plane->right], V[i][plane->up]);
        for (int j = 0; j < i; j++) {
            if (!(above[i] < 0 && above[j] > 0) && !(above[i] > 0 && above[j] < 0)) continue;
            const double share = above[i] / (above[i] - above[j]);
            include(low, high, V[i][plane->right] + share * (V[j][plane->right] - V[i][plane->right]),
                    V[i][plane->up] + share * (V[j][plane->up] - V[i][plane->up]));
        }
    }
}

/* Extends the box to where the edges of a curved element cross the plane. */
static void include_curved(const struct nd_mesh *mesh, nd_idx k, const struct nd_plane *plane, double low[2],
                           double high[2])
{
    enum { PARTS = 16 };
    const double *shape = nd_curved_shape(mesh, k);
    for (int a = 0; a < 3 && shape; a++)
        for (int b = a + 1; b < 4; b++) {
            double before[3] = {0}, x[3];
            for (int i = 0; i <= PARTS; i++, memcpy(before, x, sizeof x)) {
                double L[4] = {0};
                L[a] = 1 - (double)i / PARTS, L[b] = (double)i / PARTS;
                nd_curved_map(mesh->curved_order, shape, L, x, NULL);
                if (!i || (x[plane->axis] < plane->at) == (before[plane->axis] < plane->at)) continue;
                include(low, high, x[plane->right], x[plane->up]);
            }
        }
}

void nd_plane_init(struct nd_plane *plane, const struct nd_mesh *mesh, int axis, double at)
{
    double low[2], high[2];
    *plane = (struct nd_plane){.axis = axis,
                               .right = axis == 0 ? 1 : 0,
                               .up = axis == 2 ? 1 : 2,
                               .at = at,
                               .low = {INFINITY, INFINITY},
                               .high = {-INFINITY, -INFINITY}};
    for (nd_idx k = 0; k < mesh->K; k++) {
        cross_section(mesh, k, plane, low, high);
        include_curved(mesh, k, plane, low, high);
        if (!(low[0] <= high[0])) continue;
        include(plane->low, plane->high, low[0], low[1]);
        include(plane->low, plane->high, high[0], high[1]);
    }
}

/* L: barycentric coordinates of a point. Returns whether it lies in element k. */
static int locate(const struct nd_mesh *mesh, nd_idx k, const double G[9], const double x[3], double L[4])
{
    const double *shape = nd_curved_shape(mesh, k), *origin = mesh->V + 3 * (size_t)mesh->EToV[4 * (size_t)k];
    if (shape) {
        int found = nd_curved_locate(mesh->curved_order, shape, x, L);
        for (int i = 0; i < 4; i++) found = found && L[i] >= -rounding;
        return found;
    }
    const double d[3] = {x[0] - origin[0], x[1] - origin[1], x[2] - origin[2]};
    int inside = 1;
    L[0] = 1;
    for (int i = 0; i < 3; i++) {
        L[i + 1] = 0.5 * (G[3 * i] * d[0] + G[3 * i + 1] * d[1] + G[3 * i + 2] * d[2]);
        L[0] -= L[i + 1];
    }
    for (int i = 0; i < 4; i++) inside = inside && L[i] >= -rounding;
    return inside;
}

/* The first and last of n pixels, which cover [start, end], whose centres may lie in [low, high]. */
static void pixel_range(double low, double high, double start, double end, int n, int range[2])
{
    const double scale = n / (end - start);
    range[0] = (int)fmin(fmax(floor((low - start) * scale - 0.5 - 1e-6), 0), n - 1);
    range[1] = (int)fmin(fmax(ceil((high - start) * scale - 0.5 + 1e-6), 0), n - 1);
}

/* Whether the element's centroid is on the side of larger coordinates. */
static int is_above(const struct nd_mesh *mesh, nd_idx k, const struct nd_plane *plane)
{
    double c[3];
    nd_geometry_centroid(mesh, k, c);
    return c[plane->axis] > plane->at;
}

/* As cross_section; larger for a curved element. */
static void find_range(const struct nd_mesh *mesh, nd_idx k, const struct nd_plane *plane, double low[2],
                       double high[2])
{
    const double *shape = nd_curved_shape(mesh, k);
    double least[3], most[3];
    cross_section(mesh, k, plane, low, high);
    if (!shape) return;
    nd_curved_box(mesh->curved_order, shape, least, most);
    if (plane->at < least[plane->axis] || plane->at > most[plane->axis]) return;
    include(low, high, least[plane->right], least[plane->up]);
    include(low, high, most[plane->right], most[plane->up]);
}

/* Assigns to element k the pixels that it covers and that no earlier element has. */
static void rasterise(struct nd_slice *s, const struct nd_mesh *mesh, nd_idx k, const struct nd_plane *plane,
                      char *taken)
{
    double low[2], high[2], G[9], J, x[3];
    int across[2], up[2];
    const int before = s->pixels;
    find_range(mesh, k, plane, low, high);
    if (!(low[0] <= high[0])) return;
    pixel_range(low[0], high[0], plane->low[0], plane->high[0], s->width, across);
    pixel_range(low[1], high[1], plane->low[1], plane->high[1], s->height, up);
    nd_geometry_metric(mesh, k, G, &J);
    x[plane->axis] = plane->at;
    for (int j = up[0]; j <= up[1]; j++)
        for (int i = across[0]; i <= across[1]; i++) {
            const int pixel = (s->height - 1 - j) * s->width + i;
            x[plane->right] = plane->low[0] + (i + 0.5) / s->width * (plane->high[0] - plane->low[0]);
            x[plane->up] = plane->low[1] + (j + 0.5) / s->height * (plane->high[1] - plane->low[1]);
            if (taken[pixel] || !locate(mesh, k, G, x, s->L + 4 * (size_t)s->pixels)) continue;
            taken[pixel] = 1;
            s->pixel[s->pixels++] = pixel;
        }
    if (s->pixels == before) return;
    s->element[s->elements++] = k;
    s->first[s->elements] = s->pixels;
}

/* out: L0^a L1^b L2^c L3^d with a + b + c + d = N, a basis that is cheap to evaluate at any point. */
static void powers_multiply(int N, const double L[4], double *out)
{
    double power[4][ND_ORDER_MOST + 1];
    for (int i = 0; i < 4; i++) {
        power[i][0] = 1;
        for (int n = 1; n <= N; n++) power[i][n] = power[i][n - 1] * L[i];
    }
    for (int a = 0; a <= N; a++)
        for (int b = 0; b <= N - a; b++) {
            const double ab = power[0][a] * power[1][b];
            for (int c = 0; c <= N - a - b; c++) *out++ = ab * power[2][c] * power[3][N - a - b - c];
        }
}

static int init_products(struct nd_slice *slice, const struct nd_elem *elem)
{
    int status = 0;
    const int Np = elem->Np;
    double *at_nodes = NULL;
    ALLOC(at_nodes, (size_t)Np * (size_t)Np);
    ALLOC(slice->products, (size_t)Np * (size_t)Np);
    for (int n = 0; n < Np; n++) {
        const double r = elem->r[n], s = elem->s[n], t = elem->t[n];
        const double L[4] = {-(1 + r + s + t) / 2, (1 + r) / 2, (1 + s) / 2, (1 + t) / 2};
        powers_multiply(elem->N, L, at_nodes + (size_t)n * (size_t)Np);
    }
    TRY(nd_inverse(Np, at_nodes, slice->products));
done:
    free(at_nodes);
    return status;
}

int nd_slice_init(struct nd_slice *s, const struct nd_mesh *mesh, const struct nd_elem *elem,
                  const struct nd_plane *plane, int width, int height)
{
    int status = 0;
    const size_t most = (size_t)width * (size_t)height;
    char *taken = NULL;
    *s = (struct nd_slice){.width = width, .height = height, .N = elem->N, .Np = elem->Np};
    ALLOC(taken, most);
    ALLOC(s->element, most);
    ALLOC(s->first, most + 1);
    ALLOC(s->pixel, most);
    ALLOC(s->L, 4 * (most + 1)); /* one more as scratch space */
    /* If the plane lies in faces, fields differ on both sides: elements below it come first, so that one side
     * is shown. */
    for (int above = 0; above < 2; above++)
        for (nd_idx k = 0; k < mesh->K; k++)
            if (is_above(mesh, k, plane) == above) rasterise(s, mesh, k, plane, taken);
    TRY(init_products(s, elem));
done:
    free(taken);
    if (status) nd_slice_clear(s);
    return status;
}

static void sample_element(const struct nd_slice *s, int e, const double *u, double *out)
{
    double coefficient[MOST_NP], product[MOST_NP];
    for (int m = 0; m < s->Np; m++) {
        const double *row = s->products + (size_t)m * (size_t)s->Np;
        coefficient[m] = 0;
        for (int n = 0; n < s->Np; n++) coefficient[m] += row[n] * u[n];
    }
    for (int i = s->first[e]; i < s->first[e + 1]; i++) {
        double sum = 0;
        powers_multiply(s->N, s->L + 4 * (size_t)i, product);
        for (int m = 0; m < s->Np; m++) sum += coefficient[m] * product[m];
        out[s->pixel[i]] = sum;
    }
}

void nd_slice_sample(const struct nd_slice *s, const double *values, double *out)
{
    for (int i = 0; i < s->width * s->height; i++) out[i] = NAN;
#pragma omp parallel for schedule(dynamic, 64)
    for (int e = 0; e < s->elements; e++)
        sample_element(s, e, values + (size_t)s->element[e] * (size_t)s->Np, out);
}

void nd_slice_clear(struct nd_slice *s)
{
    free(s->element);
    free(s->first);
    free(s->pixel);
    free(s->L);
    free(s->products);
    memset(s, 0, sizeof *s);
}
