#include "figure.h"

#include <string.h>

void figure_base64(struct nd_text *out, const void *bytes, size_t n)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *b = bytes;
    char line[4 * 256];
    size_t used = 0;
    for (size_t i = 0; i < n; i += 3) {
        const unsigned long three = (unsigned long)b[i] << 16 |
                                    (i + 1 < n ? (unsigned long)b[i + 1] << 8 : 0) |
                                    (i + 2 < n ? b[i + 2] : 0);
        for (int k = 0; k < 4; k++) line[used++] = digit[three >> (18 - 6 * k) & 63];
        if (i + 2 >= n) line[used - 1] = '=';
        if (i + 1 >= n) line[used - 2] = '=';
        if (used == sizeof line) nd_text_add_bytes(out, line, used), used = 0;
    }
    nd_text_add_bytes(out, line, used);
}

int figure_add(struct nd_text *html, const struct nd_chart *chart)
{
    int status = 0;
    char advice[512], title[512];
    struct nd_text svg = {0};
    nd_printable(title, sizeof title, chart->title, 0);
    if (!nd_canvas_ready(advice)) {
        nd_text_add(html, "<p>");
        nd_text_add_xml(html, title);
        nd_text_add(html, " is not drawn: ");
        nd_text_add_xml(html, advice);
        nd_text_add(html, ".</p>\n");
        return 0;
    }
    TRY(nd_chart_encode(chart, ND_SVG, &svg));
    nd_text_add(html, "<img alt=\"");
    nd_text_add_xml(html, title);
    nd_text_add(html, "\" src=\"data:image/svg+xml;base64,");
    figure_base64(html, svg.s, svg.n);
    nd_text_add(html, "\"/>\n");
done:
    nd_text_clear(&svg);
    return status;
}

int figure_check(const char *path)
{
    int status = 0;
    char advice[512];
    const char *dot = path ? strrchr(path, '.') : NULL;
    if (!path) goto done;
    if (!dot || (strcmp(dot, ".png") && strcmp(dot, ".svg") && strcmp(dot, ".pdf")))
        FAIL(NUDGE_EVALUE, "--picture: %s: a name ending in .png, .svg or .pdf is wanted", path);
    if (!nd_canvas_ready(advice)) FAIL(NUDGE_EVALUE, "--picture: %s", advice);
done:
    return status;
}
