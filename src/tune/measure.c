#include "tune/measure.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int nd_measure(struct nd_device *device, int (*work)(void *context), void *context, double *seconds)
{
    enum { BATCHES = 9 };
    int status = 0, calls = 1;
    double took = 0, times[BATCHES];
    const struct nd_backend *b = device->backend;
    TRY(work(context));
    /* Double the calls until a batch takes a twentieth of a second. */
    for (;; calls *= 2) {
        TRY(b->event_record(device, 0));
        for (int i = 0; i < calls; i++) TRY(work(context));
        TRY(b->event_record(device, 1));
        TRY(b->event_seconds(device, 0, 1, &took));
        if (took > 0.05 || calls > 1 << 20) break;
    }
    for (int k = 0; k < BATCHES; k++) {
        TRY(b->event_record(device, 0));
        for (int i = 0; i < calls; i++) TRY(work(context));
        TRY(b->event_record(device, 1));
        TRY(b->event_seconds(device, 0, 1, &times[k]));
    }
    qsort(times, BATCHES, sizeof *times, compare);
    *seconds = times[BATCHES / 2] / calls;
done:
    return status;
}

struct launch {
    struct nd_device *device;
    struct nd_kernel *kernel;
    int64_t groups;
    const struct nd_arg *args;
    int nargs;
};
static int launch(void *context)
{
    const struct launch *l = context;
    return l->device->backend->launch(l->device, l->kernel, l->groups, 256, l->args, l->nargs);
}

/* A law is needed to assemble any text; the ceilings use nothing of it. */
static int ceiling_module(struct nd_device *device, int single, int lanes, struct nd_module **module)
{
    int status = 0;
    struct nd_law law = {0};
    struct nd_layout layout;
    struct nd_recipe recipe;
    TRY(nd_law_init(&law, "maxwell", ""));
    nd_layout_fused(&layout, 1, 4, law.fields.n, 4);
    nd_recipe_init(&recipe, &law, &layout, 1, single, 1, lanes, 1);
    TRY(nd_kernel_module(device, &recipe, "ceiling.knl", module));
done:
    nd_law_clear(&law);
    return status;
}

static int measure_copy(struct nd_device *device, struct nd_module *module, int lanes, size_t real,
                        double *rate)
{
    int status = 0;
    const char *const names[] = {"ceiling_copy", "ceiling_stream"};
    struct nd_buffer from = {0}, to = {0};
    struct nd_kernel *kernel;
    const size_t bytes = (size_t)1 << 30;
    int64_t count = (int64_t)(bytes / real);
    TRY(nd_device_alloc(device, &from, bytes));
    TRY(nd_device_alloc(device, &to, bytes));
    const struct nd_arg args[] = {ND_ARG_BUFFER(from), ND_ARG_BUFFER(to), ND_ARG_SCALAR(count)};
    *rate = 0;
    for (int i = 0; i < 2; i++) {
        double seconds;
        TRY(device->backend->kernel(device, module, names[i], &kernel));
        struct launch l = {device, kernel, (count / lanes + 4095) / 4096, args, 3};
        TRY(nd_measure(device, launch, &l, &seconds));
        if (2 * (double)bytes / seconds > *rate) *rate = 2 * (double)bytes / seconds;
    }
done:
    nd_device_free(device, &from);
    nd_device_free(device, &to);
    return status;
}

static int measure_fma(struct nd_device *device, struct nd_module *module, int lanes, size_t real,
                       double *rate)
{
    int status = 0;
    struct nd_buffer to = {0};
    struct nd_kernel *kernel;
    const int groups = device->info.units * 8, items = 64, chains = 16;
    int rounds = 2000;
    float ffactor = 0.999f;
    double dfactor = 0.999, seconds;
    TRY(nd_device_alloc(device, &to, (size_t)(groups * items) * real));
    TRY(device->backend->kernel(device, module, "ceiling_fma", &kernel));
    const struct nd_arg args[] = {ND_ARG_BUFFER(to),
                                  ND_ARG_SCALAR(rounds),
                                  {real == 4 ? (const void *)&ffactor : (const void *)&dfactor, real}};
    struct launch l = {device, kernel, groups, args, 3};
    TRY(nd_measure(device, launch, &l, &seconds));
    *rate = 2.0 * lanes * chains * rounds * items * groups / seconds;
done:
    nd_device_free(device, &to);
    return status;
}

int nd_ceilings_measure(struct nd_device *device, int single, struct nd_ceilings *ceilings)
{
    int status = 0;
    struct nd_module *module = NULL;
    const size_t real = single ? 4 : 8;
    const int lanes = device->info.vector_bytes ? device->info.vector_bytes / (int)real : 1;
    TRY(ceiling_module(device, single, lanes, &module));
    TRY(measure_copy(device, module, lanes, real, &ceilings->bytes_per_second));
    TRY(measure_fma(device, module, lanes, real, &ceilings->flops_per_second));
done:
    if (module) device->backend->unload(device, module);
    return status;
}

double nd_model_flops(int N)
{
    const double Np = (N + 1) * (N + 2) * (N + 3) / 6, Nfp = (N + 1) * (N + 2) / 2;
    return 36 * Np * Np + 66 * Np + 244 * Nfp + Np * (48 * Nfp + 6) + 24 * Np;
}

double nd_model_bytes(int N, int fields, int single)
{
    const double Np = (N + 1) * (N + 2) * (N + 3) / 6, s = single ? 4 : 8;
    return 4 * fields * Np * s + 12 * s + 16;
}
