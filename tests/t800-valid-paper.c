/* The paper's convergence table: the cavity of its experiment on its four meshes, errors against an
 * independent double-precision computation (to three digits, N = 1 ... 6) and against the paper's
 * own figures (10 %, N = 1 ... 8). Arguments: precision, orders from and to, a variant.
 * $TEST_DEVICE: another device than the cpu. */
// RUN: double 1 5
// RUN: single 1 4
// RUN: double 1 3 bernstein
// RUN: single 1 4 bernstein
// LONG: double 6 9
// LONG: single 5 9
// LONG: double 4 9 bernstein
// LONG: single 5 9 bernstein
// NOSANITIZE: hours of arithmetic that t410 checks under the sanitizers
#include "solver/solver.h"
#include "test.h"

static const char *const meshes[] = {"paper_box_K475", "paper_box_K728", "paper_box_K1187",
                                     "paper_box_K1844"};

static const double reference[6][4] = {{1.561, 1.181, 1.022, 0.6388},
                                       {0.3970, 0.2678, 0.1692, 0.1098},
                                       {0.1538, 8.964e-2, 5.218e-2, 2.602e-2},
                                       {4.467e-2, 2.366e-2, 1.070e-2, 4.812e-3},
                                       {1.468e-2, 6.076e-3, 2.439e-3, 8.596e-4},
                                       {3.664e-3, 1.351e-3, 4.204e-4, 1.268e-4}};

/* Klockner, Warburton, Bridge, Hesthaven 2009, table of L2 errors; single precision on a GPU. */
static const double paper[9][4] = {{1.57, 1.19, 1.03, 6.46e-1},          {4.15e-1, 2.84e-1, 1.82e-1, 1.19e-1},
                                   {1.61e-1, 9.44e-2, 5.56e-2, 2.80e-2}, {4.75e-2, 2.52e-2, 1.13e-2, 5.03e-3},
                                   {1.54e-2, 6.37e-3, 2.55e-3, 9.03e-4}, {3.84e-3, 1.42e-3, 4.42e-4, 1.32e-4},
                                   {9.89e-4, 2.77e-4, 7.36e-5, 1.77e-5}, {1.91e-4, 4.76e-5, 1.05e-5, 2.55e-6},
                                   {4.25e-5, 8.71e-6, 2.10e-6, 1.30e-6}};

static double run(int N, const char *precision, const char *mesh, const char *variant)
{
    const char *device = getenv("TEST_DEVICE");
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    nudge_status now;
    double error = NAN;
    char order[8], file[128];
    snprintf(order, sizeof order, "%d", N);
    snprintf(file, sizeof file, "../../tests/meshes/%s.msh", mesh);
    CHECK_OK(nudge_problem_read(&problem, "examples/paper-cavity/paper.yaml"));
    CHECK_OK(nudge_problem_set(problem, "order", order));
    CHECK_OK(nudge_problem_set(problem, "precision", precision));
    CHECK_OK(nudge_problem_set(problem, "mesh.file", file));
    if (problem) CHECK_OK(nd_solver_create(&solver, problem, device ? device : "cpu", NULL, variant));
    if (solver) {
        now = *nudge_solver_status(solver);
        CHECK_OK(nudge_solver_step(solver, now.steps));
        CHECK_OK(nudge_solver_error(solver, &error));
    }
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    return error;
}

static void check(int N, int single, int mesh, double error)
{
    printf("N %d %s K %s: %.4e\n", N, single ? "single" : "double", meshes[mesh], error);
    if (N <= 6 && !single) CHECK_NEAR(error / reference[N - 1][mesh], 1, 0.002);
    /* At N = 8 on the finest mesh and at N = 9 the paper's single precision saturates. */
    if (N < 8 || (N == 8 && mesh < 3)) CHECK_NEAR(error / paper[N - 1][mesh], 1, 0.10);
    if (N == 9 && mesh == 3) CHECK(single ? error < 3e-6 : error < 3.5e-7);
}

int main(int argc, char **argv)
{
    const int single = argc > 1 && !strcmp(argv[1], "single"), low = argc > 2 ? atoi(argv[2]) : 1,
              high = argc > 3 ? atoi(argv[3]) : 4;
    for (int N = low; N <= high; N++)
        for (int mesh = 0; mesh < 4; mesh++)
            check(N, single, mesh,
                  run(N, argc > 1 ? argv[1] : "double", meshes[mesh], argc > 4 ? argv[4] : NULL));
    TEST_END;
}
