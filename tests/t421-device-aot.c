// Without a compiler, or with one that does not work: kernels built with the library give the
// reference's rates and energies at every order and precision, for the upwind and the central flux, and the
// quadratics of linear steps; others are refused with the remedy.
#include <sys/stat.h>
#include "base/file.h"
#include "rig.h"
#include "monitor/fourier.h"
#include "monitor/probe.h"
#include "tune/measure.h"

#ifdef __SANITIZE_ADDRESS__
#define ORDERS 2 /* the Makefile's AHEAD_MOST */
#else
#define ORDERS 9
#endif

/* The kernels of monitors are included. */
static void check_monitors(struct rig *rig)
{
    struct nd_fourier fourier;
    struct nd_probes probes;
    const nd_idx element = 1;
    const double frequency = 1, L[1][4] = {{0.25, 0.25, 0.25, 0.25}};
    CHECK_OK(nd_fourier_init(&fourier, &rig->rhs, &element, 1, &frequency, 1));
    CHECK_OK(nd_probes_init(&probes, &rig->rhs, &rig->ref.elem, &(struct nd_points){1, &element, L}, 1));
    nd_fourier_clear(&fourier);
    nd_probes_clear(&probes);
}

static void check(const struct rig_case *c)
{
    struct rig rig;
    double energy = NAN;
    const int code = rig_init(&rig, c);
    CHECK_OK(code);
    const double difference = code ? NAN : rig_compare_rate(&rig);
    if (!code) CHECK_OK(nd_rhs_energy(&rig.rhs, &energy, NULL));
    const double off = fabs(energy / nd_ref_energy(&rig.ref, rig.q) - 1);
    if (!(difference < (c->single ? 1e-5 : 1e-12)) || !(off < (c->single ? 1e-6 : 1e-12))) {
        rig_describe(c, rig.mesh.K);
        printf("rate differs by %.3g from the reference, energy by %.3g\n", difference, off);
        test_failures++;
    }
    if (!code) CHECK(!strcmp(rig.device->info.compiler, "none"));
    if (!code) check_monitors(&rig);
    rig_clear(&rig);
}

static void make_linear(struct nd_plan *plan, int N)
{
    (void)N;
    plan->update = ND_UPDATE_RATE;
}

/* One quadratic of a linear step: w = dt rate(q), then q + a w + b dt rate(w). */
static void check_quadratic(struct rig_case c)
{
    struct rig rig;
    const double a = -0.8, b = 0.4, dt = 1e-2;
    double *w[6], *got[6];
    c.change = make_linear;
    const int code = rig_init(&rig, &c);
    CHECK_OK(code);
    if (code) return;
    CHECK(!strcmp(rig.device->info.compiler, "none") && nd_rhs_linear(&rig.rhs));
    for (int f = 0; f < 6; f++)
        w[f] = nd_alloc(rig.n, sizeof(double)), got[f] = nd_alloc(rig.n, sizeof(double));
    const struct nd_stage first = {.update = ND_UPDATE_RATE, .b = 1, .dt = dt, .stages = 2},
                          second = {
                              .update = ND_UPDATE_ADD, .a = a, .b = b, .dt = dt, .index = 1, .stages = 2};
    CHECK_OK(nd_rhs_stage(&rig.rhs, &first));
    CHECK_OK(nd_rhs_stage(&rig.rhs, &second));
    CHECK_OK(nd_ref_rate(&rig.ref, rig.q, w));
    for (int f = 0; f < 6; f++)
        for (size_t i = 0; i < rig.n; i++) w[f][i] *= dt;
    CHECK_OK(nd_ref_rate(&rig.ref, w, rig.rate));
    for (int f = 0; f < 6; f++) {
        for (size_t i = 0; i < rig.n; i++) rig.q[f][i] += a * w[f][i] + b * dt * rig.rate[f][i];
        CHECK_OK(nd_rhs_get(&rig.rhs, 0, f, got[f]));
    }
    const double off = rig_differ(got, rig.q, 6, rig.n);
    if (!(off < (c.single ? 2e-5 : 2e-13) * c.N)) {
        rig_describe(&c, rig.mesh.K);
        printf("a quadratic differs by %.3g from the reference\n", off);
        test_failures++;
    }
    for (int f = 0; f < 6; f++) free(w[f]), free(got[f]);
    rig_clear(&rig);
}

