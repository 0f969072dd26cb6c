/* Charts: lines or bars over axes, with a legend. Fill a struct nd_chart, which owns nothing, and call
 * nd_chart_write. */
#ifndef ND_CHART_H
#define ND_CHART_H

#include "plot/axis.h"
#include "plot/canvas.h"

/* Points that are NaN, or not above 0 on a log axis, leave a gap in the line. */
struct nd_series {
    const char *name;
    const double *x, *y;
    int n;
};

/* A horizontal line across the chart, with an entry in the legend; for example a hardware limit. */
struct nd_level {
    const char *name;
    double y;
};

enum { ND_CHART_WIDTH = 520 }; /* points */

enum nd_chart_style {
    ND_CHART_LINES, /* and markers */
    ND_CHART_BARS,  /* side by side; axes are linear, log_x and log_y are ignored */
    ND_CHART_STACK, /* bars on top of each other if their x agree; values must not be negative */
};

/* All texts are plain UTF-8. */
struct nd_chart {
    const char *title, *x_label, *y_label;
    enum nd_chart_style style;
    int log_x, log_y;
    double x_unit;        /* labels of the x axis state values in this unit, a power of ten; 0: 1 */
    int plain;            /* lines: without markers, for many points */
    int close;            /* lines: the y axis need not begin at 0, nor at a power of ten */
    double y_low, y_high; /* values that the y axis must include; both 0: only what is drawn */
    const struct nd_series *series;
    int nseries;
    const struct nd_level *levels;
    int nlevels;
    const struct nd_series *bounds; /* levels that change with x: dashed lines without markers */
    int nbounds;
};

/* Where a chart is drawn, in points from its upper left corner: axes with their positions, and the height; the
 * width is ND_CHART_WIDTH. */
struct nd_chart_frame {
    struct nd_axis x, y;
    int height;
};
struct nd_chart_frame nd_chart_measure(const struct nd_chart *chart);
int nd_chart_height(const struct nd_chart *chart);
/* Draws from the canvas's origin on. */
void nd_chart_draw(const struct nd_chart *chart, struct nd_canvas *canvas);
/* As nd_canvas_encode and nd_canvas_write. */
int nd_chart_encode(const struct nd_chart *chart, enum nd_picture_format format, struct nd_text *out);
int nd_chart_write(const struct nd_chart *chart, const char *path);

/* Charts side by side, with a title above and a caption below, which is wrapped. */
struct nd_chart_page {
    const char *title, *caption;
    const struct nd_chart *charts;
    int ncharts; /* at least 1 */
};
int nd_chart_page_encode(const struct nd_chart_page *page, enum nd_picture_format format,
                         struct nd_text *out);

#endif
