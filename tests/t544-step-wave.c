// Plane waves against known results: an empty box whose inner part holds the total field, at
// oblique incidence (the wave inside, nothing outside, both to the order of the scheme); walls in
// the scattered-field formulation, and a slab that holds the total field, against the theory of
// layers.
// PLAIN:
#include "exact/layers.h"
#include "sources.h"

static double pulse(const nudge_solver *s, double t)
{
    double value = NAN;
    CHECK_OK(nd_waveform_at((struct nd_wave *)&s->sources.at[0].wave, t, &value));
    return value;
}

static const char *middle(const double c[3])
{
    return fabs(c[0] - 0.5) < 0.25 && fabs(c[1] - 0.5) < 0.25 && fabs(c[2] - 0.5) < 0.25 ? "inner" : "outer";
}

static void oblique(const nudge_solver *s, const char *region, const double x[3], double t, double u[6])
{
    static const double d[3] = {2. / 3, 1. / 3, 2. / 3}, e[3] = {1 / M_SQRT2, 0, -1 / M_SQRT2};
    const double w = strcmp(region, "inner") ? 0 : pulse(s, t - d[0] * x[0] - d[1] * x[1] - d[2] * x[2]);
    for (int i = 0; i < 3; i++) {
        u[i] = w * e[i];
        u[3 + i] = w * (d[(i + 1) % 3] * e[(i + 2) % 3] - d[(i + 2) % 3] * e[(i + 1) % 3]);
    }
}

/* Errors inside and outside. */
static void empty_box(int cells, int N, double error[2])
{
    struct made m;
    char text[1024];
    error[0] = error[1] = NAN;
    snprintf(text, sizeof text,
             "mesh: {box: {divisions: [%d, %d, %d]}}\norder: %d\nboundaries: {default: absorbing}\n"
             "sources: {wave: {plane_wave: {direction: [2, 1, 2], polarization: [1, 0, -1], total: [inner]}, "
             "waveform: {pulse: {frequency: 0.8, bandwidth: 1.6}}}}\ntime: {end: 3.5}\n",
             cells, cells, cells, N);
    CHECK_OK(made_init(&m, text, middle, NULL));
    if (m.solver) {
        made_run(&m);
        error[0] = made_error(&m, "inner", oblique);
        error[1] = made_error(&m, "outer", oblique);
        if (getenv("TEST_SHOW"))
            printf("empty box, %d cells, N = %d: %.3g inside, %.3g outside\n", cells, N, error[0], error[1]);
    }
    made_clear(&m);
}

static void check_empty(void)
{
    double coarse[2], fine[2], low[2], high[2];
    empty_box(4, 1, low);
    empty_box(4, 2, coarse);
    empty_box(4, 4, high);
    empty_box(8, 2, fine);
    for (int i = 0; i < 2; i++) {
        CHECK(coarse[i] < 0.3 * low[i]);
        CHECK(high[i] < 2e-3);
        CHECK(log2(coarse[i] / fine[i]) > 2.5); /* order N + 1 = 3, from afar */
    }
}

static const char *everywhere(const double c[3])
{
    (void)c;
    return "air";
}

static int wall_sign; /* of the reflected E */

/* The reflection from a wall at z = 2. */
static void reflected(const nudge_solver *s, const char *region, const double x[3], double t, double u[6])
{
    const double w = wall_sign * pulse(s, t - (4 - x[2]));
    (void)region;
    memset(u, 0, 6 * sizeof *u);
    u[0] = w;
    u[4] = -w;
}

