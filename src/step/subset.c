/* Subsets of the elements of an operator, and compact arrays of their fields. */
#include <string.h>
#include "step/rhs_term.h"

size_t nd_subset_size(const struct nd_rhs *rhs)
{
    return rhs->plan.variant->basis->element_reals(&rhs->plan, &rhs->layout);
}

size_t nd_subset_bytes(const struct nd_rhs *rhs)
{
    return sizeof(int32_t) + rhs->plan.variant->basis->list_bytes(rhs->real);
}

int nd_subset_init(struct nd_subset *s, struct nd_rhs *rhs, const nd_idx *element, nd_idx n)
{
    int status = 0;
    int32_t *slot = NULL;
    *s = (struct nd_subset){.rhs = rhs, .all = n};
    s->size = nd_subset_size(rhs);
    ALLOC(slot, n);
    for (nd_idx i = 0; i < n; i++)
        if (nd_share_has(rhs->share, element[i])) slot[s->n++] = rhs->slot[element[i]];
    if (rhs->share) {
        ALLOC(s->element, n);
        if (n) memcpy(s->element, element, (size_t)n * sizeof *element);
    }
    if (!s->n) goto done;
    TRY(nd_device_alloc(rhs->device, &s->slot, (size_t)s->n * sizeof *slot));
    TRY(rhs->device->backend->write(rhs->device, &s->slot, 0, slot, (size_t)s->n * sizeof *slot));
    const struct nd_operator op = nd_rhs_operator(rhs);
    if (rhs->plan.variant->basis->list) TRY(rhs->plan.variant->basis->list(&op, slot, s->n, &s->list));
done:
    free(slot);
    if (status) nd_subset_clear(s);
    return status;
}

void nd_subset_clear(struct nd_subset *s)
{
    if (!s->rhs) return;
    nd_device_free(s->rhs->device, &s->slot);
    nd_device_free(s->rhs->device, &s->list.edges);
    nd_device_free(s->rhs->device, &s->list.order);
    free(s->element);
    *s = (struct nd_subset){0};
}

static int change(struct nd_subset *s, int to_nodes, const struct nd_buffer *from, const struct nd_buffer *to)
{
    const struct nd_operator op = nd_rhs_operator(s->rhs);
    const struct nd_change what = {.from = from, .to = to, .list = &s->list, .n = s->n};
    return s->rhs->plan.variant->basis->change(&op, to_nodes, &what);
}

int nd_subset_nodal(struct nd_subset *s, const struct nd_buffer *compact, struct nd_buffer *nodal,
                    const struct nd_buffer **result)
{
    const int converts = s->rhs->plan.variant->basis->change != NULL;
    *result = converts ? nodal : compact;
    return converts ? change(s, 1, compact, nodal) : 0;
}

int nd_subset_upload(struct nd_subset *s, const double *nodal, struct nd_buffer *compact)
{
    int status = 0;
    struct nd_rhs *rhs = s->rhs;
    struct nd_buffer values = {0};
    const size_t row = (size_t)(rhs->layout.fields * rhs->layout.Np), count = (size_t)s->n * row;
    double *own = NULL;
    if (!s->n) return 0;
    if (s->element) {
        size_t n = 0;
        ALLOC(own, count);
        for (nd_idx i = 0; i < s->all; i++)
            if (nd_share_has(rhs->share, s->element[i]))
                memcpy(own + n++ * row, nodal + (size_t)i * row, row * sizeof *own);
    }
    TRY(nd_transfer_reals(rhs->device, rhs->real, &values, own ? own : nodal, count));
    if (rhs->plan.variant->basis->change) {
        TRY(nd_device_alloc(rhs->device, compact, (size_t)s->n * s->size * rhs->real));
        TRY(change(s, 0, &values, compact));
        TRY(rhs->device->backend->finish(rhs->device));
    } else {
        *compact = values;
        values = (struct nd_buffer){0};
    }
done:
    nd_device_free(rhs->device, &values);
    free(own);
    return status;
}

/* nodal[n][fields][Np]: of this rank's elements. */
static int read_own(struct nd_subset *s, const struct nd_buffer *compact, size_t offset, double *nodal)
{
    int status = 0;
    struct nd_rhs *rhs = s->rhs;
    struct nd_buffer piece = {0}, values = {0};
    const size_t count = (size_t)s->n * (size_t)(rhs->layout.fields * rhs->layout.Np),
                 bytes = s->size * (size_t)s->n * rhs->real;
    char *host = NULL;
    ALLOC(host, bytes > count * rhs->real ? bytes : count * rhs->real);
    TRY(rhs->device->backend->read(rhs->device, host, compact, offset * bytes, bytes));
    if (rhs->plan.variant->basis->change) {
        TRY(nd_device_alloc(rhs->device, &piece, bytes));
        TRY(nd_device_alloc(rhs->device, &values, count * rhs->real));
        TRY(rhs->device->backend->write(rhs->device, &piece, 0, host, bytes));
        TRY(change(s, 1, &piece, &values));
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

int nd_subset_read(struct nd_subset *s, const struct nd_buffer *compact, size_t offset, double *nodal)
{
    int status = 0;
    const struct nd_rhs *rhs = s->rhs;
    const size_t row = (size_t)(rhs->layout.fields * rhs->layout.Np);
    double *own = NULL;
    if (!s->element) return read_own(s, compact, offset, nodal);
    ALLOC(own, (size_t)s->n * row);
    if (s->n) TRY(read_own(s, compact, offset, own));
    TRY(nd_share_gather(rhs->share, &(struct nd_share_rows){s->element, s->all, row}, own, nodal));
done:
    free(own);
    return status;
}
