#include <math.h>
#include "base/work.h"
#include "solver/solver.h"

/* Evaluating the rates changes no field, and costs the same time as one stage. The first call, which may set
 * things up, does not count. */
int nd_solver_time_stage(nudge_solver *s, double patience, double *seconds)
{
    int status = 0, calls = 0;
    double took = 0;
    TRY(nd_work("measuring a stage", NAN));
    TRY(nd_rhs_rate(&s->rhs));
    TRY(s->device->backend->finish(s->device));
    const double start = nd_seconds_now();
    for (int more = 1; (took < patience && calls < 1 << 20) || !calls; more *= 2) {
        for (int i = 0; i < more; i++) TRY(nd_rhs_rate(&s->rhs));
        TRY(s->device->backend->finish(s->device));
        calls += more;
        took = nd_seconds_now() - start;
    }
    *seconds = took / calls;
done:
    return status;
}
