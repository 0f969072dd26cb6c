/* Extrudes one side of the box after the other: all outer faces in its plane. After growth in x the mesh is
 * a box again; the planes in y then include the sides of the new layers, so that edges and corners need no
 * special care. Where a conductor passes through a side, the plane has a hole: nothing grows over it, and its
 * rim continues as the conductor's surface. */
#include "mesh/grow.h"

#include <math.h>
#include "mesh/extrude.h"

/* Fractions of the mesh's extent: how far vertices may lie off a side's plane because a file rounds them, and
 * how thick a layer must be at least so that this does no harm. */
#define TOLERANCE 1e-6
#define THINNEST  1e-5
/* A boundary that meets the side at an angle whose cosine is above this passes for a side that is not flat,
 * not for an object that passes through the side. */
#define STEEP 0.5

struct frame {
    double low[3], high[3];
    double extent; /* the longest edge before growth */
};

static const char *const side_name[6] = {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"};

static double side_at(const struct frame *frame, int side)
{
    return side % 2 ? frame->high[side / 2] : frame->low[side / 2];
}

static int is_in(const struct nd_mesh *mesh, const struct frame *frame, int side, nd_idx v)
{
    const double off = nd_mesh_vertex(mesh, v)[side / 2] - side_at(frame, side);
    return fabs(off) <= TOLERANCE * frame->extent;
}

/* How many of the three vertices lie in the plane. in[v]: whether vertex v does. */
static int count_in(const unsigned char *in, const nd_idx v[3])
{
    return in[v[0]] + in[v[1]] + in[v[2]];
}

/* Bounds of the elements; a file may have vertices that no element uses. */
static int measure(const struct nd_mesh *mesh, struct frame *frame)
{
    int status = 0;
    *frame = (struct frame){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, 0};
    for (size_t i = 0; i < 4 * (size_t)mesh->K; i++)
        for (int a = 0; a < 3; a++) {
            const double x = nd_mesh_vertex(mesh, mesh->EToV[i])[a];
            frame->low[a] = fmin(frame->low[a], x);
            frame->high[a] = fmax(frame->high[a], x);
        }
    for (int a = 0; a < 3; a++) frame->extent = fmax(frame->extent, frame->high[a] - frame->low[a]);
    if (!(isfinite(frame->extent) && frame->extent > 0))
        FAIL(NUDGE_EVALUE, "%s: there is nothing that could grow", mesh->name);
done:
    return status;
}

/* A growing list of faces. */
struct faces {
    struct nd_face *at;
    size_t n, capacity;
};

static int add_near(const unsigned char *in, const nd_idx v[3], nd_idx owner, struct faces *faces)
{
    int status = 0;
    if (count_in(in, v) < 2) return 0;
    TRY(nd_grow(&faces->at, &faces->capacity, faces->n + 1, sizeof *faces->at));
    faces->at[faces->n++] = nd_face_key(v[0], v[1], v[2], owner);
done:
    return status;
}

/* Faces of elements and tagged triangles (owner -1 - b) with at least two vertices in the plane. */
static int collect(const struct nd_mesh *mesh, const unsigned char *in, struct faces *faces)
{
    int status = 0;
    static const int corner[4][3] = {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {0, 2, 3}};
    for (nd_idx b = 0; b < mesh->Nb; b++) TRY(add_near(in, mesh->BToV + 3 * (size_t)b, -1 - b, faces));
    for (nd_idx k = 0; k < mesh->K; k++) {
        const nd_idx *v = mesh->EToV + 4 * (size_t)k;
        if (count_in(in, v) + in[v[3]] < 2) continue;
        for (int f = 0; f < 4; f++) {
            const nd_idx w[3] = {v[corner[f][0]], v[corner[f][1]], v[corner[f][2]]};
            TRY(add_near(in, w, k, faces));
        }
    }
done:
    return status;
}

/* The edge in the plane of a face with one vertex outside it. */
static struct nd_edge edge_in(const unsigned char *in, const struct nd_face *face, nd_idx boundary, int sheet)
{
    const int first = in[face->v[0]] ? 0 : 1, last = in[face->v[2]] ? 2 : 1;
    return (struct nd_edge){{face->v[first], face->v[last]}, boundary, sheet};
}

/* The boundary of the first of n tags (owner -1 - b) that belongs to a wall, or -1. */
static nd_idx find_wall(const struct nd_mesh *mesh, const struct nd_face *tag, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (nd_mesh_is_wall(mesh, mesh->boundary[-1 - tag[i].owner]))
            return mesh->boundary[-1 - tag[i].owner];
    return -1;
}

/* The component of an element face's outward unit normal along the side's outward normal. */
static double steepness(const struct nd_mesh *mesh, const struct nd_extrude *extrude,
                        const struct nd_face *face)
{
    const double *p[4];
    double n[3], size = 0, inwards = 0;
    const nd_idx *v = mesh->EToV + 4 * (size_t)face->owner;
    for (int i = 0; i < 3; i++) p[i] = nd_mesh_vertex(mesh, face->v[i]);
    p[3] = p[0];
    for (int i = 0; i < 4; i++)
        if (v[i] != face->v[0] && v[i] != face->v[1] && v[i] != face->v[2]) p[3] = nd_mesh_vertex(mesh, v[i]);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        n[i] = (p[1][j] - p[0][j]) * (p[2][k] - p[0][k]) - (p[1][k] - p[0][k]) * (p[2][j] - p[0][j]);
        size += n[i] * n[i];
        inwards += n[i] * (p[3][i] - p[0][i]);
    }
    return (extrude->thickness > 0) == (inwards < 0) ? n[extrude->axis] / sqrt(size)
                                                     : -n[extrude->axis] / sqrt(size);
}

