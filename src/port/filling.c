/* The materials of a port's cross-section: what a mode needs of them, and which ones it cannot have. */
#include <math.h>
#include "port/mode.h"
#include "problem/pole.h"

#define LOSSES_MOST 1 /* imaginary over real part, above which a material conducts rather than insulates */

/* What the law and the problem say of the material of an element. */
struct media {
    double epsilon, mu, sigma, sigma_m;
    const struct nd_material *poles; /* null: it has none */
    const char *region;
};

static struct media media_of(const struct nd_port_setup *setup, nd_idx k)
{
    const struct nd_names *names = &setup->law->material;
    const nd_idx region = setup->mesh->region[k];
    const int material = setup->assign->material[region];
    const struct nd_material *m = &setup->problem->material[material];
    const double *own = setup->assign->constants + names->n * material;
    return (struct media){.epsilon = own[nd_names_find(names, "epsilon")],
                          .mu = own[nd_names_find(names, "mu")],
                          .sigma = own[nd_names_find(names, "sigma")],
                          .sigma_m = own[nd_names_find(names, "sigma_m")],
                          .poles = m->npoles ? m : NULL,
                          .region = setup->mesh->region_name[region]};
}

static void take(struct nd_mode *mode, const struct nd_port_setup *setup, const struct media *m)
{
    static const char *const names[2] = {"epsilon", "mu"};
    mode->filling = mode->epsilon = m->epsilon, mode->mu = m->mu;
    mode->sigma = m->sigma, mode->sigma_m = m->sigma_m, mode->poles = m->poles;
    for (int i = 0; i < 2; i++)
        mode->unit[i] = setup->problem->units == ND_UNITS_SI
                            ? setup->law->si[nd_names_find(&setup->law->material, names[i])]
                            : 1;
}

/* Notes how another material of the surface differs from the first. several: 1: a section, which can have layers. */
static int compare(struct nd_mode *mode, const struct media *m, int several, const char *where)
{
    int status = 0;
    const int same = mode->filling == m->epsilon && mode->mu == m->mu && mode->sigma_m == m->sigma_m;
    if (same && mode->sigma == m->sigma && mode->poles == m->poles) goto done;
    if (mode->poles || m->poles)
        FAIL(NUDGE_EVALUE, "%s: its surface has two materials, one of them with poles; a port needs one material there",
             where);
    if (!several || (mode->kind != ND_MODE_TEM && mode->kind != ND_MODE_HYBRID) || mode->mu != m->mu ||
        mode->sigma_m != m->sigma_m)
        FAIL(NUDGE_EVALUE,
             "%s: its surface has two materials; only section: {mode: TEM}, hybrid, hybrid1, hybrid2 ... support "
             "that, with one mu and one sigma_m",
             where);
    if (mode->filling != m->epsilon) mode->split = 1;
    mode->mixed = 1;
done:
    return status;
}

/* Modes are those of insulators: of real epsilon and mu, to which losses are a small change. */
static int check_losses(const struct nd_mode *mode, const struct media *m, const double band[2],
                        const char *where)
{
    int status = 0;
    struct nd_mode own = *mode;
    own.epsilon = m->epsilon, own.mu = m->mu, own.sigma = m->sigma, own.sigma_m = m->sigma_m;
    own.poles = m->poles, own.known[0].frequency = 0;
    for (int i = 0; i < 2; i++) {
        double complex at[2];
        nd_mode_media(&own, band[i], at);
        for (int c = 0; c < 2; c++)
            if (!(creal(at[c]) > 0 && -cimag(at[c]) <= LOSSES_MOST * creal(at[c])))
                FAIL(NUDGE_EVALUE,
                     "%s: at the frequency %.6g, an end of sparameters.band, %s of region '%s' is %.4g%+.4gi: the port "
                     "needs a line of insulators there",
                     where, band[i], c ? "mu" : "epsilon", m->region, creal(at[c]) / own.unit[c],
                     cimag(at[c]) / own.unit[c]);
    }
done:
    return status;
}

int nd_mode_filling(struct nd_mode *mode, const struct nd_port_setup *setup, int several, const char *where)
{
    int status = 0;
    nd_idx last = -1;
    for (nd_idx i = 0; i < mode->plane->n; i++) {
        const nd_idx k = mode->plane->face[i].element[0], region = setup->mesh->region[k];
        if (region == last) continue;
        const struct media m = media_of(setup, k);
        if (last < 0)
            take(mode, setup, &m);
        else
            TRY(compare(mode, &m, several, where));
        TRY(check_losses(mode, &m, setup->problem->sparameters.band.at, where));
        last = region;
    }
done:
    return status;
}
