// The tuner: its results can be run, wrong results are rejected, time limits hold, and a stop is obeyed.
#include "kernel/bernstein/bernstein.h"
#include "base/file.h"
#include "rig.h"
#include "solver/solver.h"
#include "tune/tune.h"
#include "tune/wisdom.h"

struct seen {
    int calls, refused, stop_after;
    double best;
};

static int see(void *context, const struct nd_trial *trial)
{
    struct seen *seen = context;
    seen->calls++;
    if (trial->refused)
        seen->refused++;
    else if (trial->pass == ND_PASS_NONE && !(trial->seconds >= seen->best))
        seen->best = trial->seconds;
    return seen->stop_after && seen->calls >= seen->stop_after;
}

static int linear; /* what is tuned for */

static int tune(const char *variant, enum nd_patience patience, double limit, struct seen *seen,
                struct nd_plan *plan, double *seconds, int *tried)
{
    struct nd_device *device = NULL;
    struct nd_law law;
    CHECK_OK(nd_device_open(&device, "cpu"));
    CHECK_OK(nd_law_init(&law, "maxwell", ""));
    const struct nd_tuning tuning = {.device = device,
                                     .law = &law,
                                     .N = 1,
                                     .linear = linear,
                                     .patience = patience,
                                     .limit = limit,
                                     .dofs = 3000,
                                     .tell = see,
                                     .context = seen};
    const int code = nd_tune(&tuning, variant, plan, seconds, tried);
    if (!code) CHECK_OK(nd_plan_check(plan, ND_CASE(device, &law, 1, 0, 1)));
    nd_law_clear(&law);
    nd_device_close(device);
    return code;
}

/* Every warning that the library gave. */
static int warnings;
static void count_warnings(void *context, int level, const char *message)
{
    (void)context, (void)message;
    warnings += level == NUDGE_LOG_WARNING;
}

/* A kernel text with another sign: the character `at` after the first place of `where`. */
static void write_wrong(const char *folder, const char *text_path, const char *where, int at)
{
    char path[300], *text = NULL;
    size_t n = 0;
    CHECK_OK(nd_file_read(text_path, 1 << 20, &text, &n));
    char *place = text ? strstr(text, where) : NULL;
    CHECK(place != NULL);
    if (place) place[at] = '-';
    snprintf(path, sizeof path, "%s/%s", folder, strrchr(text_path, '/') + 1);
    CHECK_OK(nd_file_write(path, text, n));
    free(text);
}

/* A run takes the plan that was kept for it, and without one the standard variant; which it takes
 * as well where the plan cannot compute its flux. */
static void check_run_uses_wisdom(const struct nd_plan *plan, const char *central)
{
    static const char text[] = "{law: maxwell, order: 1, boundaries: {default: pec}, mesh: "
                               "{box: {size: [1, 1, 1], divisions: [2, 2, 2]}}, "
                               "time: {end: 1, integrator: lsrk4}}";
    struct nd_device *device = NULL;
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    char folder[256], path[300];
    test_folder(folder);
    snprintf(path, sizeof path, "%s/wisdom.txt", folder);
    setenv("NUDGE_WISDOM", path, 1);
    CHECK_OK(nudge_problem_parse(&problem, text, ""));
    CHECK_OK(nd_device_open(&device, "cpu"));
    for (int kept = 0; kept < 2; kept++) {
        const struct nd_wisdom_key key = {"maxwell", 1, 0, NULL, device, 0};
        if (kept) CHECK_OK(nd_wisdom_keep(&key, plan, 1e-6));
        CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
        CHECK(!strcmp(nd_plan_name(&solver->rhs.plan), kept ? nd_plan_name(plan) : "simd"));
        struct nd_plan fit = *plan;
        nd_plan_fit(&fit, ND_CASE(device, &solver->law, 1, 0, 1), solver->mesh.K);
        if (kept)
            CHECK(solver->plan.number[ND_ELEMENT_REALS] == fit.number[ND_ELEMENT_REALS] &&
                  solver->plan.number[ND_BATCH] == fit.number[ND_BATCH]);
        if (kept) CHECK(!memcmp(solver->rhs.plan.number, fit.number, sizeof fit.number));
        nudge_solver_destroy(solver);
    }
    /* A plan for Runge-Kutta stages is not taken for linear steps. */
    CHECK_OK(nudge_problem_set(problem, "time.integrator", "linear"));
    CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
    CHECK(!strcmp(nd_plan_name(&solver->rhs.plan), "simd"));
    nudge_solver_destroy(solver);
    CHECK_OK(nudge_problem_set(problem, "time.integrator", "lsrk4"));
    CHECK_OK(nudge_problem_set(problem, "flux.upwind", "0"));
    CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
    CHECK(!strcmp(nd_plan_name(&solver->rhs.plan), central));
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    nd_device_close(device);
    unsetenv("NUDGE_WISDOM");
    test_folder_remove(folder);
}

