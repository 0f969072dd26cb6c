#include "part/seams.h"

#include <math.h>
#include <string.h>
#include "mesh/geometry.h"
#include "part/holes.h"
#include "part/parts.h"
#include "part/touch.h"
#include "part/twins.h"

#define THIN 0.03 /* fraction of the inradius of an element: a wider gap beside it is resolved by the mesh */

enum { RAYS = 1024 }; /* distributed over the faces, and as many over the components */

struct pair {
    nd_idx i, j;
    struct nd_touch touch;
};

struct pairs {
    struct pair *at;
    size_t n, capacity;
};

struct search {
    struct nd_hull hull;
    struct pairs pairs;
    nd_idx *twin, ntwins;   /* as nd_twins_find */
    unsigned char *touched; /* [hull.n] faces that lie back to back with others */
    nd_idx *parent;         /* as nd_parts_init */
    const unsigned char *named;
};

static int add_pair(const struct nd_hull *hull, nd_idx i, nd_idx j, struct pairs *pairs)
{
    int status = 0;
    struct pair pair = {.i = i < j ? i : j, .j = i < j ? j : i};
    nd_touch_find(hull, pair.i, pair.j, &pair.touch);
    if (pair.touch.kind == ND_APART) return 0;
    TRY(nd_grow(&pairs->at, &pairs->capacity, pairs->n + 1, sizeof *pairs->at));
    pairs->at[pairs->n++] = pair;
done:
    return status;
}

/* A face with a twin is compared with its twin, other faces with all that are near, each pair once. Two faces
 * that both have twins are not compared: in a mesh in which each element has its own nodes that would take
 * long and find nothing new. */
static int find_pairs_of(const struct search *s, nd_idx i, struct nd_hull_list *near, struct pairs *pairs)
{
    int status = 0;
    const struct nd_hull *hull = &s->hull;
    const double *p[3];
    if (nd_hull_periodic(hull, i)) return 0;
    if (s->twin[i] >= 0) return s->twin[i] > i ? add_pair(hull, i, s->twin[i], pairs) : 0;
    nd_hull_corners(hull, i, p);
    const double edge2 =
        fmax(nd_distance2(p[0], p[1]), fmax(nd_distance2(p[1], p[2]), nd_distance2(p[2], p[0])));
    TRY(nd_hull_near(hull, i, s->ntwins ? -1 : i, ND_TOUCH_NEAR * sqrt(edge2), near));
    for (size_t n = 0; n < near->n; n++) {
        const nd_idx j = near->at[n];
        if (nd_hull_periodic(hull, j) || (j <= i && s->twin[j] < 0)) continue;
        TRY(add_pair(hull, i, j, pairs));
    }
done:
    return status;
}

static int append(struct pairs *all, const struct pairs *more)
{
    int status = 0;
    if (!more->n) return 0;
    TRY(nd_grow(&all->at, &all->capacity, all->n + more->n, sizeof *all->at));
    memcpy(all->at + all->n, more->at, more->n * sizeof *more->at);
    all->n += more->n;
done:
    return status;
}

static int by_faces(const void *a, const void *b)
{
    const struct pair *p = a, *q = b;
    if (p->i != q->i) return p->i < q->i ? -1 : 1;
    return (p->j > q->j) - (p->j < q->j);
}

/* All touching pairs, in an order that does not depend on threads. */
static int find_pairs(struct search *s, struct nd_seams *seams)
{
    int status = 0, failed = 0;
    uint64_t visits = 0;
#pragma omp parallel reduction(+ : visits)
    {
        struct pairs own = {0};
        struct nd_hull_list near = {0};
        int bad = 0;
#pragma omp for schedule(dynamic, 512)
        for (nd_idx i = 0; i < s->hull.n; i++)
            if (!bad) bad = find_pairs_of(s, i, &near, &own);
        visits += near.visits;
#pragma omp critical
        {
            if (!bad) bad = append(&s->pairs, &own);
            if (bad) failed = bad;
        }
        free(own.at);
        free(near.at);
    }
    seams->visits = visits;
    if (failed) FAIL(NUDGE_ENOMEM, "out of memory");
    if (s->pairs.n) qsort(s->pairs.at, s->pairs.n, sizeof *s->pairs.at, by_faces);
done:
    return status;
}

static int is_named(const struct search *s, nd_idx i)
{
    const nd_idx b = s->hull.connect->EToB[s->hull.face[i].face];
    return s->named ? s->named[b] : s->hull.mesh->boundary_name[b][0] != 0;
}

static void note(const struct search *s, const struct pair *pair, nd_idx *count, struct nd_seam *first)
{
    if ((*count)++) return;
    first->face[0] = s->hull.face[pair->i].face;
    first->face[1] = s->hull.face[pair->j].face;
    memcpy(first->at, pair->touch.at, sizeof first->at);
}

/* The inradius of the element behind a face. */
static double inradius(const struct nd_hull *hull, nd_idx i)
{
    return nd_mesh_inradius(hull->mesh, (nd_idx)(hull->face[i].face / 4));
}

/* Whether the space between them is intended: inside one connected boundary, or where elements are about as
 * thin. */
static int is_gap(const struct search *s, const struct pair *pair)
{
    const struct nd_touch *t = &pair->touch;
    if (t->kind == ND_OVERLAP || t->low < -ND_TOUCH_SAME) return 0;
    if (t->high > ND_TOUCH_SAME && s->hull.component[pair->i] == s->hull.component[pair->j]) return 1;
    return t->high * t->edge > THIN * fmin(inradius(&s->hull, pair->i), inradius(&s->hull, pair->j));
}

