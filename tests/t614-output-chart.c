/* Charts: well-formed whatever is drawn, round ticks, gaps, bounds, marks inside the frame, and
 * pages of charts. */
#include "test.h"

#include "plot/axis.h"
#include "plot/chart.h"
#include "xml-check.h"

static int count(const char *text, const char *piece)
{
    int n = 0;
    for (const char *p = text; (p = strstr(p, piece)); p += strlen(piece)) n++;
    return n;
}

/* Every number of every path and text lies within the drawing; no NaN among them. */
static void check_inside(const char *svg)
{
    int width = 0, height = 0;
    double x, y;
    CHECK(sscanf(strstr(svg, "viewBox"), "viewBox=\"0 0 %d %d\"", &width, &height) == 2);
    CHECK(!strstr(svg, "nan") && !strstr(svg, "inf"));
    for (const char *p = svg; (p = strstr(p, "translate(")); p++) {
        CHECK(sscanf(p, "translate(%lf %lf)", &x, &y) == 2);
        if (!(x >= 0 && x <= width && y >= 0 && y <= height)) printf("a mark at %g %g\n", x, y);
        CHECK(x >= 0 && x <= width && y >= 0 && y <= height);
    }
    for (const char *p = svg; (p = strstr(p, "<text x=")); p++) {
        CHECK(sscanf(p, "<text x=\"%lf\" y=\"%lf\"", &x, &y) == 2);
        CHECK(x >= 0 && x <= width && y >= 0 && y <= height);
    }
}

/* The SVG, checked; free it. */
static char *draw(const struct nd_chart *chart)
{
    struct nd_text out = {0};
    CHECK_OK(nd_chart_svg(chart, &out));
    const char *wrong = xml_wrong(out.s);
    if (wrong) printf("not XML at: %.60s\n", wrong);
    CHECK(!wrong);
    check_inside(out.s);
    return out.s;
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
    CHECK(strstr(svg, "a &lt; b &amp; &quot;c&quot;") && strstr(svg, "T&lt;1&gt;") && strstr(svg, ">peak<"));
    CHECK(strstr(svg, ">second<") && strstr(svg, ">50<") && !strstr(svg, ">60<"));
    /* Three points and a gap: two pieces of line, three hints. */
    CHECK(count(svg, "<title>") == 4);
    CHECK(strstr(svg, "a &lt; b &amp; &quot;c&quot;: 3, 35</title>"));
    const char *line = strstr(svg, "M0 0M");
    CHECK(line && memchr(line, 'L', strcspn(line, "\"")));
    CHECK(line && line[1 + strcspn(line + 1, "L\"")] == 'L' && count(line, "stroke-width=\"1.6\"") >= 2);
    int pieces = 0;
    for (const char *p = line; p && *p != '"'; p++) pieces += *p == 'M';
    CHECK(pieces == 3);
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
    CHECK(strstr(svg, ">no data<"));
    free(svg);
    /* 0 has no place on a log axis; the others have. */
    const struct nd_series series = {"s", x, zero, 3};
    svg = draw(&(struct nd_chart){
        .title = "", .x_label = "", .y_label = "", .log_y = 1, .series = &series, .nseries = 1});
    CHECK(count(svg, "<title>s: ") == 2);
    free(svg);
}

static void check_stack(void)
{
    const double x[] = {1, 2}, a[] = {30, 60}, b[] = {70, 40};
    const struct nd_series series[] = {{"a", x, a, 2}, {"b", x, b, 2}};
    char *svg = draw(&(struct nd_chart){
        .title = "", .x_label = "", .y_label = "", .style = ND_CHART_STACK, .series = series, .nseries = 2});
    /* They reach 100 together, at the top of the plot. */
    CHECK(strstr(svg, ">100<") && !strstr(svg, ">110<") && !strstr(svg, ">120<"));
    CHECK(count(svg, "V38.0H") == 2);
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
    CHECK(sscanf(strstr(few, "viewBox"), "viewBox=\"0 0 %*d %d\"", &h2) == 1);
    CHECK(sscanf(strstr(many, "viewBox"), "viewBox=\"0 0 %*d %d\"", &h60) == 1);
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
    CHECK(strstr(svg, ">first &lt;<") && strstr(svg, ">second<") && count(svg, "<title>s: ") == 3);
    CHECK(count(svg, "stroke-dasharray=\"8 4\"") == 2 && count(svg, "stroke-dasharray=\"2 3\"") == 2);
    /* Orders 0 to 5; 20 to 400 and not from 10 to 1000. */
    CHECK(strstr(svg, ">0<") && strstr(svg, ">5<") && strstr(svg, ">20<") && strstr(svg, ">200<"));
    CHECK(!strstr(svg, ">10<") && !strstr(svg, ">500<") && !strstr(svg, ">1000<"));
    free(svg);
    chart.y_low = 2, chart.y_high = 5000;
    svg = draw(&chart);
    CHECK(strstr(svg, ">1000<") && strstr(svg, ">10<"));
    free(svg);
    chart.nseries = 0;
    svg = draw(&chart);
    CHECK(strstr(svg, ">no data<") && strstr(svg, ">second<"));
    free(svg);
}

/* The lines of the caption: no word is lost, none stands out. */
static void check_caption(const char *svg, const char *caption, int most)
{
    struct nd_text words = {0};
    for (const char *p = svg; (p = strstr(p, "<text x=\"16\"")); p++) {
        const char *line = strchr(p, '>') + 1;
        const size_t n = strcspn(line, "<");
        CHECK((int)n <= most);
        nd_text_add(&words, "%s%.*s", words.n ? " " : "", (int)n, line);
    }
    CHECK(words.s && !strcmp(words.s, caption));
    nd_text_clear(&words);
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
        CHECK_OK(nd_chart_page_svg(&(struct nd_chart_page){"both & more", caption, charts, n}, &out));
        CHECK(!xml_wrong(out.s));
        check_inside(out.s);
        CHECK(sscanf(strstr(out.s, "viewBox"), "viewBox=\"0 0 %d %d\"", &width, &height) == 2);
        CHECK(width == n * ND_CHART_WIDTH && height > nd_chart_height(&charts[n - 1]) + 50);
        CHECK(count(out.s, "<svg ") == n + 1 && count(out.s, "both &amp; more") == 2);
        check_caption(out.s, caption, n * 80);
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
    check_stack();
    check_legend();
    check_bounds();
    check_sheet();
    TEST_END;
}
