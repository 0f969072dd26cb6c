/* How long evaluations take on several ranks, and what of that is the exchange. */
#include <math.h>
#include "base/work.h"
#include "comm/comm.h"
#include "comm/task.h"
#include "solver/ranks.h"

enum kind { WHOLE, ALONE, EXCHANGE };

static int exchange(struct nd_halo *halo)
{
    int status = 0;
    TRY(nd_halo_begin(halo, ND_Q0));
    TRY(nd_halo_end(halo));
done:
    return status;
}

/* Mean seconds of n evaluations, or of n exchanges. Ranks begin at the same time. */
static int repeat(nudge_solver *s, enum kind kind, int n, double *seconds)
{
    int status = 0;
    TRY(s->device->backend->finish(s->device));
    TRY(nd_comm_agree(0));
    s->halo.silent = kind == ALONE;
    const double start = nd_seconds_now();
    for (int i = 0; i < n; i++) TRY(kind == EXCHANGE ? exchange(&s->halo) : nd_solver_evaluate(s, i));
    TRY(s->device->backend->finish(s->device));
    *seconds = (nd_seconds_now() - start) / n;
done:
    s->halo.silent = 0;
    return status;
}

/* As many of each kind as take a third of the time, in pairs; rank 0 decides. The first ones, which may set things up,
 * do not count. */
static int choose_count(nudge_solver *s, double patience, int *n)
{
    int status = 0;
    double one;
    TRY(repeat(s, WHOLE, 2, &one));
    TRY(repeat(s, WHOLE, 4, &one));
    *n = 2 * (int)fmin(fmax(1, patience / (6 * one)), 1 << 20);
    TRY(nd_comm_bcast(n, sizeof *n));
done:
    return status;
}

/* Runs on all ranks; all[ranks] on rank 0. */
static int measure(nudge_solver *s, double patience, struct nd_rank_times *all)
{
    int status = 0, n = 2;
    struct nd_rank_times own = {
        .elements = 0, .sent = (double)nd_halo_bytes(&s->halo), .neighbours = s->halo.n};
    size_t *counts = NULL;
    for (nd_idx k = 0; k < s->mesh.K; k++) own.elements += nd_share_has(s->rhs.share, k);
    TRY(choose_count(s, patience, &n));
    TRY(repeat(s, WHOLE, n, &own.whole));
    TRY(repeat(s, ALONE, n, &own.alone));
    if (s->rhs.halo) TRY(repeat(s, EXCHANGE, n, &own.exchange));
    ALLOC(counts, nd_comm_size());
    for (int r = 0; r < nd_comm_size(); r++) counts[r] = sizeof own;
    TRY(nd_comm_gather(&own, sizeof own, all, counts));
done:
    free(counts);
    return status;
}

int nd_ranks_time(nudge_solver *s, double patience, struct nd_rank_times *all)
{
    int status = 0;
    if (!nd_comm_rank()) TRY(nd_work("measuring a stage", NAN)); /* before the others begin */
    TRY(ND_TASK(.kind = ND_TASK_TIME, .real = patience));
    TRY(measure(s, patience, all));
done:
    return status;
}
