/* Fields from expressions at the nodes, and errors against them. */
#ifndef ND_FIELDS_H
#define ND_FIELDS_H

#include "problem/problem.h"
#include "step/rhs.h"

/* values[k * Np + n] of the expression for this field at time t; zero when pairs has none. */
int nd_fields_evaluate(const nudge_problem *problem, const struct nd_pairs *pairs, const char *field,
                       int allow_time, double t, const struct nd_mesh *mesh, const struct nd_elem *elem,
                       double *values);

/* Relative L2 error over all fields, by the mass matrix on the nodal interpolant of the exact solution. Where that is
 * zero everywhere, the error itself, and *absolute is set. */
int nd_fields_error(struct nd_rhs *rhs, const nudge_problem *problem, const struct nd_mesh *mesh,
                    const struct nd_elem *elem, double t, double *error, int *absolute);

#endif
