#include "plot/bar.h"

#include <math.h>
#include <stdio.h>
#include "base/format.h"

const struct nd_colour nd_ink = {32, 42, 51}, nd_ink_pale = {96, 108, 118}, nd_ink_line = {150, 160, 168},
                       nd_paper = {255, 255, 255};

double nd_bar_scale(double most)
{
    if (!(most > 1e-300)) return 1;
    const double digit = pow(10, floor(log10(most)) - 1), rounded = digit * rint(most / digit);
    return rounded < 0.99 * most ? rounded + digit : rounded;
}

void nd_bar_draw(const struct nd_bar *bar, struct nd_canvas *canvas, int x, int y, int height)
{
    const struct nd_pen pen = {1.8, 0.9, nd_ink}, bold = {1.8, 1.3, nd_ink};
    const int step = height < 100 ? 2 : 1; /* in quarters: numbers need room */
    const double span = bar->positive ? 1 : 2;
    char number[32];
    for (int j = 0; j < height; j++)
        nd_canvas_rectangle(canvas, x, y + j, ND_BAR_WIDTH, 1,
                            nd_palette_get(bar->palette, 1 - span * (j + 0.5) / height));
    nd_canvas_frame(canvas, x, y, ND_BAR_WIDTH, height, nd_ink_line);
    nd_canvas_text(canvas, &bold, x, y - 16, bar->name);
    for (int quarter = 0; quarter <= 4; quarter += step) {
        const int down = y + (height - 1) * quarter / 4;
        nd_canvas_rectangle(canvas, x + ND_BAR_WIDTH, down, 5, 1, nd_ink_line);
        nd_format(number, sizeof number, "%.3g", bar->scale * (1 - span * quarter / 4));
        nd_canvas_text(canvas, &pen, x + ND_BAR_WIDTH + 9, down + 0.5, number);
    }
}
