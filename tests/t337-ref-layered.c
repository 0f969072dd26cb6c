// A layer over a half-space: Lamb's problem, statics, moments as pairs of forces, continuity, rays,
// reciprocity, and silence before the first P wave.
#include "exact/lamb.h"
#include "exact/layered.h"
#include "exact/ray.h"
#include "test.h"

static const struct nd_layered loh = {{{4000, 2000, 2600}, {6000, 3464, 2700}}, 1000, 0};

static void response(const struct nd_layered *ground, const struct nd_layered_source *source, double x,
                     double y, double complex omega, double complex u[3])
{
    CHECK_OK(nd_layered_response(ground, source, (double[2]){x, y}, omega, u));
}

/* Differences against the size of the whole vector. */
static void check_same(const char *what, const double complex a[3], const double complex b[3],
                       double tolerance)
{
    double size = 0, error = 0;
    for (int i = 0; i < 3; i++) size = fmax(size, cabs(b[i])), error = test_worse(error, cabs(a[i] - b[i]));
    if (!(error <= tolerance * size))
        printf("%s: %g%+gi %g%+gi %g%+gi, wanted %g%+gi %g%+gi %g%+gi: %.2g of it\n", what, creal(a[0]),
               cimag(a[0]), creal(a[1]), cimag(a[1]), creal(a[2]), cimag(a[2]), creal(b[0]), cimag(b[0]),
               creal(b[1]), cimag(b[1]), creal(b[2]), cimag(b[2]), error / size);
    CHECK(error <= tolerance * size);
}

/* As the depth goes to 0, from three depths. */
static void shallow(const struct nd_layered *ground, struct nd_layered_source source, double x, double y,
                    double complex omega, double complex u[3])
{
    static const double weight[3] = {8. / 3, -2, 1. / 3};
    double complex one[3];
    u[0] = u[1] = u[2] = 0;
    for (int i = 0; i < 3; i++, source.depth *= 2) {
        response(ground, &source, x, y, omega, one);
        for (int k = 0; k < 3; k++) u[k] += weight[i] * one[k];
    }
}

/* One solid, a vertical force at its surface, by Laplace's transform of the closed form. */
static void check_lamb(void)
{
    const struct nd_layered soil = {{{500, 300, 1800}, {500, 300, 1800}}, 7, 0};
    const struct nd_layered_source push = {0.4, {0, 0, -1}, {0}};
    const double r = 40;
    struct nd_lamb lamb;
    struct nd_lamb_trace trace;
    CHECK_OK(nd_lamb_init(&lamb, 500, 300, 1800));
    for (double s = 5; s < 30; s *= 2) {
        double complex u[3], known[3] = {0};
        CHECK_OK(nd_lamb_trace_init(&trace, &lamb, r, 40 / s, 0.01));
        for (int i = 0; i < trace.n; i++) {
            known[0] += s * exp(-s * trace.time[i]) * trace.u[i][0];
            known[2] -= s * exp(-s * trace.time[i]) * trace.u[i][1];
        }
        nd_lamb_trace_clear(&trace);
        shallow(&soil, push, r, 0, I * s, u);
        check_same("Lamb", u, known, 1e-4);
    }
}

/* Okada (1985): the surface long after a vertical fault along x slipped, Mxy = mu. */
static void check_statics(void)
{
    const double vp = 5, vs = 2.5, rho = 2, mu = rho * vs * vs, lame = rho * vp * vp - 2 * mu, d = 2;
    const double x = 1.5, y = -2.5, R = sqrt(x * x + y * y + d * d), ratio = mu / (lame + mu), D = R + d;
    const double I1 = ratio * y * (1 / (R * D * D) - x * x * (3 * R + d) / (R * R * R * D * D * D));
    const double I2 = ratio * x * (1 / (R * D * D) - y * y * (3 * R + d) / (R * R * R * D * D * D));
    const double I4 = -ratio * x * y * (2 * R + d) / (R * R * R * D * D);
    const double across = 3 * x * y / pow(R, 5);
    const double complex known[3] = {(across * x + I1) / (2 * M_PI), (across * y + I2) / (2 * M_PI),
                                     (across * d + I4) / (2 * M_PI)};
    const struct nd_layered ground = {{{vp, vs, rho}, {vp, vs, rho}}, 1, 0};
    const struct nd_layered_source slip = {d, {0}, {0, 0, 0, 0, 0, mu}};
    double complex u[3], twice[3];
    response(&ground, &slip, x, y, 0.016 * I, u);
    response(&ground, &slip, x, y, 0.032 * I, twice);
    for (int k = 0; k < 3; k++)
        u[k] = (4 * u[k] - twice[k]) / 3; /* what is left goes with the square of omega */
    check_same("statics", u, known, 2e-5);
}

/* A moment is a pair of forces apart, seen from the receiver, or two pairs. Forces at depth + h and
 * - h: z is up. */
