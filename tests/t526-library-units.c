// A mesh in millimetres gives the same results as one in metres, with periodic pairs and a PML;
// vacuum without materials; warnings about a short time step and about a mesh that is too coarse by
// a factor of a thousand.
#include "preflight/preflight.h"
#include "test.h"

static double error_of(const char *text, const char *key, const char *value)
{
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    double error = NAN;
    CHECK_OK(nudge_problem_parse(&problem, text, "tests/meshes"));
    if (key) CHECK_OK(nudge_problem_set(problem, key, value));
    CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
    if (solver) {
        CHECK_OK(nudge_solver_step(solver, solver->schedule.steps));
        CHECK_OK(nudge_solver_error(solver, &error));
    }
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    return error;
}

/* TM110 of a box of 40 x 30 x 20 mm, in vacuum. */
#define MODE                                                                                                 \
    "order: 3\nregions: {default: vacuum}\nboundaries: {default: pec}\n"                                     \
    "initial: {Ez: sin(pi*x/0.04)*sin(pi*y/0.03)}\n"                                                         \
    "exact: {Ez: sin(pi*x/0.04)*sin(pi*y/0.03)*cos(pi*299792458*sqrt(1/0.04^2+1/0.03^2)*t),\n"               \
    "        Hx: -sin(pi*x/0.04)*cos(pi*y/0.03)*sin(pi*299792458*sqrt(1/0.04^2+1/0.03^2)*t)/"                \
    "(376.730313668*0.03*sqrt(1/0.04^2+1/0.03^2)),\n"                                                        \
    "        Hy: cos(pi*x/0.04)*sin(pi*y/0.03)*sin(pi*299792458*sqrt(1/0.04^2+1/0.03^2)*t)/"                 \
    "(376.730313668*0.04*sqrt(1/0.04^2+1/0.03^2))}\n"                                                        \
    "time: {end: 5e-11}\n"

static void check_scale(void)
{
    static const char
        metres[] = "units: si\nmesh: {box: {size: [0.04, 0.03, 0.02], divisions: [4, 3, 2]}}\n" MODE,
        millimetres[] =
            "units: si\nmesh: {box: {size: [40, 30, 20], divisions: [4, 3, 2]}, scale: mm}\n" MODE;
    const double one = error_of(metres, NULL, NULL), other = error_of(millimetres, NULL, NULL);
    CHECK(one < 0.02);
    CHECK_NEAR(other, one, 1e-6 * one);
    CHECK_NEAR(error_of(millimetres, "mesh.scale", "0.001"), one, 1e-6 * one);
    CHECK_NEAR(error_of(millimetres, "precision", "single"), one, 1e-2 * one);
}

/* A PML of 10 mm around 40 mm, and the extent of both together in the preflight report. */
static void check_pml(void)
{
    static const char text[] =
        "units: si\nmesh: {box: {size: [40, 40, 40], divisions: [2, 2, 2], periodic: [z]}, scale: mm,\n"
        "       pml: {layers: 2, thickness: 0.01}}\npml: {}\n"
        "order: 2\nregions: {default: vacuum}\nboundaries: {default: absorbing}\n"
        "initial: {Ez: 1}\ntime: {end: 1e-11}\n";
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    struct nd_preflight pf = {0};
    CHECK_OK(nudge_problem_parse(&problem, text, ""));
    CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
    if (solver) CHECK_OK(nd_preflight_make(&pf, solver, 0));
    CHECK_NEAR(pf.extent[0], 0.06, 1e-12);
    CHECK_NEAR(pf.extent[2], 0.04, 1e-12);
    CHECK_NEAR(pf.pml_thickness, 0.01, 1e-12);
    nd_preflight_clear(&pf);
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
}

