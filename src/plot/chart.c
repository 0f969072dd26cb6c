#include "plot/chart.h"

#include <math.h>
#include "base/error.h"
#include "base/file.h"
#include "base/format.h"

/* Points. */
enum { WIDTH = ND_CHART_WIDTH, TOP = 38, PLOT = 270, RIGHT = 16, BELOW = 50, ROW = 20, SAMPLE = 34 };

/* There is one more marker than there are colours, so that a pair of both repeats only after 56 series. */
enum { MARKERS = 8, CORNERS = 12, DASHES = 3 };
static const struct marker {
    int n; /* 0: a circle */
    double at[CORNERS][2];
} markers[MARKERS] = {
    {0, {{0}}},
    {4, {{-3.6, -3.6}, {3.6, -3.6}, {3.6, 3.6}, {-3.6, 3.6}}},
    {3, {{0, -4.8}, {4.6, 3.4}, {-4.6, 3.4}}},
    {4, {{0, -5.2}, {4.4, 0}, {0, 5.2}, {-4.4, 0}}},
    {3, {{0, 4.8}, {4.6, -3.4}, {-4.6, -3.4}}},
    {12,
     {{-1.5, -4.8},
      {1.5, -4.8},
      {1.5, -1.5},
      {4.8, -1.5},
      {4.8, 1.5},
      {1.5, 1.5},
      {1.5, 4.8},
      {-1.5, 4.8},
      {-1.5, 1.5},
      {-4.8, 1.5},
      {-4.8, -1.5},
      {-1.5, -1.5}}},
    {6, {{4.8, 0}, {2.4, 4.1}, {-2.4, 4.1}, {-4.8, 0}, {-2.4, -4.1}, {2.4, -4.1}}},
    {12,
     {{0, 2},
      {3, 5},
      {5, 3},
      {2, 0},
      {5, -3},
      {3, -5},
      {0, -2},
      {-3, -5},
      {-5, -3},
      {-2, 0},
      {-5, 3},
      {-3, 5}}},
};
/* Lengths of strokes and gaps: of series, levels and bounds. */
static const double dash[DASHES][2] = {{0}, {7, 3}, {2, 3}}, level_dash[] = {10, 3, 2, 3},
                    bound_dash[DASHES][6] = {{8, 4}, {2, 3}, {14, 3, 2, 3, 2, 3}};
static const int bound_dashes[DASHES] = {2, 2, 6};
static const struct nd_colour grid = {227, 227, 227};

struct drawing {
    const struct nd_chart *chart;
    struct nd_canvas *canvas;
    struct nd_axis x, y;
    double gap;    /* the least distance between the x of two bars */
    double mark;   /* scale of the markers, about 1 */
    double labels; /* width of the labels of the y axis */
    int legend_columns, height;
};

static const struct nd_type small = {.size = 11.5, .colour = {32, 42, 51}};

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
    d->x.unit = d->chart->x_unit;
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

/* Entries of the legend; a single series needs none. */
static int entry_count(const struct nd_chart *c)
{
    const int n = c->nseries + c->nlevels + c->nbounds;
    return n == 1 && c->nseries == 1 ? 0 : n;
}

static const char *entry_name(const struct nd_chart *c, int i)
{
    if (i < c->nseries) return c->series[i].name;
    i -= c->nseries;
    return i < c->nlevels ? c->levels[i].name : c->bounds[i - c->nlevels].name;
}

static void tick_label(const struct nd_axis *axis, int tick, char out[32])
{
    struct nd_text text = {0};
    nd_axis_label(axis, tick, &text);
    nd_format(out, 32, "%.31s", text.s ? text.s : "");
    nd_text_clear(&text);
}

/* Sets the positions of plot and legend. */
static void arrange(struct drawing *d)
{
    const struct nd_chart *c = d->chart;
    const int entries = entry_count(c);
    double longest = 1;
    char label[32];
    for (int i = 0; i < entries; i++) longest = fmax(longest, nd_type_width(&small, entry_name(c, i)));
    for (int i = 0; i < d->y.nticks; i++) {
        tick_label(&d->y, i, label);
        d->labels = fmax(d->labels, nd_type_width(&small, label));
    }
    d->x.start = 36 + d->labels;
    d->x.end = WIDTH - RIGHT;
    d->y.start = TOP + PLOT;
    d->y.end = TOP;
    const int fit = (int)((WIDTH - 2 * RIGHT) / (SAMPLE + longest + 12));
    d->legend_columns = fit < 1 ? 1 : fit > entries && entries ? entries : fit;
    d->height = TOP + PLOT + BELOW + ROW * ((entries + d->legend_columns - 1) / d->legend_columns) + 6;
}

static void draw_frame(struct drawing *d)
{
    const struct nd_chart *c = d->chart;
    const double middle = (d->x.start + d->x.end) / 2;
    nd_canvas_text(
        d->canvas,
        &(struct nd_type){.size = 14, .bold = 1, .colour = nd_ink, .align = 0.5, .most = WIDTH - 2 * RIGHT},
        WIDTH / 2, 20, c->title);
    nd_canvas_text(
        d->canvas,
        &(struct nd_type){.size = 12.5, .colour = nd_ink, .align = 0.5, .most = d->x.end - d->x.start},
        middle, TOP + PLOT + 33, c->x_label);
    nd_canvas_text(
        d->canvas,
        &(struct nd_type){.size = 12.5, .colour = nd_ink, .align = 0.5, .most = PLOT, .upwards = 1}, 14,
        TOP + PLOT / 2, c->y_label);
}

