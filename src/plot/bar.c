#include "plot/bar.h"

#include <math.h>
#include "base/error.h"
#include "base/format.h"

double nd_limit_round(double most)
{
    if (!(most > 1e-300)) return 1;
    const double digit = pow(10, floor(log10(most)) - 1), rounded = digit * rint(most / digit);
    return rounded < 0.99 * most ? rounded + digit : rounded;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int nd_limit_find(struct nd_limit *limit, const double *values, size_t n, double share)
{
    int status = 0;
    double *sizes = NULL;
    size_t count = 0;
    *limit = (struct nd_limit){.scale = 1};
    ALLOC(sizes, n);
    for (size_t i = 0; i < n; i++)
        if (isfinite(values[i])) sizes[count++] = fabs(values[i]);
    if (!count) goto done;
    qsort(sizes, count, sizeof *sizes, by_size);
    const double usual = sizes[(size_t)(share * (double)(count - 1))];
    limit->most = sizes[count - 1];
    /* Where nearly all is 0, the few others are what there is to see. */
    limit->alone = usual <= 1e-5 * limit->most;
    limit->cut = limit->most > 1.5 * usual && !limit->alone;
    limit->scale = nd_limit_round(limit->cut ? usual : limit->most);
done:
    free(sizes);
    return status;
}

void nd_limit_join(struct nd_limit *limit, const struct nd_limit *other)
{
    const double most = fmax(limit->most, other->most);
    const int more = limit->alone != other->alone ? limit->alone : other->scale > limit->scale;
    if (limit->most == 0 || (other->most > 0 && more)) *limit = *other;
    limit->most = most;
    limit->cut = most > 1.5 * limit->scale;
}

/* The ends of a bar whose values go on beyond them are pointed. */
static void draw_end(const struct nd_bar *bar, struct nd_canvas *canvas, double x, double y, double up)
{
    nd_canvas_move(canvas, x, y);
    nd_canvas_line(canvas, x + 0.5 * ND_BAR_WIDTH, y - up * 8);
    nd_canvas_line(canvas, x + ND_BAR_WIDTH, y);
    nd_canvas_close(canvas);
    nd_canvas_fill(canvas, nd_palette_get(bar->palette, up));
}

static void draw_colours(const struct nd_bar *bar, struct nd_canvas *canvas, double x, double y,
                         double height)
{
    enum { LEVELS = 2 * ND_PALETTE_LEVELS + 1 };
    unsigned char rgb[LEVELS][3];
    const int rows = bar->positive ? ND_PALETTE_LEVELS + 1 : LEVELS;
    for (int j = 0; j < rows; j++) {
        const struct nd_colour c = bar->palette->colour[LEVELS - 1 - j];
        rgb[j][0] = c.r, rgb[j][1] = c.g, rgb[j][2] = c.b;
    }
    if (bar->limit.cut) draw_end(bar, canvas, x, y, 1);
    if (bar->limit.cut && !bar->positive) draw_end(bar, canvas, x, y + height, -1);
    nd_canvas_image(canvas, &(struct nd_image){1, rows, &rgb[0][0]}, x, y, ND_BAR_WIDTH, height);
    nd_canvas_box(canvas, x, y, ND_BAR_WIDTH, height);
    nd_canvas_stroke(canvas, &(struct nd_stroke){nd_ink_line, 0.7, NULL, 0});
}

double nd_bar_draw(const struct nd_bar *bar, struct nd_canvas *canvas, double x, double y, double height)
{
    const struct nd_type type = {.size = 11, .colour = nd_ink},
                         bold = {.size = 12, .bold = 1, .colour = nd_ink},
                         note = {.size = 9, .colour = nd_ink_pale};
    char name[96], most[64], number[32];
    nd_format(name, sizeof name, *bar->unit ? "%.50s [%.30s]" : "%.50s", bar->name, bar->unit);
    nd_format(most, sizeof most, "largest %.3g", bar->limit.most);
    double wide = fmax(nd_type_width(&bold, name), nd_type_width(&type, "-8.88e-88") + ND_BAR_WIDTH + 9);
    if (bar->limit.cut) wide = fmax(wide, nd_type_width(&note, "99.8 % of values"));
    if (!canvas) return wide;
    draw_colours(bar, canvas, x, y, height);
    nd_canvas_text(canvas, &bold, x, y - ND_BAR_HEAD + (bar->limit.cut ? 0 : 6), name);
    const int steps = height < 90 ? 2 : 4;
    for (int i = 0; i <= steps; i++) {
        const double down = y + height * i / steps;
        nd_canvas_move(canvas, x + ND_BAR_WIDTH, down);
        nd_canvas_line(canvas, x + ND_BAR_WIDTH + 4, down);
        nd_canvas_stroke(canvas, &(struct nd_stroke){nd_ink_line, 0.7, NULL, 0});
        nd_format(number, sizeof number, "%.3g",
                  bar->limit.scale * (1 - (bar->positive ? 1.0 : 2.0) * i / steps));
        nd_canvas_text(canvas, &type, x + ND_BAR_WIDTH + 8, down, number);
    }
    if (bar->limit.cut) {
        nd_canvas_text(canvas, &note, x, y + height + 20, "ends: limit of");
        nd_canvas_text(canvas, &note, x, y + height + 32, "99.8 % of values;");
        nd_canvas_text(canvas, &note, x, y + height + 44, most);
    }
    return wide;
}
