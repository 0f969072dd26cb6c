// Plane pulses at normal incidence on impedance walls: the reflection is (Zs - Z) / (Zs + Z), and
// the energy only falls.
// NOSANITIZE: thousands of steps of kernels that t410 checks under the sanitizers
#include "test.h"

/* Z = c = 2/3 in the medium. A pulse about z = 1.5 goes down, one about 2.5 up; each is where it
 * was once they have gone 3. */
static const char text[] =
    "law: maxwell\nmesh: {box: {size: [0.16, 0.16, 4], divisions: [1, 1, 25], periodic: [x, y]}}\norder: 4\n"
    "materials: {glass: {epsilon: 2.25}}\nregions: {default: glass}\nboundaries: {default: pec}\ntime: {end: "
    "4.5}\n"
    "initial: {Ex: 'exp(-((z - 1.5) / 0.25)^2) + exp(-((z - 2.5) / 0.25)^2)',\n"
    "  Hy: '-1.5 * exp(-((z - 1.5) / 0.25)^2) + 1.5 * exp(-((z - 2.5) / 0.25)^2)'}\n";

static double pulse(double z, double centre)
{
    return exp(-pow((z - centre) / 0.25, 2));
}

/* E+ZH and E-ZH hold what goes up and down. */
static void find_shares(nudge_solver *solver, double share[2])
{
    nudge_status status;
    status = *nudge_solver_status(solver);
    const size_t n = (size_t)status.elements * (size_t)status.nodes;
    double *z = malloc(n * sizeof *z), *E = malloc(n * sizeof *E), *H = malloc(n * sizeof *H), own[2] = {0};
    CHECK_OK(nudge_solver_get(solver, "z", z));
    CHECK_OK(nudge_solver_get(solver, "Ex", E));
    CHECK_OK(nudge_solver_get(solver, "Hy", H));
    share[0] = share[1] = 0;
    for (size_t i = 0; i < n; i++)
        for (int wall = 0; wall < 2; wall++) {
            const double p = pulse(z[i], wall ? 2.5 : 1.5), wave = (E[i] + (wall ? -1 : 1) * H[i] / 1.5) / 2;
            share[wall] += wave * p;
            own[wall] += p * p;
        }
    share[0] /= own[0], share[1] /= own[1];
    free(z), free(E), free(H);
}

/* The energy of every twenty steps is no more than that before. */
static void run(nudge_solver *solver)
{
    nudge_status status;
    double before, energy;
    CHECK_OK(nudge_solver_energy(solver, &before));
    do {
        CHECK_OK(nudge_solver_step(solver, 20));
        CHECK_OK(nudge_solver_energy(solver, &energy));
        CHECK(energy <= before * (1 + 1e-13));
        before = energy;
        status = *nudge_solver_status(solver);
    } while (status.step < status.steps);
}

static void check(double low, double high, const char *upwind)
{
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    const double Zs[2] = {low, high}, Z = 2.0 / 3;
    double share[2];
    CHECK_OK(nudge_problem_parse(&problem, text, ""));
    CHECK_OK(nudge_problem_set(problem, "flux.upwind", upwind));
    for (int wall = 0; wall < 2; wall++) {
        char value[64];
        snprintf(value, sizeof value, "impedance %.17g", Zs[wall]);
        CHECK_OK(nudge_problem_set(problem, wall ? "boundaries.zmax" : "boundaries.zmin", value));
    }
    CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
    if (solver) {
        run(solver);
        find_shares(solver, share);
        for (int wall = 0; wall < 2; wall++) {
            const double Gamma = (Zs[wall] - Z) / (Zs[wall] + Z);
            if (getenv("TEST_SHOW")) printf("upwind %s: %.7f, theory %.7f\n", upwind, share[wall], Gamma);
            CHECK_NEAR(share[wall], Gamma, 1e-4);
        }
    }
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
}

int main(void)
{
    check(0.2, 5, "1");
    check(2.0 / 3, 0.2, "0");
    TEST_END;
}
