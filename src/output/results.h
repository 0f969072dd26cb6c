/* Results of a monitor, kept in memory beside its files, under the names they have there. */
#ifndef ND_RESULTS_H
#define ND_RESULTS_H

#include "base/memory.h"

struct nd_h5_part;

struct nd_results {
    nudge_array *at; /* [n]; names and values are owned */
    size_t n, capacity, rows_capacity;
};

void nd_results_clear(struct nd_results *results);
/* Empty arrays, one per name of a header "time,Ex,Ey"; then rows of numbers, one for each of them. */
int nd_results_begin_table(struct nd_results *results, const char *header);
int nd_results_add_row(struct nd_results *results, const double *values);
/* A part of an array, which its first part creates. */
int nd_results_add_part(struct nd_results *results, const char *name, const struct nd_h5_part *part,
                        const double *values);

#endif
