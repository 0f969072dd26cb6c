#include "part/hull.h"

#include <math.h>
#include <string.h>
#include "mesh/geometry.h"

enum { LEAF = 4, BITS = 21, DIGIT = 11, DIGITS = 6 }; /* BITS per direction, DIGITS * DIGIT >= 3 * BITS */

/* A periodic face is joined to a face with other vertices. */
static int is_periodic(const struct nd_mesh *mesh, const struct nd_connect *connect, size_t i)
{
    const nd_idx *own = mesh->EToV + i / 4 * 4;
    const size_t k = (size_t)connect->EToE[i];
    int shared = 0;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            shared += own[nd_face_vertex[i % 4][a]] ==
                      mesh->EToV[4 * k + (size_t)nd_face_vertex[connect->EToF[i]][b]];
    return shared < 3;
}

static int is_hull(const struct nd_mesh *mesh, const struct nd_connect *connect, size_t i)
{
    return connect->EToB[i] >= 0 || (mesh->Nperiodic && is_periodic(mesh, connect, i));
}

static int collect(struct nd_hull *hull)
{
    int status = 0;
    const struct nd_mesh *mesh = hull->mesh;
    size_t n = 0;
    for (size_t i = 0; i < 4 * (size_t)mesh->K; i++) n += (size_t)is_hull(mesh, hull->connect, i);
    if (n > INT32_MAX / 2) FAIL(NUDGE_EFORMAT, "%s: %zu faces on the boundary are too many", mesh->name, n);
    ALLOC(hull->face, n);
    for (size_t i = 0; i < 4 * (size_t)mesh->K; i++) {
        if (!is_hull(mesh, hull->connect, i)) continue;
        struct nd_hull_face *face = &hull->face[hull->n++];
        const nd_idx *v = mesh->EToV + i / 4 * 4;
        const int *corner = nd_face_vertex[i % 4];
        /* In a positive element the vertices of faces 1 and 2 turn left as seen from outside, those
         * of 0 and 3 right. */
        const int left = i % 4 == 1 || i % 4 == 2;
        face->face = (uint32_t)i;
        face->v[0] = v[corner[0]];
        face->v[1] = v[corner[left ? 1 : 2]];
        face->v[2] = v[corner[left ? 2 : 1]];
    }
done:
    return status;
}

void nd_hull_corners(const struct nd_hull *hull, nd_idx i, const double *p[3])
{
    for (int j = 0; j < 3; j++) p[j] = nd_mesh_vertex(hull->mesh, hull->face[i].v[j]);
}

/* As fmin and fmax, but without a call; not for NaN. */
static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

static void box_empty(double box[2][3])
{
    for (int a = 0; a < 3; a++) {
        box[0][a] = INFINITY;
        box[1][a] = -INFINITY;
    }
}

static void box_add(double box[2][3], const double low[3], const double high[3])
{
    for (int a = 0; a < 3; a++) {
        box[0][a] = least(box[0][a], low[a]);
        box[1][a] = most(box[1][a], high[a]);
    }
}

static void face_box(const struct nd_hull *hull, nd_idx i, double box[2][3])
{
    const double *p[3];
    nd_hull_corners(hull, i, p);
    box_empty(box);
    for (int j = 0; j < 3; j++) box_add(box, p[j], p[j]);
}

/* The bits of x, each followed by two zeros. */
static uint64_t spread(uint64_t x)
{
    x = (x | x << 32) & 0x1f00000000ffffu;
    x = (x | x << 16) & 0x1f0000ff0000ffu;
    x = (x | x << 8) & 0x100f00f00f00f00fu;
    x = (x | x << 4) & 0x10c30c30c30c30c3u;
    return (x | x << 2) & 0x1249249249249249u;
}

/* The position of the face along a Morton curve through the bounding box. */
static uint64_t face_key(const struct nd_hull *hull, nd_idx i, const double low[3], double extent)
{
    const double *p[3];
    uint64_t key = 0;
    nd_hull_corners(hull, i, p);
    for (int a = 0; a < 3; a++) {
        const double x = ((p[0][a] - low[a]) + (p[1][a] - low[a]) + (p[2][a] - low[a])) / (3 * extent);
        const double cells = (double)((1 << BITS) - 1);
        key |= spread((uint64_t)least(cells, most(0, x * cells))) << a;
    }
    return key;
}

