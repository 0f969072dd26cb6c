// time.decay: a run ends once waves have left, with or without a static field of charges; waves
// that stay keep it going. Arguments: variants.
// PLAIN: simd,bernstein
#include <omp.h>
#include <unistd.h>
#include "solver/solver.h"
#include "test.h"

static char folder[64];

static void check(const char *text, const char *variant, int ends, double from, double to)
{
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    double energy = NAN, peak = NAN;
    CHECK_OK(nudge_problem_parse(&problem, text, ""));
    CHECK_OK(nudge_problem_set(problem, "output.folder", folder));
    CHECK_OK(nd_solver_create(&solver, problem, "cpu", NULL, variant));
    if (solver) {
        CHECK_OK(nudge_solver_run(solver, NULL, NULL));
        CHECK_OK(nudge_solver_energy(solver, &energy));
        peak = solver->seen.peak;
        if (getenv("TEST_SHOW"))
            printf("%s: ended at %g, %.1f dB\n", variant, solver->time, 10 * log10(energy / peak));
        CHECK(solver->decayed == ends && solver->time < solver->schedule.end + 1e-9);
        CHECK(10 * log10(energy / peak) > from && 10 * log10(energy / peak) < to);
    }
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
}

/* A pulse of current whose integral is not 0 leaves a dipole of charges. */
static const char charged[] =
    "mesh: {box: {divisions: [3, 3, 3]}}\norder: 3\nboundaries: {default: absorbing}\n"
    "sources: {a: {dipole: {at: [0.55, 0.52, 0.47], moment: [0, 0, 1]},\n"
    "  waveform: {pulse: {frequency: 0.2, bandwidth: 2}}}}\ntime: {end: 30, decay: 40}\n";
/* A ring of field is free of charge: all of it leaves. */
static const char ring[] =
    "mesh: {box: {size: [2, 2, 2], origin: [-1, -1, -1], divisions: [3, 3, 3]}}\norder: 3\n"
    "boundaries: {default: absorbing}\ntime: {end: 30, decay: 30}\n"
    "initial: {Ex: y*exp(-6*(x*x+y*y+z*z)), Ey: -x*exp(-6*(x*x+y*y+z*z))}\n";
static const char cavity[] = "mesh: {box: {divisions: [2, 2, 2]}}\norder: 3\nboundaries: {default: pec}\n"
                             "initial: {Ey: sin(pi*x)*sin(pi*z)}\ntime: {end: 3, decay: 10}\n";

int main(int argc, char **argv)
{
    static const char *const variants[] = {"simd", "bernstein"};
    omp_set_num_threads(1);
    snprintf(folder, sizeof folder, "%s/nudge-decay-XXXXXX",
             getenv("TMPDIR") && strlen(getenv("TMPDIR")) < 32 ? getenv("TMPDIR") : "/tmp");
    CHECK(mkdtemp(folder) != NULL && argc == 2);
    for (int v = 0; v < 2 && argc == 2; v++) {
        if (!strstr(argv[1], variants[v])) continue;
        check(charged, variants[v], 1, -40, 0.01);
        check(ring, variants[v], 1, -60, -30);
        check(cavity, variants[v], 0, -3, 0.01);
    }
    char path[128];
    snprintf(path, sizeof path, "%s/run.json", folder);
    remove(path);
    CHECK(rmdir(folder) == 0);
    TEST_END;
}
