#include "tune/measure.h"

#include <math.h>
#include "tune/timer.h"

struct launch {
    struct nd_device *device;
    struct nd_kernel *kernel;
    int64_t blocks;
    int threads;
    const struct nd_arg *args;
    int nargs;
};
static int launch(void *context)
{
    const struct launch *l = context;
    return l->device->backend->launch(l->device, l->kernel,
                                      (struct nd_grid){.blocks = l->blocks, .threads = l->threads}, l->args,
                                      l->nargs);
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
    nd_recipe_init(&recipe, ND_CASE(device, &law, 1, single, 1), &layout);
    recipe.lanes = lanes;
    TRY(nd_kernel_module(device, &recipe, "ceiling.knl", module));
done:
    nd_law_clear(&law);
    return status;
}

struct copy {
    struct nd_device *device;
    struct nd_buffer *from, *to;
};
static int copy(void *context)
{
    const struct copy *c = context;
    return c->device->backend->copy(c->device, c->to, c->from, c->to->bytes);
}

/* The best of our kernels and, on a GPU, the driver's own copy. Two arrays of `bytes` at the most,
 * together no more than an eighth of the memory. */
static int measure_copy(struct nd_device *device, struct nd_module *module, size_t bytes,
                        const struct nd_pace *pace, double *rate)
{
    int status = 0;
    const char *const names[] = {"ceiling_copy", "ceiling_stream"};
    const size_t piece = 16384; /* of a group; the kernel's */
    struct nd_buffer from = {0}, to = {0};
    struct nd_kernel *kernel;
    if (bytes > device->info.memory / 16) bytes = device->info.memory / 16;
    const int64_t blocks = bytes < piece ? 1 : (int64_t)(bytes / piece);
    bytes = (size_t)blocks * piece;
    TRY(nd_device_alloc(device, &from, bytes));
    TRY(nd_device_alloc(device, &to, bytes));
    const struct nd_arg args[] = {ND_ARG_BUFFER(from), ND_ARG_BUFFER(to)};
    struct copy own = {device, &from, &to};
    double best = INFINITY, seconds;
    if (device->info.gpu) TRY(nd_timer(device, pace, copy, &own, &best));
    for (int i = 0; i < 2; i++) {
        TRY(device->backend->kernel(device, module, names[i], &kernel));
        struct launch l = {device, kernel, blocks, 256, args, 2};
        TRY(nd_timer(device, pace, launch, &l, &seconds));
        if (seconds < best) best = seconds;
    }
    *rate = 2 * (double)bytes / best;
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
    const int blocks = device->info.units * (device->info.gpu ? 64 : 8), threads = 64, chains = 16;
    int rounds = 2000;
    float ffactor = 0.999f;
    double dfactor = 0.999, seconds;
    TRY(nd_device_alloc(device, &to, (size_t)(blocks * threads) * real));
    TRY(device->backend->kernel(device, module, "ceiling_fma", &kernel));
    const struct nd_arg args[] = {ND_ARG_BUFFER(to),
                                  ND_ARG_SCALAR(rounds),
                                  {real == 4 ? (const void *)&ffactor : (const void *)&dfactor, real}};
    struct launch l = {device, kernel, blocks, threads, args, 3};
    TRY(nd_timer(device, &nd_pace_careful, launch, &l, &seconds));
    *rate = 2.0 * lanes * chains * rounds * threads * blocks / seconds;
done:
    nd_device_free(device, &to);
    return status;
}

static int ceiling_lanes(const struct nd_device *device, int single)
{
    return device->info.vector_bytes ? device->info.vector_bytes / (single ? 4 : 8) : 1;
}

int nd_ceilings_measure(struct nd_device *device, int single, struct nd_ceilings *ceilings)
{
    int status = 0;
    struct nd_module *module = NULL;
    const int lanes = ceiling_lanes(device, single);
    const size_t bytes = (size_t)(device->info.gpu ? 4096 : 512) << 20; /* far beyond the caches */
    static const struct nd_pace pace = {0.05, 5, 1};
    TRY(ceiling_module(device, single, lanes, &module));
    TRY(measure_copy(device, module, bytes, &pace, &ceilings->bytes_per_second));
    TRY(measure_fma(device, module, lanes, single ? 4 : 8, &ceilings->flops_per_second));
done:
    if (module) device->backend->unload(device, module);
    return status;
}

int nd_copy_measure(struct nd_device *device, double *bytes_per_second)
{
    int status = 0;
    static const struct nd_pace brief = {0, 3, 0};
    struct nd_module *module = NULL;
    TRY(ceiling_module(device, 1, ceiling_lanes(device, 1), &module));
    TRY(measure_copy(device, module, (size_t)(device->info.gpu ? 1024 : 256) << 20, &brief,
                     bytes_per_second));
done:
    if (module) device->backend->unload(device, module);
    return status;
}

int nd_launch_measure(struct nd_device *device, double *seconds)
{
    int status = 0, nothing = 0;
    struct nd_module *module = NULL;
    struct nd_kernel *kernel;
    const struct nd_arg args[] = {ND_ARG_SCALAR(nothing)};
    TRY(ceiling_module(device, 1, ceiling_lanes(device, 1), &module));
    TRY(device->backend->kernel(device, module, "ceiling_launch", &kernel));
    struct launch l = {device, kernel, 1, 64, args, 1};
    TRY(nd_timer(device, &nd_pace_careful, launch, &l, seconds));
done:
    if (module) device->backend->unload(device, module);
    return status;
}

double nd_model_flops(int N, int fields)
{
    const double Np = (N + 1) * (N + 2) * (N + 3) / 6, Nfp = (N + 1) * (N + 2) / 2;
    return fields / 6.0 * (36 * Np * Np + 66 * Np + 244 * Nfp + Np * (48 * Nfp + 6) + 24 * Np);
}

double nd_model_bytes(int N, int fields, int single)
{
    const double Np = (N + 1) * (N + 2) * (N + 3) / 6, s = single ? 4 : 8;
    return 4 * fields * Np * s + 12 * s + 16;
}
