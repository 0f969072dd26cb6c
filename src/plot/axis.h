/* One axis of a chart: what it spans, where its values lie on the paper, and its round ticks. */
#ifndef ND_AXIS_H
#define ND_AXIS_H

#include "base/text.h"

enum { ND_TICKS_MOST = 24 };

struct nd_axis {
    int log, whole;    /* whole: its values are integers, and so are its ticks */
    double low, high;  /* what is shown, low < high */
    double start, end; /* where they lie, in pixels */
    int nticks;
    double tick[ND_TICKS_MOST];
    int decimals; /* of the ticks' labels; -1: as powers of ten */
};

/* Whether the axis has a place for it: finite, of a size that can be reckoned with, above 0 on a log axis. */
int nd_axis_shows(const struct nd_axis *axis, double value);
/* Spans low ... high with its `log` and `whole`, set before; both must be values the axis shows,
 * low <= high. Room: that share of the span is added at both ends; else the ends become round. */
void nd_axis_fit(struct nd_axis *axis, double low, double high, double room);
double nd_axis_place(const struct nd_axis *axis, double value);

/* Plain text, with a raised exponent where the ticks are powers. */
void nd_axis_label(const struct nd_axis *axis, int tick, struct nd_text *out);
/* In characters, of the longest label. */
int nd_axis_label_width(const struct nd_axis *axis);

#endif
