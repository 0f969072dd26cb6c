#include "part/order.h"

#include <math.h>

const unsigned char nd_orders[24][4] = {
    {0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1},
    {1, 0, 2, 3}, {1, 0, 3, 2}, {1, 2, 0, 3}, {1, 2, 3, 0}, {1, 3, 0, 2}, {1, 3, 2, 0},
    {2, 0, 1, 3}, {2, 0, 3, 1}, {2, 1, 0, 3}, {2, 1, 3, 0}, {2, 3, 0, 1}, {2, 3, 1, 0},
    {3, 0, 1, 2}, {3, 0, 2, 1}, {3, 1, 0, 2}, {3, 1, 2, 0}, {3, 2, 0, 1}, {3, 2, 1, 0},
};

/* The smallest of the vertices that coincide with v across periodic faces. */
static nd_idx root(nd_idx *same, nd_idx v)
{
    while (same[v] != v) v = same[v] = same[same[v]];
    return v;
}

static void identify(const struct nd_mesh *mesh, nd_idx *same)
{
    for (nd_idx v = 0; v < mesh->Nv; v++) same[v] = v;
    for (nd_idx p = 0; p < mesh->Nperiodic; p++)
        for (int i = 0; i < 3; i++) {
            const nd_idx a = root(same, mesh->periodic[6 * (size_t)p + (size_t)i]),
                         b = root(same, mesh->periodic[6 * (size_t)p + 3 + (size_t)i]);
            same[a > b ? a : b] = a > b ? b : a;
        }
    for (nd_idx v = 0; v < mesh->Nv; v++) same[v] = root(same, v);
}

/* An element one cell thick between periodic faces has vertices that coincide. Their positions decide; they
 * differ by the same translation on both sides of a face. */
static int before(const struct nd_mesh *mesh, const nd_idx *same, nd_idx a, nd_idx b)
{
    const double *x = mesh->V + 3 * (size_t)a, *y = mesh->V + 3 * (size_t)b;
    if (same[a] != same[b]) return same[a] < same[b];
    const double far = fabs(x[0] - y[0]) + fabs(x[1] - y[1]) + fabs(x[2] - y[2]);
    for (int c = 0; c < 3; c++)
        if (fabs(x[c] - y[c]) > 1e-6 * far) return x[c] < y[c];
    return 0;
}

int nd_order_vertices(const struct nd_mesh *mesh, unsigned char *order)
{
    int status = 0;
    nd_idx *same = NULL;
    unsigned char number[4][4][4];
    ALLOC(same, mesh->Nv);
    identify(mesh, same);
    for (int o = 0; o < 24; o++) number[nd_orders[o][0]][nd_orders[o][1]][nd_orders[o][2]] = (unsigned char)o;
#pragma omp parallel for schedule(static)
    for (nd_idx k = 0; k < mesh->K; k++) {
        const nd_idx *v = mesh->EToV + 4 * (size_t)k;
        int at[4] = {0, 1, 2, 3};
        for (int i = 1; i < 4; i++)
            for (int j = i; j > 0 && before(mesh, same, v[at[j]], v[at[j - 1]]); j--) {
                const int swap = at[j];
                at[j] = at[j - 1], at[j - 1] = swap;
            }
        order[k] = number[at[0]][at[1]][at[2]];
    }
done:
    free(same);
    return status;
}
