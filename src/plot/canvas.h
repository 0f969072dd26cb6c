/* Drawing by Cairo: one code for PNG, SVG and PDF. A canvas records what is drawn, in points from its upper left
 * corner, and nd_canvas_encode or nd_canvas_write then makes a file of it. Order of calls: nd_canvas_init, set
 * width and height at any time, draw, nd_canvas_write, nd_canvas_clear. Drawing calls cannot fail: an error is
 * kept in the canvas, and nd_canvas_encode returns it. */
#ifndef ND_CANVAS_H
#define ND_CANVAS_H

#include "base/memory.h"
#include "base/text.h"
#include "plot/colours.h"

enum { ND_CANVAS_DENSITY = 2 }; /* pixels per point of a PNG file, and of images in the others */

struct nd_canvas {
    double width, height; /* points */
    const char *title;    /* of an SVG or PDF file; null: none */
    struct nd_text words; /* all texts, a line each: letters in SVG are outlines, and its <desc> has these */
    struct nd_cairo_surface *record;
    struct nd_cairo_pen *pen;
};

/* Whether pictures can be drawn. If not, or if texts will be poor, advice says why and what to install; else it is
 * "". */
int nd_canvas_ready(char advice[512]);
/* The same advice, but only the first time in a process that there is some; else "". */
void nd_canvas_advise(char advice[512]);
/* Returns NUDGE_EVALUE, with that advice, if there is no Cairo. */
int nd_canvas_init(struct nd_canvas *canvas, double width, double height);
void nd_canvas_clear(struct nd_canvas *canvas);

/* Moves the origin until the next call of nd_canvas_back. */
void nd_canvas_shift(struct nd_canvas *canvas, double x, double y);
void nd_canvas_back(struct nd_canvas *canvas);

/* Paths: move and line, arc or close; then stroke or fill, which end the path. */
void nd_canvas_move(struct nd_canvas *canvas, double x, double y);
void nd_canvas_line(struct nd_canvas *canvas, double x, double y);
void nd_canvas_close(struct nd_canvas *canvas);
void nd_canvas_circle(struct nd_canvas *canvas, double x, double y, double radius);
void nd_canvas_box(struct nd_canvas *canvas, double x, double y, double width, double height);
struct nd_stroke {
    struct nd_colour colour;
    double width;
    const double *dash; /* lengths of strokes and gaps; null: a solid line */
    int dashes;
};
void nd_canvas_stroke(struct nd_canvas *canvas, const struct nd_stroke *stroke);
void nd_canvas_fill(struct nd_canvas *canvas, struct nd_colour colour);
/* Drawing is clipped to the path until nd_canvas_back; call nd_canvas_shift before. */
void nd_canvas_clip(struct nd_canvas *canvas);

struct nd_type {
    double size; /* points */
    int bold;
    struct nd_colour colour;
    double align; /* 0: x is where the text begins, 0.5: its middle, 1: its end */
    double most;  /* the font is made smaller where the text would be wider; 0: never */
    int upwards;  /* 1: turned to the left, align then runs upwards */
};
double nd_type_width(const struct nd_type *type, const char *text);
/* y: the middle of capitals. Bytes that are not UTF-8 are shown as escapes. */
void nd_canvas_text(struct nd_canvas *canvas, const struct nd_type *type, double x, double y,
                    const char *text);
/* rgb: [rows][columns][3], drawn without smoothing. */
struct nd_image {
    int columns, rows;
    const unsigned char *rgb;
};
void nd_canvas_image(struct nd_canvas *canvas, const struct nd_image *image, double x, double y, double width,
                     double height);
/* Bounds of all that was drawn. */
void nd_canvas_ink(const struct nd_canvas *canvas, double low[2], double high[2]);

enum nd_picture_format { ND_PNG, ND_SVG, ND_PDF };
/* By the ending .png, .svg or .pdf; any other is PNG. */
enum nd_picture_format nd_picture_format(const char *path);
/* Adds the file's bytes. */
int nd_canvas_encode(const struct nd_canvas *canvas, enum nd_picture_format format, struct nd_text *out);
/* Writes a whole file or none, as nd_file_write does; its ending decides on the format. */
int nd_canvas_write(const struct nd_canvas *canvas, const char *path);

#endif
