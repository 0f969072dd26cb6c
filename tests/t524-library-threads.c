// Threads that use the library at the same time, each with its own problems and solvers, see their
// own messages and numbers; an error in a thread of OpenMP reaches the thread that called.
// Arguments: failures, solutions per thread.
// PLAIN: 2000 3
// SANITIZED: 200 1
// LONG: 50000 40
#include <omp.h>
#include <pthread.h>
#include <unistd.h>
#include "output/table.h"
#include "test.h"

enum { THREADS = 3 };

static int failures, solutions;

struct thread {
    pthread_t thread;
    int own; /* its number */
    char *why;
    char text[1024];
};

/* The first thing that a thread finds wrong; printed by main. */
static void wrong(struct thread *t, const char *what)
{
    char text[1400];
    if (t->why) return;
    snprintf(text, sizeof text, "thread %d: %s: %s", t->own, what, nudge_error());
    t->why = strdup(text);
}

static void start_all(struct thread *threads, void *(*work)(void *))
{
    for (int i = 0; i < THREADS; i++) {
        threads[i] = (struct thread){.own = i};
        CHECK(!pthread_create(&threads[i].thread, NULL, work, &threads[i]));
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i].thread, NULL);
        if (threads[i].why) printf("%s\n", threads[i].why), test_failures++;
        free(threads[i].why);
    }
}

/* Each time another message, which names the thread. */
static void *fail(void *thread)
{
    struct thread *t = thread;
    char text[64], wanted[64];
    nudge_problem *p;
    if (*nudge_error()) wrong(t, "a thread begins with a message");
    for (int i = 0; i < failures; i++) {
        snprintf(text, sizeof text, "order%d_%d: 1\n", t->own, i);
        snprintf(wanted, sizeof wanted, "'order%d_%d'", t->own, i);
        if (nudge_problem_parse(&p, text, "") != NUDGE_EVALUE) wrong(t, "it does not fail");
        if (!strstr(nudge_error(), wanted)) wrong(t, wanted);
        if (nudge_problem_set(NULL, text, "") != NUDGE_EVALUE || !strstr(nudge_error(), "nudge_problem_set"))
            wrong(t, "nudge_problem_set");
    }
    return NULL;
}

/* A cavity of the thread's own length, to its exact solution. */
static int solve(struct thread *t, double *error)
{
    nudge_problem *p = NULL;
    nudge_solver *s = NULL;
    const double length = 1 + 0.25 * t->own;
    snprintf(t->text, sizeof t->text,
             "law: maxwell\nmesh: {box: {size: [%g, 1, 1], divisions: [2, 2, 2]}}\norder: 3\n"
             "materials: {air: {epsilon: 1}}\nregions: {default: air}\nboundaries: {default: pec}\n"
             "initial: {Ey: sin(pi*x/%g)*sin(pi*z)}\n"
             "exact: {Ey: sin(pi*x/%g)*sin(pi*z)*cos(sqrt(1+1/%g^2)*pi*t), "
             "Hx: sin(pi*x/%g)*cos(pi*z)*sin(sqrt(1+1/%g^2)*pi*t)/sqrt(1+1/%g^2), "
             "Hz: -cos(pi*x/%g)*sin(pi*z)*sin(sqrt(1+1/%g^2)*pi*t)/sqrt(1+1/%g^2)/%g}\n"
             "time: {end: 0.2}\n",
             length, length, length, length, length, length, length, length, length, length, length);
    int code = nudge_problem_parse(&p, t->text, "");
    if (!code) code = nudge_solver_create(&s, p, "cpu");
    if (!code) code = nudge_solver_step(s, INT64_MAX);
    if (!code) code = nudge_solver_error(s, error);
    nudge_solver_destroy(s);
    nudge_problem_destroy(p);
    return code;
}

static double alone[THREADS];

static void *solve_all(void *thread)
{
    struct thread *t = thread;
    for (int i = 0; i < solutions; i++) {
        double error = NAN;
        if (solve(t, &error)) wrong(t, "it fails");
        if (!(fabs(error - alone[t->own]) <= 1e-10)) wrong(t, "another error than alone");
    }
    return NULL;
}

static void check_solutions(void)
{
    struct thread threads[THREADS] = {0};
    for (int i = 0; i < THREADS; i++) {
        threads[i].own = i;
        CHECK_OK(solve(&threads[i], &alone[i]));
        CHECK(alone[i] > 1e-6 && alone[i] < 0.05);
        CHECK(i == 0 || fabs(alone[i] - alone[0]) > 1e-8); /* or mixing them up were not seen */
    }
    start_all(threads, solve_all);
}

/* HDF5 files of all threads at a time, in parts, as far fields write them. */
static void *write_parts(void *thread)
{
    struct thread *t = thread;
    struct nd_h5 *h5;
    char path[64];
    const nd_gid size[2] = {64, 8}, count[2] = {1, 8};
    snprintf(path, sizeof path, "/tmp/t524-%ld-%d.h5", (long)getpid(), t->own);
    if (nd_h5_create(&h5, path)) {
        wrong(t, path);
        return NULL;
    }
    for (nd_gid i = 0; i < 20 * size[0]; i++) {
        char name[16];
        const double values[8] = {t->own};
        snprintf(name, sizeof name, "set%d", (int)(i / size[0]));
        if (nd_h5_write_part(h5, name, &(struct nd_h5_part){2, size, (const nd_gid[]){i % size[0], 0}, count},
                             values))
            wrong(t, name);
    }
    if (nd_h5_destroy(h5)) wrong(t, path);
    remove(path);
    return NULL;
}

/* Only the elements at one end fail, which are not the calling thread's. */
static void check_openmp_threads(void)
{
    static const char *const where[] = {"x < 1.9", "x > 0.1"};
    omp_set_num_threads(4);
    for (int i = 0; i < 2; i++) {
        char text[512];
        nudge_problem *p = NULL;
        nudge_solver *s = NULL;
        snprintf(text, sizeof text,
                 "law: maxwell\nmesh: {box: {size: [2, 1, 1], divisions: [8, 1, 1]}}\norder: 1\n"
                 "materials: {air: {epsilon: 1}}\nregions: {default: air}\nboundaries: {default: pec}\n"
                 "initial: {Ey: \"1/(%s ? 1 : 0)\"}\ntime: {end: 0.2}\n",
                 where[i]);
        CHECK_OK(nudge_problem_parse(&p, text, ""));
        CHECK_FAILS(nudge_solver_create(&s, p, "cpu"), NUDGE_EVALUE, "not a finite number, at x = ");
        CHECK(strstr(nudge_error(), "initial") || strstr(nudge_error(), "Ey"));
        nudge_solver_destroy(s);
        nudge_problem_destroy(p);
    }
}

int main(int argc, char **argv)
{
    struct thread threads[THREADS];
    if (argc != 3) return printf("usage: FAILURES SOLUTIONS\n"), 1;
    failures = atoi(argv[1]);
    solutions = atoi(argv[2]);
    start_all(threads, fail);
    CHECK(!strcmp(nudge_error(), "")); /* nothing failed in this one */
    check_solutions();
    start_all(threads, write_parts);
    check_openmp_threads();
    TEST_END;
}
