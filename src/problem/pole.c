#include "problem/pole.h"

#include <math.h>

double complex nd_pole_at(const struct nd_pole *p, double frequency)
{
    const double w = 2 * M_PI * frequency, w0 = 2 * M_PI * p->frequency;
    if (p->kind == ND_POLE_DEBYE) return p->strength / (1 - I * w * p->time);
    if (p->kind == ND_POLE_DRUDE) return -w0 * w0 / (w * w + I * p->rate * w);
    return p->strength * (w0 * w0 - I * w * p->tilt) / (w0 * w0 - I * p->rate * w - w * w);
}

double complex nd_poles_at(const struct nd_material *material, bool magnetic, double frequency)
{
    double complex sum = 0;
    for (int i = 0; i < material->npoles; i++)
        if (material->pole[i].magnetic == magnetic) sum += nd_pole_at(&material->pole[i], frequency);
    return sum;
}

void nd_poles_span(const struct nd_material *material, double *low, double *high)
{
    *low = *high = 0;
    for (int i = 0; i < material->npoles; i++) {
        const struct nd_pole *p = &material->pole[i];
        const double own[] = {p->frequency, fabs(p->rate) / (2 * M_PI),
                              p->time > 0 ? 1 / (2 * M_PI * p->time) : 0};
        for (int k = 0; k < 3; k++) {
            if (!(own[k] > 0)) continue;
            *low = *low > 0 ? fmin(*low, own[k]) : own[k];
            *high = fmax(*high, own[k]);
        }
    }
}

const char *nd_pole_word(const struct nd_pole *pole)
{
    static const char *const words[] = {
        [ND_POLE_DRUDE] = "drude", [ND_POLE_LORENTZ] = "lorentz", [ND_POLE_DEBYE] = "debye"};
    return words[pole->kind];
}
