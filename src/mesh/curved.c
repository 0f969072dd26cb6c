#include "mesh/curved.h"

#include <math.h>
#include <string.h>
#include "mesh/geometry.h"

/* An element is straight if no shape point is further from its place in the straight element than this, relative
 * to the longest edge. Files hold 16 digits. */
#define STRAIGHT 1e-8

void nd_curved_lattice(int order, int (*lattice)[4])
{
    int n = 0;
    for (int k = 0; k <= order; k++)
        for (int j = 0; j <= order - k; j++)
            for (int i = 0; i <= order - k - j; i++, n++) {
                lattice[n][0] = order - i - j - k;
                lattice[n][1] = i, lattice[n][2] = j, lattice[n][3] = k;
            }
}

nd_idx nd_curved_index(const struct nd_mesh *mesh, nd_idx k)
{
    nd_idx low = 0, high = mesh->Ncurved;
    while (low < high) {
        const nd_idx middle = low + (high - low) / 2;
        if (mesh->curved[middle] < k)
            low = middle + 1;
        else
            high = middle;
    }
    return low < mesh->Ncurved && mesh->curved[low] == k ? low : -1;
}

const double *nd_curved_shape(const struct nd_mesh *mesh, nd_idx k)
{
    const nd_idx i = mesh->Ncurved ? nd_curved_index(mesh, k) : -1;
    return i < 0 ? NULL : mesh->shape + 3 * (size_t)i * (size_t)nd_curved_points(mesh->curved_order);
}

/* Silvester's polynomials P_a(z) = z (z - 1) ... (z - a + 1) / a! of z = p L, and their derivatives by L. */
static void silvester(int order, double L, double *P, double *dP)
{
    const double z = order * L;
    P[0] = 1, dP[0] = 0;
    for (int a = 1; a <= order; a++) {
        P[a] = P[a - 1] * (z - (a - 1)) / a;
        dP[a] = (dP[a - 1] * (z - (a - 1)) + P[a - 1] * order) / a;
    }
}

void nd_curved_functions(int order, const double L[4], double *value, double *derivative)
{
    int lattice[ND_CURVED_POINTS_MOST][4];
    const int points = nd_curved_points(order);
    double P[4][ND_CURVED_ORDER_MOST + 1], dP[4][ND_CURVED_ORDER_MOST + 1];
    nd_curved_lattice(order, lattice);
    for (int v = 0; v < 4; v++) silvester(order, L[v], P[v], dP[v]);
    for (int n = 0; n < points; n++) {
        const int *a = lattice[n];
        double by[4];
        value[n] = P[0][a[0]] * P[1][a[1]] * P[2][a[2]] * P[3][a[3]];
        for (int v = 0; v < 4; v++) {
            by[v] = dP[v][a[v]];
            for (int w = 0; w < 4; w++)
                if (w != v) by[v] *= P[w][a[w]];
        }
        for (int c = 0; c < 3 && derivative; c++) derivative[c * points + n] = 0.5 * (by[c + 1] - by[0]);
    }
}

void nd_curved_map(int order, const double *shape, const double L[4], double x[3], double along[3][3])
{
    double value[ND_CURVED_POINTS_MOST], derivative[3 * ND_CURVED_POINTS_MOST];
    const int points = nd_curved_points(order);
    nd_curved_functions(order, L, value, along ? derivative : NULL);
    for (int c = 0; c < 3; c++) {
        x[c] = 0;
        for (int n = 0; n < points; n++) x[c] += value[n] * shape[3 * n + c];
        for (int i = 0; i < 3 && along; i++) {
            along[i][c] = 0;
            for (int n = 0; n < points; n++) along[i][c] += derivative[i * points + n] * shape[3 * n + c];
        }
    }
}

void nd_curved_turn(int order, double *shape)
{
    int lattice[ND_CURVED_POINTS_MOST][4];
    const int points = nd_curved_points(order);
    double turned[3 * ND_CURVED_POINTS_MOST];
    nd_curved_lattice(order, lattice);
    for (int n = 0; n < points; n++)
        for (int m = 0; m < points; m++)
            if (lattice[m][1] == lattice[n][1] && lattice[m][2] == lattice[n][3] &&
                lattice[m][3] == lattice[n][2])
                memcpy(turned + 3 * n, shape + 3 * m, 3 * sizeof *shape);
    memcpy(shape, turned, 3 * (size_t)points * sizeof *shape);
}

/* The longest edge between the vertices of an element. */
static double longest_edge(const struct nd_mesh *mesh, nd_idx k)
{
    const nd_idx *v = mesh->EToV + 4 * (size_t)k;
    double edge2 = 0;
    for (int i = 0; i < 3; i++)
        for (int j = i + 1; j < 4; j++)
            edge2 = fmax(edge2, nd_distance2(nd_mesh_vertex(mesh, v[i]), nd_mesh_vertex(mesh, v[j])));
    return sqrt(edge2);
}

/* How far a shape point is from its place in the straight element of the shape's own vertices. */
static double distance_from_straight(int order, const double *const vertex[4], const int *a, const double *x)
{
    double place[3] = {0};
    for (int v = 0; v < 4; v++)
        for (int c = 0; c < 3; c++) place[c] += vertex[v][c] * a[v] / order;
    return sqrt(nd_distance2(place, x));
}

