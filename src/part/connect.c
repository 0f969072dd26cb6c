/* All 4K faces are sorted into buckets by their smallest vertex, and within a bucket by the other two. Equal
 * faces are then adjacent, and a tagged or periodic triangle is found by bisection. */
#include "part/connect.h"

#include <stdatomic.h>
#include <string.h>
#include "base/log.h"
#include "base/work.h"

const int nd_face_vertex[4][3] = {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {0, 2, 3}};
const int nd_permutation[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

/* A face of element face / 4; its smallest vertex is the bucket's. */
struct entry {
    nd_idx middle, largest;
    uint32_t face;
};

struct table {
    uint32_t *start; /* [Nv + 1] bucket of each vertex */
    struct entry *entry;
};

enum { UNTAGGED = -2 }; /* in EToB until faces are named */

static const nd_idx *face_corners(const struct nd_mesh *mesh, uint32_t face, nd_idx corner[3])
{
    for (int i = 0; i < 3; i++) corner[i] = mesh->EToV[(face & ~3u) + (uint32_t)nd_face_vertex[face & 3][i]];
    return corner;
}

static void swap_above(nd_idx *a, nd_idx *b)
{
    nd_idx low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
    *a = low;
    *b = high;
}

static void sort3(nd_idx v[3])
{
    swap_above(&v[0], &v[1]);
    swap_above(&v[1], &v[2]);
    swap_above(&v[0], &v[1]);
}

static int compare(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    if (a->middle != b->middle) return a->middle < b->middle ? -1 : 1;
    if (a->largest != b->largest) return a->largest < b->largest ? -1 : 1;
    return (a->face > b->face) - (a->face < b->face);
}

/* A bucket holds some twenty faces; qsort is for rare meshes in which thousands meet at one vertex. */
static void sort_bucket(struct entry *entry, uint32_t n)
{
    if (n > 64) {
        qsort(entry, n, sizeof *entry, compare);
        return;
    }
    for (uint32_t i = 1; i < n; i++) {
        struct entry moving = entry[i];
        uint32_t j = i;
        for (; j && compare(&moving, &entry[j - 1]) < 0; j--) entry[j] = entry[j - 1];
        entry[j] = moving;
    }
}

static const char finding[] = "finding neighbours";

static int check_vertices(const struct nd_mesh *mesh)
{
    int status = 0;
    if (mesh->K < 1 || mesh->K >= 1 << 30)
        FAIL(NUDGE_EFORMAT, "%s: %d elements; between 1 and 2^30 are possible", mesh->name, mesh->K);
    const size_t n = 4 * (size_t)mesh->K;
    size_t bad = n;
#pragma omp parallel for reduction(min : bad) schedule(static)
    for (size_t i = 0; i < n; i++)
        if ((mesh->EToV[i] < 0 || mesh->EToV[i] >= mesh->Nv) && i < bad) bad = i;
    if (bad < n)
        FAIL(NUDGE_EFORMAT, "%s: element %lld refers to a vertex that is not there", mesh->name,
             (long long)mesh->label[bad / 4]);
    for (size_t i = 0; i < 3 * (size_t)mesh->Nb; i++)
        if (mesh->BToV[i] < 0 || mesh->BToV[i] >= mesh->Nv)
            FAIL(NUDGE_EFORMAT, "%s: tagged triangle %zu refers to a vertex that is not there", mesh->name,
                 i / 3);
    for (size_t i = 0; i < 6 * (size_t)mesh->Nperiodic; i++)
        if (mesh->periodic[i] < 0 || mesh->periodic[i] >= mesh->Nv)
            FAIL(NUDGE_EFORMAT, "%s: periodic pair %zu refers to a vertex that is not there", mesh->name,
                 i / 6);
done:
    return status;
}

static void table_clear(struct table *table)
{
    free(table->start);
    free(table->entry);
}

/* Buckets are unsorted at first: all threads add faces, in any order. */
static int table_init(struct table *table, const struct nd_mesh *mesh)
{
    int status = 0;
    uint32_t nfaces = 4 * (uint32_t)mesh->K;
    size_t Nv = (size_t)mesh->Nv;
    *table = (struct table){0};
    ALLOC(table->start, Nv + 2);
    ALLOC(table->entry, nfaces);
    /* next[v] is the start of v's faces; after all are added it is their end, the start of v + 1. */
    uint32_t *next = table->start + 1;
#pragma omp parallel for schedule(static)
    for (uint32_t face = 0; face < nfaces; face++) {
        nd_idx v[3];
        face_corners(mesh, face, v);
        sort3(v);
#pragma omp atomic
        next[v[0] + 1]++;
    }
    for (size_t i = 1; i <= Nv; i++) next[i] += next[i - 1];
#pragma omp parallel for schedule(static)
    for (uint32_t face = 0; face < nfaces; face++) {
        nd_idx v[3];
        uint32_t at;
        face_corners(mesh, face, v);
        sort3(v);
#pragma omp atomic capture
        at = next[v[0]]++;
        table->entry[at] = (struct entry){v[1], v[2], face};
    }
done:
    return status;
}

/* Returns the number of faces with these vertices; *face: the first of them. */
static int table_find(const struct table *table, const nd_idx corner[3], uint32_t *face)
{
    nd_idx v[3] = {corner[0], corner[1], corner[2]};
    sort3(v);
    uint32_t low = table->start[v[0]], end = table->start[v[0] + 1], high = end;
    struct entry wanted = {v[1], v[2], 0};
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare(&table->entry[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    int n = 0;
    while (low + (uint32_t)n < end && table->entry[low + (uint32_t)n].middle == v[1] &&
           table->entry[low + (uint32_t)n].largest == v[2])
        n++;
    if (n) *face = table->entry[low].face;
    return n;
}

/* The permutation from positions in a to positions in b; -1 if they hold different vertices. */
static int find_permutation(const nd_idx a[3], const nd_idx b[3])
{
    for (int p = 0; p < 6; p++) {
        const int *to = nd_permutation[p];
        if (a[0] == b[to[0]] && a[1] == b[to[1]] && a[2] == b[to[2]]) return p;
    }
    return -1;
}

static int odd(int permutation)
{
    return permutation == 1 || permutation == 2 || permutation == 5;
}

/* seen: the vertices of face one, in its order, as face two numbers them. */
static int join(struct nd_connect *connect, const struct nd_mesh *mesh, uint32_t one, uint32_t two,
                const nd_idx seen[3])
{
    int status = 0;
    nd_idx corner[3];
    int p = find_permutation(seen, face_corners(mesh, two, corner));
    if (p < 0)
        FAIL(NUDGE_EFORMAT,
             "%s: the vertices of a face of element %lld do not correspond to those of element %lld",
             mesh->name, (long long)mesh->label[one / 4], (long long)mesh->label[two / 4]);
    /* In a positive tetrahedron the vertices of faces 1 and 2 turn left as seen from outside, those
     * of 0 and 3 right. */
    int left_one = (one & 3) == 1 || (one & 3) == 2, left_two = (two & 3) == 1 || (two & 3) == 2;
    if ((left_one == left_two) != odd(p))
        FAIL(NUDGE_EFORMAT,
             "%s: elements %lld and %lld overlap: they lie on the same side of the face they share",
             mesh->name, (long long)mesh->label[one / 4], (long long)mesh->label[two / 4]);
    int inverse = p == 3 ? 4 : p == 4 ? 3 : p;
    connect->EToE[one] = (nd_idx)(two / 4);
    connect->EToE[two] = (nd_idx)(one / 4);
    connect->EToF[one] = two & 3;
    connect->EToF[two] = one & 3;
    connect->EToP[one] = (unsigned char)p;
    connect->EToP[two] = (unsigned char)inverse;
    connect->EToB[one] = connect->EToB[two] = -1;
done:
    return status;
}

static int match_bucket(struct nd_connect *connect, const struct nd_mesh *mesh, const struct table *table,
                        nd_idx v)
{
    int status = 0;
    nd_idx corner[3];
    uint32_t end = table->start[v + 1];
    for (uint32_t i = table->start[v], n; i < end; i += n) {
        const struct entry *e = table->entry + i;
        for (n = 1; i + n < end && e[n].middle == e->middle && e[n].largest == e->largest; n++) continue;
        if (n > 2)
            FAIL(NUDGE_EFORMAT,
                 "%s: elements %lld, %lld and %lld share one face; a face can have two sides only",
                 mesh->name, (long long)mesh->label[e[0].face / 4], (long long)mesh->label[e[1].face / 4],
                 (long long)mesh->label[e[2].face / 4]);
        if (n == 2) TRY(join(connect, mesh, e[0].face, e[1].face, face_corners(mesh, e[0].face, corner)));
    }
done:
    return status;
}

/* Sorts the buckets and joins equal faces. */
static int match(struct nd_connect *connect, const struct nd_mesh *mesh, const struct table *table)
{
    int status = 0;
    nd_idx bad = mesh->Nv;
    atomic_int stopped = 0;
#pragma omp parallel for reduction(min : bad) schedule(dynamic, 4096)
    for (nd_idx v = 0; v < mesh->Nv; v++) {
        if (stopped) continue;
        if (!(v & 4095) && nd_work(finding, 0.4 + 0.5 * v / mesh->Nv)) stopped = 1;
        sort_bucket(table->entry + table->start[v], table->start[v + 1] - table->start[v]);
        if (v < bad && match_bucket(connect, mesh, table, v)) bad = v;
    }
    if (stopped) FAIL(NUDGE_ESTOPPED, "stopped while %s", finding);
    if (bad < mesh->Nv)
        TRY(match_bucket(connect, mesh, table, bad)); /* again: error messages belong to the calling thread */
done:
    return status;
}

static int join_periodic(struct nd_connect *connect, const struct nd_mesh *mesh, const struct table *table)
{
    int status = 0;
    for (nd_idx i = 0; i < mesh->Nperiodic; i++) {
        const nd_idx *from = mesh->periodic + 6 * (size_t)i, *to = from + 3;
        uint32_t one, two;
        int sides = table_find(table, from, &one), opposite = table_find(table, to, &two);
        if (sides != 1 || opposite != 1 || one == two)
            FAIL(NUDGE_EFORMAT, "%s: periodic pair %d joins triangles that are not two faces of the boundary",
                 mesh->name, i + 1);
        if (connect->EToB[one] != UNTAGGED || connect->EToB[two] != UNTAGGED)
            FAIL(NUDGE_EFORMAT, "%s: a face of element %lld is in two periodic pairs", mesh->name,
                 (long long)mesh->label[(connect->EToB[one] != UNTAGGED ? one : two) / 4]);
        nd_idx corner[3], seen[3];
        int p = find_permutation(face_corners(mesh, one, corner), from);
        for (int j = 0; j < 3; j++) seen[j] = to[nd_permutation[p][j]];
        TRY(join(connect, mesh, one, two, seen));
    }
done:
    return status;
}

static int name_face(struct nd_connect *connect, const struct nd_mesh *mesh, uint32_t face, nd_idx boundary)
{
    int status = 0;
    int16_t *name = &connect->EToB[face];
    if (*name >= 0 && *name != boundary)
        FAIL(NUDGE_EFORMAT, "%s: a face of element %lld belongs to boundary '%s' and to boundary '%s'",
             mesh->name, (long long)mesh->label[face / 4], mesh->boundary_name[*name],
             mesh->boundary_name[boundary]);
    *name = (int16_t)boundary;
done:
    return status;
}

static int refuse_periodic(const struct nd_mesh *mesh, uint32_t face, nd_idx boundary)
{
    int status = 0;
    FAIL(NUDGE_EVALUE,
         "%s: boundary '%s' has a condition, and lies on a periodic side at a face of element %lld, where "
         "waves "
         "pass; leave it out of boundaries, or let the side not be periodic",
         mesh->name, mesh->boundary_name[boundary], (long long)mesh->label[face / 4]);
done:
    return status;
}

/* Gives each of the two elements a boundary face. */
static int part_faces(struct nd_connect *connect, const struct nd_mesh *mesh, uint32_t one, nd_idx boundary)
{
    int status = 0;
    const uint32_t two = 4 * (uint32_t)connect->EToE[one] + connect->EToF[one];
    TRY(name_face(connect, mesh, one, boundary));
    if (one == two) goto done; /* separated before: the triangle is tagged twice */
    TRY(name_face(connect, mesh, two, boundary));
    for (int i = 0; i < 2; i++) {
        const uint32_t face = i ? two : one;
        connect->EToE[face] = (nd_idx)(face / 4);
        connect->EToF[face] = face & 3;
        connect->EToP[face] = 0;
        connect->sheet[connect->nsheets++] = (struct nd_wall_face){face, i ? one : two};
    }
done:
    return status;
}

/* Names a triangle of boundary b, the face of one element or of two. */
static int name_triangle(struct nd_connect *connect, const struct nd_mesh *mesh, nd_idx b, uint32_t face,
                         int sides)
{
    int status = 0;
    const int wall = nd_mesh_is_wall(mesh, b), periodic = sides == 1 && connect->EToB[face] == -1;
    if (periodic && wall) TRY(refuse_periodic(mesh, face, b));
    if (sides == 1 && !periodic) TRY(name_face(connect, mesh, face, b));
    if (sides == 2 && wall) TRY(part_faces(connect, mesh, face, b));
    if (sides == 2 && !wall) connect->inside[b]++;
done:
    return status;
}

/* A condition on triangles that are not faces of elements would have no effect. */
static int refuse_stray(const struct nd_mesh *mesh, const nd_idx *stray)
{
    int status = 0;
    nd_idx all = 0;
    for (nd_idx b = 0; b < mesh->nboundaries; b++) {
        all += stray[b];
        if (stray[b] && nd_mesh_is_wall(mesh, b))
            FAIL(NUDGE_EFORMAT,
                 "%s: boundary '%s' has a condition, and %d of its triangles are no face of any tetrahedron: "
                 "either the volume was not meshed along the surface; embed it (gmsh: Surface{..} In "
                 "Volume{..}, "
                 "or BooleanFragments); or the volume beside it is in no Physical Volume, so that gmsh left "
                 "its "
                 "elements out; add it to one. A surface that is not needed can be left out of boundaries",
                 mesh->name, mesh->boundary_name[b], (int)stray[b]);
    }
    if (all)
        nd_warn("%s: %d of %d tagged triangles are no face of any tetrahedron and are ignored", mesh->name,
                (int)all, (int)mesh->Nb);
done:
    return status;
}

/* Names boundary faces after the tagged triangles, and separates elements at walls inside the mesh. Ignores
 * other triangles inside the mesh and those on a periodic side. */
static int name_tagged(struct nd_connect *connect, const struct nd_mesh *mesh, const struct table *table)
{
    int status = 0;
    nd_idx *stray = NULL, walls = 0;
    ALLOC(stray, mesh->nboundaries + 1);
    ALLOC(connect->inside, mesh->nboundaries + 1);
    for (nd_idx i = 0; i < mesh->Nb && mesh->nwalls; i++) walls += nd_mesh_is_wall(mesh, mesh->boundary[i]);
    ALLOC(connect->sheet, 2 * (size_t)walls);
    for (nd_idx i = 0; i < mesh->Nb; i++) {
        uint32_t face;
        const int sides = table_find(table, mesh->BToV + 3 * (size_t)i, &face);
        if (!sides) stray[mesh->boundary[i]]++;
        if (sides) TRY(name_triangle(connect, mesh, mesh->boundary[i], face, sides));
    }
    TRY(refuse_stray(mesh, stray));
    nd_connect_sort_sheets(connect);
done:
    free(stray);
    return status;
}

static int name_untagged(struct nd_connect *connect, struct nd_mesh *mesh)
{
    int status = 0, any = 0;
    const size_t nfaces = 4 * (size_t)mesh->K;
#pragma omp parallel for reduction(| : any) schedule(static)
    for (size_t i = 0; i < nfaces; i++) any |= connect->EToB[i] == UNTAGGED;
    if (!any) return 0;
    TRY(nd_mesh_boundary(mesh, "", &connect->unnamed));
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < nfaces; i++)
        if (connect->EToB[i] == UNTAGGED) connect->EToB[i] = (int16_t)connect->unnamed;
done:
    return status;
}

int nd_connect_init(struct nd_connect *connect, struct nd_mesh *mesh)
{
    int status = 0;
    struct table table = {0};
    *connect = (struct nd_connect){.unnamed = -1};
    TRY(check_vertices(mesh));
    size_t nfaces = 4 * (size_t)mesh->K;
    ALLOC(connect->EToE, nfaces);
    ALLOC(connect->EToF, nfaces);
    ALLOC(connect->EToP, nfaces);
    ALLOC(connect->EToB, nfaces);
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < nfaces; i++) {
        connect->EToE[i] = (nd_idx)(i / 4);
        connect->EToF[i] = i & 3;
        connect->EToB[i] = UNTAGGED;
    }
    TRY(nd_work(finding, 0));
    TRY(table_init(&table, mesh));
    TRY(nd_work(finding, 0.4));
    TRY(match(connect, mesh, &table));
    TRY(nd_work(finding, 0.9));
    TRY(join_periodic(connect, mesh, &table));
    TRY(name_tagged(connect, mesh, &table));
    TRY(name_untagged(connect, mesh));
done:
    table_clear(&table);
    if (status) nd_connect_clear(connect);
    return status;
}

void nd_connect_clear(struct nd_connect *connect)
{
    free(connect->EToE);
    free(connect->EToF);
    free(connect->EToP);
    free(connect->EToB);
    free(connect->inside);
    free(connect->sheet);
    free(connect->coupled);
    free(connect->phased);
    *connect = (struct nd_connect){.unnamed = -1};
}

static int check_face(const struct nd_connect *connect, const struct nd_mesh *mesh, size_t i)
{
    nd_idx m = connect->EToE[i], name = connect->EToB[i];
    if (m < 0 || m >= mesh->K || connect->EToF[i] > 3 || connect->EToP[i] > 5) return 0;
    size_t opposite = 4 * (size_t)m + connect->EToF[i];
    if (opposite == i) return name >= 0 && name < mesh->nboundaries && connect->EToP[i] == 0;
    if (name != -1 || connect->EToE[opposite] != (nd_idx)(i / 4) || connect->EToF[opposite] != (i & 3))
        return 0;
    if (connect->EToP[opposite] > 5) return 0;
    const int *there = nd_permutation[connect->EToP[i]], *back = nd_permutation[connect->EToP[opposite]];
    return back[there[0]] == 0 && back[there[1]] == 1 && back[there[2]] == 2;
}

int nd_connect_check(const struct nd_connect *connect, const struct nd_mesh *mesh)
{
    int status = 0;
    for (size_t i = 0; i < 4 * (size_t)mesh->K; i++)
        if (!check_face(connect, mesh, i))
            FAIL(NUDGE_EINTERNAL, "%s: the connectivity of face %d of element %lld is inconsistent",
                 mesh->name, (int)(i & 3), (long long)mesh->label[i / 4]);
done:
    return status;
}
