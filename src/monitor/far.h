/* A far-field monitor's results while they are computed: monitor_far.c has the totals and the
 * chart, far_stream.c the directions, which go to the files block by block, far_cost.c what it will
 * take. */
#ifndef ND_FAR_H
#define ND_FAR_H

#include "monitor/monitor.h"

enum { ND_FAR_LINES = 6 }; /* of the chart */

/* The far field of one monitor, at all frequencies. */
struct nd_far {
    struct nd_monitors *m;
    struct nd_monitor *monitor;
    struct nd_trace trace;
    int wave; /* cross-sections */
    int ntheta, nphi, n;
    double *theta, *phi; /* degrees */
    int parts;           /* numbers of a far field: of a vector theta re, im, phi re, im, else re, im */
    double (*totals)[8]; /* [n] */
    double *chart;       /* [lines][ntheta]: dB at the first frequency */
    int lines;
    char what[96]; /* for nd_work */
    /* far_stream.c: */
    struct nd_csv *table;
    struct nd_h5 *arrays;
    int block;                   /* directions that are computed at a time */
    double *value, *dB, *E[4];   /* [block]: cross-section or directivity; parts of the field */
    double most;                 /* the largest value of this frequency, */
    double most_theta, most_phi; /* and where it is */
};

/* The angles of a monitor's directions, how many there are by default. */
int nd_far_thetas(const struct nd_monitor_spec *spec);
int nd_far_phis(const struct nd_monitor_spec *spec);
/* "E_theta_re", or "p_re". */
void nd_far_part_name(const struct nd_far *far, int part, char name[64]);

/* Opens the table and the file of arrays. */
int nd_far_stream_open(struct nd_far *far, char *const *paths);
/* Far fields at frequency number k in all directions, divided by `by`, and 4 pi |F|^2 `scale`, into
 * both files. */
int nd_far_stream(struct nd_far *far, int k, const struct nd_outside *outside, double complex by,
                  double scale);
/* The table is whole. The arrays are left for the totals. */
int nd_far_stream_close(struct nd_far *far);
/* Removes what is not closed. */
void nd_far_stream_drop(struct nd_far *far);

/* far_cost.c: bytes of the host that it takes at the most, and about how many seconds. */
double nd_far_bytes(const struct nd_monitors *monitors, const struct nd_monitor *monitor);
int nd_far_seconds(const struct nd_monitors *monitors, const struct nd_monitor *monitor, double *seconds);

#endif
