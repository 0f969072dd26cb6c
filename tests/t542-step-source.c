// Sources in every variant: from zero fields the rate is that of the plane wave through the surface
// of the total regions, as the difference of the reference's rates with and without that jump, plus
// the currents' densities. Some steps later the fields are those of the plain variant. Arguments:
// variant, orders, precisions, upwind weight (1).
// PLAIN: plain 1,3 double
// PLAIN: simd 2 single
// PLAIN: simd 4 double
// PLAIN: simd 3 double 0.3
// PLAIN: paper:3 3 single,double
// PLAIN: fused 2 single,double
// PLAIN: bernstein 4 double
// PLAIN: bernstein 3 single
// SANITIZED: simd 1 double
// SANITIZED: fused 1 single
// SANITIZED: bernstein 1 single
// LONG: simd 2,4 single,double
// LONG: bernstein 1,4 double
// LONG: bernstein 3,6 single
// LONG: bernstein 7 single
// LONG: bernstein 7 double
// LONG: bernstein 9 single
// LONG: bernstein 9 double
#include "mesh/locate.h"
#include "sources.h"

static const char *region(const double c[3])
{
    const int inside = fabs(c[0] - 0.5) < 0.3 && fabs(c[1] - 0.5) < 0.3 && fabs(c[2] - 0.5) < 0.3;
    return !inside ? "air" : c[0] + c[1] > 1 ? "glass" : "core";
}

static double upwind = 1;

static void write_text(char text[4096], int N, int single)
{
    snprintf(
        text, 4096,
        "mesh: {box: {divisions: [4, 4, 4], jitter: 0.15}}\norder: %d\nprecision: %s\nflux: {upwind: %g}\n"
        "materials: {air: {epsilon: 2, mu: 0.5}, core: {epsilon: 2, mu: 0.5}, glass: {epsilon: 5}}\n"
        "regions: {air: air, core: core, glass: glass}\nboundaries: {default: absorbing}\n"
        "sources:\n"
        "  wave: {plane_wave: {direction: [1, 2, -2], polarization: [1, 1, 0], amplitude: 3, origin: [0.2, "
        "0.1, 0.9], total: [core, glass]}, waveform: {pulse: {frequency: 0.7, bandwidth: 1}}}\n"
        "  current: {current: {regions: [glass], x: x*y, z: 1 + xc, kind: magnetic}, waveform: {sine: "
        "{frequency: 1.5, ramp: 1}}}\n"
        "  dipole: {dipole: {at: [0.12, 0.77, 0.3], moment: [1, -2, 0.5]}, waveform: {expression: t^2}}\n"
        "time: {end: 8, integrator: %s}\n",
        N, single ? "single" : "double", upwind, N == 2 || N == 4 ? "lsrk14" : "lsrk4");
}

struct fields {
    double *f[6];
};
static struct fields fields_new(size_t n)
{
    struct fields q;
    for (int f = 0; f < 6; f++) q.f[f] = nd_alloc(n, sizeof(double));
    return q;
}
static void fields_free(struct fields *q)
{
    for (int f = 0; f < 6; f++) free(q->f[f]);
}

static double pulse(double t, double delay)
{
    const double s = sqrt(2 * log(10)) / M_PI, u = t - delay;
    return cos(2 * M_PI * 0.7 * u) * exp(-u * u / (2 * s * s));
}

/* The wave at the nodes of all elements, or of total ones only. */
static void put_wave(const nudge_solver *s, double t, int total_only, struct fields *q)
{
    static const double d[3] = {1. / 3, 2. / 3, -2. / 3}, origin[3] = {0.2, 0.1, 0.9};
    const double along = d[0] + d[1], E[3] = {1 - along * d[0], 1 - along * d[1], -along * d[2]},
                 size = sqrt(E[0] * E[0] + E[1] * E[1] + E[2] * E[2]), Z = 0.5, c = 1;
    const int Np = s->elem.Np;
    double *x = nd_alloc(3 * (size_t)Np, sizeof *x), e[3], h[3];
    for (int i = 0; i < 3; i++) e[i] = 3 * E[i] / size;
    for (int i = 0; i < 3; i++)
        h[i] = (d[(i + 1) % 3] * e[(i + 2) % 3] - d[(i + 2) % 3] * e[(i + 1) % 3]) / Z;
    for (nd_idx k = 0; k < s->mesh.K; k++) {
        const int total = strcmp(s->mesh.region_name[s->mesh.region[k]], "air");
        nd_geometry_nodes(&s->mesh, &s->elem, k, x, x + Np, x + 2 * Np);
        for (int n = 0; n < Np; n++) {
            double late = 0;
            for (int i = 0; i < 3; i++) late += d[i] * (x[i * Np + n] - origin[i]) / c;
            const double value = total_only && !total ? 0 : pulse(t - late, s->sources.at[0].wave.delay);
            for (int i = 0; i < 3; i++) {
                q->f[i][k * Np + n] = e[i] * value;
                q->f[3 + i][k * Np + n] = h[i] * value;
            }
        }
    }
    free(x);
}

