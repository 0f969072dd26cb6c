/* Film strips: opposite values in equally light colours that darken evenly, one scale for all
 * panels, grey outside the mesh, panels of the right shape that fit side by side. */
#include "cubes.h"
#include "plot/font.h"
#include "plot/film_strip.h"

static double linear(int byte)
{
    const double x = byte / 255.0;
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

/* Oklab's lightness. */
static double lightness(struct nd_colour c)
{
    const double r = linear(c.r), g = linear(c.g), b = linear(c.b);
    return 0.2104542553 * cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) +
           0.7936177850 * cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) -
           0.0040720468 * cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
}

static void check_colours(void)
{
    struct nd_palette palette;
    nd_palette_init(&palette);
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
    double values[4] = {NAN, -most, 0.1 * most, INFINITY};
    const struct nd_film_strip strip = {.values = values, .panels = 1, .width = 2, .height = 2};
    CHECK_NEAR(nd_film_strip_scale(&strip), scale, 1e-12 * scale);
}

static void check_shape(int panels, double across, double up)
{
    struct nd_film_strip strip = {0};
    nd_film_strip_arrange(&strip, panels, across, up);
    const int width = strip.columns * strip.slot;
    CHECK(strip.columns >= 1 && strip.columns <= panels && width <= 1000 && strip.slot > strip.width);
    CHECK(strip.width >= 24 && strip.height >= 24 && strip.width <= 960 && strip.height <= 480);
    if (across / up < 15 && up / across < 15)
        CHECK_NEAR(strip.width / (double)strip.height * up / across, 1, 0.03);
    if (across == up && panels >= 4) CHECK(strip.width >= 200 && strip.width <= 330);
}

static long count(const struct nd_canvas *canvas, struct nd_colour c)
{
    long n = 0;
    for (long i = 0; i < (long)canvas->width * canvas->height; i++) n += !memcmp(canvas->rgb + 3 * i, &c, 3);
    return n;
}

/* Two panels, of 1 and of -0.5, with a hole each: each pixel is there in its colour. */
static void check_drawing(void)
{
    struct nd_film_strip strip = {
        .title = "t", .subtitle = "", .name = "Ez", .time = (double[]){0, 1.25e-10}};
    struct nd_canvas canvas;
    nd_film_strip_arrange(&strip, 2, 3, 2);
    const long n = (long)strip.width * strip.height;
    strip.values = malloc(2 * (size_t)n * sizeof(double));
    for (long i = 0; i < 2 * n; i++) strip.values[i] = i % n < 10 ? NAN : i < n ? 1 : -0.5;
    const struct nd_colour grey = {222, 225, 228}, red = nd_palette_get(&strip.palette, 1);
    const struct nd_colour blue = nd_palette_get(&strip.palette, -0.5);
    for (int panels = 0; panels <= 2; panels++) {
        strip.panels = panels;
        CHECK_OK(nd_film_strip_draw(&strip, &canvas));
        CHECK(canvas.width > 300 && canvas.width < 1120);
        CHECK(labs(count(&canvas, grey) - 10 * panels) <= 2); /* text may blend into the same grey */
        CHECK((count(&canvas, red) >= n - 10) == (panels > 0));
        CHECK((count(&canvas, blue) >= n - 10) == (panels > 1));
        nd_canvas_clear(&canvas);
    }
    free(strip.values);
}

/* Every letter is drawn, no two alike but l, I and | in a font without serifs, and text has the width that it
 * says. */
static void check_text(void)
{
    for (char a = '!'; a <= '~'; a++) {
        CHECK(nd_font_glyph(a) && nd_font_columns(nd_font_glyph(a)) <= ND_FONT_WIDTH);
        for (char b = '!'; b < a; b++)
            CHECK(nd_font_glyph(a) != nd_font_glyph(b) || (strchr("lI|", a) && strchr("lI|", b)));
    }
    CHECK(nd_font_glyph('\n') == nd_font_glyph('\x80') && nd_font_glyph('\n'));
    struct nd_canvas canvas;
    const struct nd_pen pen = {2, 1, {0, 0, 0}};
    const double width = nd_canvas_text_width(&pen, "t = 1.2e-10");
    CHECK_OK(nd_canvas_init(&canvas, 200, 40, (struct nd_colour){255, 255, 255}));
    nd_canvas_text(&canvas, &pen, 20, 20, "t = 1.2e-10");
    int first = 200, last = 0;
    for (int i = 0; i < 200 * 40; i++)
        if (canvas.rgb[3 * i] < 128) {
            first = i % 200 < first ? i % 200 : first;
            last = i % 200 > last ? i % 200 : last;
        }
    CHECK(first >= 20 && first <= 22 && last < 20 + width && last > 20 + width - 5);
    nd_canvas_text(&canvas, &pen, -30, -3, "outside"); /* which is no mistake */
    nd_canvas_text(&canvas, &pen, 190, 39, "outside");
    nd_canvas_clear(&canvas);
}

int main(void)
{
    check_colours();
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
    check_drawing();
    check_text();
    TEST_END;
}
