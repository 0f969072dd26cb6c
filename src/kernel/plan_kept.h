/* Between plan.c and plan_kept.c: what plans of stages that keep fields in the frame have of their own. */
#ifndef ND_PLAN_KEPT_H
#define ND_PLAN_KEPT_H

#include "kernel/plan.h"

void nd_plan_kept_frame(struct nd_plan *plan, const struct nd_device *device, const struct nd_law *law, int N,
                        int single);
/* When the batch has been guessed: strides that depend on it, a smaller one where these make it too large, and as many groups as fit. */
void nd_plan_kept_settle(struct nd_plan *plan, const struct nd_device *device, const struct nd_law *law,
                         int N, int single);
void nd_plan_kept_guess(struct nd_plan *plan, const struct nd_device *device, int N, int single);
int nd_plan_kept_check(const struct nd_plan *plan, int single);
void nd_plan_kept_recipe(const struct nd_plan *plan, enum nd_pass pass, struct nd_recipe *recipe);

static inline int nd_round_up(int n, int multiple)
{
    return (n + multiple - 1) / multiple * multiple;
}

static inline int nd_larger(int a, int b)
{
    return a > b ? a : b;
}

/* The largest w in 1 ... most for which w * each stays within limit. */
static inline int nd_fit(int each, int limit, int most)
{
    const int w = limit / each;
    return w < 1 ? 1 : w < most ? w : most;
}

#endif
