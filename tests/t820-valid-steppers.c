/* The cost of time steppers at equal accuracy, in operator evaluations: at the largest stable step,
 * and at the largest whose error in time is below a tenth of the error in space. With upwind fluxes
 * lsrk14 needs a quarter fewer at the former. Arguments: problem, end time, elements along an edge
 * of its box (0: its mesh), orders. */
// RUN: examples/paper-cavity/paper.yaml 4e-9 0 3
// LONG: examples/paper-cavity/paper.yaml 4e-9 0 5 7
// LONG: examples/cavity/cavity.yaml 6 4 3 5 7
// NOSANITIZE: thousands of steps of kernels that t410 and t411 check
#include <stdarg.h>
#include "test.h"
#include "solver/solver.h"

enum { FIELDS = 6 };
static const char *const field[FIELDS] = {"Ex", "Ey", "Ez", "Hx", "Hy", "Hz"};

struct experiment {
    const char *file, *end;
    int divisions, N;
    double *fine; /* fields at the end, of steps too short to matter; null: not known yet */
};

struct outcome {
    double error;      /* against the exact solution */
    double time_error; /* against the fine steps, relative, in the norm of energy */
    int64_t steps, evaluations;
};

static void set(nudge_problem *problem, const char *key, const char *format, ...)
{
    char value[64];
    va_list list;
    va_start(list, format);
    vsnprintf(value, sizeof value, format, list);
    va_end(list);
    CHECK_OK(nudge_problem_set(problem, key, value));
}

/* Keeps the fields when they are the first, else puts their difference from those in their place. */
static void compare(nudge_solver *solver, struct experiment *e, struct outcome *outcome)
{
    const size_t n = (size_t)solver->mesh.K * (size_t)solver->elem.Np;
    const int first = !e->fine;
    double *q = nd_alloc(n, sizeof *q), whole, rest;
    CHECK_OK(nudge_solver_energy(solver, &whole));
    if (first) e->fine = nd_alloc(FIELDS * n, sizeof *q);
    for (int f = 0; f < FIELDS; f++) {
        CHECK_OK(nudge_solver_get(solver, field[f], first ? e->fine + (size_t)f * n : q));
        for (size_t i = 0; i < n && !first; i++) q[i] -= e->fine[(size_t)f * n + i];
        CHECK_OK(nudge_solver_set(solver, field[f], first ? e->fine + (size_t)f * n : q));
    }
    CHECK_OK(nudge_solver_energy(solver, &rest));
    outcome->time_error = first ? 0 : sqrt(rest / whole);
    free(q);
}

static struct outcome run(struct experiment *e, const char *integrator, double cfl)
{
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    struct outcome outcome = {NAN, NAN, 0, 0};
    CHECK_OK(nudge_problem_read(&problem, e->file));
    set(problem, "order", "%d", e->N);
    set(problem, "output", "{}"); /* outputs bend the time steps */
    set(problem, "time", "{end: %s, cfl: %.17g, integrator: %s}", e->end, cfl, integrator);
    if (e->divisions)
        set(problem, "mesh.box.divisions", "[%d, %d, %d]", e->divisions, e->divisions, e->divisions);
    if (problem) CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
    if (solver) {
        outcome.steps = solver->schedule.steps;
        outcome.evaluations = outcome.steps * solver->integrator.stages;
        CHECK_OK(nudge_solver_step(solver, outcome.steps));
        CHECK_OK(nudge_solver_error(solver, &outcome.error));
        compare(solver, e, &outcome);
    }
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    return outcome;
}

static void print(const struct experiment *e, const char *integrator, double cfl, const struct outcome *o)
{
    printf("| %d | %s | %.3g | %lld | %lld | %.3e | %.1e |\n", e->N, integrator, cfl, (long long)o->steps,
           (long long)o->evaluations, o->error, o->time_error);
    fflush(stdout);
}

/* Evaluations at cfl 1; shorter steps follow until their error is below a tenth of that in space. */
static int64_t measure(struct experiment *e, const char *integrator, double space)
{
    double cfl = 1;
    struct outcome o = run(e, integrator, cfl);
    const int64_t evaluations = o.evaluations;
    print(e, integrator, cfl, &o);
    for (int i = 0; i < 4 && o.time_error > 0.1 * space; i++) {
        cfl *= 0.98 * pow(0.1 * space / o.time_error, 0.25);
        o = run(e, integrator, cfl);
        print(e, integrator, cfl, &o);
    }
    CHECK(o.time_error <= 0.1 * space);
    return evaluations;
}

int main(int argc, char **argv)
{
    CHECK(argc > 4);
    printf("| N | integrator | cfl | steps | evaluations | error | of it in time "
           "|\n|---|---|---|---|---|---|---|\n");
    for (int i = 4; i < argc; i++) {
        struct experiment e = {argv[1], argv[2], atoi(argv[3]), atoi(argv[i]), NULL};
        const double space = run(&e, "lsrk14", 0.2).error;
        const int64_t short_scheme = measure(&e, "lsrk4", space), long_scheme = measure(&e, "lsrk14", space);
        CHECK_NEAR((double)long_scheme / (double)short_scheme, 0.7, 0.05);
        free(e.fine);
    }
    TEST_END;
}