/* If the fields are those of the wave in total regions and zero elsewhere, the rates must be those
 * of the wave there and zero elsewhere: the source compensates the jump. */
static void expect_wave(nudge_solver *s, struct nd_ref *ref, double t, struct fields *want)
{
    const size_t Np = (size_t)s->elem.Np, n = (size_t)s->mesh.K * Np;
    struct fields all = fields_new(n), some = fields_new(n), rate_all = fields_new(n),
                  rate_some = fields_new(n);
    put_wave(s, t, 0, &all);
    put_wave(s, t, 1, &some);
    CHECK_OK(nd_ref_rate(ref, all.f, rate_all.f));
    CHECK_OK(nd_ref_rate(ref, some.f, rate_some.f));
    for (int f = 0; f < 6; f++)
        for (size_t i = 0; i < n; i++) {
            const int total = strcmp(s->mesh.region_name[s->mesh.region[i / Np]], "air");
            want->f[f][i] += (total ? rate_all.f[f][i] : 0) - rate_some.f[f][i];
        }
    fields_free(&all), fields_free(&some), fields_free(&rate_all), fields_free(&rate_some);
}

static void expect_current(nudge_solver *s, double t, struct fields *want)
{
    const int Np = s->elem.Np;
    double *x = nd_alloc(3 * (size_t)Np, sizeof *x), c[3];
    const double p = 1.5 * t, ramp = p >= 1 ? 1 : 1 / (1 + exp(1 / p - 1 / (1 - p))),
                 w = ramp * sin(2 * M_PI * p);
    for (nd_idx k = 0; k < s->mesh.K; k++) {
        if (strcmp(s->mesh.region_name[s->mesh.region[k]], "glass")) continue;
        nd_geometry_nodes(&s->mesh, &s->elem, k, x, x + Np, x + 2 * Np);
        nd_geometry_centroid(&s->mesh, k, c);
        for (int n = 0; n < Np; n++) {
            want->f[3][k * Np + n] -= x[n] * x[Np + n] * w;
            want->f[5][k * Np + n] -= (1 + c[0]) * w;
        }
    }
    free(x);
}

/* Tested with any polynomial phi, the dipole's rate gives -moment phi(at) t^2 / epsilon. The
 * polynomials here: products of coordinates of degree 1. */
static void check_dipole(nudge_solver *s, double t, struct fields *got, double tolerance)
{
    static const double at[3] = {0.12, 0.77, 0.3}, moment[3] = {1, -2, 0.5};
    const int Np = s->elem.Np;
    double *x = nd_alloc(3 * (size_t)Np, sizeof *x);
    for (int f = 0; f < 3; f++)
        for (int p = 0; p < 4; p++) {
            double sum = 0;
            for (nd_idx k = 0; k < s->mesh.K; k++) {
                double G[9], J;
                nd_geometry_nodes(&s->mesh, &s->elem, k, x, x + Np, x + 2 * Np);
                nd_geometry_metric(&s->mesh, k, G, &J);
                for (int n = 0; n < Np; n++)
                    for (int m = 0; m < Np; m++)
                        sum +=
                            J * s->elem.M[n * Np + m] * got->f[f][k * Np + m] * (p < 3 ? x[p * Np + n] : 1);
            }
            CHECK_NEAR(sum, -moment[f] * (p < 3 ? at[p] : 1) * t * t / 2, tolerance);
        }
    free(x);
}

struct rates {
    double off;  /* the largest difference outside the dipole's element */
    double size; /* the largest wanted */
    nd_idx dipole;
};

/* rest: what is wanted on entry, the difference afterwards. */
static struct rates compare(nudge_solver *s, double t, struct fields *rest)
{
    static const double at[3] = {0.12, 0.77, 0.3};
    const size_t Np = (size_t)s->elem.Np, n = (size_t)s->mesh.K * Np;
    struct rates r = {0};
    struct nd_place place;
    double *got = nd_alloc(n, sizeof *got);
    CHECK_OK(nd_mesh_locate(&s->mesh, at, &place));
    r.dipole = place.element;
    CHECK_OK(nd_rhs_sim_time_start(&s->rhs, t, 0.01));
    CHECK_OK(nd_rhs_rate(&s->rhs));
    for (int f = 0; f < 6; f++) {
        CHECK_OK(nd_rhs_get(&s->rhs, 1, f, got));
        for (size_t i = 0; i < n; i++) {
            r.size = fmax(r.size, fabs(rest->f[f][i]));
            rest->f[f][i] = got[i] - rest->f[f][i];
            if ((nd_idx)(i / Np) != r.dipole) r.off = test_worse(r.off, fabs(rest->f[f][i]));
        }
    }
    free(got);
    return r;
}

