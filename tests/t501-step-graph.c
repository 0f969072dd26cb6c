// Steps replayed from a graph equal steps taken stage by stage to the last bit, on every device
// present and on a cpu that captures launches as a GPU does; when graphs are captured and dropped.
#include "device/cpu.h"
#include "kernel/paper/paper.h"
#include "rig.h"

/* -- the cpu with a recorder
 * -------------------------------------------------------------------------------------- */

enum { LAUNCHES_MOST = 100, ARGS_MOST = 16 };
struct launch {
    struct nd_kernel *kernel;
    struct nd_grid grid;
    int nargs;
    struct nd_arg args[ARGS_MOST];
    double values[ARGS_MOST];
};
struct nd_recording {
    int n;
    struct launch at[LAUNCHES_MOST];
};
static struct nd_recording *making; /* launches go there */
static int launched, captures, replays, alive, fails, warnings;

static int launch(struct nd_device *device, struct nd_kernel *kernel, struct nd_grid grid,
                  const struct nd_arg *args, int nargs)
{
    if (!making) {
        launched++;
        return nd_backend_cpu.launch(device, kernel, grid, args, nargs);
    }
    struct launch *k = &making->at[making->n++];
    CHECK(making->n < LAUNCHES_MOST && nargs <= ARGS_MOST);
    *k = (struct launch){.kernel = kernel, .grid = grid, .nargs = nargs};
    for (int i = 0; i < nargs; i++) {
        memcpy(&k->values[i], args[i].value, args[i].size);
        k->args[i] = (struct nd_arg){&k->values[i], args[i].size};
    }
    return 0;
}

static int record(struct nd_device *device, int (*work)(void *context), void *context,
                  struct nd_recording **out)
{
    int status = 0;
    (void)device;
    captures++;
    making = nd_alloc(1, sizeof *making);
    TRY(work(context));
    if (fails) FAIL(NUDGE_EDEVICE, "the tape is full");
    alive++;
    *out = making;
done:
    if (status) free(making);
    making = NULL;
    return status;
}

static int replay(struct nd_device *device, struct nd_recording *r)
{
    int status = 0;
    replays++;
    for (const struct launch *k = r->at; k < r->at + r->n; k++)
        TRY(nd_backend_cpu.launch(device, k->kernel, k->grid, k->args, k->nargs));
done:
    return status;
}

static void recording_free(struct nd_device *device, struct nd_recording *recording)
{
    (void)device;
    alive--;
    free(recording);
}

static struct nd_backend recorder(void)
{
    struct nd_backend backend = nd_backend_cpu;
    backend.launch = launch;
    backend.record = record;
    backend.replay = replay;
    backend.recording_free = recording_free;
    launched = captures = replays = alive = fails = warnings = 0;
    return backend;
}

/* -- two operators, one of which steps by recordings
 * --------------------------------------------------------------- */

struct pair {
    struct rig steps, stages;
    double *a, *b;
};

static int pair_init(struct pair *pair, const struct rig_case *c)
{
    int status = rig_init(&pair->steps, c);
    const int second = rig_init(&pair->stages, c);
    pair->a = nd_alloc(pair->steps.n, sizeof *pair->a);
    pair->b = nd_alloc(pair->steps.n, sizeof *pair->b);
    if (!status) status = second;
    CHECK_OK(status);
    return status;
}

static void pair_clear(struct pair *pair)
{
    rig_clear(&pair->steps);
    rig_clear(&pair->stages);
    free(pair->a), free(pair->b);
}

static void take(struct pair *pair, const struct nd_integrator *integrator, int n, double dt)
{
    for (int i = 0; i < n; i++) {
        CHECK_OK(nd_integrator_step(integrator, &pair->steps.rhs, dt));
        for (int k = 0; k < integrator->stages; k++) {
            const struct nd_stage stage = nd_stage_alone(integrator->a[k], integrator->b[k], dt);
            CHECK_OK(nd_rhs_stage(&pair->stages.rhs, &stage));
        }
    }
}

static void check_same(struct pair *pair, int line)
{
    int wrong = pair->steps.rhs.now != pair->stages.rhs.now;
    for (int residual = 0; residual < 2; residual++)
        for (int f = 0; f < 6; f++) {
            CHECK_OK(nd_rhs_get(&pair->steps.rhs, residual, f, pair->a));
            CHECK_OK(nd_rhs_get(&pair->stages.rhs, residual, f, pair->b));
            wrong += memcmp(pair->a, pair->b, pair->steps.n * sizeof *pair->a) != 0;
        }
    if (!wrong) return;
    printf("line %d, %s: steps and stages differ in %d arrays\n", line, pair->steps.device->backend->name,
           wrong);
    test_failures++;
}

/* Another plan of the same layout. */
static void replan(struct pair *pair)
{
    struct nd_plan plan = pair->steps.rhs.plan;
    if (*plan.variant->passes(&plan) == ND_PASS_GATHER)
        plan.number[LIFT_P] = plan.number[LIFT_P] == 1 ? 2 : 1;
    CHECK_OK(nd_rhs_replan(&pair->steps.rhs, &plan));
    CHECK_OK(nd_rhs_replan(&pair->stages.rhs, &plan));
    CHECK(!pair->steps.rhs.graph.from[0] && !pair->steps.rhs.graph.from[1]);
}

