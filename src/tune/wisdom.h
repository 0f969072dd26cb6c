/* Wisdom: what the tuner found, kept as sorted text, one plan a line; doc/explanation/tuner.md shows one. */
#ifndef ND_WISDOM_H
#define ND_WISDOM_H

#include "kernel/plan.h"

struct nd_wisdom_key {
    const char *law; /* a built-in law's name or the path of a .law file: struct nd_law's path is either */
    int N;
    int single;
    const char *variant; /* a plan's name (nd_plan_named); "" or null: the best of all */
    const struct nd_device *device;
    int linear; /* a plan for linear steps; 0: for Runge-Kutta stages. One does not serve the other */
};

/* 1 when there is a plan for the key, made from the kernel texts of today and fit for the device;
 * else 0. A file that is not as it should be counts for nothing, with one warning a process.
 * seconds: per element and stage or evaluation, may be null. */
int nd_wisdom_find(const struct nd_wisdom_key *key, struct nd_plan *plan, double *seconds);
/* The plan for a run: that of the key if it was found, else nd_plan_choose's. Without a variant
 * only plans that can be run at this upwind weight. */
int nd_wisdom_choose(const struct nd_wisdom_key *key, const struct nd_law *law, double upwind,
                     struct nd_plan *plan);
/* Replaces or adds the plan of the key. Several processes may do so at once. An invalid file is an
 * error here, so that its content is not lost. */
int nd_wisdom_keep(const struct nd_wisdom_key *key, const struct nd_plan *plan, double seconds);
/* Saves a result of the tuner as the plan of its variant. Saves it also as the plan that runs use,
 * if it is of the variant they use, or faster than the plan they have. Does nothing for seconds
 * that are not finite. */
int nd_wisdom_keep_best(const struct nd_case *c, const struct nd_plan *plan, double seconds);
/* Where wisdom is kept, to be freed: $NUDGE_WISDOM, else wisdom.txt in the cache folder. Null:
 * nowhere, for NUDGE_WISDOM is "none". */
int nd_wisdom_path(char **path);

#endif
