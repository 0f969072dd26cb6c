#include "figure.h"

#include <string.h>

void figure_base64(struct nd_text *out, const void *bytes, size_t n)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *b = bytes;
    char line[4 * 256];
    size_t used = 0;
    for (size_t i = 0; i < n; i += 3) {
        const unsigned long three = (unsigned long)b[i] << 16 |
                                    (i + 1 < n ? (unsigned long)b[i + 1] << 8 : 0) |
                                    (i + 2 < n ? b[i + 2] : 0);
        for (int k = 0; k < 4; k++) line[used++] = digit[three >> (18 - 6 * k) & 63];
        if (i + 2 >= n) line[used - 1] = '=';
        if (i + 1 >= n) line[used - 2] = '=';
        if (used == sizeof line) nd_text_add_bytes(out, line, used), used = 0;
    }
    nd_text_add_bytes(out, line, used);
}

static void add_string(struct nd_text *json, const char *s)
{
    char text[512];
    nd_printable(text, sizeof text, s ? s : "", 0);
    nd_text_add_json_string(json, text);
}

static void add_axis(struct nd_text *json, const struct nd_axis *axis, const char *label)
{
    nd_text_add(json,
                "{\"low\":%.9g,\"high\":%.9g,\"start\":%.2f,\"end\":%.2f,\"log\":%d,\"unit\":%g,\"label\":",
                axis->low, axis->high, axis->start, axis->end, axis->log, axis->unit > 0 ? axis->unit : 1);
    add_string(json, label);
    nd_text_add(json, "}");
}

/* Values that cannot be drawn are null. */
static void add_coordinates(struct nd_text *json, const char *key, const struct nd_axis *axis, const double *value,
                       int n)
{
    nd_text_add(json, ",\"%s\":[", key);
    for (int i = 0; i < n; i++)
        if (nd_axis_shows(axis, value[i]))
            nd_text_add(json, "%s%.6g", i ? "," : "", value[i]);
        else
            nd_text_add(json, "%snull", i ? "," : "");
    nd_text_add(json, "]");
}

/* The data of chart.js. */
static int describe(const struct nd_chart *chart, struct nd_text *json)
{
    const struct nd_chart_frame frame = nd_chart_measure(chart);
    nd_text_add(json, "{\"width\":%d,\"bars\":%d,\"x\":", ND_CHART_WIDTH,
                chart->style != ND_CHART_LINES);
    add_axis(json, &frame.x, chart->x_label);
    nd_text_add(json, ",\"y\":");
    add_axis(json, &frame.y, chart->y_label);
    nd_text_add(json, ",\"series\":[");
    for (int i = 0; i < chart->nseries; i++) {
        const struct nd_series *s = &chart->series[i];
        nd_text_add(json, "%s{\"name\":", i ? "," : "");
        add_string(json, s->name);
        add_coordinates(json, "x", &frame.x, s->x, s->n);
        add_coordinates(json, "y", &frame.y, s->y, s->n);
        nd_text_add(json, "}");
    }
    nd_text_add(json, "]}");
    return nd_text_check(json);
}

void figure_script(struct nd_text *html)
{
    nd_text_add(html, "<script>\n%s</script>\n", report_texts[2].text);
}

int figure_add(struct nd_text *html, const struct nd_chart *chart)
{
    int status = 0;
    char advice[512], title[512];
    struct nd_text svg = {0}, json = {0};
    nd_printable(title, sizeof title, chart->title, 0);
    if (!nd_canvas_ready(advice)) {
        nd_text_add(html, "<p>");
        nd_text_add_xml(html, title);
        nd_text_add(html, " is not drawn: ");
        nd_text_add_xml(html, advice);
        nd_text_add(html, ".</p>\n");
        return 0;
    }
    TRY(nd_chart_encode(chart, ND_SVG, &svg));
    nd_text_add(html, "<img alt=\"");
    nd_text_add_xml(html, title);
    nd_text_add(html, "\" src=\"data:image/svg+xml;base64,");
    figure_base64(html, svg.s, svg.n);
    TRY(describe(chart, &json));
    nd_text_add(html, "\" data-chart=\"");
    nd_text_add_xml(html, json.s);
    nd_text_add(html, "\"/>\n");
done:
    nd_text_clear(&json);
    nd_text_clear(&svg);
    return status;
}

int figure_check(const char *path)
{
    int status = 0;
    char advice[512];
    const char *dot = path ? strrchr(path, '.') : NULL;
    if (!path) goto done;
    if (!dot || (strcmp(dot, ".png") && strcmp(dot, ".svg") && strcmp(dot, ".pdf")))
        FAIL(NUDGE_EVALUE, "--picture: %s: a name ending in .png, .svg or .pdf is wanted", path);
    if (!nd_canvas_ready(advice)) FAIL(NUDGE_EVALUE, "--picture: %s", advice);
done:
    return status;
}
