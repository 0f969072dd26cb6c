/* Low-storage Runge-Kutta schemes: res = a res + dt rate(q), q = q + b res, stage by stage. */
#ifndef ND_LSRK_H
#define ND_LSRK_H

#include "problem/problem.h"
#include "step/rhs.h"

struct nd_integrator {
    const char *name;
    int stages;
    const double *a, *b;
    const double *limit; /* [ND_LIMITS] of the step with upwind fluxes, by order; see dt.h */
    /* the part of the limit that is stable with central fluxes; in between it grows as upwind^2 */
    double central;
    /* The largest step times rate of decay: nine tenths of the stable part of the negative real axis. */
    double damping;
    /* The largest step times rate of a PML along one axis, whose terms are applied once per step
     * (pml/pointwise.h). */
    double apart;
};
#define ND_LIMITS 10

/* The five-stage fourth-order scheme of Carpenter and Kennedy, NASA TM 109112, which book and paper use. */
extern const struct nd_integrator nd_lsrk4;
/* The fourteen-stage fourth-order scheme of Niegemann, Diehl and Busch, J. Comput. Phys. 231 (2012)
 * 364-372. */
extern const struct nd_integrator nd_lsrk14;
#define ND_STAGES_MOST 14

const struct nd_integrator *nd_integrator_get(enum nd_scheme scheme);
/* Launches one step and does not wait. If the device can record launches, the second of equal steps is
 * recorded, and each further one is a single launch. */
int nd_integrator_step(const struct nd_integrator *integrator, struct nd_rhs *rhs, double dt);
/* A stage of a step of length dt. */
struct nd_stage nd_integrator_stage(const struct nd_integrator *integrator, int index, double dt);
/* The time of a stage after the beginning of a step of length 1. */
double nd_integrator_offset(const struct nd_integrator *integrator, int stage);
/* The error of one step for a wave of amplitude 1 whose phase advances by z in it. */
double nd_integrator_error(const struct nd_integrator *integrator, double z);

#endif
