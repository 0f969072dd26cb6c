/* The preflight as nudge.h shows it: names beside the numbers of struct nd_preflight. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "base/threads.h"
#include "comm/comm.h"
#include "preflight/preflight.h"

struct nudge_preflight {
    struct nd_preflight found;
    nudge_preflight_info info;
    nudge_preflight_region *region;
    nudge_preflight_boundary *boundary;
    nudge_element element[ND_TIGHT_MOST], smallest;
    nudge_source *source;
};

static int report_regions(nudge_preflight *pf)
{
    int status = 0;
    const nudge_solver *s = pf->found.solver;
    ALLOC(pf->region, s->mesh.nregions);
    for (nd_idx i = 0; i < s->mesh.nregions; i++) {
        const struct nd_preflight_region *r = &pf->found.region[i];
        pf->region[i] = (nudge_preflight_region){
            .name = s->mesh.region_name[i],
            .material = s->problem->material[s->assign.material[i]].name,
            .elements = r->elements,
            .speed = r->speed,
            .slowest = r->slowest,
            .edge_mean = r->edge_mean,
            .edge_max = r->edge_most,
            .wavelength = r->wavelength,
            .points = r->points,
            .points_min = r->least,
            .coarse = r->coarse,
            .frequency = r->reach,
            .pml = r->pml,
        };
    }
done:
    return status;
}

static int report_boundaries(nudge_preflight *pf)
{
    int status = 0;
    const struct nd_mesh *mesh = &pf->found.solver->mesh;
    ALLOC(pf->boundary, mesh->nboundaries);
    for (nd_idx i = 0; i < mesh->nboundaries; i++) {
        const struct nd_preflight_boundary *b = &pf->found.boundary[i];
        pf->boundary[i] = (nudge_preflight_boundary){
            .name = mesh->boundary_name[i],
            .condition = b->condition,
            .faces = b->faces,
            .area = b->area,
            .periodic = b->periodic,
            .wall = b->sheet,
            .wall_area = b->sheet_area,
            .transparent = b->inside,
        };
    }
done:
    return status;
}

static const char *waveform_name(const struct nd_waveform *w)
{
    return w->table    ? "table"
           : w->pulse  ? "pulse"
           : w->ricker ? "ricker"
           : w->brune  ? "brune"
           : w->sine   ? "sine"
                       : "expression";
}

static int report_sources(nudge_preflight *pf)
{
    int status = 0;
    const nudge_problem *p = pf->found.solver->problem;
    ALLOC(pf->source, p->sources.n);
    for (int i = 0; i < p->sources.n; i++) {
        const struct nd_source *s = nd_problem_source(p, i);
        const struct nd_words *regions = s->plane_wave ? &s->total : &s->regions;
        const int current = s->dipole || s->current;
        nudge_source *out = &pf->source[i];
        *out = (nudge_source){
            .name = s->named.name,
            .key = nd_source_word(s),
            .kind = !current                           ? ""
                    : nd_source_kind(s) == ND_MAGNETIC ? "magnetic"
                                                       : "electric",
            .point = nd_source_is_point(s),
            .regions = regions->n,
            .region = (const char *const *)regions->at,
            .waveform = waveform_name(&s->waveform),
            .table = s->waveform.table,
            .low = pf->found.source[i].low,
            .high = pf->found.source[i].high,
            .half = pf->found.source[i].vital,
        };
        memcpy(out->direction, s->direction, sizeof out->direction);
        memcpy(out->polarization, s->polarization, sizeof out->polarization);
        memcpy(out->at, s->at, sizeof out->at);
    }
done:
    return status;
}

static void report_elements(nudge_preflight *pf)
{
    const nudge_solver *s = pf->found.solver;
    for (int i = 0; i < pf->found.ntight; i++) {
        pf->element[i] = nd_element_describe(&s->mesh, pf->found.tight[i]);
        pf->element[i].stable_step = pf->found.tight_dt[i];
    }
    pf->smallest = nd_element_describe(&s->mesh, s->tightest);
    pf->smallest.stable_step = s->stable;
    pf->info.smallest = &pf->smallest;
}

/* The run: mesh, device, memory and time. */
static void report_run(nudge_preflight *pf)
{
    const struct nd_preflight *f = &pf->found;
    const nudge_solver *s = f->solver;
    pf->info = (nudge_preflight_info){
        .law = s->law.name,
        .mesh = s->mesh.name,
        .elements = s->mesh.K,
        .curved = s->mesh.Ncurved,
        .curved_order = s->mesh.Ncurved ? s->mesh.curved_order : 0,
        .regions = s->mesh.nregions,
        .boundaries = s->mesh.nboundaries,
        .periodic_pairs = s->mesh.Nperiodic,
        .extent = {f->extent[0], f->extent[1], f->extent[2]},
        .scale = s->problem->scale.factor,
        .dofs = (double)s->mesh.K * s->elem.Np * s->law.fields.n,
        .device = s->device->backend->name,
        .hardware = s->device->info.name,
        .variant = nd_plan_name(&s->rhs.plan),
        .parameters = nd_plan_origin(&s->rhs.plan),
        .units = s->device->info.units,
        .cpu = s->device->info.vector_bytes > 0,
        .host_bytes = f->host,
        .device_bytes = f->device,
        .dt = s->schedule.dt,
        .stable_dt = s->stable,
        .cfl = s->problem->cfl,
        .dt_given = s->schedule.fixed,
        .longer = f->longer,
        .steps = s->schedule.steps,
        .stages = s->integrator.stages,
        .end = s->schedule.end,
        .stage_seconds = f->stage_seconds,
        .run_seconds = f->seconds,
        .after_seconds = f->after,
        .ranks = nd_comm_size(),
        .exchange = s->halo.n ? nd_halo_path(&s->halo) : NULL,
    };
}

