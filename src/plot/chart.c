#include "plot/chart.h"

#include <math.h>
#include <stdio.h>
#include "base/format.h"
#include "plot/axis.h"
#include "base/xml.h"

/* Pixels. The width of a letter is estimated as LETTER times the font size, a little more than in most
 * fonts. */
enum { WIDTH = ND_CHART_WIDTH, TOP = 38, PLOT = 270, RIGHT = 16, BELOW = 48, ROW = 20, SAMPLE = 34 };
#define LETTER 0.58

/* Colours that colour-blind people can distinguish (M. Okabe, K. Ito). There is one more marker than there
 * are colours, so that a pair of both repeats only after 56 series. */
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#e69f00", "#56b4e9", "#303030"};
static const char *const markers[] = {
    "M4 0A4 4 0 1 1-4 0A4 4 0 1 1 4 0Z",
    "M-3.6-3.6H3.6V3.6H-3.6Z",
    "M0-4.8L4.6 3.4H-4.6Z",
    "M0-5.2L4.4 0L0 5.2L-4.4 0Z",
    "M0 4.8L4.6-3.4H-4.6Z",
    "M-1.5-4.8H1.5V-1.5H4.8V1.5H1.5V4.8H-1.5V1.5H-4.8V-1.5H-1.5Z",
    "M4.8 0L2.4 4.1H-2.4L-4.8 0L-2.4-4.1H2.4Z",
    "M0 2L3 5L5 3L2 0L5-3L3-5L0-2L-3-5L-5-3L-2 0L-5 3L-3 5Z",
};
static const char *const dashes[] = {"", " stroke-dasharray=\"7 3\"", " stroke-dasharray=\"2 3\""};
enum { COLOURS = 7, MARKERS = 8, DASHES = 3 };
#define LEVEL_DASH "10 3 2 3"
static const char *const bound_dashes[] = {"8 4", "2 3", "14 3 2 3 2 3"};

struct drawing {
    const struct nd_chart *chart;
    struct nd_text *out;
    struct nd_axis x, y;
    double gap;  /* the least distance between the x of two bars */
    double mark; /* scale of the markers, about 1 */
    int legend_columns, height;
};

/* The number of letters of a UTF-8 text. */
static int letters(const char *s)
{
    int n = 0;
    for (; *s; s++) n += (*s & 0xc0) != 0x80;
    return n;
}

/* The font size, at most `size`, at which the text is at most `most` wide. */
static double font_size(const char *s, double size, double most)
{
    const double wide = LETTER * size * letters(s);
    return wide > most ? size * most / wide : size;
}

static int is_bars(const struct nd_chart *chart)
{
    return chart->style != ND_CHART_LINES;
}

/* Whether point i of the series is drawn. */
static int shows(const struct drawing *d, const struct nd_series *s, int i)
{
    return nd_axis_shows(&d->x, s->x[i]) && nd_axis_shows(&d->y, s->y[i]);
}

/* The height at which the bar of series s at x begins. */
static double stacked(const struct drawing *d, int s, double x)
{
    double sum = 0;
    if (d->chart->style != ND_CHART_STACK) return 0;
    for (int below = 0; below < s; below++)
        for (int i = 0; i < d->chart->series[below].n; i++)
            if (d->chart->series[below].x[i] == x && shows(d, &d->chart->series[below], i))
                sum += d->chart->series[below].y[i];
    return sum;
}

/* The least difference between two x. */
static double least_gap(const struct drawing *d)
{
    const struct nd_chart *c = d->chart;
    double gap = HUGE_VAL;
    for (int s = 0; s < c->nseries; s++)
        for (int i = 0; i < c->series[s].n; i++)
            for (int r = 0; r < c->nseries; r++)
                for (int j = 0; j < c->series[r].n; j++) {
                    const double between = c->series[r].x[j] - c->series[s].x[i];
                    if (between > 0 && between < gap) gap = between;
                }
    return isfinite(gap) ? gap : 1;
}

/* Extends a range to include the value. */
static void reach(double range[2], double value)
{
    range[0] = fmin(range[0], value), range[1] = fmax(range[1], value);
}

/* Extends range {x low, x high, y low, y high} by the points of a series; bars of series s stand on those
 * below. Returns the number of points drawn. */
static int reach_series(struct drawing *d, const struct nd_series *series, int s, double range[4])
{
    int any = 0;
    for (int i = 0; i < series->n; i++) {
        if (!shows(d, series, i)) continue;
        reach(range, series->x[i]);
        reach(range + 2, stacked(d, s, series->x[i]) + series->y[i]);
        if (series->x[i] != floor(series->x[i])) d->x.whole = 0;
        any++;
    }
    return any;
}

