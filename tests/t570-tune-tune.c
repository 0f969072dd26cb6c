// The tuner: what it finds can be run, what computes something else is refused, time limits are kept, and a stop is
// heard.
#include "base/file.h"
#include "rig.h"
#include "tune/tune.h"

struct seen {
    int told, refused, stop_after;
    double best;
};

static int see(void *context, const struct nd_trial *trial)
{
    struct seen *seen = context;
    seen->told++;
    if (trial->refused)
        seen->refused++;
    else if (trial->pass == ND_PASS_NONE && !(trial->seconds >= seen->best))
        seen->best = trial->seconds;
    return seen->stop_after && seen->told >= seen->stop_after;
}

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
                                     .patience = patience,
                                     .limit = limit,
                                     .dofs = 3000,
                                     .tell = see,
                                     .context = seen};
    const int code = nd_tune(&tuning, variant, plan, seconds, tried);
    if (!code) CHECK_OK(nd_plan_check(plan, device, 1, law.fields.n, 0));
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

/* The built-in lift but for a sign. */
static void write_wrong_lift(const char *folder)
{
    char path[300], *text = NULL;
    size_t n = 0;
    CHECK_OK(nd_file_read("src/kernel/lift.knl", 1 << 20, &text, &n));
    char *at = text ? strstr(text, "sum[w] += L") : NULL;
    CHECK(at != NULL);
    if (at) at[7] = '-';
    snprintf(path, sizeof path, "%s/lift.knl", folder);
    CHECK_OK(nd_file_write(path, text, n));
    free(text);
}

int main(void)
{
    struct nd_plan plan;
    struct seen seen = {.best = INFINITY};
    double seconds = 0;
    int tried = 0;
    char folder[256];

    CHECK_OK(tune("split", ND_ESTIMATE, 10, &seen, &plan, &seconds, &tried));
    CHECK(tried == 0 && seen.told == 0 && isnan(seconds) && !strcmp(plan.variant->name, "split"));

    CHECK_OK(tune("simd", ND_MEASURE, 10, &seen, &plan, &seconds, &tried));
    CHECK(tried == 0 && !strcmp(plan.variant->name, "simd"));

    CHECK_OK(tune("paper", ND_MEASURE, 3, &seen, &plan, &seconds, &tried));
    CHECK(tried > 4 && seen.told == tried && !seen.refused && seconds > 0 &&
          !strcmp(plan.variant->name, "paper"));

    seen = (struct seen){.stop_after = 3, .best = INFINITY};
    CHECK(tune("split", ND_EXHAUSTIVE, 100, &seen, &plan, &seconds, &tried) == NUDGE_ESTOPPED);
    CHECK(seen.told == 3);

    test_folder(folder);
    write_wrong_lift(folder);
    setenv("NUDGE_KERNELS", folder, 1);
    nudge_log_set(count_warnings, NULL);
    seen = (struct seen){.best = INFINITY};
    CHECK_FAILS(tune("split", ND_MEASURE, 0.1, &seen, &plan, &seconds, &tried), NUDGE_EINTERNAL,
                "plain kernels");
    CHECK(seen.told > 0 && seen.refused == seen.told && tried == 0 && warnings > 0);
    unsetenv("NUDGE_KERNELS");
    test_folder_remove(folder);
    TEST_END;
}
