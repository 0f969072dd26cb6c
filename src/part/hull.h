/* The boundary of a mesh as triangles in space: which are near each other, how often a ray meets them, which
 * are connected.
 *
 * nd_hull_init sorts the faces along a space-filling curve and builds a tree of boxes over them, in linear
 * time. The hull refers to the mesh and its connectivity, which must outlive it. It does not change after
 * nd_hull_init, so that threads may query it at the same time. */
#ifndef ND_HULL_H
#define ND_HULL_H

#include "part/connect.h"

struct nd_hull_face {
    nd_idx v[3];   /* counter-clockwise seen from outside */
    uint32_t face; /* face % 4 of element face / 4 */
};

struct nd_hull {
    const struct nd_mesh *mesh;
    const struct nd_connect *connect;
    nd_idx n;
    struct nd_hull_face *face; /* [n] */
    nd_idx *component;         /* [n] connected faces (by vertices) have the same number, from 0 on */
    nd_idx ncomponents;
    nd_idx leaves; /* a power of two; a leaf holds a few faces */
    /* [2 * leaves] low and high corner; the root is node 1, node i has children 2i and 2i + 1 */
    double (*box)[2][3];
};

/* Includes periodic faces, so that the surface is closed. */
int nd_hull_init(struct nd_hull *hull, const struct nd_mesh *mesh, const struct nd_connect *connect);
void nd_hull_clear(struct nd_hull *hull);

static inline int nd_hull_periodic(const struct nd_hull *hull, nd_idx i)
{
    return hull->connect->EToB[hull->face[i].face] < 0;
}

/* The corners of face i. */
void nd_hull_corners(const struct nd_hull *hull, nd_idx i, const double *p[3]);

/* Lists the faces after face `after` (-1: all) whose box is nearer than `near` to that of face i. The caller
 * owns the list and may reuse it. */
struct nd_hull_list {
    nd_idx *at;
    size_t n, capacity;
    uint64_t visits; /* boxes visited, summed over calls */
};
int nd_hull_near(const struct nd_hull *hull, nd_idx i, nd_idx after, double near, struct nd_hull_list *list);

/* The number of elements that contain the point: counts the faces through which a ray from it leaves and
 * enters. Wrong if the ray meets an edge: compare several directions before relying on it. */
int nd_hull_depth(const struct nd_hull *hull, const double point[3], const double direction[3]);

#endif