static int check_steep(const struct nd_mesh *mesh, const struct nd_extrude *extrude,
                       const struct nd_face *face)
{
    int status = 0;
    if (steepness(mesh, extrude, face) <= STEEP) return 0;
    const double *p = nd_mesh_vertex(mesh, face->v[0]);
    FAIL(NUDGE_EVALUE,
         "%s: no PML can grow on %s, which is not flat: beside (%g, %g, %g) the boundary slopes away from "
         "the plane %c = %g; the PML needs flat sides, through which conductors may go steeply, or mesh the "
         "PML as a region of the file",
         mesh->name, side_name[2 * extrude->axis + (extrude->thickness > 0)], p[0], p[1], p[2],
         "xyz"[extrude->axis], extrude -> at);
done:
    return status;
}

/* Sorts the outer faces, which belong to one element only. Faces in the plane go to extrude->face with their
 * three edges (boundary -1). The edge of a tagged face beside the plane goes to extrude->edge, and so does
 * the edge of a wall inside the mesh, whose faces belong to two elements. */
static int sort_out(const struct nd_mesh *mesh, const unsigned char *in, const struct faces *faces,
                    struct nd_extrude *extrude)
{
    int status = 0;
    static const int corner[3][2] = {{0, 1}, {0, 2}, {1, 2}};
    const struct nd_face *face = faces->at;
    ALLOC(extrude->face, faces->n);
    ALLOC(extrude->edge, 3 * faces->n);
    for (size_t i = 0, next; i < faces->n; i = next) {
        size_t element = i;
        for (next = i; next < faces->n && nd_face_same(&face[i], &face[next]); next++)
            if (face[next].owner < 0) element = next + 1;
        const nd_idx *v = face[i].v, wall = next - element == 2 ? find_wall(mesh, face + i, element - i) : -1;
        if (wall >= 0) extrude->edge[extrude->nedges++] = edge_in(in, &face[i], wall, 1);
        if (next - element != 1) continue;
        if (count_in(in, v) == 3) {
            extrude->face[extrude->nfaces++] = face[element];
            for (int e = 0; e < 3; e++)
                extrude->edge[extrude->nedges++] =
                    (struct nd_edge){{v[corner[e][0]], v[corner[e][1]]}, -1, 0};
            continue;
        }
        TRY(check_steep(mesh, extrude, &face[element]));
        if (element > i)
            extrude->edge[extrude->nedges++] = edge_in(in, &face[i], mesh->boundary[-1 - face[i].owner], 0);
    }
    if (!extrude->nfaces)
        FAIL(NUDGE_EVALUE,
             "%s: no PML can grow on %s, which is not flat: no boundary face lies in the bounding box's "
             "side at %c = %g; the PML needs flat sides, or mesh the PML as a region of the file",
             mesh->name, side_name[2 * extrude->axis + (extrude->thickness > 0)], "xyz"[extrude->axis],
             extrude -> at);
done:
    return status;
}

