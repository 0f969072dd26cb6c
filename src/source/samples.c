/* A waveform on the device: equidistant samples, dense enough for interpolation by the polynomial through
 * six. */
#include <math.h>
#include <string.h>
#include "source/waveform.h"

#define WANTED       1e-9      /* interpolation error aimed at, relative to the peak */
#define GOOD_ENOUGH  1e-6      /* accepted where the waveform has kinks or is too long */
#define SAMPLES_MOST (1 << 22) /* 32 MB */

struct grid {
    double first, step;
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

/* Makes a grid of half the step. error: the largest interpolation error of the old grid at the new samples,
 * found at time `at`. */
static int halve(struct nd_wave *wave, const struct grid *g, struct grid *half, double *error, double *at)
{
    int status = 0;
    *half = (struct grid){g->first, g->step / 2, 2 * g->n - 1, NULL};
    *error = 0;
    ALLOC(half->value, half->n);
    for (int i = 0; i < half->n; i++) {
        half->value[i] = g->value[i / 2];
        if (i % 2 == 0) continue;
        const double t = g->first + i * half->step;
        TRY(sample(wave, t, &half->value[i]));
        const double off = fabs(half->value[i] - interpolate(g, i / 2));
        if (off > *error) *error = off, *at = t;
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
        samples->peak = 0;
        for (int i = 0; i < half.n; i++) samples->peak = fmax(samples->peak, fabs(half.value[i]));
        samples->error = samples->peak > 0 ? error / samples->peak : 0;
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

int nd_samples_init(struct nd_samples *samples, struct nd_device *device, size_t real, struct nd_wave *wave,
                    double first, double last)
{
    int status = 0;
    double low = 0, high = 0;
    struct grid g = {0};
    *samples = (struct nd_samples){.device = device};
    first = fmax(first, wave->begin);
    last = fmin(last, wave->end);
    const int heard = last > first;
    if (!heard) last = first + 1;
    TRY(nd_waveform_band(wave, &low, &high));
    /* Start with 40 samples per period of the highest frequency; a sine needs twice as many. Nothing is known
     * about an expression or a table, so they start with more, lest a peak be missed. */
    const double least = wave->expr    ? 1 << 16
                         : wave->n > 0 ? 8.0 * wave->n + 64
                                       : 64,
                 n = fmin(fmax(least, isnan(high) ? 0 : 40 * high * (last - first)), SAMPLES_MOST);
    g = (struct grid){.first = first, .n = (int)n + 1};
    g.step = (last - first) / (g.n - 1);
    ALLOC(g.value, g.n);
    for (int i = 0; i < g.n && heard; i++) TRY(sample(wave, first + i * g.step, &g.value[i]));
    if (heard) TRY(refine(wave, &g, samples));
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
