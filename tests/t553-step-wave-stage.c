// Plane waves injected by the Bernstein stage itself against the plain variant, which adds them
// afterwards: fields after some steps. Two waves at once, through the surface of total regions and
// from walls of every kind. Arguments: law, orders, precisions.
// LONG: maxwell 4 double
// PLAIN: maxwell 3 single
// PLAIN: acoustic 2 double
// PLAIN: elastic 2 double
// SANITIZED: elastic 1 double
// PLAIN: advection 2 double
// LONG: maxwell 1,2,5,7,9 double
// LONG: acoustic 5,7 double
// LONG: elastic 3,4,6 double
// LONG: advection 4 single,double
#include "kernel/bernstein/bernstein.h"
#include "sources.h"
#include "step/integrator.h"

static const char *region(const double c[3])
{
    return fabs(c[0] - 0.5) < 0.3 && fabs(c[1] - 0.5) < 0.3 && fabs(c[2] - 0.5) < 0.3 ? "inner" : "outer";
}

/* For each law: its material, its open condition, its walls, and the polarizations of two waves. */
static const struct {
    const char *law, *material, *open, *walls, *polarization[2];
} cases[] = {
    {"maxwell",
     "epsilon: 2, mu: 0.5",
     "absorbing",
     "xmin: pec, xmax: pmc, ymin: impedance 0.7",
     {", polarization: [1, 1, 0]", ", polarization: [0, 1, 0]"}},
    {"acoustic", "rho: 1.3, c: 0.9", "absorbing", "xmin: rigid, xmax: soft, ymin: impedance 2", {"", ""}},
    {"elastic",
     "rho: 1.2, vp: 2, vs: 1.1",
     "absorbing",
     "xmin: free, xmax: fixed",
     {", polarization: [1, 2, -2]", ", polarization: [0, 1, 0]"}},
    {"advection", "ax: 1, ay: 2, az: -2", "open", NULL, {"", ""}},
};

static void write_text(char text[2048], int c, int N, int single, int walls)
{
    const char *const total = walls ? "" : ", total: [inner]";
    snprintf(
        text, 2048,
        "law: %s\nmesh: {box: {divisions: [4, 3, 4], jitter: 0.15}}\norder: %d\nprecision: %s\n"
        "materials: {m: {%s}}\nboundaries: {default: %s%s%s}\n"
        "sources:\n"
        "  one: {plane_wave: {direction: [1, 2, -2], amplitude: 3, origin: [-0.2, -0.1, 1.9]%s%s}, waveform: "
        "{pulse: {frequency: 0.7, bandwidth: 1}}}\n"
        "  two: {plane_wave: {direction: [1, 0, 0], origin: [-1, 0, 0]%s%s}, waveform: {ricker: {frequency: "
        "0.4}}}\ntime: {end: 9}\n",
        cases[c].law, N, single ? "single" : "double", cases[c].material, cases[c].open, walls ? ", " : "",
        walls ? cases[c].walls : "", cases[c].polarization[0], total, cases[c].polarization[1], total);
}

/* When both waves are there; the second half of the steps is of another length. */
static void take_steps(struct made *m)
{
    CHECK_OK(nd_rhs_sim_time_start(&m->solver->rhs, 3.8, 0));
    for (int i = 0; i < 8; i++)
        CHECK_OK(nd_integrator_step(&m->solver->integrator, &m->solver->rhs,
                                    (i < 4 ? 1 : 0.7) * m->solver->schedule.dt));
}

static void check(int c, int N, int single, int walls)
{
    struct made stage, plain;
    char text[2048];
    write_text(text, c, N, single, walls);
    CHECK_OK(made_init(&stage, text, region, "bernstein"));
    write_text(text, c, N, 0, walls);
    CHECK_OK(made_init(&plain, text, region, "plain"));
    if (!stage.solver || !plain.solver) return;
    CHECK(stage.solver->rhs.waves.nodes > 0 && !plain.solver->rhs.waves.nodes);
    take_steps(&stage);
    take_steps(&plain);
    CHECK(stage.solver->rhs.waves.on);
    double *got = made_fields(&stage), *want = made_fields(&plain), off = 0, size = 0;
    const size_t n =
        (size_t)stage.solver->mesh.K * (size_t)stage.solver->elem.Np * (size_t)stage.solver->law.fields.n;
    for (size_t i = 0; i < n; i++) off += pow(got[i] - want[i], 2), size += pow(want[i], 2);
    const double difference = sqrt(off / size);
    if (getenv("TEST_SHOW"))
        printf("%s N = %d %s %s: %.3g of %.3g\n", cases[c].law, N, single ? "single" : "double",
               walls ? "walls" : "total", difference, sqrt(size));
    CHECK(size > 0.01);
    CHECK_NEAR(difference, 0, (single ? 2e-6 : 1e-13) * (N > 6 ? 30 : N > 3 ? 4 : 1));
    free(got), free(want);
    made_clear(&stage), made_clear(&plain);
}

