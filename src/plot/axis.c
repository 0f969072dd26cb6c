#include "plot/axis.h"

#include <math.h>
#include <stdio.h>
#include "base/format.h"

int nd_axis_shows(const struct nd_axis *axis, double value)
{
    return fabs(value) < 1e300 && (!axis->log || value > 1e-300);
}

/* The coordinate in which the axis is linear. */
static double along(const struct nd_axis *axis, double value)
{
    return axis->log ? log10(value) : value;
}

double nd_axis_place(const struct nd_axis *axis, double value)
{
    const double low = along(axis, axis->low), high = along(axis, axis->high);
    return axis->start + (along(axis, value) - low) / (high - low) * (axis->end - axis->start);
}

/* 1, 2 or 5 times a power of ten, about a tenth of the span. */
static double round_step(const struct nd_axis *axis, double span)
{
    const double power = pow(10, floor(log10(span / 10))), digit = span / 10 / power;
    const double step = (digit <= 1.001 ? 1 : digit <= 2.001 ? 2 : digit <= 5.001 ? 5 : 10) * power;
    return axis->whole ? fmax(step, 1) : step;
}

static void add_tick(struct nd_axis *axis, double value)
{
    const double slack = 1e-9 * (axis->high - axis->low);
    if (axis->nticks < ND_TICKS_MOST && value >= axis->low - slack && value <= axis->high + slack)
        axis->tick[axis->nticks++] = value;
}

static void linear_ticks(struct nd_axis *axis)
{
    const double step = round_step(axis, axis->high - axis->low), first = ceil(axis->low / step - 1e-9);
    for (int i = 0; i < ND_TICKS_MOST; i++) add_tick(axis, (first + i) * step);
    const double unit = axis->unit > 0 ? axis->unit : 1;
    axis->decimals = (int)fmax(0, -floor(log10(step / unit) + 1e-9));
    if (fmax(fabs(axis->low), fabs(axis->high)) >= 1e5 * unit || axis->decimals > 4) axis->decimals = -1;
}

/* Powers of ten, with 2 and 5 times them if there is room. */
static void log_ticks(struct nd_axis *axis)
{
    const double low = log10(axis->low), high = log10(axis->high);
    const double stride = fmax(1, ceil((high - low) / 10));
    const int between = high - low < 3.001;
    for (double e = floor(low / stride) * stride; e <= high; e += stride) {
        add_tick(axis, pow(10, e));
        if (between) add_tick(axis, 2 * pow(10, e));
        if (between) add_tick(axis, 5 * pow(10, e));
    }
    axis->decimals = axis->low >= 0.0099 && axis->high <= 10100 ? (int)fmax(0, -floor(low + 1e-9)) : -1;
}

/* Sets the span of the axis: the values, and room or round numbers at both ends. */
static void widen(struct nd_axis *axis, double low, double high, double room)
{
    const double span = along(axis, high) - along(axis, low);
    if (axis->log) {
        axis->low = pow(10, room > 0 ? log10(low) - room * span : floor(log10(low) + 1e-9));
        axis->high = pow(10, room > 0 ? log10(high) + room * span : ceil(log10(high) - 1e-9));
    } else if (room > 0) {
        axis->low = low - room * span;
        axis->high = high + room * span;
    } else {
        /* A value may exceed the end by less than can be seen: rounded percentages may add to a little over
         * 100. */
        const double step = round_step(axis, span);
        axis->low = floor(low / step + 0.005) * step;
        axis->high = ceil(high / step - 0.005) * step;
    }
}

/* On a short log axis, equal steps make rounder ticks than 1, 2, 5. */
static int is_by_powers(const struct nd_axis *axis)
{
    return axis->log && axis->high > 5 * axis->low;
}

void nd_axis_fit(struct nd_axis *axis, double low, double high, double room)
{
    /* Values that are all (nearly) equal get a span around them. */
    if (!(high - low > 1e-9 * fmax(fabs(low), fabs(high))) || high - low < 1e-300) {
        const double about = axis->whole ? 1 : low ? 0.1 * fabs(low) : 1;
        low = axis->log ? low / 2 : low - about;
        high = axis->log ? high * 2 : high + about;
    }
    widen(axis, low, high, room);
    axis->nticks = 0;
    if (is_by_powers(axis))
        log_ticks(axis);
    else
        linear_ticks(axis);
}

/* As 10⁻³ or 2·10⁵. */
static void power_label(double value, struct nd_text *out)
{
    static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    char exponent[16];
    if (!value) {
        nd_text_add(out, "0");
        return;
    }
    const int power = (int)floor(log10(fabs(value)) + 1e-9);
    const double digits = value / pow(10, power);
    if (fabs(digits - 1) > 1e-6) nd_text_add(out, "%.4g·", digits);
    nd_format(exponent, sizeof exponent, "%d", power);
    nd_text_add(out, "10");
    for (const char *p = exponent; *p; p++) nd_text_add(out, "%s", *p == '-' ? "⁻" : raised[*p - '0']);
}

void nd_axis_label(const struct nd_axis *axis, int tick, struct nd_text *out)
{
    const double value = axis->tick[tick] / (axis->unit > 0 ? axis->unit : 1);
    if (axis->decimals < 0)
        power_label(value, out);
    else if (is_by_powers(axis))
        nd_text_add(out, "%g", value);
    else /* adding 0 turns -0 into 0 */
        nd_text_add(out, "%.*f", axis->decimals, value + 0.0);
}
