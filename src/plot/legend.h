/* The legend of a scene, apart from its colour bar: the axes and the length of arrows. */
#ifndef ND_LEGEND_H
#define ND_LEGEND_H

#include "plot/canvas.h"

/* Pixels: the width and height of the triad; the height that the arrow takes. */
enum { ND_TRIAD_SIZE = 96, ND_ARROW_LEGEND = 70 };

/* The directions x, y, z as seen from `from`. */
int nd_legend_triad(const double from[3], struct nd_canvas *canvas, int x, int y);
/* The longest arrow, and the value it stands for. */
int nd_legend_arrow(const struct nd_palette *palette, const char *name, double size, struct nd_canvas *canvas,
                    int x, int y);

#endif
