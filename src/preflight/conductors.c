/* Conductors: their impedance is right in a band, which must be that of the sources and ports. */
#include <math.h>
#include "base/format.h"
#include "face/conductor.h"
#include "preflight/preflight.h"

#define OFF_MOST 0.02 /* relative error of the impedance that needs no warning */
#define SPAN     100  /* a spectrum that begins at 0 is compared from its end over this */

static int is_used(const nudge_solver *s, int conductor)
{
    int used = 0;
    for (nd_idx b = 0; b < s->mesh.nboundaries; b++)
        used |= s->assign.surface[b].kind == ND_SURFACE_CONDUCTOR &&
                s->assign.surface[b].conductor == conductor && s->assign.faces[b] + s->assign.sheet[b];
    return used;
}

/* The largest error of the impedance outside the band, from low to high, and where it is. */
static double worst_error(const struct nd_conductor_spec *c, double low, double high, double *at)
{
    enum { SAMPLES = 50 };
    const struct nd_conductor_fit fit =
        nd_conductor_fit(1, 2 * M_PI * c->band.at[0], 2 * M_PI * c->band.at[1]);
    double worst = -1;
    for (int i = 0; i <= SAMPLES; i++) {
        const double f = low * pow(high / low, (double)i / SAMPLES),
                     error = nd_conductor_error(&fit, 1, 2 * M_PI * f);
        if (error > worst && (f < c->band.at[0] || f > c->band.at[1])) worst = error, *at = f;
    }
    return worst;
}

/* what: "source 'a' radiates". */
static int compare(struct nd_preflight *pf, const struct nd_conductor_spec *c, const char *what,
                   const struct nd_band *b)
{
    int status = 0;
    const nudge_problem *p = pf->solver->problem;
    const bool si = nd_problem_si(p);
    char where[512], text[5][32];
    const double high = b->vital, low = fmax(b->low, high / SPAN),
                 value[4] = {b->low, high, c->band.at[0], c->band.at[1]};
    double at = low, off;
    if (!(high > 0 && low <= high) || (low >= value[2] && high <= value[3])) return 0;
    off = worst_error(c, low, high, &at);
    if (!(off > OFF_MOST)) return 0;
    for (int i = 0; i < 5; i++) nd_quantity_text(i < 4 ? value[i] : at, ND_DIM_FREQUENCY, si, text[i]);
    TRY(nd_preflight_warn(
        pf,
        "%s: %s from %s to %s, and conductor '%s' has the band %s to %s: at %s its surface impedance, "
        "and with it the loss, is off by %.2g %%; let conductors.%s.band cover these frequencies",
        nd_problem_where(p, c->named.line, where), what, text[0], text[1], c->named.name, text[2], text[3],
        text[4], 100 * off, c->named.name));
done:
    return status;
}

int nd_preflight_conductors(struct nd_preflight *pf)
{
    int status = 0;
    const nudge_problem *p = pf->solver->problem;
    for (int i = 0; i < p->conductors.n; i++) {
        const struct nd_conductor_spec *c = nd_problem_conductor(p, i);
        if (!is_used(pf->solver, i)) continue;
        for (int j = 0; j < p->sources.n; j++) {
            char what[160];
            nd_format(what, sizeof what, "source '%.100s' radiates", nd_problem_source(p, j)->named.name);
            TRY(compare(pf, c, what, &pf->source[j]));
        }
        if (!p->ports.n || p->sparameters.band.n != 2) continue;
        const struct nd_band b = {p->sparameters.band.at[0], p->sparameters.band.at[1],
                                  p->sparameters.band.at[1]};
        TRY(compare(pf, c, "sparameters.band is", &b));
    }
done:
    return status;
}
