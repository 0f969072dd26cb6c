/* Currents: dE/dt = ... - J / epsilon, dH/dt = ... - M / mu, as a profile at the nodes of the elements they flow in. */
#include <math.h>
#include <stdio.h>
#include "elem/geometry.h"
#include "mesh/locate.h"
#include "problem/expr.h"
#include "step/source.h"

/* What the law says of this kind of current. */
static int find_law(const struct nd_sources_setup *setup, const struct nd_source *source,
                    enum nd_current kind, const struct nd_current_names **current)
{
    int status = 0;
    char where[640];
    *current = &setup->law->current[kind];
    if (!(*current)->given)
        FAIL(NUDGE_EVALUE, "%s: law %s has no %s currents: its head lacks a line %s (doc/law.md)",
             nd_sources_where(setup, source, where), setup->law->name,
             kind == ND_ELECTRIC ? "electric" : "magnetic",
             kind == ND_ELECTRIC ? "LAW_ELECTRIC" : "LAW_MAGNETIC");
done:
    return status;
}

/* By which a density in element k becomes a rate. */
static double factor(const struct nd_sources_setup *setup, const struct nd_current_names *current, nd_idx k)
{
    const int material = setup->assign->material[setup->mesh->region[k]];
    return -1 / setup->assign->constants[material * setup->law->material.n + current->constant];
}

/* The projection of the delta function on the polynomials of the element, at its nodes: sum over modes psi(x) psi(x0) / J. */
static int project_point(const struct nd_sources_setup *setup, const struct nd_place *place, double *delta)
{
    int status = 0;
    const struct nd_elem *elem = setup->elem;
    const double r = 2 * place->L[1] - 1, s = 2 * place->L[2] - 1, t = 2 * place->L[3] - 1;
    double *psi = NULL, G[9], J;
    ALLOC(psi, elem->Np);
    TRY(nd_basis(elem->N, 1, &r, &s, &t, psi));
    nd_geometry_metric(setup->mesh, place->element, G, &J);
    for (int n = 0; n < elem->Np; n++) {
        delta[n] = 0;
        for (int m = 0; m < elem->Np; m++) delta[n] += elem->V[n * elem->Np + m] * psi[m] / J;
    }
done:
    free(psi);
    return status;
}

static int make_dipole(struct nd_emitter *e, struct nd_rhs *rhs, const struct nd_sources_setup *setup)
{
    int status = 0;
    const struct nd_source *source = e->source;
    const struct nd_current_names *current;
    const int Np = setup->elem->Np;
    struct nd_place place;
    char where[640];
    double *delta = NULL, *nodal = NULL;
    TRY(find_law(setup, source, source->dipole_kind, &current));
    TRY(nd_mesh_locate(setup->mesh, source->at, &place));
    if (place.element < 0)
        FAIL(NUDGE_EVALUE,
             "%s: dipole.at [%.6g, %.6g, %.6g] lies outside the mesh, by %.3g; the nearest point inside is "
             "[%.6g, "
             "%.6g, %.6g]",
             nd_sources_where(setup, source, where), source->at[0], source->at[1], source->at[2],
             place.distance, place.nearest[0], place.nearest[1], place.nearest[2]);
    ALLOC(delta, Np);
    ALLOC(nodal, Np * setup->law->fields.n);
    TRY(project_point(setup, &place, delta));
    for (int c = 0; c < 3; c++)
        for (int n = 0; n < Np; n++)
            nodal[current->field[c] * Np + n] =
                factor(setup, current, place.element) * source->moment[c] * delta[n];
    TRY(nd_subset_init(&e->subset, rhs, &place.element, 1));
    TRY(nd_subset_upload(&e->subset, nodal, &e->profile));
done:
    free(delta);
    free(nodal);
    return status;
}

/* One component of the density at the nodes of an element, times `scale`. */
static int evaluate(const struct nd_sources_setup *setup, struct nd_expr *expr, nd_idx k, double scale,
                    double *x, double *values)
{
    int status = 0;
    const int Np = setup->elem->Np;
    double v[ND_VARIABLES] = {0}, c[3];
    nd_geometry_nodes(setup->mesh, setup->elem, k, x, x + Np, x + 2 * Np);
    nd_geometry_centroid(setup->mesh, k, c);
    v[ND_XC] = c[0], v[ND_YC] = c[1], v[ND_ZC] = c[2];
    for (int n = 0; n < Np; n++) {
        v[ND_X] = x[n], v[ND_Y] = x[Np + n], v[ND_Z] = x[2 * Np + n];
        TRY(nd_expr_eval(expr, v, &values[n]));
        values[n] *= scale;
    }
done:
    return status;
}

/* Nodal rates [n][fields][Np] of the listed elements for a waveform of 1. */
static int evaluate_density(const struct nd_emitter *e, const struct nd_sources_setup *setup,
                            const struct nd_current_names *current, const nd_idx *element, nd_idx n,
                            double *nodal)
{
    static const char axis[] = "xyz";
    int status = 0;
    const int Np = setup->elem->Np, fields = setup->law->fields.n;
    struct nd_expr *expr = NULL;
    char where[640];
    double *x = NULL;
    ALLOC(x, 3 * Np);
    for (int c = 0; c < 3; c++) {
        if (!e->source->density[c]) continue;
        TRY(nd_expr_create(&expr, e->source->density[c], 0));
        for (nd_idx i = 0; i < n && !status; i++)
            status = evaluate(setup, expr, element[i], factor(setup, current, element[i]), x,
                              nodal + ((int64_t)i * fields + current->field[c]) * Np);
        nd_expr_destroy(expr);
        expr = NULL;
        if (status)
            nd_fail_prefix(status, "%s: current.%c", nd_sources_where(setup, e->source, where), axis[c]);
        TRY(status);
    }
done:
    nd_expr_destroy(expr);
    free(x);
    return status;
}

static int make_density(struct nd_emitter *e, struct nd_rhs *rhs, const struct nd_sources_setup *setup)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    const struct nd_source *source = e->source;
    const struct nd_current_names *current;
    char where[640];
    unsigned char *flag = NULL;
    nd_idx *element = NULL, n = 0;
    double *nodal = NULL;
    TRY(find_law(setup, source, source->current_kind, &current));
    if (!source->density[0] && !source->density[1] && !source->density[2])
        FAIL(NUDGE_EVALUE, "%s: current: give at least one of x, y, z",
             nd_sources_where(setup, source, where));
    ALLOC(flag, mesh->nregions + 1);
    TRY(nd_sources_mark(setup, source, "current.regions", &source->regions, flag));
    ALLOC(element, mesh->K);
    for (nd_idx k = 0; k < mesh->K; k++)
        if (flag[mesh->region[k]]) element[n++] = k;
    if (!n)
        FAIL(NUDGE_EVALUE, "%s: current.regions have no elements", nd_sources_where(setup, source, where));
    ALLOC(nodal, (size_t)n * (size_t)(setup->law->fields.n * setup->elem->Np));
    TRY(evaluate_density(e, setup, current, element, n, nodal));
    TRY(nd_subset_init(&e->subset, rhs, element, n));
    TRY(nd_subset_upload(&e->subset, nodal, &e->profile));
done:
    free(flag);
    free(element);
    free(nodal);
    return status;
}

int nd_emitter_make_current(struct nd_emitter *e, struct nd_rhs *rhs, const struct nd_sources_setup *setup)
{
    return e->source->dipole ? make_dipole(e, rhs, setup) : make_density(e, rhs, setup);
}
