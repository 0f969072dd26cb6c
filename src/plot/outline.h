/* The outlines of bodies on a plane: where it crosses faces between two regions, tagged faces inside the mesh, and
 * the mesh's own boundary. */
#ifndef ND_OUTLINE_H
#define ND_OUTLINE_H

#include "plot/slice.h"

struct nd_outline {
    int n;
    double (*at)[4]; /* [n] the ends of a segment: right, up, right, up */
    size_t capacity;
};

/* A plane that lies in faces shows the side of smaller coordinates, if there is one. */
int nd_outline_find(struct nd_outline *outline, const struct nd_mesh *mesh, const struct nd_plane *plane);
void nd_outline_clear(struct nd_outline *outline);

#endif
