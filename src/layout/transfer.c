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

/* Values of one field of blocks [first, last), between nodal order and a piece of the device's array that
 * starts at address low. element[slot]: -1 where there is none. */
static void convert(const struct nd_transfer *t, const nd_idx *element, int field, int64_t first,
                    int64_t last, int64_t low, char *piece, double *values, const double *source)
{
    const struct nd_layout *y = t->layout;
#pragma omp parallel for schedule(static)
    for (int64_t slot = first * y->block; slot < last * y->block; slot++) {
        const nd_idx k = element[slot];
        if (k < 0) continue;
        const int64_t base = nd_layout_address(y, slot, field, 0) - low, nodal = (int64_t)k * y->Np;
        for (int n = 0; n < y->Np; n++) {
            if (source)
                put(piece, t->real, base + n * y->S_n, source[nodal + n]);
            else
                values[nodal + n] = get(piece, t->real, base + n * y->S_n);
        }
    }
}

/* Pieces of whole blocks are read, changed and, with a source, written back: other fields and empty slots
 * that lie between keep what they hold. */
static int move(const struct nd_transfer *t, struct nd_buffer *buffer, int field, double *values,
                const double *source)
{
    int status = 0;
    const struct nd_layout *y = t->layout;
    const struct nd_backend *device = t->device->backend;
    const int64_t blocks = y->slots / y->block, most = ((int64_t)16 << 20) / (y->S_b * (int64_t)t->real) + 1;
    const int64_t step = most < blocks ? most : blocks;
    nd_idx *element = NULL;
    char *piece = NULL;
    ALLOC(element, y->slots);
    for (int64_t s = 0; s < y->slots; s++) element[s] = -1;
    for (nd_idx k = 0; k < t->K; k++) element[t->slot[k]] = k;
    ALLOC(piece, (size_t)(step * y->S_b) * t->real);
    for (int64_t first = 0; first < blocks; first += step) {
        const int64_t last = first + step < blocks ? first + step : blocks;
        const int64_t low = nd_layout_address(y, first * y->block, field, 0);
        const int64_t high = nd_layout_address(y, last * y->block - 1, field, y->Np - 1) + 1;
        const size_t bytes = (size_t)(high - low) * t->real, offset = (size_t)low * t->real;
        TRY(device->read(t->device, piece, buffer, offset, bytes));
        convert(t, element, field, first, last, low, piece, values, source);
        if (source) TRY(device->write(t->device, buffer, offset, piece, bytes));
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
