/* The results of a far-field monitor while they are computed. monitor_far.c makes the totals and the chart,
 * far_stream.c the far field in all directions, which it writes block by block, far_cost.c estimates time and
 * memory. monitor_far.c owns struct nd_far. Order of calls: nd_far_stream_open, nd_far_stream for each
 * frequency, nd_far_stream_close; then nd_far_stream_drop, which is safe at any time. */
#ifndef ND_FAR_H
#define ND_FAR_H

#include "monitor/monitor.h"

enum { ND_FAR_LINES = 6 }; /* at most, in the chart */

/* One monitor, all frequencies. */
struct nd_far {
    struct nd_monitors *m;
    struct nd_monitor *monitor;
    struct nd_trace trace;
    int wave; /* 1: cross-sections of a plane wave, 0: a radiation pattern */
    int ntheta, nphi, n;
    double *theta, *phi; /* degrees */
    int parts;           /* reals per direction: re and im along theta and phi for a vector, else re and im */
    double (*totals)[9]; /* [n] one row of the table of totals per frequency */
    double *chart;       /* [lines][ntheta]: dB at the first frequency */
    int lines;
    char what[96]; /* the description for nd_work */
    /* far_stream.c: */
    struct nd_csv *table;
    struct nd_h5 *arrays;
    int block;                 /* directions computed at a time */
    double *value, *dB, *E[4]; /* [block]: cross-section or directivity, the same in dB, parts of the field */
    double most;               /* the largest value at this frequency */
    double most_theta, most_phi; /* its direction, degrees */
};

/* The number of angles theta and phi; 181 and 2 by default. */
int nd_far_thetas(const struct nd_monitor_spec *spec);
int nd_far_phis(const struct nd_monitor_spec *spec);
/* name: of a column or array, as "E_theta_re" or "p_re". */
void nd_far_part_name(const struct nd_far *far, int part, char name[64]);

/* Opens the table and the file of arrays. */
int nd_far_stream_open(struct nd_far *far, char *const *paths);
/* Writes to both files, for frequency k and all directions: the far field F divided by `by`, and 4 pi |F|^2
 * scale. */
int nd_far_stream(struct nd_far *far, int k, const struct nd_outside *outside, double complex by,
                  double scale);
/* Closes the table, which is complete. The file of arrays stays open for the totals. */
int nd_far_stream_close(struct nd_far *far);
/* Removes files that are not closed, and frees memory. */
void nd_far_stream_drop(struct nd_far *far);

/* far_cost.c: an upper bound of the bytes on the host, and about how many seconds it takes. */
double nd_far_bytes(const struct nd_monitors *monitors, const struct nd_monitor *monitor);
int nd_far_seconds(const struct nd_monitors *monitors, const struct nd_monitor *monitor, double *seconds);

#endif
