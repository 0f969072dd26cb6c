/* Fields from expressions at the nodes, and the error of computed fields against them. */
#ifndef ND_FIELDS_H
#define ND_FIELDS_H

#include "problem/problem.h"
#include "step/rhs.h"

/* Expressions of a problem, and where and when to evaluate them. */
struct nd_expressions {
    const nudge_problem *problem;
    const struct nd_pairs *pairs; /* expressions by field */
    const struct nd_mesh *mesh;
    const struct nd_elem *elem;
    int timed; /* 1 if they may use the time t */
    double t;
    const nd_idx *element; /* [n] where, in this order; null: in all elements */
    nd_idx n;
};

/* values[k * Np + n], with k the place in the list of elements: the expression of the field; zero if there is none. */
int nd_fields_evaluate(const struct nd_expressions *at, const char *field, double *values);

/* The relative L2 error over all fields, by the mass matrix, against the nodal interpolant of the exact
 * solution, whose list of elements is ignored. If that is zero everywhere, the absolute error; then *absolute is set.
 * Collective. */
int nd_fields_error(struct nd_rhs *rhs, const struct nd_expressions *exact, double *error, int *absolute);

#endif
