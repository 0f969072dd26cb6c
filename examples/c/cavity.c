/* A metal box rings: three quarters of a period, then the error against the exact solution. */
#include <nudge.h>
#include <stdio.h>

static const char text[] = "law: maxwell\n"
                           "mesh: {box: {size: [1, 1, 1], divisions: [4, 4, 4]}}\n"
                           "order: 4\n"
                           "materials: {air: {epsilon: 1, mu: 1}}\n"
                           "regions: {default: air}\n"
                           "boundaries: {default: pec}\n"
                           "initial: {Ey: sin(pi*x)*sin(pi*z)}\n"
                           "exact:\n"
                           "  Ey: sin(pi*x)*sin(pi*z)*cos(sqrt(2)*pi*t)\n"
                           "  Hx: sin(pi*x)*cos(pi*z)*sin(sqrt(2)*pi*t)/sqrt(2)\n"
                           "  Hz: -cos(pi*x)*sin(pi*z)*sin(sqrt(2)*pi*t)/sqrt(2)\n"
                           "time: {end: 1.0606601717798212} # 3/4 of the period sqrt(2)\n";

int main(void)
{
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    nudge_status status;
    double error;
    int failed = nudge_problem_parse(&problem, text, ".") || nudge_solver_create(&solver, problem, "auto") ||
                 nudge_solver_run(solver, NULL, NULL) || nudge_solver_error(solver, &error);
    if (failed) {
        fprintf(stderr, "cavity: %s\n", nudge_error());
    } else {
        status = *nudge_solver_status(solver);
        printf("%lld elements, %lld steps, relative error %.3e\n", (long long)status.elements,
               (long long)status.steps, error);
    }
    nudge_solver_destroy(solver); /* before the problem, which it reads from */
    nudge_problem_destroy(problem);
    return failed != 0;
}
