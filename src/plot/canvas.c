#include "plot/canvas.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include "base/error.h"
#include "base/file.h"
#include "base/format.h"
#include "base/printable.h"
#include "plot/cairo.h"
#include "plot/svg.h"

#define FAMILY "DejaVu Sans"
static const double capital = 0.729; /* height of capitals of that font, in font sizes */

/* Letters without hints have the same shape and width at any scale, in all three formats. */
static void set_options(const struct nd_cairo *c, struct nd_cairo_pen *pen)
{
    void *options = c->font_options_create();
    c->font_options_set_antialias(options, ND_CAIRO_GREY);
    c->font_options_set_hint_style(options, ND_CAIRO_UNHINTED);
    c->font_options_set_hint_metrics(options, ND_CAIRO_UNHINTED);
    c->set_font_options(pen, options);
    c->font_options_destroy(options);
}

static void set_font(const struct nd_cairo *c, struct nd_cairo_pen *pen, int bold, double size)
{
    c->select_font_face(pen, FAMILY, 0, bold ? ND_CAIRO_BOLD : 0);
    c->set_font_size(pen, size);
}

/* Where no font is installed, Cairo takes a small one of its own, which has little more than ASCII. */
static int has_fonts(const struct nd_cairo *c)
{
    struct nd_canvas canvas;
    if (nd_canvas_init(&canvas, 1, 1)) return 1;
    set_font(c, canvas.pen, 0, 12);
    const int has = c->scaled_font_get_type(c->get_scaled_font(canvas.pen)) != ND_CAIRO_FONT_USER;
    nd_canvas_clear(&canvas);
    return has;
}

int nd_canvas_ready(char advice[512])
{
    const struct nd_cairo *c = nd_cairo();
    advice[0] = 0;
    if (!c)
        nd_format(advice, 512,
                  "pictures need Cairo, and %s; install it (apt-get install libcairo2 fonts-dejavu-core)",
                  nd_cairo_missing());
    else if (!has_fonts(c))
        nd_format(
            advice, 512,
            "no font is installed, so that texts in pictures are plain and lack some letters; install one "
            "(apt-get install fonts-dejavu-core)");
    return c != NULL;
}

void nd_canvas_advise(char advice[512])
{
    static atomic_flag said = ATOMIC_FLAG_INIT;
    nd_canvas_ready(advice);
    if (*advice && atomic_flag_test_and_set(&said)) *advice = 0;
}

int nd_canvas_init(struct nd_canvas *canvas, double width, double height)
{
    int status = 0;
    char advice[512];
    const struct nd_cairo *c = nd_cairo();
    *canvas = (struct nd_canvas){.width = width, .height = height};
    if (!c) {
        nd_canvas_ready(advice);
        FAIL(NUDGE_EVALUE, "%s", advice);
    }
    /* Cairo 1.16 writes garbage coordinates into SVG files if there are no bounds or if they do not begin at 0. */
    static const double bounds[4] = {0, 0, 40000, 40000};
    canvas->record = c->recording_surface_create(ND_CAIRO_CONTENT, bounds);
    canvas->pen = c->create(canvas->record);
    c->set_line_join(canvas->pen, ND_CAIRO_ROUND);
    set_options(c, canvas->pen);
done:
    return status;
}

void nd_canvas_clear(struct nd_canvas *canvas)
{
    const struct nd_cairo *c = nd_cairo();
    if (canvas->pen) c->destroy(canvas->pen);
    if (canvas->record) c->surface_destroy(canvas->record);
    nd_text_clear(&canvas->words);
    *canvas = (struct nd_canvas){0};
}

void nd_canvas_shift(struct nd_canvas *canvas, double x, double y)
{
    nd_cairo()->save(canvas->pen);
    nd_cairo()->translate(canvas->pen, x, y);
}

void nd_canvas_back(struct nd_canvas *canvas)
{
    nd_cairo()->restore(canvas->pen);
}

void nd_canvas_move(struct nd_canvas *canvas, double x, double y)
{
    nd_cairo()->move_to(canvas->pen, x, y);
}

void nd_canvas_line(struct nd_canvas *canvas, double x, double y)
{
    nd_cairo()->line_to(canvas->pen, x, y);
}

void nd_canvas_close(struct nd_canvas *canvas)
{
    nd_cairo()->close_path(canvas->pen);
}

