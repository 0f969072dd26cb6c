/* The band of frequencies that a waveform holds. */
#include <math.h>
#include "source/waveform.h"

/* Where x^2 exp(1 - x^2), the spectrum of a Ricker wavelet relative to its peak, is a tenth. */
#define RICKER_LOW  0.1955
#define RICKER_HIGH 2.2113

enum { SAMPLES = 2048, FREQUENCIES = SAMPLES / 4 };
/* Where the cubic through the samples at -1, 0, 1, 2 is compared with the waveform. It is no simple fraction,
 * so that frequencies above the sampling limit do not look slow there, too. */
static const double place = 0.382;
/* The error of the cubic at the highest of FREQUENCIES, relative to the peak; a jump makes a larger one. */
static const double error_most = 0.12;

/* Whether the samples resolve the waveform; of an expression or a table only values are known. */
static int is_followed(struct nd_wave *wave, double begin, double step, const double *value, int *followed)
{
    int status = 0;
    const double x = place;
    const double weight[4] = {-x * (x - 1) * (x - 2) / 6, (x + 1) * (x - 1) * (x - 2) / 2,
                              -x * (x + 1) * (x - 2) / 2, x * (x + 1) * (x - 1) / 6};
    double peak = 0, most = 0;
    for (int i = 0; i < SAMPLES; i++) peak = fmax(peak, fabs(value[i]));
    for (int i = 1; i < SAMPLES - 2; i++) {
        double between, cubic = 0;
        TRY(nd_waveform_at(wave, begin + (i + 0.5 + x) * step, &between));
        for (int j = 0; j < 4; j++) cubic += weight[j] * value[i - 1 + j];
        most = fmax(most, fabs(between - cubic));
    }
    *followed = most <= error_most * peak;
done:
    return status;
}

static void transform(const double *value, double *magnitude)
{
    for (int j = 0; j <= FREQUENCIES; j++) {
        double complex sum = 0, turn = 1;
        const double complex step = cexp(-2 * M_PI * I * j / (double)SAMPLES);
        for (int i = 0; i < SAMPLES; i++, turn *= step) sum += value[i] * turn;
        magnitude[j] = cabs(sum);
    }
}

int nd_waveform_measure(struct nd_wave *wave, double share, double *low, double *high)
{
    int status = 0, followed = 0;
    const double span = fmin(wave->end, wave->horizon) - wave->begin, step = span / SAMPLES;
    double *value = NULL, magnitude[FREQUENCIES + 1], most = 0;
    *low = *high = NAN;
    if (!(span > 0)) return 0;
    ALLOC(value, SAMPLES);
    for (int i = 0; i < SAMPLES; i++) TRY(nd_waveform_at(wave, wave->begin + (i + 0.5) * step, &value[i]));
    TRY(is_followed(wave, wave->begin, step, value, &followed));
    if (!followed) goto done;
    transform(value, magnitude);
    for (int j = 0; j <= FREQUENCIES; j++) most = fmax(most, magnitude[j]);
    if (!(most > 0 && magnitude[FREQUENCIES] < share * most)) goto done;
    for (int j = 0; j <= FREQUENCIES; j++) {
        if (magnitude[j] < share * most) continue;
        if (isnan(*low)) *low = j / span;
        *high = j / span;
    }
done:
    free(value);
    return status;
}

int nd_waveform_band(struct nd_wave *wave, double *low, double *high)
{
    const struct nd_waveform *w = wave->form;
    *low = *high = NAN;
    if (w->ricker) {
        *low = RICKER_LOW * w->ricker_frequency;
        *high = RICKER_HIGH * w->ricker_frequency;
        return 0;
    }
    if (w->brune) { /* 1 / (1 + (2 pi f T)^2) */
        *low = 0;
        *high = 3 / (2 * M_PI * w->brune_duration);
        return 0;
    }
    if (!w->pulse && !w->sine) return nd_waveform_measure(wave, 0.1, low, high);
    const double half = w->pulse ? w->pulse_bandwidth / 2 : 0,
                 f = w->pulse ? w->pulse_frequency : w->sine_frequency;
    *low = fmax(f - half, 0);
    *high = f + half;
    return 0;
}
