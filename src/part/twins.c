#include "part/twins.h"

#include <string.h>
#include "mesh/geometry.h"

static uint64_t hash_place(const double x[3])
{
    uint64_t h = 0;
    for (int i = 0; i < 3; i++) {
        const double plain = x[i] + 0.0; /* -0 is 0 */
        uint64_t bits;
        memcpy(&bits, &plain, sizeof bits);
        h = (h ^ bits) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return h * 0xbf58476d1ce4e5b9u;
}

static int same_place(const double *a, const double *b)
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* same[v]: the first vertex of the hull at the position of v. *merged: whether any two differ. Uses
 * an open hash table, at most half full. */
static int merge_vertices(const struct nd_hull *hull, nd_idx *same, int *merged)
{
    int status = 0, bits = 4;
    nd_idx *slot = NULL;
    const struct nd_mesh *mesh = hull->mesh;
    const size_t most = 3 * (size_t)hull->n < (size_t)mesh->Nv ? 3 * (size_t)hull->n : (size_t)mesh->Nv;
    while ((size_t)1 << bits < 2 * most) bits++;
    const size_t mask = ((size_t)1 << bits) - 1;
    ALLOC(slot, mask + 1);
    for (nd_idx v = 0; v < mesh->Nv; v++) same[v] = -1;
    for (size_t i = 0; i < 3 * (size_t)hull->n; i++) {
        const nd_idx v = hull->face[i / 3].v[i % 3];
        if (same[v] >= 0) continue;
        const double *x = nd_mesh_vertex(mesh, v);
        size_t at = (size_t)(hash_place(x) >> (64 - bits));
        while (slot[at] && !same_place(x, nd_mesh_vertex(mesh, slot[at] - 1))) at = (at + 1) & mask;
        *merged |= slot[at] != 0;
        if (!slot[at]) slot[at] = v + 1;
        same[v] = slot[at] - 1;
    }
done:
    free(slot);
    return status;
}

static int share_all(const struct nd_hull_face *a, const struct nd_hull_face *b)
{
    const struct nd_face one = nd_face_key(a->v[0], a->v[1], a->v[2], 0),
                         two = nd_face_key(b->v[0], b->v[1], b->v[2], 0);
    return nd_face_same(&one, &two);
}

int nd_twins_find(const struct nd_hull *hull, nd_idx *twin, nd_idx *n)
{
    int status = 0, merged = 0;
    nd_idx *same = NULL;
    struct nd_face *face = NULL;
    *n = 0;
    for (nd_idx i = 0; i < hull->n; i++) twin[i] = -1;
    ALLOC(same, hull->mesh->Nv);
    TRY(merge_vertices(hull, same, &merged));
    if (!merged) goto done;
    ALLOC(face, hull->n);
    for (nd_idx i = 0; i < hull->n; i++) {
        const nd_idx *v = hull->face[i].v;
        face[i] = nd_face_key(same[v[0]], same[v[1]], same[v[2]], i);
    }
    TRY(nd_faces_sort(face, (size_t)hull->n, hull->mesh->Nv));
    for (nd_idx i = 0, next; i < hull->n; i = next) {
        for (next = i + 1; next < hull->n && nd_face_same(&face[i], &face[next]); next++) continue;
        const nd_idx one = face[i].owner, two = face[next - 1].owner;
        if (next - i != 2 || share_all(&hull->face[one], &hull->face[two])) continue;
        twin[one] = two;
        twin[two] = one;
        ++*n;
    }
done:
    free(same);
    free(face);
    return status;
}
