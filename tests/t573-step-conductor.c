// Good conductors: the fit of their impedance is close to the square root, and passive; variants and integrators agree;
// energy falls, at the end of the mesh and on both sides of a wall inside it, and with that of the surface it never rises where
// central fluxes keep that of fields. `fit`, `stored`, or `run` VARIANTS.
// RUN: fit
// PLAIN: stored
// PLAIN: run simd,plain
// SANITIZED: run simd
// LONG: run simd,bernstein,fused,plain,paper:3
#include <complex.h>
#include <omp.h>
#include "face/conductor.h"
#include "rig.h"
#include "sheets.h"

static const char *folder;

/* Between the points of the fit, too. */
static void check_fit(double low, double ratio)
{
    const struct nd_conductor_fit fit = nd_conductor_fit(3, low, ratio * low);
    double worst = 0;
    CHECK(fit.poles >= 2 && fit.poles <= ND_POLES_MOST && fit.R0 >= 0);
    for (int k = 0; k < fit.poles; k++) CHECK(fit.c[k] >= 0 && fit.p[k] > 0 && fit.p[k] <= 9 * low * ratio);
    for (int i = 0; i <= 100; i++) {
        const double complex s = I * low * pow(ratio, i / 100.0);
        double complex Z = fit.R0;
        for (int k = 0; k < fit.poles; k++) Z += fit.c[k] * s / (s + fit.p[k]);
        worst = test_worse(worst, cabs(Z / (3 * csqrt(s)) - 1));
        CHECK_NEAR(nd_conductor_error(&fit, 3, cimag(s)), cabs(Z / (3 * csqrt(s)) - 1), 1e-12);
    }
    if (getenv("TEST_SHOW")) printf("band 1 : %g, %d poles: %.2g\n", ratio, fit.poles, worst);
    CHECK(worst <= (ratio > 300 ? 0.02 : 0.006));
}

static int low_y(const double x[3])
{
    return x[1] < 0.7;
}

/* Fields after some steps; the energy must not grow in any of them. */
static double *run(struct sheeted *s, const char *what)
{
    unsigned seed = 5;
    double *q = nd_alloc(6 * s->n, sizeof *q), before, energy = NAN;
    for (int f = 0; f < 6; f++) {
        for (size_t i = 0; i < s->n; i++) q[i] = 2 * test_random(&seed) - 1;
        CHECK_OK(nudge_solver_set(s->solver, s->solver->law.fields.at[f], q));
    }
    CHECK_OK(nudge_solver_energy(s->solver, &before));
    for (int i = 0; i < 12; i++, before = energy) {
        CHECK_OK(nudge_solver_step(s->solver, 2));
        CHECK_OK(nudge_solver_energy(s->solver, &energy));
        if (!(energy < before)) {
            printf("%s: the energy grows from %.17g to %.17g\n", what, before, energy);
            test_failures++;
        }
    }
    for (int f = 0; f < 6; f++)
        CHECK_OK(nudge_solver_get(s->solver, s->solver->law.fields.at[f], q + (size_t)f * s->n));
    return q;
}

static double *fields_of(const char *variant, const char *integrator, size_t *n)
{
    static const struct sheet wall = {"a", 0, 1, low_y};
    const struct sheet_box box = {
        .size = {2, 1, 1}, .divisions = {3, 3, 2}, .sheet = &wall, .nsheets = 1, .warp = 1};
    struct sheeted s;
    char text[512];
    double *q = NULL;
    struct sheet_box own = box;
    own.divisions[0] = 4;
    *n = 0;
    snprintf(text, sizeof text,
             "mesh: {file: a.msh}\norder: 1\nconductors: {tin: {conductivity: 40, band: [0.1, 1]}}\n"
             "boundaries: {default: tin, a: tin}\ntime: {steps: 24, end: %s, integrator: %s}\n",
             strcmp(integrator, "linear") ? "0.4" : "1.6", integrator);
    CHECK_OK(sheeted_init(&s, &own, text, variant, folder));
    if (s.solver) q = run(&s, variant), *n = 6 * s.n;
    sheeted_clear(&s);
    return q;
}

