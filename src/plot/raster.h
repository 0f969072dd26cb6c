/* Triangles in space as pixels: several samples a pixel, each with its depth. */
#ifndef ND_RASTER_H
#define ND_RASTER_H

#include "plot/canvas.h"

enum { ND_RASTER_SAMPLES = 3 }; /* along each side of a pixel */

struct nd_raster {
    int width, height;  /* in samples */
    float *depth;       /* [height][width], larger is nearer; -INFINITY: nothing there */
    unsigned char *rgb; /* [height][width][3] */
};

struct nd_corner {
    double at[3];        /* samples to the right, downwards; depth */
    double value, shade; /* its colour, and how much light it gets, from 0 to 1 */
};

/* width, height: in pixels. */
int nd_raster_init(struct nd_raster *raster, int width, int height, struct nd_colour background);
void nd_raster_clear(struct nd_raster *raster);
/* Only where its corners go round counterclockwise as one looks: the other side is not to be seen. */
void nd_raster_triangle(struct nd_raster *raster, const struct nd_palette *palette,
                        const struct nd_corner corner[3]);
/* A line of `reach` samples behind whatever stands before something that is deeper by `jump` or more. */
void nd_raster_outline(struct nd_raster *raster, int reach, double jump, struct nd_colour colour,
                       double share);
/* Puts the pixels onto the canvas, from (x, y). */
void nd_raster_resolve(const struct nd_raster *raster, struct nd_canvas *canvas, int x, int y);

#endif
