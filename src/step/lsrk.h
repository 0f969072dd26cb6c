/* Low-storage Runge-Kutta: res = a res + dt rate(q), q = q + b res, stage by stage. */
#ifndef ND_LSRK_H
#define ND_LSRK_H

#include "step/rhs.h"

struct nd_integrator {
    const char *name;
    int stages;
    const double *a, *b;
};
/* Carpenter & Kennedy's five-stage fourth-order scheme, NASA TM 109112: the book's and the paper's. */
extern const struct nd_integrator nd_lsrk4;

int nd_integrator_step(const struct nd_integrator *integrator, struct nd_rhs *rhs, double dt);

#endif