static void add_pair(const struct nd_layered *ground, double depth, int force, int apart,
                     double complex omega, double complex u[3])
{
    const double h = 1, at[3] = {1700, 900, 0};
    for (int side = -1; side < 2; side += 2) {
        struct nd_layered_source one = {depth - (apart == 2) * side * h, {0}, {0}};
        double complex v[3];
        one.force[force] = side / (2 * h);
        response(ground, &one, at[0] - (apart == 0) * side * h, at[1] - (apart == 1) * side * h, omega, v);
        for (int k = 0; k < 3; k++) u[k] += v[k];
    }
}

static void check_moments(double depth)
{
    static const int row[6] = {0, 1, 2, 1, 0, 0}, column[6] = {0, 1, 2, 2, 2, 1};
    const double complex omega = 3 + 0.5 * I;
    for (int i = 0; i < 6; i++) {
        struct nd_layered_source source = {depth, {0}, {0}};
        double complex u[3], pairs[3] = {0};
        source.moment[i] = 1;
        response(&loh, &source, 1700, 900, omega, u);
        add_pair(&loh, depth, row[i], column[i], omega, pairs);
        if (row[i] != column[i]) add_pair(&loh, depth, column[i], row[i], omega, pairs);
        check_same("moment", u, pairs, 1e-5);
    }
}

/* By reciprocity forces, and moments without a z, may cross the interface without a change. */
static void check_interface(void)
{
    const double complex omega = 4 + 0.6 * I;
    for (int i = 0; i < 5; i++) {
        struct nd_layered_source source = {1000 * (1 - 1e-10), {0}, {0}};
        double complex above[3], below[3];
        *(i < 3 ? &source.force[i] : &source.moment[i == 3 ? 0 : 5]) = 1;
        response(&loh, &source, 1200, 2100, omega, above);
        source.depth = 1000 * (1 + 1e-10);
        response(&loh, &source, 1200, 2100, omega, below);
        check_same("interface", above, below, 1e-8);
    }
}

/* A layer of the same solid is none; one that is thick is all there is. */
static void check_no_layer(void)
{
    const struct nd_layered_source source = {1500, {1, 2, 3}, {4e3, -3e3, 2e3, 1e3, 5e3, 6e3}};
    struct nd_layered ground = {{loh.solid[1], loh.solid[1]}, 700, 0};
    double complex thin[3], thick[3], u[3];
    response(&ground, &source, 3000, 1000, 5 + I, thin);
    ground.thickness = 1900;
    response(&ground, &source, 3000, 1000, 5 + I, thick);
    check_same("no interface", thin, thick, 1e-9);
    ground.solid[1] = loh.solid[0];
    ground.thickness = 120e3;
    response(&ground, &source, 3000, 1000, 5 + I, u);
    check_same("a thick layer", u, thin, 1e-9);
    ground = loh, ground.thickness = 1e-4;
    response(&ground, &source, 3000, 1000, 5 + I, u);
    check_same("a thin layer", u, thin, 1e-5);
}

/* Straight up at high frequencies, in units of what a ray brings: spread, transmitted, doubled by
 * the surface. */
static double straight_up(double s)
{
    const double d = 1000, h = 1000, spread = d + h * 4 / 6, time = d / 6000 + h / 4000;
    const double Z[2] = {2600 * 4000., 2700 * 6000.}, through = 2 * 2 * Z[1] / (Z[0] + Z[1]);
    const struct nd_layered_source burst = {d + h, {0}, {1, 1, 1, 0, 0, 0}};
    double complex u[3];
    response(&loh, &burst, 0, 0, I * s, u);
    return creal(u[2]) / (through * s / (4 * M_PI * 2700 * pow(6000, 3)) / spread * exp(-s * time));
}

static void check_rays(void)
{
    const double a = straight_up(100), b = straight_up(200), c = straight_up(400);
    CHECK_NEAR(a, 1, 0.1);
    CHECK_NEAR((8 * c - 6 * b + a) / 3, 1, 5e-4);
}

/* k = 0: sheets of force send plane waves up, which go to and fro in the layer. */
static void check_sheets(void)
{
    const double complex omega = 7 + I;
    for (int shear = 0; shear < 2; shear++) {
        const double above = shear ? 2000 : 4000, below = shear ? 3464 : 6000;
        const double Z[2] = {2600 * above, 2700 * below}, R = (Z[0] - Z[1]) / (Z[0] + Z[1]);
        const double complex sent = I / (2 * Z[1] * omega) * cexp(I * omega * 800 / below);
        const double complex across = cexp(I * omega * 1000 / above);
        const double complex wanted = sent * (1 - R) * across * 2 / (1 - R * across * across);
        double complex psv[4] = {0, 0, 0, -1}, sh[2] = {0, -1}, out[2] = {0, 0};
        const struct nd_layered_wave wave = {shear ? ND_LAYERED_SH : ND_LAYERED_PSV, 0, omega};
        nd_layered_plane(&loh, 1800, &wave, shear ? sh : psv, out);
        CHECK_NEAR(cabs(out[shear ? 0 : 1] / wanted - 1), 0, 1e-12);
    }
}

/* Force and motion at the surface may be exchanged: u_x by a force along z is minus u_z by one
 * along x, as x is -x then. */
