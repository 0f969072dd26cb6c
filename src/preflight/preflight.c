#include "base/format.h"
#include "preflight/preflight.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "mesh/geometry.h"
#include "output/outputs.h"
#include "plot/canvas.h"

#define COARSE_MOST 0.01 /* part of a region's volume that may be too coarse without a warning */

int nd_preflight_warn(struct nd_preflight *pf, const char *format, ...)
{
    int status = 0;
    char text[1024], **more = NULL;
    va_list args;
    va_start(args, format);
    nd_vformat(text, sizeof text, format, args);
    va_end(args);
    more = realloc(pf->warning, ((size_t)pf->nwarnings + 1) * sizeof *more);
    if (!more) FAIL(NUDGE_ENOMEM, "out of memory");
    pf->warning = more;
    STRDUP(pf->warning[pf->nwarnings], text);
    pf->nwarnings++;
done:
    return status;
}

static struct nd_band band(double low, double high)
{
    return (struct nd_band){low, high, high};
}

struct nd_band nd_preflight_band(const struct nd_waveform *w)
{
    /* A Gaussian that is -20 dB half a bandwidth off its middle is -30 dB at sqrt(3/2) of that. */
    const double half = 0.5 * sqrt(1.5) * w->pulse_bandwidth, corner = 1 / (2 * M_PI * w->brune_duration);
    if (w->pulse) return band(fmax(0, w->pulse_frequency - half), w->pulse_frequency + half);
    if (w->sine) return band(w->sine_frequency, w->sine_frequency);
    if (w->ricker)
        return band(0.1085 * w->ricker_frequency, 2.5087 * w->ricker_frequency); /* x^2 exp(1 - x^2) */
    if (w->brune) return (struct nd_band){0, 3 * corner, corner};                /* 1 / (1 + x^2) */
    return band(NAN, NAN);
}

/* The band of an expression or a table, from its values. A waveform that the end of the run cuts off looks
 * like a few periods of something, so fewer than PERIODS_LEAST count as unknown. */
static int measure_band(struct nd_wave *wave, struct nd_band *b)
{
    enum { PERIODS_LEAST = 8 };
    int status = 0;
    double lowest;
    const double span = fmin(wave->end, wave->horizon) - wave->begin;
    TRY(nd_waveform_measure(wave, 0.1, &b->low, &b->high));
    TRY(nd_waveform_measure(wave, 0.5, &lowest, &b->vital));
    if (!(b->high * span >= PERIODS_LEAST)) *b = band(NAN, NAN);
done:
    return status;
}

/* Ports are excited in a band around sparameters.band; results are wanted in it alone. */
static void join_ports(struct nd_preflight *pf)
{
    const nudge_problem *p = pf->solver->problem;
    if (!p->ports.n || p->sparameters.band.n != 2) return;
    const struct nd_band b = band(p->sparameters.band.at[0], p->sparameters.band.at[1]);
    if (!(b.high <= pf->band.high)) pf->highest = ND_OF_PORTS;
    if (!(b.vital <= pf->band.vital)) pf->vital = ND_OF_PORTS;
    pf->band.low = fmin(pf->band.low, b.low);
    pf->band.high = fmax(pf->band.high, b.high);
    pf->band.vital = fmax(pf->band.vital, b.vital);
}

static int find_band(struct nd_preflight *pf, nudge_solver *s)
{
    int status = 0;
    ALLOC(pf->source, s->sources.n);
    pf->band = band(NAN, NAN);
    pf->highest = pf->vital = -1;
    for (int i = 0; i < s->sources.n; i++) {
        struct nd_band *b = &pf->source[i];
        *b = nd_preflight_band(&s->sources.at[i].source->waveform);
        if (isnan(b->high)) TRY(measure_band(&s->sources.at[i].wave, b));
        if (isnan(b->high)) {
            pf->unknown++;
            continue;
        }
        if (pf->highest < 0 || b->high > pf->band.high) pf->highest = i;
        if (pf->vital < 0 || b->vital > pf->band.vital) pf->vital = i;
        pf->band.low = fmin(pf->band.low, b->low); /* fmin and fmax pass over NaN */
        pf->band.high = fmax(pf->band.high, b->high);
        pf->band.vital = fmax(pf->band.vital, b->vital);
    }
    pf->lowest = pf->band.low;
    join_ports(pf);
done:
    return status;
}

