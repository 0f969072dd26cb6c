#include "monitor/probe.h"

#include <string.h>
#include "comm/comm.h"
#include "part/order.h"

/* Weights of the numbers of a field at the points of each entry of the list, by which their sum is made. [n][sets][Np]:
 * set s of entry i has part[((i sets + s) points + j)] times the basis functions at point j; part null: 1. */
struct weights {
    const nd_idx *element;
    int points, sets;
    const double (*L)[4];
    const double *part;
};

/* One entry, of an element whose vertices have this order in the stage. */
static int add_entry(const struct nd_probes *p, const struct nd_elem *elem, const struct weights *w, size_t i,
                     const unsigned char *vertex, double *to)
{
    int status = 0;
    const struct nd_operator op = nd_rhs_operator(p->list.rhs);
    const size_t points = (size_t)w->points, sets = (size_t)w->sets, Np = (size_t)elem->Np;
    double *at = NULL;
    ALLOC(at, Np);
    for (size_t j = 0; j < points; j++) {
        double own[4];
        for (int v = 0; v < 4; v++) own[v] = w->L[i * points + j][vertex[v]];
        TRY(p->list.rhs->plan.variant->basis->weights(&op, elem, own, at));
        for (size_t s = 0; s < sets; s++) {
            const double part = w->part ? w->part[(i * sets + s) * points + j] : 1;
            for (size_t k = 0; k < Np; k++) to[s * Np + k] += part * at[k];
        }
    }
done:
    free(at);
    return status;
}

static int upload_weights(struct nd_probes *p, const struct nd_elem *elem, const struct weights *w)
{
    int status = 0;
    struct nd_rhs *rhs = p->list.rhs;
    const struct nd_operator op = nd_rhs_operator(rhs);
    const size_t n = (size_t)p->list.n, all = (size_t)p->list.all, one = (size_t)w->sets * (size_t)elem->Np;
    size_t at = 0;
    unsigned char *order = NULL;
    double *weight = NULL;
    ALLOC(order, rhs->layout.slots);
    ALLOC(weight, n * one);
    if (!n) goto done;
    TRY(rhs->plan.variant->basis->orders(&op, order));
    for (size_t i = 0; i < all; i++)
        if (nd_share_has(rhs->share, w->element[i]))
            TRY(add_entry(p, elem, w, i, nd_orders[order[rhs->slot[w->element[i]]]], weight + at++ * one));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &p->weight, weight, n * one));
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

static int init(struct nd_probes *p, struct nd_rhs *rhs, const struct nd_elem *elem, nd_idx n,
                const struct weights *w, const char *kernel)
{
    int status = 0;
    struct nd_recipe recipe;
    nd_rhs_term_recipe(rhs, &recipe);
    recipe.upwind = 1; /* the text does not use the flux, so that one text serves every upwind weight */
    TRY(nd_subset_init(&p->list, rhs, w->element, n));
    TRY(upload_weights(p, elem, w));
    if (p->list.n)
        TRY(nd_device_alloc(rhs->device, &p->table,
                            (size_t)p->rows * (size_t)p->list.n * (size_t)p->values * rhs->real));
    TRY(nd_kernel_module(rhs->device, &recipe, "probe.knl", &p->module));
    TRY(rhs->device->backend->kernel(rhs->device, p->module, kernel, &p->kernel));
done:
    if (status) nd_probes_clear(p);
    return status;
}

int nd_probes_init(struct nd_probes *p, struct nd_rhs *rhs, const struct nd_elem *elem,
                   const struct nd_points *points, int rows)
{
    *p = (struct nd_probes){.rows = rows, .values = rhs->layout.fields};
    return init(p, rhs, elem, points->n,
                &(struct weights){.element = points->element, .points = 1, .sets = 1, .L = points->L}, "probe");
}

int nd_probes_init_sums(struct nd_probes *p, struct nd_rhs *rhs, const struct nd_elem *elem,
                        const struct nd_probe_sums *sums, int rows)
{
    int status = 0;
    const size_t n = (size_t)sums->n, points = (size_t)sums->points, fields = (size_t)rhs->layout.fields;
    double *part = NULL; /* [n][ND_PROBE_SUMS][fields][points] */
    *p = (struct nd_probes){.rows = rows, .values = ND_PROBE_SUMS};
    ALLOC(part, n * ND_PROBE_SUMS * fields * points);
    for (size_t i = 0; i < n * ND_PROBE_SUMS; i++)
        for (size_t f = 0; f < fields; f++)
            for (size_t j = 0; j < points; j++)
                part[(i * fields + f) * points + j] = sums->weight[(i * points + j) * fields + f];
    TRY(init(p, rhs, elem, sums->n,
             &(struct weights){sums->element, sums->points, ND_PROBE_SUMS * rhs->layout.fields, sums->L, part},
             "probe_sums"));
done:
    if (status) nd_probes_clear(p);
    free(part);
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

/* values[rows][n][values]: at this rank's points. */
static int read_own(struct nd_probes *p, double *values)
{
    int status = 0;
    const struct nd_rhs *rhs = p->list.rhs;
    const size_t count = (size_t)p->row * (size_t)p->list.n * (size_t)p->values;
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
    const int rows = p->row, fields = p->values;
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
