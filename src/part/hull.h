/* The boundary of a mesh as triangles in space: which are near each other, how often a ray meets them, which hang together.
 *
 * nd_hull_init sorts the faces along a curve through space and puts a tree of boxes over them, in time linear in their number.
 * The hull refers to the mesh and its connectivity, which must outlive it. Nothing here changes after nd_hull_init, so threads
 * may ask at the same time. */
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
    nd_idx *component;         /* [n] faces that hang together by vertices have the same number, from 0 on */
    nd_idx ncomponents;
    nd_idx leaves; /* a power of two, each a few faces */
    double (
        *box)[2][3]; /* [2 * leaves] low and high corner: node i has children 2i and 2i + 1, the root is 1 */
};

/* Boundary faces and, so that the surface is closed, periodic ones. */
int nd_hull_init(struct nd_hull *hull, const struct nd_mesh *mesh, const struct nd_connect *connect);
void nd_hull_clear(struct nd_hull *hull);

static inline int nd_hull_periodic(const struct nd_hull *hull, nd_idx i)
{
    return hull->connect->EToB[hull->face[i].face] < 0;
}

/* The corners of face i. */
void nd_hull_corners(const struct nd_hull *hull, nd_idx i, const double *p[3]);

/* Faces after face `after` (-1: all) whose box is nearer than `near` to that of face i: a list that the caller keeps and reuses. */
struct nd_hull_list {
    nd_idx *at;
    size_t n, capacity;
    uint64_t visits; /* boxes looked at, summed up over calls */
};
int nd_hull_near(const struct nd_hull *hull, nd_idx i, nd_idx after, double near, struct nd_hull_list *list);

/* How many elements contain the point, by the faces that a ray from it in that direction leaves and enters through. Wrong where the
 * ray meets an edge: ask again in other directions before relying on it. */
int nd_hull_depth(const struct nd_hull *hull, const double point[3], const double direction[3]);

#endif
