/* A waveform on the device: equidistant samples, dense enough for interpolation by the polynomial through
 * six. */
#include <math.h>
#include <string.h>
#include "source/waveform.h"

#define WANTED       1e-10     /* interpolation error aimed at, relative to the peak */
#define GOOD_ENOUGH  1e-6      /* accepted where the waveform has kinks or is too long */
#define SAMPLES_MOST (1 << 22) /* up to twice as many, 64 MB, where the step is a power of two */
#define WHOLE_MOST   (1 << 18) /* of a waveform that is longer than the run, before refinement */

struct grid {
    double first, step, last; /* samples after `last` serve interpolation only */
    int n;
    double *value;
};

/* Rounding must not put the last sample after the end, where the waveform is zero. */
static int sample(struct nd_wave *wave, double t, double *value)
{
    return nd_waveform_at(wave, t < wave->end ? t : wave->end, value);
}

/* The polynomial of kernel_waveform.h halfway between samples i and i + 1. */
static double interpolate(const struct grid *g, int i)
{
    int first = i - 2;
    first = first < 0 ? 0 : first > g->n - 6 ? g->n - 6 : first;
    const double u = i - first + 0.5;
    double sum = 0;
    for (int k = 0; k < 6; k++) {
        double weight = 1;
        for (int j = 0; j < 6; j++)
            if (j != k) weight *= (u - j) / (k - j);
        sum += weight * g->value[first + k];
    }
    return sum;
}

/* The largest sample until a time. */
static double find_peak(const struct grid *g, double last)
{
    double peak = 0;
    for (int i = 0; i < g->n && g->first + i * g->step <= last; i++) peak = fmax(peak, fabs(g->value[i]));
    return peak;
}

/* Makes a grid of half the step. error: the largest interpolation error of the old grid at the new samples,
 * found at time `at`. */
static int halve(struct nd_wave *wave, const struct grid *g, struct grid *half, double *error, double *at)
{
    int status = 0;
    *half = (struct grid){g->first, g->step / 2, g->last, 2 * g->n - 1, NULL};
    *error = 0;
    ALLOC(half->value, half->n);
    for (int i = 0; i < half->n; i++) {
        half->value[i] = g->value[i / 2];
        if (i % 2 == 0) continue;
        const double t = g->first + i * half->step;
        TRY(sample(wave, t, &half->value[i]));
        const double off = fabs(half->value[i] - interpolate(g, i / 2));
        if (t <= g->last && off > *error) *error = off, *at = t;
    }
done:
    return status;
}

/* Halves the step until the interpolation is accurate enough. */
static int refine(struct nd_wave *wave, struct grid *g, struct nd_samples *samples)
{
    int status = 0;
    struct grid half = {0};
    double at = 0, error;
    for (;;) {
        TRY(halve(wave, g, &half, &error, &at));
        const double peak = find_peak(&half, half.last);
        samples->error = peak > 0 ? error / peak : 0;
        if (samples->error <= WANTED || half.n > SAMPLES_MOST) break;
        free(g->value);
        *g = half;
        half.value = NULL;
    }
    if (samples->error > GOOD_ENOUGH)
        FAIL(NUDGE_EVALUE,
             "the waveform is too rough or too long: with %d samples it is off by %.2g of its peak near t = "
             "%.6g; make it smooth there, or the run shorter",
             g->n, samples->error, at);
done:
    free(half.value);
    return status;
}

/* Uploads the array that kernel_waveform.h describes. */
static int upload(struct nd_samples *s, size_t real, const struct grid *g)
{
    int status = 0;
    double *all = NULL;
    const double head[2] = {g->first, 1 / g->step};
    ALLOC(all, g->n + 4);
    for (int i = 0; i < 2; i++) {
        all[2 * i] = real == 4 ? (double)(float)head[i] : head[i];
        all[2 * i + 1] = head[i] - all[2 * i];
    }
    memcpy(all + 4, g->value, (size_t)g->n * sizeof *all);
    TRY(nd_transfer_reals(s->device, real, &s->buffer, all, (size_t)g->n + 4));
    s->n = g->n;
done:
    free(all);
    return status;
}

/* Samples per unit of time to start with: 40 per period of the highest frequency; a sine needs twice as many. Nothing is
 * known about an expression or a table, so they start with more, lest a peak be missed. */
static int choose_rate(struct nd_wave *wave, double *rate, double *least)
{
    int status = 0;
    double low = 0, high = NAN;
    if (!wave->expr && !wave->n) TRY(nd_waveform_band(wave, &low, &high));
    *rate = isnan(high) ? 0 : 40 * high;
    *least = wave->expr ? 1 << 16 : wave->n > 0 ? fmax(8.0 * wave->n + 64, 1 << 14) : 64;
done:
    return status;
}

/* A run that ends later takes the same samples, so that its fields have the same bits until then: a waveform with an end is
 * sampled as a whole. If that is too much, or there is no end, the step is a power of two, and three samples after `last`
 * let the polynomial that is interpolated with be the same one. last: the end of the run, or of the waveform if it is
 * earlier. */
static int choose_grid(struct nd_wave *wave, double first, double last, int whole, struct grid *g)
{
    int status = 0;
    double rate, least;
    TRY(choose_rate(wave, &rate, &least));
    const double all = fmax(least, rate * (wave->end - first)), n = fmax(least, rate * (last - first));
    *g = (struct grid){.first = first, .last = last};
    if (whole && isfinite(wave->end) && all <= WHOLE_MOST) {
        g->n = (int)all + 1;
        g->step = (wave->end - first) / (g->n - 1);
        g->last = wave->end;
        goto done;
    }
    g->step = exp2(floor(log2((last - first) / fmin(n, SAMPLES_MOST))));
    g->n = (int)ceil((last - first) / g->step) + 4;
    if (first + (g->n - 1) * g->step > wave->end) { /* the device must find no samples after it */
        g->n -= 3;
        g->step = (last - first) / (g->n - 1);
    }
done:
    return status;
}

/* whole: all of the waveform, if it has an end that is not too far away. */
static int make_grid(struct nd_samples *samples, struct nd_wave *wave, const double span[2], int whole,
                     struct grid *g)
{
    int status = 0;
    TRY(choose_grid(wave, span[0], span[1], whole, g));
    ALLOC(g->value, g->n);
    for (int i = 0; i < g->n; i++) TRY(sample(wave, g->first + i * g->step, &g->value[i]));
    TRY(refine(wave, g, samples));
done:
    if (status) free(g->value), g->value = NULL;
    return status;
}

int nd_samples_init(struct nd_samples *samples, struct nd_device *device, size_t real, struct nd_wave *wave,
                    double first, double last)
{
    int status = 0;
    const double span[2] = {fmax(first, wave->begin), fmin(last, wave->end)};
    struct grid g = {0};
    *samples = (struct nd_samples){.device = device};
    if (span[1] > span[0]) {
        status = make_grid(samples, wave, span, 1, &g);
        /* It may be too rough at a time that the run does not come to. */
        if (status == NUDGE_EVALUE && isfinite(wave->end)) status = make_grid(samples, wave, span, 0, &g);
        TRY(status);
    } else {
        g = (struct grid){.first = span[0], .step = 1.0 / 64, .n = 65};
        ALLOC(g.value, g.n);
    }
    samples->peak = find_peak(&g, span[1]);
    TRY(upload(samples, real, &g));
done:
    free(g.value);
    if (status) nd_samples_clear(samples);
    return status;
}

void nd_samples_clear(struct nd_samples *samples)
{
    if (samples->device) nd_device_free(samples->device, &samples->buffer);
    *samples = (struct nd_samples){0};
}
