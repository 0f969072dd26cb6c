/* One axis of a chart: its range, its position in pixels, and round ticks. Set log and whole, then call
 * nd_axis_fit, set start and end, and use the rest. */
#ifndef ND_AXIS_H
#define ND_AXIS_H

#include "base/text.h"

enum { ND_TICKS_MOST = 24 };

struct nd_axis {
    int log, whole;    /* whole: values are integers, so ticks are, too */
    double unit;       /* labels state values in this unit, a power of ten; 0: 1 */
    double low, high;  /* range, low < high */
    double start, end; /* their positions, in pixels */
    int nticks;
    double tick[ND_TICKS_MOST];
    int decimals; /* of the labels; -1: powers of ten */
};

/* Whether the axis can show the value: finite, far from overflow, above 0 on a log axis. */
int nd_axis_shows(const struct nd_axis *axis, double value);
/* Sets range and ticks for values from low to high, which the axis must show; low <= high. room: the fraction
 * of the span that is added at both ends; 0: the ends become round numbers. */
void nd_axis_fit(struct nd_axis *axis, double low, double high, double room);
double nd_axis_place(const struct nd_axis *axis, double value);

/* Adds the label of a tick: plain text, with a superscript exponent for powers of ten. */
void nd_axis_label(const struct nd_axis *axis, int tick, struct nd_text *out);

#endif