static int by_edge(const void *a, const void *b)
{
    const struct nd_edge *e = a, *f = b;
    for (int i = 0; i < 2; i++)
        if (e->v[i] != f->v[i]) return e->v[i] < f->v[i] ? -1 : 1;
    if (e->sheet != f->sheet) return e->sheet - f->sheet;
    return (e->boundary > f->boundary) - (e->boundary < f->boundary);
}

/* A wall inside the mesh reaches the plane in an edge that belongs to `faces` faces of the plane.
 * It continues straight through the layers, between the prisms on both faces. n tags, sorted. */
static int check_sheet(const struct nd_mesh *mesh, const struct nd_extrude *extrude,
                       const struct nd_edge *edge, size_t n, size_t faces)
{
    int status = 0;
    const double *p = nd_mesh_vertex(mesh, edge->v[0]);
    const char *name = mesh->boundary_name[edge->boundary],
               *side = side_name[2 * extrude->axis + (extrude->thickness > 0)];
    if (faces != 2)
        FAIL(NUDGE_EVALUE,
             "%s: boundary '%s', a wall inside the mesh, cannot go on through the PML on %s: at (%g, %g, "
             "%g) it reaches the rim of that side; let it end before, or mesh the PML as a region of the "
             "file",
             mesh->name, name, side, p[0], p[1], p[2]);
    if (edge[n - 1].boundary != edge->boundary)
        FAIL(
            NUDGE_EVALUE,
            "%s: boundaries '%s' and '%s', walls inside the mesh, reach %s in the same edge at (%g, %g, %g), "
            "where only one of them can go on through the PML; give both one name, or mesh the PML as a "
            "region of the file",
            mesh->name, name, mesh->boundary_name[edge[n - 1].boundary], side, p[0], p[1], p[2]);
done:
    return status;
}

/* Keeps the edges between one face in the plane and a tagged face beside it, and the edges between two faces
 * in the plane and a wall. */
static int keep_rim(const struct nd_mesh *mesh, struct nd_extrude *extrude)
{
    int status = 0;
    struct nd_edge *edge = extrude->edge;
    const size_t n = extrude->nedges;
    extrude->nedges = 0;
    qsort(edge, n, sizeof *edge, by_edge);
    for (size_t i = 0, next; i < n; i = next) {
        size_t tagged = i, sheet = i; /* faces of the plane come first, then tags of the hull, then walls */
        for (next = i; next < n && edge[next].v[0] == edge[i].v[0] && edge[next].v[1] == edge[i].v[1];
             next++) {
            if (edge[next].boundary < 0) tagged = next + 1;
            if (!edge[next].sheet) sheet = next + 1;
        }
        if (next > sheet) TRY(check_sheet(mesh, extrude, &edge[sheet], next - sheet, tagged - i));
        if (next > sheet) edge[extrude->nedges++] = edge[sheet];
        if (tagged - i == 1 && sheet > tagged) edge[extrude->nedges++] = edge[tagged];
    }
done:
    return status;
}

