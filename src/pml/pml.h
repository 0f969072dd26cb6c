/* The perfectly matched layer (PML): its regions, the depth of a point in it, and the rate of
 * absorption there. Along each axis the rate is strength (depth / thickness)^grading; depth counts
 * from the box around all other elements. If the PML consists of layers, the rate is the mean of
 * that profile over each layer: products with it are then exact, so that they cannot create energy. */
#ifndef ND_PML_H
#define ND_PML_H

#include "law/law.h"
#include "mesh/mesh.h"
#include "part/connect.h"
#include "problem/problem.h"

struct nd_pml {
    unsigned char *region; /* [nregions] whether it belongs to the PML */
    nd_idx n;              /* elements of the PML; 0: there is none */
    double inner[3][2];    /* the box around all other elements, from and to along each axis */
    double thickness[3][2];
    /* Number of layers of each side; 0 if elements do not reach from one plane to the next. */
    int layered[3][2];
    double reflection;
    int grading;
};

/* Returns NUDGE_EVALUE for unknown regions, a law without a PML, and a PML that surrounds nothing. */
int nd_pml_init(struct nd_pml *pml, const nudge_problem *problem, const struct nd_law *law,
                const struct nd_mesh *mesh);
void nd_pml_clear(struct nd_pml *pml);

/* Counts the open boundary faces (the law's open conditions) that are neither behind the PML nor in
 * a side of the box that it surrounds, where a side may lack a PML on purpose. at: the position of
 * one. condition: [nboundaries]. */
nd_idx nd_pml_gaps(const struct nd_pml *pml, const struct nd_law *law, const struct nd_mesh *mesh,
                   const struct nd_connect *connect, const int *condition, double at[3]);

/* The rate of element k's vertex v along an axis is depth[axis][v]^grading, and 0 if depth is
 * negative. speed: of the fastest waves in the PML. Depth is linear in the element, and constant
 * within a layer. Returns a bit mask of the absorbing axes: 1, 2, 4 for x, y, z. */
int nd_pml_depth(const struct nd_pml *pml, const struct nd_mesh *mesh, nd_idx k, double speed,
                 double depth[3][4]);

#endif
