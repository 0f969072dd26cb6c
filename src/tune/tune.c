#include "tune/tune.h"

#include <math.h>
#include <string.h>
#include "base/time.h"
#include "tune/search.h"

enum { PLANS_MOST = 64 }; /* that are compiled side by side */

/* A pass being tuned, with its table of parameters: ND_PASS_NONE for those that the whole stage decides. */
struct range {
    enum nd_pass pass;
    const struct nd_parameter *row[ND_PLAN_NUMBERS]; /* the last one of the table first */
    int n;
};

static const struct nd_parameter *find_branch(const struct nd_variant *variant, enum nd_pass pass)
{
    for (const struct nd_parameter *p = variant->parameters; p && p->name; p++)
        if (p->pass == pass && p->branch) return p;
    return NULL;
}

/* The parameters to try for a pass, with the branching one as the plan has it. */
static struct range find_range(const struct nd_plan *plan, enum nd_pass pass)
{
    struct range range = {.pass = pass};
    const struct nd_parameter *branch = find_branch(plan->variant, pass);
    const char *word = branch && branch->words ? branch->words[nd_plan_get(plan, branch)] : NULL;
    for (const struct nd_parameter *p = plan->variant->parameters; p && p->name; p++) {
        if (p->pass != pass || p->branch || !p->n || (p->only && word && strcmp(p->only, word))) continue;
        for (int i = range.n++; i > 0; i--) range.row[i] = range.row[i - 1];
        range.row[0] = p;
    }
    return range;
}

/* One parameter at a time, all others as they are, until a round brings nothing. */
static int search_lines(struct nd_search *search, const struct range *range, struct nd_found *found)
{
    int status = 0;
    for (double before = INFINITY; found->seconds < before;) {
        before = found->seconds;
        for (int k = 0; k < range->n; k++) {
            struct nd_plan line[ND_VALUES_TRIED];
            const struct nd_parameter *p = range->row[k];
            for (int i = 0; i < p->n; i++) {
                line[i] = found->plan;
                nd_plan_set(&line[i], p, p->value[i]);
            }
            TRY(nd_search_try(search, line, p->n, range->pass, found));
        }
    }
done:
    return status;
}

/* Every combination; an odometer over the parameters, of which the last turns most seldom. */
static int search_all(struct nd_search *search, const struct range *range, struct nd_found *found)
{
    int status = 0, at[ND_PLAN_NUMBERS] = {0}, n = 0, over = 0;
    const struct nd_plan start = found->plan;
    struct nd_plan batch[PLANS_MOST];
    while (!over) {
        int k = 0;
        batch[n] = start;
        for (; k < range->n; k++) nd_plan_set(&batch[n], range->row[k], range->row[k]->value[at[k]]);
        for (k = 0; k < range->n && ++at[k] == range->row[k]->n; k++) at[k] = 0;
        over = k == range->n;
        if (++n < PLANS_MOST && !over) continue;
        TRY(nd_search_try(search, batch, n, range->pass, found));
        n = 0;
    }
done:
    return status;
}

/* From the plan itself and the variant's starts to the best parameters of a pass. */
static int search_pass(struct nd_search *search, enum nd_pass pass, struct nd_found *found)
{
    int status = 0, n = 0;
    const struct nd_tuning *t = search->tuning;
    const struct nd_variant *v = found->plan.variant;
    const struct range range = find_range(&found->plan, pass);
    const struct nd_case c = nd_tuning_case(t);
    struct nd_plan start[PLANS_MOST];
    TRY(nd_search_try(search, &found->plan, 1, pass, found));
    if (v->starts) n = v->starts(&c, &found->plan, start, PLANS_MOST);
    TRY(nd_search_try(search, start, n, pass, found));
    TRY((t->patience == ND_EXHAUSTIVE ? search_all : search_lines)(search, &range, found));
done:
    return status;
}

