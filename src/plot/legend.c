#include "plot/legend.h"

#include <math.h>
#include "base/format.h"
#include "plot/arrows.h"

/* Arrows in a box from -1 to 1, drawn without perspective. */
struct arrows {
    const struct nd_arrow *arrow;
    int n;
    const double *from; /* [3] the direction of the eye */
    const struct nd_palette *palette;
};

static int draw(const struct arrows *arrows, struct nd_canvas *canvas, double x, double y, int size)
{
    int status = 0;
    const double low[2] = {-1, -1}, high[2] = {1, 1};
    const int samples = size * ND_RASTER_SCALE;
    struct nd_raster raster = {0};
    struct nd_view view;
    nd_view_init(&view, arrows->from, (const double[3]){0}, INFINITY);
    nd_view_fit(&view, low, high, samples, samples);
    TRY(nd_raster_init(&raster, size, size, nd_paper));
    for (int i = 0; i < arrows->n; i++) nd_arrow_draw(&arrows->arrow[i], &view, arrows->palette, &raster);
    nd_raster_outline(&raster, 3, 4 * ND_RASTER_SCALE, nd_ink, 0.55);
    TRY(nd_raster_draw(&raster, canvas, x, y));
done:
    nd_raster_clear(&raster);
    return status;
}

int nd_legend_triad(const double from[3], struct nd_canvas *canvas, double x, double y)
{
    int status = 0;
    const struct nd_type type = {.size = 12, .colour = nd_ink, .align = 0.5};
    const double half = 0.5 * ND_TRIAD_SIZE;
    struct nd_palette grey;
    struct nd_view view;
    struct nd_arrow arm[3] = {0};
    for (int i = 0; i <= 2 * ND_PALETTE_LEVELS; i++) grey.colour[i] = nd_ink_line;
    for (int i = 0; i < 3; i++) {
        arm[i].middle[i] = 0.34;
        arm[i].along[i] = 0.68;
        arm[i].thickness = 0.1;
    }
    TRY(draw(&(struct arrows){arm, 3, from, &grey}, canvas, x, y, ND_TRIAD_SIZE));
    nd_view_init(&view, from, (const double[3]){0}, INFINITY);
    for (int i = 0; i < 3; i++) {
        double tip[3] = {0}, paper[3];
        tip[i] = 0.9;
        nd_view_place(&view, tip, paper);
        if (paper[2] > 0.85) continue; /* it points at the eye, and its letter would cover it */
        nd_canvas_text(canvas, &type, x + half * (1 + paper[0]), y + half * (1 + paper[1]),
                       (const char[2]){"xyz"[i], 0});
    }
done:
    return status;
}

int nd_legend_arrow(const struct nd_palette *palette, const char *name, double size, struct nd_canvas *canvas,
                    double x, double y)
{
    int status = 0;
    const struct nd_type type = {.size = 11, .colour = nd_ink},
                         bold = {.size = 12, .bold = 1, .colour = nd_ink};
    const struct nd_arrow arrow = {.along = {1.8, 0, 0}, .strength = 1, .thickness = 0.17 * 1.8};
    const int across = 44;
    char number[32];
    TRY(draw(&(struct arrows){&arrow, 1, (const double[3]){0, -1, 0}, palette}, canvas, x,
             y + 22 - across / 2 + 16, across));
    nd_format(number, sizeof number, "%.3g", size);
    nd_canvas_text(canvas, &bold, x, y + 8, name);
    nd_canvas_text(canvas, &type, x + across + 5, y + 38, number);
done:
    return status;
}
