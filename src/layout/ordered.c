#include "layout/ordered.h"

#include <string.h>
#include "elem/bernstein.h"
#include "part/order.h"

/* The vertex opposite each face, and the face opposite each vertex. */
static const int opposite_vertex[4] = {3, 2, 0, 1}, opposite_face[4] = {2, 3, 1, 0};

int nd_order_face(int order, int f)
{
    return opposite_face[nd_orders[order][opposite_vertex[f]]];
}

static int face_after(int order, int face)
{
    for (int f = 0; f < 4; f++)
        if (nd_order_face(order, f) == face) return f;
    return 0;
}

void nd_order_nodes(int N, unsigned char *nodes)
{
    const int Np = nd_elem_Np(N);
    for (int o = 0; o < 24; o++)
        for (int a3 = 0, n = 0; a3 <= N; a3++)
            for (int a2 = 0; a2 <= N - a3; a2++)
                for (int a1 = 0; a1 <= N - a3 - a2; a1++, n++) {
                    const int sorted[4] = {N - a1 - a2 - a3, a1, a2, a3};
                    int a[4];
                    for (int i = 0; i < 4; i++) a[nd_orders[o][i]] = sorted[i];
                    nodes[o * Np + n] = (unsigned char)nd_bernstein_index(N, a[1], a[2], a[3]);
                }
}

static void fill_element(struct nd_ordered *ordered, const struct nd_mesh *mesh, const unsigned char *order,
                         nd_idx k, int64_t s)
{
    const unsigned char *at = nd_orders[order[k]];
    const nd_idx *v = mesh->EToV + 4 * (size_t)k;
    const double *x0 = mesh->V + 3 * (size_t)v[at[0]];
    ordered->order[s] = order[k];
    for (int i = 0; i < 3; i++)
        for (int c = 0; c < 3; c++)
            ordered->edges[9 * s + 3 * i + c] = (mesh->V[3 * (size_t)v[at[i + 1]] + (size_t)c] - x0[c]) / 2;
}

/* The entry of nd_ordered.neighbour for face f of the reordered element k. */
static uint32_t find_neighbour(const struct nd_placed *placed, const unsigned char *order, nd_idx k, int f)
{
    const struct nd_connect *connect = placed->connect;
    const size_t at = 4 * (size_t)k + (size_t)nd_order_face(order[k], f);
    const nd_idx here = placed->slot[k], there = placed->slot[connect->EToE[at]];
    if (there < 0) return (uint32_t)here << 3 | (uint32_t)f; /* of a ghost, which no stage computes */
    if (connect->EToB[at] >= 0) return ND_NEIGHBOUR_BOUNDARY + (uint32_t)placed->condition[connect->EToB[at]];
    return (uint32_t)there << 3 | (placed->material[there] != placed->material[here] ? 4u : 0u) |
           (uint32_t)face_after(order[connect->EToE[at]], connect->EToF[at]);
}

int nd_ordered_init(struct nd_ordered *ordered, const struct nd_placed *placed)
{
    int status = 0;
    const struct nd_mesh *mesh = placed->mesh;
    const struct nd_layout *layout = placed->layout;
    unsigned char *order = NULL;
    memset(ordered, 0, sizeof *ordered);
    if (layout->slots >= ND_NEIGHBOUR_BOUNDARY >> 3)
        FAIL(NUDGE_EVALUE, "%lld elements: more than these kernels count; use another variant",
             (long long)layout->slots);
    ALLOC(order, mesh->K);
    ALLOC(ordered->order, layout->slots);
    ALLOC(ordered->nodes, 24 * placed->elem->Np);
    ALLOC(ordered->neighbour, layout->slots * 4);
    ALLOC(ordered->edges, layout->slots * 9);
    TRY(nd_order_vertices(mesh, order));
    nd_order_nodes(placed->elem->N, ordered->nodes);
#pragma omp parallel for schedule(static)
    for (int64_t s = 0; s < layout->slots; s++) {
        for (int i = 0; i < 9; i += 4) ordered->edges[9 * s + i] = 1;
        for (int f = 0; f < 4; f++) ordered->neighbour[4 * s + f] = (uint32_t)s << 3 | (uint32_t)f;
    }
#pragma omp parallel for schedule(static)
    for (nd_idx k = 0; k < mesh->K; k++) {
        const int64_t s = placed->slot[k];
        if (s < 0) continue;
        fill_element(ordered, mesh, order, k, s);
        for (int f = 0; f < 4; f++) ordered->neighbour[4 * s + f] = find_neighbour(placed, order, k, f);
    }
done:
    free(order);
    if (status) nd_ordered_clear(ordered);
    return status;
}

void nd_ordered_clear(struct nd_ordered *ordered)
{
    free(ordered->order);
    free(ordered->nodes);
    free(ordered->neighbour);
    free(ordered->edges);
    memset(ordered, 0, sizeof *ordered);
}
