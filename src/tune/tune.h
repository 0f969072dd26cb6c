/* The tuner: tries a plan's numbers on the device and keeps what is fastest. The paper found no
 * rule that predicts them (its Table 3); neither did we. */
#ifndef ND_TUNE_H
#define ND_TUNE_H

#include "kernel/plan.h"

enum nd_patience {
    ND_ESTIMATE,   /* nothing is measured: nd_plan_choose's guess */
    ND_MEASURE,    /* one number at a time, until nothing gets better */
    ND_EXHAUSTIVE, /* all combinations */
};

struct nd_trial { /* the report on one candidate */
    const struct nd_plan *plan;
    enum nd_pass pass;   /* which was timed; ND_PASS_NONE: the whole stage */
    double seconds;      /* of one launch */
    double best;         /* before it */
    const char *refused; /* why it does not count; null when it does */
};

struct nd_tuning {
    struct nd_device *device;
    const struct nd_law *law;
    int N, single;
    int linear; /* plans for linear steps, timed by both evaluations; 0: for Runge-Kutta stages */
    enum nd_patience patience;
    double limit; /* seconds; the best so far is taken when they are over */
    double dofs;  /* size of the problem to measure on; 0: by the device */
    /* Nonzero: stop, with NUDGE_ESTOPPED. May be null. */
    int (*tell)(void *context, const struct nd_trial *trial);
    void *context;
};

static inline struct nd_case nd_tuning_case(const struct nd_tuning *t)
{
    return (struct nd_case){t->device, t->law, t->N, t->single, 1, t->linear};
}

/* The fastest plan of a variant whose rate is that of the plain kernels, by the table of its
 * parameters; a variant without tunable ones has its guess. seconds: per element and stage, or mean
 * of the two evaluations; NaN where nothing was timed. tried: candidates timed, may be null. */
int nd_tune(const struct nd_tuning *tuning, const char *variant, struct nd_plan *plan, double *seconds,
            int *tried);

#endif