/* Finds the ranges of everything drawn. Returns the number of points of all series. */
static int find_ranges(struct drawing *d, double range[4])
{
    const struct nd_chart *c = d->chart;
    const double least[] = {c->y_low, c->y_high};
    int any = 0;
    d->x.whole = 1;
    range[0] = range[2] = HUGE_VAL, range[1] = range[3] = -HUGE_VAL;
    for (int s = 0; s < c->nseries; s++) any += reach_series(d, &c->series[s], s, range);
    for (int i = 0; i < c->nbounds && any; i++) reach_series(d, &c->bounds[i], 0, range);
    for (int i = 0; i < c->nlevels && any; i++)
        if (nd_axis_shows(&d->y, c->levels[i].y)) reach(range + 2, c->levels[i].y);
    for (int i = 0; i < 2 && any && least[0] < least[1]; i++)
        if (nd_axis_shows(&d->y, least[i])) reach(range + 2, least[i]);
    d->mark = fmax(0.6, fmin(1, 150.0 / (any + 1)));
    return any;
}

/* Sets both axes. Returns 0 if there is nothing to show; then they go from 0 to 1. */
static int fit_axes(struct drawing *d)
{
    double range[4];
    d->x.log = d->chart->log_x && !is_bars(d->chart);
    d->y.log = d->chart->log_y && !is_bars(d->chart);
    const int any = find_ranges(d, range);
    if (!any) d->x.log = d->y.log = d->x.whole = 0, range[0] = range[2] = 0, range[1] = range[3] = 1;
    if (is_bars(d->chart)) {
        d->gap = least_gap(d);
        range[0] -= d->gap / 2, range[1] += d->gap / 2;
    }
    /* Amounts are compared with 0, and bars begin there. */
    if (!d->y.log && range[2] > 0 && (is_bars(d->chart) || !d->chart->close)) range[2] = 0;
    if (!d->y.log && range[3] < 0 && is_bars(d->chart)) range[3] = 0;
    nd_axis_fit(&d->x, range[0], range[1], is_bars(d->chart) ? 0.01 : 0.04);
    nd_axis_fit(&d->y, range[2], range[3], d->y.log && d->chart->close ? 0.04 : 0);
    return any;
}

/* Sets the positions of plot and legend. */
static void arrange(struct drawing *d)
{
    const struct nd_chart *c = d->chart;
    double longest = 1;
    for (int i = 0; i < c->nseries; i++) longest = fmax(longest, letters(c->series[i].name));
    for (int i = 0; i < c->nlevels; i++) longest = fmax(longest, letters(c->levels[i].name));
    for (int i = 0; i < c->nbounds; i++) longest = fmax(longest, letters(c->bounds[i].name));
    d->x.start = 34 + LETTER * 12 * nd_axis_label_width(&d->y);
    d->x.end = WIDTH - RIGHT;
    d->y.start = TOP + PLOT;
    d->y.end = TOP;
    const int fit = (int)((WIDTH - 2 * RIGHT) / (SAMPLE + LETTER * 12 * longest + 12));
    const int entries = c->nseries + c->nlevels + c->nbounds;
    d->legend_columns = fit < 1 ? 1 : fit > entries && entries ? entries : fit;
    d->height = TOP + PLOT + BELOW + ROW * ((entries + d->legend_columns - 1) / d->legend_columns) + 6;
}

static void add_label(struct drawing *d, const char *attributes, const char *s, double size, double most)
{
    nd_text_add(d->out, "<text %s font-size=\"%.3g\">", attributes, font_size(s, size, most));
    nd_text_add_xml(d->out, s);
    nd_text_add(d->out, "</text>\n");
}

static void draw_frame(struct drawing *d)
{
    char place[160];
    nd_text_add(d->out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
                "role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"#222\">\n<title>",
                WIDTH, d->height, WIDTH, d->height);
    nd_text_add_xml(d->out, d->chart->title);
    nd_text_add(d->out, "</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", WIDTH, d->height);
    nd_format(place, sizeof place, "x=\"%d\" y=\"24\" text-anchor=\"middle\" font-weight=\"600\"", WIDTH / 2);
    add_label(d, place, d->chart->title, 15, WIDTH - 2 * RIGHT);
    nd_format(place, sizeof place, "x=\"%.1f\" y=\"%d\" text-anchor=\"middle\"", (d->x.start + d->x.end) / 2,
              TOP + PLOT + 36);
    add_label(d, place, d->chart->x_label, 13, d->x.end - d->x.start);
    nd_format(place, sizeof place, "transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\"",
              TOP + PLOT / 2);
    add_label(d, place, d->chart->y_label, 13, PLOT);
}

