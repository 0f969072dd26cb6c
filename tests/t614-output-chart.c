/* Charts: well-formed whatever is drawn, round ticks, gaps, bounds, marks inside the frame, and
 * pages of charts. */
#include "test.h"

#include "plot/chart.h"
#include "xml-check.h"

static int count(const char *text, const char *piece)
{
    int n = 0;
    for (const char *p = text; (p = strstr(p, piece)); p += strlen(piece)) n++;
    return n;
}

/* Whether the text, escaped, is drawn. */
static int says(const char *svg, const char *text)
{
    char line[200];
    snprintf(line, sizeof line, "\n%s\n", text);
    return strstr(svg, line) != NULL;
}

static void check_svg(const char *svg)
{
    const char *wrong = xml_wrong(svg);
    if (wrong) printf("not XML at: %.60s\n", wrong);
    CHECK(!wrong && !strstr(svg, "nan") && !strstr(svg, "inf"));
}

/* The SVG, checked; free it. Nothing is drawn outside the paper. */
static char *draw(const struct nd_chart *chart)
{
    struct nd_text out = {0};
    struct nd_canvas canvas;
    double low[2], high[2];
    CHECK_OK(nd_canvas_init(&canvas, ND_CHART_WIDTH, nd_chart_height(chart)));
    nd_chart_draw(chart, &canvas);
    nd_canvas_ink(&canvas, low, high);
    CHECK(high[0] <= canvas.width && high[1] <= canvas.height);
    nd_canvas_clear(&canvas);
    /* A record begins at 0: what lies left of it, or above, is seen if all is moved. */
    CHECK_OK(nd_canvas_init(&canvas, ND_CHART_WIDTH, nd_chart_height(chart)));
    nd_canvas_shift(&canvas, 200, 200);
    nd_chart_draw(chart, &canvas);
    nd_canvas_ink(&canvas, low, high);
    if (!(low[0] >= 200 && low[1] >= 200)) printf("drawn from %g %g\n", low[0] - 200, low[1] - 200);
    CHECK(low[0] >= 200 && low[1] >= 200);
    nd_canvas_clear(&canvas);
    CHECK_OK(nd_canvas_init(&canvas, ND_CHART_WIDTH, nd_chart_height(chart)));
    nd_chart_draw(chart, &canvas);
    CHECK_OK(nd_canvas_encode(&canvas, ND_SVG, &out));
    check_svg(out.s);
    nd_canvas_clear(&canvas);
    return out.s;
}

/* Markers of the first series, circles of its colour: beside the one in the legend. */
static int circles(const char *svg)
{
    return count(svg, "fill:rgb(0%,44.705882%,69.803922%)") - 1;
}

static void check_lines(void)
{
    const double x[] = {1, 2, 3, 4}, y[] = {10, NAN, 35, 40};
    const struct nd_series series[] = {{"a < b & \"c\"", x, y, 4}, {"second", x, y, 0}};
    const struct nd_level level = {"peak", 50};
    struct nd_chart chart = {.title = "T<1>",
                             .x_label = "N",
                             .y_label = "GFlop/s",
                             .series = series,
                             .nseries = 2,
                             .levels = &level,
                             .nlevels = 1};
    char *svg = draw(&chart);
    CHECK(says(svg, "a &lt; b &amp; &quot;c&quot;") && says(svg, "T&lt;1&gt;") && says(svg, "peak"));
    CHECK(says(svg, "second") && says(svg, "50") && !says(svg, "60"));
    /* Three points and a gap: a point by itself, and a piece of line. */
    CHECK(circles(svg) == 3);
    const char *line = strstr(svg, "stroke:rgb(0%,44.705882%,69.803922%)"),
               *d = line ? strstr(line, "d=\"") : NULL;
    CHECK(line && strstr(line, "stroke-width:1.6") && d);
    int pieces = 0, parts = 0;
    for (const char *p = d ? d + 3 : ""; *p && *p != '"'; p++) pieces += *p == 'M', parts += *p == 'L';
    CHECK(pieces == 1 && parts == 1);
    /* That piece is where the frame says. */
    const struct nd_chart_frame frame = nd_chart_measure(&chart);
    double at[4];
    const char *piece = d ? strchr(d + 3, 'L') : NULL;
    while (piece && piece > d && *piece != 'M') piece--;
    CHECK(piece && sscanf(piece, "M %lf %lf L %lf %lf", &at[0], &at[1], &at[2], &at[3]) == 4);
    for (int i = 0; i < 2; i++) {
        CHECK_NEAR(at[2 * i], nd_axis_place(&frame.x, x[2 + i]), 0.01);
        CHECK_NEAR(at[2 * i + 1], nd_axis_place(&frame.y, y[2 + i]), 0.01);
    }
    CHECK(frame.height == nd_chart_height(&chart));
    free(svg);
}

