#include "bench.h"

#include <math.h>
#include <string.h>
#include "cli.h"
#include "progress.h"
#include "internal.h"

int bench_open(struct bench *b, const char *device, const char *law)
{
    int status = 0;
    *b = (struct bench){.law_name = law ? law : "maxwell", .single = 1, .blocks = -1, .end = INFINITY};
    nd_threads_enter(); /* --threads holds for everything that the study does */
    TRY(nd_law_init(&b->law, b->law_name, ""));
    nd_law_announce(&b->law);
    TRY(nd_device_open(&b->device, device));
done:
    if (status) bench_close(b);
    return status;
}

void bench_close(struct bench *b)
{
    if (b->fixture.device) nd_fixture_clear(&b->fixture);
    nd_device_close(b->device);
    nd_law_clear(&b->law);
    *b = (struct bench){0};
}

double bench_standard_dofs(const struct bench *b, double otherwise)
{
    return b->device->info.gpu ? 6.4e7 : otherwise; /* at least 6e7 in whole cells, at every order */
}

int bench_go_on(void)
{
    int status = 0;
    if (stop_wanted()) FAIL(NUDGE_ESTOPPED, "stopped");
done:
    return status;
}

int bench_time_is_up(const struct bench *b)
{
    return nd_seconds_now() > b->end;
}

/* known: set to whether the plan was tuned on this machine. */
static int find_plan(const struct bench *b, const struct nd_wisdom_key *key, struct nd_plan *plan, int *known)
{
    int status = 0;
    const struct nd_case c = {b->device, &b->law, key->N, key->single, 1, key->linear};
    *known = nd_wisdom_find(key, plan, NULL);
    if (!*known) TRY(nd_plan_choose(plan, &c, key->variant));
    if (b->blocks >= 0) plan->blocks = b->blocks;
done:
    return status;
}

int bench_plan(const struct bench *b, int N, const char *variant, struct nd_plan *plan, int *known)
{
    const struct nd_wisdom_key key = {b->law_name, N, b->single, variant, b->device, 0};
    int own;
    return find_plan(b, &key, plan, known ? known : &own);
}

int bench_plan_linear(const struct bench *b, int N, const char *variant, struct nd_plan *plan)
{
    const struct nd_wisdom_key key = {b->law_name, N, b->single, variant, b->device, 1};
    int known;
    return find_plan(b, &key, plan, &known);
}

int bench_bed(struct bench *b, int N, double dofs, const struct nd_plan *plan)
{
    int status = 0;
    const int there =
        b->fixture.device && b->fixture.elem.N == N && b->fixture.single == b->single && b->dofs == dofs;
    TRY(bench_go_on());
    if (!there) {
        if (b->fixture.device) nd_fixture_clear(&b->fixture);
        TRY(nd_fixture_init(&b->fixture, b->device, &b->law, N, b->single,
                            (struct nd_fixture_size){dofs, b->mixed}));
        b->dofs = dofs;
    }
    struct nd_plan fitted = *plan;
    const struct nd_case c = {b->device, &b->law, N, b->single, 1, plan->update != ND_UPDATE_RK};
    nd_plan_fit(&fitted, &c, b->fixture.mesh.K);
    TRY(nd_fixture_plan(&b->fixture, &fitted));
done:
    if (status && status != NUDGE_ESTOPPED)
        nd_fail_prefix(status, "order %d, %.3g degrees of freedom", N, dofs);
    return status;
}

int bench_stage(struct bench *b, struct speed *speed)
{
    int status = 0;
    const struct nd_fixture *fixture = &b->fixture;
    TRY(nd_fixture_measure(&b->fixture, -1, 0, &speed->seconds));
    speed->held = NAN;
    if (b->hold > 0) TRY(nd_fixture_hold(&b->fixture, b->hold, &speed->held));
    speed->K = fixture->mesh.K;
    speed->ns = speed->seconds / fixture->mesh.K * 1e9;
    speed->dofs = (double)b->law.fields.n * fixture->elem.Np * fixture->mesh.K / speed->seconds;
    speed->resident = (double)b->device->allocated / (speed->dofs * speed->seconds);
    speed->flops = nd_model_flops(fixture->elem.N, b->law.fields.n) * fixture->mesh.K / speed->seconds;
done:
    return status;
}

