// The energy with that of the poles' states never grows: ten poles in a cavity; poles so stiff that they set
// the time step; and poles without losses, which keep it, also in curved elements.
// PLAIN: decay 150
// LONG: long 100000
// PLAIN: stiff
// RUN: conserve
// PLAIN: bent
#include <omp.h>
#include "solver/solver.h"
#include "test.h"

#define TEN                                                                                                  \
    "[{drude: {plasma: 1.3, collision: 0.02}}, {drude: {plasma: 0.4, collision: 3}}, {lorentz: {frequency: " \
    "0.8, damping: "                                                                                         \
    "0.01, strength: 2}}, {lorentz: {frequency: 1.7, damping: 0.4, strength: 1, tilt: 0.4}}, {lorentz: "     \
    "{frequency: 3, "                                                                                        \
    "damping: 0, strength: 0.5}}, {lorentz: {frequency: 0.2, damping: 5, strength: 1.5, tilt: 2}}, {debye: " \
    "{strength: 4, "                                                                                         \
    "relaxation: 0.3}}, {debye: {strength: 0.5, relaxation: 8}}, {lorentz: {frequency: 5, damping: 1, "      \
    "strength: 0.2}}, "                                                                                      \
    "{lorentz: {frequency: 0.1, damping: 0.001, strength: 3}}]"
static const char cavity[] =
    "mesh: {box: {divisions: [2, 2, 2], jitter: 0.2}}\norder: 2\nmaterials: {m: {epsilon_inf: 2, sigma: "
    "0.01, "
    "poles: " TEN ", magnetic_poles: [{lorentz: {frequency: 1, damping: 0.01, strength: 1}}]}}\n"
    "boundaries: {default: pec}\ninitial: {Ey: x*(1-x)*z, Hx: y*y}\ntime: {end: 1e9}\nflux: {upwind: 0}\n";

struct run {
    nudge_problem *problem;
    nudge_solver *solver;
};

static void begin_with(struct run *run, const char *text, const char *integrator, const char *precision,
                       double upwind, const char *variant)
{
    char number[32];
    *run = (struct run){0};
    snprintf(number, sizeof number, "%g", upwind);
    CHECK_OK(nudge_problem_parse(&run->problem, text, ""));
    CHECK_OK(nudge_problem_set(run->problem, "time.integrator", integrator));
    CHECK_OK(nudge_problem_set(run->problem, "precision", precision));
    CHECK_OK(nudge_problem_set(run->problem, "flux.upwind", number));
    CHECK_OK(nd_solver_create(&run->solver, run->problem, "cpu", NULL, variant));
}

static void begin(struct run *run, const char *text, const char *integrator, const char *precision,
                  double upwind)
{
    begin_with(run, text, integrator, precision, upwind, NULL);
}

static void end(struct run *run)
{
    nudge_solver_destroy(run->solver);
    nudge_problem_destroy(run->problem);
}

/* The least and the largest ratio of the energies of one check and the one before, and the last over the first. */
static void follow(struct run *run, int64_t steps, double room, double *last)
{
    enum { CHECKS = 50 };
    double first = NAN, before, now = NAN;
    if (!run->solver) return;
    CHECK_OK(nudge_solver_energy(run->solver, &first));
    before = first;
    for (int i = 0; i < CHECKS; i++) {
        CHECK_OK(nudge_solver_step(run->solver, steps / CHECKS));
        CHECK_OK(nudge_solver_energy(run->solver, &now));
        if (!(now <= before * (1 + room))) {
            printf("check %d: energy %.17g after %.17g\n", i, now, before);
            test_failures++;
            break;
        }
        before = now;
    }
    *last = now / first;
}

static void check_decay(int64_t steps)
{
    static const char *const integrators[] = {"linear", "lsrk4"};
    for (int i = 0; i < 2; i++)
        for (int p = 0; p < 2; p++) {
            struct run run;
            double last = NAN;
            begin(&run, cavity, integrators[i], p ? "single" : "double", p);
            follow(&run, i ? 4 * steps : steps, p ? 2e-6 : 1e-12, &last);
            CHECK(last < 0.9);
            end(&run);
        }
}

/* Many steps of a mesh that is as small as can be. Energy that is rounding alone may grow by rounding. */
static void check_long(int64_t steps)
{
    static const char *const integrators[] = {"linear", "lsrk4"};
    for (int i = 0; i < 2; i++) {
        struct run run;
        double last = NAN;
        char *small = strdup(cavity), *two = strstr(small, "[2, 2, 2]");
        memcpy(two, "[1, 1, 1]", 9);
#ifdef ND_SANITIZED /* kernels are slow */
        if (!i) steps /= 50;
#endif
        begin(&run, small, integrators[i], "double", 0);
        follow(&run, steps, 1e-12, &last);
        if (getenv("TEST_SHOW"))
            printf("%s: energy after %lld steps: %.4g of the first\n", integrators[i], (long long)steps,
                   last);
        CHECK(last < 0.9);
        end(&run);
        free(small);
    }
}

