/* Sources and monitors that are where, or at a frequency, they can do nothing good. */
#include <math.h>
#include <string.h>
#include "mesh/locate.h"
#include "preflight/preflight.h"

static int is_in_shell(const struct nd_preflight *pf, const double at[3], int *in_shell)
{
    int status = 0;
    struct nd_place place;
    TRY(nd_mesh_locate(&pf->solver->mesh, at, &place));
    *in_shell = place.element >= 0 && pf->region[pf->solver->mesh.region[place.element]].shell;
done:
    return status;
}

/* Scattered fields come from every wall, also from one behind an absorbing shell. */
static int warn_of_wall(struct nd_preflight *pf, const struct nd_source *s, const char *where)
{
    int status = 0;
    const struct nd_mesh *mesh = &pf->solver->mesh;
    for (nd_idx r = 0; r < mesh->nregions && s->plane_wave && !s->total.n; r++) {
        const nd_idx wall = pf->solver->monitors.wall[r];
        if (!pf->region[r].shell || wall < 0) continue;
        if (pf->boundary[wall].sheet)
            TRY(nd_preflight_warn(pf,
                                  "%s: the wave of source '%s' is scattered by boundary '%s' also inside of "
                                  "the absorbing shell; "
                                  "let that wall end before the shell, or name regions in plane_wave.total",
                                  where, s->named.name, mesh->boundary_name[wall]));
        else
            TRY(nd_preflight_warn(pf,
                                  "%s: the wave of source '%s' is scattered by boundary '%s', behind the "
                                  "absorbing shell, as by a "
                                  "body; let that boundary be %s",
                                  where, s->named.name, mesh->boundary_name[wall],
                                  pf->solver->law.open.n ? pf->solver->law.open.at[0] : "open"));
        break;
    }
done:
    return status;
}

