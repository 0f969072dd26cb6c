#include "mesh/geometry.h"

#include <math.h>
#include <string.h>

double nd_triangle_area(const double *p, const double *q, const double *r)
{
    double a[3], b[3];
    for (int i = 0; i < 3; i++) {
        a[i] = q[i] - p[i];
        b[i] = r[i] - p[i];
    }
    double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
    return 0.5 * sqrt(x * x + y * y + z * z);
}

double nd_mesh_inradius(const struct nd_mesh *mesh, nd_idx k)
{
    const nd_idx *v = mesh->EToV + 4 * (size_t)k;
    const double *p[4];
    for (int i = 0; i < 4; i++) p[i] = nd_mesh_vertex(mesh, v[i]);
    double area = nd_triangle_area(p[0], p[1], p[2]) + nd_triangle_area(p[0], p[1], p[3]) +
                  nd_triangle_area(p[1], p[2], p[3]) + nd_triangle_area(p[0], p[2], p[3]);
    return 0.5 * fabs(nd_tet_det(p[0], p[1], p[2], p[3])) / area;
}

struct nd_face nd_face_key(nd_idx a, nd_idx b, nd_idx c, nd_idx owner)
{
    nd_idx low = a < b ? a : b, high = a < b ? b : a;
    if (c < low) return (struct nd_face){{c, low, high}, owner};
    if (c < high) return (struct nd_face){{low, c, high}, owner};
    return (struct nd_face){{low, high, c}, owner};
}

int nd_face_compare(const void *a, const void *b)
{
    const struct nd_face *f = a, *g = b;
    for (int i = 0; i < 3; i++)
        if (f->v[i] != g->v[i]) return f->v[i] < g->v[i] ? -1 : 1;
    return (f->owner > g->owner) - (f->owner < g->owner);
}

int nd_faces_sort(struct nd_face *face, size_t n, nd_idx Nv)
{
    int status = 0;
    size_t *begin = NULL;
    struct nd_face *sorted = NULL;
    if (!n) return 0;
    ALLOC(begin, (size_t)Nv + 2);
    ALLOC(sorted, n);
    for (size_t i = 0; i < n; i++) begin[face[i].v[0] + 2]++;
    for (size_t i = 2; i < (size_t)Nv + 2; i++) begin[i] += begin[i - 1];
    /* begin[v + 1] moves from the start of bucket v to its end, which is the start of the next bucket. */
    for (size_t i = 0; i < n; i++) sorted[begin[face[i].v[0] + 1]++] = face[i];
    for (size_t v = 0; v < (size_t)Nv; v++)
        if (begin[v + 1] - begin[v] > 1)
            qsort(sorted + begin[v], begin[v + 1] - begin[v], sizeof *sorted, nd_face_compare);
    memcpy(face, sorted, n * sizeof *face);
done:
    free(begin);
    free(sorted);
    return status;
}
