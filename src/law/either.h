/* The alternatives (LAW_EITHER) that a problem's materials use. */
#ifndef ND_EITHER_H
#define ND_EITHER_H

#include "law/law.h"
#include "problem/problem.h"

/* Fails for materials of no alternative, of two, or with part of one. Then calls nd_law_use for those in
 * use. */
int nd_either_choose(struct nd_law *law, const nudge_problem *problem);
/* Sets the constants of the other alternatives to 0. */
void nd_either_clear_others(const struct nd_law *law, const struct nd_material *material, double *value);

#endif
