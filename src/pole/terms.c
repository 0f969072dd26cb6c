#include "pole/terms.h"

#include <math.h>

static struct nd_pole_term debye(double strength, double time, double constant)
{
    return (struct nd_pole_term){
        .d = strength / (time * constant), .c = sqrt(constant / strength), .states = ND_POLE_VOLTAGE};
}

/* An asymmetric pole whose two frequencies of decay s1 < tilt < s2 are real: two of Debye's. */
static int split(const struct nd_pole *p, double w0, double constant, struct nd_pole_term *terms)
{
    const double root = sqrt(p->rate * p->rate / 4 - w0 * w0), s2 = p->rate / 2 + root, s1 = w0 * w0 / s2;
    terms[0] = debye(p->strength * (w0 * w0 - s1 * p->tilt) / ((s2 - s1) * s1), 1 / s1, constant);
    terms[1] = debye(p->strength * (s2 * p->tilt - w0 * w0) / ((s2 - s1) * s2), 1 / s2, constant);
    return 2;
}

/* With b0 = strength w0^2 and b1 = strength tilt: a capacity b0 / w0^2, in series a resistance, and in series a
 * resistance beside an inductance. */
static int lorentz(const struct nd_pole *p, double constant, struct nd_pole_term *terms)
{
    const double w0 = 2 * M_PI * p->frequency, g = p->rate - p->tilt, rho = 1 - g * p->tilt / (w0 * w0);
    if (rho < 0) return split(p, w0, constant, terms);
    terms[0] = (struct nd_pole_term){.d = p->strength * p->tilt / constant,
                                     .alpha = w0 * sqrt(rho * p->strength / constant),
                                     .g = g,
                                     .c = sqrt(constant / p->strength),
                                     .states = ND_POLE_CURRENT | ND_POLE_VOLTAGE};
    return 1;
}

static int term_of(const struct nd_pole *p, double constant, struct nd_pole_term *terms)
{
    if (p->kind != ND_POLE_DRUDE && !(p->strength > 0)) return 0;
    if (p->kind == ND_POLE_LORENTZ) return lorentz(p, constant, terms);
    if (p->kind == ND_POLE_DEBYE)
        terms[0] = debye(p->strength, p->time, constant);
    else
        terms[0] = (struct nd_pole_term){
            .alpha = 2 * M_PI * p->frequency / sqrt(constant), .g = p->rate, .states = ND_POLE_CURRENT};
    return 1;
}

int nd_pole_terms(const struct nd_material *material, double epsilon, double mu, struct nd_pole_term *terms)
{
    int n = 0;
    for (int i = 0; i < material->npoles; i++) {
        const struct nd_pole *p = &material->pole[i];
        const int more = term_of(p, p->magnetic ? mu : epsilon, terms + n);
        for (int k = 0; k < more; k++) terms[n + k].magnetic = p->magnetic;
        n += more;
    }
    return n;
}

/* In units in which the energy is half a sum of squares, the terms are a matrix. Its symmetric part is
 * -(d u^2 + g current^2), its other part couples the field to currents by alpha, and these to voltages by alpha c. */
void nd_pole_rates(const struct nd_pole_term *terms, int n, double *damping, double *swing)
{
    *damping = *swing = 0;
    for (int half = 0; half < 2; half++) {
        double through = 0, decay = 0, coupled = 0, inner = 0;
        for (int i = 0; i < n; i++) {
            const struct nd_pole_term *t = &terms[i];
            if (t->magnetic != half) continue;
            through += t->d * (1 + t->c * t->c);
            decay = fmax(decay, t->g);
            coupled += t->alpha * t->alpha;
            inner = fmax(inner, t->alpha * t->c);
        }
        *damping = fmax(*damping, fmax(through, decay));
        *swing = fmax(*swing, sqrt(coupled) + inner);
    }
}
