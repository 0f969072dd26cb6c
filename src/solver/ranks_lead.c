/* The order of rank 0 to create a solver. */
#include <string.h>
#include "base/text.h"
#include "comm/comm.h"
#include "comm/task.h"
#include "solver/ranks.h"

/* "-", or "=" and the text, with its NUL. */
static void pack_text(struct nd_text *to, const char *text)
{
    nd_text_add(to, "%s%s", text ? "=" : "-", text ? text : "");
    nd_text_add_bytes(to, "", 1);
}

static int unpack_text(const char **from, const char *end, const char **text)
{
    int status = 0;
    const char *nul = memchr(*from, 0, (size_t)(end - *from));
    char *copy = NULL;
    *text = NULL;
    if (!nul) FAIL(NUDGE_EINTERNAL, "an order is cut short");
    if (**from == '=') STRDUP(copy, *from + 1);
    *text = copy;
    *from = nul + 1;
done:
    return status;
}

int nd_ranks_check_leader(void)
{
    int status = 0;
    if (nd_comm_rank())
        FAIL(NUDGE_EVALUE, "rank %d of %d creates no solver of its own: call nudge_ranks_serve there",
             nd_comm_rank(), nd_comm_size());
done:
    return status;
}

int nd_ranks_lead(const struct nd_order *order)
{
    int status = 0;
    struct nd_text bytes = {0};
    if (nd_comm_size() == 1 || nd_comm_rank()) return 0;
    pack_text(&bytes, order->device);
    pack_text(&bytes, order->variant);
    TRY(nd_problem_pack(order->problem, &bytes));
    nd_exchanges_begin();
    TRY(nd_task_lead(&(struct nd_task){.kind = ND_TASK_CREATE, .step = (int64_t)bytes.n}));
    TRY(nd_comm_bcast(bytes.s, bytes.n));
    TRY(nd_comm_agree(0)); /* that all have received it */
done:
    nd_text_clear(&bytes);
    return status;
}

int nd_ranks_follow(struct nd_order *order, size_t n)
{
    int status = 0;
    char *bytes = NULL;
    const char *at;
    nudge_problem *problem = NULL;
    *order = (struct nd_order){0};
    nd_exchanges_begin();
    ALLOC(bytes, n);
    TRY(nd_comm_bcast(bytes, n));
    at = bytes;
    TRY(unpack_text(&at, bytes + n, &order->device));
    TRY(unpack_text(&at, bytes + n, &order->variant));
    TRY(nd_problem_unpack(&problem, at, (size_t)(bytes + n - at)));
    order->problem = problem;
done:
    free(bytes);
    return nd_comm_agree(status);
}
