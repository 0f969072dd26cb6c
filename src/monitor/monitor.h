/* The monitors of a problem: probes, fields at frequencies, power through surfaces, far fields.
 * doc/reference/monitors.md has the formulas.
 *
 * Order of calls: nd_monitors_init checks everything and takes nothing on the device; nd_monitors_start,
 * before the first step; nd_monitors_sample, after each step; nd_monitors_finish, which writes the results;
 * nd_monitors_clear. Sampling launches kernels and does not wait. Results come to the host when a table on
 * the device is full, and at the end. */
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

/* The input of nd_monitors_init. All but connect and assign must outlive the monitors. */
struct nd_monitors_setup {
    const nudge_problem *problem;
    struct nd_rhs *rhs;
    const struct nd_mesh *mesh;
    const struct nd_connect *connect;
    const struct nd_elem *elem;
    const struct nd_law *law;
    const struct nd_assign *assign;
    const struct nd_schedule *schedule;
    const struct nd_sources *sources;
    const struct nd_symmetry *symmetry; /* set by nd_monitors_init */
};

/* One monitor. */
struct nd_monitor {
    const struct nd_monitor_spec *spec;
    int64_t stride; /* steps from one sample to the next */
    double before;  /* time of the previous sample */
    double after;   /* time of the next one, as the weight of the previous one supposes */
    int done;       /* its results are written, or their computation was stopped */
    int stopped;
    struct nd_results results; /* kept in memory, if monitors->keep */
    /* Probes: */
    struct nd_place place;
    int column; /* index among the probes */
    struct nd_csv *csv;
    /* Resonances: the probe's rows in memory, the time from which they are used, and the field; -1: the largest. */
    struct nd_results signal;
    double from;
    int field;
    /* Sums over time, for `count` elements: */
    nd_idx count;
    nd_idx *element;
    struct nd_fourier fourier;
    struct nd_surface surface;
    struct nd_plane plane;
    struct nd_slice slice;
    /* Power through the surface: energy fluxes [media][3][fields][fields], and the medium of each face. */
    double *flux;
    int *medium;
    double epsilon, mu; /* orders: of the material on this side of the plane */
    /* Far fields: */
    struct nd_matrices *around;
    struct nd_outside outside; /* with k for a frequency of 1 */
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
    nd_idx *wall; /* [nregions] a boundary of each region that reflects waves; -1: none */
    struct nd_incident incident;
    struct nd_symmetry symmetry;
    /* The power of a port at a frequency, as that of power monitors: what it feeds into the problem, and what its source
     * could give. Null: no port is excited. */
    struct {
        void (*at)(const void *port, double frequency, double power[2]);
        const void *port;
    } fed;
    int vector; /* 1 if the law's first three fields are a vector */
    int started;
    int keep;      /* 1: results are kept in memory, too; set before nd_monitors_start */
    int64_t first; /* step of the first sample */
    struct nd_probes probes;
    int64_t *row_step; /* [rows of the probes' table] */
    double *row_time, *row;
};

/* Returns NUDGE_EVALUE for anything that is wrong with a monitor: names that do not exist, points outside the
 * mesh, surfaces that are empty or cut a body, frequencies that the time step does not resolve. */
int nd_monitors_init(struct nd_monitors *monitors, const struct nd_monitors_setup *setup);
void nd_monitors_clear(struct nd_monitors *monitors);
/* Bytes that nd_monitors_start takes on the device. host: an upper bound of the bytes on the host. */
size_t nd_monitors_bytes(const struct nd_monitors *monitors, size_t *host);
/* Of these, on the host: the signals of resonances, a row of every step. */
double nd_monitors_signal_bytes(const struct nd_monitors *monitors);

/* Estimates how long nd_monitors_finish will take for far fields, from measurements of a few milliseconds. */
int nd_monitors_seconds(const struct nd_monitors *monitors, double *seconds);

/* Takes memory on the device, creates the files of probes, and samples the current fields. Folders must
 * exist. */
int nd_monitors_start(struct nd_monitors *monitors, int64_t step, double time);
/* As nd_monitors_start, without a sample. */
int nd_monitors_open(struct nd_monitors *monitors, int64_t step, double time);
/* Continues sums whose next sample will be at another time than supposed, because the schedule has changed. The
 * fields of `time`, which is now, are added with a weight that makes the rule exact for linear functions. */
