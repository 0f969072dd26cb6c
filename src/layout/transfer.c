#include "layout/transfer.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define NP_MOST 512 /* nodes of an element: order 12 has 455 */

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

/* A piece of the device's array on the host: blocks [first, last), from address `low` on. */
struct piece {
    int64_t first, last, low;
    char *reals;
    const nd_idx *element; /* [slots] -1: empty slot */
};

/* Converts one field between nodal order and a piece; source: null: from the piece to values. */
static void convert(const struct nd_transfer *t, const struct piece *p, int field, double *values,
                    const double *source)
{
    const struct nd_layout *y = t->layout;
#pragma omp parallel for schedule(static)
    for (int64_t slot = p->first * y->block; slot < p->last * y->block; slot++) {
        const nd_idx k = p->element[slot];
        if (k < 0) continue;
        const int64_t base = nd_layout_address(y, slot, field, 0) - p->low, nodal = (int64_t)k * y->Np;
        for (int n = 0; n < y->Np; n++) {
            if (source)
                put(p->reals, t->real, base + n * y->S_n, source[nodal + n]);
            else
                values[nodal + n] = get(p->reals, t->real, base + n * y->S_n);
        }
    }
}

/* The number of blocks that are moved at once. */
static int64_t piece_blocks(const struct nd_transfer *t)
{
    const struct nd_layout *y = t->layout;
    const int64_t blocks = y->slots / y->block, most = ND_TRANSFER_PIECE / (y->S_b * (int64_t)t->real) + 1;
    return most < blocks ? most : blocks;
}

/* element[slot]: -1 for an empty slot. */
static void find_elements(const struct nd_transfer *t, nd_idx *element)
{
#pragma omp parallel for schedule(static)
    for (int64_t s = 0; s < t->layout->slots; s++) element[s] = -1;
#pragma omp parallel for schedule(static)
    for (nd_idx k = 0; k < t->K; k++)
        if (t->slot[k] >= 0 && t->slot[k] < t->layout->own) element[t->slot[k]] = k;
}

/* Numbers the elements with a slot of their own from 0 on. */
static void renumber(const struct nd_transfer *t, nd_idx *element)
{
    nd_idx n = 0;
    for (nd_idx k = 0; k < t->K; k++)
        if (t->slot[k] >= 0 && t->slot[k] < t->layout->own) element[t->slot[k]] = n++;
}

/* Reads pieces of whole blocks, changes them and, if there is a source, writes them back: other
 * fields and empty slots in between keep their content. own: values has elements with a slot only. */