static void judge(struct search *s, const struct pair *pair, struct nd_seams *seams)
{
    const struct nd_touch *t = &pair->touch;
    const int apart = t->kind == ND_WHOLE ? t->apart > ND_TOUCH_SAME : t->high > ND_TOUCH_SAME;
    if (is_gap(s, pair)) return;
    s->touched[pair->i] = s->touched[pair->j] = 1;
    nd_parts_join(s->parent, (nd_idx)(s->hull.face[pair->i].face / 4),
                  (nd_idx)(s->hull.face[pair->j].face / 4));
    if (t->kind == ND_OVERLAP) {
        note(s, pair, &seams->overlapping, &seams->overlap);
        seams->overlaps = 1;
    } else if (is_named(s, pair->i) && is_named(s, pair->j)) {
        seams->walls++;
    } else if (apart && (t->kind == ND_WHOLE || t->low > -ND_TOUCH_SAME)) {
        note(s, pair, &seams->near, &seams->nearly);
        seams->apart = fmax(seams->apart, t->edge * (t->kind == ND_WHOLE ? t->apart : t->high));
    } else if (t->kind == ND_WHOLE) {
        note(s, pair, &seams->coincident, &seams->coincides);
    } else {
        note(s, pair, &seams->hanging, &seams->hangs);
    }
}

static void centroid(const struct nd_mesh *mesh, nd_idx k, double x[3])
{
    for (int c = 0; c < 3; c++) {
        x[c] = 0;
        for (size_t v = 0; v < 4; v++) x[c] += 0.25 * nd_mesh_vertex(mesh, mesh->EToV[4 * (size_t)k + v])[c];
    }
}

static int contains(const struct nd_mesh *mesh, nd_idx k, const double x[3])
{
    const double *p[4];
    for (size_t v = 0; v < 4; v++) p[v] = nd_mesh_vertex(mesh, mesh->EToV[4 * (size_t)k + v]);
    return nd_tet_det(x, p[1], p[2], p[3]) > 0 && nd_tet_det(p[0], x, p[2], p[3]) > 0 &&
           nd_tet_det(p[0], p[1], x, p[3]) > 0 && nd_tet_det(p[0], p[1], p[2], x) > 0;
}

/* Whether the middle of the element behind face i lies in other elements, too. A body inside another one has
 * no face near the other's. */
static int look_inside(const struct search *s, nd_idx i, struct nd_seams *seams)
{
    static const double way[3][3] = {{0.5411961001, 0.3247595264, 0.7756915128},
                                     {-0.7071623412, 0.6123948172, 0.3535234125},
                                     {0.2672893817, -0.8017125421, 0.5345613917}};
    const struct nd_mesh *mesh = s->hull.mesh;
    const nd_idx k = (nd_idx)(s->hull.face[i].face / 4);
    double x[3];
    centroid(mesh, k, x);
    for (int d = 0; d < 3; d++) /* if all three agree, no ray has met an edge */
        if (nd_hull_depth(&s->hull, x, way[d]) < 2) return 0;
    for (nd_idx m = 0; m < mesh->K; m++) {
        if (m == k || !contains(mesh, m, x)) continue;
        seams->overlap = (struct nd_seam){{4 * (uint32_t)k, 4 * (uint32_t)m}, {x[0], x[1], x[2]}};
        seams->overlaps = 1;
        break;
    }
    return seams->overlaps;
}

/* Tests some faces, evenly distributed, and the first face of each component. */
static void find_nested(const struct search *s, struct nd_seams *seams)
{
    const nd_idx n = s->hull.n, step = n / RAYS + 1, few = s->hull.ncomponents / RAYS + 1;
    nd_idx next = 0; /* components are numbered in the order of faces */
    for (nd_idx i = 0; i < n && !seams->overlaps; i++) {
        const int first = s->hull.component[i] == next;
        next += first;
        if (i % step == 0 || (first && (next - 1) % few == 0)) look_inside(s, i, seams);
    }
}

int nd_seams_find(struct nd_seams *seams, const struct nd_mesh *mesh, const struct nd_connect *connect,
                  const unsigned char *named)
{
    int status = 0;
    struct search s = {.named = named};
    *seams = (struct nd_seams){0};
    TRY(nd_hull_init(&s.hull, mesh, connect));
    ALLOC(s.touched, s.hull.n);
    seams->faces = s.hull.n;
    ALLOC(s.twin, s.hull.n);
    TRY(nd_twins_find(&s.hull, s.twin, &s.ntwins));
    TRY(find_pairs(&s, seams));
    ALLOC(s.parent, mesh->K);
    nd_parts_init(s.parent, connect, mesh->K);
    for (nd_idx k = 0; k < mesh->real; k++)
        nd_parts_join(s.parent, k, k + mesh->real); /* of complex fields */
    for (size_t i = 0; i < s.pairs.n; i++) judge(&s, &s.pairs.at[i], seams);
    if (!seams->overlaps) find_nested(&s, seams);
    TRY(nd_holes_find(seams, &s.hull, s.touched));
    TRY(nd_parts_find(seams, mesh, s.parent));
done:
    free(s.parent);
    free(s.twin);
    free(s.touched);
    free(s.pairs.at);
    nd_hull_clear(&s.hull);
    return status;
}
