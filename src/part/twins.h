/* Boundary faces whose vertices are other ones at exactly the same places. Most of the faces that coincide do so to the last digit,
 * and a table finds them faster than a search through space. */
#ifndef ND_TWINS_H
#define ND_TWINS_H

#include "part/hull.h"

/* twin[i], of [hull->n]: the one other face at the same three places, or -1 where there is none or more than one. Two sides of a
 * surface inside the mesh, which share their vertices, are no twins. *n is the number of pairs. */
int nd_twins_find(const struct nd_hull *hull, nd_idx *twin, nd_idx *n);

#endif
