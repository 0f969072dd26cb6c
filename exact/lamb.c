/* Slownesses are in units of 1 / vs and times in units of r / vs, so that kappa = (vs / vp)^2 is the only
 * parameter. With v = (slowness)^2,
 *   a = sqrt(kappa - v), b = sqrt(1 - v), R = (1 - 2 v)^2 + 4 v a b,   V = (t vs / r)^2,   v = V - y^2,
 * the responses to a step, times pi^2 mu r, are
 *   u_z = -integral of Im(a / R) dy,   u_r = -sqrt(V) integral of Im((1 - 2 v - 2 a b) / R) dy,
 * both from v = kappa to V.
 * Square roots of negative numbers are positive multiples of i. Above v = 1, R is real and has a simple zero,
 * the Rayleigh wave. There u_z takes the principal value, and u_r half the residue, because the path runs
 * below the pole: 1/(v - i0) = P 1/v + i pi delta. */
#include "exact/lamb.h"

#include <complex.h>
#include <math.h>
#include "base/memory.h"
#include "elem/elem.h"

/* Gauss quadrature on [-1, 1]. */
struct rule {
    double x[48], w[48];
    int n;
};

static int rule_init(struct rule *rule, int n)
{
    rule->n = n;
    return nd_jacobi_gauss(0, 0, n, rule->x, rule->w);
}

/* R for v > 1. */
static double rayleigh(double kappa, double v)
{
    return (1 - 2 * v) * (1 - 2 * v) - 4 * v * sqrt((v - kappa) * (v - 1));
}