static void check_wall(const char *condition, int sign, const char *variant)
{
    struct made m;
    char text[1024];
    snprintf(
        text, sizeof text,
        "mesh: {box: {size: [0.2, 0.2, 2], divisions: [1, 1, 10], periodic: [x, y]}}\norder: 5\n"
        "boundaries: {zmin: absorbing, zmax: %s}\n"
        "sources: {wave: {plane_wave: {direction: [0, 0, 1], polarization: [1, 0, 0]}, waveform: {pulse: "
        "{frequency: 0.8, bandwidth: 1.6}}}}\ntime: {end: 5.5}\n",
        condition);
    CHECK_OK(made_init(&m, text, everywhere, variant));
    if (m.solver) {
        made_run(&m);
        wall_sign = sign;
        const double error = made_error(&m, NULL, reflected);
        wall_sign = 0;
        const double size = made_error(&m, NULL, reflected);
        if (getenv("TEST_SHOW")) printf("%s %s: %.3g of %.3g\n", condition, variant, error, size);
        CHECK(size > 0.1);
        CHECK(error < 2e-4 * size);
    }
    made_clear(&m);
}

static const char *slab(const double c[3])
{
    return c[2] > 1 && c[2] < 1.4 ? "slab" : "air";
}

/* Sums over time of the scattered field before and behind the slab. */
static void check_slab(void)
{
    static const double before[3] = {0.03, 0.05, 0.51}, after[3] = {0.03, 0.05, 1.83}, f = 0.8;
    struct made m;
    struct nd_layers_answer answer;
    struct nd_layer layers[3] = {{1, 1, 0, 0, 0}, {4, 1, 0, 0, 0.4}, {1, 1, 0, 0, 0}};
    double complex r = 0, t = 0, incident = 1;
    CHECK_OK(made_init(
        &m,
        "mesh: {box: {size: [0.2, 0.2, 2.4], divisions: [1, 1, 12], periodic: [x, y]}}\norder: 4\n"
        "materials: {air: {}, glass: {epsilon: 4}}\nregions: {air: air, slab: glass}\n"
        "boundaries: {zmin: absorbing, zmax: absorbing}\n"
        "sources: {wave: {plane_wave: {direction: [0, 0, 1], polarization: [0, 1, 0], amplitude: 1, origin: "
        "[0, "
        "0, 1], total: [slab]}, waveform: {pulse: {frequency: 0.8, bandwidth: 1.6}}}}\ntime: {end: 12}\n",
        slab, NULL));
    while (m.solver && m.solver->step < m.solver->schedule.steps) {
        double u[6], v[6];
        const double dt = nd_schedule_dt(&m.solver->schedule, m.solver->step);
        CHECK_OK(nudge_solver_step(m.solver, 1));
        made_probe(&m, before, u);
        made_probe(&m, after, v);
        const double complex turn = dt * cexp(-2 * M_PI * I * f * m.solver->time);
        r += u[1] * turn;
        t += v[1] * turn;
    }
    if (m.solver) CHECK_OK(nd_waveform_spectrum(&m.solver->sources.at[0].wave, f, &incident));
    CHECK_OK(nd_layers_solve(layers, 3, 2 * M_PI * f, 0, ND_LAYERS_TE, &answer));
    /* From the surfaces of the slab to the points: it is 0.49 back to the first, 0.43 on from the
     * second. The theory's time factor is the other one. */
    const double k = 2 * M_PI * f;
    r = conj(r / incident) * cexp(-I * k * 0.49);
    t = (conj(t / incident) + cexp(I * k * 0.83)) * cexp(-I * k * 0.43);
    if (getenv("TEST_SHOW"))
        printf("slab: r = %.5f %+.5fi, t = %.5f %+.5fi; theory %.5f %+.5fi, %.5f %+.5fi\n", creal(r),
               cimag(r), creal(t), cimag(t), creal(answer.r), cimag(answer.r), creal(answer.t),
               cimag(answer.t));
    CHECK(cabs(answer.r) > 0.1);
    CHECK_NEAR(cabs(r - answer.r), 0, 2e-3);
    CHECK_NEAR(cabs(t - answer.t), 0, 2e-3);
    made_clear(&m);
}

int main(void)
{
    check_empty();
    check_wall("pmc", 1, getenv("TEST_DEVICE") ? "plain" : "simd");
    check_wall("pec", -1, "bernstein");
    check_slab();
    TEST_END;
}