/* Labels of the x axis stand apart; every how many ticks there is one. */
static int label_stride(const struct drawing *d)
{
    double longest = 0;
    int stride = 1;
    char label[32];
    for (int i = 0; i < d->x.nticks; i++) {
        tick_label(&d->x, i, label);
        longest = fmax(longest, nd_type_width(&small, label));
    }
    while ((longest + 8) * d->x.nticks / stride > d->x.end - d->x.start && stride < d->x.nticks) stride++;
    return stride;
}

static void draw_axes(struct drawing *d)
{
    char label[32];
    struct nd_type type = small;
    const int stride = label_stride(d);
    for (int i = 0; i < d->x.nticks; i++) {
        nd_canvas_move(d->canvas, nd_axis_place(&d->x, d->x.tick[i]), TOP + PLOT);
        nd_canvas_line(d->canvas, nd_axis_place(&d->x, d->x.tick[i]), TOP);
    }
    for (int i = 0; i < d->y.nticks; i++) {
        nd_canvas_move(d->canvas, d->x.start, nd_axis_place(&d->y, d->y.tick[i]));
        nd_canvas_line(d->canvas, d->x.end, nd_axis_place(&d->y, d->y.tick[i]));
    }
    nd_canvas_stroke(d->canvas, &(struct nd_stroke){grid, 1, NULL, 0});
    nd_canvas_move(d->canvas, d->x.start, TOP);
    nd_canvas_line(d->canvas, d->x.start, TOP + PLOT);
    nd_canvas_line(d->canvas, d->x.end, TOP + PLOT);
    nd_canvas_stroke(d->canvas, &(struct nd_stroke){nd_ink_pale, 1, NULL, 0});
    type.align = 0.5;
    for (int i = 0; i < d->x.nticks; i += stride) {
        tick_label(&d->x, i, label);
        const double most = WIDTH - 2 - 0.5 * nd_type_width(&small, label);
        nd_canvas_text(d->canvas, &type, fmin(nd_axis_place(&d->x, d->x.tick[i]), most), TOP + PLOT + 13,
                       label);
    }
    type.align = 1;
    for (int i = 0; i < d->y.nticks; i++) {
        tick_label(&d->y, i, label);
        nd_canvas_text(d->canvas, &type, d->x.start - 6, nd_axis_place(&d->y, d->y.tick[i]), label);
    }
}

static void draw_marker(struct drawing *d, int s, double x, double y, struct nd_colour fill)
{
    const struct marker *m = &markers[s % MARKERS];
    if (!m->n) nd_canvas_circle(d->canvas, x, y, 4 * d->mark);
    for (int i = 0; i < m->n; i++)
        (i ? nd_canvas_line : nd_canvas_move)(d->canvas, x + d->mark * m->at[i][0],
                                              y + d->mark * m->at[i][1]);
    if (m->n) nd_canvas_close(d->canvas);
    nd_canvas_fill(d->canvas, fill);
}

/* A path through the points, with a gap where a point cannot be drawn. */
static void add_path(struct drawing *d, const struct nd_series *s)
{
    int down = 0;
    for (int i = 0; i < s->n; i++) {
        const int here = shows(d, s, i);
        if (here)
            (down ? nd_canvas_line : nd_canvas_move)(d->canvas, nd_axis_place(&d->x, s->x[i]),
                                                     nd_axis_place(&d->y, s->y[i]));
        down = here;
    }
}

/* Whether a series is a line without markers: many of them would merge into a band. */
static int is_bare(const struct nd_chart *c, int number)
{
    enum { MARKED_MOST = 60 };
    return c->plain || c->series[number].n > MARKED_MOST;
}

/* Lines without markers differ by their dashes, too. */
static struct nd_stroke line_stroke(const struct nd_chart *c, int number)
{
    const int style = is_bare(c, number) ? number % DASHES : number / ND_SERIES_COLOURS % DASHES;
    return (struct nd_stroke){nd_series_colour[number % ND_SERIES_COLOURS], 1.6, style ? dash[style] : NULL,
                              2};
}

/* i: a bound, or -1 for a level. */
static struct nd_stroke bound_stroke(int i)
{
    return i < 0 ? (struct nd_stroke){nd_ink, 1.4, level_dash, 4}
                 : (struct nd_stroke){nd_ink, 1.6, bound_dash[i % DASHES], bound_dashes[i % DASHES]};
}

