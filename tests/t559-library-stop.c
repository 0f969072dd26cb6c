// Set-up and far fields can be stopped wherever the library calls the hook: the call returns
// NUDGE_ESTOPPED, nothing unfinished remains, and the work can be repeated. After a stop of the
// time steps results are written as far as a moment suffices. The memory of a far field is
// estimated before. Arguments: set-up, far, memory.
// RUN: set-up
// RUN: far
// PLAIN: memory
#include <sys/resource.h>
#include <unistd.h>
#include "base/file.h"
#include "base/work.h"
#include "solver/solver.h"
#include "test.h"

struct counter {
    int calls, stop_at; /* 0: never */
    int far_calls;
    double share; /* of the far field, the last reported */
    int backwards;
    char last[96];
};

static int count(void *context, const char *what, double share)
{
    struct counter *c = context;
    c->calls++;
    if (strstr(what, "far field of 'f'")) {
        c->far_calls++;
        c->backwards += !(share >= c->share && share <= 1);
        c->share = share;
    }
    snprintf(c->last, sizeof c->last, "%s", what);
    return c->stop_at && c->calls >= c->stop_at;
}

static char folder[256];

static void make_folder(void)
{
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/t559-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
}

static void remove_folder(void)
{
    char command[400];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    CHECK(!system(command));
}

static int there(const char *name)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return nd_file_exists(path);
}

static int says(const char *name, const char *text)
{
    char path[400], *found = NULL;
    size_t n = 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    CHECK_OK(nd_file_read(path, 1 << 20, &found, &n));
    const int there = found && strstr(found, text) != NULL;
    free(found);
    return there;
}

/* A far field in thetas times phis directions at n frequencies, the power through the same surface,
 * and fields inside where they are wanted. */
static int fields_too;

static nudge_problem *far_problem(int thetas, int phis, int n)
{
    static char text[1 << 20];
    nudge_problem *p = NULL;
    int at = snprintf(
        text, sizeof text,
        "mesh: {box: {size: [1, 1, 1], divisions: [2, 2, 2]}}\norder: 1\nunits: natural\n"
        "boundaries: {default: absorbing}\ninitial: {Ey: 1}\ntime: {end: 0.5}\noutput: {folder: out}\n"
        "monitors:\n  w: {power: {around: [box], frequencies: [1]}}\n"
        "  f: {far_field: {around: [box], frequencies: [");
    for (int i = 0; i < n; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "%s%g", i ? ", " : "", 1 + 0.01 * i);
    at += snprintf(text + at, sizeof text - (size_t)at, "], theta: [");
    for (int i = 0; i < thetas; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "%s%g", i ? ", " : "", 180. * i / thetas);
    at += snprintf(text + at, sizeof text - (size_t)at, "], phi: [");
    for (int i = 0; i < phis; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "%s%g", i ? ", " : "", 360. * i / phis);
    snprintf(text + at, sizeof text - (size_t)at, "]}}\n%s",
             fields_too ? "  u: {fourier: {regions: [box], frequencies: [1]}}\n" : "");
    CHECK_OK(nudge_problem_parse(&p, text, folder));
    return p;
}

/* The hook is called a few dozen times per second and for every new piece of work, so that a small
 * set-up has a dozen calls. */
static void test_setup(void)
{
    nudge_problem *p = far_problem(3, 2, 1);
    nudge_solver *s = NULL;
    struct counter all = {0};
    nudge_work_set(count, &all);
    CHECK_OK(nudge_solver_create(&s, p, "cpu"));
    nudge_solver_destroy(s);
    CHECK(all.calls >= 6);
    for (int k = 1; k <= 6; k++) {
        struct counter c = {.stop_at = k};
        char message[200];
        nudge_work_set(count, &c);
        CHECK(nudge_solver_create(&s, p, "cpu") == NUDGE_ESTOPPED);
        snprintf(message, sizeof message, "stopped while %s", c.last);
        CHECK(!strcmp(nudge_error(), message));
        CHECK(!s && c.calls == k);
    }
    nudge_work_set(NULL, NULL);
    CHECK_OK(nudge_solver_create(&s, p, "cpu"));
    nudge_solver_destroy(s);
    nudge_problem_destroy(p);
}

static int stop_steps(void *context, const nudge_status *status)
{
    (void)context;
    return status->step >= 1;
}

/* Asks in vain until the far field is being computed. */
static int stop_far(void *context, const char *what, double share)
{
    struct counter *c = context;
    count(c, what, share);
    return c->far_calls >= c->stop_at;
}

static void run_far(int stop_at, int of_steps, int wanted, const char *wording)
{
    nudge_problem *p = far_problem(40, 30, 2);
    nudge_solver *s = NULL;
    struct counter c = {.stop_at = stop_at};
    CHECK_OK(nudge_solver_create(&s, p, "cpu"));
    if (stop_at) nudge_work_set(stop_far, &c);
    const int code = nudge_solver_run(s, of_steps ? stop_steps : NULL, NULL);
    CHECK(code == wanted);
    CHECK(!code || strstr(nudge_error(), wording));
    CHECK(!stop_at || (c.far_calls == stop_at && !c.backwards));
    nudge_work_set(NULL, NULL);
    nudge_solver_destroy(s);
    nudge_problem_destroy(p);
}

