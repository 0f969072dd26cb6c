// The watchdog: a step that is too long and fields that are not finite stop the run with a message
// that names the element, its region and the cause, also in run.json.
#include "base/file.h"
#include "rig.h"
#include "solver/solver.h"
#include "step/watch.h"

static char folder[256];

static int make(nudge_problem **problem, nudge_solver **solver, const char *key, const char *value)
{
    static const char text[] =
        "law: maxwell\nmesh: {box: {size: [1, 1, 1], divisions: [3, 3, 3], region: hall}}\norder: 2\n"
        "materials: {air: {epsilon: 1}}\nregions: {hall: air}\nboundaries: {default: pec}\n"
        "initial: {Ey: sin(pi*x)*sin(pi*z) + 0.1*x*y}\ntime: {end: 200}\n";
    int status = 0;
    *problem = NULL, *solver = NULL;
    TRY(nudge_problem_parse(problem, text, folder));
    if (key) TRY(nudge_problem_set(*problem, key, value));
    TRY(nudge_solver_create(solver, *problem, "cpu"));
done:
    return status;
}

static void clear(nudge_problem *problem, nudge_solver *solver)
{
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
}

/* The element named in the message, or -1. */
static long named_element(void)
{
    const char *at = strstr(nudge_error(), "in element ");
    return at ? atol(at + strlen("in element ")) : -1;
}

static void check_report(const char *outcome)
{
    char path[300], *text = NULL;
    size_t n;
    snprintf(path, sizeof path, "%s/run.json", folder);
    CHECK_OK(nd_file_read(path, 1 << 20, &text, &n));
    CHECK(text && strstr(text, "\"outcome\": \"") && strstr(text, outcome));
    free(text);
    remove(path);
}

static void check_long_step(void)
{
    nudge_problem *problem;
    nudge_solver *solver;
    nudge_status status;
    char dt[32];
    CHECK_OK(make(&problem, &solver, NULL, NULL));
    status = *nudge_solver_status(solver);
    clear(problem, solver);

    snprintf(dt, sizeof dt, "%.17g", 4 * status.dt);
    CHECK_OK(make(&problem, &solver, "time.dt", dt));
    CHECK_FAILS(nudge_solver_run(solver, NULL, NULL), NUDGE_EUNSTABLE, "times the stable one");
    CHECK(strstr(nudge_error(), "region 'hall'") && strstr(nudge_error(), "time.dt"));
    CHECK(strstr(nudge_error(), "energy grew") || strstr(nudge_error(), "no longer finite"));
    const long element = named_element();
    CHECK(element >= 1 && element <= status.elements);
    status = *nudge_solver_status(solver);
    CHECK(status.step > 0 && status.step < status.steps && status.energy_step == status.step);
    check_report("times the stable one");
    clear(problem, solver);

    CHECK_OK(make(&problem, &solver, "time.cfl", "6"));
    CHECK_FAILS(nudge_solver_run(solver, NULL, NULL), NUDGE_EUNSTABLE, "time.cfl");
    clear(problem, solver);
}

/* Steps that are shorter than the stable one take fewer evaluations and are stable, with a PML as well. */
static void check_short_step(const char *pml)
{
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    char text[400], dt[32];
    snprintf(text, sizeof text, "mesh: {box: {divisions: [2, 2, 2]}%s\norder: 4\ntime: {end: 1}\n", pml);
    CHECK_OK(nudge_problem_parse(&problem, text, folder));
    CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
    const double stable = solver ? solver->stable : NAN;
    int last = solver ? solver->integrator.stages : 0;
    CHECK(last > 12);
    nudge_solver_destroy(solver);
    for (double part = 0.97; part > 0.03; part *= 0.8) {
        snprintf(dt, sizeof dt, "%.17g", part * stable);
        CHECK_OK(nudge_problem_set(problem, "time.dt", dt));
        CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
        CHECK(solver && solver->schedule.dt == part * stable && solver->stable >= solver->schedule.dt);
        CHECK(solver && solver->integrator.stages <= last);
        if (solver) last = solver->integrator.stages;
        nudge_solver_destroy(solver);
    }
    CHECK(last < 12);
    nudge_problem_destroy(problem);
}