static void draw_line(struct drawing *d, int number)
{
    const struct nd_series *s = &d->chart->series[number];
    const struct nd_stroke stroke = line_stroke(d->chart, number);
    add_path(d, s);
    nd_canvas_stroke(d->canvas, &stroke);
    for (int i = 0; i < s->n && !is_bare(d->chart, number); i++)
        if (shows(d, s, i))
            draw_marker(d, number, nd_axis_place(&d->x, s->x[i]), nd_axis_place(&d->y, s->y[i]),
                        stroke.colour);
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
    nd_canvas_box(d->canvas, x0, fmin(y0, y1), x1 - x0, fabs(y1 - y0));
    nd_canvas_fill(d->canvas, nd_series_colour[number % ND_SERIES_COLOURS]);
    nd_canvas_box(d->canvas, x0, fmin(y0, y1), x1 - x0, fabs(y1 - y0));
    nd_canvas_stroke(d->canvas, &(struct nd_stroke){nd_paper, 0.6, NULL, 0});
    if (x1 - x0 >= 11 && fabs(y1 - y0) >= 13) draw_marker(d, number, (x0 + x1) / 2, (y0 + y1) / 2, nd_paper);
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
    for (int i = 0; i < c->nlevels; i++) {
        if (!nd_axis_shows(&d->y, c->levels[i].y)) continue;
        const struct nd_stroke stroke = bound_stroke(-1);
        nd_canvas_move(d->canvas, d->x.start, nd_axis_place(&d->y, c->levels[i].y));
        nd_canvas_line(d->canvas, d->x.end, nd_axis_place(&d->y, c->levels[i].y));
        nd_canvas_stroke(d->canvas, &stroke);
    }
    for (int i = 0; i < c->nbounds; i++) {
        const struct nd_stroke stroke = bound_stroke(i);
        add_path(d, &c->bounds[i]);
        nd_canvas_stroke(d->canvas, &stroke);
    }
}

/* Draws the sample beside the name of entry i of the legend: series come first, then levels, then bounds. */
static void draw_sample(struct drawing *d, int i, double x, double y)
{
    const struct nd_chart *c = d->chart;
    const int bound = i - c->nseries - c->nlevels, bars = i < c->nseries && is_bars(c);
    const struct nd_stroke stroke = i < c->nseries ? line_stroke(c, i) : bound_stroke(bound < 0 ? -1 : bound);
    if (bars) {
        nd_canvas_box(d->canvas, x + 4, y - 7, 18, 14);
        nd_canvas_fill(d->canvas, stroke.colour);
    } else {
        nd_canvas_move(d->canvas, x, y);
        nd_canvas_line(d->canvas, x + 26, y);
        nd_canvas_stroke(d->canvas, &stroke);
    }
    if (bars || (i < c->nseries && !is_bare(c, i))) draw_marker(d, i, x + 13, y, bars ? nd_paper : stroke.colour);
}

/* Draws the legend below the plot, where it covers nothing. */
static void draw_legend(struct drawing *d)
{
    const struct nd_chart *c = d->chart;
    const double slot = (double)(WIDTH - 2 * RIGHT) / d->legend_columns;
    struct nd_type type = small;
    type.most = slot - SAMPLE - 4;
    for (int i = 0; i < entry_count(c); i++) {
        const double x = RIGHT + slot * (i % d->legend_columns);
        const double y = TOP + PLOT + BELOW + ROW * (i / d->legend_columns) + 8;
        draw_sample(d, i, x, y);
        nd_canvas_text(d->canvas, &type, x + SAMPLE, y, entry_name(c, i));
    }
}

struct nd_chart_frame nd_chart_measure(const struct nd_chart *chart)
{
    struct drawing d = {.chart = chart};
    fit_axes(&d);
    arrange(&d);
    return (struct nd_chart_frame){d.x, d.y, d.height};
}

int nd_chart_height(const struct nd_chart *chart)
{
    return nd_chart_measure(chart).height;
}

void nd_chart_draw(const struct nd_chart *chart, struct nd_canvas *canvas)
{
    struct drawing d = {.chart = chart, .canvas = canvas};
    const int any = fit_axes(&d);
    arrange(&d);
    draw_frame(&d);
    draw_axes(&d);
    for (int i = 0; i < chart->nseries && any; i++) draw_series(&d, i);
    if (any) draw_levels(&d);
    if (!any)
        nd_canvas_text(canvas, &(struct nd_type){.size = 13, .colour = nd_ink_pale, .align = 0.5},
                       (d.x.start + d.x.end) / 2, TOP + PLOT / 2, "no data");
    draw_legend(&d);
}

int nd_chart_encode(const struct nd_chart *chart, enum nd_picture_format format, struct nd_text *out)
{
    int status = 0;
    struct nd_canvas canvas;
    TRY(nd_canvas_init(&canvas, ND_CHART_WIDTH, 1));
    canvas.height = nd_chart_height(chart);
    canvas.title = chart->title;
    nd_chart_draw(chart, &canvas);
    TRY(nd_canvas_encode(&canvas, format, out));
done:
    nd_canvas_clear(&canvas);
    return status;
}

int nd_chart_write(const struct nd_chart *chart, const char *path)
{
    int status = 0;
    struct nd_text out = {0};
    TRY(nd_chart_encode(chart, nd_picture_format(path), &out));
    TRY(nd_file_write(path, out.s, out.n));
done:
    nd_text_clear(&out);
    return status;
}