/* The zero of R: R(1) = 1, and R falls to -infinity. */
static double rayleigh_root(double kappa)
{
    double low = 1, high = 2;
    while (rayleigh(kappa, high) > 0) high *= 2;
    for (int i = 0; i < 200 && low < high; i++) {
        const double middle = (low + high) / 2;
        if (middle <= low || middle >= high) break;
        if (rayleigh(kappa, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

double nd_rayleigh_speed(double vp, double vs)
{
    return vs > 0 && vs < vp ? vs / sqrt(rayleigh_root(vs * vs / (vp * vp))) : NAN;
}

int nd_lamb_init(struct nd_lamb *lamb, double vp, double vs, double rho)
{
    int status = 0;
    if (!(vs > 0 && rho > 0 && vs < vp * sqrt(0.75) && vp / vs < 1e3))
        FAIL(NUDGE_EVALUE, "Lamb's problem: no solid has vp = %g, vs = %g, rho = %g", vp, vs, rho);
    *lamb = (struct nd_lamb){vp, vs, rho, nd_rayleigh_speed(vp, vs)};
done:
    return status;
}

/* The imaginary parts of the two integrands, for v > kappa. */
static void integrand(double kappa, double v, double im[2])
{
    const double complex a = I * sqrt(fmax(v - kappa, 0)), b = v < 1 ? sqrt(1 - v) : I * sqrt(v - 1);
    const double complex R = (1 - 2 * v) * (1 - 2 * v) + 4 * v * a * b;
    im[0] = cimag((1 - 2 * v - 2 * a * b) / R);
    im[1] = cimag(a / R);
}

/* c: the factors of 1 / (v - root) at the pole. */
static void residues(double kappa, double root, double c[2])
{
    const double a = sqrt(root - kappa), b = sqrt(root - 1);
    const double slope = -4 * (1 - 2 * root) - 4 * a * b - 2 * root * (2 * root - kappa - 1) / (a * b);
    c[0] = (1 - 2 * root + 2 * a * b) / slope;
    c[1] = a / slope;
}

/* An integral over y = sqrt(V - v) whose integrand has a pole at v = root. */
struct integral {
    double kappa, V, root;
    const struct rule *rule;
};

/* Adds the part from low to high, at whose ends the integrand may have square roots. The second sum omits
 * pole / (v - root). */
static void sum_piece(const struct integral *in, double low, double high, double pole, double sum[2])
{
    const struct rule *rule = in->rule;
    for (int i = 0; i < rule->n && high > low; i++) {
        const double s = (1 + rule->x[i]) / 2, y = low + (high - low) * s * s * (3 - 2 * s);
        const double weight = rule->w[i] / 2 * (high - low) * 6 * s * (1 - s), v = in->V - y * y;
        double im[2];
        integrand(in->kappa, v, im);
        sum[0] += weight * im[0];
        sum[1] += weight * (im[1] - pole / (v - in->root));
    }
}

/* The principal value of the integral of 1 / (V - y^2 - root) over y from 0 to Y. */
static double pole_integral(double V, double root, double Y)
{
    const double d = sqrt(fabs(V - root));
    if (V < root) return -atan(Y / d) / d;
    return log((Y + d) / fabs(Y - d)) / (2 * d);
}

static void step_at(const struct nd_lamb *lamb, double r, double t, const struct rule *rule, double u[2])
{
    const double kappa = pow(lamb->vs / lamb->vp, 2), V = pow(t * lamb->vs / r, 2);
    const double root = pow(lamb->vs / lamb->rayleigh, 2), mu = lamb->rho * lamb->vs * lamb->vs;
    const double Y = V > 1 ? sqrt(V - 1) : 0; /* where v = 1 */
    const struct integral in = {kappa, V, root, rule};
    double sum[2] = {0, 0}, c[2];
    u[0] = u[1] = 0;
    if (t < 0 || V <= kappa) return;
    residues(kappa, root, c);
    sum_piece(&in, Y, sqrt(V - kappa), 0, sum);
    if (V > 1) {
        double real[2] = {0, 0};
        sum_piece(&in, 0, Y, c[1], real);
        sum[1] += real[1] + c[1] * pole_integral(V, root, Y);
    }
    if (V > root) sum[0] += M_PI * c[0] / (2 * sqrt(V - root));
    u[0] = -sqrt(V) * sum[0] / (M_PI * M_PI * mu * r);
    u[1] = -sum[1] / (M_PI * M_PI * mu * r);
}

int nd_lamb_step(const struct nd_lamb *lamb, double r, double t, double u[2])
{
    int status = 0;
    struct rule rule;
    TRY(rule_init(&rule, 48));
    step_at(lamb, r, t, &rule, u);
done:
    return status;
}

/* The time between two arrivals, at which the response may have square roots or their inverses. */
struct interval {
    double low, high;
    int pieces; /* into which the quadrature divides it */
};

static void fill_interval(struct nd_lamb_trace *trace, const struct nd_lamb *lamb, double r,
                          struct interval in, const struct rule *inner, const struct rule *outer)
{
    const int pieces = in.pieces;
    const double low = in.low, high = in.high;
    for (int i = 0; i < pieces * outer->n; i++) {
        const int at = i % outer->n, piece = i / outer->n;
        const double s = (piece + (1 + outer->x[at]) / 2) / pieces;
        const double t = low + (high - low) * s * s * (3 - 2 * s);
        const double weight = outer->w[at] / 2 / pieces * (high - low) * 6 * s * (1 - s);
        double *u = trace->u[trace->n];
        step_at(lamb, r, t, inner, u);
        u[0] *= weight, u[1] *= weight;
        trace->time[trace->n++] = t;
    }
}

int nd_lamb_trace_init(struct nd_lamb_trace *trace, const struct nd_lamb *lamb, double r, double end,
                       double resolution)
{
    int status = 0, pieces[3], total = 0;
    struct rule inner, outer;
    const double arrival[4] = {r / lamb->vp, r / lamb->vs, r / lamb->rayleigh,
                               fmax(end, 1.001 * r / lamb->rayleigh)};
    *trace = (struct nd_lamb_trace){0};
    if (!(r > 0 && resolution > 0 && arrival[3] / resolution < 1e5))
        FAIL(NUDGE_EVALUE, "Lamb's problem: a trace at %g until %g in steps of %g", r, end, resolution);
    TRY(rule_init(&inner, 48));
    TRY(rule_init(&outer, 8));
    for (int i = 0; i < 3; i++)
        total += pieces[i] = 2 + (int)(1.5 * (arrival[i + 1] - arrival[i]) / resolution);
    ALLOC(trace->time, total * outer.n);
    ALLOC(trace->u, total * outer.n);
    for (int i = 0; i < 3; i++)
        fill_interval(trace, lamb, r, (struct interval){arrival[i], arrival[i + 1], pieces[i]}, &inner,
                      &outer);
done:
    if (status) nd_lamb_trace_clear(trace);
    return status;
}

void nd_lamb_trace_clear(struct nd_lamb_trace *trace)
{
    free(trace->time);
    free(trace->u);
    *trace = (struct nd_lamb_trace){0};
}

void nd_lamb_trace_at(const struct nd_lamb_trace *trace, double t, double (*f)(double t, const void *context),
                      const void *context, double u[2])
{
    u[0] = u[1] = 0;
    for (int i = 0; i < trace->n && trace->time[i] < t; i++)
        for (int k = 0; k < 2; k++) u[k] += trace->u[i][k] * f(t - trace->time[i], context);
}
