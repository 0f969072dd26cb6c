// The estimate of device memory includes sources, monitors, PML and losses. Arguments: variants, precisions.
// PLAIN: simd,bernstein single,double
#include <omp.h>
#include <unistd.h>
#include "solver/solver.h"
#include "test.h"

static const char text[] =
    "mesh: {box: {size: [1, 1, 1], divisions: [3, 3, 3]}, pml: {layers: 1, thickness: 0.3}}\norder: "
    "3\nprecision: %s\n"
    "boundaries: {default: pec}\nsources:\n"
    "  sheet: {current: {regions: [box], x: y*z}, waveform: {pulse: {frequency: 0.5, bandwidth: 0.5}}}\n"
    "  wave: {plane_wave: {direction: [0, 0, 1], polarization: [1, 0, 0], origin: [0, 0, -1], total: [box]}, "
    "waveform: {sine: "
    "{frequency: 0.5, ramp: 1}}}\n"
    "monitors:\n"
    "  here: {probe: {at: [0.5, 0.5, 0.5]}}\n"
    "  there: {probe: {at: [0.2, 0.5, 0.5]}}\n"
    "  inside: {fourier: {regions: [box], frequencies: [0.3, 0.5, 0.7]}}\n"
    "  flow: {power: {around: [box], frequencies: [0.5]}}\n"
    "output: {folder: \"%s\"}\ntime: {dt: 1e-3, steps: 3}\n";

/* While the run goes on. */
static int compare_memory(void *context, const nudge_status *status)
{
    const nudge_solver *s = context;
    (void)status;
    const double taken = (double)s->device->allocated;
    if (getenv("TEST_SHOW")) printf("%.0f bytes estimated, %.0f taken\n", s->device_estimate, taken);
    CHECK(fabs(s->device_estimate / taken - 1) < 0.005);
    return 0;
}

static void check(const char *variant, const char *precision)
{
    char folder[64] = "/tmp/nudge-memory-XXXXXX", all[2048];
    static const char *const files[] = {"here.csv", "there.csv", "inside.h5", "flow.csv", "run.json"};
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    CHECK(mkdtemp(folder) != NULL);
    snprintf(all, sizeof all, text, precision, folder);
    CHECK_OK(nudge_problem_parse(&problem, all, ""));
    CHECK_OK(nudge_problem_trust(problem, NUDGE_TRUST_PATHS));
    CHECK_OK(nd_solver_create(&solver, problem, "cpu", NULL, variant));
    if (solver) {
        CHECK((double)solver->device->allocated < 0.8 * solver->device_estimate); /* monitors come later */
        CHECK(solver->pointwise.part[ND_POINTWISE_SLAB].subset.n &&
              solver->pointwise.part[ND_POINTWISE_CORNER].subset.n);
        CHECK_OK(nudge_solver_run(solver, compare_memory, solver));
    }
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        CHECK(remove(path) == 0);
    }
    CHECK(rmdir(folder) == 0);
}

/* Before anything is on the device, losses everywhere are foreseen. */
static void check_losses(const char *variant, const char *precision)
{
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    char all[512];
    double device = 0;
    snprintf(all, sizeof all,
             "mesh: {box: {divisions: [6, 6, 6]}}\norder: 3\nprecision: %s\nmaterials: {mud: {sigma: "
             "0.1}}\nregions: {box: mud}\nboundaries: {default: pec}\ntime: {dt: 1e-3, steps: 1}\n",
             precision);
    CHECK_OK(nudge_problem_parse(&problem, all, ""));
    CHECK_OK(nudge_problem_trust(problem, NUDGE_TRUST_PATHS));
    if (problem) CHECK_OK(nd_solver_create(&solver, problem, "cpu", NULL, variant));
    if (solver) {
        nd_solver_memory(solver, &solver->mesh, &device);
        CHECK(solver->pointwise.part[ND_POINTWISE_LOSSES].subset.n == solver->mesh.K);
        CHECK(fabs(device / (double)solver->device->allocated - 1) < 0.03);
    }
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
}

int main(int argc, char **argv)
{
    static const char *const variants[] = {"simd", "bernstein"}, *const precisions[] = {"single", "double"};
    omp_set_num_threads(1);
    CHECK(argc == 3);
    for (int i = 0; i < 4 && argc == 3; i++)
        if (strstr(argv[1], variants[i / 2]) && strstr(argv[2], precisions[i % 2])) {
            check(variants[i / 2], precisions[i % 2]);
            check_losses(variants[i / 2], precisions[i % 2]);
        }
    TEST_END;
}