/* Frequencies and the PML. */
static void report_waves(nudge_preflight *pf)
{
    const struct nd_preflight *f = &pf->found;
    nudge_preflight_info *info = &pf->info;
    info->low = f->band.low;
    info->high = f->band.high;
    info->highest_source = f->highest >= 0 ? nd_problem_source(f->solver->problem, f->highest)->named.name
                           : f->highest == ND_OF_PORTS ? "sparameters.band"
                                                       : NULL;
    info->unknown_sources = f->unknown;
    info->pml_elements = f->pml_elements;
    info->pml_thickness = f->pml_thickness;
    info->pml_edge = f->pml_edge;
    info->pml_longest = f->pml_longest;
    info->pml_shortest = f->pml_shortest;
}

/* The report of a run that follows has it. A later one replaces it, unless it knows less: without patience no times. */
static int keep_text(const nudge_preflight *pf, nudge_solver *solver, double patience)
{
    int status = 0;
    struct nd_text text = {0};
    if (solver->preflight && !(patience > 0)) goto done;
    nd_preflight_json(&text, pf);
    TRY(nd_text_check(&text));
    free(solver->preflight);
    solver->preflight = text.s;
    text = (struct nd_text){0};
done:
    nd_text_clear(&text);
    return status;
}

int nudge_preflight_create(nudge_preflight **preflight, nudge_solver *solver, double patience)
{
    GIVEN(preflight, "preflight");
    *preflight = NULL;
    GIVEN(solver, "solver");
    int status = 0;
    nudge_preflight *pf = NULL;
    const int before = nd_threads_enter();
    ALLOC(pf, 1);
    TRY(nd_outputs_check(solver->problem, &solver->law, &solver->mesh));
    TRY(nd_preflight_make(&pf->found, solver, patience));
    report_run(pf);
    report_waves(pf);
    report_elements(pf);
    TRY(report_regions(pf));
    TRY(report_boundaries(pf));
    TRY(report_sources(pf));
    TRY(keep_text(pf, solver, patience));
    *preflight = pf;
    pf = NULL;
done:
    nudge_preflight_destroy(pf);
    nd_threads_leave(before);
    return status;
}

void nudge_preflight_destroy(nudge_preflight *pf)
{
    if (!pf) return;
    nd_preflight_clear(&pf->found);
    free(pf->region);
    free(pf->boundary);
    free(pf->source);
    free(pf);
}

int nudge_preflight_check(const nudge_preflight *preflight)
{
    GIVEN(preflight, "preflight");
    return nd_preflight_check(&preflight->found);
}

int nudge_preflight_check_run(const nudge_preflight *preflight)
{
    GIVEN(preflight, "preflight");
    int status = 0;
    const size_t note = strlen(ND_NOTE);
    for (int i = 0; i < preflight->found.nwarnings; i++)
        if (!strncmp(preflight->found.warning[i], ND_NOTE, note))
            FAIL(NUDGE_EVALUE, "%s", preflight->found.warning[i] + note);
    TRY(nd_preflight_check(&preflight->found));
done:
    return status;
}

const char *nudge_preflight_warning(const nudge_preflight *pf, int i)
{
    return pf && i >= 0 && i < pf->found.nwarnings ? pf->found.warning[i] : NULL;
}

const nudge_preflight_info *nudge_preflight_describe(const nudge_preflight *pf)
{
    return pf ? &pf->info : NULL;
}

const nudge_preflight_region *nudge_preflight_get_region(const nudge_preflight *pf, int i)
{
    return pf && i >= 0 && i < pf->info.regions ? &pf->region[i] : NULL;
}

const nudge_preflight_boundary *nudge_preflight_get_boundary(const nudge_preflight *pf, int i)
{
    return pf && i >= 0 && i < pf->info.boundaries ? &pf->boundary[i] : NULL;
}

const nudge_element *nudge_preflight_get_element(const nudge_preflight *pf, int i)
{
    return pf && i >= 0 && i < pf->found.ntight ? &pf->element[i] : NULL;
}

const nudge_source *nudge_preflight_get_source(const nudge_preflight *pf, int i)
{
    return pf && i >= 0 && i < pf->found.solver->problem->sources.n ? &pf->source[i] : NULL;
}
