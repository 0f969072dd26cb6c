#include "plot/visible_faces.h"

#include <math.h>
#include <string.h>
#include "part/connect.h"

static void sort3(nd_idx v[3])
{
    for (int i = 0; i < 3; i++) {
        const int j = i % 2;
        if (v[j] <= v[j + 1]) continue;
        const nd_idx first = v[j];
        v[j] = v[j + 1];
        v[j + 1] = first;
    }
}

static int by_vertices(const void *a, const void *b)
{
    const struct nd_visible_face *p = a, *q = b;
    for (int i = 0; i < 3; i++)
        if (p->vertex[i] != q->vertex[i]) return p->vertex[i] < q->vertex[i] ? -1 : 1;
    return 0;
}

/* Collects the triangles of the wanted boundaries, each once, and marks their vertices. */
static int collect(const struct nd_mesh *mesh, const unsigned char *wanted, struct nd_visible_face **out,
                   int *count, unsigned char *used)
{
    int status = 0, n = 0, kept = 0;
    struct nd_visible_face *face;
    for (nd_idx b = 0; b < mesh->Nb; b++) n += wanted[mesh->boundary[b]];
    ALLOC(face, n);
    n = 0;
    for (nd_idx b = 0; b < mesh->Nb; b++) {
        if (!wanted[mesh->boundary[b]]) continue;
        face[n].element = -1;
        memcpy(face[n].vertex, mesh->BToV + 3 * (size_t)b, sizeof face[n].vertex);
        sort3(face[n].vertex);
        for (int i = 0; i < 3; i++) used[face[n].vertex[i]] = 1;
        n++;
    }
    qsort(face, (size_t)n, sizeof *face, by_vertices);
    for (int i = 0; i < n; i++)
        if (!kept || by_vertices(&face[kept - 1], &face[i])) face[kept++] = face[i];
    *out = face;
    *count = kept;
done:
    return status;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Assigns the face to element k, unless it has one that lies more towards the eye. */
static void offer(struct nd_visible_face *face, const struct nd_mesh *mesh, nd_idx k, int side,
                  const double toward[3])
{
    double G[9], J, n[4][3], Fscale[4];
    nd_geometry_metric(mesh, k, G, &J);
    nd_geometry_faces(G, n, Fscale);
    face->both = face->element >= 0;
    if (face->both && dot(n[side], toward) >= -dot(face->normal, toward)) return;
    face->element = k;
    face->side = side;
    face->area = Fscale[side] * J;
    for (int i = 0; i < 3; i++) face->normal[i] = -n[side][i];
}

static void find_elements(const struct nd_mesh *mesh, const unsigned char *used, const double toward[3],
                          struct nd_visible_face *face, int n)
{
    for (nd_idx k = 0; k < mesh->K; k++)
        for (int side = 0; side < 4; side++) {
            struct nd_visible_face key, *found;
            int all = 1;
            for (int i = 0; i < 3; i++) {
                key.vertex[i] = mesh->EToV[4 * (size_t)k + (size_t)nd_face_vertex[side][i]];
                all = all && used[key.vertex[i]];
            }
            if (!all) continue;
            sort3(key.vertex);
            found = bsearch(&key, face, (size_t)n, sizeof *face, by_vertices);
            if (found) offer(found, mesh, k, side, toward);
        }
}

/* Whether faces of the outer boundary show more projected area with their outer side than with their inner
 * side. For a closed surface both areas are equal but for rounding; then the inner side is shown. */
static int is_outside_facing(const struct nd_visible_face *face, int n, const double toward[3])
{
    double inner = 0, outer = 0;
    for (int i = 0; i < n; i++) {
        const double seen = face[i].both ? 0 : face[i].area * dot(face[i].normal, toward);
        inner += fmax(seen, 0);
        outer += fmax(-seen, 0);
    }
    return outer > 1.001 * inner;
}

int nd_visible_faces_find(struct nd_visible_faces *faces, const struct nd_mesh *mesh,
                          const unsigned char *wanted, const double toward[3], enum nd_scene_side side)
{
    int status = 0, n = 0, kept = 0;
    unsigned char *used = NULL;
    struct nd_visible_face *face = NULL;
    ALLOC(used, mesh->Nv);
    TRY(collect(mesh, wanted, &face, &n, used));
    find_elements(mesh, used, toward, face, n);
    for (int i = 0; i < n; i++)
        if (face[i].element >= 0) face[kept++] = face[i];
    const int outside =
        side == ND_SIDE_OUTSIDE || (side == ND_SIDE_FACING && is_outside_facing(face, kept, toward));
    for (int i = 0; i < kept && outside; i++)
        for (int c = 0; c < 3 && !face[i].both; c++) face[i].normal[c] *= -1;
    *faces = (struct nd_visible_faces){face, kept, outside};
done:
    free(used);
    return status;
}

enum { NEIGHBOURS = 64 };          /* normals are averaged at corners with at most so many faces */
static const double crease = 0.77; /* faces whose normals have a smaller cosine meet in a visible edge */

struct meeting {
    nd_idx vertex;
    int face;
};

static int by_vertex(const void *a, const void *b)
{
    const struct meeting *p = a, *q = b;
    if (p->vertex != q->vertex) return p->vertex < q->vertex ? -1 : 1;
    return (p->face > q->face) - (p->face < q->face);
}

/* out: the mean normal, weighted by area, of the faces at a vertex of face f that bend little from it. */
static void smooth(const struct nd_visible_face *face, int f, const struct meeting *meeting, int n,
                   double out[3])
{
    memcpy(out, face[f].normal, 3 * sizeof *out);
    if (n > NEIGHBOURS) return;
    out[0] = out[1] = out[2] = 0;
    for (int i = 0; i < n; i++) {
        const struct nd_visible_face *other = &face[meeting[i].face];
        const double *a = face[f].normal, *b = other->normal;
        if (a[0] * b[0] + a[1] * b[1] + a[2] * b[2] < crease) continue;
        for (int c = 0; c < 3; c++) out[c] += other->area * b[c];
    }
    const double length = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
    for (int c = 0; c < 3; c++) out[c] /= length;
}

int nd_visible_normals(const struct nd_mesh *mesh, const struct nd_visible_face *face, int faces,
                       double (*normal)[4][3])
{
    int status = 0, n = 0;
    struct meeting *meeting = NULL;
    ALLOC(meeting, 3 * (size_t)faces);
    for (int f = 0; f < faces; f++)
        for (int i = 0; i < 3; i++) meeting[n++] = (struct meeting){face[f].vertex[i], f};
    qsort(meeting, (size_t)n, sizeof *meeting, by_vertex);
    for (int first = 0, end; first < n; first = end) {
        for (end = first; end < n && meeting[end].vertex == meeting[first].vertex;) end++;
        for (int i = first; i < end; i++) {
            const int f = meeting[i].face;
            int v = 0;
            while (mesh->EToV[4 * (size_t)face[f].element + (size_t)v] != meeting[i].vertex) v++;
            smooth(face, f, meeting + first, end - first, normal[f][v]);
        }
    }
done:
    free(meeting);
    return status;
}