static int move(const struct nd_transfer *t, struct nd_buffer *buffer, int field, double *values,
                const double *source, int own)
{
    int status = 0;
    const struct nd_layout *y = t->layout;
    const struct nd_backend *device = t->device->backend;
    const int64_t blocks = y->slots / y->block, step = piece_blocks(t);
    nd_idx *element = NULL;
    char *piece = NULL;
    ALLOC(element, y->slots);
    find_elements(t, element);
    if (own) renumber(t, element);
    ALLOC(piece, (size_t)(step * y->S_b) * t->real);
    for (int64_t first = 0; first < blocks; first += step) {
        const int64_t last = first + step < blocks ? first + step : blocks;
        const int64_t low = nd_layout_address(y, first * y->block, field, 0);
        const int64_t high = nd_layout_address(y, last * y->block - 1, field, y->Np - 1) + 1;
        const size_t bytes = (size_t)(high - low) * t->real, offset = (size_t)low * t->real;
        TRY(device->read(t->device, piece, buffer, offset, bytes));
        convert(t, &(struct piece){first, last, low, piece, element}, field, values, source);
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
    return move(transfer, to, field, NULL, values, 0);
}

int nd_transfer_read(const struct nd_transfer *transfer, const struct nd_buffer *from, int field,
                     double *values)
{
    struct nd_buffer alias = *from;
    return move(transfer, &alias, field, values, NULL, 0);
}

int nd_transfer_write_own(const struct nd_transfer *transfer, struct nd_buffer *to, int field,
                          const double *values)
{
    return move(transfer, to, field, NULL, values, 1);
}

int nd_transfer_read_own(const struct nd_transfer *transfer, const struct nd_buffer *from, int field,
                         double *values)
{
    struct nd_buffer alias = *from;
    return move(transfer, &alias, field, values, NULL, 1);
}

/* The function that makes values. parts: 1, or one part per field if fields have arrays of their
 * own; `length` reals each. */
struct making {
    nd_element_maker make;
    const void *context;
    int parts;
    int64_t length;
};

static void make_piece(const struct nd_transfer *t, const struct making *m, const struct piece *p)
{
    const struct nd_layout *y = t->layout;
#pragma omp parallel for schedule(static)
    for (int64_t slot = p->first * y->block; slot < p->last * y->block; slot++) {
        double values[NP_MOST] = {0};
        for (int f = 0; f < y->fields; f++) {
            const int64_t base = nd_layout_address(y, slot, m->parts > 1 ? 0 : f, 0) - p->low +
                                 (m->parts > 1 ? f * m->length : 0);
            if (p->element[slot] >= 0) m->make(m->context, p->element[slot], f, values);
            for (int n = 0; n < y->Np; n++) put(p->reals, t->real, base + n * y->S_n, values[n]);
        }
    }
}

int nd_transfer_make(const struct nd_transfer *t, struct nd_buffer *to, nd_element_maker make,
                     const void *context)
{
    int status = 0;
    const struct nd_layout *y = t->layout;
    const int64_t blocks = y->slots / y->block, step = piece_blocks(t);
    const int parts = y->S_f >= y->S_b ? y->fields : 1;
    const size_t length = (size_t)(step * y->S_b);
    const struct making making = {make, context, parts, (int64_t)length};
    nd_idx *element = NULL;
    char *piece = NULL;
    if (y->Np > NP_MOST) FAIL(NUDGE_EINTERNAL, "elements of %d nodes", y->Np);
    ALLOC(element, y->slots);
    find_elements(t, element);
    ALLOC(piece, (size_t)parts * length * t->real); /* zeroed; padding stays zero */
    for (int64_t first = 0; first < blocks; first += step) {
        const int64_t last = first + step < blocks ? first + step : blocks;
        const size_t bytes = (size_t)((last - first) * y->S_b) * t->real;
        make_piece(t, &making, &(struct piece){first, last, first * y->S_b, piece, element});
        for (int p = 0; p < parts; p++)
            TRY(t->device->backend->write(t->device, to, (size_t)(first * y->S_b + p * y->S_f) * t->real,
                                          piece + (size_t)p * length * t->real, bytes));
    }
done:
    free(element);
    free(piece);
    return status;
}

/* In single precision no value may become infinite, nor all of them zero or denormal. */
static int check_range(size_t real, const double *values, size_t n)
{
    int status = 0;
    double most = 0;
    if (real != 4) return 0;
#pragma omp parallel for schedule(static) reduction(max : most) if (n > 10000)
    for (size_t i = 0; i < n; i++) most = fmax(most, fabs(values[i]));
    if (most > FLT_MAX || (most > 0 && most < FLT_MIN))
        FAIL(NUDGE_EVALUE,
             "numbers of %.3g are too %s for single precision; use precision: double, or other units", most,
             most > 1 ? "large" : "small");
done:
    return status;
}

int nd_transfer_reals(struct nd_device *device, size_t real, struct nd_buffer *buffer, const double *values,
                      size_t n)
{
    int status = 0;
    char *reals = NULL;
    const size_t most = ND_TRANSFER_PIECE / real, step = n < most ? n : most;
    TRY(check_range(real, values, n));
    ALLOC(reals, step * real);
    TRY(nd_device_alloc(device, buffer, n * real));
    for (size_t first = 0; first < n; first += step) {
        const size_t count = n - first < step ? n - first : step;
#pragma omp parallel for schedule(static) if (count > 10000)
        for (size_t i = 0; i < count; i++) put(reals, real, (int64_t)i, values[first + i]);
        TRY(device->backend->write(device, buffer, first * real, reals, count * real));
    }
done:
    free(reals);
    return status;
}
