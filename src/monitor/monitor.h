/* The problem's monitors: probes, fields at frequencies, power through surfaces, far fields.
 * doc/reference/monitors.md has the formulas. Sampling only launches kernels; results are copied to
 * the host when a table on the device is full, and at the end. */
#ifndef ND_MONITOR_H
#define ND_MONITOR_H

#include "law/assign.h"
#include "mesh/locate.h"
#include "output/clash.h"
#include "monitor/farfield.h"
#include "monitor/incident.h"
#include "plot/slice.h"
#include "output/table.h"
#include "step/dt.h"
#include "monitor/fourier.h"
#include "monitor/probe.h"

/* The input of nd_monitors_init; connect and assign need not outlive it. */
struct nd_monitors_setup {
    const nudge_problem *problem;
    struct nd_rhs *rhs;
    const struct nd_mesh *mesh;
    const struct nd_connect *connect;
    const struct nd_elem *elem;
    const struct nd_law *law;
    const struct nd_assign *assign;
    const struct nd_schedule *schedule;
    const struct nd_sources *sources; /* must outlive monitors */
};

/* One monitor. */
struct nd_monitor {
    const struct nd_monitor_spec *spec;
    int64_t stride; /* steps from one sample to the next */
    double before;  /* time of the last sample */
    int done;       /* its results are written, or were begun and stopped: */
    int stopped;
    struct nd_results results; /* kept in memory, if monitors->keep */
    /* A probe: */
    struct nd_place place;
    int column; /* among the probes */
    struct nd_csv *csv;
    /* Sums over time, of `count` elements: */
    nd_idx count;
    nd_idx *element;
    struct nd_fourier fourier;
    struct nd_surface surface;
    struct nd_plane plane;
    struct nd_slice slice;
    /* Power through the surface: energy fluxes [media][3][fields][fields], and each face's. */
    double *flux;
    int *medium;
    /* A far field: */
    struct nd_matrices *around;
    struct nd_outside outside; /* k for a frequency of 1 */
};

struct nd_monitors {
    const nudge_problem *problem;
    const struct nd_mesh *mesh;
    const struct nd_elem *elem;
    const struct nd_law *law;
    const struct nd_schedule *schedule;
    struct nd_rhs *rhs;
    struct nd_monitor *at;
    int n, nprobes;
    nd_idx *wall; /* [mesh.nregions] a boundary of each region that waves do not leave by, -1: none */
    struct nd_incident incident;
    int vector; /* whether the law's first three fields are one */
    int started;
    int keep;      /* results are kept in memory too; set before nd_monitors_start */
    int64_t first; /* step of the first sample */
    struct nd_probes probes;
    int64_t *row_step; /* [rows of the probes' table] */
    double *row_time, *row;
};

/* Everything that can be wrong is found here: names, points outside of the mesh, surfaces that are
 * empty or cut a body, frequencies that the time step does not resolve. Nothing is taken on the
 * device yet. */
int nd_monitors_init(struct nd_monitors *monitors, const struct nd_monitors_setup *setup);
void nd_monitors_clear(struct nd_monitors *monitors);
/* Bytes that nd_monitors_start takes on the device; and that monitors take of the host, at the most. */
size_t nd_monitors_bytes(const struct nd_monitors *monitors, size_t *host);

/* About how long nd_monitors_finish will take for far fields, from measurements of a few milliseconds. */
int nd_monitors_seconds(const struct nd_monitors *monitors, double *seconds);

/* Takes memory on the device, creates the files that grow, and samples the present fields. Folders
 * must be there. */
int nd_monitors_start(struct nd_monitors *monitors, int64_t step, double time);
/* After each step; last: the run ends here. */
int nd_monitors_sample(struct nd_monitors *monitors, int64_t step, double time, int last);
/* Writes what probes have so far. Waits for the device. */
int nd_monitors_flush(struct nd_monitors *monitors);
/* Writes all results, whole or (stopped before the end) of the time until now, and lets the device
 * go. Only far fields can be stopped: by nd_work's hook or, where hurry is not 0, once they have
 * taken so many seconds. NUDGE_ESTOPPED names the files that are not written. */
int nd_monitors_finish(struct nd_monitors *monitors, double hurry);
/* Lets files and the device go. Tells a failed close. */
int nd_monitors_stop(struct nd_monitors *monitors);

/* -- between the files of this folder -- */
/* monitor_set.c: one monitor; monitors->at[i].spec is set. */
int nd_monitor_init(struct nd_monitors *monitors, const struct nd_monitors_setup *setup, int i);
void nd_monitor_clear(struct nd_monitor *monitor);
/* monitor_inside.c: monitors->wall. */
int nd_monitors_find_walls(struct nd_monitors *monitors, const struct nd_monitors_setup *setup);
/* Refuses a wall inside the mesh that lies in the surface around the regions of inside[nregions],
 * or goes on outside of it. */
int nd_monitor_uncut(const struct nd_monitors_setup *setup, const char *inside, const char *where);
/* Refuses a surface that ends somewhere; where: the monitor, for messages. */
int nd_monitor_closed(const struct nd_monitors_setup *setup, const struct nd_surface *surface,
                      const char *where);
/* Whether regions of inside[nregions] hold something that radiates or scatters (ND_RADIATES), or
 * have a plane wave come in (ND_LIGHTS); the former is taken for granted where there are no
 * sources, or fields from the beginning. */
enum { ND_RADIATES = 1, ND_LIGHTS = 2 };
int nd_monitor_radiates(const struct nd_monitors_setup *setup, const char *inside, const char *open,
                        int *found);
/* A boundary with a triangle inside these regions that waves pass, for no condition names it; -1: none. */
int nd_monitor_transparent(const struct nd_monitors_setup *setup, const char *inside, nd_idx *boundary);
/* monitor_write.c and monitor_far.c: results. paths: the monitor's ND_MONITOR_FILES. */
int nd_monitor_write_fourier(struct nd_monitors *monitors, struct nd_monitor *monitor, char *const *paths);
int nd_monitor_write_power(struct nd_monitors *monitors, struct nd_monitor *monitor, char *const *paths);
int nd_monitor_write_far(struct nd_monitors *monitors, struct nd_monitor *monitor, char *const *paths);
/* Amplitudes at frequency number k on the trace of the look's surface; re, im: room for the nodal ones. */
int nd_monitor_trace(struct nd_monitor *monitor, int k, double *re, double *im, struct nd_trace *trace);

#endif
