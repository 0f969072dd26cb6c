// The linear integrator has its order in time with everything that a step contains: a dipole, a current in a
// region, a plane wave, losses and a PML. Fields at the end are compared with those of steps a quarter as long.
// Arguments: variants, order in time; "same": two steps of order 4 by each variant are those by the first.
// PLAIN: simd,bernstein 6
// PLAIN: simd 4
// PLAIN: fused 8
// SANITIZED: simd,bernstein same
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "solver/solver.h"
#include "test.h"

enum { FIELDS = 6 };
static const char *const field[FIELDS] = {"Ex", "Ey", "Ez", "Hx", "Hy", "Hz"};

static const char text[] =
    "mesh: {box: {divisions: [2, 2, 2], size: [2, 2, 2]}, pml: {layers: 1, thickness: 1}}\norder: 2\n"
    "materials: {air: {}, wet: {sigma: 0.3}}\nregions: {box: wet, box.pml: air}\n"
    "boundaries: {default: absorbing}\nsources:\n"
    "  d: {dipole: {at: [0.7, 0.9, 1.2], moment: [1, 0, 2]}, waveform: {expression: sin(t)^8}}\n"
    "  c: {current: {regions: [box], x: y}, waveform: {expression: cos(0.7*t)-1}}\n"
    "time: {end: 1.2}\n";
static const char wave_text[] =
    "mesh: {box: {divisions: [2, 2, 2], size: [2, 2, 2]}, pml: {layers: 1, thickness: 1}}\norder: 2\n"
    "materials: {air: {}}\nregions: {default: air}\nboundaries: {default: absorbing}\nsources:\n"
    "  w: {plane_wave: {direction: [1, 2, 2], polarization: [0, 1, -1], origin: [0, 0, 0], total: [box]},\n"
    "      waveform: {sine: {frequency: 0.2, ramp: 1}}}\ntime: {end: 1.2}\n";

static int evaluations; /* of a step of the last run */
static double taken;    /* its steps */

/* The fields at the end, [FIELDS][n]. steps: their number; or if not above 1, their part of the longest ones, which
 * keeps all evaluations. */
static double *run(const char *problem_text, const char *variant, const char *order, double steps, size_t *n)
{
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    double *q = NULL;
    char count[16];
    snprintf(count, sizeof count, "%g", steps);
    CHECK_OK(nudge_problem_parse(&problem, problem_text, "."));
    if (!problem) return NULL;
    CHECK_OK(nudge_problem_set(problem, "time.integrator", "linear"));
    CHECK_OK(nudge_problem_set(problem, "time.order", order));
    CHECK_OK(nudge_problem_set(problem, steps > 1 ? "time.steps" : "time.cfl", count));
    CHECK_OK(nd_solver_create(&solver, problem, "cpu", NULL, variant));
    if (solver) {
        CHECK(!strcmp(solver->plan.variant->name, variant));
        CHECK_OK(nudge_solver_step(solver, solver->schedule.steps));
        evaluations = solver->integrator.stages;
        taken = (double)solver->schedule.steps;
        *n = (size_t)solver->mesh.K * (size_t)solver->elem.Np;
        q = nd_alloc(FIELDS * *n, sizeof *q);
        for (int f = 0; f < FIELDS; f++) CHECK_OK(nudge_solver_get(solver, field[f], q + (size_t)f * *n));
    }
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    return q;
}

static double difference(const double *a, const double *b, size_t n)
{
    double off = 0, size = 0;
    for (size_t i = 0; i < n; i++) off += (a[i] - b[i]) * (a[i] - b[i]), size += b[i] * b[i];
    return sqrt(off / size);
}

/* Order 6 has polynomials with fewer evaluations for shorter steps. All three runs take the same. */
static void check(const char *problem_text, const char *variant, const char *order, double steps)
{
    const double finer = steps > 1 ? 2 : 0.5;
    size_t n = 0;
    double *coarse = run(problem_text, variant, order, steps, &n);
    const int coarsest = evaluations;
    const double before = taken;
    double *middle = run(problem_text, variant, order, finer * steps, &n);
    const double ratio = taken / before;
    double *fine = run(problem_text, variant, order, finer * finer * finer * steps, &n);
    CHECK(evaluations == coarsest);
    const double first = difference(coarse, fine, FIELDS * n), second = difference(middle, fine, FIELDS * n),
                 found = log(first / second) / log(ratio);
    if (getenv("TEST_SHOW")) printf("%s, order %s: %.2e, %.2e: %.2f\n", variant, order, first, second, found);
    CHECK(first < 0.02 && second > 1e-14);
    CHECK(found > atof(order) - 0.4);
    free(coarse);
    free(middle);
    free(fine);
}

/* At order 1 in space: the sanitizers make kernels slow. */
static void compare(const char *problem_text, const char *variant, double **first)
{
    size_t n = 0;
    char brief[1024];
    snprintf(brief, sizeof brief, "%s", problem_text);
    memcpy(strstr(brief, "order: 2"), "order: 1", 8);
    memcpy(strstr(brief, "end: 1.2"), "end: 0.4", 8);
    double *q = run(brief, variant, "4", 2, &n);
    if (!*first)
        *first = q;
    else {
        CHECK(q && difference(q, *first, FIELDS * n) < 1e-11);
        free(q);
    }
}

int main(int argc, char **argv)
{
    CHECK(argc == 3);
    if (argc != 3) return 1;
    const int same = !strcmp(argv[2], "same");
    double *first[2] = {0};
    for (char *v = strtok(argv[1], ","); v; v = strtok(NULL, ",")) {
        const char *const texts[] = {text, wave_text};
        for (int t = 0; t < 2; t++) {
            if (same)
                compare(texts[t], v, &first[t]);
            else if (strcmp(argv[2], "6"))
                check(texts[t], v, argv[2], 6);
            else {
                check(texts[t], v, argv[2], 14); /* eight evaluations, the fewest */
                CHECK(evaluations == 8);
                check(texts[t], v, argv[2], 0.5);
                CHECK(evaluations == 36);
            }
        }
    }
    free(first[0]);
    free(first[1]);
    TEST_END;
}
