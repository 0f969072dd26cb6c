#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "monitor/modes.h"

int nd_pade_samples(const struct nd_refinement *r, struct nd_signal *samples)
{
    int status = 0;
    const double most = fmax(r->highest, r->band[1]), dt = r->signal->dt;
    const int stride = isfinite(most) ? (int)fmin(fmax(floor(0.4 / (most * dt)), 1), 1e6) : 1,
              n = (r->signal->n - 1) / stride + 1;
    double *value = NULL;
    ALLOC(value, n);
    for (int i = 0; i < n; i++) value[i] = r->signal->value[(size_t)i * (size_t)stride];
    *samples = (struct nd_signal){value, n, stride * dt};
done:
    return status;
}

/* The approximants of all samples and of nine tenths of them. */
struct pair {
    struct nd_pade whole, part;
    double apart; /* frequencies that the samples cannot separate: 1 / their time */
};

static int make_pair(const struct nd_refinement *r, struct pair *pair)
{
    int status = 0;
    struct nd_signal samples = {0};
    *pair = (struct pair){.apart = 0};
    TRY(nd_pade_samples(r, &samples));
    if (samples.n > ND_PADE_MOST) samples.n = ND_PADE_MOST;
    pair->apart = 1 / (samples.n * samples.dt);
    TRY(nd_pade_init(&pair->whole, &samples, r->rounding));
    samples.n = samples.n * 9 / 10;
    TRY(nd_pade_init(&pair->part, &samples, r->rounding));
done:
    free((void *)samples.value);
    return status;
}

/* The mode near a frequency and a decay; false if the approximants have none there. */
static bool find_mode(const struct pair *pair, double f, double decay, struct nd_mode *mode)
{
    const double complex guess = -decay + 2 * M_PI * I * f;
    double complex rate = guess, again, amplitude, other;
    if (!nd_pade_pole(&pair->whole, &rate, &amplitude)) return false;
    const double found = cimag(rate) / (2 * M_PI);
    again = rate;
    if (fabs(found - f) > pair->apart || !nd_pade_pole(&pair->part, &again, &other)) return false;
    const double own = -creal(rate);
    *mode = (struct nd_mode){.frequency = found,
                             .decay = own,
                             .Q = own > 0 ? M_PI * found / own : INFINITY,
                             .amplitude = 2 * cabs(amplitude),
                             .phase = carg(amplitude),
                             .error = cabs(again - rate) / (2 * M_PI * found)};
    return true;
}

/* Whether a mode is in the list already. */
static bool is_known(const struct nd_mode *modes, int n, const struct nd_mode *mode)
{
    for (int k = 0; k < n; k++)
        if (hypot(2 * M_PI * (modes[k].frequency - mode->frequency), modes[k].decay - mode->decay) <
            1e-4 * mode->frequency)
            return true;
    return false;
}

enum { GRID = 4096 };

/* Adds the modes at peaks of the continued spectrum. */
static int add_peaks(const struct nd_refinement *r, const struct pair *pair, struct nd_mode **modes,
                     int *count, size_t *capacity)
{
    int status = 0;
    double *size = NULL;
    const double step = (r->band[1] - r->band[0]) / (GRID - 1);
    ALLOC(size, GRID);
    for (int i = 0; i < GRID; i++) size[i] = cabs(nd_pade_spectrum(&pair->whole, r->band[0] + i * step));
    for (int i = 1; i + 1 < GRID; i++) {
        struct nd_mode mode;
        const double f = r->band[0] + i * step;
        if (!(size[i] > size[i - 1] && size[i] >= size[i + 1])) continue;
        if (!find_mode(pair, f, step, &mode) || is_known(*modes, *count, &mode)) continue;
        if (mode.frequency < r->band[0] || mode.frequency > r->band[1]) continue;
        TRY(nd_grow(modes, capacity, (size_t)*count + 1, sizeof **modes));
        (*modes)[(*count)++] = mode;
    }
done:
    free(size);
    return status;
}

static int by_frequency(const void *a, const void *b)
{
    const double x = ((const struct nd_mode *)a)->frequency, y = ((const struct nd_mode *)b)->frequency;
    return (x > y) - (x < y);
}

int nd_modes_refine(const struct nd_refinement *r, struct nd_mode **modes, int *count)
{
    int status = 0, n = 0;
    size_t capacity = 0;
    struct pair pair = {0};
    struct nd_mode *better = NULL;
    TRY(make_pair(r, &pair));
    for (int k = 0; k < *count; k++) {
        struct nd_mode mode = (*modes)[k], found;
        if (find_mode(&pair, mode.frequency, mode.decay, &found) && found.error <= mode.error) mode = found;
        if (is_known(better, n, &mode)) continue;
        TRY(nd_grow(&better, &capacity, (size_t)n + 1, sizeof *better));
        better[n++] = mode;
    }
    TRY(add_peaks(r, &pair, &better, &n, &capacity));
    if (n) qsort(better, (size_t)n, sizeof *better, by_frequency);
    free(*modes);
    *modes = better;
    *count = n;
    better = NULL;
done:
    free(better);
    nd_pade_clear(&pair.whole);
    nd_pade_clear(&pair.part);
    return status;
}
