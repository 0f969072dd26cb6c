/* The modes of a port's cross-section that no port carries. */
#include <complex.h>
#include <math.h>
#include "base/format.h"
#include "port/mode.h"

#define NUMBERS 10 /* m and n of modes have one digit */

static int is_taken(const struct nd_mode *mode, const struct nd_mode *const *taken, int n)
{
    int found = 0;
    for (int i = 0; i < n; i++)
        found |= taken[i]->kind == mode->kind && taken[i]->m == mode->m && taken[i]->n == mode->n;
    return found;
}

/* The cut-off wavenumber of a mode of a closed form; INFINITY: there is no such mode, or none below `most`. */
static double closed_form(struct nd_mode *mode, int coaxial, double most)
{
    const int te = mode->kind == ND_MODE_TE;
    if (coaxial) return mode->n && nd_mode_coaxial_cutoff(mode, most) ? mode->kc : INFINITY;
    if (te ? !mode->m && !mode->n : !mode->m || !mode->n) return INFINITY;
    return hypot(mode->m * M_PI / mode->a, mode->n * M_PI / mode->b);
}

double nd_mode_other(const struct nd_mode *mode, double frequency, const struct nd_port_spec *spec,
                     const struct nd_mode *const *taken, int n, char name[8])
{
    static const char *const words[] = {"TEM", "TE", "TM"};
    struct nd_mode other = *mode;
    double lowest = INFINITY;
    double complex media[2];
    if (mode->kind == ND_MODE_LUMPED || mode->kind == ND_MODE_HYBRID) return lowest;
    if (spec->section && mode->kind == ND_MODE_TEM) return lowest;
    nd_mode_media(mode, frequency, media);
    const double slowness = 2 * M_PI * sqrt(creal(media[0]) * creal(media[1]));
    if (spec->section) {
        other.m++;
        nd_format(name, 8, "%s%d", words[mode->kind], other.m);
        return is_taken(&other, taken, n) ? lowest : mode->next / slowness;
    }
    for (other.kind = ND_MODE_TE; other.kind <= ND_MODE_TM; other.kind++)
        for (other.m = 0; other.m < NUMBERS; other.m++)
            for (other.n = 0; other.n < NUMBERS; other.n++) {
                const double kc = closed_form(&other, spec->coaxial, lowest);
                if (!(kc < lowest) || is_taken(&other, taken, n)) continue;
                lowest = kc;
                nd_format(name, 8, "%s%d%d", words[other.kind], other.m, other.n);
            }
    return lowest / slowness;
}