/* Adds the edges of an element to its region, and its volume if it is too coarse. */
static void count_element(const struct nd_preflight *pf, nd_idx k, double *volume)
{
    const struct nd_mesh *mesh = &pf->solver->mesh;
    struct nd_preflight_region *r = &pf->region[mesh->region[k]];
    const nd_idx *v = mesh->EToV + 4 * (size_t)k;
    double sum = 0;
    for (int i = 0; i < 3; i++)
        for (int j = i + 1; j < 4; j++) {
            const double edge = sqrt(nd_distance2(nd_mesh_vertex(mesh, v[i]), nd_mesh_vertex(mesh, v[j])));
            sum += edge;
            r->edge_most = fmax(r->edge_most, edge);
        }
    const double points = pf->solver->elem.N * r->wavelength / (sum / 6),
                 own = fabs(nd_tet_det(nd_mesh_vertex(mesh, v[0]), nd_mesh_vertex(mesh, v[1]),
                                       nd_mesh_vertex(mesh, v[2]), nd_mesh_vertex(mesh, v[3])));
    r->elements++;
    r->edge_mean += sum / 6;
    r->least = fmin(r->least, points);
    *volume += own;
    if (points < ND_POINTS_FAIR) r->coarse += own;
}

static void find_extent(struct nd_preflight *pf)
{
    const struct nd_mesh *mesh = &pf->solver->mesh;
    for (int c = 0; c < 3; c++) {
        double low = INFINITY, high = -INFINITY;
        for (nd_idx v = 0; v < mesh->Nv; v++) {
            low = fmin(low, nd_mesh_vertex(mesh, v)[c]);
            high = fmax(high, nd_mesh_vertex(mesh, v)[c]);
        }
        pf->extent[c] = high - low;
    }
}

static int find_regions(struct nd_preflight *pf)
{
    int status = 0;
    const nudge_solver *s = pf->solver;
    const struct nd_mesh *mesh = &s->mesh;
    double *volume = NULL;
    ALLOC(pf->region, mesh->nregions);
    ALLOC(volume, mesh->nregions);
    for (nd_idx i = 0; i < mesh->nregions; i++) {
        struct nd_preflight_region *r = &pf->region[i];
        r->speed = s->speed[i];
        r->slowest = nd_preflight_slowest(pf, i);
        r->wavelength = r->slowest / pf->band.high;
        r->least = INFINITY;
    }
    for (nd_idx k = 0; k < mesh->K; k++) count_element(pf, k, &volume[mesh->region[k]]);
    for (nd_idx i = 0; i < mesh->nregions; i++) {
        struct nd_preflight_region *r = &pf->region[i];
        r->edge_mean /= (double)r->elements;
        r->coarse /= volume[i];
        r->points = s->elem.N * r->wavelength / r->edge_mean;
        r->reach = s->elem.N * r->slowest / (ND_POINTS_FAIR * r->edge_mean);
    }
done:
    free(volume);
    return status;
}

/* Points per wavelength at the highest frequency that the mesh must resolve. */
static double vital_points(const struct nd_preflight *pf, const struct nd_preflight_region *r)
{
    return r->points * pf->band.high / pf->band.vital;
}

