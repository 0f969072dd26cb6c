/* The mesh of a run on the page: counts, quality, regions and boundaries. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "report.h"

#define ELEMENTS_MOST 4e6 /* reading a larger mesh takes minutes */

static void add_names(struct report *r, const char *what, const char *const head[2])
{
    report_add(
        r,
        "<div class=\"wide\"><table><thead><tr><th class=\"name\">%s</th><th>%s</th><th>%s</th></tr></thead>"
        "<tbody>\n",
        what, head[0], head[1]);
}

static void add_name(struct report *r, const char *name, double count, const char *more, double size)
{
    char text[64];
    report_count(text, sizeof text, count);
    report_add(r, "<tr><td class=\"name\">");
    report_escape(&r->page, *name ? name : "(no name)");
    report_add(r, "</td><td>%s%s</td><td>%.5g</td></tr>\n", text, more, size);
}

static void add_regions(struct report *r)
{
    enum { MOST = 200 };
    const nudge_mesh_region *region;
    const nudge_mesh_boundary *boundary;
    char more[64];
    report_add(r, "<div class=\"groups\">\n<div class=\"group\">");
    add_names(r, "region", (const char *const[]){"elements", "volume"});
    for (int i = 0; i < MOST && (region = nudge_mesh_get_region(r->mesh, i)); i++)
        add_name(r, region->name, (double)region->elements, "", region->volume);
    report_add(r, "</tbody></table></div></div>\n<div class=\"group\">");
    add_names(r, "boundary", (const char *const[]){"faces", "area"});
    for (int i = 0; i < MOST && (boundary = nudge_mesh_get_boundary(r->mesh, i)); i++) {
        *more = 0;
        if (boundary->inside) nd_format(more, sizeof more, " + %lld inside", (long long)boundary->inside);
        add_name(r, boundary->name, (double)boundary->faces, more, boundary->area);
    }
    report_add(r, "</tbody></table></div></div>\n</div>\n");
    if (nudge_mesh_get_region(r->mesh, MOST) || nudge_mesh_get_boundary(r->mesh, MOST))
        report_note(r, "The mesh has more than %d regions or boundaries; the first are listed.", MOST);
}

static int add_quality(struct report *r, const nudge_mesh_info *info)
{
    int status = 0;
    double x[10], y[10];
    for (int i = 0; i < 10; i++) x[i] = 0.1 * i + 0.05, y[i] = (double)info->quality_histogram[i];
    const struct nd_series series = {"elements", x, y, 10};
    const struct nd_chart chart = {.title = "Quality of elements",
                                   .style = ND_CHART_BARS,
                                   .series = &series,
                                   .nseries = 1,
                                   .x_label = "3 inradius / circumradius (1: regular)",
                                   .y_label = "elements"};
    report_add(r, "<figure class=\"chart group\">\n");
    TRY(figure_add(&r->page, &chart));
    report_add(r, "</figure>\n");
done:
    return status;
}

static int add_mesh(struct report *r)
{
    int status = 0;
    const nudge_mesh_info *info = nudge_mesh_describe(r->mesh);
    const double *low = info->low, *high = info->high, counted = report_number(r, "mesh.elements");
    char text[64];
    if (isfinite(counted) && counted != (double)info->elements)
        report_note(r,
                    "The mesh of the problem file has %lld elements, that of the run had %.0f: the problem "
                    "was changed since, "
                    "or the run had --set. The page shows the mesh of the file.",
                    (long long)info->elements, counted);
    report_add(r, "<div class=\"groups\"><dl class=\"facts group\">\n");
    report_count(text, sizeof text, (double)info->elements);
    report_fact(r, "elements", "%s", text);
    report_count(text, sizeof text, (double)info->vertices);
    report_fact(r, "vertices", "%s", text);
    if (info->curved)
        report_fact(r, "curved elements", "%lld, of order %d", (long long)info->curved, info->order);
    report_fact(r, "bounding box", "%.5g %.5g %.5g to %.5g %.5g %.5g", low[0], low[1], low[2], high[0],
                high[1], high[2]);
    report_fact(r, "volume", "%.6g", info->volume);
    report_fact(r, "edges", "%.4g to %.4g", info->edge_min, info->edge_max);
    report_fact(r, "inradius", "least %.4g, median %.4g", info->inradius_min, info->inradius_median);
    report_fact(r, "quality", "least %.3f, median %.3f", info->quality_min, info->quality_median);
    if (info->periodic_pairs)
        report_fact(r, "periodic pairs of faces", "%lld", (long long)info->periodic_pairs);
    report_add(r, "</dl>\n");
    TRY(add_quality(r, info));
    report_add(r, "</div>\n");
    add_regions(r);
done:
    return status;
}

int report_mesh(struct report *r)
{
    int status = 0;
    if (!r->problem) goto done;
    if (report_number(r, "mesh.elements") > ELEMENTS_MOST) {
        report_note(r, "The mesh is not read, because it has more than %.0f elements.", ELEMENTS_MOST);
        goto done;
    }
    if (nudge_mesh_create(&r->mesh, r->problem)) {
        r->mesh = NULL;
        report_note(r, "The mesh cannot be read: %s", nudge_error());
        goto done;
    }
    report_add(r, "<section id=\"mesh\">\n<h2>Mesh</h2>\n");
    TRY(add_mesh(r));
    report_add(r, "</section>\n");
done:
    return status;
}
