/* The preflight as a member of the report (run.json), with the names that `nudge check --json` uses. */
#include <math.h>
#include <string.h>
#include "base/text.h"
#include "preflight/preflight.h"

/* The comma between two members or elements, and the key; null in an array. */
static void begin(struct nd_text *t, const char *key)
{
    if (t->n && !strchr("{[", t->s[t->n - 1])) nd_text_add(t, ", ");
    if (key) nd_text_add(t, "\"%s\": ", key);
}

static void add_number(struct nd_text *t, const char *key, double value)
{
    begin(t, key);
    if (isfinite(value))
        nd_text_add(t, "%.15g", value);
    else
        nd_text_add(t, "null");
}

static void add_string(struct nd_text *t, const char *key, const char *value)
{
    begin(t, key);
    if (value)
        nd_text_add_json_string(t, value);
    else
        nd_text_add(t, "null");
}

static void add_truth(struct nd_text *t, const char *key, int value)
{
    begin(t, key);
    nd_text_add(t, value ? "true" : "false");
}

static void add_numbers(struct nd_text *t, const char *key, const double *value, int n)
{
    begin(t, key);
    nd_text_add(t, "[");
    for (int i = 0; i < n; i++) add_number(t, NULL, value[i]);
    nd_text_add(t, "]");
}

/* The next element of an array, on a line of its own. */
static void begin_row(struct nd_text *t)
{
    nd_text_add(t, t->n && t->s[t->n - 1] != '[' ? ",\n      " : "\n      ");
}

static void open_row(struct nd_text *t)
{
    begin_row(t);
    nd_text_add(t, "{");
}

static void add_regions(struct nd_text *t, const nudge_preflight *pf)
{
    const nudge_preflight_region *r;
    nd_text_add(t, ",\n    \"regions\": [");
    for (int i = 0; (r = nudge_preflight_get_region(pf, i)); i++) {
        open_row(t);
        add_string(t, "name", r->name);
        add_string(t, "material", r->material);
        add_number(t, "elements", (double)r->elements);
        add_truth(t, "pml", r->pml);
        add_number(t, "speed", r->speed);
        add_number(t, "slowest", r->slowest);
        add_number(t, "edge_mean", r->edge_mean);
        add_number(t, "edge_max", r->edge_max);
        add_number(t, "wavelength", r->wavelength);
        add_number(t, "points_per_wavelength", r->points);
        add_number(t, "points_per_wavelength_min", r->points_min);
        add_number(t, "frequency", r->frequency);
        nd_text_add(t, "}");
    }
    nd_text_add(t, "]");
}

static void add_boundaries(struct nd_text *t, const nudge_preflight *pf)
{
    const nudge_preflight_boundary *b;
    nd_text_add(t, ",\n    \"boundaries\": [");
    for (int i = 0; (b = nudge_preflight_get_boundary(pf, i)); i++) {
        open_row(t);
        add_string(t, "name", b->name);
        add_string(t, "condition", b->condition);
        add_number(t, "faces", (double)b->faces);
        add_number(t, "periodic", (double)b->periodic);
        add_number(t, "wall", (double)b->wall);
        add_number(t, "transparent", (double)b->transparent);
        nd_text_add(t, "}");
    }
    nd_text_add(t, "]");
}

static void add_elements(struct nd_text *t, const nudge_preflight *pf)
{
    const nudge_element *e;
    nd_text_add(t, ",\n    \"smallest\": [");
    for (int i = 0; (e = nudge_preflight_get_element(pf, i)); i++) {
        open_row(t);
        add_number(t, "number", (double)e->number);
        add_number(t, "inradius", e->inradius);
        add_number(t, "stable_step", e->stable_step);
        add_numbers(t, "centroid", e->centroid, 3);
        add_string(t, "region", e->region);
        nd_text_add(t, "}");
    }
    nd_text_add(t, "]");
}

static void add_sources(struct nd_text *t, const nudge_preflight *pf)
{
    const nudge_source *s;
    nd_text_add(t, ",\n    \"sources\": [");
    for (int i = 0; (s = nudge_preflight_get_source(pf, i)); i++) {
        open_row(t);
        add_string(t, "name", s->name);
        add_string(t, "key", s->key);
        add_string(t, "waveform", s->waveform);
        add_number(t, "low", s->low);
        add_number(t, "high", s->high);
        nd_text_add(t, "}");
    }
    nd_text_add(t, "]");
}

static void add_warnings(struct nd_text *t, const nudge_preflight *pf)
{
    const char *warning;
    nd_text_add(t, ",\n    \"warnings\": [");
    for (int i = 0; (warning = nudge_preflight_warning(pf, i)); i++) {
        begin_row(t);
        nd_text_add_json_string(t, warning);
    }
    nd_text_add(t, "]");
}

void nd_preflight_json(struct nd_text *t, const nudge_preflight *pf)
{
    const nudge_preflight_info *p = nudge_preflight_describe(pf);
    nd_text_add(t, "{\n    \"resolved\": %s", nudge_preflight_check(pf) ? "false" : "true");
    add_number(t, "low", p->low);
    add_number(t, "high", p->high);
    add_string(t, "highest_source", p->highest_source);
    add_number(t, "stages_per_step", p->stages);
    add_number(t, "run_seconds", p->run_seconds);
    add_number(t, "after_seconds", p->after_seconds);
    add_number(t, "host_bytes", p->host_bytes);
    add_number(t, "device_bytes", p->device_bytes);
    add_number(t, "longer", p->longer);
    nd_text_add(t, ",\n    \"pml\": ");
    if (p->pml_elements) {
        nd_text_add(t, "{");
        add_number(t, "elements", (double)p->pml_elements);
        add_number(t, "thickness", p->pml_thickness);
        add_number(t, "edge_mean", p->pml_edge);
        add_number(t, "longest_wavelength", p->pml_longest);
        add_number(t, "shortest_wavelength", p->pml_shortest);
        nd_text_add(t, "}");
    } else
        nd_text_add(t, "null");
    add_regions(t, pf);
    add_boundaries(t, pf);
    add_elements(t, pf);
    add_sources(t, pf);
    add_warnings(t, pf);
    nd_text_add(t, "\n  }");
}
