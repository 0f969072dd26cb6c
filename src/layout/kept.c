#include "layout/kept.h"

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

static void fill_element(struct nd_kept *kept, const struct nd_mesh *mesh, const unsigned char *order,
                         nd_idx k, int64_t s)
{
    const unsigned char *at = nd_orders[order[k]];
    const nd_idx *v = mesh->EToV + 4 * (size_t)k;
    const double *x0 = mesh->V + 3 * (size_t)v[at[0]];
    kept->order[s] = order[k];
    for (int i = 0; i < 3; i++)
        for (int c = 0; c < 3; c++)
            kept->edges[9 * s + 3 * i + c] = (mesh->V[3 * (size_t)v[at[i + 1]] + (size_t)c] - x0[c]) / 2;
}

static uint32_t who_is_behind(const struct nd_connect *connect, const unsigned char *order,
                              const nd_idx *slot, const int32_t *material, const int *condition, nd_idx k,
                              int f)
{
    const size_t at = 4 * (size_t)k + (size_t)nd_order_face(order[k], f);
    const nd_idx m = connect->EToE[at];
    if (connect->EToB[at] >= 0) return ND_BEHIND_BOUNDARY + (uint32_t)condition[connect->EToB[at]];
    return (uint32_t)slot[m] << 3 | (material[slot[m]] != material[slot[k]] ? 4u : 0u) |
           (uint32_t)face_after(order[m], connect->EToF[at]);
}

int nd_kept_init(struct nd_kept *kept, const struct nd_mesh *mesh, const struct nd_connect *connect,
                 const struct nd_elem *elem, const struct nd_layout *layout, const nd_idx *slot,
                 const int32_t *material, const int *condition)
{
    int status = 0;
    unsigned char *order = NULL;
    memset(kept, 0, sizeof *kept);
    if (layout->slots >= ND_BEHIND_BOUNDARY >> 3)
        FAIL(NUDGE_EVALUE, "%lld elements: more than these kernels count; use another variant",
             (long long)layout->slots);
    ALLOC(order, mesh->K);
    ALLOC(kept->order, layout->slots);
    ALLOC(kept->nodes, 24 * elem->Np);
    ALLOC(kept->behind, layout->slots * 4);
    ALLOC(kept->edges, layout->slots * 9);
    TRY(nd_order_vertices(mesh, order));
    nd_order_nodes(elem->N, kept->nodes);
#pragma omp parallel for schedule(static)
    for (int64_t s = 0; s < layout->slots; s++) {
        for (int i = 0; i < 9; i += 4) kept->edges[9 * s + i] = 1;
        for (int f = 0; f < 4; f++) kept->behind[4 * s + f] = (uint32_t)s << 3 | (uint32_t)f;
    }
#pragma omp parallel for schedule(static)
    for (nd_idx k = 0; k < mesh->K; k++) {
        fill_element(kept, mesh, order, k, slot[k]);
        for (int f = 0; f < 4; f++)
            kept->behind[4 * (int64_t)slot[k] + f] =
                who_is_behind(connect, order, slot, material, condition, k, f);
    }
done:
    free(order);
    if (status) nd_kept_clear(kept);
    return status;
}

void nd_kept_clear(struct nd_kept *kept)
{
    free(kept->order);
    free(kept->nodes);
    free(kept->behind);
    free(kept->edges);
    memset(kept, 0, sizeof *kept);
}