int bench_components(struct bench *b, struct component components[ND_PASSES_MOST], int *n)
{
    int status = 0;
    double sum = 0;
    struct nd_rhs *rhs = &b->fixture.rhs;
    *n = rhs->nlaunches;
    for (int i = 0; i < *n; i++) {
        struct component *c = &components[i];
        c->name = nd_pass_names[nd_rhs_pass(rhs, i)->pass];
        c->count = nd_rhs_count(rhs, i);
        TRY(nd_fixture_measure(&b->fixture, i, 0, &c->seconds));
        sum += c->seconds;
    }
    for (int i = 0; i < *n; i++) components[i].share = components[i].seconds / sum;
done:
    return status;
}

/* Those that share a layout stand together: changing it takes long. */
enum { FULL, NO_MATRIX, NO_GROUPING, NO_MICROBLOCKS, NEITHER };
const char *const bench_case_names[BENCH_CASES] = {
    [FULL] = "full",
    [NO_MATRIX] = "no matrix in shared memory",
    [NO_GROUPING] = "conventional thread order",
    [NO_MICROBLOCKS] = "no micro-blocks",
    [NEITHER] = "neither",
};

static int fits(const struct bench *b, int N, const struct nd_plan *plan)
{
    return !nd_plan_check(plan, ND_CASE(b->device, &b->law, N, b->single, 1));
}

void bench_case(const struct bench *b, int N, int which, struct nd_plan *plan)
{
    const struct nd_plan full = *plan;
    struct nd_plan guess = full;
    const int fewer = which == NO_MICROBLOCKS || which == NEITHER,
              field = which == NO_MATRIX || which == NEITHER;
    if (fewer) nd_paper_microblocks(plan, N, full.number[ALIGN], 1);
    guess.number[K_M] = plan->number[K_M], guess.number[N_PM] = plan->number[N_PM],
    guess.number[N_FM] = plan->number[N_FM];
    nd_paper_guess(ND_CASE(b->device, &b->law, N, b->single, 1), &guess);
    if (field &&
        full.number[DIFF_SHARED] == ND_SHARED_MATRIX) { /* the other kernel's numbers mean other things */
        plan->number[DIFF_SHARED] = ND_SHARED_FIELD;
        plan->number[DIFF_P] = guess.number[DIFF_P], plan->number[DIFF_I] = guess.number[DIFF_I],
        plan->number[DIFF_S] = guess.number[DIFF_S];
    }
    if (plan->number[DIFF_ROWS] > plan->number[N_PM]) plan->number[DIFF_ROWS] = plan->number[N_PM];
    if (which == NO_GROUPING) plan->number[GROUPING] = 0;
    if (plan->number[GROUPING] && plan->number[N_PM] % plan->number[GROUPING])
        plan->number[GROUPING] = guess.number[GROUPING];
    if (fits(b, N, plan)) return;
    const int shared = plan->number[DIFF_SHARED];
    const int grouping = plan->number[GROUPING];
    *plan = guess;
    if (shared == ND_SHARED_MATRIX) nd_paper_use_matrix(plan, 4, 1);
    plan->number[GROUPING] = grouping;
    if (!fits(b, N, plan)) *plan = guess;
}

int bench_next_size(const struct bench *b, int N, int n, double most, double *dofs)
{
    static const double leading[] = {1, 2, 5};
    const double each = 6.0 * nd_elem_Np(N) * b->law.fields.n;
    for (int i = 0;; i++) {
        const double wanted = fmin(leading[i % 3] * pow(10, 4 + i / 3), most);
        const int next = (int)fmax(1, round(cbrt(wanted / each)));
        *dofs = each * next * next * next;
        if (next > n) return next;
        if (wanted >= most) return 0;
    }
}
