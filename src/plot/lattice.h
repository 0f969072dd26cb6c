/* A triangular lattice of points on a plane through the mesh, and the fields there. nd_lattice_init finds the
 * points, nd_lattice_sample evaluates one field at all of them. */
#ifndef ND_LATTICE_H
#define ND_LATTICE_H

#include "elem/geometry.h"

struct nd_lattice {
    int points, Np;
    double spacing;  /* between neighbours */
    double *point;   /* [points][3], those that lie in an element */
    nd_idx *element; /* [points] */
    double *weight;  /* [points][Np] from the element's nodal values to the value at the point */
};

/* A rectangle on the plane where coordinate `axis` is `at`; low and high are used along the other two
 * axes. */
struct nd_patch {
    int axis;
    double at, low[3], high[3];
    int round; /* 1: corners are cut off */
    /* if the plane lies in faces of elements: 1 takes the elements above it along the axis, -1 those below */
    int side;
};
/* Makes about `count` points on the whole patch; those outside the mesh are left out. */
int nd_lattice_init(struct nd_lattice *lattice, const struct nd_mesh *mesh, const struct nd_elem *elem,
                    const struct nd_patch *patch, int count);
void nd_lattice_clear(struct nd_lattice *lattice);
/* values: nodal, [K][Np]; out[point * stride]. */
void nd_lattice_sample(const struct nd_lattice *lattice, const double *values, double *out, int stride);

#endif
