/* A canvas of RGB pixels: rectangles, text, and the colours of values. nd_canvas_init allocates it,
 * nd_canvas_clear frees it. */
#ifndef ND_CANVAS_H
#define ND_CANVAS_H

#include "base/memory.h"

struct nd_colour {
    unsigned char r, g, b;
};

struct nd_canvas {
    int width, height;
    unsigned char *rgb; /* [height][width][3] */
};

int nd_canvas_init(struct nd_canvas *canvas, int width, int height, struct nd_colour background);
void nd_canvas_clear(struct nd_canvas *canvas);

/* All drawing is clipped to the canvas. */
void nd_canvas_pixel(struct nd_canvas *canvas, int x, int y, struct nd_colour colour);
void nd_canvas_rectangle(struct nd_canvas *canvas, int x, int y, int width, int height,
                         struct nd_colour colour);
/* Draws lines of one pixel around the rectangle, outside of it. */
void nd_canvas_frame(struct nd_canvas *canvas, int x, int y, int width, int height, struct nd_colour colour);

struct nd_pen {
    double size;   /* pixels per cell of the font; capitals are 6 cells high */
    double weight; /* width of strokes in cells; 1 is regular */
    struct nd_colour colour;
};
double nd_canvas_text_width(const struct nd_pen *pen, const char *text);
/* x: where the text starts; y: the middle of its capitals. */
void nd_canvas_text(struct nd_canvas *canvas, const struct nd_pen *pen, double x, double y, const char *text);

/* Colours of values from -1 to 1 (clamped): blue, white in the middle, red. Equal differences in value look
 * equal, and opposite values are equally light. */
#define ND_PALETTE_LEVELS 127 /* on either side of 0 */
struct nd_palette {
    struct nd_colour colour[2 * ND_PALETTE_LEVELS + 1];
};
void nd_palette_init(struct nd_palette *palette);
/* Colours of magnitudes, for arrows in front of those colours: from pale at 0 to dark green. */
void nd_palette_init_arrows(struct nd_palette *palette);
struct nd_colour nd_palette_get(const struct nd_palette *palette, double value);

#endif
