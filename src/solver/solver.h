/* A problem on a device, and the stages of its set-up. nudge.c makes it, run.c runs it. The solver owns
 * everything in it but problem, integrator and record. */
#ifndef ND_SOLVER_H
#define ND_SOLVER_H

#include "base/time.h"
#include "device/device.h"
#include "elem/elem.h"
#include "face/surfaces.h"
#include "law/assign.h"
#include "mesh/mesh.h"
#include "monitor/monitor.h"
#include "output/outputs.h"
#include "part/connect.h"
#include "solver/record.h"
#include "step/gather.h"
#include "step/fields.h"
#include "step/halo.h"
#include "pml/pointwise.h"
#include "pole/poles.h"
#include "port/loads.h"
#include "port/port.h"
#include "step/integrator.h"
#include "step/matrices.h"
#include "source/source.h"
#include "step/curved.h"
#include "step/watch.h"

/* The range of the numbers by which the operator multiplies fields, over all materials in use. */
struct nd_range {
    double H_least, H_most;         /* energy density of a field of 1 */
    double speed_least, speed_most; /* of the fastest waves */
};

struct nudge_solver {
    const nudge_problem *problem;
    struct nd_integrator integrator;
    struct nd_law law;
    struct nd_mesh mesh;
    struct nd_connect connect;
    struct nd_assign assign;
    struct nd_elem elem;
    struct nd_device *device;
    struct nd_plan plan;
    struct nd_share share; /* empty with one rank */
    struct nd_rhs rhs;
    struct nd_halo halo;
    int leads; /* set up: rank 0 sends tasks for it */
    struct nd_sources sources;
    struct nd_ports ports;
    struct nd_loads loads;
    struct nd_pml pml;
    struct nd_pointwise pointwise;
    struct nd_surfaces surfaces;
    struct nd_poles poles;
    double *damping;    /* [K] rates of losses, PML, poles and lumped circuits together; null: none */
    double *swing;      /* [K] rates of oscillations of poles and circuits; null: none */
    struct nd_curved curved; /* empty if all elements are straight */
    double *speed;      /* [nregions] of the fastest waves */
    double *slowest;    /* [nregions] of the slowest */
    double *reflection; /* [nregions][nregions] of nd_dt_case; may be null */
    double stable;      /* largest stable step */
    double undamped;    /* the same without losses and PML */
    struct nd_range range;
    struct nd_gather gather; /* of nudge_solver_expose */
    nudge_exposed exposed;   /* of the same; on the cpu it owns its values */
    nd_idx tightest;          /* the element that sets it */
    struct nd_dt_tight tight; /* the elements that allow the shortest steps */
    struct nd_schedule schedule;
    struct nd_watch watch;
    struct nd_monitors monitors;
    struct {
        double peak, last;  /* energy: the largest at all checks, and that at the last one */
        double change_peak; /* of the energy of the rates outside the PML, if time.decay is given */
    } seen;
    int decayed; /* the run has ended because fields had decayed */
    int64_t step;
    double time;
    double seconds;     /* spent in the first `settled` steps, which are known to be done */
    int64_t resumed;    /* the step at which the run was resumed; 0: it was not */
    int late;           /* the run has ended because its wall time is over */
    int joined;         /* the run was resumed with another schedule than it had before */
    int64_t renumbered; /* the number of a step now, less what it was before */
    double since;       /* clock time from which on nothing is counted yet */
    int64_t settled;
    double setup_seconds;
    double error;             /* at the end; NaN: unknown */
    int error_absolute;       /* 1 if the exact solution is zero and the error absolute */
    double memory_estimate;   /* bytes, host and device */
    double device_estimate;   /* the part of it on the device */
    struct nd_record *record; /* of a run that began before the set-up; null: nudge_solver_run begins one */
    char *preflight;          /* JSON for the report, of the last nudge_preflight_create; null: none yet */

    /* Results to which functions of nudge.h return pointers. */
    nudge_status status;
    nudge_output output;
    nudge_monitor monitor;
    struct nd_output_paths paths; /* empty until they are needed */
};

/* As nudge_solver_create, with a mesh in place of the problem's (taken over, may be null) and a variant (may
 * be null). */
int nd_solver_create(nudge_solver **solver, const nudge_problem *problem, const char *device,
                     struct nd_mesh *mesh, const char *variant);