/* The solver as a user meets it: a run to the end, then a flux that is not there. */
static void check_solver(const char *integrator)
{
    static const char text[] =
        "law: maxwell\nmesh: {box: {size: [1, 1, 1], divisions: [3, 3, 3]}}\norder: 2\nmaterials: {air: "
        "{epsilon: 1}}\n"
        "regions: {default: air}\nboundaries: {default: pec}\ninitial: {Ey: sin(pi*x)*sin(pi*z)}\n"
        "exact: {Ey: sin(pi*x)*sin(pi*z)*cos(sqrt(2)*pi*t), Hx: "
        "sin(pi*x)*cos(pi*z)*sin(sqrt(2)*pi*t)/sqrt(2), "
        "Hz: -cos(pi*x)*sin(pi*z)*sin(sqrt(2)*pi*t)/sqrt(2)}\ntime: {end: 0.3}\n";
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    double error = NAN;
    CHECK_OK(nudge_problem_parse(&problem, text, ""));
    CHECK_OK(nudge_problem_set(problem, "time.integrator", integrator));
    CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
    CHECK_OK(nudge_solver_step(solver, 1000000));
    CHECK_OK(nudge_solver_error(solver, &error));
    CHECK(error < 0.03); /* measured 0.0176 */
    nudge_solver_destroy(solver);
    solver = NULL;
    CHECK_OK(nudge_problem_set(problem, "flux.upwind", "0.5"));
    CHECK_FAILS(nudge_solver_create(&solver, problem, "cpu"), NUDGE_EDEVICE, "NUDGE_CC");
    CHECK(!solver && strstr(nudge_error(), "install gcc") && strstr(nudge_error(), "flux.upwind 1 or 0"));
    CHECK_OK(nudge_problem_set(problem, "flux.upwind", "0"));
    CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
    CHECK_OK(nudge_solver_step(solver, 3));
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
}

/* Sources of every kind, losses, a PML and monitors, with the upwind and the central flux. */
static double energy_left(const char *upwind, const char *integrator)
{
    static const char text[] =
        "mesh: {box: {size: [1, 1, 1], divisions: [2, 2, 2]}, pml: {layers: 1, thickness: 0.5}}\norder: 2\n"
        "materials: {wet: {sigma: 0.1}, dry: {}}\nregions: {box: wet, box.pml: dry}\nboundaries: {default: "
        "pec}\nsources:\n"
        "  sheet: {current: {regions: [box], x: y*z}, waveform: {pulse: {frequency: 0.5, bandwidth: 0.5}}}\n"
        "  point: {dipole: {at: [0.3, 0.4, 0.6], moment: [1, 0, 0]}, waveform: {pulse: {frequency: 0.5, "
        "bandwidth: 0.5}}}\n"
        "  wave: {plane_wave: {direction: [0, 0, 1], polarization: [1, 0, 0], origin: [0, 0, -1], total: "
        "[box]},\n"
        "    waveform: {pulse: {frequency: 0.5, bandwidth: 0.5}}}\n"
        "monitors:\n  here: {probe: {at: [0.5, 0.5, 0.5]}}\n  inside: {fourier: {regions: [box], "
        "frequencies: [0.3, 0.5]}}\n"
        "  flow: {power: {around: [box], frequencies: [0.5]}}\ntime: {dt: 1e-2, steps: 30}\n";
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    double energy = NAN;
    char folder[256];
    test_folder(folder);
    CHECK_OK(nudge_problem_parse(&problem, text, ""));
    CHECK_OK(nudge_problem_set(problem, "output.folder", folder));
    CHECK_OK(nudge_problem_set(problem, "flux.upwind", upwind));
    CHECK_OK(nudge_problem_set(problem, "time.integrator", integrator));
    CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
    if (solver) {
        CHECK_OK(nudge_solver_run(solver, NULL, NULL));
        CHECK_OK(nudge_solver_energy(solver, &energy));
    }
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    test_folder_remove(folder);
    return energy;
}

