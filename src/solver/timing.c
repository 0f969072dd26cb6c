#include <math.h>
#include "base/work.h"
#include "comm/comm.h"
#include "solver/ranks.h"

/* A stage that changes no field: the rates; or, of linear steps, the two evaluations of a quadratic in turn. The
 * second one takes the two arrays in the opposite roles, so that it adds nothing to the one that has no fields. */
int nd_solver_evaluate(nudge_solver *s, int call)
{
    if (!s->integrator.linear) return nd_rhs_rate(&s->rhs);
    const int adds = call % 2;
    const struct nd_stage stage = {.update = adds ? ND_UPDATE_ADD : ND_UPDATE_RATE, .stages = 1};
    if (adds) s->rhs.now = 1 - s->rhs.now;
    const int status = nd_rhs_stage(&s->rhs, &stage);
    if (adds) s->rhs.now = 1 - s->rhs.now;
    return status;
}

/* The slowest rank's. */
static int time_ranks(nudge_solver *s, double patience, double *seconds)
{
    int status = 0;
    struct nd_rank_times *times = NULL;
    ALLOC(times, nd_comm_size());
    TRY(nd_ranks_time(s, patience, times));
    *seconds = 0;
    for (int r = 0; r < nd_comm_size(); r++) *seconds = fmax(*seconds, times[r].whole);
done:
    free(times);
    return status;
}

/* The first calls, which may set things up, do not count. */
int nd_solver_time_stage(nudge_solver *s, double patience, double *seconds)
{
    int status = 0, calls = 0;
    double took = 0;
    *seconds = NAN;
    if (s->rhs.share) return time_ranks(s, patience, seconds);
    TRY(nd_work("measuring a stage", NAN));
    for (int i = 0; i < 2; i++) TRY(nd_solver_evaluate(s, i));
    TRY(s->device->backend->finish(s->device));
    const double start = nd_seconds_now();
    for (int more = 2; (took < patience && calls < 1 << 20) || !calls; more *= 2) {
        for (int i = 0; i < more; i++) TRY(nd_solver_evaluate(s, i));
        TRY(s->device->backend->finish(s->device));
        calls += more;
        took = nd_seconds_now() - start;
    }
    *seconds = took / calls;
done:
    return status;
}
