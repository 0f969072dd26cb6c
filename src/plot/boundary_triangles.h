/* Boundaries of the mesh as small triangles, fine enough to show fields of any order.
 * nd_boundary_triangles_init finds the faces that are seen and cuts them; nd_boundary_triangles_sample
 * evaluates one field at all points. */
#ifndef ND_BOUNDARY_TRIANGLES_H
#define ND_BOUNDARY_TRIANGLES_H

#include "elem/geometry.h"
#include "problem/problem.h"

struct nd_boundary_triangles {
    int faces, parts, Np; /* parts: pieces of each edge of a face */
    int each;             /* points per face: (parts + 1) (parts + 2) / 2 */
    int outside;          /* 1 if the outer boundary is seen from outside */
    nd_idx *element;      /* [faces] the element that the face belongs to */
    unsigned char *side;  /* [faces] index of the face in its element */
    double *weight; /* [4][each][Np] from an element's nodal values to values at the points of its faces */
    int points, triangles;
    double *point;  /* [points][3]; faces do not share points because fields may jump */
    double *normal; /* [points][3] towards the side that is seen; smooth where the surface bends little */
    int *triangle;  /* [triangles][3], counterclockwise seen from that side */
    double low[3], high[3], centre[3]; /* bounding box and centroid */
};

/* wanted: [nboundaries] 1 for boundaries that are shown. toward: the direction to the eye. A face between two
 * elements shows the one that lies more towards the eye; side: from which side all other faces are seen. If
 * no face is found, `faces` is 0. */
int nd_boundary_triangles_init(struct nd_boundary_triangles *surface, const struct nd_mesh *mesh,
                               const struct nd_elem *elem, const unsigned char *wanted,
                               const double toward[3], enum nd_scene_side side);
/* The number of points for this number of faces; there are fewer than twice as many triangles. */
double nd_boundary_triangles_points(double faces, int N);
void nd_boundary_triangles_clear(struct nd_boundary_triangles *surface);
/* values: nodal, [K][Np]; out: [points]. */
void nd_boundary_triangles_sample(const struct nd_boundary_triangles *surface, const double *values,
                                  double *out);

#endif
