// Tensors epsilon and mu: plane waves with the polarization and the speed of an anisotropic medium, to order N + 1 and in every
// variant; a cavity of two media, one of them a tensor; energy that does not grow where random tensors meet; mistakes.
// RUN: waves bernstein
// RUN: waves simd
// LONG: waves plain,fused,paper:3
// PLAIN: interface
// PLAIN: energy
// RUN: mistakes
#include <omp.h>
#include "solver/solver.h"
#include "test.h"

struct run {
    nudge_problem *problem;
    nudge_solver *solver;
};

static void end(struct run *run)
{
    nudge_solver_destroy(run->solver);
    nudge_problem_destroy(run->problem);
    *run = (struct run){0};
}

static double error_of(struct run *run, const char *variant)
{
    double error = NAN;
    const char *device = getenv("TEST_DEVICE");
    CHECK_OK(nd_solver_create(&run->solver, run->problem, device ? device : "cpu", NULL, variant));
    if (!run->solver) return error;
    CHECK_OK(nudge_solver_step(run->solver, run->solver->schedule.steps));
    CHECK_OK(nudge_solver_error(run->solver, &error));
    return error;
}

/* The inverse of [xx, yy, zz, yz, xz, xy]. */
static void invert(const double *T, double *A)
{
    const double minors[6] = {T[1] * T[2] - T[3] * T[3], T[0] * T[2] - T[4] * T[4],
                              T[0] * T[1] - T[5] * T[5], T[4] * T[5] - T[0] * T[3],
                              T[3] * T[5] - T[1] * T[4], T[3] * T[4] - T[2] * T[5]};
    const double det = T[0] * minors[0] + T[5] * minors[5] + T[4] * minors[4];
    for (int i = 0; i < 6; i++) A[i] = minors[i] / det;
}

/* A wave along x in a medium with one tensor. With eta its inverse, D = (0, dy, dz) is an eigenvector of eta across x, whose
 * eigenvalue is the square of the speed; E = eta D also has a part along x. magnetic: the roles of E and H exchanged. */
static double wave_error(const char *variant, int magnetic, int which, int divisions)
{
    static const double T[6] = {2, 5, 3, 0.4, 0.3, -0.5};
    double eta[6];
    char text[2048];
    struct run run = {0};
    invert(T, eta);
    const double mean = (eta[1] + eta[2]) / 2, half = (eta[1] - eta[2]) / 2,
                 square = mean + (which ? -1 : 1) * hypot(half, eta[3]), v = sqrt(square);
    const double dy = eta[3], dz = square - eta[1],
                 E[3] = {eta[5] * dy + eta[4] * dz, square * dy, square * dz};
    const double sign = magnetic ? -1 : 1, H[2] = {-sign * E[2] / v, sign * E[1] / v};
    snprintf(text, sizeof text,
             "mesh: {box: {divisions: [%d, 1, 1], size: [1, 0.4, 0.4], periodic: [x, y, z]}}\norder: 3\n"
             "materials: {m: {%s: [2, 5, 3, 0.4, 0.3, -0.5]}}\n"
             "initial: {%sx: %.17g*cos(2*pi*x), %sy: %.17g*cos(2*pi*x), %sz: %.17g*cos(2*pi*x), %sy: "
             "%.17g*cos(2*pi*x), %sz: %.17g*cos(2*pi*x)}\n"
             "exact: {%sx: %.17g*cos(2*pi*(x-%.17g*t)), %sy: %.17g*cos(2*pi*(x-%.17g*t)), %sz: "
             "%.17g*cos(2*pi*(x-%.17g*t)), %sy: "
             "%.17g*cos(2*pi*(x-%.17g*t)), %sz: %.17g*cos(2*pi*(x-%.17g*t))}\ntime: {end: 1}\n",
             divisions, magnetic ? "mu" : "epsilon", magnetic ? "H" : "E", E[0], magnetic ? "H" : "E", E[1],
             magnetic ? "H" : "E", E[2], magnetic ? "E" : "H", H[0], magnetic ? "E" : "H", H[1],
             magnetic ? "H" : "E", E[0], v, magnetic ? "H" : "E", E[1], v, magnetic ? "H" : "E", E[2], v,
             magnetic ? "E" : "H", H[0], v, magnetic ? "E" : "H", H[1], v);
    CHECK_OK(nudge_problem_parse(&run.problem, text, ""));
    if (!strncmp(variant, "paper", 5)) CHECK_OK(nudge_problem_set(run.problem, "time.integrator", "lsrk4"));
    const double error = error_of(&run, variant);
    end(&run);
    return error;
}

static void check_waves(const char *variant)
{
    for (int i = 0; i < 4; i++) {
        const double coarse = wave_error(variant, i / 2, i % 2, 3),
                     fine = wave_error(variant, i / 2, i % 2, 6), order = log2(coarse / fine);
        if (getenv("TEST_SHOW"))
            printf("%s %d: errors %.3g, %.3g, order %.2f\n", variant, i, coarse, fine, order);
        if (!(order > 3.5 && fine < 2e-3)) {
            printf("%s %d: errors %.3g and %.3g, of order %.2f\n", variant, i, coarse, fine, order);
            test_failures++;
        }
    }
}