/* All that may come between two steps. */
static void check_story(struct pair *pair)
{
    double energy;
    take(pair, &nd_lsrk4, 6, 0.01);
    check_same(pair, __LINE__);
    take(pair, &nd_lsrk4, 1, 0.005);
    take(pair, &nd_lsrk4, 5, 0.01);
    check_same(pair, __LINE__);
    CHECK_OK(nd_rhs_rate(&pair->steps.rhs));
    CHECK_OK(nd_rhs_energy(&pair->steps.rhs, &energy, NULL));
    take(pair, &nd_lsrk4, 3, 0.01);
    check_same(pair, __LINE__);
    take(pair, &nd_lsrk14, 4, 0.01);
    check_same(pair, __LINE__);
    replan(pair);
    take(pair, &nd_lsrk14, 3, 0.01);
    take(pair, &nd_lsrk4, 4, 0.02);
    check_same(pair, __LINE__);
    for (int f = 0; f < 6; f++) {
        CHECK_OK(nd_rhs_set(&pair->steps.rhs, f, pair->steps.q[f]));
        CHECK_OK(nd_rhs_set(&pair->stages.rhs, f, pair->stages.q[f]));
    }
    take(pair, &nd_lsrk4, 1, 0.02);
    check_same(pair, __LINE__);
}

static const char *const variants[] = {NULL, "plain", "paper:3"}; /* null: the device's standard */

static struct rig_case make_case(const char *variant, int single)
{
    return (struct rig_case){.cubes = {.n = {2, 2, 1}, .seed = 4},
                             .N = 2,
                             .single = single,
                             .upwind = 1,
                             .variant = variant,
                             .regions = 3,
                             .seed = 5};
}

static void check_devices(void)
{
    for (const struct nd_backend *const *b = nd_backends; *b; b++) {
        int count = 0;
        CHECK_OK((*b)->probe(&count));
        if (!count) continue;
        setenv("TEST_DEVICE", (*b)->name, 1);
        for (int i = 0; i < 3; i++) {
            struct pair pair = {0};
            const struct rig_case c = make_case(variants[i], i == 0);
            if (!pair_init(&pair, &c)) check_story(&pair);
            pair_clear(&pair);
        }
    }
    setenv("TEST_DEVICE", "cpu", 1);
}

static void check_recorder(void)
{
    for (int i = 0; i < 3; i++) {
        struct pair pair = {0};
        const struct rig_case c = make_case(variants[i], 0);
        const struct nd_backend backend = recorder();
        if (!pair_init(&pair, &c)) {
            pair.steps.device->backend = &backend;
            check_story(&pair);
        }
        CHECK(replays > 15 && captures < replays && alive > 0);
        pair_clear(&pair);
        CHECK(alive == 0);
    }
}

/* The first of equal steps is launched as it is; each buffer that steps start from has its
 * recording from the second on. */
static void check_when(void)
{
    struct pair pair = {0};
    const struct rig_case c = make_case("plain", 0);
    const struct nd_backend backend = recorder();
    if (pair_init(&pair, &c)) goto done;
    const int passes = pair.steps.rhs.nlaunches;
    pair.steps.device->backend = &backend;
    take(&pair, &nd_lsrk4, 1, 0.01);
    CHECK(launched == 5 * passes && captures == 0);
    take(&pair, &nd_lsrk4, 1, 0.01);
    CHECK(launched == 5 * passes && captures == 1 && replays == 1);
    take(&pair, &nd_lsrk4, 4, 0.01);
    CHECK(launched == 5 * passes && captures == 2 && replays == 5 && alive == 2);
    take(&pair, &nd_lsrk4, 1, nextafter(0.01, 1)); /* another length, however near */
    CHECK(launched == 10 * passes && captures == 2 && alive == 0);
    take(&pair, &nd_lsrk14, 3, 0.01); /* an even number of stages */
    CHECK(launched == 24 * passes && captures == 3 && replays == 7 && alive == 1);
    replan(&pair);
    CHECK(alive == 0);
    take(&pair, &nd_lsrk14, 2, 0.01);
    CHECK(launched == 38 * passes && captures == 4 && alive == 1);
    check_same(&pair, __LINE__);
done:
    pair_clear(&pair);
}

static void count_warnings(void *context, int level, const char *message)
{
    (void)context;
    warnings += level == NUDGE_LOG_WARNING && strstr(message, "the tape is full") != NULL;
}

/* Told once, and no step is lost. */
static void check_failure(void)
{
    struct pair pair = {0};
    const struct rig_case c = make_case("plain", 0);
    const struct nd_backend backend = recorder();
    fails = 1;
    nudge_log_set(count_warnings, NULL);
    if (!pair_init(&pair, &c)) {
        pair.steps.device->backend = &backend;
        take(&pair, &nd_lsrk4, 5, 0.01);
        check_same(&pair, __LINE__);
        CHECK(warnings == 1 && captures == 1 && replays == 0 && alive == 0);
    }
    nudge_log_set(NULL, NULL);
    pair_clear(&pair);
}

int main(void)
{
    check_devices();
    check_recorder();
    check_when();
    check_failure();
    TEST_END;
}
