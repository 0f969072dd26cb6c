#include "checkpoint/state.h"

int nd_rows_init(struct nd_rows *rows, const struct nd_rhs *rhs)
{
    int status = 0;
    *rows = (struct nd_rows){0};
    for (nd_idx k = 0; k < rhs->K; k++) rows->n += nd_share_has(rhs->share, k);
    ALLOC(rows->element, rows->n);
    ALLOC(rows->slot, rows->n);
    for (nd_idx k = 0, i = 0; k < rhs->K; k++) {
        if (!nd_share_has(rhs->share, k)) continue;
        rows->element[i] = k;
        rows->slot[i++] = rhs->slot[k];
    }
done:
    if (status) nd_rows_clear(rows);
    return status;
}

void nd_rows_clear(struct nd_rows *rows)
{
    free(rows->element);
    free(rows->slot);
    *rows = (struct nd_rows){0};
}
