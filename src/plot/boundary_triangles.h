/* Some boundaries of the mesh as small triangles, with points between which the fields of any order show. */
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
    double *weight;       /* [4][each][Np] takes an element's nodal values to its face's points */
    int points, triangles;
    double *point;  /* [points][3]; faces do not share points, for fields may jump */
    double *normal; /* [points][3] to the side that is seen; smooth where faces bend little */
    int *triangle;  /* [triangles][3], counterclockwise seen from there */
    double low[3], high[3], centre[3]; /* the box around it, and its middle by area */
};

/* wanted: [mesh->nboundaries], whether the boundary is shown. Of a face between two elements the one that lies more
 * towards `toward` is taken; side: from where all others are seen. Without any face `faces` is 0. */
int nd_boundary_triangles_init(struct nd_boundary_triangles *surface, const struct nd_mesh *mesh,
                               const struct nd_elem *elem, const unsigned char *wanted,
                               const double toward[3], enum nd_scene_side side);
/* Points (and there are fewer than twice as many triangles) that so many faces are drawn with. */
double nd_boundary_triangles_points(double faces, int N);
void nd_boundary_triangles_clear(struct nd_boundary_triangles *surface);
/* values: nodal, [K][Np]; out: [points]. */
void nd_boundary_triangles_sample(const struct nd_boundary_triangles *surface, const double *values,
                                  double *out);

#endif