/* The largest such distance of the points with L_without = 0; without -1: of all points. */
static double bend_of(const struct nd_mesh *mesh, nd_idx k, const double *shape, int without)
{
    int lattice[ND_CURVED_POINTS_MOST][4];
    const int order = mesh->curved_order, points = nd_curved_points(order);
    const double *vertex[4];
    double most = 0;
    nd_curved_lattice(order, lattice);
    for (int v = 0; v < 4; v++) vertex[v] = nd_mesh_vertex(mesh, mesh->EToV[4 * (size_t)k + (size_t)v]);
    for (int n = 0; n < points; n++)
        if (without < 0 || !lattice[n][without])
            most = fmax(most, distance_from_straight(order, vertex, lattice[n], shape + 3 * n));
    return most / longest_edge(mesh, k);
}

double nd_curved_bend(const struct nd_mesh *mesh, nd_idx k)
{
    const double *shape = nd_curved_shape(mesh, k);
    return shape ? bend_of(mesh, k, shape, -1) : 0;
}

int nd_curved_face(const struct nd_mesh *mesh, nd_idx k, int f)
{
    static const int opposite[4] = {3, 2, 0, 1};
    const double *shape = nd_curved_shape(mesh, k);
    return shape && bend_of(mesh, k, shape, opposite[f]) > STRAIGHT;
}

int nd_curved_axis_bends(const struct nd_mesh *mesh, nd_idx k, int axis)
{
    int lattice[ND_CURVED_POINTS_MOST][4];
    const int order = mesh->curved_order, points = nd_curved_points(order);
    const double *shape = nd_curved_shape(mesh, k);
    double most = 0;
    if (!shape) return 0;
    nd_curved_lattice(order, lattice);
    for (int n = 0; n < points; n++) {
        double off = shape[3 * n + axis];
        for (int v = 0; v < 4; v++)
            off -= nd_mesh_vertex(mesh, mesh->EToV[4 * (size_t)k + (size_t)v])[axis] * lattice[n][v] / order;
        most = fmax(most, fabs(off));
    }
    return most > 1e-6 * longest_edge(mesh, k);
}

/* Removes vertices that no element and no tagged triangle has. */
static int drop_points(struct nd_mesh *mesh)
{
    int status = 0;
    nd_idx *number = NULL, n = 0;
    ALLOC(number, mesh->Nv);
    for (size_t i = 0; i < 4 * (size_t)mesh->K; i++) number[mesh->EToV[i]] = 1;
    for (size_t i = 0; i < 3 * (size_t)mesh->Nb; i++) number[mesh->BToV[i]] = 1;
    for (nd_idx v = 0; v < mesh->Nv; v++) {
        if (!number[v]) continue;
        memmove(mesh->V + 3 * (size_t)n, mesh->V + 3 * (size_t)v, 3 * sizeof *mesh->V);
        number[v] = n++;
    }
    for (size_t i = 0; i < 4 * (size_t)mesh->K; i++) mesh->EToV[i] = number[mesh->EToV[i]];
    for (size_t i = 0; i < 3 * (size_t)mesh->Nb; i++) mesh->BToV[i] = number[mesh->BToV[i]];
    mesh->Nv = n;
done:
    free(number);
    return status;
}

int nd_curved_add(struct nd_mesh *mesh, nd_idx k, const double *shape, size_t capacity[2])
{
    int status = 0;
    const size_t points = (size_t)nd_curved_points(mesh->curved_order), n = (size_t)mesh->Ncurved;
    const double bend =
        bend_of(mesh, k, shape, -1); /* not a number in flat elements, which nd_mesh_check finds */
    double sum = 0; /* not finite if a number is not: nd_mesh_check finds such elements in the list */
    for (size_t i = 0; i < 3 * points; i++) sum += shape[i];
    if (!(bend > STRAIGHT) && isfinite(sum)) return 0;
    TRY(nd_grow(&mesh->curved, &capacity[0], n + 1, sizeof *mesh->curved));
    TRY(nd_grow(&mesh->shape, &capacity[1], n + 1, 3 * points * sizeof *shape));
    mesh->curved[n] = k;
    memcpy(mesh->shape + 3 * points * n, shape, 3 * points * sizeof *shape);
    mesh->Ncurved++;
done:
    return status;
}

int nd_curved_find(struct nd_mesh *mesh, int order, const nd_idx *point)
{
    int status = 0;
    const size_t points = (size_t)nd_curved_points(order);
    size_t capacity[2] = {0};
    double shape[3 * ND_CURVED_POINTS_MOST];
    mesh->curved_order = order;
    for (nd_idx k = 0; k < mesh->K; k++) {
        for (size_t n = 0; n < points; n++)
            memcpy(shape + 3 * n, nd_mesh_vertex(mesh, point[(size_t)k * points + n]), 3 * sizeof *shape);
        TRY(nd_curved_add(mesh, k, shape, capacity));
    }
    TRY(drop_points(mesh));
done:
    return status;
}