/* Parameters for linear steps: both evaluations are checked and timed, and runs take what was kept. */
static void check_linear(void)
{
    static const char text[] = "{law: maxwell, order: 1, boundaries: {default: pec}, mesh: "
                               "{box: {size: [1, 1, 1], divisions: [2, 2, 2]}}, time: {end: 1}}";
    struct nd_plan plan;
    struct seen seen = {.best = INFINITY};
    double seconds = 0;
    int tried = 0;
    char folder[256], path[300];
    struct nd_device *device = NULL;
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    test_folder(folder);
    snprintf(path, sizeof path, "%s/wisdom.txt", folder);
    setenv("NUDGE_WISDOM", path, 1);
    linear = 1;
    CHECK_OK(tune("fused", ND_MEASURE, 0.1, &seen, &plan, &seconds, &tried));
    CHECK(tried > 0 && seen.calls == tried && seconds > 0 && plan.update == ND_UPDATE_RATE);
    CHECK_FAILS(tune("paper:3", ND_MEASURE, 0.1, &seen, &plan, &seconds, &tried), NUDGE_EVALUE,
                "does not take linear steps");
    seen = (struct seen){.best = INFINITY};
    CHECK_OK(tune("bernstein", ND_MEASURE, 0.1, &seen, &plan, &seconds, &tried));
    CHECK(tried > 0 && seen.calls == tried && !seen.refused && seconds > 0);
    linear = 0;
    CHECK_OK(nudge_problem_parse(&problem, text, ""));
    CHECK_OK(nd_device_open(&device, "cpu"));
    const struct nd_wisdom_key key = {"maxwell", 1, 0, NULL, device, 1};
    CHECK_OK(nd_wisdom_keep(&key, &plan, 1e-6));
    CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
    CHECK(!strcmp(nd_plan_name(&solver->rhs.plan), "bernstein") && solver->integrator.linear);
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    nd_device_close(device);
    unsetenv("NUDGE_WISDOM");
    test_folder_remove(folder);
}

/* The second evaluation but for a sign. */
static void check_wrong_add(void)
{
    struct nd_plan plan;
    struct seen seen = {.stop_after = 2, .best = INFINITY};
    double seconds = 0;
    int tried = 0;
    char folder[256];
    test_folder(folder);
    write_wrong(folder, "src/kernel/fused/fused_add.h", "+ u->b * (", 0);
    setenv("NUDGE_KERNELS", folder, 1);
    linear = 1;
    CHECK(tune("fused", ND_MEASURE, 10, &seen, &plan, &seconds, &tried) == NUDGE_ESTOPPED);
    CHECK(seen.calls == 2 && seen.refused == 2 && tried == 0);
    linear = 0;
    unsetenv("NUDGE_KERNELS");
    test_folder_remove(folder);
}

int main(void)
{
    struct nd_plan plan;
    struct seen seen = {.best = INFINITY};
    double seconds = 0;
    int tried = 0;
    char folder[256];

    CHECK_OK(tune("paper:3", ND_ESTIMATE, 10, &seen, &plan, &seconds, &tried));
    CHECK(tried == 0 && seen.calls == 0 && isnan(seconds) && !strcmp(nd_plan_name(&plan), "paper:3"));

    CHECK_OK(tune("simd", ND_MEASURE, 10, &seen, &plan, &seconds, &tried));
    CHECK(tried == 0 && !strcmp(plan.variant->name, "simd"));

    for (double limit = 3; limit < 300 && tried <= 4;
         limit *= 4) { /* seconds: a busy machine compiles slowly */
        seen = (struct seen){.best = INFINITY};
        CHECK_OK(tune("paper:5", ND_MEASURE, limit, &seen, &plan, &seconds, &tried));
    }
    CHECK(tried > 4 && seen.calls == tried && !seen.refused && seconds > 0 &&
          !strcmp(nd_plan_name(&plan), "paper:5"));

    check_run_uses_wisdom(&plan, "paper:5");

    /* Parameters that follow from the law are set again when a fused plan is found. */
    seen = (struct seen){.best = INFINITY};
    CHECK_OK(tune("fused", ND_MEASURE, 1, &seen, &plan, &seconds, &tried));
    CHECK(tried > 0 && seconds > 0 &&
          nd_plan_shape(&plan, (&(struct nd_case){0}), ND_PASS_STAGE).shared_bytes > 0);
    check_run_uses_wisdom(&plan, "fused");

    seen = (struct seen){.best = INFINITY};
    CHECK_OK(tune("bernstein", ND_MEASURE, 1, &seen, &plan, &seconds, &tried));
    CHECK(tried > 0 && seen.calls == tried && !seen.refused && seconds > 0 && plan.number[ND_STATE] > 0);
    check_run_uses_wisdom(&plan, "simd");

    check_linear();

    seen = (struct seen){.stop_after = 3, .best = INFINITY};
    CHECK(tune("paper:3", ND_EXHAUSTIVE, 100, &seen, &plan, &seconds, &tried) == NUDGE_ESTOPPED);
    CHECK(seen.calls == 3);

    seen = (struct seen){.stop_after = 3, .best = INFINITY};
    CHECK(tune("bernstein", ND_EXHAUSTIVE, 100, &seen, &plan, &seconds, &tried) == NUDGE_ESTOPPED);
    CHECK(seen.calls == 3 && !seen.refused);

    test_folder(folder);
    write_wrong(folder, "src/kernel/paper/lift.knl", "sum[w] += L", 7);
    setenv("NUDGE_KERNELS", folder, 1);
    nudge_log_set(count_warnings, NULL);
    seen = (struct seen){.best = INFINITY};
    CHECK_FAILS(tune("paper:3", ND_MEASURE, 0.1, &seen, &plan, &seconds, &tried), NUDGE_EINTERNAL,
                "plain kernels");
    CHECK(seen.calls > 0 && seen.refused == seen.calls && tried == 0 && warnings > 0);
    unsetenv("NUDGE_KERNELS");
    test_folder_remove(folder);
    check_wrong_add();
    TEST_END;
}
