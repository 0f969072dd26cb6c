#include "output/strip.h"

#include <math.h>
#include <stdio.h>

/* All in pixels. */
enum {
    MARGIN = 26,
    HEAD = 98,       /* from the top edge to the panels */
    GAP = 14,        /* between panels */
    CAPTION = 32,    /* under a panel, with the space to the next */
    GRID = 938,      /* the panels together, at most */
    SIDE = 222,      /* of a square panel; other shapes have about the same area */
    NARROWEST = 110, /* what a caption needs */
    THINNEST = 24,   /* a panel, however long the thing it shows */
    WIDEST = 460,
    HIGHEST = 480,
    BAR = 18,        /* the colour bar's width */
    BAR_SPACE = 108, /* to its left 20, its width, its numbers */
};

static const struct nd_colour ink = {32, 42, 51}, pale = {96, 108, 118}, line = {150, 160, 168};
static const struct nd_colour paper = {255, 255, 255}, outside = {222, 225, 228};

static double clamp(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

/* Panels of about equal area whatever their shape, as many beside each other as fit, rows of equal length as
 * far as possible; then a little larger where that leaves room. */
void nd_strip_arrange(struct nd_strip *s, int panels, double across, double up)
{
    nd_palette_init(&s->palette);
    const double shape = clamp(across / up, 1e-3, 1e3);
    double width = clamp(SIDE * sqrt(shape), THINNEST, WIDEST);
    if (width / shape > HIGHEST) width = HIGHEST * shape;
    const int most = (GRID + GAP) / ((int)fmax(width, NARROWEST) + GAP);
    const int rows = (panels + most - 1) / most;
    s->columns = (panels + rows - 1) / rows;
    width = fmin((double)(GRID + GAP) / s->columns - GAP, 1.6 * width);
    if (width / shape > HIGHEST) width = HIGHEST * shape;
    s->width = (int)lrint(fmax(width, THINNEST));
    s->height = (int)lrint(clamp(width / shape, THINNEST, HIGHEST));
    s->slot = (s->width > NARROWEST ? s->width : NARROWEST) + GAP;
}

double nd_strip_scale(const struct nd_strip *s)
{
    const size_t n = (size_t)s->panels * (size_t)s->width * (size_t)s->height;
    double most = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(s->values[i])) most = fmax(most, fabs(s->values[i]));
    if (!(most > 1e-300)) return 1;
    const double digit = pow(10, floor(log10(most)) - 1), rounded = digit * rint(most / digit);
    return rounded < 0.99 * most ? rounded + digit : rounded;
}

static void draw_panel(const struct nd_strip *s, int panel, double scale, struct nd_canvas *canvas)
{
    const struct nd_pen pen = {1.8, 0.9, ink};
    const int x = MARGIN + panel % s->columns * s->slot + (s->slot - GAP - s->width) / 2;
    const int y = HEAD + panel / s->columns * (s->height + CAPTION);
    const double *value = s->values + (size_t)panel * (size_t)s->width * (size_t)s->height;
    char caption[32];
    for (int j = 0; j < s->height; j++)
        for (int i = 0; i < s->width; i++, value++)
            nd_canvas_pixel(canvas, x + i, y + j,
                            isnan(*value) ? outside : nd_palette_get(&s->palette, *value / scale));
    nd_canvas_frame(canvas, x, y, s->width, s->height, line);
    snprintf(caption, sizeof caption, "%.8s = %.3g", s->symbol ? s->symbol : "t", s->time[panel]);
    nd_canvas_text(canvas, &pen, x + (s->width - nd_canvas_text_width(&pen, caption)) / 2, y + s->height + 15,
                   caption);
}

static void draw_bar(const struct nd_strip *s, int x, int height, double scale, struct nd_canvas *canvas)
{
    const struct nd_pen pen = {1.8, 0.9, ink}, bold = {1.8, 1.3, ink};
    char number[32];
    for (int j = 0; j < height; j++)
        nd_canvas_rectangle(canvas, x, HEAD + j, BAR, 1,
                            nd_palette_get(&s->palette, 1 - 2 * (j + 0.5) / height));
    nd_canvas_frame(canvas, x, HEAD, BAR, height, line);
    nd_canvas_text(canvas, &bold, x, HEAD - 16, s->name);
    const int step = height < 100 ? 2 : 1; /* of quarters: numbers need room */
    for (int quarter = 0; quarter <= 4; quarter += step) {
        const int y = HEAD + (height - 1) * quarter / 4;
        nd_canvas_rectangle(canvas, x + BAR, y, 5, 1, line);
        snprintf(number, sizeof number, "%.3g", scale * (2 - quarter) / 2);
        nd_canvas_text(canvas, &pen, x + BAR + 9, y + 0.5, number);
    }
}

int nd_strip_draw(const struct nd_strip *s, struct nd_canvas *canvas)
{
    int status = 0;
    const struct nd_pen big = {2.6, 1.15, ink}, small = {1.8, 0.85, pale};
    const int rows = s->panels ? (s->panels + s->columns - 1) / s->columns : 1;
    const int high = rows * (s->height + CAPTION) - CAPTION; /* the panels together */
    const int bar = MARGIN + s->columns * s->slot - GAP + 20;
    const double scale = nd_strip_scale(s);
    const double text = fmax(nd_canvas_text_width(&big, s->title), nd_canvas_text_width(&small, s->subtitle));
    const int width = (int)fmax(bar + BAR_SPACE, text + 2 * MARGIN);
    TRY(nd_canvas_init(canvas, width, HEAD + high + CAPTION + 6, paper));
    nd_canvas_text(canvas, &big, MARGIN, 28, s->title);
    nd_canvas_text(canvas, &small, MARGIN, 58, s->subtitle);
    for (int panel = 0; panel < s->panels; panel++) draw_panel(s, panel, scale, canvas);
    draw_bar(s, bar, high < HIGHEST ? high : HIGHEST, scale, canvas);
done:
    return status;
}
