/* Tuning of one order for a study, shown on a terminal. */
#ifndef TUNING_H
#define TUNING_H

#include "bench.h"

struct tuned {
    int N, single;
    struct nd_plan plan;
    double seconds; /* per element and stage; NaN if nothing was measured */
};

/* Tunes and saves the result for later runs. variant: null for the one that runs use. limit: seconds. dofs:
 * 0 for the tuner's choice. */
int tuning_run(struct bench *bench, int N, const char *variant, double limit, double dofs,
               struct tuned *tuned);
/* A row of parameters.csv, with this mark between its values. */
enum { TUNING_ROW = 256 };
void tuning_row(const struct tuned *tuned, char mark, char row[TUNING_ROW]);

#endif