static void check_nan(void)
{
    nudge_problem *problem;
    nudge_solver *solver;
    nudge_status status;
    CHECK_OK(make(&problem, &solver, "time.end", "0.05"));
    status = *nudge_solver_status(solver);
    double *values = nd_alloc((size_t)(status.elements * status.nodes), sizeof *values);
    values[101 * status.nodes + 3] = NAN;
    CHECK_OK(nudge_solver_set(solver, "Hz", values));
    CHECK_FAILS(nudge_solver_run(solver, NULL, NULL), NUDGE_EUNSTABLE, "at step 0");
    CHECK(strstr(nudge_error(), "the initial fields are not finite in this precision"));
    CHECK(named_element() == 102); /* the box counts from 1 */
    check_report("the initial fields are not finite");
    values[101 * status.nodes + 3] = 1e200; /* its square is not a number */
    CHECK_OK(nudge_solver_set(solver, "Hz", values));
    CHECK_FAILS(nudge_solver_run(solver, NULL, NULL), NUDGE_EUNSTABLE, "element 102");
    /* Finite fields mend it: nothing of the bad ones is left behind. */
    values[101 * status.nodes + 3] = 1;
    CHECK_OK(nudge_solver_set(solver, "Hz", values));
    CHECK_OK(nudge_solver_run(solver, NULL, NULL));
    clear(problem, solver);
    free(values);
}

struct energy_steps {
    int64_t seen, wrong;
};

static int note_energy_step(void *context, const nudge_status *status)
{
    static const int64_t at[] = {0, 20, 40, 80, 160, 320, 640, 1280};
    struct energy_steps *steps = context;
    if (steps->seen < 7 && status->step == at[steps->seen + 1]) steps->seen++;
    steps->wrong += status->energy_step != at[steps->seen];
    return status->step == 1300;
}

/* Energy checks become rarer as the run goes on. */
static void check_energy_steps(void)
{
    nudge_problem *problem;
    nudge_solver *solver;
    struct energy_steps steps = {0};
    CHECK_OK(make(&problem, &solver, "time.dt", "0.01"));
    nudge_solver_destroy(solver);
    solver = NULL;
    CHECK_OK(nudge_problem_set(problem, "time.integrator", "lsrk4"));
#ifdef __SANITIZE_ADDRESS__ /* 1300 steps take long: as many on the smallest mesh */
    CHECK_OK(nudge_problem_set(problem, "mesh.box.divisions", "[1, 1, 1]"));
#endif
    CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
    CHECK_FAILS(nudge_solver_run(solver, note_energy_step, &steps), NUDGE_ESTOPPED, "step 1300");
    CHECK(steps.seen == 7 && steps.wrong == 0);
    clear(problem, solver);
    CHECK(!nd_watch_due(0, 20) && !nd_watch_due(1600, 20) && nd_watch_due(1920, 20));
    CHECK(nd_watch_due((int64_t)640 << 40, 20) && nd_watch_due(4, 4) && !nd_watch_due(12, 4));
}

/* Asking for the rate of fields that are not finite leaves the other fields as they are. */
static void check_rate(void)
{
    nudge_problem *problem;
    nudge_solver *solver;
    nudge_status status;
    double energy = NAN;
    CHECK_OK(make(&problem, &solver, NULL, NULL));
    status = *nudge_solver_status(solver);
    double *values = nd_alloc((size_t)(status.elements * status.nodes), sizeof *values);
    values[7] = NAN;
    CHECK_OK(nudge_solver_set(solver, "Hz", values));
    CHECK_OK(nudge_solver_get(solver, "rate_Ex", values));
    memset(values, 0, (size_t)(status.elements * status.nodes) * sizeof *values);
    CHECK_OK(nudge_solver_set(solver, "Hz", values));
    CHECK_OK(nudge_solver_energy(solver, &energy));
    CHECK(isfinite(energy));
    clear(problem, solver);
    free(values);
}

/* Single precision in units where squares of fields and volumes of elements are beyond it: no false
 * alarm, the energy is that of double precision, and what truly grows is still seen. */
