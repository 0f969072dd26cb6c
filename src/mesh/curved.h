/* Curved elements: tetrahedra whose edges or faces bend.
 *
 * The map of a curved element from the reference element is a polynomial of degree p = curved_order, 2 to 4. Its
 * values at the lattice points (i, j, k)/p, the element's shape points, determine it. They lie in the order of the
 * mesh's vertices: L1 = i/p, L2 = j/p, L3 = k/p are the barycentric coordinates of vertices 1, 2, 3, with i fastest,
 * then j, then k. Elements of a high-order mesh that are straight are not in the list. */
#ifndef ND_CURVED_H
#define ND_CURVED_H

#include "mesh/mesh.h"

#define ND_CURVED_ORDER_MOST  4
#define ND_CURVED_POINTS_MOST 35

/* Shape points of a tetrahedron of this order. */
static inline int nd_curved_points(int order)
{
    return (order + 1) * (order + 2) * (order + 3) / 6;
}
/* lattice[points][4]: the numbers p L of each shape point. */
void nd_curved_lattice(int order, int (*lattice)[4]);
/* The place of element k in the list of curved elements; -1 if it is straight. */
nd_idx nd_curved_index(const struct nd_mesh *mesh, nd_idx k);
/* The shape points [points][3] of element k; null if it is straight. */
const double *nd_curved_shape(const struct nd_mesh *mesh, nd_idx k);
/* The point x of a shape at barycentric coordinates L, and, if along is not null, its derivatives along r, s, t. */
void nd_curved_map(int order, const double *shape, const double L[4], double x[3], double along[3][3]);
/* Values [points] of the shape functions at L, and their derivatives [3][points] along r, s, t unless null. */
void nd_curved_functions(int order, const double L[4], double *value, double *derivative);

/* Finds the elements of a high-order mesh that are not straight. points[K][points]: indices into mesh->V of their
 * shape points. Then removes from V what is no vertex. */
int nd_curved_find(struct nd_mesh *mesh, int order, const nd_idx *points);
/* Appends element k, after those that are in the list, unless its shape is straight. capacity: of the list and of the shapes,
 * for nd_grow. */
int nd_curved_add(struct nd_mesh *mesh, nd_idx k, const double *shape, size_t capacity[2]);
/* Exchanges the vertices 2 and 3 of a shape. */
void nd_curved_turn(int order, double *shape);
/* Fails unless the Jacobian is positive everywhere in all curved elements; the message names elements. */
int nd_curved_check(const struct nd_mesh *mesh);
/* The largest distance of element k from the straight one, relative to its longest edge. */
double nd_curved_bend(const struct nd_mesh *mesh, nd_idx k);
/* Whether face f, of part/connect.h, of element k is not plane, or has a bent edge. */
int nd_curved_face(const struct nd_mesh *mesh, nd_idx k, int f);
/* Whether the coordinate along an axis is not linear in element k: it bends along this axis. */
int nd_curved_axis_bends(const struct nd_mesh *mesh, nd_idx k, int axis);
/* Barycentric coordinates L of a point in the element with this shape, or near it. Returns 0 if there are none. */
int nd_curved_locate(int order, const double *shape, const double x[3], double L[4]);
/* A box that contains the element. */
void nd_curved_box(int order, const double *shape, double low[3], double high[3]);
/* Volume of element k. */
double nd_curved_volume(const struct nd_mesh *mesh, nd_idx k);

#endif
