/* Sources and monitors that are where, or at a frequency, they can do nothing good. */
#include <math.h>
#include <string.h>
#include "mesh/locate.h"
#include "preflight.h"

static int is_in_shell(const struct nd_preflight *pf, const double at[3], int *in_shell)
{
    int status = 0;
    struct nd_place place;
    TRY(nd_mesh_locate(&pf->solver->mesh, at, &place));
    *in_shell = place.element >= 0 && pf->region[pf->solver->mesh.region[place.element]].shell;
done:
    return status;
}

static int warn_of_source(struct nd_preflight *pf, const struct nd_source *s)
{
    int status = 0, in_shell, silent = !s->point;
    char where[512];
    if (s->plane_wave || s->regions.n) goto done;
    nd_problem_where(pf->solver->problem, s->named.line, where);
    for (int i = 0; i < 6; i++) silent &= s->value[i] == 0;
    if (silent)
        TRY(nd_preflight_warn(pf, "%s: source '%s' makes no waves: its %s is zero", where, s->named.name,
                              s->dipole     ? "moment"
                              : s->monopole ? "strength"
                              : s->force    ? "vector"
                                            : "tensor"));
    TRY(is_in_shell(pf, s->at, &in_shell));
    if (in_shell)
        TRY(nd_preflight_warn(
            pf,
            "%s: source '%s' lies in the absorbing shell, which takes what it sends; move it "
            "inside, or let the mesh reach further before the shell begins",
            where, s->named.name));
done:
    return status;
}

/* Frequencies that no source holds have nothing but errors, and far fields are divided by what comes in. */
static int warn_of_frequencies(struct nd_preflight *pf, const struct nd_monitor *m, const char *where)
{
    int status = 0;
    const nudge_problem *p = pf->solver->problem;
    for (int i = 0; i < m->frequencies.n; i++) {
        const double f = m->frequencies.at[i];
        int held = 0;
        for (int j = 0; j < p->sources.n; j++) {
            const struct nd_band b = pf->source[j];
            /* A sine that begins and ends has more than its own; a spectrum without end falls slowly. */
            held |= isnan(b.high) || b.low == b.high || b.vital < b.high || (f >= b.low && f <= b.high);
        }
        if (held || p->initial.n || !p->sources.n) continue;
        TRY(nd_preflight_warn(
            pf,
            "%s: monitor '%s' looks at the frequency %.4g, and the sources hold next to nothing "
            "there: %.4g to %.4g are within 30 dB of their largest",
            where, m->named.name, f, pf->band.low, pf->band.high));
        break;
    }
done:
    return status;
}

static int warn_of_monitor(struct nd_preflight *pf, const struct nd_monitor *m)
{
    int status = 0, in_shell = 0;
    const struct nd_mesh *mesh = &pf->solver->mesh;
    char where[512];
    nd_problem_where(pf->solver->problem, m->named.line, where);
    if (m->probe) TRY(is_in_shell(pf, m->at, &in_shell));
    for (int i = 0; i < m->around.n; i++)
        for (nd_idx r = 0; r < mesh->nregions; r++)
            in_shell |= pf->region[r].shell && !strcmp(m->around.at[i], mesh->region_name[r]);
    if (in_shell)
        TRY(nd_preflight_warn(
            pf,
            "%s: monitor '%s' looks at fields in the absorbing shell, which are not those of waves in "
            "the open; %s",
            where, m->named.name, m->probe ? "move it inside" : "leave the shell out of 'around'"));
    TRY(warn_of_frequencies(pf, m, where));
done:
    return status;
}

int nd_preflight_look(struct nd_preflight *pf)
{
    int status = 0;
    const nudge_problem *p = pf->solver->problem;
    for (int i = 0; i < p->sources.n; i++) TRY(warn_of_source(pf, nd_problem_source(p, i)));
    for (int i = 0; i < p->monitors.n; i++) TRY(warn_of_monitor(pf, nd_problem_monitor(p, i)));
done:
    return status;
}
