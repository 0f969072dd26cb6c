/* The faces of elements that lie on some boundaries. */
#ifndef ND_VISIBLE_FACES_H
#define ND_VISIBLE_FACES_H

#include "elem/geometry.h"
#include "problem/problem.h"

struct nd_visible_face {
    nd_idx vertex[3]; /* rising */
    nd_idx element;   /* -1: none has it */
    int side;         /* as in part/connect.h */
    int both;         /* it lies between two elements */
    double normal[3]; /* to the side from which it is seen, of unit length */
    double area;
};

struct nd_visible_faces {
    struct nd_visible_face *face; /* [n], to be freed */
    int n;
    int outside; /* whether faces of the hull are seen from outside */
};
/* wanted, toward, side: as nd_boundary_triangles_init describes them. */
int nd_visible_faces_find(struct nd_visible_faces *faces, const struct nd_mesh *mesh,
                          const unsigned char *wanted, const double toward[3], enum nd_scene_side side);
/* Normals at the corners of faces, by the number of the vertex in the face's element; smooth where
 * faces bend little. */
int nd_visible_normals(const struct nd_mesh *mesh, const struct nd_visible_face *face, int faces,
                       double (*normal)[4][3]);

#endif
