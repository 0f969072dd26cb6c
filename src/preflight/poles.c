/* Wavelengths in materials with poles, and loss tangents far from the frequencies of sources. */
#include <math.h>
#include "base/format.h"
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

int nd_preflight_losses(struct nd_preflight *pf)
{
    int status = 0;
    const nudge_problem *p = pf->solver->problem;
    const bool si = nd_problem_si(p);
    const double high = pf->band.high, low = fmax(pf->band.low, high / 100), f = sqrt(low * high);
    char where[512], at[32], from[32], to[32];
    for (int i = 0; i < p->nmaterials; i++) {
        const struct nd_material *m = &p->material[i];
        if (!(m->loss_tangent > 0) || !(m->loss_at < low / 10 || m->loss_at > 10 * high)) continue;
        TRY(nd_preflight_warn(pf,
                              "%s: material '%s': loss_tangent.at is %s, and waves have %s to %s: its loss "
                              "tangent is %.2g there, for "
                              "that of a conductivity falls as 1/f; give one at a frequency of the waves%s",
                              nd_problem_where(p, m->loss_line, where), m->name,
                              nd_quantity_text(m->loss_at, ND_DIM_FREQUENCY, si, at),
                              nd_quantity_text(low, ND_DIM_FREQUENCY, si, from),
                              nd_quantity_text(high, ND_DIM_FREQUENCY, si, to),
                              m->loss_tangent * m->loss_at / f, si ? ", with its unit, as 10 GHz" : ""));
    }
done:
    return status;
}