/* The plan with another value of a branching parameter. Returns 0 where that makes no other plan. */
static int take_branch(const struct nd_search *search, const struct nd_parameter *branch, int value,
                       struct nd_plan *plan)
{
    const struct nd_case c = nd_tuning_case(search->tuning);
    nd_plan_set(plan, branch, value);
    return plan->variant->restart(&c, plan, branch);
}

/* One pass, by each value of its branching parameter, that of the plan first; the faster stays. */
static int tune_pass(struct nd_search *search, enum nd_pass pass, struct nd_plan *plan, double *seconds)
{
    int status = 0;
    const struct nd_parameter *branch = pass ? find_branch(plan->variant, pass) : NULL;
    const int own = branch ? nd_plan_get(plan, branch) : 0;
    struct nd_found best = {*plan, INFINITY};
    TRY(search_pass(search, pass, &best));
    for (int i = 0; branch && i < branch->n; i++) {
        struct nd_found other = {best.plan, INFINITY};
        if (branch->value[i] == own || !take_branch(search, branch, branch->value[i], &other.plan)) continue;
        TRY(search_pass(search, pass, &other));
        if (other.seconds < best.seconds * ND_MARGIN) best = other;
    }
    *plan = best.plan;
    *seconds = best.seconds;
done:
    return status;
}

/* All passes, one after the other; then what the whole stage decides. */
static int tune_passes(struct nd_search *search, struct nd_plan *plan, double *seconds)
{
    int status = 0;
    for (const enum nd_pass *pass = plan->variant->passes(plan); *pass; pass++)
        if (find_range(plan, *pass).n) TRY(tune_pass(search, *pass, plan, seconds));
    if (find_range(plan, ND_PASS_NONE).n) TRY(tune_pass(search, ND_PASS_NONE, plan, seconds));
done:
    return status;
}

/* By each value of the parameter that the whole stage branches by. Each may take half of the time
 * that is left. */
static int tune_variant(struct nd_search *search, struct nd_found *best)
{
    int status = 0;
    const struct nd_parameter *branch = find_branch(best->plan.variant, ND_PASS_NONE);
    const int n = branch ? branch->n : 1;
    const double end = search->end;
    struct nd_plan plan = best->plan;
    for (int i = 0; i < n; i++) {
        double seconds = INFINITY;
        if (branch && !take_branch(search, branch, branch->value[i], &plan) && i) continue;
        search->end = i == n - 1 ? end : (nd_seconds_now() + end) / 2;
        TRY(tune_passes(search, &plan, &seconds));
        if (seconds < best->seconds * (i ? ND_MARGIN : 1)) *best = (struct nd_found){plan, seconds};
    }
done:
    return status;
}

static int is_tunable(const struct nd_variant *variant)
{
    for (const struct nd_parameter *p = variant->parameters; p && p->name; p++)
        if (p->n) return 1;
    return 0;
}

int nd_tune(const struct nd_tuning *t, const char *variant, struct nd_plan *plan, double *seconds, int *tried)
{
    int status = 0;
    struct nd_search search = {0};
    struct nd_found best = {.seconds = INFINITY};
    const struct nd_case c = nd_tuning_case(t);
    *seconds = NAN;
    if (tried) *tried = 0;
    TRY(nd_plan_choose(plan, &c, variant));
    if (t->patience == ND_ESTIMATE || !is_tunable(plan->variant)) return 0;
    TRY(nd_search_init(&search, t));
    best.plan = *plan;
    TRY(tune_variant(&search, &best));
    if (!isfinite(best.seconds))
        FAIL(NUDGE_EINTERNAL,
             "no plan of variant %s computes what the plain kernels do on %s; see the warnings above",
             nd_plan_name(plan), t->device->info.name);
    *plan = best.plan;
    plan->source = ND_PLAN_MEASURED;
    *seconds = best.seconds / search.large.mesh.K;
    if (tried) *tried = search.timed;
done:
    nd_search_clear(&search);
    return status;
}