/* The same for a mesh file, whose name stands before the scale. */
static void check_file(void)
{
    nudge_problem *problem = NULL;
    struct nd_mesh raw = {0}, scaled = {0};
    static const char text[] =
        "units: si\nmesh: {file: paper_box_K475.msh, scale: in}\norder: 1\nregions: {default: vacuum}\n"
        "boundaries: {default: pec}\ntime: {end: 1}\n";
    CHECK_OK(nudge_problem_parse(&problem, text, "tests/meshes"));
    CHECK_OK(nd_mesh_read(&raw, "tests/meshes/paper_box_K475.msh"));
    CHECK_OK(nd_problem_mesh(problem, &scaled));
    CHECK(scaled.Nv == raw.Nv && scaled.reoriented == raw.reoriented);
    for (int i = 0; i < 3 * scaled.Nv; i++) CHECK(scaled.V[i] == raw.V[i] * 0.0254);
    nd_mesh_clear(&scaled);
    CHECK_OK(nudge_problem_set(problem, "mesh.scale", "1e-70"));
    CHECK_FAILS(nd_problem_mesh(problem, &scaled), NUDGE_EVALUE,
                "lengths from 1e-60 to 1e+60 can be computed with");
    nd_mesh_clear(&scaled);
    nd_mesh_clear(&raw);
    nudge_problem_destroy(problem);
}

/* Creates a solver, and its preflight; the first warning, or the error, holds the text. */
static void check_reported(const char *text, const char *wanted)
{
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    struct nd_preflight pf = {0};
    CHECK_OK(nudge_problem_parse(&problem, text, ""));
    int status = nudge_solver_create(&solver, problem, "cpu"), found = 0;
    if (!status) status = nd_preflight_make(&pf, solver, 0);
    for (int i = 0; i < pf.nwarnings; i++) found |= strstr(pf.warning[i], wanted) != NULL;
    if (!status) status = nd_preflight_check(&pf);
    if (status) found |= strstr(nudge_error(), wanted) != NULL;
    if (*wanted ? !found : status || pf.nwarnings) {
        printf("'%s' was not reported; %d warnings, first: %s; error: %s\n", wanted, pf.nwarnings,
               pf.nwarnings ? pf.warning[0] : "", status ? nudge_error() : "");
        test_failures++;
    }
    nd_preflight_clear(&pf);
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
}

#define BOX                                                                                                  \
    "units: si\nmesh: {box: {size: [40, 30, 20], divisions: [4, 3, 2], periodic: [x, y, z]}, scale: "        \
    "mm}\norder: 2\n"
#define WAVE                                                                                                 \
    "sources: {d: {dipole: {at: [0.01, 0.01, 0.01], moment: [0, 0, 1]}, waveform: {pulse: {frequency: 5e9, " \
    "bandwidth: 5e9}}}}\n"
static void check_reasons(void)
{
    check_reported(BOX "materials: {copper: {sigma: 5.8e7}}\ninitial: {Ez: 1}\ntime: {end: 1e-9}\n",
                   "fields in material 'copper' (region 'box') decay at the rate 6.55e+18 (sigma 5.8e+07)");
    check_reported(BOX "materials: {copper: {sigma: 5.8e7}}\ninitial: {Ez: 1}\ntime: {end: 1e-2}\n",
                   "pec, impedance or one of conductors");
    check_reported(BOX "materials: {wet: {epsilon: 80, sigma: 0.05}}\ninitial: {Ez: 1}\ntime: {end: 1e-9}\n",
                   "");
    check_reported(
        BOX "precision: single\nmaterials: {worse: {sigma: 1e30}}\ninitial: {Ez: 1}\ntime: {end: 1e-9}\n",
        "material 'worse': the rate of its losses is too large for single precision");
    check_reported("units: si\nmesh: {box: {size: [40, 30, 20], divisions: [8, 6, 4], periodic: [x, y, "
                   "z]}}\norder: 2\n" WAVE "time: {end: 1e-9}\n",
                   "is the mesh in millimetres? Then add mesh.scale: mm");
    check_reported(
        "law: acoustic\nmesh: {box: {divisions: [1, 1, 1]}}\norder: 1\nregions: {default: vacuum}\n"
        "boundaries: {default: rigid}\ninitial: {p: 1}\ntime: {end: 1}\n",
        "law acoustic has none of its own; add it to materials");
}

int main(void)
{
    check_scale();
    check_pml();
    check_file();
    check_reasons();
    TEST_END;
}
