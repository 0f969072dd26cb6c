/* Wavelengths in materials with poles. */
#include <math.h>
#include "preflight/preflight.h"
#include "problem/pole.h"

/* Where waves decay instead of travelling, 2 pi times the depth of their decay counts as the wavelength. */
double nd_preflight_slowest(const struct nd_preflight *pf, nd_idx region)
{
    enum { SAMPLES = 100 };
    const nudge_solver *s = pf->solver;
    const int material = s->assign.material[region];
    const struct nd_material *m = &s->problem->material[material];
    double slowest = s->slowest[region];
    if (!m->npoles || !(pf->band.high > 0)) return slowest;
    const double epsilon = nd_solver_constant(s, material, "epsilon"), mu = nd_solver_constant(s, material, "mu");
    for (int i = 1; i <= SAMPLES; i++) {
        const double f = pf->band.low + (pf->band.high - pf->band.low) * i / SAMPLES;
        const double complex electric = epsilon + nd_poles_at(m, false, f),
                             magnetic = mu + nd_poles_at(m, true, f);
        const double ratio = sqrt(epsilon * mu / (cabs(electric) * cabs(magnetic)));
        slowest = fmin(slowest, s->slowest[region] * ratio * pf->band.high / f);
    }
    return slowest;
}
