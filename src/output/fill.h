/* The contents of the arrays of a .vtu file, for elements k0 ... k1 - 1; see struct nd_appended. Elements do
 * not share points because fields may jump there. Every function takes a struct nd_fill_source as its context
 * and may run in several threads at once. Cells have the order of the polynomials, or that of curved elements if
 * it is higher. */
#ifndef ND_FILL_H
#define ND_FILL_H

#include "elem/geometry.h"

struct nd_fill_source {
    const struct nd_mesh *mesh;
    const struct nd_elem *elem;
    int nodes;                     /* of a cell */
    const double *r;               /* [3][nodes]: r, s, t of VTK's nodes */
    const double *interpolation_T; /* [our nodes][VTK's nodes] */
    const double *values;          /* [components][elements * Np] of an array of fields, of a stretch: */
    nd_idx first, elements;
    int components; /* 1, 3 or 6 */
};

void nd_fill_points(const void *context, nd_idx k0, nd_idx k1, void *bytes);       /* double [nodes][3] */
void nd_fill_connectivity(const void *context, nd_idx k0, nd_idx k1, void *bytes); /* int64_t [nodes] */
void nd_fill_offsets(const void *context, nd_idx k0, nd_idx k1, void *bytes);      /* int64_t */
void nd_fill_types(const void *context, nd_idx k0, nd_idx k1, void *bytes);        /* uint8_t */
void nd_fill_region(const void *context, nd_idx k0, nd_idx k1, void *bytes);       /* int32_t */
void nd_fill_element(const void *context, nd_idx k0, nd_idx k1, void *bytes);      /* int64_t */
/* float [nodes][components]. A symmetric tensor, ours xx yy zz yz xz xy, is written in VTK's order xx yy zz xy
 * yz xz. */
void nd_fill_field(const void *context, nd_idx k0, nd_idx k1, void *bytes);

#endif
