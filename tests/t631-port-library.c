// The scattering matrix of a line between plates by the public header, beside its closed form; and misuse.
#include "test.h"
#include <math.h>
#include <unistd.h>

#define PROBLEM                                                                                              \
    "mesh: {box: {size: [1, 0.5, 1.5], divisions: [2, 1, 3]}}\norder: 2\n"                                   \
    "boundaries: {xmin: pmc, xmax: pmc, ymin: pec, ymax: pec, default: absorbing}\n"                         \
    "ports: {one: {boundary: zmin, section: {mode: TEM}}, two: {boundary: zmax, section: {}}}\n"             \
    "sparameters: {band: [0.05, 0.3], points: 2}\ntime: {end: 25}\n"

struct seen {
    int runs, last;
};

static void begin(void *context, int port, nudge_solver *solver)
{
    struct seen *seen = context;
    CHECK(solver && port == seen->runs);
    seen->runs++;
    seen->last = port;
}

static void check_matrix(const nudge_sparameters *result)
{
    const nudge_sparameters_info *info = nudge_sparameters_describe(result);
    CHECK(info->ports == 2 && info->points == 2);
    CHECK(!strcmp(info->name[0], "one") && !strcmp(info->name[1], "two"));
    CHECK(info->reciprocity < 1e-6 && fabs(info->passivity - 1) < 1e-3);
    for (int k = 0; k < info->points; k++) {
        double s[2];
        const double phase = -2 * 3.14159265358979 * info->frequency[k] * 1.5;
        CHECK_OK(nudge_sparameters_get(result, k, 1, 0, s));
        CHECK(fabs(s[0] - cos(phase)) < 1e-3 && fabs(s[1] - sin(phase)) < 1e-3);
        CHECK_OK(nudge_sparameters_get(result, k, 0, 0, s));
        CHECK(hypot(s[0], s[1]) < 1e-3);
        double impedance[2], propagation[2];
        CHECK_OK(nudge_sparameters_get_mode(result, k, 1, impedance, propagation));
        CHECK_NEAR(impedance[0], 0.5, 1e-6); /* height over width */
        CHECK_NEAR(impedance[1], 0, 1e-6);
        CHECK_NEAR(propagation[0], 0, 1e-6);
        CHECK_NEAR(1.5 * propagation[1], -phase, 1e-6);
        CHECK_FAILS(nudge_sparameters_get_mode(result, k, 2, impedance, propagation), NUDGE_EVALUE,
                    "counted from 0");
        CHECK_FAILS(nudge_sparameters_get_mode(result, 2, k, impedance, propagation), NUDGE_EVALUE,
                    "counted from 0");
    }
}

/* A run of this problem has nothing to compute, unless a port is excited or the caller sets fields. */
static void check_excitation(const nudge_problem *problem)
{
    nudge_solver *s = NULL;
    nudge_preflight *pf = NULL;
    CHECK_OK(nudge_solver_create(&s, problem, "cpu"));
    CHECK_OK(nudge_preflight_create(&pf, s, 0));
    CHECK_OK(nudge_preflight_check(pf));
    CHECK_FAILS(nudge_preflight_check_run(pf), NUDGE_EVALUE, "nothing excites the fields");
    CHECK(strncmp(nudge_error(), "note", 4));
    nudge_preflight_destroy(pf);
    const nudge_status *now = nudge_solver_status(s);
    double *values = calloc((size_t)now->elements * (size_t)now->nodes, sizeof *values);
    CHECK(values != NULL);
    if (values) values[0] = 1;
    CHECK_OK(nudge_solver_set(s, "Ey", values));
    CHECK_OK(nudge_preflight_create(&pf, s, 0));
    CHECK_OK(nudge_preflight_check_run(pf));
    nudge_preflight_destroy(pf);
    nudge_solver_destroy(s);
    free(values);
}

int main(void)
{
    char folder[256], command[300];
    double s[2];
    const char *tmp = getenv("TMPDIR");
    struct seen seen = {0};
    nudge_problem *problem = NULL;
    nudge_sparameters *result = NULL;
    const nudge_sparameters_options options = {
        .size = sizeof options, .device = "cpu", .begin = begin, .context = &seen};
    snprintf(folder, sizeof folder, "%s/nudge-ports-XXXXXX", tmp ? tmp : "/tmp");
    if (!mkdtemp(folder)) return 1;
    CHECK_OK(nudge_problem_parse(&problem, PROBLEM, folder));
    check_excitation(problem);
    CHECK_OK(nudge_sparameters_create(&result, problem, &options));
    if (result) {
        CHECK(seen.runs == 2 && seen.last == 1);
        check_matrix(result);
        CHECK_FAILS(nudge_sparameters_get(result, 2, 0, 0, s), NUDGE_EVALUE, "counted from 0");
        CHECK_FAILS(nudge_sparameters_get(result, 0, 0, 2, s), NUDGE_EVALUE, "counted from 0");
    }
    nudge_sparameters_destroy(result);
    nudge_sparameters_destroy(NULL);
    nudge_problem_destroy(problem);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(!system(command));
    TEST_END;
}
