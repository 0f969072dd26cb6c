/* Checks whether a mesh can be computed on. */
#include "mesh/mesh.h"

#include <math.h>
#include <string.h>
#include "mesh/curved.h"
#include "mesh/geometry.h"

/* A tetrahedron is flat if its volume is below this fraction of its longest edge cubed. */
#define FLAT 1e-12

static long long label_of(const struct nd_mesh *mesh, nd_idx k)
{
    return mesh->label ? (long long)mesh->label[k] : (long long)k;
}

static int check_element(const struct nd_mesh *mesh, nd_idx k)
{
    int status = 0;
    const nd_idx *v = mesh->EToV + 4 * (size_t)k;
    for (int i = 0; i < 4; i++)
        if (v[i] < 0 || v[i] >= mesh->Nv)
            FAIL(NUDGE_EFORMAT, "%s: element %lld uses vertex %d, and there are %d", mesh->name,
                 label_of(mesh, k), v[i], mesh->Nv);
    if (mesh->region[k] < 0 || mesh->region[k] >= mesh->nregions)
        FAIL(NUDGE_EFORMAT, "%s: element %lld is in no region", mesh->name, label_of(mesh, k));
done:
    return status;
}

static int check_indices(const struct nd_mesh *mesh)
{
    int status = 0;
    nd_idx bad = mesh->K;
    for (size_t i = 0; i < 3 * (size_t)mesh->Nv; i++)
        if (!isfinite(mesh->V[i]))
            FAIL(NUDGE_EFORMAT, "%s: vertex %zu has a coordinate that is not finite", mesh->name, i / 3);
    for (size_t i = 0; i < 3 * (size_t)mesh->Ncurved * (size_t)nd_curved_points(mesh->curved_order); i++)
        if (!isfinite(mesh->shape[i]))
            FAIL(NUDGE_EFORMAT, "%s: element %lld has a node whose coordinate is not finite", mesh->name,
                 label_of(mesh, mesh->curved[i / 3 / (size_t)nd_curved_points(mesh->curved_order)]));
#pragma omp parallel for reduction(min : bad) schedule(static)
    for (nd_idx k = 0; k < mesh->K; k++)
        if (k < bad && check_element(mesh, k)) bad = k;
    if (bad < mesh->K) TRY(check_element(mesh, bad)); /* again: error messages belong to the calling thread */
    for (nd_idx b = 0; b < mesh->Nb; b++) {
        const nd_idx *v = mesh->BToV + 3 * (size_t)b;
        for (int i = 0; i < 3; i++)
            if (v[i] < 0 || v[i] >= mesh->Nv)
                FAIL(NUDGE_EFORMAT, "%s: tagged face %d uses vertex %d, and there are %d", mesh->name, b,
                     v[i], mesh->Nv);
        if (mesh->boundary[b] < 0 || mesh->boundary[b] >= mesh->nboundaries)
            FAIL(NUDGE_EFORMAT, "%s: tagged face %d is in no boundary", mesh->name, b);
    }
done:
    return status;
}

/* edge: the longest edge of the element. */
static int check_lengths(const struct nd_mesh *mesh, nd_idx k, double edge)
{
    int status = 0;
    if (edge > 0 && !(edge >= ND_LENGTH_LEAST && edge <= ND_LENGTH_MOST))
        FAIL(NUDGE_EVALUE,
             "%s: element %lld has edges of %.3g: lengths from %g to %g can be computed with; use another "
             "unit of length, or mesh.scale",
             mesh->name, label_of(mesh, k), edge, ND_LENGTH_LEAST, ND_LENGTH_MOST);
done:
    return status;
}

int nd_mesh_scale(struct nd_mesh *mesh, double factor)
{
    int status = 0;
    nd_idx reoriented = mesh->reoriented;
    if (factor == 1) return 0;
    for (size_t i = 0; i < 3 * (size_t)mesh->Nv; i++) mesh->V[i] *= factor;
    const size_t shapes = (size_t)mesh->Ncurved * (size_t)nd_curved_points(mesh->curved_order);
    for (size_t i = 0; i < 3 * shapes; i++) mesh->shape[i] *= factor;
    TRY(check_indices(mesh));
    TRY(nd_mesh_check_shapes(mesh));
    mesh->reoriented = reoriented;
done:
    return status;
}

