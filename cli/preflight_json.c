/* The output of nudge check as JSON. */
#include <math.h>
#include "json.h"
#include "preamble.h"

static void add_mesh(struct json *j, const nudge_preflight_info *p)
{
    json_object(j, "mesh");
    json_text(j, "name", p->mesh);
    json_whole(j, "elements", p->elements);
    json_whole(j, "curved", p->curved);
    json_numbers(j, "extent", 3, p->extent);
    json_number(j, "scale", p->scale);
    json_whole(j, "periodic_pairs", p->periodic_pairs);
    json_close(j);
}

static void add_device(struct json *j, const nudge_preflight_info *p)
{
    json_object(j, "device");
    json_text(j, "name", p->device);
    json_text(j, "hardware", p->hardware);
    json_text(j, "variant", p->variant);
    json_text(j, "parameters", p->parameters);
    json_whole(j, "units", p->units);
    json_number(j, "host_bytes", p->host_bytes);
    json_number(j, "device_bytes", p->device_bytes);
    json_close(j);
}

static void add_time(struct json *j, const nudge_preflight_info *p)
{
    json_object(j, "time");
    json_number(j, "dt", p->dt);
    json_number(j, "dt_stable", p->stable_dt);
    json_number(j, "cfl", p->cfl);
    json_whole(j, "steps", p->steps);
    json_whole(j, "stages_per_step", p->stages);
    json_number(j, "end", p->end);
    json_number(j, "stage_seconds", p->stage_seconds);
    json_number(j, "run_seconds", p->run_seconds);
    json_number(j, "after_seconds", p->after_seconds);
    json_close(j);
}

static void add_regions(struct json *j, const nudge_preflight *pf)
{
    const nudge_preflight_region *r;
    json_array(j, "regions");
    for (int i = 0; (r = nudge_preflight_get_region(pf, i)); i++) {
        json_object(j, NULL);
        json_text(j, "name", r->name);
        json_text(j, "material", r->material);
        json_whole(j, "elements", r->elements);
        json_truth(j, "pml", r->pml);
        json_number(j, "speed", r->speed);
        json_number(j, "slowest", r->slowest);
        json_number(j, "edge_mean", r->edge_mean);
        json_number(j, "edge_max", r->edge_max);
        json_number(j, "wavelength", r->wavelength);
        json_number(j, "points_per_wavelength", r->points);
        json_number(j, "points_per_wavelength_min", r->points_min);
        json_number(j, "frequency", r->frequency);
        json_close(j);
    }
    json_close(j);
}

static void add_boundaries(struct json *j, const nudge_preflight *pf)
{
    const nudge_preflight_boundary *b;
    json_array(j, "boundaries");
    for (int i = 0; (b = nudge_preflight_get_boundary(pf, i)); i++) {
        json_object(j, NULL);
        json_text(j, "name", b->name);
        json_text(j, "condition", b->condition);
        json_whole(j, "faces", b->faces);
        json_number(j, "area", b->area);
        json_whole(j, "periodic", b->periodic);
        json_whole(j, "wall", b->wall);
        json_whole(j, "transparent", b->transparent);
        json_close(j);
    }
    json_close(j);
}

void json_element(struct json *j, const nudge_element *e)
{
    json_object(j, NULL);
    json_whole(j, "number", e->number);
    json_number(j, "inradius", e->inradius);
    if (!isnan(e->stable_step)) json_number(j, "stable_step", e->stable_step);
    json_numbers(j, "centroid", 3, e->centroid);
    json_text(j, "region", e->region);
    json_close(j);
}

static void add_sources(struct json *j, const nudge_preflight *pf)
{
    const nudge_source *s;
    json_array(j, "sources");
    for (int i = 0; (s = nudge_preflight_get_source(pf, i)); i++) {
        json_object(j, NULL);
        json_text(j, "name", s->name);
        json_text(j, "key", s->key);
        json_text(j, "waveform", s->waveform);
        json_number(j, "low", s->low);
        json_number(j, "high", s->high);
        if (s->point) json_numbers(j, "at", 3, s->at);
        if (!s->point) json_texts(j, "regions", s->regions, s->region);
        json_close(j);
    }
    json_close(j);
}

static void add_monitors(struct json *j, nudge_solver *solver)
{
    static const char *const kinds[] = {"probe", "fourier", "power", "far_field", "resonances", "orders"};
    const nudge_monitor *m;
    json_array(j, "monitors");
    for (int i = 0; (m = nudge_solver_get_monitor(solver, i)); i++) {
        json_object(j, NULL);
        json_text(j, "name", m->name);
        json_text(j, "kind", m->kind < (int)(sizeof kinds / sizeof *kinds) ? kinds[m->kind] : NULL);
        json_numbers(j, "frequencies", m->frequencies, m->frequency);
        json_close(j);
    }
    json_close(j);
}

void preflight_json(struct json *j, const nudge_problem *problem, nudge_solver *solver,
                    const nudge_preflight *pf)
{
    const nudge_problem_info *info = nudge_problem_describe(problem);
    const nudge_preflight_info *p = nudge_preflight_describe(pf);
    const nudge_element *e;
    const char *warning;
    json_text(j, "nudge", nudge_version());
    json_text(j, "problem", info->path);
    json_text(j, "law", p->law);
    json_text(j, "units", info->si ? "si" : "natural");
    json_whole(j, "order", info->order);
    json_text(j, "precision", info->precision == NUDGE_SINGLE ? "single" : "double");
    json_number(j, "dofs", p->dofs);
    add_mesh(j, p);
    add_device(j, p);
    add_time(j, p);
    add_regions(j, pf);
    add_boundaries(j, pf);
    json_array(j, "smallest");
    for (int i = 0; (e = nudge_preflight_get_element(pf, i)); i++) json_element(j, e);
    json_close(j);
    add_sources(j, pf);
    add_monitors(j, solver);
    json_array(j, "warnings");
    for (int i = 0; (warning = nudge_preflight_warning(pf, i)); i++) json_text(j, NULL, warning);
    json_close(j);
}
