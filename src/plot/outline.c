#include "plot/outline.h"

#include <math.h>
#include <string.h>
#include "mesh/curved.h"
#include "part/connect.h"

/* A face that the plane crosses, once for each of its elements and once for its tag. */
struct crossing {
    nd_idx vertex[3]; /* in rising order */
    nd_idx element;   /* -1: a tagged triangle */
    int face;
};

struct search {
    const struct nd_mesh *mesh;
    const struct nd_plane *plane;
    int touches; /* whether a coordinate on the plane counts as above it, else as below */
    struct crossing *found;
    size_t n, capacity;
};

static int is_above(const struct search *s, const double x[3])
{
    const double d = x[s->plane->axis] - s->plane->at;
    return s->touches ? d >= 0 : d > 0;
}

/* Whether some of the vertices are above the plane and others below. */
static int is_crossed(const struct search *s, const nd_idx *vertex, int n)
{
    int above = 0;
    for (int i = 0; i < n; i++) above += is_above(s, s->mesh->V + 3 * (size_t)vertex[i]);
    return above > 0 && above < n;
}

static int add_crossing(struct search *s, const nd_idx vertex[3], nd_idx element, int face)
{
    int status = 0;
    struct crossing c = {{vertex[0], vertex[1], vertex[2]}, element, face};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            if (c.vertex[j] > c.vertex[j + 1]) {
                const nd_idx held = c.vertex[j];
                c.vertex[j] = c.vertex[j + 1], c.vertex[j + 1] = held;
            }
    TRY(nd_grow(&s->found, &s->capacity, s->n + 1, sizeof *s->found));
    s->found[s->n++] = c;
done:
    return status;
}

/* A bent face may cross the plane although its corners are all on one side. */
static int find_crossings(struct search *s)
{
    int status = 0;
    const struct nd_mesh *mesh = s->mesh;
    double low[3], high[3];
    for (nd_idx k = 0; k < mesh->K; k++) {
        const nd_idx *own = mesh->EToV + 4 * (size_t)k;
        const double *shape = nd_curved_shape(mesh, k);
        if (shape) nd_curved_box(mesh->curved_order, shape, low, high);
        const int bent = shape && low[s->plane->axis] <= s->plane->at && high[s->plane->axis] >= s->plane->at;
        if (!bent && !is_crossed(s, own, 4)) continue;
        for (int f = 0; f < 4; f++) {
            const nd_idx vertex[3] = {own[nd_face_vertex[f][0]], own[nd_face_vertex[f][1]],
                                      own[nd_face_vertex[f][2]]};
            if (bent || is_crossed(s, vertex, 3)) TRY(add_crossing(s, vertex, k, f));
        }
    }
    for (nd_idx b = 0; b < mesh->Nb; b++)
        if (s->n && is_crossed(s, mesh->BToV + 3 * (size_t)b, 3))
            TRY(add_crossing(s, mesh->BToV + 3 * (size_t)b, -1, 0));
done:
    return status;
}

static int by_vertices(const void *a, const void *b)
{
    const struct crossing *x = a, *y = b;
    for (int i = 0; i < 3; i++)
        if (x->vertex[i] != y->vertex[i]) return x->vertex[i] < y->vertex[i] ? -1 : 1;
    return (x->element < y->element) - (x->element > y->element); /* elements before the tag */
}

/* Adds the segment in which the plane cuts a triangle. */
static int add_segment(const struct search *s, double x[3][3], struct nd_outline *out)
{
    int status = 0, n = 0;
    double at[4];
    for (int i = 0; i < 3; i++) {
        const double *a = x[i], *b = x[(i + 1) % 3];
        if (is_above(s, a) == is_above(s, b)) continue;
        const double share = (s->plane->at - a[s->plane->axis]) / (b[s->plane->axis] - a[s->plane->axis]);
        at[n++] = a[s->plane->right] + share * (b[s->plane->right] - a[s->plane->right]);
        at[n++] = a[s->plane->up] + share * (b[s->plane->up] - a[s->plane->up]);
    }
    if (n < 4 || (at[0] == at[2] && at[1] == at[3])) return 0;
    TRY(nd_grow(&out->at, &out->capacity, (size_t)out->n + 1, sizeof *out->at));
    memcpy(out->at[out->n++], at, sizeof at);
done:
    return status;
}

/* A curved face is cut into small triangles. */
static int add_face(const struct search *s, const struct crossing *c, struct nd_outline *out)
{
    enum { PARTS = 8 };
    int status = 0;
    double x[3][3];
    const double *shape = nd_curved_shape(s->mesh, c->element);
    if (!shape) {
        for (int i = 0; i < 3; i++) memcpy(x[i], s->mesh->V + 3 * (size_t)c->vertex[i], sizeof x[i]);
        return add_segment(s, x, out);
    }
    for (int i = 0; i < PARTS; i++)
        for (int j = 0; j < PARTS - i; j++)
            for (int turned = 0; turned < (i + j < PARTS - 1 ? 2 : 1); turned++) {
                const int corner[3][2] = {{i + turned, j + turned}, {i + 1, j}, {i, j + 1}};
                for (int v = 0; v < 3; v++) {
                    double L[4] = {0};
                    L[nd_face_vertex[c->face][1]] = (double)corner[v][0] / PARTS;
                    L[nd_face_vertex[c->face][2]] = (double)corner[v][1] / PARTS;
                    L[nd_face_vertex[c->face][0]] = 1 - (double)(corner[v][0] + corner[v][1]) / PARTS;
                    nd_curved_map(s->mesh->curved_order, shape, L, x[v], NULL);
                }
                TRY(add_segment(s, x, out));
            }
done:
    return status;
}

/* Whether the face that comes n times is one of an outline. */
static int is_outline(const struct nd_mesh *mesh, const struct crossing *c, size_t n)
{
    return c[0].element >= 0 &&
           (n == 1 || c[n - 1].element < 0 || mesh->region[c[0].element] != mesh->region[c[1].element]);
}

int nd_outline_find(struct nd_outline *outline, const struct nd_mesh *mesh, const struct nd_plane *plane)
{
    int status = 0;
    struct search s = {.mesh = mesh, .plane = plane, .touches = 1};
    *outline = (struct nd_outline){0};
    TRY(find_crossings(&s));
    if (!s.n) { /* the plane is the mesh's lower side */
        s.touches = 0;
        TRY(find_crossings(&s));
    }
    if (s.n) qsort(s.found, s.n, sizeof *s.found, by_vertices);
    for (size_t i = 0, n; i < s.n; i += n) {
        for (n = 1; i + n < s.n && !memcmp(s.found[i].vertex, s.found[i + n].vertex, sizeof s.found->vertex);)
            n++;
        if (is_outline(mesh, s.found + i, n)) TRY(add_face(&s, s.found + i, outline));
    }
done:
    free(s.found);
    if (status) nd_outline_clear(outline);
    return status;
}

void nd_outline_clear(struct nd_outline *outline)
{
    free(outline->at);
    *outline = (struct nd_outline){0};
}