static void check_rates(nudge_solver *s, const char *about)
{
    static const double times[] = {0.9, 3.1, 4.05};
    const double tolerance = s->rhs.real == 4 ? 1e-5 : 1e-8;
    struct nd_ref ref;
    CHECK_OK(nd_ref_init(&ref, &s->mesh, s->elem.N));
    ref.upwind = upwind;
    for (nd_idx k = 0; k < s->mesh.K; k++) {
        const double *constant =
            s->assign.constants + s->assign.material[s->mesh.region[k]] * s->law.material.n;
        ref.epsilon[k] = constant[0], ref.mu[k] = constant[1];
        for (int f = 0; f < 4; f++) ref.condition[4 * k + f] = ND_REF_ABSORBING;
    }
    for (int i = 0; i < 3; i++) {
        struct fields rest = fields_new((size_t)s->mesh.K * (size_t)s->elem.Np);
        expect_wave(s, &ref, times[i], &rest);
        expect_current(s, times[i], &rest);
        const struct rates r = compare(s, times[i], &rest);
        if (getenv("TEST_SHOW")) printf("%s t = %g: off by %.3g of %.3g\n", about, times[i], r.off, r.size);
        CHECK(r.size > 0.1);
        CHECK_NEAR(r.off / r.size, 0, tolerance);
        check_dipole(s, times[i], &rest, tolerance * fmax(r.size, times[i] * times[i]));
        fields_free(&rest);
    }
    nd_ref_clear(&ref);
}

/* Fields after some steps, against those of the plain variant in double precision. */
static void check_steps(nudge_solver *s, int N, const char *about)
{
    struct made plain;
    char text[4096];
    write_text(text, N, 0);
    CHECK_OK(made_init(&plain, text, region, "plain"));
    const size_t n = (size_t)s->mesh.K * (size_t)s->elem.Np;
    struct fields got = fields_new(n), want = fields_new(n);
    CHECK_OK(nd_rhs_sim_time_start(&s->rhs, 3.8, 0)); /* when the wave is there */
    CHECK_OK(nd_rhs_sim_time_start(&plain.solver->rhs, 3.8, 0));
    for (int i = 0; i < 12; i++) {
        const double dt = (i < 8 ? 1 : 0.7) * s->schedule.dt;
        CHECK_OK(nd_integrator_step(&s->integrator, &s->rhs, dt));
        CHECK_OK(nd_integrator_step(&s->integrator, &plain.solver->rhs, dt));
    }
    for (int f = 0; f < 6; f++) {
        CHECK_OK(nd_rhs_get(&s->rhs, 0, f, got.f[f]));
        CHECK_OK(nd_rhs_get(&plain.solver->rhs, 0, f, want.f[f]));
    }
    const double off = rig_difference(got.f, want.f, n);
    if (getenv("TEST_SHOW")) printf("%s after steps: off by %.3g\n", about, off);
    /* The Bernstein basis rounds more, and so does the scheme of 14 stages, whose coefficients are large. */
    const double single = s->integrator.stages > 5 ? 3e-4 : 1e-5;
    CHECK_NEAR(off, 0, (s->rhs.real == 4 ? single : 1e-12) * (N > 6 ? 30 : 1));
    fields_free(&got), fields_free(&want);
    made_clear(&plain);
}

static int called[32], ncalled;
static int call(void *self, struct nd_rhs *rhs, const struct nd_stage *stage)
{
    (void)rhs, (void)stage;
    called[ncalled++] = *(const int *)self;
    return 0;
}

/* Terms of whole steps act once, after sources that were attached later: a PML absorbs what the
 * sources have added. */
static void check_whole_steps(nudge_solver *s)
{
    static int step = 1, stage = 2;
    const int stages = s->integrator.stages;
    ncalled = 0;
    CHECK_OK(nd_rhs_term_attach(&s->rhs, call, &step, ND_TERM_STEP, INFINITY));
    CHECK_OK(nd_rhs_term_attach(&s->rhs, call, &stage, 0, INFINITY));
    CHECK_OK(nd_integrator_step(&s->integrator, &s->rhs, 0.9 * s->schedule.dt));
    CHECK(ncalled == stages + 1 && called[stages] == 1);
    for (int i = 0; i < stages; i++) CHECK(called[i] == 2);
    CHECK_OK(nd_rhs_rate(&s->rhs));
    CHECK(ncalled == stages + 2 && called[stages + 1] == 2);
}

int main(int argc, char **argv)
{
    CHECK(argc == 4 || argc == 5);
    if (argc < 4) TEST_END;
    if (argc == 5) upwind = atof(argv[4]);
    for (const char *N = argv[2]; *N; N += N[1] ? 2 : 1)
        for (int single = 0; single < 2; single++) {
            struct made m;
            char text[4096], about[64];
            if (!strstr(argv[3], single ? "single" : "double")) continue;
            write_text(text, *N - '0', single);
            snprintf(about, sizeof about, "%s N = %c %s", argv[1], *N, single ? "single" : "double");
            CHECK_OK(made_init(&m, text, region, argv[1]));
            if (m.solver) {
                CHECK(!strcmp(nd_plan_name(&m.solver->rhs.plan), argv[1]));
                const struct nd_emitter *wave = &m.solver->sources.at[0];
                CHECK(wave->entries > wave->subset.n); /* some elements have several faces */
                check_rates(m.solver, about);
                check_steps(m.solver, *N - '0', about);
                check_whole_steps(m.solver);
            }
            if (test_failures) printf("%s\n", about);
            made_clear(&m);
        }
    TEST_END;
}
