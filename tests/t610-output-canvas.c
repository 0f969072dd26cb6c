/* One drawing as PNG, SVG and PDF: images are exact, letters have the width that they say, nothing depends on
 * the bytes of a text. Without Cairo, and without fonts, the program says what is missing. */
#include <sys/wait.h>
#include <unistd.h>
#include "png-read.h"
#include "cubes.h"
#include "plot/cairo.h"
#include "plot/canvas.h"
#include "xml-check.h"
#if __has_include(<cairo/cairo.h>) && __has_include(<cairo/cairo-pdf.h>)
#include <cairo/cairo-pdf.h>
#include <cairo/cairo.h>
#define SAME(own, cairos) _Static_assert((int)(own) == (int)(cairos), "plot/cairo.h repeats numbers of Cairo")
SAME(ND_CAIRO_RGB24, CAIRO_FORMAT_RGB24);
SAME(ND_CAIRO_CONTENT, CAIRO_CONTENT_COLOR_ALPHA);
SAME(ND_CAIRO_NEAREST, CAIRO_FILTER_NEAREST);
SAME(ND_CAIRO_ROUND, CAIRO_LINE_JOIN_ROUND);
SAME(ND_CAIRO_BOLD, CAIRO_FONT_WEIGHT_BOLD);
SAME(ND_CAIRO_FONT_USER, CAIRO_FONT_TYPE_USER);
SAME(ND_CAIRO_GREY, CAIRO_ANTIALIAS_GRAY);
SAME(ND_CAIRO_UNHINTED, CAIRO_HINT_STYLE_NONE);
SAME(ND_CAIRO_UNHINTED, CAIRO_HINT_METRICS_OFF);
SAME(ND_CAIRO_PDF_TITLE, CAIRO_PDF_METADATA_TITLE);
SAME(ND_CAIRO_PDF_DATE, CAIRO_PDF_METADATA_CREATE_DATE);
SAME(ND_CAIRO_OUT_OF_MEMORY, CAIRO_STATUS_NO_MEMORY);
SAME(sizeof(struct nd_cairo_text), sizeof(cairo_text_extents_t));
#endif

static const struct nd_colour black = {0, 0, 0};

/* The pixels of an image at the density of the file are those of the file. */
static void check_image(const char *path, int width, int height)
{
    unsigned seed = (unsigned)(width + 1000 * height);
    const int columns = ND_CANVAS_DENSITY * width, rows = ND_CANVAS_DENSITY * height;
    const size_t n = 3 * (size_t)columns * (size_t)rows;
    unsigned char *rgb = malloc(n);
    struct nd_canvas canvas;
    for (size_t i = 0; i < n; i++) rgb[i] = (unsigned char)(256 * test_random(&seed));
    CHECK_OK(nd_canvas_init(&canvas, width + 7, height + 4));
    nd_canvas_image(&canvas, &(struct nd_image){columns, rows, rgb}, 5, 3, width, height);
    CHECK_OK(nd_canvas_write(&canvas, path));
    struct png png = png_read(path);
    CHECK((int)png.width == columns + 14 && (int)png.height == rows + 8 && png.rgb);
    for (int j = 0; j < rows && png.rgb; j++)
        CHECK(!memcmp(png.rgb + 3 * ((size_t)(j + 6) * png.width + 10), rgb + 3 * (size_t)j * (size_t)columns,
                      3 * (size_t)columns));
    CHECK(png.rgb && png.rgb[0] == 255 && png.rgb[3 * (6 * png.width + 9)] == 255);
    png_free(&png);
    nd_canvas_clear(&canvas);
    free(rgb);
}

/* Columns of dark pixels of the file, in points. */
static void dark_columns(const char *path, double range[2])
{
    struct png png = png_read(path);
    range[0] = 1e9, range[1] = -1;
    for (size_t i = 0; png.rgb && i < (size_t)png.width * png.height; i++)
        if (png.rgb[3 * i] < 100) {
            range[0] = fmin(range[0], (double)(i % png.width) / ND_CANVAS_DENSITY);
            range[1] = fmax(range[1], (double)(i % png.width + 1) / ND_CANVAS_DENSITY);
        }
    png_free(&png);
}

static void check_text(const char *path)
{
    const char *const text = "t = 1.2·10⁻¹⁰ µm";
    for (int align = 0; align <= 2; align++) {
        struct nd_canvas canvas;
        double range[2];
        struct nd_type type = {.size = 20, .colour = black, .align = 0.5 * align};
        const double width = nd_type_width(&type, text), start = 200 - 0.5 * align * width;
        CHECK_OK(nd_canvas_init(&canvas, 400, 40));
        nd_canvas_text(&canvas, &type, 200, 20, text);
        CHECK_OK(nd_canvas_write(&canvas, path));
        dark_columns(path, range);
        CHECK(width > 100 && range[0] > start - 1 && range[0] < start + 4 && range[1] < start + width + 1 &&
              range[1] > start + width - 5);
        type.most = 0.5 * width;
        CHECK_NEAR(nd_type_width(&type, text), 0.5 * width, 0.01);
        nd_canvas_clear(&canvas);
    }
}

