/* The absorbing shell: how deep it is, in wavelengths. */
#include <math.h>
#include "preflight/preflight.h"

/* Where it is thinnest. */
static double find_thickness(const struct nd_pml *shell)
{
    double thinnest = NAN;
    for (int i = 0; i < 6; i++)
        if (shell->thickness[i / 2][i % 2] > 0) thinnest = fmin(thinnest, shell->thickness[i / 2][i % 2]);
    return thinnest;
}

/* Products with a profile that varies in an element are not exact, and may make energy. */
static int warn_of_layers(struct nd_preflight *pf)
{
    int status = 0;
    static const char *const name[3][2] = {{"xmin", "xmax"}, {"ymin", "ymax"}, {"zmin", "zmax"}};
    const struct nd_pml *shell = &pf->solver->pml;
    char where[512];
    for (int i = 0; i < 6; i++) {
        if (!(shell->thickness[i / 2][i % 2] > 0) || shell->layered[i / 2][i % 2]) continue;
        TRY(nd_preflight_warn(pf,
                              "%s: the absorbing shell is not made of layers towards %s: it absorbs there as "
                              "well as with layers, but "
                              "in a long run its energy may grow; let mesh.pml grow it, or extrude it in "
                              "layers that are flat",
                              nd_problem_where(pf->solver->problem, pf->solver->problem->pml.line, where),
                              name[i / 2][i % 2]));
        break;
    }
done:
    return status;
}

int nd_preflight_shell(struct nd_preflight *pf)
{
    int status = 0;
    const nudge_solver *s = pf->solver;
    double fastest = 0, slowest = INFINITY, edges = 0;
    char where[512];
    pf->shell_thickness = pf->shell_longest = pf->shell_shortest = NAN;
    for (nd_idx i = 0; i < s->mesh.nregions; i++) {
        struct nd_preflight_region *r = &pf->region[i];
        r->shell = s->pml.n && s->pml.region[i];
        if (!r->shell || !r->elements) continue;
        pf->shell_elements += r->elements;
        edges += (double)r->elements * r->edge_mean;
        fastest = fmax(fastest, r->speed);
        slowest = fmin(slowest, r->slowest);
    }
    if (!pf->shell_elements) goto done;
    TRY(warn_of_layers(pf));
    pf->shell_edge = edges / (double)pf->shell_elements;
    pf->shell_thickness = find_thickness(&s->pml);
    pf->shell_longest = fastest / pf->band.low;
    pf->shell_shortest = slowest / pf->band.high;
    /* A band that begins at 0 has no longest wave. */
    if (pf->band.low > 0 && pf->shell_thickness < 0.25 * pf->shell_longest)
        TRY(nd_preflight_warn(pf,
                              "%s: the absorbing shell is %.3g thick, %.2g of the longest wavelength of the "
                              "sources (%.4g, at the frequency %.4g): what meets it at a slant, or is still "
                              "near its source, may "
                              "come back in part; a quarter or more is wanted",
                              nd_problem_where(s->problem, s->problem->pml.line, where), pf->shell_thickness,
                              pf->shell_thickness / pf->shell_longest, pf->shell_longest, pf->band.low));
done:
    return status;
}
