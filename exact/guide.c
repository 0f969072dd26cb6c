#include "exact/guide.h"

#include <math.h>
#include "exact/bessel.h"

double nd_guide_cutoff(double a)
{
    return M_PI / a;
}

double nd_guide_beta(double a, double k)
{
    const double cutoff = nd_guide_cutoff(a);
    return k > cutoff ? sqrt(k * k - cutoff * cutoff) : 0;
}

double nd_guide_attenuation(double a, double b, double k, double walls)
{
    const double beta = nd_guide_beta(a, k);
    return walls * (2 * b * M_PI * M_PI + a * a * a * k * k) / (a * a * a * b * beta * k);
}

struct function {
    double (*value)(const double *parameters, double x);
    double parameters[5];
};

/* The i-th change of sign above `from`: bracketed in steps that hold at most one, then bisected to rounding.
 * NaN if there is none within a million steps. */
static double find_root(const struct function *f, double from, double step, int i)
{
    double low = from, high = from;
    double before = f->value(f->parameters, low);
    for (int steps = 0; i > 0; steps++) {
        if (steps == 1000000) return NAN;
        low = high, high += step;
        const double after = f->value(f->parameters, high);
        if (before * after <= 0) i--;
        before = after;
    }
    const double sign = f->value(f->parameters, low);
    for (int halving = 0; halving < 60; halving++) {
        const double middle = (low + high) / 2;
        *(f->value(f->parameters, middle) * sign > 0 ? &low : &high) = middle;
    }
    return (low + high) / 2;
}

/* parameters: n, and 1 for TE. TE modes are zeros of j_n at the wall, TM modes of (x j_n)'. */
static double sphere_wall(const double *parameters, double x)
{
    const int n = (int)parameters[0];
    double complex psi[51];
    nd_bessel_psi(x, n, psi);
    return creal(parameters[1] != 0 ? psi[n] : nd_bessel_slope(psi, n, x));
}

double nd_sphere_root(enum nd_sphere_mode mode, int n, int i)
{
    if (n < 1 || n > 50 || i < 1) return NAN;
    const struct function wall = {sphere_wall, {n, mode == ND_SPHERE_TE}};
    return find_root(&wall, n / 2.0, 0.1, i); /* no root lies below n */
}

/* sin(k x) from one wall and sin(m k (a - x)) from the other agree at d in value and slope. parameters: a, d,
 * m. */
static double filled_wall(const double *parameters, double k)
{
    const double a = parameters[0], d = parameters[1], m = parameters[2], beyond = m * k * (a - d);
    return m * sin(k * d) * cos(beyond) + cos(k * d) * sin(beyond);
}

double nd_half_filled_root(double a, double d, double m)
{
    const struct function wall = {filled_wall, {a, d, m}};
    return find_root(&wall, 1e-3 / a, 1e-2 / (a * fmax(m, 1)), 1);
}

/* cos(q l) and sin(q l) / q for q^2 of any sign: without poles, so that each change of sign is a mode. */
static double cosine(double q2, double l)
{
    return q2 > 0 ? cos(sqrt(q2) * l) : cosh(sqrt(-q2) * l);
}

static double sine(double q2, double l)
{
    const double q = sqrt(fabs(q2));
    return q * l < 1e-6 ? l : q2 > 0 ? sin(q * l) / q : sinh(q * l) / q;
}

/* Fields from both walls agree at the surface of the filling, as a function of the square of the wavenumber across it. That
 * of the empty part is less by (epsilon - 1) k^2. parameters: filled, empty, epsilon, that difference, LSM. */
static double loaded_wall(const double *parameters, double q2)
{
    const double d = parameters[0], s = parameters[1], p2 = q2 - parameters[3];
    if (parameters[4] != 0) return q2 * sine(q2, d) * cosine(p2, s) / parameters[2] + cosine(q2, d) * p2 * sine(p2, s);
    return sine(q2, d) * cosine(p2, s) + cosine(q2, d) * sine(p2, s);
}

double nd_loaded_guide_beta2(const struct nd_loaded_guide *g, enum nd_loaded_mode mode, int n, int i, double k)
{
    if (mode == ND_LOADED_LSM && n < 1) return NAN;
    const struct function wall = {loaded_wall,
                                  {g->filled, g->a - g->filled, g->epsilon, (g->epsilon - 1) * k * k,
                                   mode == ND_LOADED_LSM}};
    return g->epsilon * k * k - pow(n * M_PI / g->b, 2) - find_root(&wall, 1e-9 / (g->a * g->a), 1e-3 / (g->a * g->a), i);
}
