/* Which variant a run uses, and its numbers. */
#ifndef ND_PLAN_H
#define ND_PLAN_H

#include "kernel/kernel.h"

struct nd_plan {
    const struct nd_variant *variant;
    int lanes; /* elements side by side; 1 but for simd */
    int rows;  /* of an operator tile (simd) */
};

/* variant: a name, or null for the best that this device can run. */
int nd_plan_choose(struct nd_plan *plan, const struct nd_device *device, const struct nd_law *law, int N,
                   int single, const char *variant);
void nd_plan_layout(const struct nd_plan *plan, struct nd_layout *layout, nd_idx K, int Np, int fields);

#endif
