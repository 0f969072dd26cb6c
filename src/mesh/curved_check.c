/* Whether the maps of curved elements are invertible.
 *
 * The Jacobian of a map of degree p is a polynomial of degree 3 (p - 1). Between its smallest and its largest Bernstein
 * coefficient lie all its values. If a coefficient is not positive, the element is cut into eight, whose coefficients
 * are closer to the values. */
#include <math.h>
#include <string.h>
#include "base/format.h"
#include "mesh/curved.h"
#include "mesh/geometry.h"

enum { CUTS = 5, TOP = 3 * (ND_CURVED_ORDER_MOST - 1) };

static double factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

static double multinomial(const int *a, int degree)
{
    return factorial(degree) / (factorial(a[0]) * factorial(a[1]) * factorial(a[2]) * factorial(a[3]));
}

/* Solves A X = B in place by elimination; A[n][n], B[n][3]. A is the matrix of Bernstein polynomials at the lattice
 * points, which is regular. */
static void solve(int n, double *A, double *B)
{
    for (int c = 0; c < n; c++) {
        int p = c;
        for (int i = c + 1; i < n; i++)
            if (fabs(A[i * n + c]) > fabs(A[p * n + c])) p = i;
        for (int j = 0; j < n && p != c; j++) {
            const double kept = A[c * n + j];
            A[c * n + j] = A[p * n + j], A[p * n + j] = kept;
        }
        for (int j = 0; j < 3 && p != c; j++) {
            const double kept = B[c * 3 + j];
            B[c * 3 + j] = B[p * 3 + j], B[p * 3 + j] = kept;
        }
        for (int i = 0; i < n; i++) {
            const double factor = i == c ? 0 : A[i * n + c] / A[c * n + c];
            for (int j = c; j < n && factor != 0; j++) A[i * n + j] -= factor * A[c * n + j];
            for (int j = 0; j < 3; j++) B[i * 3 + j] -= factor * B[c * 3 + j];
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++) B[i * 3 + j] /= A[i * n + i];
}

/* shape becomes the control points, the Bernstein coefficients of the map. */
static void to_control(int order, double *shape)
{
    int lattice[ND_CURVED_POINTS_MOST][4];
    double A[ND_CURVED_POINTS_MOST * ND_CURVED_POINTS_MOST];
    const int n = nd_curved_points(order);
    nd_curved_lattice(order, lattice);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            A[i * n + j] = multinomial(lattice[j], order);
            for (int v = 0; v < 4; v++) A[i * n + j] *= pow((double)lattice[i][v] / order, lattice[j][v]);
        }
    solve(n, A, shape);
}

/* The place of a lattice point, by its numbers, among those of this order. */
static int place(int order, int i, int j, int k)
{
    int n = 0;
    for (int c = 0; c < k; c++) n += (order - c + 1) * (order - c + 2) / 2;
    for (int b = 0; b < j; b++) n += order - k - b + 1;
    return n + i;
}

/* A derivative of the map: coefficients of degree order - 1, weighted by their multinomials, so that products are
 * sums. */
struct derivative {
    double at[20][3];
};

static void differentiate(int order, const double *control, struct derivative by[3])
{
    int lattice[20][4];
    const int n = nd_curved_points(order - 1);
    nd_curved_lattice(order - 1, lattice);
    for (int d = 0; d < 3; d++)
        for (int m = 0; m < n; m++) {
            const int *a = lattice[m];
            const double *low = control + 3 * place(order, a[1], a[2], a[3]),
                         *high =
                             control + 3 * place(order, a[1] + (d == 0), a[2] + (d == 1), a[3] + (d == 2)),
                         weight = 0.5 * order * multinomial(a, order - 1);
            for (int c = 0; c < 3; c++) by[d].at[m][c] = weight * (high[c] - low[c]);
        }
}

/* Bernstein coefficients of the Jacobian. */
static void find_coefficients(int order, const double *shape, double sum[220])
{
    double control[3 * ND_CURVED_POINTS_MOST];
    int lattice[20][4], all[220][4];
    struct derivative by[3];
    const int n = nd_curved_points(order - 1), degree = 3 * (order - 1);
    memcpy(control, shape, 3 * (size_t)nd_curved_points(order) * sizeof *control);
    to_control(order, control);
    differentiate(order, control, by);
    memset(sum, 0, 220 * sizeof *sum);
    nd_curved_lattice(order - 1, lattice);
    nd_curved_lattice(degree, all);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const double *a = by[0].at[i], *b = by[1].at[j];
            const double cross[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                                     a[0] * b[1] - a[1] * b[0]};
            for (int k = 0; k < n; k++) {
                const double *c = by[2].at[k];
                const int at = place(degree, lattice[i][1] + lattice[j][1] + lattice[k][1],
                                     lattice[i][2] + lattice[j][2] + lattice[k][2],
                                     lattice[i][3] + lattice[j][3] + lattice[k][3]);
                sum[at] += cross[0] * c[0] + cross[1] * c[1] + cross[2] * c[2];
            }
        }
    for (int i = 0; i < nd_curved_points(degree); i++) sum[i] /= multinomial(all[i], degree);
}

