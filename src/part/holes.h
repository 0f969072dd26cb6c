/* Holes in a mesh: closed boundaries inside it. */
#ifndef ND_HOLES_H
#define ND_HOLES_H

#include "part/hull.h"
#include "part/seams.h"

/* Counts the holes that have faces without a name, and describes the largest. A hole filled by a body that
 * does not share its nodes is not counted: touched[i] is 1 if face i of the hull lies back to back with
 * another. */
int nd_holes_find(struct nd_seams *seams, const struct nd_hull *hull, const unsigned char *touched);

#endif
