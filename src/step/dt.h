/* The stable time step, and the schedule of steps. */
#ifndef ND_DT_H
#define ND_DT_H

#include "elem/geometry.h"
#include "part/connect.h"
#include "problem/problem.h"
#include "step/integrator.h"

/* The largest stable step of an element is limit / (speed * sum of its four Fscale). For a flat element another
 * measure times `flat` counts, if that is more: the sum of its two largest Fscale; for linear steps the largest
 * singular value of its four vectors Fscale n. Neighbours make the step of a linear one longer (dt_mesh.c). */
struct nd_dt_limit {
    double limit, flat;
    int linear;
};
struct nd_dt_limit nd_dt_limit(const struct nd_integrator *integrator, int N, double upwind);

/* The inputs of stable steps. */
struct nd_dt_case {
    const struct nd_mesh *mesh;
    const struct nd_connect *connect;
    struct nd_dt_limit limit;
    nd_idx regions;
    const double *speed; /* [regions] */
    /* [regions][regions] the largest part of the amplitude of waves that is reflected at a face between
     * two regions; null: 1 between any two */
    const double *reflection;
    const double *damping;    /* [K] rates of an additional decay, or null */
    double reach;             /* decay alone would allow steps up to reach / damping */
    const double *swing;      /* [K] rates of additional oscillations, or null */
    double disc;              /* they alone would allow steps up to disc / swing */
    const double *bent;       /* [K] rates of curved elements over those of straight ones, or null */
};
/* What decay and oscillations add to the inverse of the stable step of element k. */
double nd_dt_added(const struct nd_dt_case *c, nd_idx k);
/* The largest stable step if all elements were like element k. */
double nd_dt_element(const struct nd_dt_case *c, nd_idx k);
/* The stable step `dt` with an additional decay at the rate `damping`. */
double nd_dt_damped(double dt, double damping, double reach);
/* The elements that allow the shortest steps, shortest first. The first sets the step of the mesh. With linear steps an
 * element with rounder neighbours allows more than nd_dt_element, and these neighbours allow less. */
enum { ND_DT_TIGHT = 11 };
struct nd_dt_tight {
    int n;
    nd_idx element[ND_DT_TIGHT];
    double dt[ND_DT_TIGHT];
};
int nd_dt_find_tight(const struct nd_dt_case *c, struct nd_dt_tight *tight);
/* The largest stable step of the mesh; worst: the element that sets it. */
int nd_dt_stable(const struct nd_dt_case *c, double *stable, nd_idx *worst);

/* The schedule. Steps have equal length in each interval between field outputs, so that outputs and the end
 * are hit exactly; with a given dt, steps have that length, and the last one is shorter. */
struct nd_schedule {
    double end, dt; /* dt: length of a full step */
    int64_t steps;
    double stretch;            /* time between outputs; the end if there are none */
    int64_t per_stretch, full; /* steps per interval; number of full intervals */
    double rest_dt;
    int fixed; /* 1 if the problem gives dt or the number of steps */
    /* A run that was resumed with another schedule reaches this one by steps of another length, from step `from`
     * at the time `start` to step `to`; to is 0 for other runs. */
    struct {
        double start, dt;
        int64_t from, to;
    } lead;
};
/* stable: the step for cfl = 1. every: time between field outputs, 0: none. Returns NUDGE_EVALUE if there is
 * no such step or there are too many. */
int nd_schedule_init(struct nd_schedule *schedule, const nudge_problem *problem, double stable, double every);
/* Makes a schedule whose steps lead from `time` to its next output or its end. Returns the step at `time`. */
int64_t nd_schedule_join(struct nd_schedule *schedule, double time);
/* The time after `step` steps. */
double nd_schedule_time(const struct nd_schedule *schedule, int64_t step);
/* The length of the step after `step` steps. Steps that are equal but for rounding have bitwise equal
 * lengths, which the differences of times do not: so equal steps are recorded only once. */
double nd_schedule_dt(const struct nd_schedule *schedule, int64_t step);

#endif