static void check_range(const char *units, const char *size, const char *initial, double end)
{
    static const char text[] =
        "law: maxwell\nunits: %s\nmesh: {box: {size: [%s, %s, %s], divisions: [2, 2, 2]}}\norder: 2\n"
        "precision: %s\nmaterials: {air: {epsilon: 1}}\nboundaries: {default: pec}\n"
        "initial: {Ey: %s*sin(pi*x/%s)*sin(pi*z/%s)}\ntime: {end: %.17g}\n";
    double energy[2] = {NAN, NAN};
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    nudge_status status;
    char all[600], dt[32];
    for (int single = 0; single < 2; single++) {
        snprintf(all, sizeof all, text, units, size, size, size, single ? "single" : "double", initial, size,
                 size, end);
        CHECK_OK(nudge_problem_parse(&problem, all, folder));
        CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
        CHECK_OK(nudge_solver_run(solver, NULL, NULL));
        CHECK_OK(nudge_solver_energy(solver, &energy[single]));
        status = *nudge_solver_status(solver);
        nudge_solver_destroy(solver);
        if (single) break;
        nudge_problem_destroy(problem);
    }
    CHECK(energy[0] > 0);
    CHECK_NEAR(energy[1] / energy[0], 1, 1e-4);
    snprintf(dt, sizeof dt, "%.17g", 4 * status.dt);
    CHECK_OK(nudge_problem_set(problem, "time.dt", dt));
    CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
    CHECK_FAILS(nudge_solver_run(solver, NULL, NULL), NUDGE_EUNSTABLE, "times the stable one");
    clear(problem, solver);
}

/* Fields that single precision can hardly distinguish from zero, and ones it cannot hold, are named
 * at once. */
static void check_ends(void)
{
    nudge_problem *problem;
    nudge_solver *solver;
    CHECK_OK(make(&problem, &solver, "precision", "single"));
    clear(problem, solver);
    CHECK_OK(
        nudge_problem_parse(&problem,
                            "law: maxwell\nunits: si\nmesh: {box: {size: [1, 1, 1], divisions: [2, 2, 2]}}\n"
                            "order: 2\nprecision: single\nboundaries: {default: pec}\n"
                            "initial: {Ey: 1e-43*x*z}\ntime: {end: 3e-8}\n",
                            folder));
    CHECK_FAILS(nudge_solver_create(&solver, problem, "cpu"), NUDGE_EVALUE, "fields are at most 1e-43");
    CHECK_OK(nudge_problem_set(problem, "initial.Ey", "1e40"));
    CHECK_FAILS(nudge_solver_create(&solver, problem, "cpu"), NUDGE_EVALUE, "fields reach 1e+40");
    CHECK(strstr(nudge_error(), "precision: double"));
    nudge_problem_destroy(problem);
    CHECK_FAILS(make(&problem, &solver, "materials", "{air: {epsilon: 1e-320}}"), NUDGE_EVALUE,
                "material 'air': its wave speed is inf in double precision");
    CHECK(!solver);
    nudge_problem_destroy(problem);
}

/* Energy may be put in from outside between runs; that is no instability. */
static void check_new_fields(void)
{
    nudge_problem *problem;
    nudge_solver *solver;
    nudge_status status;
    double energy = 0;
    CHECK_OK(make(&problem, &solver, "time.end", "2"));
    status = *nudge_solver_status(solver);
    CHECK_OK(nudge_solver_step(solver, 3));
    double *values = nd_alloc((size_t)(status.elements * status.nodes), sizeof *values);
    for (int64_t i = 0; i < status.elements * status.nodes; i++) values[i] = 50;
    CHECK_OK(nudge_solver_set(solver, "Hz", values));
    CHECK_OK(nudge_solver_run(solver, NULL, NULL));
    CHECK_OK(nudge_solver_energy(solver, &energy));
    CHECK(energy > 100);
    clear(problem, solver);
    free(values);
}

/* All fields times a factor. */
static void scale(nudge_solver *solver, double factor)
{
    const size_t n = (size_t)solver->mesh.K * (size_t)solver->elem.Np;
    double *values = nd_alloc(n, sizeof *values);
    for (int f = 0; f < solver->law.fields.n; f++) {
        CHECK_OK(nudge_solver_get(solver, solver->law.fields.at[f], values));
        for (size_t i = 0; i < n; i++) values[i] *= factor;
        CHECK_OK(nudge_solver_set(solver, solver->law.fields.at[f], values));
    }
    free(values);
}

