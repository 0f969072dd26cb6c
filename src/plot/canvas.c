#include "plot/canvas.h"

#include <math.h>
#include "plot/font.h"

int nd_canvas_init(struct nd_canvas *canvas, int width, int height, struct nd_colour background)
{
    int status = 0;
    *canvas = (struct nd_canvas){width, height, NULL};
    ALLOC(canvas->rgb, (size_t)width * (size_t)height * 3);
    nd_canvas_rectangle(canvas, 0, 0, width, height, background);
done:
    return status;
}

void nd_canvas_clear(struct nd_canvas *canvas)
{
    free(canvas->rgb);
    *canvas = (struct nd_canvas){0};
}

/* Mixes the colour into a pixel. share: the fraction of the pixel that it covers. */
static void blend(struct nd_canvas *canvas, int x, int y, struct nd_colour colour, double share)
{
    if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height) return;
    unsigned char *at = canvas->rgb + 3 * ((size_t)y * (size_t)canvas->width + (size_t)x);
    const unsigned char from[3] = {colour.r, colour.g, colour.b};
    for (int i = 0; i < 3; i++) at[i] = (unsigned char)lrint(at[i] + share * (from[i] - at[i]));
}

void nd_canvas_pixel(struct nd_canvas *canvas, int x, int y, struct nd_colour colour)
{
    blend(canvas, x, y, colour, 1);
}

void nd_canvas_rectangle(struct nd_canvas *canvas, int x, int y, int width, int height,
                         struct nd_colour colour)
{
    for (int j = 0; j < height; j++)
        for (int i = 0; i < width; i++) nd_canvas_pixel(canvas, x + i, y + j, colour);
}

void nd_canvas_frame(struct nd_canvas *canvas, int x, int y, int width, int height, struct nd_colour colour)
{
    nd_canvas_rectangle(canvas, x - 1, y - 1, width + 2, 1, colour);
    nd_canvas_rectangle(canvas, x - 1, y + height, width + 2, 1, colour);
    nd_canvas_rectangle(canvas, x - 1, y, 1, height, colour);
    nd_canvas_rectangle(canvas, x + width, y, 1, height, colour);
}

/* The squared distance of (px, py) from the segment between the centres of two cells. */
static double distance2(double px, double py, int ax, int ay, int bx, int by)
{
    const double dx = bx - ax, dy = by - ay, length2 = dx * dx + dy * dy;
    double along = length2 > 0 ? ((px - ax) * dx + (py - ay) * dy) / length2 : 0;
    along = fmin(fmax(along, 0), 1);
    const double x = px - ax - along * dx, y = py - ay - along * dy;
    return x * x + y * y;
}

/* The distance from a glyph's strokes, which join the centres of neighbouring cells; diagonal neighbours only
 * if no cell fills the corner. */
static double glyph_distance(uint64_t glyph, double x, double y)
{
    double least = INFINITY;
    for (int row = 0; row < ND_FONT_HEIGHT; row++)
        for (int column = 0; column < ND_FONT_WIDTH; column++) {
            if (!nd_font_cell(glyph, row, column)) continue;
            const int right = nd_font_cell(glyph, row, column + 1),
                      left = nd_font_cell(glyph, row, column - 1);
            const int below = nd_font_cell(glyph, row + 1, column);
            least = fmin(least, distance2(x, y, column, row, column + right, row));
            least = fmin(least, distance2(x, y, column, row, column, row + below));
            if (!below && !right && nd_font_cell(glyph, row + 1, column + 1))
                least = fmin(least, distance2(x, y, column, row, column + 1, row + 1));
            if (!below && !left && nd_font_cell(glyph, row + 1, column - 1))
                least = fmin(least, distance2(x, y, column, row, column - 1, row + 1));
        }
    return sqrt(least);
}

static double advance(const struct nd_pen *pen, char letter)
{
    return pen->size * (nd_font_columns(nd_font_glyph(letter)) + 1 + 0.3 * (pen->weight - 1));
}

double nd_canvas_text_width(const struct nd_pen *pen, const char *text)
{
    double width = 0;
    for (; *text; text++) width += advance(pen, *text);
    return width;
}

static void draw_glyph(struct nd_canvas *canvas, const struct nd_pen *pen, double x, double y, uint64_t glyph)
{
    const double size = pen->size, half = 0.5 * size * pen->weight, margin = half + 1;
    const int x0 = (int)floor(x - margin), x1 = (int)ceil(x + size * (ND_FONT_WIDTH - 1) + margin);
    const int y0 = (int)floor(y - margin), y1 = (int)ceil(y + size * (ND_FONT_HEIGHT - 1) + margin);
    for (int j = y0; j <= y1; j++)
        for (int i = x0; i <= x1; i++) {
            const double away = size * glyph_distance(glyph, (i + 0.5 - x) / size, (j + 0.5 - y) / size);
            const double share = fmin(fmax(half - away + 0.5, 0), 1);
            if (share > 0) blend(canvas, i, j, pen->colour, share);
        }
}

void nd_canvas_text(struct nd_canvas *canvas, const struct nd_pen *pen, double x, double y, const char *text)
{
    x += 0.5 * pen->size;
    y = floor(y - 0.5 * ND_FONT_BASE * pen->size) +
        0.5; /* the centre of a row of pixels, so that lines are sharp */
    for (; *text; text++) {
        draw_glyph(canvas, pen, x, y, nd_font_glyph(*text));
        x += advance(pen, *text);
    }
}
