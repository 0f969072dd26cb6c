/* The faces of elements on some boundaries, with the side from which they are seen. Used by
 * plot/boundary_triangles.h. */
#ifndef ND_VISIBLE_FACES_H
#define ND_VISIBLE_FACES_H

#include "elem/geometry.h"
#include "problem/problem.h"

struct nd_visible_face {
    nd_idx vertex[3]; /* in rising order */
    nd_idx element;   /* -1: no element has it */
    int side;         /* index in the element, as in part/connect.h */
    int both;         /* 1 if it lies between two elements */
    double normal[3]; /* of unit length, towards the side from which it is seen */
    double area;
};

struct nd_visible_faces {
    struct nd_visible_face *face; /* [n], freed by the caller */
    int n;
    int outside; /* 1 if the outer boundary is seen from outside */
};
/* wanted, toward, side: as nd_boundary_triangles_init describes them. */
int nd_visible_faces_find(struct nd_visible_faces *faces, const struct nd_mesh *mesh,
                          const unsigned char *wanted, const double toward[3], enum nd_scene_side side);
/* normal[faces]: at each corner, indexed by the vertex in the face's element; smooth where the surface bends
 * little. */
int nd_visible_normals(const struct nd_mesh *mesh, const struct nd_visible_face *face, int faces,
                       double (*normal)[4][3]);

#endif
