#include "monitor/fourier.h"

#include "comm/task.h"
#include <math.h>
#include <string.h>

#define AT_ONCE 8 /* frequencies per launch: fourier.knl has arguments for so many */

/* Arrays per sum: see fourier.knl. */
static size_t pieces(const struct nd_rhs *rhs)
{
    return rhs->real == 4 ? 2 : 1;
}

size_t nd_fourier_bytes(const struct nd_rhs *rhs, nd_idx count, int n)
{
    return (size_t)count *
           (2 * pieces(rhs) * (size_t)n * nd_subset_size(rhs) * rhs->real + nd_subset_bytes(rhs));
}

int nd_fourier_init(struct nd_fourier *f, struct nd_rhs *rhs, const nd_idx *element, nd_idx count,
                    const double *frequency, int n)
{
    int status = 0;
    struct nd_recipe recipe;
    *f = (struct nd_fourier){.n = n};
    nd_rhs_term_recipe(rhs, &recipe);
    recipe.upwind = 1; /* the text does not use the flux, so that one text serves every upwind weight */
    TRY(nd_subset_init(&f->list, rhs, element, count));
    ALLOC(f->frequency, n);
    memcpy(f->frequency, frequency, (size_t)n * sizeof *frequency);
    TRY(nd_device_alloc(rhs->device, &f->sum,
                        2 * pieces(rhs) * (size_t)n * (size_t)f->list.n * f->list.size * rhs->real));
    TRY(nd_kernel_module(rhs->device, &recipe, "fourier.knl", &f->module));
    TRY(rhs->device->backend->kernel(rhs->device, f->module, "fourier", &f->kernel));
done:
    if (status) nd_fourier_clear(f);
    return status;
}

void nd_fourier_clear(struct nd_fourier *f)
{
    struct nd_rhs *rhs = f->list.rhs;
    if (rhs) {
        if (f->module) rhs->device->backend->unload(rhs->device, f->module);
        nd_device_free(rhs->device, &f->sum);
    }
    free(f->frequency);
    nd_subset_clear(&f->list);
    *f = (struct nd_fourier){0};
}

/* Adds to the sums of up to AT_ONCE frequencies from `first` on. */
static int add_some(struct nd_fourier *f, int first, double time, double weight)
{
    struct nd_rhs *rhs = f->list.rhs;
    union nd_real factor[2 * AT_ONCE];
    int count = f->n - first < AT_ONCE ? f->n - first : AT_ONCE, n = f->list.n;
    int64_t stride_f = rhs->layout.S_f;
    struct nd_arg args[7 + 2 * AT_ONCE] = {ND_ARG_BUFFER(rhs->buffer[rhs->now]),
                                           ND_ARG_BUFFER(f->list.slot),
                                           ND_ARG_BUFFER(f->sum),
                                           ND_ARG_SCALAR(stride_f),
                                           ND_ARG_SCALAR(n),
                                           ND_ARG_SCALAR(first),
                                           ND_ARG_SCALAR(count)};
    for (int i = 0; i < AT_ONCE; i++) {
        /* Whole turns are dropped first: times 2 pi they would cost digits. */
        const double turns = i < count ? f->frequency[first + i] * time : 0;
        const double angle = 2 * M_PI * (turns - floor(turns));
        factor[2 * i] = nd_rhs_real(rhs, weight * cos(angle));
        factor[2 * i + 1] = nd_rhs_real(rhs, -weight * sin(angle));
        args[7 + 2 * i] = ND_ARG_REAL(rhs, factor[2 * i]);
        args[8 + 2 * i] = ND_ARG_REAL(rhs, factor[2 * i + 1]);
    }
    return rhs->device->backend->launch(rhs->device, f->kernel, (struct nd_grid){.blocks = n, .threads = 128},
                                        args, 7 + 2 * AT_ONCE);
}

int nd_fourier_add(struct nd_fourier *f, double time, double weight)
{
    int status = 0;
    if (!f->list.n) return 0;
    TRY(nd_rhs_commit(f->list.rhs));
    for (int first = 0; first < f->n; first += AT_ONCE) TRY(add_some(f, first, time, weight));
done:
    return status;
}

int nd_fourier_get(struct nd_fourier *f, int k, double *re, double *im)
{
    int status = 0;
    const struct nd_rhs *rhs = f->list.rhs;
    const size_t count = (size_t)f->list.all * (size_t)(rhs->layout.fields * rhs->layout.Np), n = pieces(rhs);
    double *piece = NULL;
    TRY(ND_TASK(.kind = ND_TASK_SUMS, .index = f->monitor, .which = k));
    ALLOC(piece, count);
    for (size_t part = 0; part < 2; part++) {
        double *to = part ? im : re;
        memset(to, 0, count * sizeof *to);
        for (size_t i = 0; i < n; i++) {
            TRY(nd_subset_read(&f->list, &f->sum, (2 * (size_t)k + part) * n + i, piece));
            for (size_t j = 0; j < count; j++) to[j] += piece[j];
        }
    }
done:
    free(piece);
    return status;
}
