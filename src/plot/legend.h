/* What stands beside a scene, besides its colour bar. */
#ifndef ND_LEGEND_H
#define ND_LEGEND_H

#include "plot/canvas.h"

/* Pixels: the width and height of the triad; the height that the arrow takes. */
enum { ND_TRIAD_SIZE = 96, ND_ARROW_LEGEND = 70 };

/* The directions x, y, z as one sees them looking from `from`. */
int nd_legend_triad(const double from[3], struct nd_canvas *canvas, int x, int y);
/* An arrow of the greatest length, and the size that it stands for. */
int nd_legend_arrow(const struct nd_palette *palette, const char *name, double size, struct nd_canvas *canvas,
                    int x, int y);

#endif
