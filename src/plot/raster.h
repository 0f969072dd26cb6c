/* Triangles in space, of which the nearest is seen: samples with a depth each, which Cairo has not. Order of calls:
 * nd_raster_init, all triangles, nd_raster_outline, nd_raster_draw, nd_raster_clear. */
#ifndef ND_RASTER_H
#define ND_RASTER_H

#include "plot/canvas.h"

/* Along each side of a pixel, and of a point. */
enum { ND_RASTER_SAMPLES = 2, ND_RASTER_SCALE = ND_RASTER_SAMPLES * ND_CANVAS_DENSITY };

struct nd_raster {
    int width, height;  /* in samples */
    float *depth;       /* [height][width], larger is nearer; -INFINITY: nothing there */
    unsigned char *rgb; /* [height][width][3] */
};

struct nd_corner {
    double at[3];        /* right and down, in samples; depth */
    double value, shade; /* value of the palette; light, from 0 to 1 */
};

/* width, height: in points. */
int nd_raster_init(struct nd_raster *raster, int width, int height, struct nd_colour background);
void nd_raster_clear(struct nd_raster *raster);
/* Draws a triangle if its corners go round counterclockwise on the screen; the other side is invisible. */
void nd_raster_triangle(struct nd_raster *raster, const struct nd_palette *palette,
                        const struct nd_corner corner[3]);
/* Draws an outline of `reach` samples around parts that are nearer than their background by more than `jump`.
 * share: the opacity of the line. */
void nd_raster_outline(struct nd_raster *raster, int reach, double jump, struct nd_colour colour,
                       double share);
/* Averages the samples into pixels and draws them from (x, y) on. */
int nd_raster_draw(const struct nd_raster *raster, struct nd_canvas *canvas, double x, double y);

#endif
