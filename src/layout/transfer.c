#include "layout/transfer.h"

#include <string.h>

static void put(void *array, size_t real, int64_t at, double value)
{
    if (real == 4)
        ((float *)array)[at] = (float)value;
    else
        ((double *)array)[at] = value;
}

static double get(const void *array, size_t real, int64_t at)
{
    return real == 4 ? ((const float *)array)[at] : ((const double *)array)[at];
}

/* Whole blocks of one field, staged through a piece of host memory; write = into the device. The span of a
 * block's field is contiguous in every family, S_n and S_l being the small strides. */
static int move(const struct nd_transfer *t, struct nd_buffer *buffer, int field, double *values,
                const double *source)
{
    int status = 0;
    const struct nd_layout *y = t->layout;
    const struct nd_backend *device = t->device->backend;
    const int64_t span = (y->Np - 1) * y->S_n + (y->block - 1) * y->S_l + 1;
    nd_idx *element = NULL;
    char *piece = NULL;
    ALLOC(element, y->slots);
    for (int64_t s = 0; s < y->slots; s++) element[s] = -1;
    for (nd_idx k = 0; k < t->K; k++) element[t->slot[k]] = k;
    ALLOC(piece, (size_t)span * t->real);
    for (int64_t block = 0; block < y->slots / y->block; block++) {
        const int64_t base = nd_layout_address(y, block * y->block, field, 0);
        /* Slots without an element keep the zeros that the buffer was made with. */
        TRY(device->read(t->device, piece, buffer, (size_t)base * t->real, (size_t)span * t->real));
        for (int lane = 0; lane < y->block; lane++) {
            const nd_idx k = element[block * y->block + lane];
            for (int n = 0; n < y->Np && k >= 0; n++) {
                const int64_t at = n * y->S_n + lane * y->S_l, nodal = (int64_t)k * y->Np + n;
                if (source)
                    put(piece, t->real, at, source[nodal]);
                else
                    values[nodal] = get(piece, t->real, at);
            }
        }
        if (source)
            TRY(device->write(t->device, buffer, (size_t)base * t->real, piece, (size_t)span * t->real));
    }
done:
    free(element);
    free(piece);
    return status;
}

int nd_transfer_write(const struct nd_transfer *transfer, struct nd_buffer *to, int field,
                      const double *values)
{
    return move(transfer, to, field, NULL, values);
}

int nd_transfer_read(const struct nd_transfer *transfer, const struct nd_buffer *from, int field,
                     double *values)
{
    struct nd_buffer alias = *from;
    return move(transfer, &alias, field, values, NULL);
}

int nd_transfer_reals(struct nd_device *device, size_t real, struct nd_buffer *buffer, const double *values,
                      size_t n)
{
    int status = 0;
    char *reals = NULL;
    ALLOC(reals, n * real);
    for (size_t i = 0; i < n; i++) put(reals, real, (int64_t)i, values[i]);
    TRY(nd_device_alloc(device, buffer, n * real));
    TRY(device->backend->write(device, buffer, 0, reals, n * real));
done:
    free(reals);
    return status;
}
