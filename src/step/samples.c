/* A waveform on the device: equidistant samples, close enough that the polynomial through six is as good as the waveform. */
#include <math.h>
#include <string.h>
#include "step/waveform.h"

#define WANTED       1e-9      /* error of interpolation, of the peak */
#define GOOD_ENOUGH  1e-6      /* where the waveform has kinks, or is too long */
#define SAMPLES_MOST (1 << 23) /* 64 MB */
#define CHECKS_MOST  (1 << 18)

struct grid {
    double first, step;
    int n;
};

static int sample(struct nd_wave *wave, const struct grid *g, double **value, double *peak)
{
    int status = 0;
    double last = g->first + (g->n - 1) * g->step;
    free(*value);
    ALLOC(*value, g->n);
    *peak = 0;
    for (int i = 0; i < g->n; i++) {
        /* Rounding must not put the last one behind the end. */
        const double t = g->first + i * g->step;
        TRY(nd_waveform_at(wave, t < wave->end ? t : fmin(last, wave->end), &(*value)[i]));
        *peak = fmax(*peak, fabs((*value)[i]));
    }
done:
    return status;
}

/* As kernel/waveform.h has it, in the middle of two samples. */
static double interpolate(const double *value, int n, int i)
{
    int first = i - 2;
    first = first < 0 ? 0 : first > n - 6 ? n - 6 : first;
    const double u = i - first + 0.5;
    double sum = 0;
    for (int k = 0; k < 6; k++) {
        double weight = 1;
        for (int j = 0; j < 6; j++)
            if (j != k) weight *= (u - j) / (k - j);
        sum += weight * value[first + k];
    }
    return sum;
}

/* The largest error in the middle of intervals, and where. */
static int check(struct nd_wave *wave, const struct grid *g, const double *value, double *error, double *at)
{
    int status = 0;
    const int stride = g->n / CHECKS_MOST + 1;
    *error = 0;
    for (int i = 0; i + 1 < g->n; i += stride) {
        double exact;
        const double t = g->first + (i + 0.5) * g->step;
        TRY(nd_waveform_at(wave, t, &exact));
        const double off = fabs(exact - interpolate(value, g->n, i));
        if (off > *error) *error = off, *at = t;
    }
done:
    return status;
}

/* Halves the steps until they will do. */
static int refine(struct nd_wave *wave, struct grid *g, double **value, struct nd_samples *samples)
{
    int status = 0;
    double at = 0, span = (g->n - 1) * g->step;
    for (;;) {
        double error;
        TRY(sample(wave, g, value, &samples->peak));
        TRY(check(wave, g, *value, &error, &at));
        samples->error = samples->peak > 0 ? error / samples->peak : error;
        if (samples->error <= WANTED || 2 * (g->n - 1) >= SAMPLES_MOST) break;
        g->n = 2 * (g->n - 1) + 1;
        g->step = span / (g->n - 1);
    }
    if (samples->error > GOOD_ENOUGH)
        FAIL(NUDGE_EVALUE,
             "the waveform is too rough or too long: with %d samples it is off by %.2g of its peak near t = "
             "%.6g; make it smooth there, or the run shorter",
             g->n, samples->error, at);
done:
    return status;
}

/* The time of the first sample and how many there are in a unit of time, each in two reals, then the samples. */
static int upload(struct nd_samples *s, size_t real, const struct grid *g, const double *value)
{
    int status = 0;
    double *all = NULL;
    const double head[2] = {g->first, 1 / g->step};
    ALLOC(all, g->n + 4);
    for (int i = 0; i < 2; i++) {
        all[2 * i] = real == 4 ? (double)(float)head[i] : head[i];
        all[2 * i + 1] = head[i] - all[2 * i];
    }
    memcpy(all + 4, value, (size_t)g->n * sizeof *value);
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
    double *value = NULL, low = 0, high = 0;
    *samples = (struct nd_samples){.device = device};
    first = fmax(first, wave->begin);
    last = fmin(last, wave->end);
    if (!(last > first)) last = first + 1e-3 * fmax(fabs(first), 1e-300); /* it is never heard */
    TRY(nd_waveform_band(wave, &low, &high));
    /* Begin with 40 in a period of the fastest; twice as many are what a sine needs. Of an expression or a table nothing is
     * known, and no peak is to slip through. */
    const double least = wave->expr    ? 1 << 16
                         : wave->n > 0 ? 8.0 * wave->n + 64
                                       : 64,
                 n = fmin(fmax(least, isnan(high) ? 0 : 40 * high * (last - first)), SAMPLES_MOST);
    struct grid g = {.first = first, .n = (int)n + 1};
    g.step = (last - first) / (g.n - 1);
    TRY(refine(wave, &g, &value, samples));
    TRY(upload(samples, real, &g, value));
done:
    free(value);
    if (status) nd_samples_clear(samples);
    return status;
}

void nd_samples_clear(struct nd_samples *samples)
{
    if (samples->device) nd_device_free(samples->device, &samples->buffer);
    *samples = (struct nd_samples){0};
}
