#include "monitor/probe.h"

#include <string.h>
#include "comm/comm.h"
#include "part/order.h"

/* Uploads the weights of the numbers of a field at each point. */
static int upload_weights(struct nd_probes *p, const struct nd_elem *elem, const nd_idx *element,
                          const double (*L)[4])
{
    int status = 0;
    struct nd_rhs *rhs = p->list.rhs;
    const struct nd_basis *basis = rhs->plan.variant->basis;
    const struct nd_operator op = nd_rhs_operator(rhs);
    const size_t n = (size_t)p->list.n, all = (size_t)p->list.all, Np = (size_t)elem->Np;
    size_t at = 0;
    unsigned char *order = NULL;
    double *weight = NULL;
    ALLOC(order, rhs->layout.slots);
    ALLOC(weight, n * Np);
    if (!n) goto done;
    TRY(basis->orders(&op, order));
    for (size_t i = 0; i < all; i++) {
        if (!nd_share_has(rhs->share, element[i])) continue;
        const unsigned char *vertex = nd_orders[order[rhs->slot[element[i]]]];
        double own[4];
        for (int v = 0; v < 4; v++) own[v] = L[i][vertex[v]];
        TRY(basis->weights(&op, elem, own, weight + at++ * Np));
    }
    TRY(nd_transfer_reals(rhs->device, rhs->real, &p->weight, weight, n * Np));
done:
    free(order);
    free(weight);
    return status;
}

size_t nd_probes_bytes(const struct nd_rhs *rhs, nd_idx n, int rows)
{
    const size_t each = (size_t)rhs->layout.Np + (size_t)rows * (size_t)rhs->layout.fields;
    return (size_t)n * (each * rhs->real + nd_subset_bytes(rhs));
}

int nd_probes_init(struct nd_probes *p, struct nd_rhs *rhs, const struct nd_elem *elem,
                   const struct nd_points *points, int rows)
{
    int status = 0;
    struct nd_recipe recipe;
    *p = (struct nd_probes){.rows = rows};
    nd_rhs_term_recipe(rhs, &recipe);
    recipe.upwind = 1; /* the text does not use the flux, so that one text serves every upwind weight */
    TRY(nd_subset_init(&p->list, rhs, points->element, points->n));
    TRY(upload_weights(p, elem, points->element, points->L));
    if (p->list.n)
        TRY(nd_device_alloc(rhs->device, &p->table,
                            (size_t)rows * (size_t)p->list.n * (size_t)rhs->layout.fields * rhs->real));
    TRY(nd_kernel_module(rhs->device, &recipe, "probe.knl", &p->module));
    TRY(rhs->device->backend->kernel(rhs->device, p->module, "probe", &p->kernel));
done:
    if (status) nd_probes_clear(p);
    return status;
}

void nd_probes_clear(struct nd_probes *p)
{
    struct nd_rhs *rhs = p->list.rhs;
    if (rhs) {
        if (p->module) rhs->device->backend->unload(rhs->device, p->module);
        nd_device_free(rhs->device, &p->weight);
        nd_device_free(rhs->device, &p->table);
    }
    nd_subset_clear(&p->list);
    *p = (struct nd_probes){0};
}

int nd_probes_sample(struct nd_probes *p)
{
    int status = 0, n = p->list.n, row = p->row;
    struct nd_rhs *rhs = p->list.rhs;
    int64_t stride_f = rhs->layout.S_f;
    if (row >= p->rows) FAIL(NUDGE_EINTERNAL, "no room for another row of probes");
    p->row++;
    if (!n) goto done;
    TRY(nd_rhs_commit(rhs));
    const struct nd_arg args[] = {ND_ARG_BUFFER(rhs->buffer[rhs->now]),
                                  ND_ARG_BUFFER(p->list.slot),
                                  ND_ARG_BUFFER(p->list.list.edges),
                                  ND_ARG_BUFFER(p->weight),
                                  ND_ARG_BUFFER(p->table),
                                  ND_ARG_SCALAR(stride_f),
                                  ND_ARG_SCALAR(n),
                                  ND_ARG_SCALAR(row)};
    TRY(rhs->device->backend->launch(rhs->device, p->kernel, (struct nd_grid){.blocks = n, .threads = 64},
                                     args, 8));
done:
    return status;
}

/* values[rows][n][fields]: at this rank's points. */
static int read_own(struct nd_probes *p, double *values)
{
    int status = 0;
    const struct nd_rhs *rhs = p->list.rhs;
    const size_t count = (size_t)p->row * (size_t)p->list.n * (size_t)rhs->layout.fields;
    char *host = NULL;
    ALLOC(host, count * rhs->real);
    if (count) TRY(rhs->device->backend->read(rhs->device, host, &p->table, 0, count * rhs->real));
    for (size_t i = 0; i < count; i++)
        values[i] = rhs->real == 4 ? (double)((float *)host)[i] : ((double *)host)[i];
done:
    free(host);
    return status;
}

/* Rows of one point after the other, for the gathering. */
static void transpose(const double *from, int rows, nd_idx n, int fields, double *to)
{
    for (int r = 0; r < rows; r++)
        for (nd_idx i = 0; i < n; i++)
            memcpy(to + ((size_t)i * (size_t)rows + (size_t)r) * (size_t)fields,
                   from + ((size_t)r * (size_t)n + (size_t)i) * (size_t)fields, (size_t)fields * sizeof *to);
}

int nd_probes_read(struct nd_probes *p, double *values)
{
    int status = 0;
    const struct nd_subset *list = &p->list;
    const int rows = p->row, fields = list->rhs->layout.fields;
    const size_t row = (size_t)rows * (size_t)fields;
    double *own = NULL, *turned = NULL, *all = NULL;
    if (!list->element) {
        TRY(read_own(p, values));
        goto done;
    }
    ALLOC(own, (size_t)list->n * row);
    ALLOC(turned, (size_t)list->n * row);
    ALLOC(all, (size_t)list->all * row);
    if (list->n) TRY(read_own(p, own));
    transpose(own, rows, list->n, fields, turned);
    TRY(nd_share_gather(list->rhs->share, &(struct nd_share_rows){list->element, list->all, row}, turned,
                        all));
    for (int r = 0; r < rows && !nd_comm_rank(); r++)
        for (nd_idx i = 0; i < list->all; i++)
            memcpy(values + ((size_t)r * (size_t)list->all + (size_t)i) * (size_t)fields,
                   all + ((size_t)i * (size_t)rows + (size_t)r) * (size_t)fields,
                   (size_t)fields * sizeof *values);
done:
    if (!status) p->row = 0;
    free(own);
    free(turned);
    free(all);
    return status;
}
