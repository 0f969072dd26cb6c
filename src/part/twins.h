/* Boundary faces with different vertices at exactly the same positions. Most coinciding faces do so
 * to the last digit, and a hash table finds them faster than a search in space. */
#ifndef ND_TWINS_H
#define ND_TWINS_H

#include "part/hull.h"

/* twin[i], for i in [0, hull->n): the only other face at the same three positions, or -1 if there is none or
 * more than one. The two sides of a surface inside the mesh, which share their vertices, are not twins.
 * *n: the number of pairs. */
int nd_twins_find(const struct nd_hull *hull, nd_idx *twin, nd_idx *n);

#endif