/* A region with too few points per wavelength, by the mean edge or in a part of its volume. */
static int warn_of_region(struct nd_preflight *pf, const struct nd_preflight_region *r, const char *name)
{
    int status = 0;
    const int own = pf->highest >= 0,
              endless = own && pf->source[pf->highest].vital < pf->source[pf->highest].high;
    const bool si = nd_problem_si(pf->solver->problem);
    char filter[100] = "", part[100], number[32];
    nd_format(part, sizeof part, "has %.2g points per wavelength", r->points);
    if (!(r->points < ND_POINTS_FAIR))
        nd_format(part, sizeof part,
                  "has, in %.2g %% of its volume, fewer than %d points per wavelength, %.2g at the least,",
                  100 * r->coarse, ND_POINTS_FAIR, r->least);
    if (endless)
        nd_format(filter, sizeof filter, ", or use only results below %s, which has as many",
                  nd_quantity_text(r->reach, ND_DIM_FREQUENCY, si, number));
    TRY(nd_preflight_warn(pf,
                          "region '%s' %s at %s, %s%s%s; %d or more are needed: "
                          "refine the mesh or raise the order%s",
                          name, part, nd_quantity_text(pf->band.high, ND_DIM_FREQUENCY, si, number),
                          endless ? "where a tenth is left of the spectrum of source '"
                          : own   ? "the highest frequency of source '"
                                  : "the end of sparameters.band",
                          own ? nd_problem_source(pf->solver->problem, pf->highest)->named.name : "",
                          own ? "'" : "", ND_POINTS_FAIR, filter));
done:
    return status;
}

static int warn_of_regions(struct nd_preflight *pf)
{
    int status = 0;
    for (nd_idx i = 0; i < pf->solver->mesh.nregions; i++) {
        const struct nd_preflight_region *r = &pf->region[i];
        const char *name = pf->solver->mesh.region_name[i];
        const int fair = !(r->points < ND_POINTS_FAIR || r->coarse > COARSE_MOST);
        if (!r->elements || fair || vital_points(pf, r) < ND_POINTS_LEAST) continue;
        TRY(warn_of_region(pf, r, *name ? name : "(unnamed)"));
    }
done:
    return status;
}

/* One element more than are reported gives the step without them. */
static void find_tight(struct nd_preflight *pf)
{
    const nudge_solver *s = pf->solver;
    const struct nd_dt_tight *tight = &s->tight;
    pf->ntight = tight->n < ND_TIGHT_MOST ? tight->n : ND_TIGHT_MOST;
    memcpy(pf->tight, tight->element, (size_t)pf->ntight * sizeof *pf->tight);
    memcpy(pf->tight_dt, tight->dt, (size_t)pf->ntight * sizeof *pf->tight_dt);
    /* Linear steps depend on neighbours, too. */
    pf->longer = tight->n > ND_TIGHT_MOST && !s->integrator.linear ? tight->dt[ND_TIGHT_MOST] / tight->dt[0] : NAN;
}

static int warn_of_losses(struct nd_preflight *pf)
{
    char reason[800];
    return nd_losses_explain(pf->solver, reason, sizeof reason) ? nd_preflight_warn(pf, "%s", reason) : 0;
}

/* Fields that the caller has set need no source. */
static int find_fields(struct nd_preflight *pf, nudge_solver *s)
{
    int status = 0;
    double energy = 0;
    const nudge_problem *p = s->problem;
    if (p->sources.n || p->initial.n || p->sparameters.excite) return 0;
    TRY(nd_rhs_energy(&s->rhs, &energy, NULL));
    pf->filled = energy > 0;
done:
    return status;
}

/* Warns of pictures that cannot be drawn, or not well. */
static int warn_of_pictures(struct nd_preflight *pf)
{
    char advice[512] = "";
    if (nd_outputs_draw(pf->solver->problem)) nd_canvas_advise(advice);
    return *advice ? nd_preflight_warn(pf, "%s", advice) : 0;
}

static int measure(struct nd_preflight *pf, nudge_solver *s, double patience)
{
    int status = 0;
    pf->stage_seconds = pf->seconds = pf->after = NAN;
    if (!(patience > 0)) goto done;
    TRY(nd_monitors_seconds(&s->monitors, &pf->after));
    TRY(nd_solver_time_stage(s, patience, &pf->stage_seconds));
    pf->seconds = pf->stage_seconds * s->integrator.stages * (double)s->schedule.steps;
    if (pf->after > ND_PATIENCE_MOST)
        TRY(nd_preflight_warn(
            pf,
            "far fields would take %.3g days after the last step; request fewer directions or "
            "frequencies",
            pf->after / 86400));
    if (pf->seconds > ND_PATIENCE_MOST)
        TRY(nd_preflight_warn(
            pf, "%lld steps of %.4g to t = %.4g would take %.3g days; %s", (long long)s->schedule.steps,
            s->schedule.dt, s->schedule.end, pf->seconds / 86400,
            s->undamped / s->stable > 10
                ? "most of them because of losses, see the warning of the time step"
                : "check time.end (in seconds where units are si), and the elements that set the time step"));
done:
    return status;
}