static void check_extremes(void)
{
    const double one[] = {4}, same[] = {7, 7, 7}, x[] = {1, 2, 3}, zero[] = {0, 10, 1000},
                 none[] = {NAN, NAN, INFINITY};
    const double huge[] = {-1e299, 1e299, INFINITY}, tiny[] = {1e-299, 2e-299, 0}, few[] = {1e-290, 1, 1e290};
    const double *const all[] = {same, zero, none, huge, tiny, few};
    for (int style = ND_CHART_LINES; style <= ND_CHART_STACK; style++)
        for (int log = 0; log < 4; log++)
            for (int i = 0; i < 6; i++)
                for (int n = 0; n <= 3; n++) {
                    const struct nd_series series[] = {{"", x, all[i], n}, {"b", one, one, 1}};
                    const struct nd_chart chart = {.title = "",
                                                   .x_label = "",
                                                   .y_label = "",
                                                   .style = style,
                                                   .log_x = log & 1,
                                                   .log_y = log >> 1,
                                                   .series = series,
                                                   .nseries = n ? 1 : 2};
                    free(draw(&chart));
                }
    char *svg = draw(&(struct nd_chart){.title = "none", .x_label = "x", .y_label = "y"});
    CHECK(says(svg, "no data"));
    free(svg);
    /* 0 has no place on a log axis; the others have. */
    const struct nd_series series = {"s", x, zero, 3};
    svg = draw(&(struct nd_chart){
        .title = "", .x_label = "", .y_label = "", .log_y = 1, .series = &series, .nseries = 1});
    CHECK(circles(svg) + 1 == 2); /* there is no legend */
    free(svg);
}

/* Up to 60 points have markers, more are a line. The second of two such lines is dashed. */
static void check_many(void)
{
    double x[61];
    for (int i = 0; i < 61; i++) x[i] = i;
    for (int n = 60; n <= 61; n++) {
        const struct nd_series series[] = {{"a", x, x, n}, {"b", x, x, n}};
        char *svg = draw(&(struct nd_chart){.title = "", .x_label = "", .y_label = "", .series = series, .nseries = 2});
        CHECK(circles(svg) == (n == 60 ? 60 : -1));
        CHECK(count(svg, "stroke-dasharray") == (n == 60 ? 0 : 2));
        free(svg);
    }
}

static void check_stack(void)
{
    const double x[] = {1, 2}, a[] = {30, 60}, b[] = {70, 40};
    const struct nd_series series[] = {{"a", x, a, 2}, {"b", x, b, 2}};
    char *svg = draw(&(struct nd_chart){
        .title = "", .x_label = "", .y_label = "", .style = ND_CHART_STACK, .series = series, .nseries = 2});
    /* They reach 100 together, at the top of the plot. */
    CHECK(says(svg, "100") && !says(svg, "110") && !says(svg, "120"));
    CHECK(count(svg, " 38 L ") >= 2);
    free(svg);
}

/* A long legend makes the drawing taller, not crowded. */
static void check_legend(void)
{
    enum { MANY = 60 };
    const double x[] = {1, 2}, y[] = {1, 2};
    struct nd_series series[MANY];
    for (int i = 0; i < MANY; i++)
        series[i] = (struct nd_series){"a rather long name for a line, which it keeps", x, y, 2};
    char *few =
        draw(&(struct nd_chart){.title = "", .x_label = "", .y_label = "", .series = series, .nseries = 2});
    char *many = draw(
        &(struct nd_chart){.title = "", .x_label = "", .y_label = "", .series = series, .nseries = MANY});
    int h2 = 0, h60 = 0;
    CHECK(sscanf(strstr(few, "viewBox"), "viewBox=\"0 0 %*d %d", &h2) == 1);
    CHECK(sscanf(strstr(many, "viewBox"), "viewBox=\"0 0 %*d %d", &h60) == 1);
    CHECK(h60 > h2 + 400);
    free(few);
    free(many);
}

/* A bound is a dashed line of its own, spans the axes and stands in the legend, but makes no chart
 * by itself. */
static void check_bounds(void)
{
    const double x[] = {1, 2, 3}, y[] = {20, 30, 40}, wide[] = {0, 1, 2, 3, 4, 5},
                 roof[] = {400, 300, 200, NAN, 90, 70};
    const struct nd_series series = {"s", x, y, 3},
                           bounds[] = {{"first <", wide, roof, 6}, {"second", x, y, 3}};
    struct nd_chart chart = {.title = "",
                             .x_label = "",
                             .y_label = "",
                             .log_y = 1,
                             .close = 1,
                             .series = &series,
                             .nseries = 1,
                             .bounds = bounds,
                             .nbounds = 2};
    char *svg = draw(&chart);
    CHECK(says(svg, "first &lt;") && says(svg, "second") && circles(svg) == 3);
    CHECK(count(svg, "stroke-dasharray:8,4;") == 2 && count(svg, "stroke-dasharray:2,3;") == 2);
    /* Orders 0 to 5; 20 to 400 and not from 10 to 1000. */
    CHECK(says(svg, "0") && says(svg, "5") && says(svg, "20") && says(svg, "200"));
    CHECK(!says(svg, "10") && !says(svg, "500") && !says(svg, "1000"));
    free(svg);
    chart.y_low = 2, chart.y_high = 5000;
    svg = draw(&chart);
    CHECK(says(svg, "1000") && says(svg, "10"));
    free(svg);
    chart.nseries = 0;
    svg = draw(&chart);
    CHECK(says(svg, "no data") && says(svg, "second"));
    free(svg);
}