static double least_coefficient(int order, const double *shape)
{
    double at[220], least = INFINITY;
    find_coefficients(order, shape, at);
    for (int i = 0; i < nd_curved_points(3 * (order - 1)); i++) least = fmin(least, at[i]);
    return least;
}

/* The integral of every Bernstein polynomial of a degree is the same, and the reference element has a volume of 4/3. */
double nd_curved_volume(const struct nd_mesh *mesh, nd_idx k)
{
    const double *shape = nd_curved_shape(mesh, k);
    const int order = mesh->curved_order, n = nd_curved_points(3 * (order - 1));
    double at[220], sum = 0;
    if (!shape) {
        const double *p[4];
        for (int v = 0; v < 4; v++) p[v] = nd_mesh_vertex(mesh, mesh->EToV[4 * (size_t)k + (size_t)v]);
        return fabs(nd_tet_det(p[0], p[1], p[2], p[3])) / 6;
    }
    find_coefficients(order, shape, at);
    for (int i = 0; i < n; i++) sum += at[i];
    return 4.0 / 3 * sum / n;
}

/* The shape of a part of an element, whose vertices have the barycentric coordinates corner[4]. */
static void cut(int order, const double *shape, double corner[4][4], double *part)
{
    int lattice[ND_CURVED_POINTS_MOST][4];
    nd_curved_lattice(order, lattice);
    for (int n = 0; n < nd_curved_points(order); n++) {
        double L[4] = {0};
        for (int v = 0; v < 4; v++)
            for (int w = 0; w < 4; w++) L[w] += corner[v][w] * lattice[n][v] / order;
        nd_curved_map(order, shape, L, part + 3 * n, NULL);
    }
}

/* The eight parts: four at the vertices, four around the edge from the middle of 0 2 to that of 1 3. Numbers are
 * pairs of vertices, whose middle is meant. */
static const int parts[8][4][2] = {{{0, 0}, {0, 1}, {0, 2}, {0, 3}}, {{0, 1}, {1, 1}, {1, 2}, {1, 3}},
                                   {{0, 2}, {1, 2}, {2, 2}, {2, 3}}, {{0, 3}, {1, 3}, {2, 3}, {3, 3}},
                                   {{0, 1}, {0, 2}, {0, 3}, {1, 3}}, {{0, 1}, {1, 2}, {0, 2}, {1, 3}},
                                   {{0, 2}, {0, 3}, {1, 3}, {2, 3}}, {{0, 2}, {1, 3}, {1, 2}, {2, 3}}};

/* Whether the Jacobian is positive everywhere; cut: how often the element was cut before. */
static int is_valid(int order, const double *shape, int cuts)
{
    double x[3], along[3][3];
    if (least_coefficient(order, shape) > 0) return 1;
    for (int v = 0; v < 4; v++) {
        const double L[4] = {v == 0, v == 1, v == 2, v == 3};
        nd_curved_map(order, shape, L, x, along);
        const double *a = along[0], *b = along[1], *c = along[2];
        const double det = (a[1] * b[2] - a[2] * b[1]) * c[0] + (a[2] * b[0] - a[0] * b[2]) * c[1] +
                           (a[0] * b[1] - a[1] * b[0]) * c[2];
        if (!(det > 0)) return 0;
    }
    if (cuts == CUTS) return 0;
    for (int i = 0; i < 8; i++) {
        double corner[4][4] = {{0}}, part[3 * ND_CURVED_POINTS_MOST];
        for (int v = 0; v < 4; v++)
            for (int e = 0; e < 2; e++) corner[v][parts[i][v][e]] += 0.5;
        cut(order, shape, corner, part);
        if (!is_valid(order, part, cuts + 1)) return 0;
    }
    return 1;
}

int nd_curved_check(const struct nd_mesh *mesh)
{
    int status = 0;
    unsigned char *bad = NULL;
    nd_idx n = 0;
    const size_t points = (size_t)nd_curved_points(mesh->curved_order);
    char list[200] = "";
    if (!mesh->Ncurved) return 0;
    ALLOC(bad, mesh->Ncurved);
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : n)
    for (nd_idx i = 0; i < mesh->Ncurved; i++) {
        bad[i] = !is_valid(mesh->curved_order, mesh->shape + 3 * points * (size_t)i, 0);
        n += bad[i];
    }
    if (!n) goto done;
    for (nd_idx i = 0, named = 0; i < mesh->Ncurved && named < 5; i++) {
        if (!bad[i]) continue;
        const size_t used = strlen(list);
        nd_format(list + used, sizeof list - used, "%s%lld", named++ ? ", " : "",
                  (long long)(mesh->label ? mesh->label[mesh->curved[i]] : mesh->curved[i]));
    }
    FAIL(NUDGE_EFORMAT,
         "%s: %d curved elements are folded, their Jacobian is not positive everywhere: element %s%s; in "
         "gmsh, "
         "set Mesh.HighOrderOptimize = 2, or make the mesh finer where surfaces bend",
         mesh->name, (int)n, list, n > 5 ? " and others" : "");
done:
    free(bad);
    return status;
}