static int warn_of_source(struct nd_preflight *pf, const struct nd_source *s)
{
    int status = 0, in_shell, silent = !s->point;
    char where[512];
    nd_problem_where(pf->solver->problem, s->named.line, where);
    for (nd_idx r = 0; r < pf->solver->mesh.nregions; r++)
        for (int i = 0; i < s->regions.n; i++)
            if (pf->region[r].shell && !strcmp(s->regions.at[i], pf->solver->mesh.region_name[r]))
                TRY(nd_preflight_warn(
                    pf,
                    "%s: source '%s' is in region '%s', of the absorbing shell, which takes what it "
                    "sends; leave that region out",
                    where, s->named.name, s->regions.at[i]));
    TRY(warn_of_wall(pf, s, where));
    if (s->plane_wave || s->regions.n) goto done;
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
static int warn_of_frequencies(struct nd_preflight *pf, const struct nd_monitor_spec *m, const char *where)
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

/* Where no source tells what the mesh must hold, monitors do. */
static int warn_of_resolution(struct nd_preflight *pf, const struct nd_monitor_spec *m, const char *where)
{
    int status = 0;
    const struct nd_mesh *mesh = &pf->solver->mesh;
    double highest = 0;
    if (pf->highest >= 0) goto done;
    for (int i = 0; i < m->frequencies.n; i++) highest = fmax(highest, m->frequencies.at[i]);
    for (nd_idx r = 0; r < mesh->nregions; r++) {
        if (!pf->region[r].elements || !(highest > pf->region[r].reach)) continue;
        TRY(nd_preflight_warn(
            pf,
            "%s: monitor '%s' looks at the frequency %.4g, where region '%s' has %.2g nodes a "
            "wavelength; %d or more are wanted: refine the mesh or raise the order",
            where, m->named.name, highest, mesh->region_name[r],
            ND_POINTS_FAIR * pf->region[r].reach / highest, ND_POINTS_FAIR));
        break;
    }
done:
    return status;
}

static int is_around(const struct nd_monitor_spec *m, const char *region)
{
    for (int i = 0; i < m->around.n; i++)
        if (!strcmp(m->around.at[i], region)) return 1;
    return 0;
}

/* Cross-sections are what comes out by what comes in. */
static int warn_of_mixture(struct nd_preflight *pf, const struct nd_monitor_spec *m, const char *where)
{
    int status = 0, waves = 0;
    const nudge_problem *p = pf->solver->problem;
    for (int i = 0; i < p->sources.n; i++) waves += nd_problem_source(p, i)->plane_wave;
    if (m->far && waves > 0 && waves < p->sources.n)
        TRY(nd_preflight_warn(
            pf,
            "%s: monitor '%s' divides by the plane wave what comes from all sources together; compute "
            "the wave by itself for cross-sections",
            where, m->named.name));
done:
    return status;
}

/* Bodies outside of a far field's surface scatter, too; an absorbing shell may end at any wall. */
static int warn_of_outside(struct nd_preflight *pf, const struct nd_monitor_spec *m,
                           const struct nd_monitor *monitor, const char *where)
{
    int status = 0;
    const nudge_solver *s = pf->solver;
    const struct nd_mesh *mesh = &s->mesh;
    const size_t n = (size_t)s->law.material.n;
    for (nd_idx r = 0; r < mesh->nregions && m->far; r++) {
        const nd_idx wall = s->monitors.wall[r], surface = mesh->region[monitor->surface.element[0]];
        const double *own = s->assign.constants + n * (size_t)s->assign.material[r],
                     *medium = s->assign.constants + n * (size_t)s->assign.material[surface];
        if (!pf->region[r].elements || pf->region[r].shell || is_around(m, mesh->region_name[r])) continue;
        if (wall < 0 && !memcmp(own, medium, n * sizeof *own)) continue;
        TRY(nd_preflight_warn(
            pf,
            "%s: monitor '%s' has %s '%s' outside of its surface: what that scatters is not part of the "
            "far field, and may disturb it; name its region in 'around', too",
            where, m->named.name, wall < 0 ? "another material, in region" : "a wall, boundary",
            wall < 0 ? mesh->region_name[r] : mesh->boundary_name[wall]));
        break;
    }
done:
    return status;
}

/* Sums over time are of what has come until the run ends: is a source still at work then, with a hundredth of its peak or more? */
static int warn_of_end(struct nd_preflight *pf, struct nd_emitter *e)
{
    enum { LOOKS = 1024 };
    int status = 0;
    const double end = nd_waveform_end(&e->wave), last = pf->solver->schedule.end;
    double value[LOOKS + 1], peak = 0, until = 0;
    if (!isfinite(end) || !(end > last)) goto done;
    for (int i = 0; i <= LOOKS; i++) {
        TRY(nd_waveform_at(&e->wave, end * i / LOOKS, &value[i]));
        peak = fmax(peak, fabs(value[i]));
    }
    for (int i = 0; i <= LOOKS; i++)
        if (fabs(value[i]) > 0.01 * peak) until = end * i / LOOKS;
    if (until > last)
        TRY(nd_preflight_warn(
            pf,
            "the run ends at t = %.4g, and source '%s' is at work until %.4g: what monitors find at "
            "their frequencies is of a part of it only; let time.end be later",
            last, e->source->named.name, until));
done:
    return status;
}

static int warn_of_monitor(struct nd_preflight *pf, const struct nd_monitor_spec *m,
                           const struct nd_monitor *monitor)
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
    TRY(warn_of_resolution(pf, m, where));
    TRY(warn_of_outside(pf, m, monitor, where));
    TRY(warn_of_mixture(pf, m, where));
done:
    return status;
}

int nd_preflight_look(struct nd_preflight *pf)
{
    int status = 0;
    const nudge_problem *p = pf->solver->problem;
    int sums = 0;
    for (int i = 0; i < p->monitors.n; i++) sums |= nd_problem_monitor(p, i)->frequencies.n > 0;
    for (int i = 0; i < p->sources.n; i++) {
        TRY(warn_of_source(pf, nd_problem_source(p, i)));
        if (sums) TRY(warn_of_end(pf, &pf->solver->sources.at[i]));
    }
    for (int i = 0; i < p->monitors.n; i++)
        TRY(warn_of_monitor(pf, nd_problem_monitor(p, i), &pf->solver->monitors.at[i]));
    if (!p->sources.n && !p->initial.n)
        TRY(nd_preflight_warn(pf, "%s: there are no sources and no initial fields: nothing will happen",
                              p->path));
done:
    return status;
}
