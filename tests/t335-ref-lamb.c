// Lamb's problem: Pekeris' closed form, statics, the same by integrals over real wavenumbers,
// Rayleigh's wave.
#include "exact/lamb.h"
#include "test.h"

/* Pekeris (1955) for a Poisson ratio of 1/4: the vertical displacement after a step, times mu r. */
static double pekeris(double tau)
{
    const double x = tau * tau, s = sqrt(3), gamma2 = (3 + s) / 4;
    if (x < 1.0 / 3) return 0;
    if (x > gamma2) return 6 / (16 * M_PI);
    if (x > 1) return (6 - sqrt(3 * s + 5) / sqrt(gamma2 - x)) / (16 * M_PI);
    return (6 - s / sqrt(x - 0.25) - sqrt(3 * s + 5) / sqrt(gamma2 - x) +
            sqrt(3 * s - 5) / sqrt(x + s / 4 - 0.75)) /
           (32 * M_PI);
}

static void check_pekeris(void)
{
    struct nd_lamb lamb;
    const double r = 3, vs = 2, rho = 1.5, mu = rho * vs * vs;
    CHECK_OK(nd_lamb_init(&lamb, vs * sqrt(3), vs, rho));
    CHECK_NEAR(vs / lamb.rayleigh, sqrt(3 + sqrt(3)) / 2, 1e-14);
    for (double tau = 0.51; tau < 3; tau += 0.0173) {
        double u[2];
        CHECK_OK(nd_lamb_step(&lamb, r, tau * r / vs, u));
        CHECK_NEAR(u[1] * mu * r, pekeris(tau), 1e-7);
    }
}

/* Long after: Boussinesq. Before the P wave: nothing. */
static void check_limits(double vp, double vs)
{
    struct nd_lamb lamb;
    const double r = 40, rho = 1800, mu = rho * vs * vs;
    const double nu = (vp * vp - 2 * vs * vs) / (2 * (vp * vp - vs * vs));
    double u[2];
    CHECK_OK(nd_lamb_init(&lamb, vp, vs, rho));
    CHECK_OK(nd_lamb_step(&lamb, r, 0.999 * r / vp, u));
    CHECK(u[0] == 0 && u[1] == 0);
    CHECK_OK(nd_lamb_step(&lamb, r, 1.05 * r / lamb.rayleigh, u));
    CHECK_NEAR(u[1] * mu * r, (1 - nu) / (2 * M_PI), 1e-7);
    CHECK_OK(nd_lamb_step(&lamb, r, 300 * r / vs, u));
    CHECK_NEAR(u[0] * mu * r, -(1 - 2 * nu) / (4 * M_PI), 1e-4);
}

/* The Laplace transform of the step's answer, over real slownesses p (times vs; times s r / vs = x
 * in J), the static part, which decays slowest, apart. */
static void transform(double kappa, double x, double out[2])
{
    const double h = 1e-3, statics[2] = {-0.5 * kappa / (1 - kappa), 0.5 / (1 - kappa)};
    const int n = 400000;
    double sum[2] = {0, 0};
    for (int i = 0; i <= n; i++) {
        const double p = h * i, a = sqrt(p * p + kappa), b = sqrt(p * p + 1), t = 2 * p * p + 1;
        /* R without cancellation at large p. */
        const double R = ((t * t * t * t) - 16 * p * p * p * p * a * a * b * b) / (t * t + 4 * p * p * a * b);
        const double m = (t * t - 4 * a * a * b * b) / (t + 2 * a * b);
        const double weight = (i == 0 || i == n ? 1 : i % 2 ? 4 : 2) * h / 3;
        sum[0] += weight * (p * p * m / R - statics[0]) * j1(x * p);
        sum[1] += weight * (p * a / R - statics[1]) * j0(x * p);
    }
    for (int i = 0; i < 2; i++) out[i] = sum[i] + statics[i] / x;
}

static void check_transform(double vp, double vs)
{
    struct nd_lamb lamb;
    struct nd_lamb_trace trace;
    const double r = 40, rho = 1800, mu = rho * vs * vs;
    CHECK_OK(nd_lamb_init(&lamb, vp, vs, rho));
    for (double x = 1; x < 9; x *= 2) { /* s r / vs */
        const double s = x * vs / r;
        double sum[2] = {0, 0}, known[2];
        CHECK_OK(nd_lamb_trace_init(&trace, &lamb, r, 40 / s, 0.1 * r / vs));
        for (int i = 0; i < trace.n; i++)
            for (int k = 0; k < 2; k++) sum[k] += exp(-s * trace.time[i]) * trace.u[i][k];
        nd_lamb_trace_clear(&trace);
        transform(vs * vs / (vp * vp), x, known);
        for (int k = 0; k < 2; k++) CHECK_NEAR(sum[k] * mu * vs * 2 * M_PI, known[k], 2e-7);
    }
}

static double bump(double t, const void *context)
{
    const double *width = context, x = t / *width - 5;
    return exp(-x * x / 2) / (*width * sqrt(2 * M_PI));
}

static double bump_slope(double t, const void *context)
{
    const double *width = context, x = t / *width - 5;
    return -x / *width * bump(t, context);
}

/* A force that rises to 1 smoothly: velocities are derivatives of displacements, which end as statics. */
static void check_trace(void)
{
    struct nd_lamb lamb;
    struct nd_lamb_trace trace;
    const double r = 40, width = 0.01, h = 1e-5, t = 0.2;
    double u[2], before[2], after[2];
    CHECK_OK(nd_lamb_init(&lamb, 500, 300, 1800));
    CHECK_OK(nd_lamb_trace_init(&trace, &lamb, r, 1, width));
    nd_lamb_trace_at(&trace, 0.99, bump, &width, u);
    CHECK_NEAR(u[1] * 1800 * 9e4 * r, (1 - 0.21875) / (2 * M_PI), 1e-6);
    nd_lamb_trace_at(&trace, t - h, bump, &width, before);
    nd_lamb_trace_at(&trace, t + h, bump, &width, after);
    nd_lamb_trace_at(&trace, t, bump_slope, &width, u);
    for (int k = 0; k < 2; k++) CHECK_NEAR((after[k] - before[k]) / (2 * h), u[k], 1e-4 * fabs(u[k]));
    nd_lamb_trace_clear(&trace);
    CHECK_FAILS(nd_lamb_trace_init(&trace, &lamb, 0, 1, width), NUDGE_EVALUE, "a trace at 0");
    CHECK_FAILS(nd_lamb_init(&lamb, 300, 300, 1800), NUDGE_EVALUE, "no solid");
}

int main(void)
{
    CHECK_NEAR(nd_rayleigh_speed(500, 300), 274.258, 5e-4);
    CHECK(isnan(nd_rayleigh_speed(1, 1)) && isnan(nd_rayleigh_speed(NAN, 1)));
    check_pekeris();
    check_limits(500, 300);
    check_limits(4000, 1000);
    check_transform(500, 300);
    check_transform(3, 1);
    check_trace();
    TEST_END;
}
