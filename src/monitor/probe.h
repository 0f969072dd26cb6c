/* Probes: fields at points, or weighted sums of fields, sampled into a table on the device that is read when it is full.
 * Order of calls: nd_probes_init or nd_probes_init_sums, nd_probes_sample until row == rows, nd_probes_read, and so on;
 * nd_probes_clear. The operator must outlive the probes. */
#ifndef ND_PROBE_H
#define ND_PROBE_H

#include "step/rhs_term.h"

struct nd_probes {
    struct nd_subset list; /* the element of each point, or of each pair of sums */
    struct nd_buffer weight, table;
    int values;    /* of each: the fields, or ND_PROBE_SUMS */
    int rows, row; /* of the table: capacity, and written */
    struct nd_module *module;
    struct nd_kernel *kernel;
};

struct nd_points {
    nd_idx n;
    const nd_idx *element; /* [n] mesh element of each point */
    const double (*L)[4];  /* [n] barycentric coordinates of the point there */
};
/* rows: samples that the table has room for. */
int nd_probes_init(struct nd_probes *probes, struct nd_rhs *rhs, const struct nd_elem *elem,
                   const struct nd_points *points, int rows);
/* Sums over some points of an element, of fields times weights. An element may have several. */
#define ND_PROBE_SUMS 2 /* for the same points, with different weights; probe.knl knows it */
struct nd_probe_sums {
    nd_idx n;
    const nd_idx *element; /* [n] mesh element */
    int points;
    const double (*L)[4];  /* [n][points] barycentric coordinates there */
    const double *weight;  /* [n][ND_PROBE_SUMS][points][fields] */
};
int nd_probes_init_sums(struct nd_probes *probes, struct nd_rhs *rhs, const struct nd_elem *elem,
                        const struct nd_probe_sums *sums, int rows);
/* Bytes on the device for n points and `rows` rows. */
size_t nd_probes_bytes(const struct nd_rhs *rhs, nd_idx n, int rows);
void nd_probes_clear(struct nd_probes *probes);
/* Adds one row with the current fields; row must be less than rows. Launches kernels and does not wait. */
int nd_probes_sample(struct nd_probes *probes);
/* Reads values[row][n][values] of all rows so far and empties the table. Waits for the device. */
int nd_probes_read(struct nd_probes *probes, double *values);

#endif
