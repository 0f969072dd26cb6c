// Poles: a uniform field over time is the inverse Laplace transform of 1 / (s epsilon(s)), for every kind of pole,
// electric and magnetic, in every variant, scheme and precision; other elements are as without poles.
// RUN: uniform bernstein
// RUN: uniform simd
// LONG: uniform plain,fused,paper:3
// RUN: overdamped
// RUN: elsewhere
#include <omp.h>
#include "exact/dispersion.h"
#include "solver/solver.h"
#include "test.h"

/* f cycles per time are 2 pi f radians; rates are as they are. */
static const struct nd_dispersion known = {.epsilon = 2,
                                           .sigma = 0.3,
                                           .n = 4,
                                           .at = {{.strength = 4 * M_PI * M_PI * 0.16, .damping = 0.5},
                                                  {1.5, 2 * M_PI * 0.9, 0.7, 0.3, 0},
                                                  {0.7, 2 * M_PI * 0.5, 0.2, 0, 0},
                                                  {3, 0, 0, 0, 0.6}}};
#define POLES                                                                                                \
    "[{drude: {plasma: 0.4, collision: 0.5}}, {lorentz: {frequency: 0.9, damping: 0.7, strength: 1.5, "      \
    "tilt: "                                                                                                 \
    "0.3}}, {lorentz: {frequency: 0.5, damping: 0.2, strength: 0.7}}, {debye: {strength: 3, relaxation: "    \
    "0.6}}]"
#define BOX "mesh: {box: {divisions: [2, 2, 2], periodic: [x, y, z]}}\n"
static const char text[] =
    BOX "order: 1\nmaterials: {m: {epsilon_inf: 2, mu_inf: 2, sigma: 0.3, sigma_m: 0.3, poles: " POLES
        ", magnetic_poles: " POLES "}}\ninitial: {Ex: 1, Hz: -2}\ntime: {end: 1.5, cfl: 0.5}\n";

struct run {
    nudge_problem *problem;
    nudge_solver *solver;
};

static void begin(struct run *run, const char *problem, const char *variant, const char *integrator,
                  const char *precision)
{
    const char *device = getenv("TEST_DEVICE");
    *run = (struct run){0};
    CHECK_OK(nudge_problem_parse(&run->problem, problem, ""));
    CHECK_OK(nudge_problem_set(run->problem, "time.integrator", integrator));
    CHECK_OK(nudge_problem_set(run->problem, "precision", precision));
    CHECK_OK(nd_solver_create(&run->solver, run->problem, device ? device : "cpu", NULL, variant));
}

static void end(struct run *run)
{
    nudge_solver_destroy(run->solver);
    nudge_problem_destroy(run->problem);
}

static double at_end(struct run *run, int field)
{
    double *values = nd_alloc((size_t)run->solver->mesh.K * (size_t)run->solver->elem.Np, sizeof *values),
           first;
    CHECK_OK(nudge_solver_step(run->solver, run->solver->schedule.steps));
    CHECK_OK(nd_rhs_get(&run->solver->rhs, 0, field, values));
    first = values[0];
    for (nd_idx i = 0; i < run->solver->mesh.K * run->solver->elem.Np; i++)
        CHECK(fabs(values[i] - first) < 1e-4);
    free(values);
    return first;
}

/* lsrk4 is of order 4. */
static void check_uniform(const char *variant)
{
    static const char *const integrators[] = {"linear", "lsrk4"}, *const precisions[] = {"double", "single"};
    const double want = nd_dispersion_decay(&known, 1.5);
    for (int i = !strncmp(variant, "paper", 5); i < 2; i++)
        for (int p = 0; p < 2; p++) {
            struct run run;
            begin(&run, text, variant, integrators[i], precisions[p]);
            if (run.solver) {
                const double E = at_end(&run, 0), H = at_end(&run, 5), most = p ? 1e-5 : i ? 2e-5 : 1e-7;
                if (!(fabs(E - want) < most && fabs(H + 2 * want) < 2 * most)) {
                    printf("%s %s %s: %.10g and %.10g, not %.10g\n", variant, integrators[i], precisions[p],
                           E, H, want);
                    test_failures++;
                }
            }
            end(&run);
        }
}

/* A Lorentz pole with real frequencies of decay, with and without tilt. */
static void check_overdamped(void)
{
    static const char form[] =
        BOX "order: 1\nmaterials: {m: {epsilon: 3, poles: [{lorentz: {frequency: 0.3, damping: "
            "9, strength: 2, tilt: %g}}]}}\ninitial: {Ex: 1}\ntime: {end: 1.2, cfl: 0.5}\n";
    static const double tilts[] = {0, 0.3, 2, 7, 9};
    for (size_t i = 0; i < sizeof tilts / sizeof *tilts; i++) {
        const struct nd_dispersion d = {.epsilon = 3, .n = 1, .at = {{2, 2 * M_PI * 0.3, 9, tilts[i], 0}}};
        char problem[512];
        struct run run;
        snprintf(problem, sizeof problem, form, tilts[i]);
        begin(&run, problem, "simd", "linear", "double");
        if (run.solver) CHECK_NEAR(at_end(&run, 0), nd_dispersion_decay(&d, 1.2), 1e-5);
        end(&run);
    }
}

/* A problem with poles in none of its elements' neighbours: the same numbers, and no states. */
static void check_elsewhere(void)
{
    static const char plain[] = BOX "order: 1\nmaterials: {m: {epsilon: 2}, n: {epsilon: 3, poles: " POLES
                                    "}}\nregions: {default: m}\ninitial: {Ex: x}\ntime: {end: 0.2}\n";
    struct run run;
    begin(&run, plain, "simd", "linear", "double");
    if (run.solver) CHECK(run.solver->poles.n == 0 && !run.solver->damping && !run.solver->rhs.nstored);
    end(&run);
}

int main(int argc, char **argv)
{
    static const char *const variants[] = {"simd", "plain", "paper:3", "fused", "bernstein"};
    const char *what = argc > 1 ? argv[1] : "";
    omp_set_num_threads(1); /* meshes too small to share */
    if (!strcmp(what, "uniform") && argc == 3) {
        for (size_t v = 0; v < sizeof variants / sizeof *variants; v++)
            if (strstr(argv[2], variants[v])) check_uniform(variants[v]);
    } else if (!strcmp(what, "overdamped"))
        check_overdamped();
    else if (!strcmp(what, "elsewhere"))
        check_elsewhere();
    else {
        printf("usage: uniform VARIANTS | overdamped | elsewhere\n");
        return 1;
    }
    TEST_END;
}
