/* The PML: how thick it is, in wavelengths. */
#include <math.h>
#include "preflight/preflight.h"

/* The least thickness over its sides. */
static double find_thickness(const struct nd_pml *pml)
{
    double thinnest = NAN;
    for (int i = 0; i < 6; i++)
        if (pml->thickness[i / 2][i % 2] > 0) thinnest = fmin(thinnest, pml->thickness[i / 2][i % 2]);
    return thinnest;
}

/* Products with a profile that varies inside an element are not exact, and may create energy. */
static int warn_of_layers(struct nd_preflight *pf)
{
    int status = 0;
    static const char *const name[3][2] = {{"xmin", "xmax"}, {"ymin", "ymax"}, {"zmin", "zmax"}};
    const struct nd_pml *pml = &pf->solver->pml;
    char where[512];
    for (int i = 0; i < 6; i++) {
        if (!(pml->thickness[i / 2][i % 2] > 0) || pml->layered[i / 2][i % 2]) continue;
        TRY(nd_preflight_warn(
            pf,
            "%s: the PML is not made of layers towards %s: it absorbs there as well as with "
            "layers, but in a long run its energy may grow; let mesh.pml grow it, or extrude "
            "it in flat layers",
            nd_problem_where(pf->solver->problem, pf->solver->problem->pml.line, where), name[i / 2][i % 2]));
        break;
    }
done:
    return status;
}

int nd_preflight_pml(struct nd_preflight *pf)
{
    int status = 0;
    const nudge_solver *s = pf->solver;
    double fastest = 0, slowest = INFINITY, edges = 0;
    char where[512];
    pf->pml_thickness = pf->pml_longest = pf->pml_shortest = NAN;
    for (nd_idx i = 0; i < s->mesh.nregions; i++) {
        struct nd_preflight_region *r = &pf->region[i];
        r->pml = s->pml.n && s->pml.region[i];
        if (!r->pml || !r->elements) continue;
        pf->pml_elements += r->elements;
        edges += (double)r->elements * r->edge_mean;
        fastest = fmax(fastest, r->speed);
        slowest = fmin(slowest, r->slowest);
    }
    if (!pf->pml_elements) goto done;
    TRY(warn_of_layers(pf));
    pf->pml_edge = edges / (double)pf->pml_elements;
    pf->pml_thickness = find_thickness(&s->pml);
    pf->pml_longest = fastest / pf->band.low;
    const double longest = fastest / pf->lowest; /* modes of ports meet it head-on, and are not counted */
    pf->pml_shortest = slowest / pf->band.high;
    /* A band that begins at 0 has no longest wave. */
    if (pf->lowest > 0 && pf->pml_thickness < 0.25 * longest)
        TRY(nd_preflight_warn(
            pf,
            "%s: the PML is %.3g thick, %.2g of the longest wavelength of the sources (%.4g, at "
            "the frequency %.4g): oblique waves and near fields may come back in part; a "
            "quarter or more is needed",
            nd_problem_where(s->problem, s->problem->pml.line, where), pf->pml_thickness,
            pf->pml_thickness / longest, longest, pf->lowest));
done:
    return status;
}