void nd_canvas_circle(struct nd_canvas *canvas, double x, double y, double radius)
{
    nd_cairo()->new_sub_path(canvas->pen);
    nd_cairo()->arc(canvas->pen, x, y, radius, 0, 2 * 3.14159265358979323846);
}

void nd_canvas_box(struct nd_canvas *canvas, double x, double y, double width, double height)
{
    nd_cairo()->rectangle(canvas->pen, x, y, width, height);
}

static void set_colour(struct nd_canvas *canvas, struct nd_colour colour)
{
    nd_cairo()->set_source_rgba(canvas->pen, colour.r / 255.0, colour.g / 255.0, colour.b / 255.0, 1);
}

void nd_canvas_stroke(struct nd_canvas *canvas, const struct nd_stroke *stroke)
{
    set_colour(canvas, stroke->colour);
    nd_cairo()->set_line_width(canvas->pen, stroke->width);
    nd_cairo()->set_dash(canvas->pen, stroke->dash, stroke->dash ? stroke->dashes : 0, 0);
    nd_cairo()->stroke(canvas->pen);
}

void nd_canvas_fill(struct nd_canvas *canvas, struct nd_colour colour)
{
    set_colour(canvas, colour);
    nd_cairo()->fill(canvas->pen);
}

void nd_canvas_clip(struct nd_canvas *canvas)
{
    nd_cairo()->clip(canvas->pen);
}

/* An invalid text would put Cairo into an error from which it draws nothing more. */
static double set_text(struct nd_cairo_pen *pen, const struct nd_type *type, const char *text, char safe[512])
{
    const struct nd_cairo *c = nd_cairo();
    struct nd_cairo_text extents;
    nd_printable(safe, 512, text, 0);
    set_font(c, pen, type->bold, type->size);
    c->text_extents(pen, safe, &extents);
    if (!(type->most > 0) || extents.x_advance <= type->most) return extents.x_advance;
    c->set_font_size(pen, type->size * type->most / extents.x_advance);
    return type->most;
}

double nd_type_width(const struct nd_type *type, const char *text)
{
    char safe[512];
    struct nd_canvas canvas;
    if (nd_canvas_init(&canvas, 1, 1)) return 0;
    const double width = set_text(canvas.pen, type, text, safe);
    nd_canvas_clear(&canvas);
    return width;
}

void nd_canvas_text(struct nd_canvas *canvas, const struct nd_type *type, double x, double y,
                    const char *text)
{
    const struct nd_cairo *c = nd_cairo();
    char safe[512];
    const double width = set_text(canvas->pen, type, text, safe);
    nd_text_add(&canvas->words, "%s\n", safe);
    c->save(canvas->pen);
    c->translate(canvas->pen, x, y);
    if (type->upwards) c->rotate(canvas->pen, -0.5 * 3.14159265358979323846);
    set_colour(canvas, type->colour);
    c->move_to(canvas->pen, -type->align * width, 0.5 * capital * type->size);
    c->show_text(canvas->pen, safe);
    c->new_path(canvas->pen);
    c->restore(canvas->pen);
}

void nd_canvas_image(struct nd_canvas *canvas, const struct nd_image *image, double x, double y, double width,
                     double height)
{
    const struct nd_cairo *c = nd_cairo();
    struct nd_cairo_surface *pixels = c->image_surface_create(ND_CAIRO_RGB24, image->columns, image->rows);
    unsigned char *data = c->image_surface_get_data(pixels);
    c->surface_flush(pixels);
    for (int j = 0; j < image->rows && data; j++) {
        const unsigned char *from = image->rgb + 3 * (size_t)j * (size_t)image->columns;
        unsigned char *to = data + (size_t)j * (size_t)c->image_surface_get_stride(pixels);
        for (int i = 0; i < image->columns; i++, from += 3, to += 4)
            memcpy(to, &(const uint32_t){(uint32_t)from[0] << 16 | (uint32_t)from[1] << 8 | from[2]}, 4);
    }
    c->surface_mark_dirty(pixels);
    c->save(canvas->pen);
    c->translate(canvas->pen, x, y);
    c->scale(canvas->pen, width / image->columns, height / image->rows);
    c->set_source_surface(canvas->pen, pixels, 0, 0); /* which keeps an error of the image */
    c->pattern_set_filter(c->get_source(canvas->pen), ND_CAIRO_NEAREST);
    c->rectangle(canvas->pen, 0, 0, image->columns, image->rows);
    c->fill(canvas->pen);
    c->restore(canvas->pen);
    c->surface_destroy(pixels);
}

