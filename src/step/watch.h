/* The watchdog: stops at the first NaN or unexplained energy growth, and says where and why. */
#ifndef ND_WATCH_H
#define ND_WATCH_H

#include "step/dt.h"
#include "step/rhs.h"

struct nd_watch {
    const struct nd_mesh *mesh;
    const nudge_problem *problem;
    double dt, stable; /* the step taken, the one thought stable at cfl = 1 */
    double limit;      /* of nd_dt_element */
    double reach;
    const double *damping; /* of nd_dt_damped; damping may be null */
    double room;           /* times its most that the energy may reach without being suspect */
    const double *speed;   /* [nregions] */
    double quiet;          /* from this time on no source acts; 0 or less: there is none */
    double seen;           /* time of the last check */
    int started;           /* 0: the next look sets what is taken for granted */
    double most;           /* energy that needs no explanation */
    double initial;        /* energy at step 0, else at the first look; NaN before */
    double energy;         /* at the last check */
    double least;          /* the largest magnitude among fields must have reached this; 0: any will do */
    double greatest;       /* and must not exceed this; 0: any will do */
    double peak;           /* what it was at the most, at all checks */
    int64_t step;          /* of the last check */
};

/* Whether to check after this step: after 20, 40, 80 ... 640, then every 640 steps. A check waits
 * for the device. An instability grows from rounding errors by a factor per step: if one check does
 * not see it, it is at the next one, after twice as many steps, still small enough to name the
 * element that grew, and only the steps in between are lost. */
int nd_watch_due(int64_t step);

/* Looks at the present fields. Once no source acts energy only falls, but for rounding; fields so
 * small that the precision no longer resolves them may do as they like. */
int nd_watch_check(struct nd_watch *watch, struct nd_rhs *rhs, int64_t step, double time);

/* Refuses fields that reach `peak` where that is too large for the precision, and that never were
 * larger where it is too small: digits of small products are lost. */
int nd_watch_judge(const struct nd_watch *watch, double peak);

#endif
