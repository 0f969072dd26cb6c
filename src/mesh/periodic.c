/* Joins two boundaries that are translates of each other, face by face. */
#include "mesh/mesh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "mesh/geometry.h"

/* Vertices match within this fraction of the boundary's extent. */
#define TOLERANCE 1e-6

/* One of the two boundaries. */
struct side {
    nd_idx boundary, n;
    nd_idx *face;   /* [n] tagged faces */
    nd_idx *vertex; /* [nvertices] without repeats; sorted by place after sort_vertices */
    nd_idx nvertices;
    double *place;      /* [nvertices] their nd_place */
    double centroid[3]; /* weighted by area */
    double extent;
};

/* other: the opposite boundary, which the message must not suggest. */
static int find_boundary(const struct nd_mesh *mesh, const char *name, const char *other, nd_idx *index)
{
    int status = 0, n = 0;
    const char **names = NULL;
    for (*index = 0; *index < mesh->nboundaries; (*index)++)
        if (!strcmp(mesh->boundary_name[*index], name)) return 0;
    ALLOC(names, mesh->nboundaries);
    for (nd_idx i = 0; i < mesh->nboundaries; i++)
        if (strcmp(mesh->boundary_name[i], other)) names[n++] = mesh->boundary_name[i];
    const char *nearest = nd_text_nearest(name, names, n);
    if (nearest)
        FAIL(NUDGE_EVALUE, "%s: there is no boundary \"%s\" to be periodic; did you mean \"%s\"?", mesh->name,
             name, nearest);
    FAIL(NUDGE_EVALUE, "%s: there is no boundary \"%s\" to be periodic", mesh->name, name);
done:
    free(names);
    return status;
}

static int by_index(const void *a, const void *b)
{
    nd_idx p = *(const nd_idx *)a, q = *(const nd_idx *)b;
    return (p > q) - (p < q);
}

static void side_clear(struct side *side)
{
    free(side->face);
    free(side->vertex);
    free(side->place);
}

static int side_measure(const struct nd_mesh *mesh, struct side *side)
{
    int status = 0;
    double area = 0, low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (nd_idx i = 0; i < side->n; i++) {
        const nd_idx *v = mesh->BToV + 3 * (size_t)side->face[i];
        const double *p[3] = {nd_mesh_vertex(mesh, v[0]), nd_mesh_vertex(mesh, v[1]),
                              nd_mesh_vertex(mesh, v[2])};
        double mine = nd_triangle_area(p[0], p[1], p[2]);
        area += mine;
        for (int j = 0; j < 3; j++) {
            side->centroid[j] += mine * (p[0][j] + p[1][j] + p[2][j]) / 3;
            low[j] = fmin(low[j], fmin(p[0][j], fmin(p[1][j], p[2][j])));
            high[j] = fmax(high[j], fmax(p[0][j], fmax(p[1][j], p[2][j])));
        }
    }
    if (!(area > 0))
        FAIL(NUDGE_EVALUE, "%s: boundary \"%s\" has no area", mesh->name,
             mesh->boundary_name[side->boundary]);
    for (int j = 0; j < 3; j++) {
        side->centroid[j] /= area;
        side->extent = fmax(side->extent, high[j] - low[j]);
    }
done:
    return status;
}

static int side_init(const struct nd_mesh *mesh, const char *name, const char *other, struct side *side)
{
    int status = 0;
    TRY(find_boundary(mesh, name, other, &side->boundary));
    for (nd_idx b = 0; b < mesh->Nb; b++) side->n += mesh->boundary[b] == side->boundary;
    ALLOC(side->face, side->n);
    ALLOC(side->vertex, 3 * (size_t)side->n);
    ALLOC(side->place, 3 * (size_t)side->n);
    nd_idx n = 0, m = 0;
    for (nd_idx b = 0; b < mesh->Nb; b++) {
        if (mesh->boundary[b] != side->boundary) continue;
        side->face[n++] = b;
        for (size_t i = 0; i < 3; i++) side->vertex[m++] = mesh->BToV[3 * (size_t)b + i];
    }
    qsort(side->vertex, (size_t)m, sizeof *side->vertex, by_index);
    for (nd_idx i = 0; i < m; i++)
        if (!i || side->vertex[i] != side->vertex[side->nvertices - 1])
            side->vertex[side->nvertices++] = side->vertex[i];
    TRY(side_measure(mesh, side));
done:
    return status;
}

