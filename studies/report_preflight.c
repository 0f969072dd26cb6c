/* The preflight on the page: resolution, sources, boundaries, elements and warnings, from run.json. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "report.h"

enum { ROWS_MOST = 200 };

enum column_kind { NAME, NUMBER, COUNT, POINTS, ELEMENT_PLACE };

struct column {
    const char *head, *key;
    enum column_kind kind;
};

static const struct column region_columns[] = {{"region", "name", NAME},
                                               {"material", "material", NAME},
                                               {"elements", "elements", COUNT},
                                               {"speed", "speed", NUMBER},
                                               {"edge, mean", "edge_mean", NUMBER},
                                               {"longest", "edge_max", NUMBER},
                                               {"wavelength", "wavelength", NUMBER},
                                               {"points per wavelength", "points_per_wavelength", POINTS},
                                               {"at the least", "points_per_wavelength_min", POINTS},
                                               {"resolved up to", "frequency", NUMBER},
                                               {0}},
                           source_columns[] = {{"source", "name", NAME},
                                               {"kind", "key", NAME},
                                               {"waveform", "waveform", NAME},
                                               {"lowest frequency", "low", NUMBER},
                                               {"highest frequency", "high", NUMBER},
                                               {0}},
                           boundary_columns[] = {{"boundary", "name", NAME},
                                                 {"condition", "condition", NAME},
                                                 {"faces", "faces", COUNT},
                                                 {"periodic", "periodic", COUNT},
                                                 {"on walls inside", "wall", COUNT},
                                                 {"transparent", "transparent", COUNT},
                                                 {0}},
                           element_columns[] = {{"element", "number", COUNT},
                                                {"region", "region", NAME},
                                                {"inradius", "inradius", NUMBER},
                                                {"stable time step", "stable_step", NUMBER},
                                                {"centre", "centroid", ELEMENT_PLACE},
                                                {0}};

static const char *text_of(const struct nd_node *row, const char *key)
{
    const struct nd_node *node = nd_node_get(row, key);
    return node && node->kind == ND_SCALAR && !nd_node_is_null(node) ? node->text : "";
}

static double number_of(const struct nd_node *node)
{
    double value = NAN;
    return node && node->kind == ND_SCALAR && nd_node_number(node, &value) ? value : NAN;
}

static void add_place(struct report *r, const struct nd_node *place)
{
    for (size_t i = 0; place && place->kind == ND_SEQUENCE && i < 3 && i < place->n; i++)
        report_add(r, "%s%.4g", i ? " " : "", number_of(place->entry[i].value));
}

/* An unknown number leaves its cell empty. */
static void add_cell(struct report *r, const struct nd_node *row, const struct column *column)
{
    const double value = number_of(nd_node_get(row, column->key));
    char text[64] = "";
    report_add(r, "<td%s>",
               column->kind == NAME                                  ? " class=\"name\""
               : column->kind == POINTS && value < NUDGE_POINTS_FAIR ? " class=\"bad\""
                                                                     : "");
    if (column->kind == NAME)
        report_escape(&r->page, text_of(row, column->key));
    else if (column->kind == ELEMENT_PLACE)
        add_place(r, nd_node_get(row, column->key));
    else if (isfinite(value) && column->kind == COUNT)
        report_count(text, sizeof text, value);
    else if (isfinite(value))
        nd_format(text, sizeof text, column->kind == POINTS ? "%.3g" : "%.5g", value);
    report_add(r, "%s</td>", text);
}

static void add_table(struct report *r, const char *path, const char *title, const struct column *columns)
{
    const struct nd_node *list = nd_node_find(r->run, path);
    if (!list || list->kind != ND_SEQUENCE || !list->n) return;
    report_add(r, "<h3>%s</h3>\n<div class=\"wide\"><table><thead><tr>", title);
    for (const struct column *c = columns; c->head; c++)
        report_add(r, "<th%s>%s</th>", c->kind == NAME ? " class=\"name\"" : "", c->head);
    report_add(r, "</tr></thead><tbody>\n");
    for (size_t i = 0; i < list->n && i < ROWS_MOST; i++) {
        report_add(r, "<tr>");
        for (const struct column *c = columns; c->head; c++) add_cell(r, list->entry[i].value, c);
        report_add(r, "</tr>\n");
    }
    report_add(r, "</tbody></table></div>\n");
    if (list->n > ROWS_MOST)
        report_note(r, "%s has %zu rows in run.json; the first %d are shown.", title, list->n, ROWS_MOST);
}

