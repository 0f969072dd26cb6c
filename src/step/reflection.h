/* Reflection at faces between two media, on which the stable step depends (dt.h). */
#ifndef ND_REFLECTION_H
#define ND_REFLECTION_H

#include "step/rhs.h"

/* [regions][regions] of nd_dt_case: the largest part of the amplitude of waves along any of a few directions
 * that is reflected between two regions, 1 if it is not known. material: [regions], of the operator's.
 * *reflection is null if all regions are of one material. The caller frees it. */
int nd_reflection_find(struct nd_rhs *rhs, const int *material, nd_idx regions, double **reflection);

#endif
