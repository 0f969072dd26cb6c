/* Boundaries of the mesh as small triangles, fine enough to show fields of any order. */
#ifndef ND_BOUNDARY_TRIANGLES_H
#define ND_BOUNDARY_TRIANGLES_H

#include "elem/geometry.h"
#include "problem/problem.h"

struct nd_boundary_triangles {
    int faces, parts, Np; /* parts: into which each edge of a face is cut */
    int each;             /* points of a face: (parts + 1) (parts + 2) / 2 */
    int outside;          /* faces of the hull are seen from outside */
    nd_idx *element;      /* [faces] the element that the face belongs to */
    unsigned char *side;  /* [faces] which of its faces that is */
    double *weight;       /* [4][each][Np] interpolates nodal values to the points of a face */
    int points, triangles;
    double *point;  /* [points][3]; faces do not share points, because fields may jump */
    double *normal; /* [points][3] to the side that is seen; smooth where faces bend little */
    int *triangle;  /* [triangles][3], counterclockwise seen from there */
    double low[3], high[3], centre[3]; /* the box around it, and its middle by area */
};

/* wanted: [mesh->nboundaries], whether the boundary is shown. toward: a face between two elements
 * is drawn with the element on that side. side: from which all other faces are seen. If there are
 * no faces, `faces` is 0. */
int nd_boundary_triangles_init(struct nd_boundary_triangles *surface, const struct nd_mesh *mesh,
                               const struct nd_elem *elem, const unsigned char *wanted,
                               const double toward[3], enum nd_scene_side side);
/* Number of points for so many faces; there are fewer than twice as many triangles. */
double nd_boundary_triangles_points(double faces, int N);
void nd_boundary_triangles_clear(struct nd_boundary_triangles *surface);
/* values: nodal, [K][Np]; out: [points]. */
void nd_boundary_triangles_sample(const struct nd_boundary_triangles *surface, const double *values,
                                  double *out);

#endif