/* Bytes that are no text, and endless ones, make a file all the same. */
static void check_bad_text(void)
{
    char endless[5000];
    memset(endless, 'x', sizeof endless - 1);
    endless[sizeof endless - 1] = 0;
    const char *const texts[] = {"\xff\xfe \x1b[1m <&>\"", "", endless, "\xe2\x82"};
    for (int format = ND_PNG; format <= ND_PDF; format++)
        for (int i = 0; i < 4; i++) {
            struct nd_canvas canvas;
            struct nd_text out = {0};
            CHECK_OK(nd_canvas_init(&canvas, 100, 50));
            canvas.title = texts[i];
            nd_canvas_text(&canvas, &(struct nd_type){.size = 12, .colour = black}, 5, 20, texts[i]);
            CHECK_OK(nd_canvas_encode(&canvas, (enum nd_picture_format)format, &out));
            if (format == ND_SVG) CHECK(!xml_wrong(out.s));
            nd_text_clear(&out);
            nd_canvas_clear(&canvas);
        }
}

/* The same drawing twice gives the same bytes, and each format begins as it must. */
static void check_formats(void)
{
    static const char *const heads[] = {"\x89PNG\r\n", "<?xml", "%PDF-"};
    for (int format = ND_PNG; format <= ND_PDF; format++) {
        struct nd_text out[2] = {{0}};
        for (int i = 0; i < 2; i++) {
            struct nd_canvas canvas;
            CHECK_OK(nd_canvas_init(&canvas, 100, 50));
            canvas.title = "A <title>";
            nd_canvas_circle(&canvas, 50, 25, 20);
            nd_canvas_fill(&canvas, nd_series_colour[0]);
            nd_canvas_image(&canvas, &(struct nd_image){1, 2, (const unsigned char[]){1, 2, 3, 4, 5, 6}}, 70,
                            5, 9, 9);
            nd_canvas_text(&canvas, &(struct nd_type){.size = 12, .colour = black}, 5, 20, "Ez & Hx");
            CHECK_OK(nd_canvas_encode(&canvas, (enum nd_picture_format)format, &out[i]));
            nd_canvas_clear(&canvas);
        }
        CHECK(out[0].n > 100 && !strncmp(out[0].s, heads[format], strlen(heads[format])));
        CHECK(out[0].n == out[1].n && !memcmp(out[0].s, out[1].s, out[0].n));
        if (format == ND_SVG)
            CHECK(strstr(out[0].s, "<title>A &lt;title&gt;</title>") && strstr(out[0].s, "\nEz &amp; Hx\n") &&
                  strstr(out[0].s, "<use xlink:href=\"#surface2\"/>") && strstr(out[0].s, " x=\"5\" y=\"24.3"));
        nd_text_clear(&out[0]);
        nd_text_clear(&out[1]);
    }
    CHECK(nd_picture_format("a/b.svg") == ND_SVG && nd_picture_format("a.pdf") == ND_PDF &&
          nd_picture_format("a.png") == ND_PNG && nd_picture_format("/dev/null") == ND_PNG);
}

static void check_errors(const char *path)
{
    struct nd_canvas canvas;
    CHECK_OK(nd_canvas_init(&canvas, 0, 3));
    CHECK_FAILS(nd_canvas_write(&canvas, path), NUDGE_EVALUE, "a picture of 0 x 3 points");
    canvas.width = canvas.height = 1e6;
    CHECK_FAILS(nd_canvas_write(&canvas, path), NUDGE_EVALUE, "points");
    canvas.width = canvas.height = 10;
    CHECK_FAILS(nd_canvas_write(&canvas, "/proc/no/a.png"), NUDGE_EIO, "/proc/no/a.png");
    nd_canvas_clear(&canvas);
}

/* Starts a process with another environment and checks its advice. */
static void check_advice(const char *name, const char *value, const char *wanted, int draws)
{
    int state = 0;
    const pid_t child = fork();
    if (child == 0) {
        char advice[512];
        struct nd_canvas canvas;
        setenv(name, value, 1);
        if (!freopen("/dev/null", "w", stderr)) _exit(2);
        const int ready = nd_canvas_ready(advice);
        if (ready != draws || !strstr(advice, wanted))
            printf("%s=%s: \"%s\"\n", name, value, advice), fflush(stdout), _exit(1);
        const int code = nd_canvas_init(&canvas, 10, 10);
        if ((code == 0) != draws || (code && !strstr(nudge_error(), wanted))) _exit(3);
        nd_canvas_advise(advice);
        if (!*advice) _exit(4);
        nd_canvas_advise(advice);
        _exit(*advice ? 5 : 0);
    }
    CHECK(child > 0 && waitpid(child, &state, 0) == child && WIFEXITED(state));
    if (WEXITSTATUS(state)) printf("%s: exit status %d\n", name, WEXITSTATUS(state));
    CHECK(WEXITSTATUS(state) == 0);
}

int main(void)
{
    char folder[256], path[300], none[300];
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/nudge-canvas-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/a.png", folder);
    snprintf(none, sizeof none, "%s/fonts.conf", folder);
    const char conf[] = "<?xml version=\"1.0\"?><fontconfig></fontconfig>\n";
    CHECK_OK(nd_file_write(none, conf, sizeof conf - 1));
    /* First, because a process looks for both once. */
    check_advice("NUDGE_CAIRO", "libno-cairo.so.2",
                 "libno-cairo.so.2 was not found; install it (apt-get install libcairo2", 0);
    check_advice("FONTCONFIG_FILE", none, "no font is installed", 1);
    check_image(path, 1, 1);
    check_image(path, 1, 350);
    check_image(path, 549, 1);
    check_image(path, 128, 65);
    check_text(path);
    check_bad_text();
    check_formats();
    check_errors(path);
    remove(path);
    remove(none);
    CHECK(remove(folder) == 0);
    TEST_END;
}
