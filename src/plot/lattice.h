/* Points of a triangular lattice on a plane through the mesh, and the fields there. */
#ifndef ND_LATTICE_H
#define ND_LATTICE_H

#include "elem/geometry.h"

struct nd_lattice {
    int points, Np;
    double spacing;  /* between neighbours */
    double *point;   /* [points][3], those that lie in an element */
    nd_idx *element; /* [points] */
    double *weight;  /* [points][Np] takes the element's nodal values to the value at the point */
};

/* A rectangle on the plane where coordinate `axis` is `at`; of low and high the other two count. */
struct nd_patch {
    int axis;
    double at, low[3], high[3];
    int round; /* without its corners */
    int side; /* if the plane lies in faces of elements: 1: take the elements above it along the axis, -1: below */
};
/* About `count` points on the whole patch; those that lie in no element are left out. */
int nd_lattice_init(struct nd_lattice *lattice, const struct nd_mesh *mesh, const struct nd_elem *elem,
                    const struct nd_patch *patch, int count);
void nd_lattice_clear(struct nd_lattice *lattice);
/* values: nodal, [K][Np]; out[point * stride]. */
void nd_lattice_sample(const struct nd_lattice *lattice, const double *values, double *out, int stride);

#endif