void nd_canvas_ink(const struct nd_canvas *canvas, double low[2], double high[2])
{
    double width, height;
    nd_cairo()->recording_surface_ink_extents(canvas->record, &low[0], &low[1], &width, &height);
    high[0] = low[0] + width;
    high[1] = low[1] + height;
}

enum nd_picture_format nd_picture_format(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && !strcmp(dot, ".svg") ? ND_SVG : dot && !strcmp(dot, ".pdf") ? ND_PDF : ND_PNG;
}

static int add_bytes(void *closure, const unsigned char *bytes, unsigned n)
{
    struct nd_text *out = closure;
    nd_text_add_bytes(out, bytes, n);
    return out->failed ? ND_CAIRO_OUT_OF_MEMORY : 0;
}

static struct nd_cairo_surface *open_surface(const struct nd_cairo *c, const struct nd_canvas *canvas,
                                             enum nd_picture_format format, struct nd_text *out)
{
    struct nd_cairo_surface *to;
    char title[512];
    if (format == ND_PNG)
        return c->image_surface_create(ND_CAIRO_RGB24, (int)ceil(ND_CANVAS_DENSITY * canvas->width),
                                       (int)ceil(ND_CANVAS_DENSITY * canvas->height));
    if (format == ND_SVG)
        return c->svg_surface_create_for_stream(add_bytes, out, canvas->width, canvas->height);
    to = c->pdf_surface_create_for_stream(add_bytes, out, canvas->width, canvas->height);
    /* Without a date equal pictures are equal files. */
    c->pdf_surface_set_metadata(to, ND_CAIRO_PDF_DATE, NULL);
    nd_printable(title, sizeof title, canvas->title ? canvas->title : "", 0);
    c->pdf_surface_set_metadata(to, ND_CAIRO_PDF_TITLE, title);
    return to;
}

/* Draws the record on white paper. Returns Cairo's status. */
static int replay(const struct nd_cairo *c, const struct nd_canvas *canvas, struct nd_cairo_surface *to,
                  double scale)
{
    struct nd_cairo_pen *pen = c->create(to);
    c->scale(pen, scale, scale);
    c->set_source_rgba(pen, 1, 1, 1, 1);
    c->paint(pen);
    c->set_source_surface(pen, canvas->record, 0, 0);
    c->paint(pen);
    const int code = c->status(pen);
    c->destroy(pen);
    return code;
}

int nd_canvas_encode(const struct nd_canvas *canvas, enum nd_picture_format format, struct nd_text *out)
{
    int status = 0, code;
    const size_t from = out->n;
    const struct nd_cairo *c = nd_cairo();
    struct nd_cairo_surface *to = NULL;
    if (!(canvas->width >= 1 && canvas->height >= 1) || canvas->width * canvas->height > 2.5e7)
        FAIL(NUDGE_EVALUE, "a picture of %.6g x %.6g points cannot be drawn; its area is at most 2.5e7",
             canvas->width, canvas->height);
    code = c->status(canvas->pen);
    if (!code) to = open_surface(c, canvas, format, out);
    if (!code) code = replay(c, canvas, to, format == ND_PNG ? ND_CANVAS_DENSITY : 1);
    if (!code && format == ND_PNG) code = c->surface_write_to_png_stream(to, add_bytes, out);
    if (to) c->surface_finish(to);
    if (to && !code) code = c->surface_status(to);
    TRY(nd_text_check(out));
    TRY(nd_text_check(&canvas->words));
    if (code)
        FAIL(code == ND_CAIRO_OUT_OF_MEMORY ? NUDGE_ENOMEM : NUDGE_EINTERNAL, "Cairo failed: %s",
             c->status_to_string(code));
    if (format == ND_SVG) TRY(nd_svg_finish(out, from, canvas->title, canvas->words.s));
    TRY(nd_text_check(out));
done:
    if (to) c->surface_destroy(to);
    return status;
}

int nd_canvas_write(const struct nd_canvas *canvas, const char *path)
{
    int status = 0;
    struct nd_text out = {0};
    TRY(nd_canvas_encode(canvas, nd_picture_format(path), &out));
    TRY(nd_file_write(path, out.s, out.n));
done:
    nd_text_clear(&out);
    return status;
}
