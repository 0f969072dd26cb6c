#include "plot/lattice.h"

#include <math.h>
#include <string.h>
#include "mesh/curved.h"

static const double rounding =
    1e-9; /* a point outside by this fraction of an element's height counts as inside */

/* Rows along one direction of the patch, every other one shifted by half a spacing. */
struct grid {
    const struct nd_patch *patch;
    int right, up; /* indices of coordinates */
    int columns, rows;
    double spacing, rise;   /* distance between points of a row, and between rows */
    double start[2];        /* the first point of the first row */
    nd_idx *element;        /* [rows][columns], -1: none */
    double (*reference)[3]; /* r, s, t there */
};

static void grid_arrange(struct grid *g, const struct nd_patch *patch, int count)
{
    g->patch = patch;
    g->right = patch->axis == 0 ? 1 : 0;
    g->up = patch->axis == 2 ? 1 : 2;
    const double width = patch->high[g->right] - patch->low[g->right];
    const double height = patch->high[g->up] - patch->low[g->up];
    /* A narrow patch has one row, of at most `count` points. */
    g->spacing = fmax(sqrt(2 / sqrt(3) * width * height / count), fmax(width, height) / count);
    g->rise = g->spacing * sqrt(3) / 2;
    g->columns = (int)fmax(floor(width / g->spacing), 1);
    g->rows = (int)fmax(floor(height / g->rise), 1);
    g->start[0] = patch->low[g->right] + 0.5 * (width - (g->columns - 0.5) * g->spacing);
    g->start[1] = patch->low[g->up] + 0.5 * (height - (g->rows - 1) * g->rise);
}

static void grid_point(const struct grid *g, int row, int column, double x[3])
{
    x[g->patch->axis] = g->patch->at;
    x[g->right] = g->start[0] + (column + 0.5 * (row % 2)) * g->spacing;
    x[g->up] = g->start[1] + row * g->rise;
}

/* The first and last of n points, `step` apart, between low and high; one more on either side does no
 * harm. */
static void range(double low, double high, double start, double step, int n, int out[2])
{
    out[0] = (int)fmin(fmax(floor((low - start) / step) - 1, 0), n);
    out[1] = (int)fmax(fmin(ceil((high - start) / step) + 1, n - 1), -1);
}

/* The extent of element k along an axis. */
static void box(const struct nd_mesh *mesh, nd_idx k, int axis, double out[2])
{
    out[0] = INFINITY;
    out[1] = -INFINITY;
    const double *shape = nd_curved_shape(mesh, k);
    double low[3], high[3];
    if (shape) {
        nd_curved_box(mesh->curved_order, shape, low, high);
        out[0] = low[axis], out[1] = high[axis];
        return;
    }
    for (int v = 0; v < 4; v++) {
        const double x = mesh->V[3 * (size_t)mesh->EToV[4 * (size_t)k + (size_t)v] + (size_t)axis];
        out[0] = fmin(out[0], x);
        out[1] = fmax(out[1], x);
    }
}

/* r: reference coordinates of the point x. Returns whether it lies in the element. */
static int locate(const struct nd_mesh *mesh, nd_idx k, const double G[9], const double x[3], double r[3])
{
    const double *shape = nd_curved_shape(mesh, k), *origin = mesh->V + 3 * (size_t)mesh->EToV[4 * (size_t)k];
    double L[4];
    if (shape && !nd_curved_locate(mesh->curved_order, shape, x, L)) return 0;
    double sum = 0;
    int inside = 1;
    for (int i = 0; i < 3; i++) {
        r[i] = -1;
        for (int c = 0; c < 3; c++) r[i] += G[3 * i + c] * (x[c] - origin[c]);
        if (shape) r[i] = 2 * L[i + 1] - 1;
        inside = inside && r[i] >= -1 - rounding;
        sum += r[i];
    }
    return inside && sum <= -1 + rounding;
}

