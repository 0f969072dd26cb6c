/* The parameters of a plan that the tuner may change, by name and as text. */
#ifndef ND_TUNABLES_H
#define ND_TUNABLES_H

#include "kernel/plan.h"

enum { ND_TUNABLES_MOST = ND_PLAN_NUMBERS };

struct nd_tunables {
    int n;
    const char *name[ND_TUNABLES_MOST], *value[ND_TUNABLES_MOST]; /* values point into `text` */
    char text[ND_TUNABLES_MOST][16];
};

/* All parameters but options, in the order of the variant's table; none for a variant with nothing to tune. */
void nd_tunables_get(struct nd_tunables *tunables, const struct nd_plan *plan);

#endif
