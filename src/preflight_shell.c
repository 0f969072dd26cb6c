/* The absorbing shell: how deep it is, in wavelengths. */
#include <math.h>
#include <string.h>
#include "mesh/geometry.h"
#include "preflight.h"

static int is_shell(const struct nd_pml *pml, const char *name)
{
    const size_t n = strlen(name);
    if (!pml->given) return 0;
    for (int i = 0; i < pml->regions.n; i++)
        if (!strcmp(pml->regions.at[i], name)) return 1;
    return !pml->regions.n && n > 4 && !strcmp(name + n - 4, ".pml");
}

struct bounds {
    double low[3], high[3];
};

static void extend(struct bounds *bounds, const double *p)
{
    for (int i = 0; i < 3; i++) {
        bounds->low[i] = fmin(bounds->low[i], p[i]);
        bounds->high[i] = fmax(bounds->high[i], p[i]);
    }
}

/* The least distance, along an axis, between the boxes around all elements and around those that do not absorb; sides where the
 * two are the same have no shell. NaN where nothing is inside. */
static double find_thickness(const struct nd_preflight *pf)
{
    const struct nd_mesh *mesh = &pf->solver->mesh;
    struct bounds all = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}}, inner = all;
    double thinnest = NAN, size = 0;
    for (size_t i = 0; i < 4 * (size_t)mesh->K; i++) {
        const double *p = nd_mesh_vertex(mesh, mesh->EToV[i]);
        extend(&all, p);
        if (!pf->region[mesh->region[i / 4]].shell) extend(&inner, p);
    }
    for (int i = 0; i < 3; i++) size = fmax(size, all.high[i] - all.low[i]);
    for (int i = 0; i < 3 && isfinite(inner.low[0]); i++) {
        const double below = inner.low[i] - all.low[i], above = all.high[i] - inner.high[i];
        if (below > 1e-9 * size) thinnest = fmin(thinnest, below);
        if (above > 1e-9 * size) thinnest = fmin(thinnest, above);
    }
    return thinnest;
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
        r->shell = is_shell(&s->problem->pml, s->mesh.region_name[i]);
        if (!r->shell || !r->elements) continue;
        pf->shell_elements += r->elements;
        edges += (double)r->elements * r->edge_mean;
        fastest = fmax(fastest, r->speed);
        slowest = fmin(slowest, r->slowest);
    }
    if (!pf->shell_elements) goto done;
    pf->shell_edge = edges / (double)pf->shell_elements;
    pf->shell_thickness = find_thickness(pf);
    pf->shell_longest = fastest / pf->band.low;
    pf->shell_shortest = slowest / pf->band.high;
    /* A band that begins at 0 has no longest wave. */
    if (pf->band.low > 0 && pf->shell_thickness < 0.25 * pf->shell_longest)
        TRY(nd_preflight_warn(pf,
                              "%s: the absorbing shell is %.3g thick, %.2g of the longest wavelength of the "
                              "sources (%.4g, at the frequency %.4g), which it will reflect in part; a "
                              "quarter or more is wanted",
                              nd_problem_where(s->problem, s->problem->pml.line, where), pf->shell_thickness,
                              pf->shell_thickness / pf->shell_longest, pf->shell_longest, pf->band.low));
done:
    return status;
}
