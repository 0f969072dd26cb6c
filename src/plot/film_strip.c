#include "plot/film_strip.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/format.h"
#include "plot/bar.h"

/* In pixels. */
enum {
    MARGIN = 26,
    HEAD = 98,       /* from the top edge to the panels */
    GAP = 14,        /* between panels */
    CAPTION = 32,    /* under a panel, including the space to the next row */
    GRID = 938,      /* width of all panels, at most */
    SIDE = 222,      /* side of a square panel; other shapes have about the same area */
    NARROWEST = 110, /* width of a caption */
    THINNEST = 24,   /* least side of a panel */
    WIDEST = 460,
    HIGHEST = 480,
};

static const struct nd_colour outside = {222, 225, 228};

static double clamp(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

/* Panels have about the same area whatever their shape. As many as fit stand side by side, in rows of equal
 * length if possible; then they are enlarged if there is room. */
void nd_film_strip_arrange(struct nd_film_strip *s, int panels, double across, double up)
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

double nd_film_strip_scale(const struct nd_film_strip *s)
{
    const size_t n = (size_t)s->panels * (size_t)s->width * (size_t)s->height;
    double most = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(s->values[i])) most = fmax(most, fabs(s->values[i]));
    return nd_bar_scale(most);
}

static void draw_panel(const struct nd_film_strip *s, int panel, double scale, struct nd_canvas *canvas)
{
    const struct nd_pen pen = {1.8, 0.9, nd_ink};
    const int x = MARGIN + panel % s->columns * s->slot + (s->slot - GAP - s->width) / 2;
    const int y = HEAD + panel / s->columns * (s->height + CAPTION);
    const double *value = s->values + (size_t)panel * (size_t)s->width * (size_t)s->height;
    char caption[48], value_text[32];
    for (int j = 0; j < s->height; j++)
        for (int i = 0; i < s->width; i++, value++)
            nd_canvas_pixel(canvas, x + i, y + j,
                            isnan(*value) ? outside : nd_palette_get(&s->palette, *value / scale));
    nd_canvas_frame(canvas, x, y, s->width, s->height, nd_ink_line);
    nd_format(caption, sizeof caption, "%.8s = ", s->symbol ? s->symbol : "t");
    if (s->si)
        nd_quantity_text(s->time[panel], s->dim, s->si, value_text);
    else
        nd_format(value_text, sizeof value_text, "%.3g", s->time[panel]);
    strncat(caption, value_text, sizeof caption - strlen(caption) - 1);
    nd_canvas_text(canvas, &pen, x + (s->width - nd_canvas_text_width(&pen, caption)) / 2, y + s->height + 15,
                   caption);
}

int nd_film_strip_draw(const struct nd_film_strip *s, struct nd_canvas *canvas)
{
    int status = 0;
    const struct nd_pen big = {2.6, 1.15, nd_ink}, small = {1.8, 0.85, nd_ink_pale};
    const int rows = s->panels ? (s->panels + s->columns - 1) / s->columns : 1;
    const int high = rows * (s->height + CAPTION) - CAPTION; /* of all panels */
    const int bar = MARGIN + s->columns * s->slot - GAP + 20;
    const double scale = nd_film_strip_scale(s);
    const double text = fmax(nd_canvas_text_width(&big, s->title), nd_canvas_text_width(&small, s->subtitle));
    const int width = (int)fmax(bar + ND_BAR_SPACE, text + 2 * MARGIN);
    TRY(nd_canvas_init(canvas, width, HEAD + high + CAPTION + 6, nd_paper));
    nd_canvas_text(canvas, &big, MARGIN, 28, s->title);
    nd_canvas_text(canvas, &small, MARGIN, 58, s->subtitle);
    for (int panel = 0; panel < s->panels; panel++) draw_panel(s, panel, scale, canvas);
    nd_bar_draw(&(struct nd_bar){&s->palette, s->name, scale, 0}, canvas, bar, HEAD,
                high < HIGHEST ? high : HIGHEST);
done:
    return status;
}
