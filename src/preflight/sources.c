/* Sources and monitors at places or frequencies where they do no good. */
#include <math.h>
#include <string.h>
#include "mesh/locate.h"
#include "monitor/orders.h"
#include "preflight/preflight.h"

#define FACE_LEAST 1e-6 /* a barycentric coordinate below this is on a face */

static int is_in_pml(const struct nd_preflight *pf, const double at[3], int *in_pml)
{
    int status = 0;
    struct nd_place place;
    TRY(nd_mesh_locate(&pf->solver->mesh, at, &place));
    *in_pml = place.element >= 0 && pf->region[pf->solver->mesh.region[place.element]].pml;
done:
    return status;
}

/* The directivity of a short dipole (tutorial, part 3) is 0.03 % off in an element, 0.04 % on an edge and 0.75 % at a
 * corner. On the surface of the mesh, as for a blow on the ground, there is no other place. */
static int warn_of_corner(struct nd_preflight *pf, const struct nd_source *s, const char *where)
{
    int status = 0;
    const struct nd_mesh *mesh = &pf->solver->mesh;
    struct nd_place place;
    TRY(nd_mesh_locate(mesh, s->at, &place));
    int inside = 0;
    for (int i = 0; i < 4; i++) inside += place.L[i] > FACE_LEAST;
    if (place.element < 0 || inside > 1) goto done;
    const nudge_element e = nd_element_describe(mesh, place.element);
    double beyond[3];
    for (int c = 0; c < 3; c++) beyond[c] = s->at[c] + 1e-3 * (s->at[c] - e.centroid[c]);
    TRY(nd_mesh_locate(mesh, beyond, &place));
    if (place.element < 0) goto done;
    TRY(nd_preflight_warn(pf,
                          "%s: source '%s' lies on a corner of element %lld, where its field may be less "
                          "accurate; move it into an "
                          "element, for example to [%.10g, %.10g, %.10g]",
                          where, s->named.name, (long long)e.number, 0.5 * (s->at[0] + e.centroid[0]),
                          0.5 * (s->at[1] + e.centroid[1]), 0.5 * (s->at[2] + e.centroid[2])));
done:
    return status;
}

/* Every wall scatters, also one behind a PML. */
static int warn_of_wall(struct nd_preflight *pf, const struct nd_source *s, const char *where)
{
    int status = 0;
    const struct nd_mesh *mesh = &pf->solver->mesh;
    for (nd_idx r = 0; r < mesh->nregions && s->plane_wave && !s->total.n; r++) {
        const nd_idx wall = pf->solver->monitors.wall[r];
        if (!pf->region[r].pml || wall < 0) continue;
        if (pf->boundary[wall].sheet)
            TRY(nd_preflight_warn(pf,
                                  "%s: the wave of source '%s' is scattered by boundary '%s' also inside "
                                  "the PML; let that wall end before the PML, or name regions in "
                                  "plane_wave.total",
                                  where, s->named.name, mesh->boundary_name[wall]));
        else
            TRY(nd_preflight_warn(
                pf,
                "%s: the wave of source '%s' is scattered by boundary '%s', behind the PML, "
                "as by a body; let that boundary be %s",
                where, s->named.name, mesh->boundary_name[wall],
                pf->solver->law.open.n ? pf->solver->law.open.at[0] : "open"));
        break;
    }
done:
    return status;
}

static int warn_of_source(struct nd_preflight *pf, const struct nd_source *s)
{
    int status = 0, in_pml, silent = !s->point;
    char where[512];
    nd_problem_where(pf->solver->problem, s->named.line, where);
    for (nd_idx r = 0; r < pf->solver->mesh.nregions; r++)
        for (int i = 0; i < s->regions.n; i++)
            if (pf->region[r].pml && !strcmp(s->regions.at[i], pf->solver->mesh.region_name[r]))
                TRY(nd_preflight_warn(
                    pf,
                    "%s: source '%s' is in region '%s', a part of the PML, which absorbs what it "
                    "radiates; leave that region out",
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
    TRY(warn_of_corner(pf, s, where));
    TRY(is_in_pml(pf, s->at, &in_pml));
    if (in_pml)
        TRY(nd_preflight_warn(pf,
                              "%s: source '%s' lies in the PML, which absorbs what it radiates; move it "
                              "inside, or let the mesh reach further before the PML begins",
                              where, s->named.name));
done:
    return status;
}

/* At a frequency without sources a monitor has only errors, and far fields divide by the incident wave. */
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
        TRY(nd_preflight_warn(pf,
                              "%s: monitor '%s' has the frequency %.4g, at which the sources hardly "
                              "radiate: %.4g to %.4g are within 30 dB of their largest value",
                              where, m->named.name, f, pf->band.low, pf->band.high));
        break;
    }
done:
    return status;
}

