// Every function of nudge.h with a null argument it needs: an error names the function and the
// argument; no crash.
// RUN:
#include "test.h"

#define TEXT                                                                                                 \
    "law: maxwell\nmesh: {box: {size: [1, 1, 1], divisions: [1, 1, 1]}}\norder: 1\n"                         \
    "materials: {air: {epsilon: 1}}\nregions: {default: air}\nboundaries: {default: pec}\n"                  \
    "exact: {Ey: x}\ntime: {dt: 1e-3, steps: 4}\n"

static int logged;
static void count(void *context, int level, const char *message)
{
    (void)context, (void)level, (void)message;
    logged++;
}

static void check_problem(void)
{
    nudge_problem *p = (void *)&p;
    CHECK_FAILS(nudge_problem_read(NULL, "x.yaml"), NUDGE_EVALUE, "nudge_problem_read: problem is null");
    CHECK_FAILS(nudge_problem_read(&p, NULL), NUDGE_EVALUE, "nudge_problem_read: path is null");
    CHECK(!p);
    p = (void *)&p;
    CHECK_FAILS(nudge_problem_parse(NULL, TEXT, ""), NUDGE_EVALUE, "nudge_problem_parse: problem is null");
    CHECK_FAILS(nudge_problem_parse(&p, NULL, ""), NUDGE_EVALUE, "nudge_problem_parse: text is null");
    CHECK(!p);
    CHECK_FAILS(nudge_problem_set(NULL, "order", "2"), NUDGE_EVALUE, "nudge_problem_set: problem is null");
    CHECK_OK(nudge_problem_parse(&p, TEXT, NULL));
    CHECK_FAILS(nudge_problem_set(p, NULL, "2"), NUDGE_EVALUE, "nudge_problem_set: key is null");
    CHECK_FAILS(nudge_problem_set(p, "order", NULL), NUDGE_EVALUE, "nudge_problem_set: value is null");
    CHECK_OK(nudge_problem_set(p, "order", "2")); /* none of that left a mark */
    CHECK_FAILS(nudge_problem_trust(NULL, 0), NUDGE_EVALUE, "nudge_problem_trust");
    nudge_problem_destroy(p);
    nudge_problem_destroy(NULL);
}

static void check_without_solver(const nudge_problem *p)
{
    nudge_solver *s = (void *)&s;
    nudge_status status;
    double value = 7;
    CHECK_FAILS(nudge_solver_create(NULL, p, "cpu"), NUDGE_EVALUE, "nudge_solver_create: solver is null");
    CHECK_FAILS(nudge_solver_create(&s, NULL, "cpu"), NUDGE_EVALUE, "nudge_solver_create: problem is null");
    CHECK(!s);
    CHECK_FAILS(nudge_solver_run(NULL, NULL, NULL), NUDGE_EVALUE, "nudge_solver_run: solver is null");
    CHECK_FAILS(nudge_solver_step(NULL, 1), NUDGE_EVALUE, "nudge_solver_step: solver is null");
    CHECK_FAILS(nudge_solver_error(NULL, &value), NUDGE_EVALUE, "nudge_solver_error: solver is null");
    CHECK_FAILS(nudge_solver_energy(NULL, &value), NUDGE_EVALUE, "nudge_solver_energy: solver is null");
    CHECK_FAILS(nudge_solver_get(NULL, "Ex", &value), NUDGE_EVALUE, "nudge_solver_get: solver is null");
    CHECK_FAILS(nudge_solver_set(NULL, "Ex", &value), NUDGE_EVALUE, "nudge_solver_set: solver is null");
    CHECK(value == 7);
    memset(&status, 0xff, sizeof status);
    status = *nudge_solver_status(NULL);
    CHECK(status.elements == 0 && status.steps == 0 && status.dt == 0 && !strcmp(status.device, ""));
    nudge_solver_destroy(NULL);
}

static void check_solver(const nudge_problem *p)
{
    nudge_solver *s = NULL;
    nudge_status status;
    double value[64] = {0};
    CHECK_OK(nudge_solver_create(&s, p, "cpu"));
    if (!s) return;
    CHECK_FAILS(nudge_solver_error(s, NULL), NUDGE_EVALUE, "nudge_solver_error: relative is null");
    CHECK_FAILS(nudge_solver_energy(s, NULL), NUDGE_EVALUE, "nudge_solver_energy: energy is null");
    CHECK_FAILS(nudge_solver_get(s, NULL, value), NUDGE_EVALUE, "nudge_solver_get: field is null");
    CHECK_FAILS(nudge_solver_get(s, "Ex", NULL), NUDGE_EVALUE, "nudge_solver_get: values is null");
    CHECK_FAILS(nudge_solver_set(s, NULL, value), NUDGE_EVALUE, "nudge_solver_set: field is null");
    CHECK_FAILS(nudge_solver_set(s, "Ex", NULL), NUDGE_EVALUE, "nudge_solver_set: values is null");
    CHECK_FAILS(nudge_solver_step(s, -1), NUDGE_EVALUE, "-1 steps");
    CHECK_FAILS(nudge_solver_step(s, INT64_MIN), NUDGE_EVALUE, "steps");
    status = *nudge_solver_status(s);
    CHECK(status.step == 0);
    CHECK_OK(nudge_solver_step(s, 0));
    CHECK_OK(nudge_solver_step(s, INT64_MAX)); /* as many as are left */
    status = *nudge_solver_status(s);
    CHECK(status.step == 4 && status.steps == 4);
    nudge_solver_destroy(s);
}

int main(void)
{
    nudge_problem *p = NULL;
    CHECK(!strcmp(nudge_error(), "") && nudge_error_name(12345) && nudge_version());
    check_problem();
    CHECK_OK(nudge_problem_parse(&p, TEXT, "/nowhere"));
    if (!p) return 1;
    nudge_log_set(count, NULL);
    nudge_log_set(NULL, NULL);
    check_without_solver(p);
    check_solver(p);
    CHECK(logged == 0);
    nudge_problem_destroy(p);
    TEST_END;
}
