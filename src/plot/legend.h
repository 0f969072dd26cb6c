/* The legends beside a three-dimensional plot: axes and the scale of arrows. The colour bar is in
 * plot/bar.h. */
#ifndef ND_LEGEND_H
#define ND_LEGEND_H

#include "plot/canvas.h"

/* Points: width and height of the triad; height of the arrow legend. */
enum { ND_TRIAD_SIZE = 96, ND_ARROW_LEGEND = 70 };

/* Draws the directions x, y, z as seen from `from`. */
int nd_legend_triad(const double from[3], struct nd_canvas *canvas, double x, double y);
/* Draws an arrow of the greatest length, and the value `size` that it stands for; name may hold a unit. */
int nd_legend_arrow(const struct nd_palette *palette, const char *name, double size, struct nd_canvas *canvas,
                    double x, double y);

#endif