int nd_preflight_make(struct nd_preflight *pf, nudge_solver *s, double patience)
{
    int status = 0;
    memset(pf, 0, sizeof *pf);
    pf->solver = s;
    if (s->device->info.gpu) pf->device = s->device_estimate;
    pf->host = s->memory_estimate - pf->device;
    TRY(find_band(pf, s));
    TRY(find_regions(pf));
    find_extent(pf);
    find_tight(pf);
    TRY(nd_preflight_flat(pf));
    TRY(warn_of_losses(pf));
    TRY(nd_preflight_losses(pf));
    TRY(nd_preflight_boundaries(pf));
    TRY(nd_preflight_films(pf));
    TRY(nd_preflight_conductors(pf));
    TRY(nd_preflight_ports(pf));
    TRY(nd_preflight_pml(pf));
    TRY(nd_preflight_modes(pf));
    TRY(warn_of_regions(pf));
    TRY(find_fields(pf, s));
    TRY(nd_preflight_sources(pf));
    TRY(warn_of_pictures(pf));
    TRY(measure(pf, s, patience));
done:
    if (status) nd_preflight_clear(pf);
    return status;
}

void nd_preflight_clear(struct nd_preflight *pf)
{
    for (int i = 0; i < pf->nwarnings; i++) free(pf->warning[i]);
    free(pf->warning);
    free(pf->source);
    free(pf->region);
    free(pf->boundary);
    memset(pf, 0, sizeof *pf);
}

/* A hint at a smaller unit of length, if the mesh would be fine enough in it. */
static const char *unit_hint(const nudge_problem *p, double points)
{
    if (p->units != ND_UNITS_SI || p->scale.line) return "";
    return points * 1e3 >= ND_POINTS_FAIR   ? "; is the mesh in millimetres? Then add mesh.scale: mm"
           : points * 1e6 >= ND_POINTS_FAIR ? "; is the mesh in micrometres? Then add mesh.scale: um"
           : points * 1e9 >= ND_POINTS_FAIR ? "; is the mesh in nanometres? Then add mesh.scale: nm"
                                            : "";
}

int nd_preflight_check(const struct nd_preflight *pf)
{
    int status = 0;
    char where[512];
    const nudge_solver *s = pf->solver;
    for (nd_idx i = 0; i < s->mesh.nregions; i++) {
        const struct nd_preflight_region *r = &pf->region[i];
        if (!r->elements || !(vital_points(pf, r) < ND_POINTS_LEAST)) continue;
        if (pf->vital == ND_OF_PORTS)
            FAIL(NUDGE_EVALUE,
                 "%s: sparameters.band reaches the frequency %.4g, which the mesh cannot resolve: region "
                 "'%s' has "
                 "%.2g points per wavelength there, %d or more are needed; refine the mesh, raise the order, "
                 "or "
                 "check units and frequencies%s",
                 nd_problem_where(s->problem, s->problem->sparameters.band.line, where), pf->band.vital,
                 s->mesh.region_name[i], vital_points(pf, r), ND_POINTS_FAIR,
                 unit_hint(s->problem, vital_points(pf, r)));
        const struct nd_source *source = nd_problem_source(s->problem, pf->vital);
        FAIL(NUDGE_EVALUE,
             "%s: source '%s' %s the frequency %.4g, which the mesh cannot resolve: region '%s' has %.2g "
             "points per wavelength there, %d or more are needed; refine the mesh, raise the order, or check "
             "units and frequencies%s",
             nd_problem_where(s->problem, source->named.line, where), source->named.name,
             pf->band.vital < pf->source[pf->vital].high ? "has half of its spectrum's peak at" : "reaches",
             pf->band.vital, s->mesh.region_name[i], vital_points(pf, r), ND_POINTS_FAIR,
             unit_hint(s->problem, vital_points(pf, r)));
    }
done:
    return status;
}
