/* The watchdog: stops the run at the first NaN or unexplained growth of the energy, and reports where and
 * why. Call nd_watch_check before the first step and after each step for which nd_watch_due is true. */
#ifndef ND_WATCH_H
#define ND_WATCH_H

#include "step/dt.h"
#include "step/rhs.h"

struct nd_watch {
    struct nd_dt_case of;
    const nudge_problem *problem;
    double dt, stable; /* the step used, and the largest that is expected to be stable */
    double room;       /* the factor by which the energy may exceed `most` */
    double quiet;      /* time from which on all sources are silent; 0 or less: there are none */
    double seen;       /* time of the last check */
    int started;       /* 0: the next check sets `most` */
    double most;       /* the largest energy that sources explain */
    double initial;    /* energy at step 0 or, if that was not checked, at the first check; NaN before */
    double energy;     /* at the last check */
    double least;      /* the least peak of all fields that the precision supports; 0: any */
    double greatest;   /* the largest one; 0: any */
    double peak;       /* the largest magnitude of all fields at all checks */
    int64_t step;      /* of the last check */
};

/* Whether to check after this step: after 1, 2, 4 ... 32 intervals, then every 32 (nd_integrator_interval). A
 * check waits for the device. An instability grows from rounding errors by a constant factor per step. If one
 * check misses it, the next one, after twice as many steps, finds it still small enough to identify the element;
 * only the steps in between are lost. */
int nd_watch_due(int64_t step, int interval);

/* Checks the current fields. Once all sources are silent the energy must not grow, but for rounding; fields
 * too small for the precision are ignored. Returns NUDGE_EUNSTABLE, or NUDGE_EVALUE for amplitudes out of
 * range. */
int nd_watch_check(struct nd_watch *watch, struct nd_rhs *rhs, int64_t step, double time);

/* Returns NUDGE_EVALUE if fields whose largest magnitude is `peak` are too large for the precision, or so
 * small that products lose digits. */
int nd_watch_judge(const struct nd_watch *watch, double peak);

#endif
