// Losses: a uniform field decays as exp(-sigma t/epsilon); a mode of a lossy cavity is exact to
// order N + 1, in every variant; the chosen step is stable where losses set it, and not needlessly
// small.
// RUN: decay
// PLAIN: cavity simd,bernstein
// RUN: step
// LONG: cavity simd,plain,paper:3,fused,bernstein
#include <omp.h>
#include "solver/solver.h"
#include "test.h"

static double error_of(const char *text, const char *variant, const char *divisions)
{
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    double error = NAN;
    CHECK_OK(nudge_problem_parse(&problem, text, ""));
    if (divisions) CHECK_OK(nudge_problem_set(problem, "mesh.box.divisions", divisions));
    CHECK_OK(nd_solver_create(&solver, problem, "cpu", NULL, variant));
    if (solver) {
        CHECK_OK(nudge_solver_step(solver, solver->schedule.steps));
        CHECK_OK(nudge_solver_error(solver, &error));
    }
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    return error;
}

/* By SI units too: seconds are 1e-9 here, and sigma is in siemens by metre. */
static void check_decay(void)
{
    static const char natural[] =
        "mesh: {box: {divisions: [2, 2, 2], periodic: [x, y, z]}}\norder: 1\n"
        "materials: {m: {epsilon: 2, mu: 4, sigma: 3, sigma_m: 2}}\n"
        "initial: {Ex: 1, Hy: 2}\nexact: {Ex: exp(-1.5*t), Hy: 2*exp(-0.5*t)}\ntime: {end: 1}\n";
    static const char si[] =
        "units: si\nmesh: {box: {divisions: [2, 2, 2], periodic: [x, y, z]}}\norder: 1\n"
        "materials: {m: {epsilon: 2, sigma: 0.01}}\n"
        "initial: {Ex: 1}\nexact: {Ex: exp(-t*0.01/(2*8.8541878128e-12))}\ntime: {end: 2e-9}\n";
    CHECK(error_of(natural, "simd", NULL) < 1e-5);
    CHECK(error_of(natural, "bernstein", NULL) < 1e-5);
    CHECK(error_of(si, "simd", NULL) < 1e-4);
}

/* w^2 = 2 pi^2/(epsilon mu) - g^2/4 with g = sigma/epsilon = 2. */
static const char cavity[] =
    "mesh: {box: {divisions: [2, 2, 2], jitter: 0.1}}\norder: 3\nmaterials: {m: {sigma: 2}}\nboundaries: "
    "{default: pec}\n"
    "initial: {Ey: sin(pi*x)*sin(pi*z)}\n"
    "exact: {Ey: sin(pi*x)*sin(pi*z)*exp(-t)*(cos(sqrt(2*pi^2-1)*t)-sin(sqrt(2*pi^2-1)*t)/sqrt(2*pi^2-1)),\n"
    "        Hx: sin(pi*x)*cos(pi*z)*pi*exp(-t)*sin(sqrt(2*pi^2-1)*t)/sqrt(2*pi^2-1),\n"
    "        Hz: -cos(pi*x)*sin(pi*z)*pi*exp(-t)*sin(sqrt(2*pi^2-1)*t)/sqrt(2*pi^2-1)}\ntime: {end: 0.6}\n";

static void check_cavity(const char *variant)
{
    const double coarse = error_of(cavity, variant, "[3, 2, 3]"),
                 fine = error_of(cavity, variant, "[6, 4, 6]"), order = log2(coarse / fine);
    if (getenv("TEST_SHOW")) printf("%s: errors %.3g, %.3g, order %.2f\n", variant, coarse, fine, order);
    if (!(order > 3.7 && fine < 1e-3)) { /* measured: simd 3.9, 6.6e-4 */
        printf("%s: errors %.3g and %.3g, of order %.2f\n", variant, coarse, fine, order);
        test_failures++;
    }
}

/* Energy after 100 steps of `factor` times the stable one, where losses of all but one region are strong. */
static double energy_after(const char *integrator, double factor)
{
    static const char text[] =
        "mesh: {box: {divisions: [2, 2, 2]}}\norder: 2\nmaterials: {m: {sigma: 2000, sigma_m: 500}}\n"
        "boundaries: {default: pec}\ninitial: {Ey: x*z, Hx: y}\ntime: {end: 1e9}\n";
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    double first = NAN, last = NAN;
    char number[32];
    snprintf(number, sizeof number, "%g", factor);
    CHECK_OK(nudge_problem_parse(&problem, text, ""));
    CHECK_OK(nudge_problem_set(problem, "time.integrator", integrator));
    CHECK_OK(nudge_problem_set(problem, "time.cfl", number));
    CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
    CHECK_OK(nudge_solver_energy(solver, &first));
    CHECK_OK(nudge_solver_step(solver, 100));
    CHECK_OK(nudge_solver_energy(solver, &last));
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    return last / first;
}

int main(int argc, char **argv)
{
    static const char *const variants[] = {"simd", "plain", "paper:3", "fused", "bernstein"};
    const char *what = argc > 1 ? argv[1] : "";
    omp_set_num_threads(1); /* meshes too small to share */
    if (!strcmp(what, "decay"))
        check_decay();
    else if (!strcmp(what, "cavity") && argc == 3) {
        for (size_t v = 0; v < sizeof variants / sizeof *variants; v++)
            if (strstr(argv[2], variants[v])) check_cavity(variants[v]);
    } else if (!strcmp(what, "step")) {
        CHECK(energy_after("lsrk4", 1) < 1e-3 && energy_after("lsrk14", 1) < 1e-3);
        CHECK(!(energy_after("lsrk4", 1.5) < 1) && !(energy_after("lsrk14", 1.5) < 1));
    } else {
        printf("usage: decay | cavity VARIANTS | step\n");
        return 1;
    }
    TEST_END;
}
