/* Some elements of a right-hand side, with what kernels need of them side by side. */
#include "step/extra.h"

#include <string.h>

/* Of a buffer with `bytes` for each slot, those of the list. */
static int pick(struct nd_subset *s, enum nd_rhs_buffer from, size_t bytes, const int32_t *slot,
                struct nd_buffer *to)
{
    int status = 0;
    const struct nd_rhs *rhs = s->rhs;
    const size_t all = (size_t)rhs->layout.slots * bytes;
    char *whole = NULL, *part = NULL;
    ALLOC(whole, all);
    ALLOC(part, (size_t)s->n * bytes);
    TRY(rhs->device->backend->read(rhs->device, whole, &rhs->buffer[from], 0, all));
    for (nd_idx i = 0; i < s->n; i++)
        memcpy(part + (size_t)i * bytes, whole + (size_t)slot[i] * bytes, bytes);
    TRY(nd_device_alloc(rhs->device, to, (size_t)s->n * bytes));
    TRY(rhs->device->backend->write(rhs->device, to, 0, part, (size_t)s->n * bytes));
done:
    free(whole);
    free(part);
    return status;
}

size_t nd_subset_size(const struct nd_rhs *rhs)
{
    return rhs->plan.state ? (size_t)rhs->plan.state : (size_t)(rhs->layout.fields * rhs->layout.Np);
}

size_t nd_subset_bytes(const struct nd_rhs *rhs)
{
    return sizeof(int32_t) + (rhs->plan.state ? 9 * rhs->real + 1 : 0);
}

int nd_subset_init(struct nd_subset *s, struct nd_rhs *rhs, const nd_idx *element, nd_idx n)
{
    int status = 0;
    int32_t *slot = NULL;
    *s = (struct nd_subset){.rhs = rhs, .n = n};
    s->size = nd_subset_size(rhs);
    ALLOC(slot, n);
    for (nd_idx i = 0; i < n; i++) slot[i] = rhs->slot[element[i]];
    if (!n) goto done;
    TRY(nd_device_alloc(rhs->device, &s->slot, (size_t)n * sizeof *slot));
    TRY(rhs->device->backend->write(rhs->device, &s->slot, 0, slot, (size_t)n * sizeof *slot));
    if (rhs->plan.state) {
        TRY(pick(s, ND_EDGES, 9 * rhs->real, slot, &s->edges));
        TRY(pick(s, ND_ORDER, 1, slot, &s->order));
    }
done:
    free(slot);
    if (status) nd_subset_clear(s);
    return status;
}

void nd_subset_clear(struct nd_subset *s)
{
    if (!s->rhs) return;
    nd_device_free(s->rhs->device, &s->slot);
    nd_device_free(s->rhs->device, &s->edges);
    nd_device_free(s->rhs->device, &s->order);
    *s = (struct nd_subset){0};
}

/* The operator's own conversion, of a list's elements. */
static int recast(struct nd_subset *s, int to_nodes, const struct nd_buffer *from, const struct nd_buffer *to)
{
    const struct nd_recast what = {.from = from, .to = to, .edges = &s->edges, .order = &s->order, .n = s->n};
    return nd_kept_recast(s->rhs, to_nodes, &what);
}

int nd_subset_upload(struct nd_subset *s, const double *nodal, struct nd_buffer *compact)
{
    int status = 0;
    struct nd_rhs *rhs = s->rhs;
    struct nd_buffer values = {0};
    const size_t count = (size_t)s->n * (size_t)(rhs->layout.fields * rhs->layout.Np);
    TRY(nd_transfer_reals(rhs->device, rhs->real, &values, nodal, count));
    if (rhs->plan.state) {
        TRY(nd_device_alloc(rhs->device, compact, (size_t)s->n * s->size * rhs->real));
        TRY(recast(s, 0, &values, compact));
        TRY(rhs->device->backend->finish(rhs->device));
    } else {
        *compact = values;
        values = (struct nd_buffer){0};
    }
done:
    nd_device_free(rhs->device, &values);
    return status;
}

int nd_subset_read(struct nd_subset *s, const struct nd_buffer *compact, size_t offset, double *nodal)
{
    int status = 0;
    struct nd_rhs *rhs = s->rhs;
    struct nd_buffer piece = {0}, values = {0};
    const size_t count = (size_t)s->n * (size_t)(rhs->layout.fields * rhs->layout.Np),
                 bytes = s->size * (size_t)s->n * rhs->real;
    char *host = NULL;
    ALLOC(host, bytes > count * rhs->real ? bytes : count * rhs->real);
    TRY(rhs->device->backend->read(rhs->device, host, compact, offset * bytes, bytes));
    if (rhs->plan.state) {
        TRY(nd_device_alloc(rhs->device, &piece, bytes));
        TRY(nd_device_alloc(rhs->device, &values, count * rhs->real));
        TRY(rhs->device->backend->write(rhs->device, &piece, 0, host, bytes));
        TRY(recast(s, 1, &piece, &values));
        TRY(rhs->device->backend->read(rhs->device, host, &values, 0, count * rhs->real));
    }
    for (size_t i = 0; i < count; i++)
        nodal[i] = rhs->real == 4 ? (double)((float *)host)[i] : ((double *)host)[i];
done:
    nd_device_free(rhs->device, &piece);
    nd_device_free(rhs->device, &values);
    free(host);
    return status;
}