struct placed {
    double place;
    nd_idx vertex;
};

static int by_place(const void *a, const void *b)
{
    const struct placed *p = a, *q = b;
    if (p->place != q->place) return p->place < q->place ? -1 : 1;
    return (p->vertex > q->vertex) - (p->vertex < q->vertex);
}

static int sort_vertices(const struct nd_mesh *mesh, struct side *side)
{
    int status = 0;
    struct placed *placed = NULL;
    ALLOC(placed, side->nvertices);
    for (nd_idx i = 0; i < side->nvertices; i++)
        placed[i] = (struct placed){nd_place(nd_mesh_vertex(mesh, side->vertex[i])), side->vertex[i]};
    qsort(placed, (size_t)side->nvertices, sizeof *placed, by_place);
    for (nd_idx i = 0; i < side->nvertices; i++) {
        side->vertex[i] = placed[i].vertex;
        side->place[i] = placed[i].place;
    }
done:
    free(placed);
    return status;
}

/* The vertex of a side nearest to x within the tolerance, or -1. */
static nd_idx find_vertex(const struct nd_mesh *mesh, const struct side *side, const double x[3],
                          double tolerance)
{
    double at = nd_place(x), nearest = tolerance * tolerance;
    nd_idx low = 0, high = side->nvertices, found = -1;
    while (low < high) {
        nd_idx middle = low + (high - low) / 2;
        if (side->place[middle] < at - 2 * tolerance)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < side->nvertices && side->place[low] <= at + 2 * tolerance; low++) {
        double d = nd_distance2(nd_mesh_vertex(mesh, side->vertex[low]), x);
        if (d > nearest) continue;
        nearest = d;
        found = side->vertex[low];
    }
    return found;
}

/* partner[i]: the vertex of `to` that matches the i-th vertex of `from`, or -1. */
static int match_vertices(const struct nd_mesh *mesh, const struct side *from, struct side *to,
                          nd_idx *partner)
{
    int status = 0;
    double tolerance = TOLERANCE * fmax(from->extent, to->extent);
    TRY(sort_vertices(mesh, to));
    for (nd_idx i = 0; i < from->nvertices; i++) {
        const double *p = nd_mesh_vertex(mesh, from->vertex[i]);
        double x[3];
        for (int j = 0; j < 3; j++) x[j] = p[j] + (to->centroid[j] - from->centroid[j]);
        partner[i] = find_vertex(mesh, to, x, tolerance);
    }
done:
    return status;
}

/* pair[0..3): a face of `from`. Sets pair[3..6) to its partner among the sorted faces of `to`. */
static int match_face(const struct nd_mesh *mesh, const struct side *from, const nd_idx *partner,
                      const struct side *to, struct nd_face *sorted, nd_idx *pair)
{
    int status = 0;
    struct nd_face *found = NULL;
    for (int i = 0; i < 3; i++) {
        const nd_idx *at = bsearch(&pair[i], from->vertex, (size_t)from->nvertices, sizeof *at, by_index);
        pair[3 + i] = partner[at - from->vertex];
    }
    if (pair[3] >= 0 && pair[4] >= 0 && pair[5] >= 0) {
        struct nd_face key = nd_face_key(pair[3], pair[4], pair[5], 0);
        found = bsearch(&key, sorted, (size_t)to->n, sizeof *sorted, nd_face_compare);
    }
    if (found) return 0;
    double x[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) x[j] += nd_mesh_vertex(mesh, pair[i])[j] / 3;
    FAIL(NUDGE_EVALUE,
         "%s: the face of boundary \"%s\" at (%g, %g, %g) has no partner in \"%s\", (%g, %g, %g) away; "
         "periodic boundaries must be meshed alike (in gmsh: Periodic Surface)",
         mesh->name, mesh->boundary_name[from->boundary], x[0], x[1], x[2], mesh->boundary_name[to->boundary],
         to->centroid[0] - from->centroid[0], to->centroid[1] - from->centroid[1],
         to->centroid[2] - from->centroid[2]);
done:
    return status;
}