struct keyed {
    uint64_t key;
    struct nd_hull_face face;
};

/* One pass of a stable radix sort. */
static void sort_digit(const struct keyed *from, struct keyed *to, nd_idx n, int digit)
{
    nd_idx start[(1 << DIGIT) + 1] = {0};
    const int shift = digit * DIGIT;
    const uint64_t mask = (1 << DIGIT) - 1;
    for (nd_idx i = 0; i < n; i++) start[(from[i].key >> shift & mask) + 1]++;
    for (int i = 1; i <= 1 << DIGIT; i++) start[i] += start[i - 1];
    for (nd_idx i = 0; i < n; i++) to[start[from[i].key >> shift & mask]++] = from[i];
}

static int sort_faces(struct nd_hull *hull)
{
    int status = 0;
    struct keyed *one = NULL, *two = NULL;
    double all[2][3], extent = 0;
    ALLOC(one, hull->n);
    ALLOC(two, hull->n);
    box_empty(all);
    for (nd_idx i = 0; i < hull->n; i++) {
        double box[2][3];
        face_box(hull, i, box);
        box_add(all, box[0], box[1]);
    }
    for (int a = 0; a < 3; a++) extent = fmax(extent, all[1][a] - all[0][a]);
    for (nd_idx i = 0; i < hull->n; i++)
        one[i] = (struct keyed){face_key(hull, i, all[0], extent), hull->face[i]};
    for (int digit = 0; digit < DIGITS; digit += 2) {
        sort_digit(one, two, hull->n, digit);
        sort_digit(two, one, hull->n, digit + 1);
    }
    for (nd_idx i = 0; i < hull->n; i++) hull->face[i] = one[i].face;
done:
    free(one);
    free(two);
    return status;
}

static int build_tree(struct nd_hull *hull)
{
    int status = 0;
    hull->leaves = 1;
    while ((int64_t)hull->leaves * LEAF < hull->n) hull->leaves *= 2;
    ALLOC(hull->box, 2 * (size_t)hull->leaves);
    for (nd_idx i = 0; i < hull->leaves; i++) box_empty(hull->box[hull->leaves + i]);
    for (nd_idx i = 0; i < hull->n; i++) {
        double box[2][3];
        face_box(hull, i, box);
        box_add(hull->box[hull->leaves + i / LEAF], box[0], box[1]);
    }
    for (nd_idx i = hull->leaves - 1; i > 0; i--) {
        box_empty(hull->box[i]);
        for (int child = 0; child < 2; child++)
            box_add(hull->box[i], hull->box[2 * i + child][0], hull->box[2 * i + child][1]);
    }
done:
    return status;
}

