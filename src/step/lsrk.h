/* Low-storage Runge-Kutta: res = a res + dt rate(q), q = q + b res, stage by stage. */
#ifndef ND_LSRK_H
#define ND_LSRK_H

#include "problem/problem.h"
#include "step/rhs.h"

struct nd_integrator {
    const char *name;
    int stages;
    const double *a, *b;
    const double *limit; /* [ND_LIMITS]: of the step with upwind fluxes, by order; see dt.h */
    double
        central; /* fraction of it that is stable with central fluxes; between the two it grows as upwind^2 */
    /* Limit of dt times a rate of decay: nine tenths of the stability interval on the negative real axis. */
    double damping;
    /* Limit of dt times a rate of the PML along one axis, whose terms are applied once per step (pml/pointwise.h). */
    double apart;
};
#define ND_LIMITS 10

/* Carpenter & Kennedy's five-stage fourth-order scheme, NASA TM 109112: the book's and the paper's. */
extern const struct nd_integrator nd_lsrk4;
/* Niegemann, Diehl & Busch's fourteen-stage fourth-order scheme, J. Comput. Phys. 231 (2012) 364-372. */
extern const struct nd_integrator nd_lsrk14;
#define ND_STAGES_MOST 14

const struct nd_integrator *nd_integrator_get(enum nd_scheme scheme);
/* Does not wait for the device. If the device can record, the second of equal steps is recorded, and each later one is
 * a single launch. */
int nd_integrator_step(const struct nd_integrator *integrator, struct nd_rhs *rhs, double dt);
/* A stage of a step of length dt. */
struct nd_stage nd_integrator_stage(const struct nd_integrator *integrator, int index, double dt);
/* The time of a stage within a step of length 1. */
double nd_integrator_offset(const struct nd_integrator *integrator, int stage);
/* The error of one step for a wave of amplitude 1 whose phase advances by the angle z. */
double nd_integrator_error(const struct nd_integrator *integrator, double z);

#endif
