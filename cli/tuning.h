/* Tuning one order, shown on a terminal, and keeping its result as wisdom. */
#ifndef TUNING_H
#define TUNING_H

#include "bench.h"
#include "tune/tune.h"

struct tuned {
    int N, single;
    struct nd_plan plan;
    double seconds; /* of an element and stage; NaN when nothing was measured */
    double took;    /* seconds */
    int tried;
};

/* Keeps nothing. variant: null for the one that runs use. limit: seconds. dofs: 0 for the tuner's choice. */
int tuning_run(struct bench *bench, int N, const char *variant, enum nd_patience patience, double limit,
               double dofs, struct tuned *tuned);
/* As wisdom; nothing that was not measured. */
int tuning_keep(struct bench *bench, const struct tuned *tuned);
/* What a variant has to tune, as columns of comma-separated values, and a row of them with that mark between its values; of the
 * paper's family they are those of parameters.csv. The columns are null where there is nothing to tune. */
enum { TUNING_ROW = 256 };
const char *tuning_columns(const struct nd_variant *variant);
void tuning_row(const struct tuned *tuned, char mark, char row[TUNING_ROW]);

#endif