static nd_idx find_root(nd_idx *parent, nd_idx v)
{
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

/* Joins the vertices of each face; components are numbered in the order of their first face. */
static int number_components(struct nd_hull *hull)
{
    int status = 0;
    nd_idx *parent = NULL, *number = NULL;
    const nd_idx Nv = hull->mesh->Nv;
    ALLOC(parent, Nv);
    ALLOC(number, Nv);
    ALLOC(hull->component, hull->n);
    for (nd_idx v = 0; v < Nv; v++) {
        parent[v] = v;
        number[v] = -1;
    }
    for (nd_idx i = 0; i < hull->n; i++)
        for (int j = 1; j < 3; j++) {
            const nd_idx a = find_root(parent, hull->face[i].v[0]), b = find_root(parent, hull->face[i].v[j]);
            parent[a > b ? a : b] = a > b ? b : a;
        }
    for (nd_idx i = 0; i < hull->n; i++) {
        const nd_idx root = find_root(parent, hull->face[i].v[0]);
        if (number[root] < 0) number[root] = hull->ncomponents++;
        hull->component[i] = number[root];
    }
done:
    free(parent);
    free(number);
    return status;
}

int nd_hull_init(struct nd_hull *hull, const struct nd_mesh *mesh, const struct nd_connect *connect)
{
    int status = 0;
    *hull = (struct nd_hull){.mesh = mesh, .connect = connect};
    TRY(collect(hull));
    TRY(sort_faces(hull));
    TRY(build_tree(hull));
    TRY(number_components(hull));
done:
    if (status) nd_hull_clear(hull);
    return status;
}

void nd_hull_clear(struct nd_hull *hull)
{
    free(hull->face);
    free(hull->component);
    free(hull->box);
    *hull = (struct nd_hull){0};
}

static int boxes_meet(const double a[2][3], const double b[2][3])
{
    for (int i = 0; i < 3; i++)
        if (a[0][i] > b[1][i] || a[1][i] < b[0][i]) return 0;
    return 1;
}

static int add_leaf(const struct nd_hull *hull, nd_idx leaf, nd_idx after, const double box[2][3],
                    struct nd_hull_list *list)
{
    int status = 0;
    for (nd_idx i = leaf * LEAF; i < hull->n && i < (leaf + 1) * LEAF; i++) {
        double own[2][3];
        if (i <= after) continue;
        face_box(hull, i, own);
        if (!boxes_meet(own, box)) continue;
        TRY(nd_grow(&list->at, &list->capacity, list->n + 1, sizeof *list->at));
        list->at[list->n++] = i;
    }
done:
    return status;
}

int nd_hull_near(const struct nd_hull *hull, nd_idx i, nd_idx after, double near, struct nd_hull_list *list)
{
    int status = 0, n = 1;
    struct {
        nd_idx node, last, leaves;                       /* last: its last leaf; leaves: below it */
    } stack[64] = {{1, hull->leaves - 1, hull->leaves}}; /* at most one per level */
    double box[2][3];
    face_box(hull, i, box);
    for (int a = 0; a < 3; a++) {
        box[0][a] -= near;
        box[1][a] += near;
    }
    list->n = 0;
    while (n) {
        const nd_idx node = stack[--n].node, last = stack[n].last, half = stack[n].leaves / 2;
        list->visits++;
        if (last < after / LEAF || !boxes_meet(hull->box[node], box)) continue;
        if (!half) {
            TRY(add_leaf(hull, last, after, box, list));
            continue;
        }
        stack[n].node = 2 * node;
        stack[n].last = last - half;
        stack[n++].leaves = half;
        stack[n].node = 2 * node + 1;
        stack[n].last = last;
        stack[n++].leaves = half;
    }
done:
    return status;
}

/* Whether the ray enters the box. */
static int box_met(const double box[2][3], const double point[3], const double direction[3])
{
    double from = 0, to = INFINITY;
    if (box[0][0] > box[1][0]) return 0;
    for (int a = 0; a < 3; a++) {
        const double one = (box[0][a] - point[a]) / direction[a], two = (box[1][a] - point[a]) / direction[a];
        from = most(from, least(one, two));
        to = least(to, most(one, two));
    }
    return from <= to;
}

/* 1: the ray leaves the mesh through the face; -1: it enters; 0: it misses. */
static int face_met(const struct nd_hull *hull, nd_idx i, const double point[3], const double direction[3])
{
    const double *p[3];
    double end[3], side[3];
    nd_hull_corners(hull, i, p);
    for (int a = 0; a < 3; a++) end[a] = point[a] + direction[a];
    for (int j = 0; j < 3; j++) side[j] = nd_tet_det(point, end, p[j], p[(j + 1) % 3]);
    const int leaves = side[0] > 0 && side[1] > 0 && side[2] > 0,
              enters = side[0] < 0 && side[1] < 0 && side[2] < 0;
    if (!leaves && !enters) return 0;
    /* A ray leaves through the face if its point lies behind it. */
    const double height = nd_tet_det(p[0], p[1], p[2], point);
    return leaves ? height < 0 : -(height > 0);
}

int nd_hull_depth(const struct nd_hull *hull, const double point[3], const double direction[3])
{
    int depth = 0, n = 1;
    nd_idx stack[64] = {1};
    while (n) {
        const nd_idx node = stack[--n];
        if (!box_met(hull->box[node], point, direction)) continue;
        if (node < hull->leaves) {
            stack[n++] = 2 * node;
            stack[n++] = 2 * node + 1;
            continue;
        }
        const nd_idx first = (node - hull->leaves) * LEAF;
        for (nd_idx i = first; i < hull->n && i < first + LEAF; i++)
            depth += face_met(hull, i, point, direction);
    }
    return depth;
}
