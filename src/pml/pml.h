/* The PML (perfectly matched layer): which elements belong to it, and how strongly it damps waves at each
 * point.
 *
 * Along each axis the damping rate is strength * (depth / thickness)^grading. Depth is measured from the box
 * around all elements outside the PML. On a side whose elements form layers, the rate is constant in each
 * layer: the mean of the formula over it. Products with a constant are exact, so that they cannot create
 * energy.
 *
 * Call nd_pml_init once mesh and law are known, then the others in any order. The struct owns `region` only.
 * The terms themselves are in pml/pointwise.h. */
#ifndef ND_PML_H
#define ND_PML_H

#include "law/assign.h"
#include "mesh/mesh.h"
#include "part/connect.h"
#include "problem/problem.h"

struct nd_pml {
    unsigned char *region;  /* [nregions] 1 if the region belongs to the PML */
    nd_idx n;               /* elements of the PML; 0: there is none */
    double inner[3][2];     /* the box around all other elements: lower and upper end along each axis */
    double thickness[3][2]; /* on each side of that box; 0: no PML there */
    int layered[3][2];      /* layers on each side; 0 if elements do not reach from one plane to the next */
    double reflection;      /* amplitude that comes back at normal incidence, in theory */
    int grading;            /* exponent of the profile */
    int shifted;            /* one of its materials has poles or losses: see pml_rates.h */
    int held;               /* epsilon or mu of one of its materials may be negative: see pml_rates.h */
};

/* Finds the PML that the problem names or mesh.pml has grown; pml->n is 0 if there is none. Returns
 * NUDGE_EVALUE if a named region does not exist, the law has no PML terms, or the PML encloses nothing. */
int nd_pml_init(struct nd_pml *pml, const nudge_problem *problem, const struct nd_law *law,
                const struct nd_mesh *mesh);
void nd_pml_clear(struct nd_pml *pml);

/* Counts the faces outside the PML where waves leave the mesh (the law's open conditions), except those in a
 * side of the inner box, which may have been left without PML on purpose. at: a point on one of them. */
nd_idx nd_pml_gaps(const struct nd_pml *pml, const struct nd_law *law, const struct nd_mesh *mesh,
                   const struct nd_connect *connect, const struct nd_assign *assign, double at[3]);

/* Depths of element k, scaled so that the rate (1/time) at vertex v along an axis is max(depth[axis][v],
 * 0)^grading. speed: of the fastest waves in the PML. Depth is linear in the element, and constant in a
 * layer. Returns the axes along which the element absorbs, as a sum of 1, 2, 4 for x, y, z. */
int nd_pml_depth(const struct nd_pml *pml, const struct nd_mesh *mesh, nd_idx k, double speed,
                 double depth[3][4]);

#endif