static int grow_side(struct nd_mesh *mesh, const struct frame *frame, int side, const struct nd_grow *grow)
{
    int status = 0;
    unsigned char *in = NULL;
    struct faces faces = {0};
    struct nd_extrude extrude = {.axis = side / 2,
                                 .layers = grow->layers,
                                 .at = side_at(frame, side),
                                 .thickness = side % 2 ? grow->thickness : -grow->thickness};
    ALLOC(in, mesh->Nv);
#pragma omp parallel for schedule(static)
    for (nd_idx v = 0; v < mesh->Nv; v++) in[v] = (unsigned char)is_in(mesh, frame, side, v);
    TRY(collect(mesh, in, &faces));
    TRY(nd_faces_sort(faces.at, faces.n, mesh->Nv));
    TRY(sort_out(mesh, in, &faces, &extrude));
    TRY(keep_rim(mesh, &extrude));
    TRY(nd_mesh_extrude(mesh, &extrude));
done:
    free(in);
    free(faces.at);
    free(extrude.face);
    free(extrude.edge);
    return status;
}

static void find_periodic(const struct nd_mesh *mesh, const struct frame *frame, bool periodic[6])
{
    for (size_t i = 0; i < 2 * (size_t)mesh->Nperiodic; i++)
        for (int side = 0; side < 6; side++) {
            const nd_idx *v = mesh->periodic + 3 * i;
            periodic[side] |= is_in(mesh, frame, side, v[0]) && is_in(mesh, frame, side, v[1]) &&
                              is_in(mesh, frame, side, v[2]);
        }
}

/* The requested sides, or all that are not periodic. */
static int choose_sides(const struct nd_mesh *mesh, const struct frame *frame, const struct nd_grow *grow,
                        bool chosen[6])
{
    int status = 0;
    bool periodic[6] = {false}, asked = false, any = false;
    find_periodic(mesh, frame, periodic);
    for (int side = 0; side < 6; side++) asked |= grow->side[side];
    for (int side = 0; side < 6; side++) {
        if (grow->side[side] && periodic[side])
            FAIL(NUDGE_EVALUE, "%s: no PML can grow on %s, which is periodic; leave out one of the two",
                 mesh->name, side_name[side]);
        chosen[side] = asked ? grow->side[side] : !periodic[side];
        any |= chosen[side];
    }
    if (!any) FAIL(NUDGE_EVALUE, "%s: all sides are periodic, there is none to grow a PML on", mesh->name);
done:
    return status;
}

static int check_numbers(const struct nd_mesh *mesh, const struct frame *frame, const struct nd_grow *grow)
{
    int status = 0;
    if (grow->layers < 1)
        FAIL(NUDGE_EVALUE, "%s: a PML has at least one layer, not %d", mesh->name, grow->layers);
    if (!isfinite(grow->thickness) || !(grow->thickness > 0))
        FAIL(NUDGE_EVALUE, "%s: the PML's thickness must be a positive number, not %g", mesh->name,
             grow->thickness);
    if (grow->thickness / grow->layers < THINNEST * frame->extent)
        FAIL(NUDGE_EVALUE,
             "%s: the PML's layers would be %g thick, on a mesh that extends over %g: elements that flat "
             "are of no use; take a larger thickness or fewer layers",
             mesh->name, grow->thickness / grow->layers, frame->extent);
done:
    return status;
}

int nd_mesh_grow(struct nd_mesh *mesh, const struct nd_grow *grow)
{
    int status = 0;
    bool chosen[6];
    struct frame frame;
    const nd_idx reoriented = mesh->reoriented;
    TRY(measure(mesh, &frame));
    TRY(check_numbers(mesh, &frame, grow));
    TRY(choose_sides(mesh, &frame, grow, chosen));
    for (int side = 0; side < 6; side++) {
        if (!chosen[side]) continue;
        TRY(grow_side(mesh, &frame, side, grow));
        *(side % 2 ? &frame.high[side / 2] : &frame.low[side / 2]) +=
            side % 2 ? grow->thickness : -grow->thickness;
    }
    /* Half of the new elements are inverted; the other conditions of nd_mesh_check hold by construction. */
    TRY(nd_mesh_check_shapes(mesh));
    mesh->reoriented = reoriented;
done:
    return status;
}
