/* Conditions as problem files write them: "pec", "impedance 50", "sheet 50", or the name of a conductor or of a
 * sheet. */
#ifndef ND_CONDITION_H
#define ND_CONDITION_H

#include "law/assign.h"

/* out: " (did you mean 'x'?)" or "". Returns out. */
const char *nd_condition_nearest(const char *name, char *const *names, int n, char out[96]);
/* Reads a condition of the law and, where it takes one, its value; else 0. surface: the face term that is the
 * condition, if it is one. */
int nd_condition_read(const nudge_problem *problem, const struct nd_law *law, const struct nd_pair *p,
                      int *condition, double *value, struct nd_assigned_surface *surface);
/* Checks the problem's conductors and sheets: their names, bands, and that the law has them. */
int nd_condition_check_surfaces(const nudge_problem *problem, const struct nd_law *law);

#endif
