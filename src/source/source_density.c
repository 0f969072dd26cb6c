/* Sources throughout regions, as profiles at the nodes of their elements; and how a law takes each kind of
 * source. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/format.h"
#include "elem/geometry.h"
#include "problem/expr.h"
#include "source/source.h"

/* The sources of a law, as a problem file calls them. */
static void list_sources(const struct nd_law *law, char *out, size_t n)
{
    static const char *const word[ND_SOURCE_KINDS] = {
        "dipole, current, ", "dipole and current of kind: magnetic, ", "monopole, volume_source, ",
        "force, body_force, ", "moment, "};
    size_t used = 0;
    out[0] = 0;
    for (int i = 0; i < ND_SOURCE_KINDS && used < n; i++)
        if (law->source[i].n) used += (size_t)nd_format(out + used, n - used, "%s", word[i]);
    if (used < n) nd_format(out + used, n - used, "%spoint, rate", law->nwave ? "plane_wave, " : "");
}

int nd_sources_kind(const struct nd_sources_setup *setup, const struct nd_source *source,
                    const struct nd_law_source **kind)
{
    int status = 0;
    const enum nd_source_kind which = nd_source_kind(source);
    char where[640], all[256];
    *kind = &setup->law->source[which];
    list_sources(setup->law, all, sizeof all);
    if (!(*kind)->n)
        FAIL(NUDGE_EVALUE,
             "%s: law %s has no source '%s'%s; its sources are: %s%s (the head of a law declares them, this "
             "one with "
             "%s: doc/reference/law.md)",
             nd_sources_where(setup, source, where), setup->law->name, nd_source_word(source),
             which == ND_MAGNETIC ? " of kind magnetic" : "", all,
             source->dipole && setup->law->source[ND_FORCE].n ? "; an acoustic dipole is a force" : "",
             nd_law_source_word(which));
done:
    return status;
}

int nd_sources_check_scalar(const struct nd_sources_setup *setup, const struct nd_source *source, nd_idx k)
{
    int status = 0;
    char where[640];
    const struct nd_material *m = &setup->problem->material[setup->assign->material[setup->mesh->region[k]]];
    if (m->tensor)
        FAIL(NUDGE_EVALUE,
             "%s: it is in material '%s', whose epsilon or mu is a tensor: currents are supported in scalar materials "
             "only; put it into one, or give rates of fields by %s",
             nd_sources_where(setup, source, where), m->name, nd_source_is_point(source) ? "point" : "rate");
done:
    return status;
}

double nd_sources_factor(const struct nd_sources_setup *setup, const struct nd_law_source *kind, nd_idx k)
{
    const int material = setup->assign->material[setup->mesh->region[k]];
    return kind->sign *
           (kind->factor < 0 ? 1 : setup->medium[material * setup->law->medium.n + kind->factor]);
}

int nd_sources_field(const struct nd_sources_setup *setup, const struct nd_source *source, int i, int *field)
{
    int status = 0;
    const struct nd_names *fields = &setup->law->fields;
    const char *name = source->fields.at[i].name;
    char where[640], all[512];
    *field = nd_names_find(fields, name);
    if (*field >= 0) goto done;
    const char *near = nd_text_nearest(name, (const char *const *)fields->at, fields->n);
    nd_names_list(fields, all, sizeof all);
    FAIL(NUDGE_EVALUE, "%s: %s.fields: '%.80s' is not a field of law %s%s%s%s; its fields are %s",
         nd_sources_where(setup, source, where), nd_source_word(source), name, setup->law->name,
         near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "", all);
done:
    return status;
}

/* One density: an expression, its key in the problem file, and the field that it changes. */
struct density {
    const char *expression;
    char name[96];
    int field;
    const struct nd_law_source *kind; /* null: the expression is a rate already */
};

/* Lists the densities of a source, at most ND_FIELDS_MOST. */
static int list_densities(const struct nd_sources_setup *setup, const struct nd_source *source,
                          struct density *list, int *n)
{
    int status = 0;
    const struct nd_law_source *kind;
    char where[640];
    *n = 0;
    if (source->rate) {
        for (int i = 0; i < source->fields.n && i < ND_FIELDS_MOST; i++) {
            struct density *d = &list[(*n)++];
            *d = (struct density){.expression = source->fields.at[i].value};
            nd_format(d->name, sizeof d->name, "rate.fields.%.60s", source->fields.at[i].name);
            TRY(nd_sources_field(setup, source, i, &d->field));
        }
    } else {
        TRY(nd_sources_kind(setup, source, &kind));
        for (int c = 0; c < kind->n; c++) {
            if (!source->density[c]) continue;
            struct density *d = &list[(*n)++];
            *d = (struct density){.expression = source->density[c], .field = kind->field[c], .kind = kind};
            nd_format(d->name, sizeof d->name, "%s.%s", nd_source_word(source),
                      kind->n == 1 ? "density" : (const char *const[]){"x", "y", "z"}[c]);
        }
    }
    if (!*n)
        FAIL(NUDGE_EVALUE, "%s: %s: give at least one of %s", nd_sources_where(setup, source, where),
             nd_source_word(source), source->rate ? "the law's fields" : "x, y, z");
done:
    return status;
}

