#include "tune/search.h"

#include <math.h>
#include <string.h>
#include "base/log.h"
#include "base/time.h"

static double default_dofs(const struct nd_device *device)
{
    return device->info.gpu ? 1.5e7 : 1e5;
}

int nd_search_init(struct nd_search *search, const struct nd_tuning *t)
{
    int status = 0;
    struct nd_plan plain;
    const struct nd_case c = nd_tuning_case(t);
    *search = (struct nd_search){.tuning = t, .end = nd_seconds_now() + t->limit};
    const double dofs = t->dofs > 0 ? t->dofs : default_dofs(t->device);
    const double few = 27 * 6.0 * nd_elem_Np(t->N) * t->law->fields.n; /* 27 cells */
    TRY(nd_fixture_init(&search->large, t->device, t->law, t->N, t->single,
                        (struct nd_fixture_size){dofs, 0}));
    TRY(nd_fixture_init(&search->small, t->device, t->law, t->N, t->single,
                        (struct nd_fixture_size){few, 1}));
    TRY(nd_fixture_init(&search->reference, t->device, t->law, t->N, t->single,
                        (struct nd_fixture_size){few, 1}));
    TRY(nd_plan_choose(&plain, &c, "plain"));
    TRY(nd_fixture_plan(&search->reference, &plain));
done:
    return status;
}

void nd_search_clear(struct nd_search *search)
{
    nd_fixture_clear(&search->large);
    nd_fixture_clear(&search->small);
    nd_fixture_clear(&search->reference);
    free(search->tried);
    search->tried = NULL;
}

/* The largest accepted distance of a candidate's rate from that of the plain kernels, relative L2. */
static double tolerance(int single)
{
    return single ? 1e-5 : 1e-12;
}

static int tell(const struct nd_search *search, const struct nd_tried *tried, double best,
                const char *refused)
{
    int status = 0;
    const struct nd_trial trial = {&tried->plan, tried->pass, tried->seconds, best, refused};
    const struct nd_tuning *t = search->tuning;
    if (t->tell && t->tell(t->context, &trial)) FAIL(NUDGE_ESTOPPED, "stopped");
done:
    return status;
}

/* The same rate as the plain kernels'? Where not, *refused says why. Only a lost device or no
 * memory left fails. */
static int check_plan(struct nd_search *search, const struct nd_plan *plan, const char **refused)
{
    struct nd_plan timed = *plan;
    timed.mixed = -1; /* as the fixture that it will be timed on, though this one is */
    double difference = INFINITY;
    int status = nd_fixture_plan(&search->small, &timed);
    if (!status) status = nd_fixture_compare(&search->small, &search->reference, &difference);
    *refused = NULL;
    if (status == NUDGE_ECOMPILE || status == NUDGE_EVALUE) {
        *refused = nudge_error();
        return 0;
    }
    TRY(status);
    if (difference <= tolerance(search->tuning->single)) return 0;
    nd_warn("a candidate of %s differs by %.3g from the plain kernels and is left out", nd_plan_name(plan),
            difference);
    *refused = "differs from the plain kernels";
done:
    return status;
}

/* tried->seconds of its plan and pass; infinite when the device cannot run it or it computes
 * something else. */
static int time_plan(struct nd_search *search, struct nd_tried *tried, double best)
{
    int status = 0, which = -1;
    const char *refused;
    tried->seconds = INFINITY;
    TRY(check_plan(search, &tried->plan, &refused));
    if (!refused) {
        TRY(nd_fixture_plan(&search->large, &tried->plan));
        for (int i = 0; i < search->large.rhs.nlaunches; i++)
            if (nd_rhs_pass(&search->large.rhs, i)->pass == tried->pass) which = i;
        TRY(nd_fixture_measure(&search->large, which, 1, &tried->seconds));
        search->timed++;
    }
    TRY(tell(search, tried, best, refused));
done:
    return status;
}

static int is_new(const struct nd_search *search, const struct nd_plan *plan, enum nd_pass pass)
{
    for (size_t i = 0; i < search->ntried; i++)
        if (search->tried[i].pass == pass && nd_plan_same(&search->tried[i].plan, plan)) return 0;
    return 1;
}

static void prepare_pass(const struct nd_tuning *t, const struct nd_plan *plan, enum nd_pass pass)
{
    const struct nd_case c = nd_tuning_case(t);
    struct nd_layout layout;
    struct nd_recipe recipe;
    nd_plan_layout(plan, &layout, 1, 0, nd_elem_Np(t->N), t->law->fields.n);
    nd_recipe_init(&recipe, &c, &layout);
    nd_plan_recipe(plan, pass, &recipe);
    nd_kernel_prepare(t->device, &recipe, nd_plan_file(plan, pass));
}

/* Compiles the pass of all candidates, on all cores if the compiler allows it. Failures are
 * reported later. */
static void prepare(struct nd_search *search, const struct nd_tried *tried, int n)
{
    const struct nd_tuning *t = search->tuning;
    const int first = t->linear ? ND_UPDATE_RATE : ND_UPDATE_RK, each = t->linear ? 2 : 1; /* updates */
    if (t->device->backend->dialect != ND_DIALECT_CUDA) return;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < each * n; i++) {
        struct nd_plan plan = tried[i / each].plan;
        if (!tried[i / each].pass) continue; /* of a whole stage the passes are there already */
        plan.update = (enum nd_update)(first + i % each);
        prepare_pass(t, &plan, tried[i / each].pass);
    }
}

int nd_search_try(struct nd_search *search, const struct nd_plan *candidates, int n, enum nd_pass pass,
                  struct nd_found *found)
{
    int status = 0;
    const struct nd_tuning *t = search->tuning;
    const size_t first = search->ntried;
    const struct nd_case c = nd_tuning_case(t);
    for (int i = 0; i < n; i++) {
        struct nd_plan plan = candidates[i];
        nd_plan_derive(&plan, &c);
        if (nd_plan_check(&plan, ND_CASE(t->device, t->law, t->N, t->single, 1)) ||
            !is_new(search, &plan, pass))
            continue;
        TRY(nd_grow(&search->tried, &search->capacity, search->ntried + 1, sizeof *search->tried));
        search->tried[search->ntried++] = (struct nd_tried){plan, pass, INFINITY};
    }
    prepare(search, search->tried + first, (int)(search->ntried - first));
    for (size_t i = first; i < search->ntried; i++) {
        struct nd_tried *tried = &search->tried[i];
        if (isfinite(found->seconds) && nd_seconds_now() > search->end) break;
        TRY(time_plan(search, tried, found->seconds));
        if (tried->seconds < found->seconds * ND_MARGIN)
            *found = (struct nd_found){tried->plan, tried->seconds};
    }
done:
    return status;
}
