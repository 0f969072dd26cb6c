/* The memory estimate before a run: run.json's peak is within 15 % of it. In a process of its own,
 * because the peak is the process's. */
// RUN: double 3 22
// RUN: single 2 30
// LONG: double 6 16
// NOSANITIZE: the sanitizers take memory of their own
#include "test.h"

int main(int argc, char **argv)
{
    static const char text[] =
        "law: maxwell\nmesh: {box: {size: [1, 1, 1], divisions: [%s, %s, %s]}}\norder: %s\nprecision: %s\n"
        "materials: {air: {epsilon: 1}}\nregions: {default: air}\nboundaries: {default: pec}\n"
        "initial: {Ey: x*z}\ntime: {dt: 1e-5, steps: 2}\n";
    char folder[256], problem_text[600], path[300], line[512];
    const char *tmp = getenv("TMPDIR");
    double estimate = NAN, peak = NAN;
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    if (argc != 4) {
        printf("usage: PRECISION ORDER DIVISIONS\n");
        return 1;
    }
    snprintf(folder, sizeof folder, "%s/nudge-test-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    snprintf(problem_text, sizeof problem_text, text, argv[3], argv[3], argv[3], argv[2], argv[1]);
    CHECK_OK(nudge_problem_parse(&problem, problem_text, folder));
    CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
    CHECK_OK(nudge_solver_run(solver, NULL, NULL));
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    snprintf(path, sizeof path, "%s/run.json", folder);
    FILE *report = fopen(path, "r");
    CHECK(report != NULL);
    while (report && fgets(line, sizeof line, report)) {
        sscanf(line, " \"memory_estimate_bytes\": %lf", &estimate);
        sscanf(line, " \"memory_peak_bytes\": %lf", &peak);
    }
    if (report) fclose(report);
    if (getenv("TEST_SHOW")) printf("estimated %.1f MB, took %.1f MB\n", estimate * 1e-6, peak * 1e-6);
    if (!(fabs(peak / estimate - 1) < 0.15)) {
        printf("%s, order %s: %.1f MB estimated and %.1f MB taken\n", argv[1], argv[2], estimate * 1e-6,
               peak * 1e-6);
        test_failures++;
    }
    remove(path);
    remove(folder);
    TEST_END;
}
