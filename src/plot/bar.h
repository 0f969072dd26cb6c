/* Colour bars, and the colours of text and lines in pictures. */
#ifndef ND_BAR_H
#define ND_BAR_H

#include "plot/canvas.h"

enum {
    ND_BAR_WIDTH = 18,
    ND_BAR_SPACE = 108, /* 20 on its left, the bar, its numbers */
};

/* The value of the strongest colour if the largest value is `most`: `most` rounded to two digits; 1 if it is
 * 0. */
double nd_bar_scale(double most);

struct nd_bar {
    const struct nd_palette *palette;
    const char *name; /* text above it */
    double scale;     /* the value of the strongest colour */
    int positive;     /* 1: from 0 to scale, 0: from -scale to scale */
};
void nd_bar_draw(const struct nd_bar *bar, struct nd_canvas *canvas, int x, int y, int height);

/* Colours of text, pale text, lines and the background. */
extern const struct nd_colour nd_ink, nd_ink_pale, nd_ink_line, nd_paper;

#endif
