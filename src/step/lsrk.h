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
    double central; /* share of it that is stable with central fluxes; between the two it grows as upwind^2 */
    double
        damping; /* what a step times a rate of decay may be: nine tenths of the scheme's reach on the negative real axis */
    double
        apart; /* what a step times a rate of a shell may be along one axis, as its terms are taken once a step (local.h) */
};
#define ND_LIMITS 10

/* Carpenter & Kennedy's five-stage fourth-order scheme, NASA TM 109112: the book's and the paper's. */
extern const struct nd_integrator nd_lsrk4;
/* Niegemann, Diehl & Busch's fourteen-stage fourth-order scheme, J. Comput. Phys. 231 (2012) 364-372. */
extern const struct nd_integrator nd_lsrk14;
#define ND_STAGES_MOST 14

const struct nd_integrator *nd_integrator_get(enum nd_scheme scheme);
/* Nothing waits for the device. Where it can, the second of equal steps is recorded and the rest are one launch each. */
int nd_integrator_step(const struct nd_integrator *integrator, struct nd_rhs *rhs, double dt);
/* A stage of a step of length dt. */
struct nd_stage nd_integrator_stage(const struct nd_integrator *integrator, int index, double dt);
/* How far on a stage is, in a step of length 1. */
double nd_integrator_offset(const struct nd_integrator *integrator, int stage);
/* What one step does wrong to a wave of amplitude 1 that turns by the angle z in it. */
double nd_integrator_error(const struct nd_integrator *integrator, double z);

#endif