static void draw_axes(struct drawing *d)
{
    nd_text_add(d->out, "<path d=\"");
    for (int i = 0; i < d->x.nticks; i++)
        nd_text_add(d->out, "M%.1f %dV%d", nd_axis_place(&d->x, d->x.tick[i]), TOP + PLOT, TOP);
    for (int i = 0; i < d->y.nticks; i++)
        nd_text_add(d->out, "M%.1f %.1fH%.1f", d->x.start, nd_axis_place(&d->y, d->y.tick[i]), d->x.end);
    nd_text_add(d->out, "\" stroke=\"#e3e3e3\" fill=\"none\"/>\n");
    nd_text_add(d->out, "<path d=\"M%.1f %dV%dH%.1f\" stroke=\"#555\" fill=\"none\"/>\n", d->x.start, TOP,
                TOP + PLOT, d->x.end);
    for (int i = 0; i < d->x.nticks; i++) {
        nd_text_add(d->out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">",
                    nd_axis_place(&d->x, d->x.tick[i]), TOP + PLOT + 17);
        nd_axis_label(&d->x, i, d->out);
        nd_text_add(d->out, "</text>\n");
    }
    for (int i = 0; i < d->y.nticks; i++) {
        nd_text_add(d->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">", d->x.start - 6,
                    nd_axis_place(&d->y, d->y.tick[i]) + 4);
        nd_axis_label(&d->y, i, d->out);
        nd_text_add(d->out, "</text>\n");
    }
}

static void draw_marker(struct drawing *d, int s, double x, double y, const char *fill)
{
    nd_text_add(d->out, "<path d=\"%s\" transform=\"translate(%.1f %.1f) scale(%.2g)\" fill=\"%s\"",
                markers[s % MARKERS], x, y, d->mark, fill);
}

/* Adds the text that appears under the mouse. */
static void add_hint(struct drawing *d, const struct nd_series *s, int i)
{
    nd_text_add(d->out, "><title>");
    nd_text_add_xml(d->out, s->name);
    nd_text_add(d->out, ": %.6g, %.4g</title></path>\n", s->x[i], s->y[i]);
}

/* Begins a path through the points, with a gap where a point cannot be drawn. */
static void add_path(struct drawing *d, const struct nd_series *s)
{
    int down = 0;
    nd_text_add(d->out, "<path d=\"M0 0");
    for (int i = 0; i < s->n; i++) {
        const int here = shows(d, s, i);
        if (here)
            nd_text_add(d->out, "%c%.1f %.1f", down ? 'L' : 'M', nd_axis_place(&d->x, s->x[i]),
                        nd_axis_place(&d->y, s->y[i]));
        down = here;
    }
    nd_text_add(d->out, "\" fill=\"none\"");
}

static void draw_line(struct drawing *d, int number)
{
    const struct nd_series *s = &d->chart->series[number];
    const char *colour = colours[number % COLOURS];
    add_path(d, s);
    nd_text_add(d->out, " stroke=\"%s\" stroke-width=\"1.6\"%s/>\n", colour,
                dashes[number / COLOURS % DASHES]);
    for (int i = 0; i < s->n && !d->chart->plain; i++)
        if (shows(d, s, i)) {
            draw_marker(d, number, nd_axis_place(&d->x, s->x[i]), nd_axis_place(&d->y, s->y[i]), colour);
            add_hint(d, s, i);
        }
}

/* A bar carries its marker, too, in white, if there is room for it. */
static void draw_bar(struct drawing *d, int number, int i)
{
    const struct nd_chart *c = d->chart;
    const struct nd_series *s = &c->series[number];
    const int abreast = c->style == ND_CHART_STACK ? 1 : c->nseries;
    const double foot = stacked(d, number, s->x[i]);
    const double wide = 0.8 * d->gap / abreast, left = s->x[i] - 0.4 * d->gap;
    const double x0 = nd_axis_place(&d->x, left + (abreast > 1 ? number : 0) * wide);
    const double x1 = nd_axis_place(&d->x, left + ((abreast > 1 ? number : 0) + 1) * wide);
    const double y0 = nd_axis_place(&d->y, foot), y1 = nd_axis_place(&d->y, foot + s->y[i]);
    nd_text_add(d->out,
                "<path d=\"M%.1f %.1fH%.1fV%.1fH%.1fZ\" fill=\"%s\" stroke=\"#fff\" stroke-width=\"0.6\"", x0,
                y0, x1, y1, x0, colours[number % COLOURS]);
    add_hint(d, s, i);
    if (x1 - x0 >= 11 && fabs(y1 - y0) >= 13) {
        draw_marker(d, number, (x0 + x1) / 2, (y0 + y1) / 2, "#fff");
        nd_text_add(d->out, "/>\n");
    }
}

