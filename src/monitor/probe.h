/* Fields at points, gathered on the device in a table of many moments that is read at once. */
#ifndef ND_PROBE_H
#define ND_PROBE_H

#include "step/extra.h"

struct nd_probes {
    struct nd_subset list; /* the element of each point */
    struct nd_buffer weight, table;
    int rows, row; /* of the table: in all, and written */
    struct nd_module *module;
    struct nd_kernel *kernel;
};

struct nd_points {
    nd_idx n;
    const nd_idx *element; /* [n] mesh element of each point */
    const double (*L)[4];  /* [n] its barycentric coordinates there */
};
/* rows: moments that the table has room for. */
int nd_probes_init(struct nd_probes *probes, struct nd_rhs *rhs, const struct nd_elem *elem,
                   const struct nd_points *points, int rows);
/* Bytes on the device for so many points and rows. */
size_t nd_probes_bytes(const struct nd_rhs *rhs, nd_idx n, int rows);
void nd_probes_clear(struct nd_probes *probes);
/* Records the present fields as a new row; there must be room. Only launches kernels. */
int nd_probes_sample(struct nd_probes *probes);
/* Reads values[row][n][fields] of all rows so far and starts over with an empty table. Waits for
 * the device. */
int nd_probes_read(struct nd_probes *probes, double *values);

#endif
