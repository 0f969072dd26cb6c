/* Conditions as problem files write them. */
#include "law/condition.h"

#include <string.h>
#include "base/format.h"
#include "problem/units.h"

const char *nd_condition_nearest(const char *name, char *const *names, int n, char out[96])
{
    const char *near = nd_text_nearest(name, (const char *const *)names, n);
    out[0] = 0;
    if (near) nd_format(out, 96, " (did you mean '%.60s'?)", near);
    return out;
}

/* A condition as it is written: "pec", "impedance 50", "sheet 50", or a name of conductors or sheets. */
struct written {
    char name[64];
    const char *rest; /* what is behind the name */
    char where[512];
};

static void read_words(const nudge_problem *problem, const struct nd_pair *p, struct written *w)
{
    const size_t n = strcspn(p->value, " \t");
    nd_format(w->name, sizeof w->name, "%.*s", (int)n, p->value);
    w->rest = p->value + n + strspn(p->value + n, " \t");
    nd_problem_where(problem, p->line, w->where);
}

/* Fields and constants of the medium are those of Maxwell's equations: impedances are in ohms. */
static bool is_maxwell(const struct nd_law *law)
{
    bool known = nd_names_find(&law->medium, "Z") >= 0 && nd_names_find(&law->medium, "Y") >= 0;
    static const char *const fields[] = {"Ex", "Ey", "Ez", "Hx", "Hy", "Hz"};
    for (int i = 0; i < 6; i++) known &= nd_names_find(&law->fields, fields[i]) == i;
    return known;
}

static int read_value(const nudge_problem *problem, const struct nd_law *law, const struct nd_pair *p,
                      const struct written *w, double *value)
{
    int status = 0;
    struct nd_text why = {0};
    const enum nd_dim dim = is_maxwell(law) ? ND_DIM_RESISTANCE : ND_DIM_NONE;
    const struct nd_node node = {.kind = ND_SCALAR, .text = (char *)w->rest};
    const bool si = problem->units == ND_UNITS_SI;
    if (!*w->rest)
        FAIL(NUDGE_EVALUE, "%s: boundary '%s': %s needs a value, for example '%s 50'", w->where,
             p->name, w->name, w->name);
    nd_quantity_why(&node, dim, si, &why);
    TRY(nd_text_check(&why));
    /* Single precision holds these values, and sums and products of them. */
    if (why.n || !nd_quantity_value(&node, dim, value) || !(*value >= 1e-15 && *value <= 1e15))
        FAIL(NUDGE_EVALUE,
             "%s: boundary '%s': '%s' cannot be the value of %s: a number above 0, from 1e-15 "
             "to 1e15, is required%s",
             w->where, p->name, w->rest, w->name, why.n ? why.s : "");
done:
    nd_text_clear(&why);
    return status;
}

/* The conductor of this name; -1: none. */
static int find_conductor(const nudge_problem *problem, const char *name)
{
    for (int i = 0; i < problem->conductors.n; i++)
        if (!strcmp(nd_problem_conductor(problem, i)->named.name, name)) return i;
    return -1;
}

/* The sheet of this name; -1: none. */
static int find_sheet(const nudge_problem *problem, const char *name)
{
    for (int i = 0; i < problem->sheets.n; i++)
        if (!strcmp(nd_problem_sheet(problem, i)->named.name, name)) return i;
    return -1;
}

/* Only Maxwell's equations have films with a resistance; their names are no other condition's. */
static int check_sheet(const nudge_problem *problem, const struct nd_law *law, const struct nd_sheet_spec *s)
{
    int status = 0;
    char where[512];
    nd_problem_where(problem, s->named.line, where);
    if (nd_names_find(&law->sheets, "sheet") < 0)
        FAIL(NUDGE_EVALUE, "%s: sheet '%s': sheets are for law maxwell, not for %s", where, s->named.name, law->name);
    if (nd_names_find(&law->boundaries, s->named.name) >= 0 || nd_names_find(&law->sheets, s->named.name) >= 0)
        FAIL(NUDGE_EVALUE, "%s: sheet '%s': law %s has a condition of that name; choose another one", where,
             s->named.name, law->name);
    if (find_conductor(problem, s->named.name) >= 0)
        FAIL(NUDGE_EVALUE, "%s: sheet '%s': there is a conductor of that name; choose another one", where,
             s->named.name);
done:
    return status;
}