/* Rates far above those of waves. The step is that of the poles: shorter ones are stable, and one that is five times as
 * long is not, so that the bound is not wasteful. */
static const char stiff[] =
    "mesh: {box: {divisions: [2, 2, 2]}}\norder: 2\nmaterials: {m: {epsilon: 2, poles: [%s]}}\n"
    "boundaries: {default: pec}\ninitial: {Ey: x*z, Hx: y}\ntime: {end: 1e9}\n";
static void check_stiff(void)
{
    static const char *const poles[] = {
        "{drude: {plasma: 300, collision: 10}}", "{lorentz: {frequency: 500, damping: 30, strength: 2}}",
        "{debye: {strength: 40, relaxation: 0.001}}", "{drude: {plasma: 3, collision: 5000}}",
        "{lorentz: {frequency: 300, damping: 2000, strength: 5, tilt: 1500}}"};
    static const char *const integrators[] = {"linear", "lsrk4"};
    for (size_t k = 0; k < 2 * sizeof poles / sizeof *poles; k++) {
        struct run run;
        double last = NAN;
        char text[1024];
        snprintf(text, sizeof text, stiff, poles[k / 2]);
        begin(&run, text, integrators[k % 2], "double", 1);
        if (run.solver) CHECK(run.solver->stable < 0.3 * run.solver->undamped);
        follow(&run, 300, 1e-12, &last);
        CHECK(last <= 1);
        end(&run);
    }
}

/* Central flux and no losses: what fields lose states have. */
static void check_conserve(void)
{
    struct run run;
    double last = NAN;
    begin(&run,
          "mesh: {box: {divisions: [2, 2, 2], jitter: 0.1}}\norder: 2\nmaterials: {m: {poles: [{drude: "
          "{plasma: 1, "
          "collision: 0}}, {lorentz: {frequency: 1.5, damping: 0, strength: 2}}]}}\nboundaries: {default: "
          "pec}\n"
          "initial: {Ey: sin(pi*x)*sin(pi*z)}\ntime: {end: 1e9, cfl: 0.5}\n",
          "linear", "double", 0);
    follow(&run, 100, 1e-8, &last);
    CHECK_NEAR(last, 1, 1e-4);
    end(&run);
}

/* The same in a round guide, whose elements at the wall are curved. E has more states than H. Returns the last energy over
 * the first. */
static double run_bent(const char *variant, const char *precision, double upwind)
{
    struct run run;
    double last = NAN;
    begin_with(&run,
               "mesh: {file: tests/meshes/round-2.msh}\norder: 2\nmaterials: {m: {epsilon: 2, poles: [{drude: "
               "{plasma: 3, collision: 0}}, {lorentz: {frequency: 2, damping: 0, strength: 2}}], magnetic_poles: "
               "[{lorentz: {frequency: 1, damping: 0, strength: 1}}]}}\nregions: {air: m}\nboundaries: {default: "
               "pec}\ninitial: {Ex: 1+y, Ey: z-x, Hz: x*y}\ntime: {end: 1e9, cfl: 0.25}\n",
               "linear", precision, upwind, variant);
    if (run.solver) CHECK(run.solver->mesh.Ncurved > 0);
    follow(&run, 500, strcmp(precision, "single") ? 1e-8 : 2e-6, &last);
    if (getenv("TEST_SHOW")) printf("%s %s, upwind %g: 1 - %g\n", variant, precision, upwind, 1 - last);
    end(&run);
    return last;
}

static void check_bent(void)
{
    CHECK_NEAR(run_bent("simd", "double", 0), 1, 1e-6);
    CHECK_NEAR(run_bent("fused", "double", 0), 1, 1e-6);
    CHECK_NEAR(run_bent("simd", "single", 0), 1, 1e-5);
    CHECK_NEAR(run_bent("bernstein", "double", 1), run_bent("simd", "double", 1), 1e-9);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    omp_set_num_threads(1); /* meshes too small to share */
    if (!strcmp(what, "decay") && argc == 3)
        check_decay(atoll(argv[2]));
    else if (!strcmp(what, "long") && argc == 3)
        check_long(atoll(argv[2]));
    else if (!strcmp(what, "stiff"))
        check_stiff();
    else if (!strcmp(what, "conserve"))
        check_conserve();
    else if (!strcmp(what, "bent"))
        check_bent();
    else {
        printf("usage: decay STEPS | long STEPS | stiff | conserve | bent\n");
        return 1;
    }
    TEST_END;
}
