#include "source/waveform.h"

#include <math.h>
#include <string.h>
#include "base/file.h"
#include "base/log.h"
#include "problem/expr.h"

#define SILENT 7.0 /* a pulse is zero beyond so many widths from its peak: exp(-24.5) = 2e-11 */
#define AHEAD  6.5 /* widths from t = 0 to the peak by default: exp(-21.1) = 7e-10 */
/* The same for a Ricker wavelet, which is the Gaussian times a polynomial of degree two. */
#define RICKER_SILENT 7.7 /* 60 exp(-29.6) = 8e-12 */
#define RICKER_AHEAD  7.2 /* 52 exp(-25.9) = 3e-10 */
#define BRUNE_END     45  /* durations: 45 exp(-45) = 1e-18 */

/* A smooth step from 0 at x = 0 to 1 at x = 1; all derivatives are continuous. */
static double ramp(double x)
{
    if (!(x > 0)) return 0;
    if (x >= 1) return 1;
    return 1 / (1 + exp(1 / x - 1 / (1 - x)));
}

static double sine_at(const struct nd_waveform *w, double t)
{
    const double periods = w->sine_frequency * t;
    double envelope = w->sine_ramp > 0 ? ramp(periods / w->sine_ramp) : 1;
    if (w->sine_cycles > 0 && w->sine_ramp > 0) envelope *= ramp((w->sine_cycles - periods) / w->sine_ramp);
    return envelope * sin(2 * M_PI * periods + w->sine_phase);
}

static double pulse_at(const struct nd_wave *wave, double t)
{
    const double u = t - wave->delay, x = u / wave->width;
    return cos(2 * M_PI * wave->form->pulse_frequency * u) * exp(-x * x / 2);
}

static double ricker_at(const struct nd_wave *wave, double t)
{
    const double x = (t - wave->delay) / wave->width;
    return (1 - x * x) * exp(-x * x / 2);
}

static double brune_at(const struct nd_waveform *w, double t)
{
    return t / (w->brune_duration * w->brune_duration) * exp(-t / w->brune_duration);
}

int nd_waveform_at(struct nd_wave *wave, double t, double *value)
{
    const double variables[ND_VARIABLES] = {[ND_T] = t};
    *value = 0;
    if (!(t >= wave->begin && t <= wave->end)) return 0;
    if (wave->expr) return nd_expr_eval(wave->expr, variables, value);
    *value = wave->form->pulse    ? pulse_at(wave, t)
             : wave->form->ricker ? ricker_at(wave, t)
             : wave->form->brune  ? brune_at(wave->form, t)
             : wave->form->sine   ? sine_at(wave->form, t)
                                  : nd_wave_table_at(wave, t);
    return 0;
}

static void init_pulse(struct nd_wave *wave, double lead)
{
    const struct nd_waveform *w = wave->form;
    wave->width = sqrt(2 * M_LN10) / (M_PI * w->pulse_bandwidth);
    wave->delay = w->pulse_delay > 0 ? w->pulse_delay : AHEAD * wave->width + fmax(lead, 0);
    wave->begin = wave->delay - SILENT * wave->width;
    wave->end = wave->delay + SILENT * wave->width;
}

static void init_ricker(struct nd_wave *wave, double lead)
{
    const struct nd_waveform *w = wave->form;
    wave->width = 1 / (M_SQRT2 * M_PI * w->ricker_frequency);
    wave->delay = w->ricker_delay > 0 ? w->ricker_delay : RICKER_AHEAD * wave->width + fmax(lead, 0);
    wave->begin = wave->delay - RICKER_SILENT * wave->width;
    wave->end = wave->delay + RICKER_SILENT * wave->width;
}

static int init_sine(struct nd_wave *wave)
{
    int status = 0;
    const struct nd_waveform *w = wave->form;
    if (w->sine_cycles > 0 && w->sine_cycles < 2 * w->sine_ramp)
        FAIL(NUDGE_EVALUE,
             "waveform.sine: its ramp takes %g periods at the beginning and as many at the end, too many for "
             "%g "
             "cycles: cycles must be %g or more, or ramp %g or less",
             w->sine_ramp, w->sine_cycles, 2 * w->sine_ramp, w->sine_cycles / 2);
    wave->end = w->sine_cycles > 0 ? w->sine_cycles / w->sine_frequency : INFINITY;
done:
    return status;
}

