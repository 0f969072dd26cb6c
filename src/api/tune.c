/* The tuner as nudge.h shows it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "api/api.h"
#include "base/memory.h"
#include "base/threads.h"
#include "base/time.h"
#include "elem/elem.h"
#include "tune/tunables.h"
#include "tune/tune.h"
#include "tune/wisdom.h"

static const enum nd_patience patience_of[] = {
    [NUDGE_MEASURE] = ND_MEASURE, [NUDGE_ESTIMATE] = ND_ESTIMATE, [NUDGE_EXHAUSTIVE] = ND_EXHAUSTIVE};

struct nudge_tuned {
    struct nd_request request;
    int linear; /* steps */
    struct nd_plan plan;
    struct nd_tunables tunables;
    nudge_tuned_info info;
};

struct view {
    const nudge_tune_options *options;
};

static int show_trial(void *context, const struct nd_trial *trial)
{
    const nudge_tune_options *o = ((const struct view *)context)->options;
    const nudge_trial t = {
        .refused = trial->refused != NULL,
        .message = trial->refused ? trial->refused : "",
        .pass = trial->pass ? nd_pass_names[trial->pass] : "stage",
        .seconds = trial->seconds,
        .best = trial->best,
    };
    return o->hook ? o->hook(o->context, &t) : 0;
}

static int tune(nudge_tuned *t, const nudge_tune_options *o)
{
    int status = 0;
    struct view view = {o};
    const struct nd_request *r = &t->request;
    const double start = nd_seconds_now();
    const struct nd_tuning tuning = {.device = r->device,
                                     .law = &r->law,
                                     .N = r->N,
                                     .single = r->single,
                                     .linear = t->linear,
                                     .patience = patience_of[o->patience],
                                     .limit = o->limit,
                                     .dofs = o->dofs,
                                     .tell = show_trial,
                                     .context = &view};
    TRY(nd_tune(&tuning, r->c.variant, &t->plan, &t->info.seconds, &t->info.tried));
    t->info.took = nd_seconds_now() - start;
    t->info.variant = nd_plan_name(&t->plan);
    t->info.linear = t->linear;
    t->info.origin = nd_plan_origin(&t->plan);
    t->info.fields = r->law.fields.n;
    t->info.nodes = nd_elem_Np(r->N);
    nd_tunables_get(&t->tunables, &t->plan);
    t->info.parameters = t->tunables.n;
    t->info.name = t->tunables.name;
    t->info.value = t->tunables.value;
done:
    return status;
}

static int choose_steps(nudge_tuned *t, const char *integrator)
{
    int status = 0;
    static const char *const names[] = {"linear", "lsrk4", "lsrk14"};
    const struct nd_variant *variant =
        t->request.c.variant ? nd_plan_named(t->request.c.variant).variant : NULL;
    int known = !integrator;
    for (int i = 0; i < 3 && !known; i++) known = !strcmp(integrator, names[i]);
    if (!known)
        FAIL(NUDGE_EVALUE, "nudge_tune_options.integrator is %s; set it to linear, lsrk4 or lsrk14",
             integrator);
    t->linear = integrator ? !strcmp(integrator, names[0]) : !variant || variant->linear;
done:
    return status;
}

int nudge_tune(nudge_tuned **tuned, const nudge_case *c, const nudge_tune_options *options)
{
    GIVEN(tuned, "tuned");
    *tuned = NULL;
    int status = 0;
    nudge_tuned *t = NULL;
    nudge_tune_options o = {0};
    const int before = nd_threads_enter();
    if (options) TRY(nd_options_copy(&o, sizeof o, options, "nudge_tune_options"));
    if (o.patience < NUDGE_MEASURE || o.patience > NUDGE_EXHAUSTIVE)
        FAIL(NUDGE_EVALUE,
             "nudge_tune_options.patience is %d; set NUDGE_ESTIMATE, NUDGE_MEASURE or "
             "NUDGE_EXHAUSTIVE",
             o.patience);
    if (!(o.limit > 0)) o.limit = o.patience == NUDGE_EXHAUSTIVE ? 1800 : 40;
    ALLOC(t, 1);
    TRY(nd_request_init(&t->request, c));
    TRY(choose_steps(t, o.integrator));
    nd_law_announce(&t->request.law);
    TRY(tune(t, &o));
    *tuned = t;
    t = NULL;
done:
    nudge_tuned_destroy(t);
    nd_threads_leave(before);
    return status;
}

const nudge_tuned_info *nudge_tuned_describe(const nudge_tuned *tuned)
{
    return tuned ? &tuned->info : NULL;
}

/* The result is saved as the plan of its variant. Runs use it if it is the standard variant, or beats the
 * one they used so far. */
int nudge_tuned_save(const nudge_tuned *t)
{
    GIVEN(t, "tuned");
    const struct nd_request *r = &t->request;
    const struct nd_case c = {r->device, &r->law, r->N, r->single, 1, t->linear};
    return nd_wisdom_keep_best(&c, &t->plan, t->info.seconds);
}

void nudge_tuned_destroy(nudge_tuned *tuned)
{
    if (!tuned) return;
    nd_request_clear(&tuned->request);
    free(tuned);
}

int nudge_wisdom_path(char **path)
{
    GIVEN(path, "path");
    *path = NULL;
    return nd_wisdom_path(path);
}