static void keep(void *context, int level, const char *message)
{
    (void)level;
    snprintf(context, 2000, "%s", message);
}

/* The steps were stopped, and the hook wants to stop still: a far field of minutes is left out,
 * with a warning that names its files. */
static void check_slow(void)
{
    nudge_problem *p = far_problem(1000, 1000, 10);
    nudge_solver *s = NULL;
    static char warning[2000];
    CHECK_OK(nudge_solver_create(&s, p, "cpu"));
    struct counter c = {.stop_at = 1};
    nudge_work_set(stop_far, &c);
    nudge_log_set(keep, warning);
    CHECK_FAILS(nudge_solver_run(s, stop_steps, NULL), NUDGE_ESTOPPED, "stopped at step 1 of");
    nudge_log_set(NULL, NULL);
    nudge_work_set(NULL, NULL);
    CHECK(strstr(warning, "/f.csv, ") && strstr(warning, "/f.h5") && strstr(warning, "/f-totals.csv"));
    CHECK(there("out/w.csv") && there("out/u.h5") && !there("out/f.csv") && !there("out/f.h5"));
    nudge_solver_destroy(s);
    nudge_problem_destroy(p);
}

static void test_far(void)
{
    fields_too = 1;
    /* Stopped before and within it: the power is there, the far field is not, not even in part. */
    for (int k = 1; k <= 2; k++) {
        run_far(k, 0, NUDGE_ESTOPPED, "stopped while computing the far field of 'f'; not written: ");
        CHECK(there("out/w.csv") && there("out/u.h5") && there("out/run.json"));
        CHECK(says("out/run.json", "\"outcome\": \"stopped\"") &&
              says("out/run.json", "\"ended_by\": \"stop\""));
        CHECK(!there("out/f.csv") && !there("out/f.h5") && !there("out/f-totals.csv") && !there("out/f.svg"));
    }
    /* The steps were stopped: there is time for this one. */
    run_far(0, 1, NUDGE_ESTOPPED, "stopped at step 1 of");
    CHECK(there("out/w.csv") && there("out/u.h5") && there("out/f.csv") && there("out/f.h5") &&
          there("out/f-totals.csv") && there("out/f.svg"));
    run_far(0, 0, 0, "");
    /* For so long, and no longer. */
    nd_work_hurry(1e-6);
    usleep(1000);
    CHECK_FAILS(nd_work("waiting", 0), NUDGE_ESTOPPED, "stopped while waiting");
    nd_work_hurry(3600);
    CHECK_OK(nd_work("waiting", 0));
    nd_work_hurry(INFINITY);
    CHECK_OK(nd_work("waiting", 0));
    nd_work_hurry(0);
    check_slow();
}

static double peak(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return 1024. * (double)usage.ru_maxrss;
}

static double estimate(int thetas, int phis, int n)
{
    nudge_problem *p = far_problem(thetas, phis, n);
    nudge_solver *s = NULL;
    CHECK_OK(nudge_solver_create(&s, p, "cpu"));
    const double bytes = s->memory_estimate;
    nudge_solver_destroy(s);
    nudge_problem_destroy(p);
    return bytes;
}

/* A far field of 40 MB: the estimate includes it, and not much more. A far field of 18 000 x 18 000
 * is refused if the machine has less memory. */
static void test_memory(void)
{
    nudge_problem *p = NULL;
    nudge_solver *s = NULL;
    double seconds;
    const double small = estimate(2, 2, 1), large = estimate(400, 250, 10);
    CHECK(large - small > 40e6 && large - small < 60e6);
    run_far(0, 0, 0, "");
    const double before = peak();
    p = far_problem(400, 250, 10);
    CHECK_OK(nudge_solver_create(&s, p, "cpu"));
    struct nd_monitors *m = &s->monitors;
    CHECK_OK(nd_monitors_seconds(m, &seconds));
    CHECK(seconds > 0.5 && seconds < 3600);
    struct counter c = {.stop_at = 3}; /* memory is taken by then, and the rest takes its time */
    nudge_work_set(stop_far, &c);
    CHECK(nudge_solver_run(s, NULL, NULL) == NUDGE_ESTOPPED);
    nudge_work_set(NULL, NULL);
    CHECK(peak() - before < large - small + 10e6);
    nudge_solver_destroy(s);
    nudge_problem_destroy(p);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "set-up";
    make_folder();
    if (!strcmp(what, "set-up")) test_setup();
    if (!strcmp(what, "far")) test_far();
    if (!strcmp(what, "memory")) test_memory();
    remove_folder();
    TEST_END;
}
