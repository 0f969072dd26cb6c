/* The results of a monitor in memory, under the same names as in its files. */
#ifndef ND_RESULTS_H
#define ND_RESULTS_H

#include "base/memory.h"

struct nd_h5_part;

struct nd_results {
    nudge_array *at; /* [n]; names and values are owned */
    size_t n, capacity, rows_capacity;
};

void nd_results_clear(struct nd_results *results);
/* Begins empty arrays, one per name of a header such as "time,Ex,Ey"; each row then adds one number to
 * each. */
int nd_results_begin_table(struct nd_results *results, const char *header);
int nd_results_add_row(struct nd_results *results, const double *values);
/* Sets a part of an array; the first part creates the array. */
int nd_results_add_part(struct nd_results *results, const char *name, const struct nd_h5_part *part,
                        const double *values);

#endif