/* Fields of a variant are those of the first one. */
static void check_run(const char *first, const char *variant, const char *integrator)
{
    size_t n[2];
    double off = 0, *p = fields_of(variant, integrator, &n[0]), *q = fields_of(first, integrator, &n[1]);
    CHECK(n[0] == n[1] && n[0] > 0);
    for (size_t i = 0; i < n[0] && n[0] == n[1]; i++) off = test_worse(off, fabs(p[i] - q[i]));
    if (getenv("TEST_SHOW")) printf("%s %s: %.3g\n", variant, integrator, off);
    CHECK(off < 1e-12);
    free(p);
    free(q);
}

/* A cavity whose walls take energy up and give a part of it back. Returns the last energy over the first. */
static double run_stored(const char *mesh, const char *variant, double upwind, double room)
{
    char text[512];
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    double first = NAN, before, now = NAN;
    snprintf(text, sizeof text,
             "mesh: {%s}\norder: 3\nprecision: %s\nconductors: {tin: {conductivity: 200, band: [0.1, 1]}}\n"
             "boundaries: {default: tin}\ninitial: {Ey: sin(pi*x)*sin(pi*z)}\nflux: {upwind: %g}\ntime: {end: 100}\n",
             mesh, room > 1e-9 ? "single" : "double", upwind);
    CHECK_OK(nudge_problem_parse(&problem, text, ""));
    CHECK_OK(nd_solver_create(&solver, problem, "cpu", NULL, variant));
    CHECK_OK(nudge_solver_energy(solver, &first));
    before = first;
    for (int i = 0; i < 100; i++, before = now) {
        CHECK_OK(nudge_solver_step(solver, 1));
        CHECK_OK(nudge_solver_energy(solver, &now));
        if (now <= before + room * first) continue;
        printf("%s %s: step %d: energy %.17g after %.17g\n", mesh, variant, i, now, before);
        test_failures++;
        break;
    }
    if (getenv("TEST_SHOW")) printf("%s %s: %g of %g\n", mesh, variant, now, first);
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    return now / first;
}

static void check_stored(void)
{
    static const char *const meshes[] = {"box: {divisions: [3, 3, 2], jitter: 0.1}", "file: tests/meshes/round-2.msh"};
    omp_set_num_threads(1); /* meshes too small to share */
    for (int i = 0; i < 2; i++) {
        CHECK(run_stored(meshes[i], "simd", 0, 1e-12) < 0.9);
        CHECK(run_stored(meshes[i], "simd", 0, 1e-6) < 0.9);
        CHECK_NEAR(run_stored(meshes[i], "bernstein", 1, 1e-12), run_stored(meshes[i], "simd", 1, 1e-12), 1e-9);
    }
}

int main(int argc, char **argv)
{
    static const char *const variants[] = {"simd", "bernstein", "fused", "paper:3", "plain"};
    char list[256], path[256];
    const char *first = NULL;
    if (argc == 2 && !strcmp(argv[1], "stored")) {
        check_stored();
        TEST_END;
    }
    if (argc < 3) {
        static const double ratio[] = {1.01, 1.5, 3, 10, 100, 1000};
        for (int i = 0; i < 6; i++) check_fit(5e9 / (i + 1), ratio[i]);
        TEST_END;
    }
    omp_set_num_threads(1); /* meshes too small to share */
    test_folder(path);
    folder = path;
    snprintf(list, sizeof list, ",%s,", argv[2]);
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        char name[32];
        snprintf(name, sizeof name, ",%s,", variants[v]);
        if (!strstr(list, name)) continue;
        if (!first) first = variants[v];
        check_run(first, variants[v], "lsrk4");
        if (strncmp(variants[v], "paper", 5)) check_run(first, variants[v], "linear");
    }
    test_folder_remove(path);
    TEST_END;
}