/* The least number of points per wavelength over all regions; NaN if no source has a known frequency. */
static double least_points(const struct report *r, const char *key)
{
    double least = NAN;
    const struct nd_node *list = nd_node_find(r->run, "preflight.regions");
    for (size_t i = 0; list && list->kind == ND_SEQUENCE && i < list->n; i++)
        least = fmin(least, number_of(nd_node_get(list->entry[i].value, key)));
    return least;
}

static void add_pml(struct report *r)
{
    const double thick = report_number(r, "preflight.pml.thickness"),
                 longest = report_number(r, "preflight.pml.longest_wavelength");
    char share[64] = "";
    if (!isfinite(thick)) return;
    if (isfinite(longest))
        nd_format(share, sizeof share, ", %.3g of the longest wavelength", thick / longest);
    report_fact(r, "PML", "%.0f elements, at least %.4g thick%s", report_number(r, "preflight.pml.elements"),
                thick, share);
}

static void add_facts(struct report *r)
{
    const double low = report_number(r, "preflight.low"), high = report_number(r, "preflight.high"),
                 points = least_points(r, "points_per_wavelength"),
                 worst = least_points(r, "points_per_wavelength_min"),
                 seconds = report_number(r, "preflight.run_seconds"),
                 longer = report_number(r, "preflight.longer");
    const char *source = report_value(r, "preflight.highest_source"),
               *si = report_value(r, "settings.time_unit");
    report_add(r, "<dl class=\"facts\">\n");
    if (isfinite(high))
        report_fact(r, "frequencies", "%.5g to %.5g%s%s%s", low, high, si ? " Hz" : "",
                    source ? ", the highest of " : "", source ? source : "");
    else
        report_fact(r, "frequencies", "not known: no source states them");
    if (isfinite(points))
        report_fact(r, "points per wavelength",
                    "%.3g by the mean edge, %.3g in the coarsest element; %d or more are needed", points,
                    worst, NUDGE_POINTS_FAIR);
    add_pml(r);
    if (isfinite(seconds)) report_fact(r, "time steps, expected", "%.3g s", seconds);
    if (isfinite(longer))
        report_fact(r, "time step without the smallest elements", "%.3g times as long", longer);
    report_add(r, "</dl>\n");
}

static void add_warnings(struct report *r)
{
    const struct nd_node *list = nd_node_find(r->run, "preflight.warnings");
    const char *resolved = report_value(r, "preflight.resolved");
    if (resolved && !strcmp(resolved, "false"))
        report_add(r, "<p class=\"bad\">The mesh cannot resolve the waves of the sources.</p>\n");
    if (!list || list->kind != ND_SEQUENCE || !list->n) {
        report_add(r, "<p>No warnings.</p>\n");
        return;
    }
    report_add(r, "<ul class=\"warnings\">\n");
    for (size_t i = 0; i < list->n && i < ROWS_MOST; i++) {
        const struct nd_node *warning = list->entry[i].value;
        if (warning->kind != ND_SCALAR) continue;
        report_add(r, "<li>");
        report_escape(&r->page, warning->text);
        report_add(r, "</li>\n");
    }
    report_add(r, "</ul>\n");
}

void report_preflight(struct report *r)
{
    const struct nd_node *preflight = r->run ? nd_node_find(r->run, "preflight") : NULL;
    if (!preflight || preflight->kind != ND_MAPPING) {
        if (r->run)
            report_note(
                r, "run.json has no preflight: the run took no step, or an older version of nudge wrote it.");
        return;
    }
    report_add(r, "<section id=\"preflight\">\n<h2>Preflight</h2>\n");
    add_warnings(r);
    add_facts(r);
    add_table(r, "preflight.regions", "Resolution", region_columns);
    add_table(r, "preflight.sources", "Sources", source_columns);
    add_table(r, "preflight.boundaries", "Conditions", boundary_columns);
    report_add(r, "<details><summary>elements with the shortest stable time steps</summary>\n");
    add_table(r, "preflight.smallest", "Elements", element_columns);
    report_add(r, "</details>\n</section>\n");
}
