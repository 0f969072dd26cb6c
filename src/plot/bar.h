/* Colour bars. */
#ifndef ND_BAR_H
#define ND_BAR_H

#include "plot/canvas.h"

enum {
    ND_BAR_WIDTH = 18,
    ND_BAR_SPACE = 108, /* to its left 20, its width, its numbers */
};

/* The value of the strongest colour where the largest value is `most`: that, rounded to two digits;
 * 1 when there is nothing but 0. */
double nd_bar_scale(double most);

struct nd_bar {
    const struct nd_palette *palette;
    const char *name; /* over it */
    double scale;     /* the value of the strongest colour */
    int positive;     /* from 0 upwards, else from -scale */
};
void nd_bar_draw(const struct nd_bar *bar, struct nd_canvas *canvas, int x, int y, int height);

/* Colours of text, lines and background. */
extern const struct nd_colour nd_ink, nd_ink_pale, nd_ink_line, nd_paper;

#endif