/* The lines of the caption, the last ones but for those of the charts: no word is lost. */
static int has_caption(const char *svg, const char *caption)
{
    const char *words = strstr(svg, "<desc>\n") + 7;
    struct nd_text line = {0};
    nd_text_add(&line, "%.*s", (int)(strstr(words, "</desc>") - words), words);
    for (size_t i = 0; i < line.n; i++)
        if (line.s[i] == '\n') line.s[i] = ' ';
    const int has = strstr(line.s, caption) != NULL;
    nd_text_clear(&line);
    return has;
}

static void check_sheet(void)
{
    const double x[] = {1, 2}, y[] = {1, 2};
    const struct nd_series series[] = {
        {"a", x, y, 2}, {"b", x, y, 2}, {"a long name, for a row of its own: it is long", x, y, 2}};
    struct nd_chart charts[] = {
        {.title = "left", .x_label = "", .y_label = "", .series = series, .nseries = 1},
        {.title = "right", .x_label = "", .y_label = "", .series = series, .nseries = 3}};
    const char *caption =
        "There are words enough here for a line below one chart, which is rather narrow, and for some more "
        "of them after it, but less than three lines below two charts.";
    CHECK(nd_chart_height(&charts[1]) > nd_chart_height(&charts[0]));
    for (int n = 1; n <= 2; n++) {
        struct nd_text out = {0};
        int width = 0, height = 0;
        CHECK_OK(
            nd_chart_page_encode(&(struct nd_chart_page){"both & more", caption, charts, n}, ND_SVG, &out));
        check_svg(out.s);
        CHECK(sscanf(strstr(out.s, "viewBox"), "viewBox=\"0 0 %d %d", &width, &height) == 2);
        CHECK(width == n * ND_CHART_WIDTH && height > nd_chart_height(&charts[n - 1]) + 50);
        CHECK(says(out.s, "left") && says(out.s, "right") == (n > 1) && count(out.s, "both &amp; more") == 2);
        CHECK(has_caption(out.s, caption));
        nd_text_clear(&out);
    }
}

static void check_ticks(int log, double low, double high, double room, const char *want)
{
    struct nd_axis axis = {.log = log};
    struct nd_text out = {0};
    nd_axis_fit(&axis, low, high, room);
    for (int i = 0; i < axis.nticks; i++) {
        nd_text_add(&out, "%s", i ? " " : "");
        nd_axis_label(&axis, i, &out);
    }
    if (!out.s || strcmp(out.s, want))
        printf("%g ... %g has ticks %s\n", low, high, out.s ? out.s : "(none)");
    CHECK(out.s && !strcmp(out.s, want));
    CHECK(axis.low <= low && axis.high >= high);
    nd_text_clear(&out);
}

int main(void)
{
    check_ticks(0, 1, 9, 0.04, "1 2 3 4 5 6 7 8 9");
    check_ticks(0, 0, 187, 0, "0 20 40 60 80 100 120 140 160 180 200");
    check_ticks(0, -0.03, 0.04, 0, "-0.03 -0.02 -0.01 0.00 0.01 0.02 0.03 0.04");
    check_ticks(1, 3, 800, 0, "1 2 5 10 20 50 100 200 500 1000");
    check_ticks(1, 0.184237, 0.3, 0.04, "0.20 0.22 0.24 0.26 0.28 0.30");
    check_ticks(1, 2e-4, 1, 0, "10⁻⁴ 10⁻³ 10⁻² 10⁻¹ 10⁰");
    check_ticks(1, 1e-100, 1e100, 0, "10⁻¹⁰⁰ 10⁻⁸⁰ 10⁻⁶⁰ 10⁻⁴⁰ 10⁻²⁰ 10⁰ 10²⁰ 10⁴⁰ 10⁶⁰ 10⁸⁰ 10¹⁰⁰");
    check_ticks(0, 0, 600000, 0, "0 10⁵ 2·10⁵ 3·10⁵ 4·10⁵ 5·10⁵ 6·10⁵");
    check_ticks(0, 4, 4, 0, "3.6 3.7 3.8 3.9 4.0 4.1 4.2 4.3 4.4");
    check_lines();
    check_extremes();
    check_many();
    check_stack();
    check_legend();
    check_bounds();
    check_sheet();
    TEST_END;
}
