/* Several charts on one page, with a title and a caption. */
#include <math.h>
#include <string.h>
#include "plot/chart.h"
#include "base/xml.h"

/* Pixels: height of the title, height of a line of the caption, margin; width of a letter at font size 12. */
enum { HEAD = 34, LINE = 17, MARGIN = 16 };
#define LETTER 6.2

/* The length in bytes of the next line of the text: at most `letters` letters, unless a single word is
 * longer. */
static size_t line_length(const char *text, int letters)
{
    size_t end = 0, n = 0;
    for (int seen = 0; text[n]; n++) {
        if (text[n] == ' ' && (seen <= letters || !end)) end = n;
        seen += (text[n] & 0xc0) != 0x80;
        if (seen > letters && end) return end;
    }
    return n;
}

/* Adds the lines of the caption, the first at y, unless out is null. Returns the number of lines. */
static int add_caption(const char *caption, int width, int y, struct nd_text *out)
{
    int lines = 0;
    const int letters = (int)((width - 2 * MARGIN) / LETTER);
    for (const char *p = caption; *p; lines++) {
        const size_t n = line_length(p, letters);
        struct nd_text line = {0};
        nd_text_add_bytes(&line, p, n);
        if (out && line.s) {
            nd_text_add(out, "<text x=\"%d\" y=\"%d\">", MARGIN, y + LINE * lines);
            nd_text_add_xml(out, line.s);
            nd_text_add(out, "</text>\n");
        }
        if (out) out->failed |= line.failed;
        nd_text_clear(&line);
        p += n + strspn(p + n, " ");
    }
    return lines;
}

int nd_chart_page_svg(const struct nd_chart_page *page, struct nd_text *out)
{
    int status = 0, tallest = 0;
    const int width = ND_CHART_WIDTH * page->ncharts;
    for (int i = 0; i < page->ncharts; i++) tallest = (int)fmax(tallest, nd_chart_height(&page->charts[i]));
    const int below = HEAD + tallest + LINE;
    const int height = below + LINE * add_caption(page->caption, width, 0, NULL);
    nd_text_add(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
                "role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"#222\">\n<title>",
                width, height, width, height);
    nd_text_add_xml(out, page->title);
    nd_text_add(out,
                "</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n"
                "<text x=\"%d\" y=\"24\" text-anchor=\"middle\" font-weight=\"600\" font-size=\"%.3g\">",
                width, height, width / 2, fmin(16, 1.7 * (width - 2 * MARGIN) / (strlen(page->title) + 1)));
    nd_text_add_xml(out, page->title);
    nd_text_add(out, "</text>\n");
    for (int i = 0; i < page->ncharts; i++) {
        nd_text_add(out, "<g transform=\"translate(%d %d)\">\n", ND_CHART_WIDTH * i, HEAD);
        if ((status = nd_chart_svg(&page->charts[i], out))) return status;
        nd_text_add(out, "</g>\n");
    }
    add_caption(page->caption, width, below, out);
    nd_text_add(out, "</svg>\n");
    return nd_text_check(out);
}
