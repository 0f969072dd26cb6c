#include "plot/smith.h"

#include <math.h>
#include "base/error.h"
#include "base/format.h"

enum { SIZE = 520, TOP = 40, RADIUS = 220, ROW = 20, COLUMNS = 4 };
static const struct nd_colour grid = {187, 187, 187};

static double place_x(double x)
{
    return SIZE / 2 + RADIUS * x;
}
static double place_y(double y)
{
    return TOP + RADIUS + 10 - RADIUS * y;
}

/* Circles of resistance and of reactance touch the point 1. The disc clips those of reactance. */
static void draw_grid(struct nd_canvas *canvas)
{
    static const double values[] = {0.2, 0.5, 1, 2, 5};
    const struct nd_type type = {.size = 9.5, .colour = nd_ink_pale};
    char label[16];
    nd_canvas_shift(canvas, 0, 0);
    nd_canvas_circle(canvas, place_x(0), place_y(0), RADIUS);
    nd_canvas_clip(canvas);
    for (int i = 0; i < 5; i++) {
        const double v = values[i];
        nd_canvas_circle(canvas, place_x(v / (1 + v)), place_y(0), RADIUS / (1 + v));
        for (int sign = -1; sign < 2; sign += 2)
            nd_canvas_circle(canvas, place_x(1), place_y(sign / v), RADIUS / v);
    }
    nd_canvas_move(canvas, place_x(-1), place_y(0));
    nd_canvas_line(canvas, place_x(1), place_y(0));
    nd_canvas_stroke(canvas, &(struct nd_stroke){grid, 0.8, NULL, 0});
    nd_canvas_back(canvas);
    nd_canvas_circle(canvas, place_x(0), place_y(0), RADIUS);
    nd_canvas_stroke(canvas, &(struct nd_stroke){nd_ink_pale, 1, NULL, 0});
    for (int i = 0; i < 5; i++) {
        const double v = values[i], d = v * v + 1, u = (v * v - 1) / d, w = 2 * v / d;
        struct nd_type rim = type;
        rim.align = u < -0.2 ? 1 : u > 0.2 ? 0 : 0.5;
        nd_format(label, sizeof label, "%.3g", v);
        nd_canvas_text(canvas, &type, place_x((v - 1) / (v + 1)) + 3, place_y(0) - 7, label);
        nd_format(label, sizeof label, "%.3gi", v);
        nd_canvas_text(canvas, &rim, place_x(1.02 * u), place_y(1.035 * w), label);
        nd_format(label, sizeof label, "-%.3gi", v);
        nd_canvas_text(canvas, &rim, place_x(1.02 * u), place_y(-1.035 * w), label);
    }
}

static void draw_series(struct nd_canvas *canvas, const struct nd_series *s, int i)
{
    const struct nd_colour colour = nd_series_colour[i % ND_SERIES_COLOURS];
    const struct nd_stroke stroke = {colour, 2, NULL, 0};
    const struct nd_type type = {.size = 11.5, .colour = nd_ink, .most = 74};
    const double x = 40 + 110 * (i % COLUMNS), y = TOP + 2 * RADIUS + 46 + ROW * (i / COLUMNS);
    int any = 0;
    for (int k = 0; k < s->n; k++)
        if (isfinite(s->x[k]) && isfinite(s->y[k]))
            (any++ ? nd_canvas_line : nd_canvas_move)(canvas, place_x(s->x[k]), place_y(s->y[k]));
    nd_canvas_stroke(canvas, &stroke);
    if (s->n && isfinite(s->x[0]) && isfinite(s->y[0])) {
        nd_canvas_circle(canvas, place_x(s->x[0]), place_y(s->y[0]), 4);
        nd_canvas_fill(canvas, colour);
    }
    nd_canvas_move(canvas, x, y);
    nd_canvas_line(canvas, x + 26, y);
    nd_canvas_stroke(canvas, &stroke);
    nd_canvas_text(canvas, &type, x + 32, y, s->name);
}

int nd_smith_write(const char *title, const struct nd_series *series, int n, const char *path)
{
    int status = 0;
    struct nd_canvas canvas;
    const struct nd_type type = {.size = 14, .bold = 1, .colour = nd_ink, .align = 0.5, .most = SIZE - 32};
    TRY(nd_canvas_init(&canvas, SIZE, TOP + 2 * RADIUS + 46 + ROW * ((n + COLUMNS - 1) / COLUMNS)));
    canvas.title = title;
    nd_canvas_text(&canvas, &type, SIZE / 2, 20, title);
    draw_grid(&canvas);
    for (int i = 0; i < n; i++) draw_series(&canvas, &series[i], i);
    TRY(nd_canvas_write(&canvas, path));
done:
    nd_canvas_clear(&canvas);
    return status;
}
