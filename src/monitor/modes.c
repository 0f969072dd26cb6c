#include "monitor/modes.h"

#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "device/symbols.h"
#include "monitor/lapack.h"

/* The functions of harminv.h. */
struct harminv {
    void *(*create)(int n, const double complex *signal, double low, double high, int basis);
    void (*destroy)(void *data);
    void (*solve)(void *data);
    int (*count)(void *data);
    double (*frequency)(void *data, int k);
    double (*decay)(void *data, int k);
    void (*amplitude)(double complex *amplitude, void *data, int k);
    double (*error)(void *data, int k);
};

static struct {
    struct harminv harminv;
    void *library;
    char missing[256];
} found;

static void open_once(void)
{
    static const char *const names[] = {"libharminv.so.3", "libharminv.so.2", "libharminv.so", NULL};
    static const struct nd_symbol symbols[] = {{"harminv_data_create", offsetof(struct harminv, create)},
                                               {"harminv_data_destroy", offsetof(struct harminv, destroy)},
                                               {"harminv_solve", offsetof(struct harminv, solve)},
                                               {"harminv_get_num_freqs", offsetof(struct harminv, count)},
                                               {"harminv_get_freq", offsetof(struct harminv, frequency)},
                                               {"harminv_get_decay", offsetof(struct harminv, decay)},
                                               {"harminv_get_amplitude", offsetof(struct harminv, amplitude)},
                                               {"harminv_get_freq_error", offsetof(struct harminv, error)},
                                               {NULL, 0}};
    found.library = nd_symbols_load(names, symbols, &found.harminv, found.missing);
}

int nd_modes_open(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    int status = 0;
    pthread_once(&once, open_once);
    if (!found.library)
        FAIL(NUDGE_EDEVICE,
             "harmonic inversion needs libharminv, and %s; install it (Debian's package is libharminv3), or "
             "put its "
             "folder into LD_LIBRARY_PATH",
             found.missing);
    TRY(nd_lapack_open(NULL));
done:
    return status;
}

static int by_frequency(const void *a, const void *b)
{
    const double x = ((const struct nd_mode *)a)->frequency, y = ((const struct nd_mode *)b)->frequency;
    return (x > y) - (x < y);
}

/* A real sine is two complex ones; that of positive frequency has half of its amplitude. */
static struct nd_mode read_mode(void *data, int k, double dt)
{
    const struct harminv *h = &found.harminv;
    double complex amplitude;
    h->amplitude(&amplitude, data, k);
    const double f = h->frequency(data, k) / dt, decay = h->decay(data, k) / dt;
    return (struct nd_mode){.frequency = f,
                            .decay = decay,
                            .Q = decay > 0 ? M_PI * f / decay : INFINITY,
                            .amplitude = 2 * cabs(amplitude),
                            .phase = -carg(amplitude), /* harminv's factor is exp(-2 pi i f t) */
                            .error = h->error(data, k)};
}

/* As many basis functions as modes fit into the band in this time, and a tenth more. Fewer would force neighbours
 * into one mode; many more make the matrices singular, and 300 take seconds. */
static int basis_size(const struct nd_signal *signal, double width)
{
    const double fit = 1.1 * width * signal->dt * signal->n;
    return (int)fmin(fmax(fit, 8), 300);
}

int nd_modes_find(const struct nd_signal *signal, const double band[2], struct nd_mode **modes, int *count)
{
    int status = 0;
    const struct harminv *h = &found.harminv;
    double complex *value = NULL;
    void *data = NULL;
    struct nd_mode *found_modes = NULL;
    *modes = NULL;
    *count = 0;
    TRY(nd_modes_open());
    ALLOC(value, signal->n);
    for (int i = 0; i < signal->n; i++) value[i] = signal->value[i];
    data = h->create(signal->n, value, band[0] * signal->dt, band[1] * signal->dt,
                     basis_size(signal, band[1] - band[0]));
    if (!data) FAIL(NUDGE_ENOMEM, "out of memory for the harmonic inversion of %d samples", signal->n);
    h->solve(data);
    const int n = h->count(data);
    ALLOC(found_modes, n + 1);
    for (int k = 0; k < n; k++) {
        const struct nd_mode mode = read_mode(data, k, signal->dt);
        if (mode.frequency >= band[0] && mode.frequency <= band[1] && isfinite(mode.error))
            found_modes[(*count)++] = mode;
    }
    qsort(found_modes, (size_t)*count, sizeof *found_modes, by_frequency);
    *modes = found_modes;
    found_modes = NULL;
done:
    if (data) h->destroy(data);
    free(value);
    free(found_modes);
    return status;
}
