/* Several charts on one page, with a title and a caption. */
#include <math.h>
#include <string.h>
#include "base/error.h"
#include "base/format.h"
#include "plot/chart.h"

enum {
    HEAD = 34,
    LINE = 16,
    MARGIN = 16
}; /* points: height of the title, of a line of the caption; margin */

static const struct nd_type type = {.size = 11.5, .colour = {32, 42, 51}};

/* The next line of the text, at most `most` wide unless it is a single word. Returns its length in bytes. */
static size_t next_line(const char *text, double most, char line[512])
{
    size_t end = 0;
    for (size_t n = strcspn(text, " ");; n += 1 + strcspn(text + n + 1, " ")) {
        nd_format(line, 512, "%.*s", (int)fmin((double)n, 500), text);
        if (end && (n > 500 || nd_type_width(&type, line) > most)) break;
        end = n;
        if (!text[n]) break;
    }
    nd_format(line, 512, "%.*s", (int)fmin((double)end, 500), text);
    return end;
}

/* Draws the lines of the caption, the first at y. Returns the number of lines. */
static int draw_caption(const char *caption, double width, double y, struct nd_canvas *canvas)
{
    int lines = 0;
    char line[512];
    for (const char *p = caption; *p; lines++) {
        p += next_line(p, width - 2 * MARGIN, line);
        p += strspn(p, " ");
        nd_canvas_text(canvas, &type, MARGIN, y + LINE * lines, line);
    }
    return lines;
}

int nd_chart_page_encode(const struct nd_chart_page *page, enum nd_picture_format format, struct nd_text *out)
{
    int status = 0;
    double tallest = 0;
    const double width = ND_CHART_WIDTH * page->ncharts;
    struct nd_canvas canvas;
    TRY(nd_canvas_init(&canvas, width, 1));
    for (int i = 0; i < page->ncharts; i++) tallest = fmax(tallest, nd_chart_height(&page->charts[i]));
    const double below = HEAD + tallest + LINE;
    canvas.height = below + LINE * draw_caption(page->caption, width, below, &canvas);
    canvas.title = page->title;
    nd_canvas_text(
        &canvas,
        &(struct nd_type){.size = 15, .bold = 1, .colour = nd_ink, .align = 0.5, .most = width - 2 * MARGIN},
        width / 2, 20, page->title);
    for (int i = 0; i < page->ncharts; i++) {
        nd_canvas_shift(&canvas, ND_CHART_WIDTH * i, HEAD);
        nd_chart_draw(&page->charts[i], &canvas);
        nd_canvas_back(&canvas);
    }
    TRY(nd_canvas_encode(&canvas, format, out));
done:
    nd_canvas_clear(&canvas);
    return status;
}