/* The mode has Ey alone, so that the other numbers of the glass make no difference. */
static void check_interface(void)
{
    static const char *const glass[] = {"5", "[2.5, 5, 9]"};
    double error[2];
    for (int i = 0; i < 2; i++) {
        struct run run = {0};
        CHECK_OK(nudge_problem_read(&run.problem, "examples/two-media/two-media.yaml"));
        CHECK_OK(nudge_problem_set(run.problem, "materials.glass.epsilon", glass[i]));
        CHECK_OK(nudge_problem_set(run.problem, "order", "3"));
        CHECK_OK(nudge_problem_set(run.problem, "time.end", "0.3"));
        error[i] = error_of(&run, "simd");
        end(&run);
    }
    if (getenv("TEST_SHOW")) printf("interface: %.3g, with a tensor %.3g\n", error[0], error[1]);
    CHECK(error[1] < 2 * error[0]);
}

/* With the central flux it is kept but for the damping of steps, with the upwind flux it falls. */
static void check_energy(void)
{
    for (int i = 0; i < 4; i++) {
        struct run run = {0};
        double before = NAN, now = NAN, first = NAN;
        CHECK_OK(nudge_problem_read(&run.problem, "examples/two-media/two-media.yaml"));
        CHECK_OK(nudge_problem_set(
            run.problem, "materials.glass",
            "{epsilon: [2, 5, 3, 1.5, 0.3, -1], mu: [1, 3, 2, 0.4, -0.6, 0.2], sigma: 0.2}"));
        CHECK_OK(nudge_problem_set(run.problem, "materials.air", "{epsilon: [1, 4, 40, 0.4, 1, 0.3]}"));
        CHECK_OK(nudge_problem_set(run.problem, "order", "2"));
        CHECK_OK(nudge_problem_set(run.problem, "time.end", "1e9"));
        CHECK_OK(nudge_problem_set(run.problem, "flux.upwind", i % 2 ? "1" : "0"));
        CHECK_OK(nudge_problem_set(run.problem, "time.integrator", i / 2 ? "lsrk4" : "linear"));
        CHECK_OK(nudge_solver_create(&run.solver, run.problem, "cpu"));
        if (run.solver) CHECK_OK(nudge_solver_energy(run.solver, &first));
        before = first;
        for (int k = 0; k < 10 && run.solver; k++, before = now) {
            CHECK_OK(nudge_solver_step(run.solver, i / 2 ? 20 : 4));
            CHECK_OK(nudge_solver_energy(run.solver, &now));
            CHECK(now <= before * (1 + 1e-12));
        }
        CHECK(now < first && now > 0);
        end(&run);
    }
}

static const struct {
    const char *materials, *message;
} mistakes[] = {
    {"m: {epsilon: [1, 2]}",
     "materials.m.epsilon must be a number, or three or six as [xx, yy, zz, yz, xz, xy], not [1, 2]"},
    {"m: {epsilon: [1, 2, -1]}", "epsilon is not positive definite"},
    {"m: {epsilon: [0, 2, 1]}", "epsilon is not positive definite"},
    {"m: {mu: [1, 1, 1, 0, 0, 2]}", "mu is not positive definite"},
    {"m: {epsilon: [1, 2, 3], poles: [{debye: {strength: 1, relaxation: 1}}]}",
     "both together are not supported"},
    {"m: {epsilon: [1, 2, 3]}}\nsources: {d: {dipole: {at: [0.5, 0.4, 0.3], moment: [1, 0, 0]}, waveform: "
     "{ricker: {frequency: "
     "0.1}}}",
     "it is in material 'm', whose epsilon or mu is a tensor"},
};

static void check_mistakes(void)
{
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        struct run run = {0};
        char text[1024];
        snprintf(text, sizeof text,
                 "mesh: {box: {divisions: [1, 1, 1]}}\norder: 1\ntime: {end: 1}\nboundaries: {default: "
                 "pec}\nmaterials: {%s}\n",
                 mistakes[i].materials);
        int code = nudge_problem_parse(&run.problem, text, "");
        if (!code) code = nudge_solver_create(&run.solver, run.problem, "cpu");
        if (code != NUDGE_EVALUE || !strstr(nudge_error(), mistakes[i].message)) {
            printf("%s: code %d, '%s'\n", mistakes[i].materials, code, code ? nudge_error() : "");
            test_failures++;
        }
        end(&run);
    }
}

int main(int argc, char **argv)
{
    static const char *const variants[] = {"simd", "plain", "paper:3", "fused", "bernstein"};
    const char *what = argc > 1 ? argv[1] : "";
    omp_set_num_threads(1); /* meshes too small to share */
    if (!strcmp(what, "waves") && argc == 3) {
        for (size_t v = 0; v < sizeof variants / sizeof *variants; v++)
            if (strstr(argv[2], variants[v])) check_waves(variants[v]);
    } else if (!strcmp(what, "interface"))
        check_interface();
    else if (!strcmp(what, "energy"))
        check_energy();
    else if (!strcmp(what, "mistakes"))
        check_mistakes();
    else {
        printf("usage: waves VARIANTS | interface | energy | mistakes\n");
        return 1;
    }
    TEST_END;
}