static void check_open(const char *upwind)
{
    const double linear = energy_left(upwind, "linear"), other = energy_left(upwind, "lsrk4");
    if (getenv("TEST_SHOW")) printf("energy %.10g, with lsrk4 %.10g\n", linear, other);
    CHECK(linear > 0 && isfinite(linear));
    CHECK_NEAR(linear / other, 1, 2e-3); /* lsrk4 differs, by half as much with half the step */
}

/* The yardsticks of the bench. */
static void check_ceilings(void)
{
    struct nd_device *device = NULL;
    struct nd_ceilings ceilings;
    double launch = 0, copy = 0;
    CHECK_OK(nd_device_open(&device, "cpu"));
    if (ORDERS > 2) { /* sanitized kernels take seconds to measure, and t711 does that */
        CHECK_OK(nd_ceilings_measure(device, 0, &ceilings));
        CHECK(ceilings.bytes_per_second > 0 && ceilings.flops_per_second > 0);
    }
    CHECK_OK(nd_copy_measure(device, &copy)); /* in single precision */
    CHECK(copy > 0);
    CHECK_OK(nd_launch_measure(device, &launch));
    CHECK(launch > 0 && launch < 1e-2);
    nd_device_close(device);
}

static char warning[1024];
static void keep_warning(void *context, int level, const char *message)
{
    (void)context;
    if (level == NUDGE_LOG_WARNING) snprintf(warning, sizeof warning, "%s", message);
}

/* A compiler that answers and does not compile, as one without the C library's headers. */
static void check_broken_compiler(void)
{
    /* Its version is that of one which may be known to work. */
    static const char script[] =
        "#!/bin/sh\n[ \"$1\" = --version ] && { cc --version || echo broken; exit 0; }\n"
        "echo 'math.h: No such file' >&2\necho more\nexit 1\n";
    char folder[256], path[300];
    test_folder(folder);
    snprintf(path, sizeof path, "%s/broken", folder);
    CHECK_OK(nd_file_write(path, script, strlen(script)));
    CHECK(chmod(path, 0700) == 0);
    setenv("NUDGE_CC", path, 1);
    nudge_log_set(keep_warning, NULL);
    check(&(struct rig_case){.cubes = {.n = {1, 1, 1}, .seed = 6}, .N = 2, .upwind = 1, .seed = 2});
    CHECK(strstr(warning, "does not work (math.h: No such file)") && strstr(warning, "ahead of time"));
    nudge_log_set(NULL, NULL);
    test_folder_remove(folder);
}

int main(void)
{
    setenv("NUDGE_CC", "none", 1);
    for (int N = 1; N <= ORDERS; N++)
        for (int i = 0; i < 4; i++) {
            const struct rig_case c = {.cubes = {.n = {2, 1, 1}, .seed = 6, .periodic = {0, 1, 0}},
                                       .N = N,
                                       .single = i % 2,
                                       .upwind = i / 2,
                                       .regions = 3,
                                       .seed = 2};
            check(&c);
            check_quadratic(c);
        }
    check_solver("linear");
    check_solver("lsrk4");
    check_open("1");
    check_open("0");
    check_ceilings();
    setenv("NUDGE_CC", "/nowhere/cc", 1); /* a compiler that is not there is none */
    check(&(struct rig_case){.cubes = {.n = {1, 1, 1}, .seed = 6}, .N = 2, .upwind = 1, .seed = 2});
    check_broken_compiler();
    TEST_END;
}