/* The place of a node in the first copy of the mesh, and the part of exp(-i k.x) there that belongs to element k's
 * copy; 1 without a wave vector. */
static double place_and_phase(const struct nd_sources_setup *setup, nd_idx e, double x[3])
{
    const struct nd_mesh *mesh = setup->mesh;
    const double *k = setup->problem->floquet.k;
    if (!mesh->real) return 1;
    for (int c = 0; c < 3 && e >= mesh->real; c++) x[c] -= mesh->apart[c];
    const double angle = k[0] * x[0] + k[1] * x[1] + k[2] * x[2];
    return e < mesh->real ? cos(angle) : -sin(angle);
}

/* values: the expression at the nodes of element k, times scale. x: room for [3][Np]. */
static int evaluate(const struct nd_sources_setup *setup, struct nd_expr *expr, nd_idx k, double scale,
                    double *x, double *values)
{
    int status = 0;
    const int Np = setup->elem->Np;
    double v[ND_VARIABLES] = {0}, c[3];
    nd_geometry_nodes(setup->mesh, setup->elem, k, x, x + Np, x + 2 * Np);
    nd_geometry_centroid(setup->mesh, k, c);
    place_and_phase(setup, k, c);
    v[ND_XC] = c[0], v[ND_YC] = c[1], v[ND_ZC] = c[2];
    for (int n = 0; n < Np; n++) {
        double at[3] = {x[n], x[Np + n], x[2 * Np + n]};
        const double phase = place_and_phase(setup, k, at);
        v[ND_X] = at[0], v[ND_Y] = at[1], v[ND_Z] = at[2];
        TRY(nd_expr_eval(expr, v, &values[n]));
        values[n] *= scale * phase;
    }
done:
    return status;
}

/* nodal: the rates [n][fields][Np] of the listed elements for a waveform of 1. */
static int evaluate_all(const struct nd_sources_setup *setup, const struct nd_source *source,
                        const nd_idx *element, nd_idx n, double *nodal)
{
    int status = 0, count;
    const int Np = setup->elem->Np, fields = setup->law->fields.n;
    struct density list[ND_FIELDS_MOST];
    struct nd_expr *expr = NULL;
    char where[640];
    double *x = NULL;
    ALLOC(x, 3 * Np);
    TRY(list_densities(setup, source, list, &count));
    for (nd_idx i = 0; i < n && count && list[0].kind; i++) TRY(nd_sources_check_scalar(setup, source, element[i]));
    for (int d = 0; d < count; d++) {
        TRY(nd_expr_create(&expr, list[d].expression, 0));
        for (nd_idx i = 0; i < n && !status; i++)
            status = evaluate(setup, expr, element[i],
                              list[d].kind ? nd_sources_factor(setup, list[d].kind, element[i]) : 1, x,
                              nodal + ((int64_t)i * fields + list[d].field) * Np);
        nd_expr_destroy(expr);
        expr = NULL;
        if (status) nd_fail_prefix(status, "%s: %s", nd_sources_where(setup, source, where), list[d].name);
        TRY(status);
    }
done:
    nd_expr_destroy(expr);
    free(x);
    return status;
}

int nd_emitter_make_density(struct nd_emitter *e, struct nd_rhs *rhs, const struct nd_sources_setup *setup)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    const struct nd_source *source = e->source;
    char where[640], what[64];
    unsigned char *flag = NULL;
    nd_idx *element = NULL, n = 0;
    double *nodal = NULL;
    nd_format(what, sizeof what, "%s.regions", nd_source_word(source));
    ALLOC(flag, mesh->nregions + 1);
    TRY(nd_sources_mark(setup, source, what, &source->regions, flag));
    ALLOC(element, mesh->K);
    for (nd_idx k = 0; k < mesh->K; k++)
        if (flag[mesh->region[k]]) element[n++] = k;
    if (!n) FAIL(NUDGE_EVALUE, "%s: %s have no elements", nd_sources_where(setup, source, where), what);
    ALLOC(nodal, (size_t)n * (size_t)(setup->law->fields.n * setup->elem->Np));
    TRY(evaluate_all(setup, source, element, n, nodal));
    TRY(nd_subset_init(&e->subset, rhs, element, n));
    TRY(nd_subset_upload(&e->subset, nodal, &e->profile));
done:
    free(flag);
    free(element);
    free(nodal);
    return status;
}