int nd_waveform_init(struct nd_wave *wave, const nudge_problem *problem, const struct nd_waveform *form,
                     double lead, double horizon)
{
    int status = 0;
    char where[512], *path = NULL;
    *wave = (struct nd_wave){.form = form, .end = INFINITY, .horizon = horizon};
    if (form->pulse)
        init_pulse(wave, lead);
    else if (form->ricker)
        init_ricker(wave, lead);
    else if (form->brune)
        wave->end = BRUNE_END * form->brune_duration;
    else if (form->sine)
        TRY(init_sine(wave));
    else if (form->expression)
        TRY(nd_expr_create(&wave->expr, form->expression, 2));
    else {
        path = nd_path_join(problem->folder, form->table);
        if (!path) FAIL(NUDGE_ENOMEM, "out of memory");
        TRY(nd_wave_table_read(wave, path));
    }
done:
    free(path);
    if (status) {
        nd_waveform_clear(wave);
        nd_fail_prefix(status, "%s", nd_problem_where(problem, form->line, where));
    }
    return status;
}

void nd_waveform_clear(struct nd_wave *wave)
{
    nd_expr_destroy(wave->expr);
    free(wave->t);
    free(wave->y);
    free(wave->bend);
    *wave = (struct nd_wave){0};
}

double nd_waveform_end(const struct nd_wave *wave)
{
    return wave->end;
}

/* The integral up to the horizon, over n equal intervals; n is even. */
static int integrate(struct nd_wave *wave, double f, int n, double complex *sum)
{
    int status = 0;
    const double end = fmin(wave->end, wave->horizon), h = (end - wave->begin) / n;
    *sum = 0;
    for (int i = 0; i <= n && h > 0; i++) {
        double value;
        const double t = i == n ? end : wave->begin + i * h;
        TRY(nd_waveform_at(wave, t, &value));
        /* Simpson's rule. */
        *sum += (i == 0 || i == n ? 1 : i % 2 ? 4 : 2) * value * cexp(-2 * M_PI * I * f * t) * (h / 3);
    }
done:
    return status;
}

int nd_waveform_spectrum(struct nd_wave *wave, double f, double complex *spectrum)
{
    int status = 0;
    const struct nd_waveform *w = wave->form;
    const double span = fmin(wave->end, wave->horizon) - wave->begin, s = wave->width;
    if (w->pulse && wave->end <= wave->horizon) {
        const double a = M_PI * s * (f - w->pulse_frequency), b = M_PI * s * (f + w->pulse_frequency);
        *spectrum =
            s * sqrt(M_PI / 2) * (exp(-2 * a * a) + exp(-2 * b * b)) * cexp(-2 * M_PI * I * f * wave->delay);
        return 0;
    }
    if (w->ricker && wave->end <= wave->horizon) { /* pi f is 1 / (sqrt(2) s) */
        const double x = f / w->ricker_frequency;
        *spectrum = 2 * s * sqrt(2 * M_PI) * x * x * exp(-x * x) * cexp(-2 * M_PI * I * f * wave->delay);
        return 0;
    }
    if (w->brune && wave->end <= wave->horizon) {
        const double complex turn = 1 + 2 * M_PI * I * f * w->brune_duration;
        *spectrum = 1 / (turn * turn);
        return 0;
    }
    /* 64 intervals per period of the highest frequency, and at least 8192. */
    const double fastest = fmax(fabs(f), w->pulse    ? w->pulse_frequency + w->pulse_bandwidth
                                         : w->ricker ? 3 * w->ricker_frequency
                                         : w->brune  ? 2 / w->brune_duration
                                         : w->sine   ? w->sine_frequency
                                                     : (double)wave->n / fmax(span, 1e-300) / 4),
                 n = fmax(8192, 64 * fastest * span);
    TRY(integrate(wave, f, 2 * (int)(fmin(n, 1e7) / 2), spectrum));
done:
    return status;
}
