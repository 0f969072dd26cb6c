/* Charts as SVG: dark on a light ground, with nothing fetched from elsewhere, for a page or a file
 * of its own. */
#ifndef ND_CHART_H
#define ND_CHART_H

#include "base/text.h"

/* Points that are NaN, or not above 0 on a log axis, leave a gap in the line. */
struct nd_series {
    const char *name;
    const double *x, *y;
    int n;
};

/* A horizontal line across the chart, named in the legend: a ceiling, say. */
struct nd_level {
    const char *name;
    double y;
};

enum { ND_CHART_WIDTH = 520 }; /* pixels */

enum nd_chart_style {
    ND_CHART_LINES, /* and markers */
    ND_CHART_BARS,  /* side by side; axes are linear, whatever log_x and log_y say */
    ND_CHART_STACK, /* bars on top of each other, where their x agree; values at or above 0 */
};

/* All texts are plain UTF-8, escaped here. */
struct nd_chart {
    const char *title, *x_label, *y_label;
    enum nd_chart_style style;
    int log_x, log_y;
    int close;            /* lines: the y axis need not begin at 0, nor at a power of ten */
    double y_low, y_high; /* what the y axis spans at the least; both 0: only what is drawn */
    const struct nd_series *series;
    int nseries;
    const struct nd_level *levels;
    int nlevels;
    const struct nd_series *bounds; /* levels that change with x: dashed lines without markers */
    int nbounds;
};

/* Adds one <svg> element. */
int nd_chart_svg(const struct nd_chart *chart, struct nd_text *out);
int nd_chart_height(const struct nd_chart *chart); /* of that element; its width is ND_CHART_WIDTH */

/* Charts side by side in one <svg> element, under a title and above a caption, which is broken into lines. */
struct nd_chart_page {
    const char *title, *caption;
    const struct nd_chart *charts;
    int ncharts; /* at least 1 */
};
int nd_chart_page_svg(const struct nd_chart_page *sheet, struct nd_text *out);

#endif