/* Without a source the energy may grow by `room`: a little less passes, a little more stops the run. */
static void check_room(const char *more, double room, double within)
{
    static const char text[] =
        "mesh: {box: {divisions: [1, 1, 1]}%s\norder: 1\nboundaries: {default: pec}\ntime: {end: 20}\n";
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    char all[400];
    snprintf(all, sizeof all, text, more);
    CHECK_OK(nudge_problem_parse(&problem, all, folder));
    CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
    if (!solver) return;
    double *ones = nd_alloc((size_t)solver->mesh.K * 4, sizeof *ones);
    for (nd_idx i = 0; i < 4 * solver->mesh.K; i++) ones[i] = 1;
    CHECK_OK(nudge_solver_set(solver, "Ez", ones));
    CHECK_OK(nd_watch_check(&solver->watch, &solver->rhs, 0, 0));
    scale(solver, sqrt(room * (1 - within)));
    CHECK_OK(nd_watch_check(&solver->watch, &solver->rhs, 20, 1));
    scale(solver, sqrt((1 + within) / (1 - within)));
    CHECK_FAILS(nd_watch_check(&solver->watch, &solver->rhs, 40, 2), NUDGE_EUNSTABLE, "energy grew");
    clear(problem, solver);
    free(ones);
}

/* The element with most energy is named, and the cause by how long the step is: of the stable one,
 * and of the element's own. */
static void check_named(void)
{
    static const struct {
        double dt; /* of the stable one */
        const char *says;
    } causes[] = {{1.02, "is 1.02 times the stable one"},
                  {1, "is among the smallest"},
                  {0.85, "is among the smallest"},
                  {0.75, "is well below this element's limit"}};
    static const nd_idx elements[] = {0, 77, 161, 101};
    nudge_problem *problem;
    nudge_solver *solver;
    CHECK_OK(make(&problem, &solver, NULL, NULL));
    if (!solver) return;
    const int Np = solver->elem.Np;
    const size_t n = (size_t)solver->mesh.K * (size_t)Np;
    double *values = nd_alloc(n, sizeof *values);
    CHECK(solver->mesh.K == 162);
    for (int i = 0; i < 4; i++) {
        for (size_t j = 0; j < n; j++) values[j] = 0.1;
        CHECK_OK(nudge_solver_set(solver, "Hz", values));
        solver->watch.started = 0;
        CHECK_OK(nd_watch_check(&solver->watch, &solver->rhs, 0, 0));
        for (int j = 0; j < Np; j++) values[elements[i] * Np + j] = 50;
        CHECK_OK(nudge_solver_set(solver, "Hz", values));
        solver->watch.dt = causes[i].dt * solver->watch.stable;
        CHECK_FAILS(nd_watch_check(&solver->watch, &solver->rhs, 20, 1), NUDGE_EUNSTABLE, causes[i].says);
        CHECK(named_element() == elements[i] + 1);
    }
    free(values);
    clear(problem, solver);
}

/* Growth until a source ends needs no explanation; later growth does. */
static void check_quiet(void)
{
    nudge_problem *problem;
    nudge_solver *solver;
    CHECK_OK(make(&problem, &solver, NULL, NULL));
    solver->watch.quiet = 5;
    CHECK_OK(nd_watch_check(&solver->watch, &solver->rhs, 0, 0));
    for (int t = 2; t <= 6; t += 2) { /* at 6 it sees for the first time what the source left */
        scale(solver, 2);
        CHECK_OK(nd_watch_check(&solver->watch, &solver->rhs, 20 * t, t));
    }
    CHECK_OK(nd_watch_check(&solver->watch, &solver->rhs, 160, 7));
    scale(solver, 1.02);
    CHECK_FAILS(nd_watch_check(&solver->watch, &solver->rhs, 320, 8), NUDGE_EUNSTABLE, "energy grew");
    clear(problem, solver);
}

int main(void)
{
    test_folder(folder);
    check_long_step();
    check_short_step("}\nboundaries: {default: pec}");
    check_short_step(", pml: {layers: 2, thickness: 0.5}}\nboundaries: {default: pec}\npml: {}");
    check_nan();
    check_energy_steps();
    check_rate();
    check_new_fields();
    check_range("si", "50e-9", "1e-4", 3e-15);
    check_range("si", "50e-9", "1e-21", 3e-15);
    check_range("natural", "1", "1e30", 20);
    check_ends();
    check_room("}", 1.01, 1e-3);
    check_room(", pml: {layers: 1, thickness: 1}}\npml: {}", 2, 0.02);
    check_room(", pml: {layers: 1, thickness: 1}}\npml: {}\ninitial: {Ey: 1}", 1e4, 0.02);
    check_quiet();
    check_named();
    test_folder_remove(folder);
    TEST_END;
}
