/* Scans of one kernel's work distributions, as in the paper's Fig. 10b. */
#include <math.h>
#include "bench.h"

const char *const scan_kernels[] = {"diff", "lift", "gather", NULL};
static const enum nd_pass scan_passes[] = {ND_PASS_DIFF, ND_PASS_LIFT, ND_PASS_GATHER};

/* Values to try, up to the first 0. */
struct range {
    int p[20], i[12], s[8];
};
#define PARALLEL                                                                                             \
    {                                                                                                        \
        1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 19, 20, 24, 28, 32                                              \
    }
static const struct range matrix_range = {PARALLEL, {1, 2, 3, 4}, {1, 2, 3, 4, 6, 8}},
                          field_range = {PARALLEL, {1, 2, 3, 4, 6, 8}, {1}},
                          lift_range = {PARALLEL, {1, 2, 3, 4, 6, 8, 12, 16}, {1}},
                          gather_range = {PARALLEL, {1}, {1}};

static const struct range *range_of(const struct scan *scan)
{
    if (scan->pass == ND_PASS_LIFT) return &lift_range;
    if (scan->pass == ND_PASS_GATHER) return &gather_range;
    return scan->plan.number[DIFF_SHARED] == ND_SHARED_MATRIX ? &matrix_range : &field_range;
}

static int count(const int *values, int most)
{
    int n = 0;
    while (n < most && values[n]) n++;
    return n;
}

const char *scan_shared(const struct scan *scan)
{
    return scan->pass == ND_PASS_DIFF && scan->plan.number[DIFF_SHARED] == ND_SHARED_MATRIX ? "matrix"
                                                                                            : "field";
}

int scan_begin(struct scan *scan, const struct bench *b, int N, const char *variant, int kernel,
               enum nd_shared shared)
{
    int status = 0;
    *scan = (struct scan){.pass = scan_passes[kernel]};
    TRY(bench_plan(b, N, variant, &scan->plan, NULL));
    if (shared == ND_SHARED_MATRIX && scan->plan.number[DIFF_SHARED] != ND_SHARED_MATRIX)
        scan->plan.number[DIFF_ROWS] = scan->plan.number[N_PM] < 32 ? scan->plan.number[N_PM] : 32;
    scan->plan.number[DIFF_SHARED] = shared;
done:
    return status;
}

int scan_next(struct scan *scan, const struct bench *b, int N, struct nd_plan *plan, struct work *w)
{
    const struct range *r = range_of(scan);
    const int ni = count(r->i, 12), ns = count(r->s, 8), n = count(r->p, 20) * ni * ns;
    for (; scan->at < n; scan->at++) {
        *w = (struct work){r->p[scan->at / (ni * ns)], r->i[scan->at / ns % ni], r->s[scan->at % ns]};
        *plan = scan->plan;
        if (scan->pass == ND_PASS_GATHER)
            plan->number[GATHER_P] = w->p;
        else if (scan->pass == ND_PASS_LIFT)
            plan->number[LIFT_P] = w->p, plan->number[LIFT_I] = w->i;
        else
            plan->number[DIFF_P] = w->p, plan->number[DIFF_I] = w->i, plan->number[DIFF_S] = w->s;
        if (nd_plan_check(plan, ND_CASE(b->device, &b->law, N, b->single, 1))) continue;
        scan->at++;
        return 1;
    }
    return 0;
}

int scan_measure(struct bench *b, const struct scan *scan, int N, double dofs, const struct nd_plan *plan,
                 double *seconds)
{
    int status = 0;
    *seconds = NAN;
    status = bench_bed(b, N, dofs, plan);
    if (status == NUDGE_ECOMPILE || status == NUDGE_EVALUE) return 0;
    TRY(status);
    for (int i = 0; i < b->fixture.rhs.nlaunches; i++)
        if (nd_rhs_pass(&b->fixture.rhs, i)->pass == scan->pass)
            TRY(nd_fixture_measure(&b->fixture, i, 1, seconds));
done:
    return status;
}