static void check_reciprocity(void)
{
    const double complex omega = 3 + I;
    double complex along[3], up[3];
    shallow(&loh, (struct nd_layered_source){10, {1, 0, 0}, {0}}, 2000, 0, omega, along);
    shallow(&loh, (struct nd_layered_source){10, {0, 0, 1}, {0}}, 2000, 0, omega, up);
    CHECK(cabs(along[2]) > 0.1 * cabs(up[2]));
    CHECK_NEAR(cabs(along[2] + up[0]), 0, 1e-4 * cabs(up[0]));
}

/* The field of a rotated source is the rotated field. */
static void check_turned(void)
{
    const struct nd_layered_source source = {800, {1, 2, 3}, {4e3, -3e3, 2e3, 1e3, 5e3, 6e3}};
    const double *M = source.moment;
    const struct nd_layered_source turned = {800, {-2, 1, 3}, {M[1], M[0], M[2], M[4], -M[3], -M[5]}};
    double complex u[3], v[3];
    response(&loh, &source, 1500, 400, 3 + I, u);
    response(&loh, &turned, -400, 1500, 3 + I, v);
    const double complex wanted[3] = {-u[1], u[0], u[2]};
    check_same("turned", v, wanted, 1e-12);
}

/* A bump of this spread. */
static double complex bump(double complex omega, const void *context)
{
    const double *spread = context;
    return cexp(-omega * omega * *spread * *spread / 2);
}

/* The largest difference of two traces until 8 s, over the largest motion; and that before the first wave. */
static void compare(const struct nd_layered_trace *a, const struct nd_layered_trace *b, double first,
                    double *differ, double *early)
{
    double size = 0;
    *differ = *early = 0;
    for (double t = 0; t < 8; t += 0.05) {
        double u[3], v[3];
        nd_layered_trace_at(a, t, u);
        nd_layered_trace_at(b, t, v);
        for (int k = 0; k < 3; k++) {
            size = fmax(size, fabs(u[k]));
            *differ = test_worse(*differ, fabs(u[k] - v[k]));
            if (t < first) *early = test_worse(*early, fabs(u[k]));
        }
    }
    *differ /= size, *early /= size;
}

static void check_traces(void)
{
    const struct nd_layered_source quake = {2000, {0}, {0, 0, 0, 0, 0, 1e18}};
    const double spread = 0.3, at[2] = {6000, 8000};
    const double first = nd_ray_time(1000, 4000, 6000, 2000, 10000) - 5 * spread;
    struct nd_layered fine = loh;
    struct nd_layered_trace a, b;
    double differ, early;
    CHECK(first > 0.3);
    CHECK_OK(nd_layered_trace_init(&a, &loh, &quake, at, &(struct nd_layered_pulse){bump, &spread, 3, 12}));
    fine.refine = 2;
    CHECK_OK(
        nd_layered_trace_init(&b, &fine, &quake, at, &(struct nd_layered_pulse){bump, &spread, 3.5, 16}));
    compare(&a, &b, first, &differ, &early);
    CHECK(differ < 1e-5);
    CHECK(early < 1e-5);
    nd_layered_trace_clear(&a);
    nd_layered_trace_clear(&b);
}

static void check_mistakes(void)
{
    struct nd_layered ground = loh;
    struct nd_layered_source source = {2000, {0, 0, 1}, {0}};
    struct nd_layered_trace trace;
    const double at[2] = {1, 1}, spread = 1;
    double complex u[3];
    CHECK_FAILS(nd_layered_response(&ground, &source, at, 1, u), NUDGE_EVALUE, "above the real axis");
    CHECK_FAILS(nd_layered_response(&ground, &source, at, 1e9 + I, u), NUDGE_EVALUE,
                "too near the real axis");
    CHECK_FAILS(nd_layered_response(&ground, &source, (double[2]){INFINITY, 0}, 1 + I, u), NUDGE_EVALUE,
                "too shallow");
    CHECK_FAILS(nd_layered_response(&ground, &source, (double[2]){NAN, 0}, 1 + I, u), NUDGE_EVALUE,
                "too shallow");
    CHECK_FAILS(
        nd_layered_trace_init(&trace, &ground, &source, at, &(struct nd_layered_pulse){bump, &spread, 1, 0}),
        NUDGE_EVALUE, "a trace of 0 s");
    ground.solid[0].vs = 0;
    CHECK_FAILS(nd_layered_response(&ground, &source, at, I, u), NUDGE_EVALUE, "no solid");
    ground = loh, ground.thickness = 0;
    CHECK_FAILS(nd_layered_response(&ground, &source, at, I, u), NUDGE_EVALUE, "0 thick");
    source.depth = 0;
    CHECK_FAILS(
        nd_layered_trace_init(&trace, &loh, &source, at, &(struct nd_layered_pulse){bump, &spread, 1, 9}),
        NUDGE_EVALUE, "below the surface");
}

int main(void)
{
    check_lamb();
    check_statics();
    check_moments(400);
    check_moments(1900);
    check_interface();
    check_no_layer();
    check_rays();
    check_sheets();
    check_reciprocity();
    check_turned();
    check_traces();
    check_mistakes();
    TEST_END;
}
