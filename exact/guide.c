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
    double parameters[3];
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
