/* Measures of tetrahedra and triangles, and sorting of faces; shared inside mesh/. */
#ifndef ND_MESH_GEOMETRY_H
#define ND_MESH_GEOMETRY_H

#include "mesh/mesh.h"

static inline const double *nd_mesh_vertex(const struct nd_mesh *mesh, nd_idx v)
{
    return mesh->V + 3 * (size_t)v;
}

/* a x b . c for the edges from the first vertex: six times the volume, negative when inverted. */
static inline double nd_tet_det(const double *p, const double *q, const double *r, const double *s)
{
    double a[3], b[3], c[3];
    for (int i = 0; i < 3; i++) {
        a[i] = q[i] - p[i];
        b[i] = r[i] - p[i];
        c[i] = s[i] - p[i];
    }
    return (a[1] * b[2] - a[2] * b[1]) * c[0] + (a[2] * b[0] - a[0] * b[2]) * c[1] +
           (a[0] * b[1] - a[1] * b[0]) * c[2];
}

static inline double nd_distance2(const double *p, const double *q)
{
    double x = p[0] - q[0], y = p[1] - q[1], z = p[2] - q[2];
    return x * x + y * y + z * z;
}

/* The coordinate along a skew direction, in which no two vertices of a regular grid are equal. */
static inline double nd_place(const double *x)
{
    return x[0] * 0.5411961001 + x[1] * 0.3247595264 + x[2] * 0.7756915128;
}

/* Rejects flat tetrahedra and reorients inverted ones. */
int nd_mesh_check_shapes(struct nd_mesh *mesh);

double nd_triangle_area(const double *p, const double *q, const double *r);

/* A face: its vertices in ascending order, and its owner (an element, or a tagged triangle). */
struct nd_face {
    nd_idx v[3], owner;
};
struct nd_face nd_face_key(nd_idx a, nd_idx b, nd_idx c, nd_idx owner);
/* Orders by vertices, then owner. */
int nd_face_compare(const void *a, const void *b);
/* As qsort with nd_face_compare, but in linear time: buckets by the lowest vertex (0 <= v < Nv). */
int nd_faces_sort(struct nd_face *face, size_t n, nd_idx Nv);
static inline int nd_face_same(const struct nd_face *a, const struct nd_face *b)
{
    return a->v[0] == b->v[0] && a->v[1] == b->v[1] && a->v[2] == b->v[2];
}

#endif
