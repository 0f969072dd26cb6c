/* Which of a law's alternatives (LAW_EITHER) a problem's materials are of. */
#ifndef ND_EITHER_H
#define ND_EITHER_H

#include "law/law.h"
#include "problem/problem.h"

/* Refuses materials of no alternative, of two, or of one in part; then the law is made ready for those in use (nd_law_use). */
int nd_either_choose(struct nd_law *law, const nudge_problem *problem);
/* Of a material that was not refused: constants of the other alternatives become 0. */
void nd_either_clear_others(const struct nd_law *law, const struct nd_material *material, double *value);

#endif
