/* Walls inside the mesh: the face on the other side, and whether a point lies on a wall. */
#include <math.h>
#include "mesh/geometry.h"
#include "part/connect.h"

#define ON_FACE 1e-9 /* tolerance of a barycentric coordinate for a point on the face */

static int by_face(const void *a, const void *b)
{
    const struct nd_wall_face *p = a, *q = b;
    return (p->face > q->face) - (p->face < q->face);
}

void nd_connect_sort_sheets(struct nd_connect *connect)
{
    qsort(connect->sheet, (size_t)connect->nsheets, sizeof *connect->sheet, by_face);
}

int64_t nd_connect_back(const struct nd_connect *connect, size_t face)
{
    const struct nd_wall_face key = {.face = (uint32_t)face};
    const struct nd_wall_face *found =
        connect->nsheets
            ? bsearch(&key, connect->sheet, (size_t)connect->nsheets, sizeof *connect->sheet, by_face)
            : NULL;
    return found ? (int64_t)found->back : -1;
}

size_t nd_connect_neighbour(const struct nd_connect *connect, size_t face)
{
    const nd_idx b = connect->EToB[face];
    const int64_t back =
        b >= 0 && connect->coupled && connect->coupled[b] ? nd_connect_back(connect, face) : -1;
    return back >= 0 ? (size_t)back : 4 * (size_t)connect->EToE[face] + connect->EToF[face];
}

size_t nd_connect_copy(const struct nd_connect *connect, size_t face)
{
    if (!connect->phased || !connect->phased[face]) return face;
    const nd_idx m = connect->EToE[face];
    return 4 * (size_t)(m < connect->real ? m + connect->real : m - connect->real) + connect->EToF[face];
}

/* Whether a point is in face f of element k. Barycentric coordinates are ratios of volumes. */
static int is_on(const struct nd_mesh *mesh, uint32_t face, const double x[3])
{
    const double *p[4], *q[4];
    for (int i = 0; i < 4; i++) p[i] = nd_mesh_vertex(mesh, mesh->EToV[(face & ~3u) + (uint32_t)i]);
    const double all = nd_tet_det(p[0], p[1], p[2], p[3]);
    const int *corner = nd_face_vertex[face & 3], opposite = 6 - corner[0] - corner[1] - corner[2];
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) q[j] = j == i ? x : p[j];
        const double L = nd_tet_det(q[0], q[1], q[2], q[3]) / all;
        if (i == opposite ? !(fabs(L) <= ON_FACE) : !(L >= -ON_FACE)) return 0;
    }
    return 1;
}

nd_idx nd_connect_sheet_at(const struct nd_connect *connect, const struct nd_mesh *mesh, const double x[3])
{
    for (nd_idx i = 0; i < connect->nsheets; i++)
        if (is_on(mesh, connect->sheet[i].face, x)) return connect->EToB[connect->sheet[i].face];
    return -1;
}
