/* The absorbing shell: which regions it is, how deep in it a point lies, and how strongly it absorbs there. Along each axis
 * the rate is strength (depth / thickness)^grading, with depth from the box around all that is not shell. Where the shell is made of layers,
 * it is the mean of that over the layer: products with it are then exact, which keeps them from making energy. */
#ifndef ND_PML_H
#define ND_PML_H

#include "law/law.h"
#include "mesh/mesh.h"
#include "part/connect.h"
#include "problem/problem.h"

struct nd_pml {
    unsigned char *region; /* [nregions] whether it is shell */
    nd_idx n;              /* elements in such a region; 0: there is no shell */
    double inner[3][2];    /* the box around all other elements, from and to along each axis */
    double thickness[3][2];
    /* Along each axis, how many layers a side has; 0 where elements do not reach from one plane to the next. */
    int layered[3][2];
    double reflection;
    int grading;
};

/* Refuses regions that are not there, a law that knows no shell, and a shell that surrounds nothing. */
int nd_pml_init(struct nd_pml *pml, const nudge_problem *problem, const struct nd_law *law,
                const struct nd_mesh *mesh);
void nd_pml_clear(struct nd_pml *pml);

/* How many faces before the shell let waves leave (the law's open conditions) and are in no side of the box that it surrounds, where a side
 * may have been left without on purpose; at: a place of one. condition: [nboundaries] of each boundary name. */
nd_idx nd_pml_gaps(const struct nd_pml *pml, const struct nd_law *law, const struct nd_mesh *mesh,
                   const struct nd_connect *connect, const int *condition, double at[3]);

/* The rate of element k's vertex v along an axis is depth[axis][v]^grading, and 0 where that is negative; speed: of the shell's
 * fastest waves. Depth is linear in the element, and in a layer the same
 * everywhere. Returns which axes absorb: 1, 2, 4 for x, y, z, added up. */
int nd_pml_depth(const struct nd_pml *pml, const struct nd_mesh *mesh, nd_idx k, double speed,
                 double depth[3][4]);

#endif