/* As nudge_solver_status, for a solver that must not change. */
void nd_solver_status(const nudge_solver *solver, nudge_status *status);

/* element.c: an element for a message or a table; stable_step is NaN. The name of its region belongs to the
 * mesh. */
nudge_element nd_element_describe(const struct nd_mesh *mesh, nd_idx k);

/* timing.c: mean seconds of one evaluation of the right-hand side, repeated for about `patience` seconds. */
int nd_solver_time_stage(nudge_solver *solver, double patience, double *seconds);
/* One of these, number `call`. */
int nd_solver_evaluate(nudge_solver *solver, int call);

/* -- stages of nd_solver_create; nudge.c has their order -- */

/* mesh.c: the problem's mesh with its interior surfaces, periodic sides and PML. Needs nd_mesh_clear, also
 * after a failure. */
/* geometry_mesh.c: makes the mesh of mesh.geometry in the output folder, or in problem->made_in, or finds it there; free() *path. */
int nd_problem_geometry(const nudge_problem *problem, char **path);
int nd_problem_mesh(const nudge_problem *problem, struct nd_mesh *mesh);
/* The mesh and its PML. The memory is checked as early as possible: before a box is made, after a file is
 * read. */
int nd_solver_make_mesh(nudge_solver *solver);
/* Finds elements that touch in space and are not connected in the mesh. */
int nd_solver_check_seams(const nudge_solver *solver);
/* Warns of open boundaries beside a grown PML, where a hole in the mesh was probably meant to be a
 * conductor. */
void nd_solver_warn_of_gaps(const nudge_solver *solver);

/* memory.c: estimated bytes of a run on a mesh of these counts (K, Nv, Nb), host and device together, and
 * *device on the device alone. Sources and monitors are not included. */
double nd_solver_memory(const nudge_solver *solver, const struct nd_mesh *counts, double *device);
/* Estimates the memory for a mesh of these counts. Returns NUDGE_EDEVICE if the device has less. */
int nd_solver_estimate_memory(nudge_solver *solver, const struct nd_mesh *counts);
/* The same with sources, which are allocated by then, and monitors, which are allocated when the run
 * begins. */
int nd_solver_check_memory(nudge_solver *solver);

/* time_step.c: the largest stable step, the schedule and the watchdog. Refuses materials without a finite
 * wave speed. */
int nd_solver_choose_step(nudge_solver *solver);
/* The inputs of its stable step. */
struct nd_dt_case nd_solver_dt_case(const nudge_solver *solver);
/* The slowest wave speed of each region, and the range of the operator's numbers. */
int nd_solver_find_slowest(nudge_solver *solver);

/* poles.c: attaches the poles of materials, and adds their rates of decay to those of losses. */
int nd_solver_add_poles(nudge_solver *solver, const struct nd_setup *setup);
/* Refuses materials that a PML cannot absorb, and sets pml.shifted. Before nd_pointwise_init. */
int nd_solver_check_pml(nudge_solver *solver);
/* epsilon or mu of a material at high frequencies, relative to vacuum. */
double nd_solver_constant(const nudge_solver *solver, int material, const char *name);

/* attach.c: face terms of boundaries and lumped circuits, which the time step must respect. setup: of the operator. */
int nd_solver_add_surfaces(nudge_solver *solver, const struct nd_setup *setup);
/* All need the operator and the schedule, and are cleared before the operator is. */
int nd_solver_add_sources(nudge_solver *solver);
int nd_solver_add_ports(nudge_solver *solver);
int nd_solver_add_monitors(nudge_solver *solver);

/* initial.c: the initial fields that the problem names; the others are zero already. */
int nd_solver_set_initial(nudge_solver *solver);

/* losses.c: whether losses or the PML make the time step much shorter than the mesh does; explains it in
 * `out`. */
int nd_losses_explain(const nudge_solver *solver, char *out, size_t n);

/* range.c: refuses a material whose equations hold numbers that the precision cannot multiply, and records
 * the range of the others. */
int nd_range_add(nudge_solver *solver, int material, const struct nd_matrices *matrices);
/* Called once sources and monitors exist: refuses time steps beyond the precision, and finds the
 * amplitudes that the watchdog accepts. */
int nd_range_finish(nudge_solver *solver);

#endif
