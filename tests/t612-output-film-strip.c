/* Film strips: opposite values in equally light colours that darken evenly, magnitudes in colours at equal
 * distances, limits that one spike does not set, grey outside the mesh, panels of the right shape that fit side by
 * side, with nothing beyond the paper. */
#include "cubes.h"
#include "png-read.h"
#include "plot/film_strip.h"

static double linear(int byte)
{
    const double x = byte / 255.0;
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

/* Oklab's lightness and two opponent axes. */
static void oklab(struct nd_colour c, double lab[3])
{
    const double r = linear(c.r), g = linear(c.g), b = linear(c.b);
    const double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
                 m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
                 s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    lab[0] = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
    lab[1] = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
    lab[2] = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
}

static double lightness(struct nd_colour c)
{
    double lab[3];
    oklab(c, lab);
    return lab[0];
}

/* Magnitudes: lightness falls all the way, and equal differences are equally far apart. */
static void check_magnitudes(void)
{
    struct nd_palette palette;
    double before[3], lab[3], least = 1e9, most = 0;
    nd_palette_init_magnitude(&palette);
    oklab(nd_palette_get(&palette, 0), before);
    CHECK(before[0] > 0.96);
    for (int i = 5; i <= 100; i += 5) {
        const struct nd_colour more = nd_palette_get(&palette, i / 100.0),
                               less = nd_palette_get(&palette, -i / 100.0);
        CHECK(!memcmp(&more, &less, sizeof more));
        oklab(more, lab);
        CHECK(lab[0] < before[0] - 0.01);
        const double step =
            sqrt(pow(lab[0] - before[0], 2) + pow(lab[1] - before[1], 2) + pow(lab[2] - before[2], 2));
        least = fmin(least, step), most = fmax(most, step);
        memcpy(before, lab, sizeof lab);
    }
    CHECK(lab[0] < 0.3 && most < 1.25 * least);
}

static void check_colours(void)
{
    struct nd_palette palette;
    nd_palette_init_signed(&palette);
    const struct nd_colour none = nd_palette_get(&palette, 0);
    CHECK(none.r > 245 && none.r == none.g && none.g == none.b);
    double before = lightness(none);
    for (int i = 5; i <= 100; i += 5) {
        const struct nd_colour more = nd_palette_get(&palette, i / 100.0),
                               less = nd_palette_get(&palette, -i / 100.0);
        CHECK(more.r > more.g && more.r > more.b && less.b > less.r && less.b > less.g);
        CHECK_NEAR(lightness(more), lightness(less), 0.01);
        CHECK_NEAR(before - lightness(more), 0.05 * 0.555, 0.012);
        before = lightness(more);
    }
    const struct nd_colour most = nd_palette_get(&palette, 1), cut = nd_palette_get(&palette, INFINITY);
    CHECK(!memcmp(&most, &cut, sizeof most));
}

static void check_scale(double most, double scale)
{
    const double values[4] = {NAN, -most, 0.9 * most, INFINITY};
    struct nd_limit limit;
    CHECK_OK(nd_limit_find(&limit, values, 4, ND_LIMIT_SHARE));
    CHECK_NEAR(limit.scale, scale, 1e-12 * scale);
    CHECK(limit.most == most && !limit.cut);
}

/* A spike in one pixel of a thousand leaves the others visible; where all else is 0, it is what there is. */
static void check_limits(void)
{
    double values[2000];
    struct nd_limit limit, other;
    for (int i = 0; i < 2000; i++) values[i] = sin(0.01 * i);
    CHECK_OK(nd_limit_find(&limit, values, 2000, ND_LIMIT_SHARE));
    CHECK(!limit.cut);
    CHECK_NEAR(limit.scale, 1, 1e-9);
    values[77] = -1e4, values[1500] = 300;
    CHECK_OK(nd_limit_find(&limit, values, 2000, ND_LIMIT_SHARE));
    CHECK(limit.cut && limit.most == 1e4);
    CHECK_NEAR(limit.scale, 1, 1e-9);
    nd_limit_join(&limit, &(struct nd_limit){.scale = 7, .most = 7});
    CHECK(limit.scale == 7 && limit.most == 1e4 && limit.cut);
    memset(values, 0, sizeof values);
    values[77] = 12;
    CHECK_OK(nd_limit_find(&other, values, 2000, ND_LIMIT_SHARE));
    CHECK(!other.cut && other.scale == 12);
    CHECK_OK(nd_limit_find(&other, values, 0, ND_LIMIT_SHARE));
    CHECK(other.scale == 1 && other.most == 0);
    nd_limit_join(&other, &(struct nd_limit){.scale = 0.01, .most = 0.01});
    CHECK(other.scale == 0.01);
    nd_limit_join(&other, &(struct nd_limit){.scale = 9, .most = 9, .alone = 1});
    CHECK(other.scale == 0.01 && other.most == 9 && other.cut);
}

static void check_shape(int panels, double across, double up)
{
    struct nd_film_strip strip = {0};
    nd_film_strip_arrange(&strip, panels, across, up);
    const double width = strip.columns * strip.slot;
    CHECK(strip.columns >= 1 && strip.columns <= panels && width <= 1000 && strip.slot > strip.across);
    CHECK(strip.across >= 24 && strip.up >= 24 && strip.across <= 960 && strip.up <= 480);
    CHECK(strip.width == ND_CANVAS_DENSITY * strip.across && strip.height == ND_CANVAS_DENSITY * strip.up);
    if (across / up < 15 && up / across < 15) CHECK_NEAR(strip.across / strip.up * up / across, 1, 0.03);
    if (across == up && panels >= 4) CHECK(strip.across >= 200 && strip.across <= 330);
}

/* Nothing is drawn outside the paper. */
static void check_inside(const struct nd_canvas *canvas)
{
    double low[2], high[2];
    nd_canvas_ink(canvas, low, high);
    CHECK(low[0] >= 0 && low[1] >= 0 && high[0] <= canvas->width && high[1] <= canvas->height);
}

/* Two panels, of 1 and of -0.5, with a hole each: each pixel is there in its colour, but where the outline is. */
static void check_drawing(const char *path)
{
    struct nd_film_strip strip = {.title = "t",
                                  .subtitle = "",
                                  .name = "Ez",
                                  .unit = "V/m",
                                  .dim = ND_DIM_TIME,
                                  .si = true,
                                  .plane = {2, 0, 1, 0, {0, 0}, {3e-6, 2e-6}},
                                  .time = (double[]){0, 1.25e-10},
                                  .limit = (struct nd_limit[2]){{0}}};
    double segment[1][4] = {{1e-6, 0, 1e-6, 2e-6}};
    struct nd_palette palette;
    nd_palette_init_signed(&palette);
    nd_film_strip_arrange(&strip, 2, 3, 2);
    const long n = (long)strip.width * strip.height;
    strip.values = malloc(2 * (size_t)n * sizeof(double));
    for (long i = 0; i < 2 * n; i++) strip.values[i] = i % n < 10 ? NAN : i < n ? 1 : -0.5;
    for (int i = 0; i < 2; i++) CHECK_OK(nd_film_strip_measure(&strip, i));
    const struct nd_colour red = nd_palette_get(&palette, 1), blue = nd_palette_get(&palette, -0.5);
    for (int panels = 0; panels <= 2; panels++)
        for (int outlined = 0; outlined < 2; outlined++) {
            struct nd_canvas canvas;
            strip.panels = panels;
            strip.outline = (struct nd_outline){outlined, segment, 0};
            CHECK_OK(nd_film_strip_draw(&strip, &canvas));
            check_inside(&canvas);
            CHECK(canvas.width > 300 && canvas.width < 1150);
            CHECK(strstr(canvas.words.s, "Ez [V/m]\n"));
            CHECK((strstr(canvas.words.s, "x [µm]\n") != NULL) == (panels > 0));
            CHECK((strstr(canvas.words.s, "t = 125 ps\n") != NULL) == (panels > 1));
            /* The first of the second panel's labels would touch the last one of the first panel. */
            int zeros = 0;
            for (const char *p = canvas.words.s; (p = strstr(p, "\n0.0\n")); p++) zeros++;
            CHECK(zeros == (panels ? 2 : 0));
            CHECK_OK(nd_canvas_write(&canvas, path));
            struct png png = png_read(path);
            const long edge = 2 * (strip.width + strip.height), line = outlined ? 4 * strip.height : 0;
            const long red_pixels = png_count(&png, red.r, red.g, red.b),
                       blue_pixels = png_count(&png, blue.r, blue.g, blue.b);
            CHECK((red_pixels >= n - 10 - edge - line) == (panels > 0));
            CHECK((blue_pixels >= n - 10 - edge - line) == (panels > 1));
            if (outlined && panels > 0) CHECK(red_pixels < n - 2 * strip.height + 2000);
            png_free(&png);
            nd_canvas_clear(&canvas);
        }
    free(strip.values);
}

/* Panels of odd shapes, spikes and long names stay on the paper; a panel with next to nothing says so. */
static void check_layout(double across, double up, int panels, double spike)
{
    struct nd_film_strip strip = {
        .title = "a title that is much longer than any picture would be wide, so that it has to be "
                 "made smaller, if it is to be seen as a whole at all",
        .subtitle = "as this",
        .name = "|E|",
        .unit = "",
        .positive = 1,
        .plane = {2, 0, 1, 0, {-across, 0}, {0, up}}};
    struct nd_canvas canvas;
    nd_film_strip_arrange(&strip, panels, across, up);
    const size_t n = (size_t)strip.width * (size_t)strip.height;
    strip.time = calloc((size_t)panels, sizeof *strip.time);
    strip.limit = calloc((size_t)panels, sizeof *strip.limit);
    strip.values = calloc((size_t)panels * n, sizeof *strip.values);
    strip.panels = panels;
    for (size_t i = 0; i < (size_t)panels * n; i++) strip.values[i] = i < n ? 1e-9 : 1 + sin((double)i);
    if (spike > 0) strip.values[n - 1] = spike;
    for (int i = 0; i < panels; i++) CHECK_OK(nd_film_strip_measure(&strip, i));
    CHECK_OK(nd_film_strip_draw(&strip, &canvas));
    check_inside(&canvas);
    CHECK((strstr(canvas.words.s, "99.8 % of values") != NULL) == (spike > 0 && panels > 1));
    CHECK((strstr(canvas.words.s, "t = 0 (at most 1e-09)\n") != NULL) == (panels > 1 && !(spike > 0)));
    nd_canvas_clear(&canvas);
    free(strip.time);
    free(strip.limit);
    free(strip.values);
}

int main(void)
{
    check_colours();
    check_magnitudes();
    check_limits();
    check_scale(1, 1);
    check_scale(0.9997, 1);
    check_scale(1.004, 1);
    check_scale(1.04, 1.1);
    check_scale(4.09e-3, 4.1e-3);
    check_scale(123456, 120000 + 10000);
    check_scale(0, 1);
    for (int panels = 1; panels <= 24; panels++) {
        check_shape(panels, 1, 1);
        check_shape(panels, 1e-6, 2e-7);
        check_shape(panels, 1, 12);
        check_shape(panels, 1e5, 1);
        check_shape(panels, 1, 1e5);
    }
    char folder[256], path[300];
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/nudge-strip-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/a.png", folder);
    check_drawing(path);
    for (int panels = 1; panels <= 5; panels += 4) {
        check_layout(1, 1, panels, 0);
        check_layout(1, 30, panels, 50);
        check_layout(40, 1, panels, 50);
        check_layout(1e-7, 1e-7, panels, 0);
    }
    remove(path);
    CHECK(remove(folder) == 0);
    TEST_END;
}