static void draw_series(struct drawing *d, int number)
{
    const struct nd_series *s = &d->chart->series[number];
    if (!is_bars(d->chart)) draw_line(d, number);
    for (int i = 0; i < s->n && is_bars(d->chart); i++)
        if (shows(d, s, i)) draw_bar(d, number, i);
}

static void draw_levels(struct drawing *d)
{
    const struct nd_chart *c = d->chart;
    for (int i = 0; i < c->nlevels; i++)
        if (nd_axis_shows(&d->y, c->levels[i].y))
            nd_text_add(d->out,
                        "<path d=\"M%.1f %.1fH%.1f\" stroke=\"#222\" stroke-width=\"1.4\" "
                        "stroke-dasharray=\"" LEVEL_DASH "\" fill=\"none\"/>\n",
                        d->x.start, nd_axis_place(&d->y, c->levels[i].y), d->x.end);
    for (int i = 0; i < c->nbounds; i++) {
        add_path(d, &c->bounds[i]);
        nd_text_add(d->out, " stroke=\"#222\" stroke-width=\"1.6\" stroke-dasharray=\"%s\"/>\n",
                    bound_dashes[i % DASHES]);
    }
}

/* Draws the sample beside the name of entry i of the legend: series come first, then levels, then bounds. */
static void draw_sample(struct drawing *d, int i, double x, double y)
{
    const struct nd_chart *c = d->chart;
    const int bound = i - c->nseries - c->nlevels;
    if (i >= c->nseries) {
        nd_text_add(d->out,
                    "<path d=\"M%.1f %.1fh26\" stroke=\"#222\" stroke-width=\"1.6\" "
                    "stroke-dasharray=\"%s\"/>\n",
                    x, y, bound < 0 ? LEVEL_DASH : bound_dashes[bound % DASHES]);
        return;
    }
    if (is_bars(c))
        nd_text_add(d->out, "<path d=\"M%.1f %.1fh18v14h-18Z\" fill=\"%s\"/>\n", x + 4, y - 7,
                    colours[i % COLOURS]);
    else
        nd_text_add(d->out, "<path d=\"M%.1f %.1fh26\" stroke=\"%s\" stroke-width=\"1.6\"%s/>\n", x, y,
                    colours[i % COLOURS], dashes[i / COLOURS % DASHES]);
    if (c->plain && !is_bars(c)) return;
    draw_marker(d, i, x + 13, y, is_bars(c) ? "#fff" : colours[i % COLOURS]);
    nd_text_add(d->out, "/>\n");
}

static const char *entry_name(const struct nd_chart *c, int i)
{
    if (i < c->nseries) return c->series[i].name;
    i -= c->nseries;
    return i < c->nlevels ? c->levels[i].name : c->bounds[i - c->nlevels].name;
}

/* Draws the legend below the plot, where it covers nothing. */
static void draw_legend(struct drawing *d)
{
    const struct nd_chart *c = d->chart;
    const double slot = (double)(WIDTH - 2 * RIGHT) / d->legend_columns;
    char place[64];
    for (int i = 0; i < c->nseries + c->nlevels + c->nbounds; i++) {
        const double x = RIGHT + slot * (i % d->legend_columns);
        const double y = TOP + PLOT + BELOW + ROW * (i / d->legend_columns) + 8;
        draw_sample(d, i, x, y);
        nd_format(place, sizeof place, "x=\"%.1f\" y=\"%.1f\"", x + SAMPLE, y + 4);
        add_label(d, place, entry_name(c, i), 12, slot - SAMPLE - 4);
    }
}

int nd_chart_height(const struct nd_chart *chart)
{
    struct drawing d = {.chart = chart};
    fit_axes(&d);
    arrange(&d);
    return d.height;
}

int nd_chart_svg(const struct nd_chart *chart, struct nd_text *out)
{
    struct drawing d = {.chart = chart, .out = out};
    const int any = fit_axes(&d);
    arrange(&d);
    draw_frame(&d);
    draw_axes(&d);
    for (int i = 0; i < chart->nseries && any; i++) draw_series(&d, i);
    if (any) draw_levels(&d);
    if (!any)
        nd_text_add(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#777\">no data</text>\n",
                    (d.x.start + d.x.end) / 2, TOP + PLOT / 2);
    draw_legend(&d);
    nd_text_add(out, "</svg>\n");
    return nd_text_check(out);
}