/* A boundary is joined to one other only, and as a whole: checking its first face suffices. */
static int check_free(const struct nd_mesh *mesh, const struct side *side)
{
    int status = 0;
    const nd_idx *v = mesh->BToV + 3 * (size_t)side->face[0];
    struct nd_face mine = nd_face_key(v[0], v[1], v[2], 0);
    for (size_t i = 0; i < 2 * (size_t)mesh->Nperiodic; i++) {
        const nd_idx *w = mesh->periodic + 3 * i;
        struct nd_face other = nd_face_key(w[0], w[1], w[2], 0);
        if (nd_face_same(&mine, &other))
            FAIL(NUDGE_EVALUE, "%s: boundary \"%s\" is made periodic twice", mesh->name,
                 mesh->boundary_name[side->boundary]);
    }
done:
    return status;
}

/* The faces of a side, sorted; none may occur twice in the mesh. */
static int sort_faces(const struct nd_mesh *mesh, const struct side *side, struct nd_face *sorted)
{
    int status = 0;
    for (nd_idx i = 0; i < side->n; i++) {
        const nd_idx *v = mesh->BToV + 3 * (size_t)side->face[i];
        sorted[i] = nd_face_key(v[0], v[1], v[2], 0);
    }
    qsort(sorted, (size_t)side->n, sizeof *sorted, nd_face_compare);
    for (nd_idx i = 1; i < side->n; i++)
        if (nd_face_same(&sorted[i], &sorted[i - 1]))
            FAIL(NUDGE_EVALUE, "%s: boundary \"%s\" has a face twice", mesh->name,
                 mesh->boundary_name[side->boundary]);
done:
    return status;
}

static int match(struct nd_mesh *mesh, const struct side *from, struct side *to)
{
    int status = 0;
    struct nd_face *sorted = NULL;
    nd_idx *partner = NULL, *pairs = NULL;
    if (from->n != to->n)
        FAIL(NUDGE_EVALUE,
             "%s: boundary \"%s\" has %d faces and \"%s\" has %d; periodic boundaries must be meshed alike",
             mesh->name, mesh->boundary_name[from->boundary], from->n, mesh->boundary_name[to->boundary],
             to->n);
    TRY(check_free(mesh, from));
    TRY(check_free(mesh, to));
    ALLOC(sorted, to->n);
    ALLOC(partner, from->nvertices);
    ALLOC(pairs, 6 * ((size_t)mesh->Nperiodic + (size_t)from->n));
    TRY(sort_faces(mesh, from, sorted));
    TRY(sort_faces(mesh, to, sorted));
    TRY(match_vertices(mesh, from, to, partner));
    if (mesh->Nperiodic) memcpy(pairs, mesh->periodic, 6 * (size_t)mesh->Nperiodic * sizeof *pairs);
    for (nd_idx i = 0; i < from->n; i++) {
        nd_idx *pair = pairs + 6 * ((size_t)mesh->Nperiodic + (size_t)i);
        memcpy(pair, mesh->BToV + 3 * (size_t)from->face[i], 3 * sizeof *pair);
        TRY(match_face(mesh, from, partner, to, sorted, pair));
    }
    free(mesh->periodic);
    mesh->periodic = pairs;
    mesh->Nperiodic += from->n;
    pairs = NULL;
done:
    free(sorted);
    free(partner);
    free(pairs);
    return status;
}

int nd_mesh_make_periodic(struct nd_mesh *mesh, const char *from, const char *to)
{
    int status = 0;
    struct side a = {0}, b = {0};
    TRY(side_init(mesh, from, to, &a));
    TRY(side_init(mesh, to, from, &b));
    if (a.boundary == b.boundary)
        FAIL(NUDGE_EVALUE,
             "%s: boundary \"%s\" cannot be periodic with itself; name the two sides differently", mesh->name,
             from);
    TRY(match(mesh, &a, &b));
done:
    side_clear(&a);
    side_clear(&b);
    return status;
}