int nd_monitors_join(struct nd_monitors *monitors, int64_t step, double time);
/* Samples the monitors that are due after `step` steps. last: the run ends here, all are due. */
int nd_monitors_sample(struct nd_monitors *monitors, int64_t step, double time, int last);
/* Writes the samples of probes so far. Waits for the device. */
int nd_monitors_flush(struct nd_monitors *monitors);
/* Writes all results, of the time until now if the run was stopped, and releases the device. Only far fields
 * can be stopped: by nd_work's hook or, if hurry is not 0, after so many seconds. Then returns
 * NUDGE_ESTOPPED, and the message names the files that are not written. */
int nd_monitors_finish(struct nd_monitors *monitors, double hurry);
/* Closes files and releases the device. Returns an error if closing a file fails. */
int nd_monitors_stop(struct nd_monitors *monitors);

/* -- between the files of this folder -- */
/* monitor_set.c: initializes one monitor; monitors->at[i].spec is set. */
int nd_monitor_init(struct nd_monitors *monitors, const struct nd_monitors_setup *setup, int i);
void nd_monitor_clear(struct nd_monitor *monitor);
/* "file:12: monitors.name", for messages. line: of the problem file; 0: that of the monitor. */
const char *nd_monitor_where(const nudge_problem *problem, const struct nd_monitor_spec *spec, int line,
                             char out[640]);
/* Sets flag[region] for the named regions. Returns NUDGE_EVALUE if the mesh has no region of that name. */
int nd_monitor_mark_regions(const struct nd_monitors_setup *setup, const struct nd_monitor_spec *spec,
                            const struct nd_words *words, char *flag);
/* Sets open[b] for boundaries by which waves leave; others are surfaces of bodies. */
void nd_monitor_mark_open(const struct nd_monitors_setup *setup, char *open);
/* Sets monitor->surface, seen from inside or, with `outer`, from outside. */
int nd_monitor_set_surface(const struct nd_monitors_setup *setup, struct nd_monitor *monitor, int outer);
/* monitor_set_far.c: the surface and the medium outside of a far-field monitor. */
int nd_monitor_set_far(const struct nd_monitors *monitors, const struct nd_monitors_setup *setup,
                       struct nd_monitor *monitor);
/* monitor_inside.c: sets monitors->wall. */
int nd_monitors_find_walls(struct nd_monitors *monitors, const struct nd_monitors_setup *setup);
/* Refuses a wall inside the mesh that lies in the surface around the regions of inside[nregions], or extends
 * beyond it. */
int nd_monitor_uncut(const struct nd_monitors_setup *setup, const char *inside, const char *where);
/* Refuses a surface that is not closed; where: the monitor, for messages. */
int nd_monitor_closed(const struct nd_monitors_setup *setup, const struct nd_surface *surface,
                      const char *where);
/* found: whether the regions of inside[nregions] hold something that radiates or scatters (ND_RADIATES), and
 * whether a plane wave enters there (ND_LIGHTS). Problems without sources, or with initial fields, always
 * radiate. */
enum { ND_RADIATES = 1, ND_LIGHTS = 2 };
int nd_monitor_radiates(const struct nd_monitors_setup *setup, const char *inside, const char *open,
                        int *found);
/* boundary: one with triangles inside these regions that waves pass because it has no condition; -1: none. */
int nd_monitor_transparent(const struct nd_monitors_setup *setup, const char *inside, nd_idx *boundary);
/* monitor_write.c and monitor_far.c: write the results. paths: the monitor's ND_MONITOR_FILES. */
int nd_monitor_write_fourier(struct nd_monitors *monitors, struct nd_monitor *monitor, char *const *paths);
int nd_monitor_write_power(struct nd_monitors *monitors, struct nd_monitor *monitor, char *const *paths);
int nd_monitor_write_far(struct nd_monitors *monitors, struct nd_monitor *monitor, char *const *paths);
/* trace: the amplitudes at frequency k on the monitor's surface; re, im: room for the nodal ones. */
/* The points of the monitor's surface and of its images. */
int nd_monitor_trace_init(const struct nd_monitors *monitors, const struct nd_monitor *monitor,
                          struct nd_trace *trace);
int nd_monitor_trace(struct nd_monitor *monitor, int k, double *re, double *im, struct nd_trace *trace);

#endif