/* A conductor's name is no condition's, the law has electric and magnetic fields, and the band is one. */
static int check_conductor(const nudge_problem *problem, const struct nd_law *law,
                           const struct nd_conductor_spec *c)
{
    int status = 0;
    char where[512];
    nd_problem_where(problem, c->named.line, where);
    if (!is_maxwell(law))
        FAIL(NUDGE_EVALUE, "%s: conductor '%s': conductors are for law maxwell, not for %s", where,
             c->named.name, law->name);
    if (nd_names_find(&law->boundaries, c->named.name) >= 0 ||
        nd_names_find(&law->sheets, c->named.name) >= 0)
        FAIL(NUDGE_EVALUE, "%s: conductor '%s': law %s has a condition of that name; choose another one",
             where, c->named.name, law->name);
    if (c->band.n != 2 || !(c->band.at[0] > 0 && c->band.at[1] > c->band.at[0]))
        FAIL(NUDGE_EVALUE,
             "%s: conductor '%s': band is the lowest and the highest frequency, as [8e9, 12e9]: two numbers, "
             "the first above 0 and the second above the first",
             where, c->named.name);
    if (c->band.at[1] > 1e4 * c->band.at[0])
        FAIL(NUDGE_EVALUE,
             "%s: conductor '%s': band: %g is more than 10000 times %g; give the frequencies of the sources",
             where, c->named.name, c->band.at[1], c->band.at[0]);
done:
    return status;
}

static int refuse_condition(const nudge_problem *problem, const struct nd_law *law, const struct nd_pair *p,
                            const struct written *w)
{
    int status = 0, n = 0;
    char near[96], all[512];
    char *names[2 * ND_FIELDS_MOST + 128];
    if (!strcmp(w->name, "pml") || !strcmp(w->name, "PML") || !strcmp(w->name, "shell"))
        FAIL(NUDGE_EVALUE,
             "%s: boundary '%s': a PML is not a boundary condition but a layer of elements: add mesh.pml "
             "(or "
             "name regions of the mesh in pml.regions), and pml: {}; the boundary behind it can be absorbing",
             w->where, p->name);
    for (int i = 0; i < law->boundaries.n; i++) names[n++] = law->boundaries.at[i];
    for (int i = 0; i < law->sheets.n; i++) names[n++] = law->sheets.at[i];
    for (int i = 0; i < problem->conductors.n; i++) names[n++] = nd_problem_conductor(problem, i)->named.name;
    for (int i = 0; i < problem->sheets.n; i++) names[n++] = nd_problem_sheet(problem, i)->named.name;
    nd_names_join(names, n, all, sizeof all);
    FAIL(NUDGE_EVALUE, "%s: boundary '%s': '%s' is not a condition of law %s%s; it has %s", w->where, p->name,
         w->name, law->name, nd_condition_nearest(w->name, names, n, near), all);
done:
    return status;
}

int nd_condition_read(const nudge_problem *problem, const struct nd_law *law, const struct nd_pair *p,
                      int *condition, double *value, struct nd_assigned_surface *surface)
{
    int status = 0;
    struct written w;
    read_words(problem, p, &w);
    *surface = (struct nd_assigned_surface){.sheet = nd_names_find(&law->sheets, w.name)};
    *condition = nd_names_find(&law->boundaries, w.name);
    *value = 0;
    surface->conductor = find_conductor(problem, p->value);
    if (surface->conductor >= 0) {
        surface->kind = ND_SURFACE_CONDUCTOR;
        *condition = nd_law_absorbing(law);
        goto done;
    }
    const int film = find_sheet(problem, p->value);
    if (film >= 0) surface->sheet = nd_names_find(&law->sheets, "sheet");
    if (surface->sheet >= 0) {
        if (film >= 0)
            surface->value = nd_sheet_value(nd_problem_sheet(problem, film));
        else
            TRY(read_value(problem, law, p, &w, &surface->value));
        surface->kind = ND_SURFACE_SHEET;
        *condition = nd_law_absorbing(law);
        goto done;
    }
    if (*condition < 0) TRY(refuse_condition(problem, law, p, &w));
    if (*condition != law->valued && *w.rest)
        FAIL(NUDGE_EVALUE, "%s: boundary '%s': %s takes no value, and '%s' is behind it", w.where, p->name,
             w.name, w.rest);
    if (*condition == law->valued) TRY(read_value(problem, law, p, &w, value));
done:
    return status;
}

int nd_condition_check_surfaces(const nudge_problem *problem, const struct nd_law *law)
{
    int status = 0;
    for (int i = 0; i < problem->conductors.n; i++)
        TRY(check_conductor(problem, law, nd_problem_conductor(problem, i)));
    for (int i = 0; i < problem->sheets.n; i++) TRY(check_sheet(problem, law, nd_problem_sheet(problem, i)));
done:
    return status;
}
