/* The nodal copy of fields that a variant holds in another basis; rhs.h explains where it lies. */
#include "step/rhs.h"

/* Converts all elements. */
static int change(struct nd_rhs *rhs, int to_nodes, int from, int to)
{
    const struct nd_operator op = nd_rhs_operator(rhs);
    const struct nd_change all = {.from = &rhs->buffer[from],
                                  .to = &rhs->buffer[to],
                                  .n = rhs->layout.slots,
                                  .residual = from == ND_RES};
    return rhs->plan.variant->basis->change(&op, to_nodes, &all);
}

/* A rate that lies in the array of the next fields has its nodal copy in a residual of its own. */
static int show_rate(struct nd_rhs *rhs, struct nd_buffer **buffer)
{
    int status = 0;
    const int rate = 1 - rhs->now;
    *buffer = &rhs->buffer[rate];
    if (!rhs->plan.variant->basis->change) return 0;
    if (rhs->copy != ND_COPY_NONE)
        FAIL(NUDGE_EINTERNAL, "rates must be read before fields, which take their place");
    if (!rhs->buffer[ND_RES].bytes)
        TRY(nd_device_alloc(rhs->device, &rhs->buffer[ND_RES], rhs->buffer[rate].bytes));
    TRY(change(rhs, 1, rate, ND_RES));
    *buffer = &rhs->buffer[ND_RES];
done:
    return status;
}

int nd_rhs_show(struct nd_rhs *rhs, int residual, struct nd_buffer **buffer)
{
    int status = 0;
    const int from = residual ? (int)ND_RES : rhs->now, spare = 1 - rhs->now;
    if (residual && nd_rhs_linear(rhs)) return show_rate(rhs, buffer);
    *buffer = &rhs->buffer[from];
    if (!rhs->plan.variant->basis->change) return 0;
    const int there = residual ? rhs->copy == ND_COPY_RESIDUAL
                               : rhs->copy == ND_COPY_FIELDS || rhs->copy == ND_COPY_CHANGED;
    if (!there) {
        TRY(nd_rhs_settle(rhs));
        TRY(change(rhs, 1, from, spare));
        rhs->copy = residual ? ND_COPY_RESIDUAL : ND_COPY_FIELDS;
    }
    *buffer = &rhs->buffer[spare];
done:
    return status;
}

void nd_rhs_changed(struct nd_rhs *rhs)
{
    if (rhs->plan.variant->basis->change) rhs->copy = ND_COPY_CHANGED;
}

int nd_rhs_commit(struct nd_rhs *rhs)
{
    return rhs->copy == ND_COPY_CHANGED ? nd_rhs_settle(rhs) : 0;
}

int nd_rhs_settle(struct nd_rhs *rhs)
{
    int status = 0;
    if (rhs->copy == ND_COPY_CHANGED) TRY(change(rhs, 0, 1 - rhs->now, rhs->now));
    rhs->copy = ND_COPY_NONE;
done:
    return status;
}
