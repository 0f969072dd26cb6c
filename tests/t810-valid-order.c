/* Order N + 1 on refined meshes, in double precision: a vacuum cavity and one filled with two
 * media. The observed order between the two finest meshes is at least N + 0.7 where the error is
 * above 1e-11. */
// RUN: vacuum 1 5
// RUN: media 1 4
// LONG: vacuum 6 9
// LONG: media 5 9
// NOSANITIZE: hours of arithmetic that t410 checks under the sanitizers
#include "test.h"
#include "solver/solver.h"

/* Jittered boxes, so that no symmetry helps. */
static const char vacuum[] = "{order: 1, boundaries: {default: pec}, time: {end: 0.4},\n"
                             " mesh: {box: {size: [1, 1, 1], divisions: [1, 1, 1], jitter: 0.1}},\n"
                             " initial: {Ey: 'sin(2*pi*x)*sin(pi*z)'},\n"
                             " exact: {Ey: 'sin(2*pi*x)*sin(pi*z)*cos(sqrt(5)*pi*t)',\n"
                             "         Hx: 'sin(2*pi*x)*cos(pi*z)*sin(sqrt(5)*pi*t)/sqrt(5)',\n"
                             "         Hz: '-2*cos(2*pi*x)*sin(pi*z)*sin(sqrt(5)*pi*t)/sqrt(5)'}}";

/* Air up to x = 1/6, epsilon = 5 from there to 7/18: see examples/two-media. */
#define PROFILE "(xc < 1/6 ? sin(pi*x) : sin(3*pi*(7/18-x))/sqrt(3))"
#define SLOPE   "(xc < 1/6 ? -cos(pi*x) : sqrt(3)*cos(3*pi*(7/18-x)))"
static const char media[] =
    "{order: 1, boundaries: {default: pec}, time: {end: 0.4},\n"
    " mesh: {box: {size: [0.38888888888888888, 0.1, 1], divisions: [7, 1, 2]}},\n"
    " materials: {air: {epsilon: 1}, glass: {epsilon: 5}}, regions: {box: air, glass: glass},\n"
    " initial: {Ey: '" PROFILE "*sin(pi*z)'},\n"
    " exact: {Ey: '" PROFILE "*sin(pi*z)*cos(sqrt(2)*pi*t)',\n"
    "         Hx: '" PROFILE "*cos(pi*z)*sin(sqrt(2)*pi*t)/sqrt(2)',\n"
    "         Hz: '" SLOPE "*sin(pi*z)*sin(sqrt(2)*pi*t)/sqrt(2)'}}";

/* Elements whose centroid lies beyond x = 1/6 become glass. */
static void pour_glass(struct nd_mesh *mesh)
{
    nd_idx glass;
    CHECK_OK(nd_mesh_region(mesh, "glass", &glass));
    for (nd_idx k = 0; k < mesh->K; k++) {
        double c[3];
        nd_geometry_centroid(mesh, k, c);
        if (c[0] > 1.0 / 6) mesh->region[k] = glass;
    }
}

/* Time stepping must not show: its error falls as the fourth power of the step, whatever N is. */
static const char *short_steps(int N)
{
    return N < 8 ? "0.5" : "0.2";
}

static double run(const char *text, int two, int N, const char *divisions)
{
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    struct nd_mesh mesh = {0};
    nudge_status now;
    double error = NAN;
    char order[8];
    snprintf(order, sizeof order, "%d", N);
    CHECK_OK(nudge_problem_parse(&problem, text, ""));
    CHECK_OK(nudge_problem_set(problem, "order", order));
    CHECK_OK(nudge_problem_set(problem, "time.cfl", short_steps(N)));
    CHECK_OK(nudge_problem_set(problem, "mesh.box.divisions", divisions));
    CHECK_OK(nd_mesh_box(&mesh, &problem->box));
    if (two) pour_glass(&mesh);
    CHECK_OK(nd_solver_create(&solver, problem, "cpu", &mesh, NULL));
    if (solver) {
        now = *nudge_solver_status(solver);
        CHECK_OK(nudge_solver_step(solver, now.steps));
        CHECK_OK(nudge_solver_error(solver, &error));
    }
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    return error;
}

int main(int argc, char **argv)
{
    const int two = argc > 1 && !strcmp(argv[1], "media"), low = argc > 2 ? atoi(argv[2]) : 1,
              high = argc > 3 ? atoi(argv[3]) : 3;
    for (int N = low; N <= high; N++) {
        const int coarse = two ? 1 : N == 1 ? 6 : N <= 3 ? 4 : 3, fine = 2 * coarse;
        char divisions[2][64];
        for (int i = 0; i < 2; i++) {
            const int n = i ? fine : coarse;
            if (two)
                snprintf(divisions[i], 64, "[%d, %d, %d]", 7 * n, n, (N < 4 ? 6 : 2) * n);
            else
                snprintf(divisions[i], 64, "[%d, %d, %d]", n, n, n);
        }
        const double first = run(two ? media : vacuum, two, N, divisions[0]),
                     second = run(two ? media : vacuum, two, N, divisions[1]);
        const double order = log2(first / second);
        printf("%s N %d: %.3e on %s, %.3e on %s, order %.2f\n", two ? "two media" : "vacuum", N, first,
               divisions[0], second, divisions[1], order);
        if (!(second < 1e-11)) CHECK(order >= N + 0.7);
    }
    TEST_END;
}
