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

int nd_rhs_show(struct nd_rhs *rhs, int residual, struct nd_buffer **buffer)
{
    int status = 0;
    const int from = residual ? (int)ND_RES : rhs->now, spare = 1 - rhs->now;
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