/* Whether the point belongs to the patch; a round one is a little larger than the ellipse. */
static int is_on_patch(const struct grid *g, const double x[3])
{
    double sum = 0;
    if (!g->patch->round) return 1;
    for (int i = 0; i < 3; i++) {
        if (i == g->patch->axis) continue;
        const double low = g->patch->low[i], high = g->patch->high[i];
        sum += pow(fabs(2 * x[i] - low - high) / (high - low), 3);
    }
    return sum <= 1;
}

/* Assigns free points to element k. other: also if the element lies on the side of the plane that is not
 * wanted. */
static void take_points(struct grid *g, const struct nd_mesh *mesh, nd_idx k, int other)
{
    double across[2], right[2], up[2], G[9], J, x[3];
    int row[2], column[2];
    box(mesh, k, g->patch->axis, across);
    if (g->patch->at < across[0] || g->patch->at > across[1]) return;
    if (!other && g->patch->side * ((across[0] + across[1]) / 2 - g->patch->at) < 0) return;
    box(mesh, k, g->right, right);
    box(mesh, k, g->up, up);
    range(right[0], right[1], g->start[0], g->spacing, g->columns, column);
    range(up[0], up[1], g->start[1], g->rise, g->rows, row);
    nd_geometry_metric(mesh, k, G, &J);
    for (int j = row[0]; j <= row[1]; j++)
        for (int i = column[0]; i <= column[1]; i++) {
            const size_t at = (size_t)j * (size_t)g->columns + (size_t)i;
            double r[3];
            grid_point(g, j, i, x);
            if (g->element[at] >= 0 || !is_on_patch(g, x) || !locate(mesh, k, G, x, r)) continue;
            g->element[at] = k;
            memcpy(g->reference[at], r, sizeof r);
        }
}

static int keep_points(struct nd_lattice *l, const struct grid *g, const struct nd_elem *elem)
{
    int status = 0;
    for (int j = 0; j < g->rows; j++)
        for (int i = 0; i < g->columns; i++) {
            const size_t at = (size_t)j * (size_t)g->columns + (size_t)i, to = (size_t)l->points;
            const double *r = g->reference[at];
            if (g->element[at] < 0) continue;
            l->element[to] = g->element[at];
            grid_point(g, j, i, l->point + 3 * to);
            TRY(nd_interpolation(elem, 1, r, r + 1, r + 2, l->weight + to * (size_t)l->Np));
            l->points++;
        }
done:
    return status;
}

int nd_lattice_init(struct nd_lattice *l, const struct nd_mesh *mesh, const struct nd_elem *elem,
                    const struct nd_patch *patch, int count)
{
    int status = 0;
    struct grid grid = {0};
    *l = (struct nd_lattice){.Np = elem->Np};
    if (!count) return 0;
    grid_arrange(&grid, patch, count);
    const size_t most = (size_t)grid.rows * (size_t)grid.columns;
    l->spacing = grid.spacing;
    ALLOC(grid.element, most);
    ALLOC(grid.reference, most);
    ALLOC(l->point, 3 * most);
    ALLOC(l->element, most);
    ALLOC(l->weight, most * (size_t)l->Np);
    for (size_t i = 0; i < most; i++) grid.element[i] = -1;
    for (int other = 0; other < 2; other++)
        for (nd_idx k = 0; k < mesh->K; k++) take_points(&grid, mesh, k, other);
    TRY(keep_points(l, &grid, elem));
done:
    free(grid.element);
    free(grid.reference);
    if (status) nd_lattice_clear(l);
    return status;
}

void nd_lattice_clear(struct nd_lattice *l)
{
    free(l->point);
    free(l->element);
    free(l->weight);
    memset(l, 0, sizeof *l);
}

void nd_lattice_sample(const struct nd_lattice *l, const double *values, double *out, int stride)
{
    for (int p = 0; p < l->points; p++) {
        const double *u = values + (size_t)l->element[p] * (size_t)l->Np,
                     *w = l->weight + (size_t)p * (size_t)l->Np;
        double sum = 0;
        for (int n = 0; n < l->Np; n++) sum += w[n] * u[n];
        out[(size_t)p * (size_t)stride] = sum;
    }
}