/* Once pulses have passed, stages are those of a run without them, though another source goes on. */
static void check_end(void)
{
    struct made m;
    char text[2048], *time;
    write_text(text, 0, 1, 0, 1);
    time = strstr(text, "time:");
    snprintf(time, sizeof text - (size_t)(time - text),
             "  on: {dipole: {at: [0.4, 0.5, 0.6], moment: [0, 0, 1]}, waveform: {sine: {frequency: 0.5}}}\n"
             "time: {end: 9}\n");
    CHECK_OK(made_init(&m, text, region, "bernstein"));
    if (!m.solver) return;
    struct nd_rhs *rhs = &m.solver->rhs;
    CHECK(nd_sources_end(&m.solver->sources) == INFINITY);
    CHECK_OK(nd_rhs_sim_time_start(rhs, 3, 0));
    CHECK_OK(nd_integrator_step(&m.solver->integrator, rhs, m.solver->schedule.dt));
    CHECK(rhs->waves.on);
    CHECK_OK(nd_rhs_sim_time_start(rhs, 100, 0));
    CHECK_OK(nd_integrator_step(&m.solver->integrator, rhs, m.solver->schedule.dt));
    CHECK(!rhs->waves.on);
    made_clear(&m);
}

/* Stages with and without waves go over to other numbers. */
static void check_replan(int linear)
{
    struct made stage, plain;
    char text[2048];
    write_text(text, 0, 1, 0, 1);
    snprintf(strstr(text, "time:"), 64, "time: {end: 9, integrator: %s}\n", linear ? "linear" : "lsrk4");
    CHECK_OK(made_init(&stage, text, region, "bernstein"));
    CHECK_OK(made_init(&plain, text, region, "bernstein"));
    if (!stage.solver || !plain.solver) return;
    struct nd_plan other = stage.solver->rhs.plan;
    other.number[ND_THREADS] /= 2;
    CHECK_OK(nd_rhs_replan(&stage.solver->rhs, &other));
    take_steps(&stage);
    take_steps(&plain);
    double *got = made_fields(&stage), *want = made_fields(&plain), most = 0;
    const size_t n = (size_t)stage.solver->mesh.K * (size_t)stage.solver->elem.Np * 6;
    for (size_t i = 0; i < n; i++) most = test_worse(most, fabs(got[i] - want[i]));
    const struct nd_rhs *rhs = &stage.solver->rhs;
    CHECK(nd_rhs_linear(rhs) == linear);
    for (int u = nd_plan_updates_begin(&rhs->plan); u < (int)nd_plan_updates_end(&rhs->plan); u++)
        CHECK(rhs->launches.waves[u].shape.threads == other.number[ND_THREADS]);
    CHECK_NEAR(most, 0, 1e-12);
    free(got), free(want);
    made_clear(&stage), made_clear(&plain);
}

int main(int argc, char **argv)
{
    CHECK(argc == 4);
    if (argc < 4) TEST_END;
    for (int c = 0; c < (int)(sizeof cases / sizeof *cases); c++)
        for (const char *N = argv[2]; *N && !strcmp(cases[c].law, argv[1]); N += N[1] ? 2 : 1)
            for (int single = 0; single < 2; single++)
                for (int walls = 0; walls < (cases[c].walls ? 2 : 1); walls++)
                    if (strstr(argv[3], single ? "single" : "double")) check(c, *N - '0', single, walls);
    if (!strcmp(argv[1], "maxwell") && strstr(argv[3], "double")) {
        check_end();
        check_replan(0);
        check_replan(1);
    }
    TEST_END;
}
