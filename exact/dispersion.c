#include "exact/dispersion.h"

#include <math.h>

static double complex resonance(const struct nd_resonance *r, double complex s)
{
    if (r->time > 0) return r->strength / (1 + s * r->time);
    if (!(r->omega0 > 0)) return r->strength / (s * (s + r->damping));
    return r->strength * (r->omega0 * r->omega0 + s * r->tilt) /
           (r->omega0 * r->omega0 + s * r->damping + s * s);
}

double complex nd_dispersion_epsilon(const struct nd_dispersion *d, double complex s)
{
    double complex sum = d->epsilon + d->sigma / s;
    for (int i = 0; i < d->n; i++) sum += resonance(&d->at[i], s);
    return sum;
}

/* The trapezoidal rule on Talbot's contour, with the parameters of Abate and Whitt (INFORMS J. Comput. 18 (2006)
 * 408-421). With more terms rounding grows; 30 give about nine digits. */
double nd_dispersion_decay(const struct nd_dispersion *d, double t)
{
    enum { TERMS = 30 };
    const double r = 2.0 * TERMS / (5 * t);
    double complex sum = exp(r * t) / 2 * d->epsilon / (r * nd_dispersion_epsilon(d, r));
    for (int k = 1; k < TERMS; k++) {
        const double theta = k * M_PI / TERMS, cot = 1 / tan(theta);
        const double complex s = r * theta * (cot + I), ds = 1 + I * theta * (1 + cot * cot) - I * cot;
        sum += creal(cexp(t * s) * d->epsilon / (s * nd_dispersion_epsilon(d, s)) * ds);
    }
    return r / TERMS * creal(sum);
}