/* *turned: set to 1 if the element was inverted. */
static int check_shape(const struct nd_mesh *mesh, nd_idx k, nd_idx *turned)
{
    int status = 0;
    nd_idx *v = mesh->EToV + 4 * (size_t)k;
    const double *p[4];
    for (int i = 0; i < 4; i++) p[i] = nd_mesh_vertex(mesh, v[i]);
    double det = nd_tet_det(p[0], p[1], p[2], p[3]), edge2 = 0;
    for (int i = 0; i < 3; i++)
        for (int j = i + 1; j < 4; j++) edge2 = fmax(edge2, nd_distance2(p[i], p[j]));
    TRY(check_lengths(mesh, k, sqrt(edge2)));
    if (!(fabs(det) > 6 * FLAT * edge2 * sqrt(edge2)) || !isfinite(det))
        FAIL(NUDGE_EFORMAT,
             "%s: element %lld is flat, its volume is %.3g: its vertices are (%g, %g, %g), (%g, %g, %g), "
             "(%g, %g, %g) and (%g, %g, %g)",
             mesh->name, label_of(mesh, k), det / 6, p[0][0], p[0][1], p[0][2], p[1][0], p[1][1], p[1][2],
             p[2][0], p[2][1], p[2][2], p[3][0], p[3][1], p[3][2]);
    *turned = det < 0;
    if (det > 0) goto done;
    nd_idx swap = v[2];
    v[2] = v[3];
    v[3] = swap;
    const nd_idx place = mesh->Ncurved ? nd_curved_index(mesh, k) : -1;
    if (place >= 0)
        nd_curved_turn(mesh->curved_order,
                       mesh->shape + 3 * (size_t)place * (size_t)nd_curved_points(mesh->curved_order));
done:
    return status;
}

int nd_mesh_check_shapes(struct nd_mesh *mesh)
{
    int status = 0;
    nd_idx bad = mesh->K, reoriented = 0;
#pragma omp parallel for reduction(min : bad) reduction(+ : reoriented) schedule(static)
    for (nd_idx k = 0; k < mesh->K; k++) {
        nd_idx turned = 0;
        if (k < bad && check_shape(mesh, k, &turned)) bad = k;
        reoriented += turned;
    }
    mesh->reoriented = reoriented;
    if (bad < mesh->K)
        TRY(check_shape(mesh, bad, &reoriented)); /* again: error messages belong to the calling thread */
done:
    return status;
}

static void sort4(const nd_idx *v, nd_idx s[4])
{
    memcpy(s, v, 4 * sizeof *s);
#define ORDER(i, j)                                                                                          \
    if (s[i] > s[j]) {                                                                                       \
        nd_idx swap = s[i];                                                                                  \
        s[i] = s[j];                                                                                         \
        s[j] = swap;                                                                                         \
    }
    ORDER(0, 1) ORDER(2, 3) ORDER(0, 2) ORDER(1, 3) ORDER(1, 2)
#undef ORDER
}

static uint64_t hash4(const nd_idx s[4])
{
    uint64_t h = 0;
    for (int i = 0; i < 4; i++) {
        h = (h ^ (uint32_t)s[i]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return h * 0xbf58476d1ce4e5b9u;
}

/* No two elements may have the same four vertices. Uses an open hash table, at most half full. */
static int check_duplicates(const struct nd_mesh *mesh)
{
    int status = 0, bits = 4;
    nd_idx *slot = NULL;
    while ((size_t)1 << bits < 2 * (size_t)mesh->K) bits++;
    size_t mask = ((size_t)1 << bits) - 1;
    ALLOC(slot, mask + 1);
    for (nd_idx k = 0; k < mesh->K; k++) {
        nd_idx mine[4], other[4];
        sort4(mesh->EToV + 4 * (size_t)k, mine);
        size_t at = (size_t)(hash4(mine) >> (64 - bits));
        for (; slot[at]; at = (at + 1) & mask) {
            sort4(mesh->EToV + 4 * (size_t)(slot[at] - 1), other);
            if (memcmp(mine, other, sizeof mine)) continue;
            FAIL(NUDGE_EFORMAT, "%s: elements %lld and %lld are duplicates: they have the same four vertices",
                 mesh->name, label_of(mesh, slot[at] - 1), label_of(mesh, k));
        }
        slot[at] = k + 1;
    }
done:
    free(slot);
    return status;
}

/* No face may belong to two boundaries. */
static int check_tags(const struct nd_mesh *mesh)
{
    int status = 0;
    struct nd_face *face = NULL;
    ALLOC(face, mesh->Nb);
    for (nd_idx b = 0; b < mesh->Nb; b++) {
        const nd_idx *v = mesh->BToV + 3 * (size_t)b;
        face[b] = nd_face_key(v[0], v[1], v[2], mesh->boundary[b]);
    }
    TRY(nd_faces_sort(face, (size_t)mesh->Nb, mesh->Nv));
    for (nd_idx b = 1; b < mesh->Nb; b++) {
        if (!nd_face_same(&face[b], &face[b - 1]) || face[b].owner == face[b - 1].owner) continue;
        const double *p = nd_mesh_vertex(mesh, face[b].v[0]);
        FAIL(NUDGE_EFORMAT, "%s: a face at (%g, %g, %g) belongs to boundary \"%s\" and to boundary \"%s\"",
             mesh->name, p[0], p[1], p[2], mesh->boundary_name[face[b - 1].owner],
             mesh->boundary_name[face[b].owner]);
    }
done:
    free(face);
    return status;
}

int nd_mesh_check(struct nd_mesh *mesh)
{
    int status = 0;
    if (mesh->K < 1) FAIL(NUDGE_EFORMAT, "%s: there are no tetrahedra in it", mesh->name);
    TRY(check_indices(mesh));
    TRY(check_duplicates(mesh));
    TRY(nd_mesh_check_shapes(mesh));
    TRY(check_tags(mesh));
    TRY(nd_curved_check(mesh));
done:
    return status;
}
