/* The stable time step, and when steps end. */
#ifndef ND_DT_H
#define ND_DT_H

#include "elem/geometry.h"
#include "problem/problem.h"
#include "step/lsrk.h"

/* The largest stable step of an element is limit / (speed * sum of its four Fscale), and less of a
 * flat one. */
double nd_dt_limit(const struct nd_integrator *integrator, int N, double upwind);
double nd_dt_element(const struct nd_mesh *mesh, nd_idx k, double limit, double speed);
/* Includes a decay inside the element at the rate `damping`, which alone would limit the step to
 * reach / damping. */
double nd_dt_damped(double dt, double damping, double reach);
/* The least over the mesh; *worst: the element that sets it. speed[region], damping[K] or null. */
double nd_dt_stable(const struct nd_mesh *mesh, double limit, const double *speed, const double *damping,
                    double reach, nd_idx *worst);

/* Steps of equal length within each stretch between field outputs, so that outputs and the end are
 * hit exactly; with an own dt, steps of that length and a shorter last one. */
struct nd_schedule {
    double end, dt; /* dt: of a full step */
    int64_t steps;
    double stretch;            /* between outputs; = end without */
    int64_t per_stretch, full; /* steps of a stretch; full stretches */
    double rest_dt;
    int fixed; /* dt as the user said */
};
/* stable: the step for cfl = 1. every: of field outputs, 0: none. */
int nd_schedule_init(struct nd_schedule *schedule, const nudge_problem *problem, double stable, double every);
/* Time after `step` steps. */
double nd_schedule_time(const struct nd_schedule *schedule, int64_t step);
/* How far the step after `step` steps goes. To the last bit the same for steps that are equal but
 * for rounding, as the difference of two times is not: equal steps need to be recorded once only. */
double nd_schedule_dt(const struct nd_schedule *schedule, int64_t step);

#endif