/* Without frequencies of sources, those of monitors decide what the mesh must resolve. */
static int warn_of_resolution(struct nd_preflight *pf, const struct nd_monitor_spec *m, const char *where)
{
    int status = 0;
    const struct nd_mesh *mesh = &pf->solver->mesh;
    double highest = 0;
    if (pf->highest != -1) goto done;
    for (int i = 0; i < m->frequencies.n; i++) highest = fmax(highest, m->frequencies.at[i]);
    for (nd_idx r = 0; r < mesh->nregions; r++) {
        if (!pf->region[r].elements || !(highest > pf->region[r].reach)) continue;
        TRY(nd_preflight_warn(pf,
                              "%s: monitor '%s' has the frequency %.4g, at which region '%s' has %.2g points "
                              "per wavelength; %d or more are needed: refine the mesh or raise the order",
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

/* A cross-section is the scattered power over the incident intensity. */
static int warn_of_mixture(struct nd_preflight *pf, const struct nd_monitor_spec *m, const char *where)
{
    int status = 0, waves = 0;
    const nudge_problem *p = pf->solver->problem;
    for (int i = 0; i < p->sources.n; i++) waves += nd_problem_source(p, i)->plane_wave;
    if (m->far && waves > 0 && waves < p->sources.n)
        TRY(nd_preflight_warn(
            pf,
            "%s: monitor '%s' divides the fields of all sources together by the plane wave; compute "
            "the wave by itself for cross-sections",
            where, m->named.name));
done:
    return status;
}

/* Bodies outside the surface of a far field scatter, too. A PML may end at any wall. */
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
        if (!pf->region[r].elements || pf->region[r].pml || is_around(m, mesh->region_name[r])) continue;
        if (wall < 0 && !memcmp(own, medium, n * sizeof *own)) continue;
        TRY(nd_preflight_warn(
            pf,
            "%s: monitor '%s' has %s '%s' outside its surface: what it scatters is not part of the far "
            "field, and may disturb it; name its region in 'around', too",
            where, m->named.name, wall < 0 ? "another material, in region" : "a wall, boundary",
            wall < 0 ? mesh->region_name[r] : mesh->boundary_name[wall]));
        break;
    }
done:
    return status;
}

/* Sums over time end with the run. Warns if a source then still has a hundredth of its peak or more. */
static int warn_of_end(struct nd_preflight *pf, struct nd_emitter *e)
{
    enum { SAMPLES = 1024 };
    int status = 0;
    const double end = nd_waveform_end(&e->wave), last = pf->solver->schedule.end;
    double value[SAMPLES + 1], peak = 0, until = 0;
    if (!isfinite(end) || !(end > last)) goto done;
    for (int i = 0; i <= SAMPLES; i++) {
        TRY(nd_waveform_at(&e->wave, end * i / SAMPLES, &value[i]));
        peak = fmax(peak, fabs(value[i]));
    }
    for (int i = 0; i <= SAMPLES; i++)
        if (fabs(value[i]) > 0.01 * peak) until = end * i / SAMPLES;
    if (until > last)
        TRY(nd_preflight_warn(
            pf,
            "the run ends at t = %.4g, and source '%s' radiates until %.4g: what monitors find at "
            "their frequencies belongs to a part of it only; increase time.end",
            last, e->source->named.name, until));
done:
    return status;
}

/* Below the cut-off the wave decays away from its source, and no row is written. */
static int warn_of_evanescent(struct nd_preflight *pf, const struct nd_monitor_spec *m,
                              const struct nd_monitor *monitor, const char *where)
{
    int status = 0, below = 0;
    double lowest = INFINITY;
    const bool si = nd_problem_si(pf->solver->problem);
    char text[2][32];
    if (!m->orders) goto done;
    const double from = nd_orders_cutoff(&pf->solver->monitors, monitor);
    for (int i = 0; i < m->frequencies.n; i++) {
        below += m->frequencies.at[i] <= from;
        lowest = fmin(lowest, m->frequencies.at[i]);
    }
    if (below)
        TRY(nd_preflight_warn(
            pf,
            "%s: monitor '%s': at %d of its %d frequencies, from %s on, the wave of floquet.wave_vector does not "
            "travel, and the table lacks it: it travels above %s; raise the frequencies, or shorten the wave "
            "vector",
            where, m->named.name, below, m->frequencies.n,
            nd_quantity_text(lowest, ND_DIM_FREQUENCY, si, text[0]),
            nd_quantity_text(from, ND_DIM_FREQUENCY, si, text[1])));
done:
    return status;
}

static int warn_of_monitor(struct nd_preflight *pf, const struct nd_monitor_spec *m,
                           const struct nd_monitor *monitor)
{
    int status = 0, in_pml = 0;
    const struct nd_mesh *mesh = &pf->solver->mesh;
    char where[512];
    nd_problem_where(pf->solver->problem, m->named.line, where);
    if (m->probe) TRY(is_in_pml(pf, m->at, &in_pml));
    for (int i = 0; i < m->around.n; i++)
        for (nd_idx r = 0; r < mesh->nregions; r++)
            in_pml |= pf->region[r].pml && !strcmp(m->around.at[i], mesh->region_name[r]);
    if (in_pml)
        TRY(nd_preflight_warn(
            pf, "%s: monitor '%s' has fields of the PML, which are not those of waves outside it; %s", where,
            m->named.name, m->probe ? "move it inside" : "leave the PML out of 'around'"));
    TRY(warn_of_frequencies(pf, m, where));
    TRY(warn_of_evanescent(pf, m, monitor, where));
    TRY(warn_of_resolution(pf, m, where));
    TRY(warn_of_outside(pf, m, monitor, where));
    TRY(warn_of_mixture(pf, m, where));
done:
    return status;
}

int nd_preflight_sources(struct nd_preflight *pf)
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
    if (!p->sources.n && !p->initial.n && !p->sparameters.excite && !pf->filled)
        TRY(nd_preflight_warn(pf, "%s%s%s%s", p->ports.n ? ND_NOTE : "", p->path, *p->path ? ": " : "",
                              p->ports.n
                                  ? "nothing excites the fields of a run: `nudge sparameters` excites the "
                                    "ports in turn, `nudge run` the "
                                    "one of sparameters.excite"
                                  : "there are no sources and no initial fields: nothing will happen"));
done:
    return status;
}
