/* Time integrators: low-storage Runge-Kutta schemes, res = a res + dt rate(q), q = q + b res, stage by stage;
 * and steps that are polynomials of the operator (polynomial.h). */
#ifndef ND_INTEGRATOR_H
#define ND_INTEGRATOR_H

#include "problem/problem.h"
#include "step/polynomial.h"
#include "step/rhs.h"

struct nd_integrator {
    const char *name;
    int order, stages; /* stages: evaluations of the operator in a step */
    int linear;        /* 1: a polynomial; 0: a Runge-Kutta scheme */
    /* The largest step times rate of decay: the table's for a polynomial, nine tenths of the stable part of the
     * negative real axis for a Runge-Kutta scheme. */
    double damping;
    struct nd_polynomial polynomial;
    int common; /* 1: the polynomial is made for all built-in laws together */
    /* Runge-Kutta schemes only. */
    const double *a, *b;
    const double *limit; /* [ND_LIMITS] of the step with upwind fluxes, by order; see dt.h */
    /* the part of the limit that is stable with central fluxes; in between it grows as upwind^2 */
    double central;
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
#define ND_STAGES_MOST ND_EVALUATIONS_MOST

/* A Runge-Kutta scheme. */
const struct nd_integrator *nd_integrator_get(enum nd_scheme scheme);
/* A scheme, of this order in time if it is linear, for a law, elements of order N and the weight of the flux.
 * Returns NUDGE_EVALUE if there is none. */
int nd_integrator_init(struct nd_integrator *integrator, enum nd_scheme scheme, int order, const char *law,
                       int N, double upwind);
/* The same scheme with fewer evaluations, for shorter steps. Returns 0 if there is none. */
int nd_integrator_fewer(struct nd_integrator *integrator, const char *law, int N, double upwind);
/* The integrator of a problem with this law. variant: the requested one, or null. */
int nd_integrator_of(struct nd_integrator *integrator, const nudge_problem *problem, const char *law,
                     const struct nd_variant *variant);
/* Launches one step and does not wait. If the device can record launches, the second of equal steps is
 * recorded, and each further one is a single launch. */
int nd_integrator_step(const struct nd_integrator *integrator, struct nd_rhs *rhs, double dt);
/* The clock of a series of equal steps; dt is 0 before the first one. */
struct nd_step_clock {
    double start, dt;
    int64_t ticks; /* steps since `start` */
    int ended;     /* added terms that had ended at the last step */
};
struct nd_step_clock nd_integrator_clock(const struct nd_rhs *rhs);
/* Continues such a series: sources see the same times, to the last bit, as if it had not been interrupted. */
int nd_integrator_resume(const struct nd_integrator *integrator, struct nd_rhs *rhs,
                         const struct nd_step_clock *clock);
/* A stage of a step of length dt. */
struct nd_stage nd_integrator_stage(const struct nd_integrator *integrator, int index, double dt);
/* Steps that have about a hundred evaluations: 20 of lsrk4, 4 of the linear integrator. */
int nd_integrator_interval(const struct nd_integrator *integrator);
/* How sources enter a step of length 1. Waveforms are evaluated at `nodes` times after its beginning. The
 * rate of stage s takes the sum of weight[s * nodes + j] times value j. Added terms have a residual instead,
 * which takes left[s * nodes + j]. */
#define ND_FORCING_MOST 14
struct nd_forcing {
    int nodes;
    double time[ND_FORCING_MOST];
    double weight[ND_STAGES_MOST * ND_FORCING_MOST], left[ND_STAGES_MOST * ND_FORCING_MOST];
};
void nd_integrator_forcing(const struct nd_integrator *integrator, struct nd_forcing *forcing);
/* disc.c: a radius r such that a step is stable for all rates times step in the left half of the disc of radius r about
 * 0: those of oscillations that decay or do not. Its error is below 1e-5 there. */
double nd_integrator_disc(const struct nd_integrator *integrator);
/* The error of one step for a wave of amplitude 1 whose phase advances by z in it. */
double nd_integrator_error(const struct nd_integrator *integrator, double z);

#endif
