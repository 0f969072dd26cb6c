/* A problem brought onto a device, stage by stage; nudge.c makes it, run.c runs it. */
#ifndef ND_SOLVER_H
#define ND_SOLVER_H

#include "base/time.h"
#include "device/device.h"
#include "elem/elem.h"
#include "law/assign.h"
#include "mesh/mesh.h"
#include "monitor/monitor.h"
#include "output/outputs.h"
#include "part/connect.h"
#include "solver/record.h"
#include "step/fields.h"
#include "pml/pointwise.h"
#include "step/lsrk.h"
#include "step/matrices.h"
#include "source/source.h"
#include "step/watch.h"

/* Sizes of the numbers that the operator multiplies fields with, over all materials in use. */
struct nd_range {
    double H_least, H_most;         /* energy density of a field of 1 */
    double speed_least, speed_most; /* of the fastest waves */
};

struct nudge_solver {
    const nudge_problem *problem;
    const struct nd_integrator *integrator;
    struct nd_law law;
    struct nd_mesh mesh;
    struct nd_connect connect;
    struct nd_assign assign;
    struct nd_elem elem;
    struct nd_device *device;
    struct nd_plan plan;
    struct nd_rhs rhs;
    struct nd_sources sources;
    struct nd_pml pml;
    struct nd_pointwise pointwise;
    double *speed;   /* [nregions] of the fastest waves */
    double *slowest; /* [nregions] of the slowest */
    double stable;   /* largest stable step */
    double undamped; /* the same without losses and the absorbing shell */
    struct nd_range range;
    nd_idx tightest; /* the element that sets it */
    struct nd_schedule schedule;
    struct nd_watch watch;
    struct nd_monitors monitors;
    struct {
        double peak, last;  /* of the energy, as far as it was looked at */
        double change_peak; /* of the energy of the rates before the shell, where time.decay wants it */
    } seen;
    int decayed; /* the run has ended because fields had decayed */
    int64_t step;
    double time;
    double seconds; /* in steps, as far as they are known to be done: `settled` */
    double since;   /* on the clock: time not counted yet */
    int64_t settled;
    double setup_seconds;
    double error;       /* at the end, NaN when not known */
    int error_absolute; /* where the exact solution is zero */
    double memory_told; /* bytes, all told */
    double device_told; /* of which on the device */
    struct nd_record
        *record; /* of a run that began before the set-up, the caller's; null: nudge_solver_run begins one */
};

/* As nudge_solver_create, with a mesh in place of the problem's (taken over, may be null) and a variant (may be null). */
int nd_solver_create(nudge_solver **solver, const nudge_problem *problem, const char *device,
                     struct nd_mesh *mesh, const char *variant);

/* The problem's mesh with its periodic pairs and its shell. After a failure too it wants nd_mesh_clear. */
int nd_problem_mesh(const nudge_problem *problem, struct nd_mesh *mesh);
/* open.c: sources and monitors, once the operator and the schedule are there; before the operator goes they do. */
int nd_solver_open(nudge_solver *solver);
void nd_solver_shut(nudge_solver *solver);

/* Bytes that a run on a mesh of these counts (K, Nv, Nb) will take, all told, and of these on the device; sources and monitors, which are not
 * there yet, come later. */
double nd_solver_memory(const nudge_solver *solver, const struct nd_mesh *counts, double *device);

/* losses.c: whether losses or the absorbing shell make the time step much shorter than the mesh does; then says so in `out`. */
int nd_losses_explain(const nudge_solver *solver, char *out, size_t n);

/* range.c: refuses a material whose equations hold numbers that the precision cannot multiply, and notes the sizes of the others. */
int nd_range_add(nudge_solver *solver, int material, const struct nd_matrices *matrices);
/* Once sources and monitors are there: refuses time steps beyond the precision, and finds the watchdog's amplitudes. */
int nd_range_finish(nudge_solver *solver);

#endif
