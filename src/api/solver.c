/* Functions of nudge.h that set a solver up with options, time it, and write its rates. */
#include <math.h>
#include <stdlib.h>
#include "api/api.h"
#include "base/format.h"
#include "base/threads.h"
#include "base/work.h"
#include "output/table.h"
#include "solver/ranks.h"

/* The record of a run that begins before the set-up. */
static int begin_run(struct nd_record **out, const nudge_problem *problem)
{
    int status = 0;
    struct nd_record *record = NULL;
    ALLOC(record, 1);
    TRY(nd_record_begin(record, problem));
    *out = record;
    record = NULL;
done:
    free(record);
    return status;
}

int nudge_solver_create_with(nudge_solver **solver, const nudge_problem *problem,
                             const nudge_solver_options *options)
{
    GIVEN(solver, "solver");
    *solver = NULL;
    GIVEN(problem, "problem");
    int status = 0;
    nudge_solver_options o = {0};
    struct nd_record *record = NULL;
    TRY(nd_ranks_check_leader());
    if (options) TRY(nd_options_copy(&o, sizeof o, options, "nudge_solver_options"));
    if (o.begin_run) TRY(begin_run(&record, problem));
    TRY(nd_solver_create(solver, problem, o.device, NULL, o.variant));
    (*solver)->record = record;
    (*solver)->monitors.keep = o.keep_results;
    record = NULL;
done:
    if (record) nd_record_cancel(record, status);
    free(record);
    return status;
}

int nudge_solver_checksum(nudge_solver *solver, uint64_t *sum)
{
    GIVEN(solver, "solver");
    GIVEN(sum, "sum");
    const int before = nd_threads_enter(), status = nd_ranks_checksum(solver, sum);
    nd_threads_leave(before);
    return status;
}

void nudge_solver_cancel(nudge_solver *solver, int status)
{
    if (solver && solver->record) nd_record_cancel(solver->record, status);
}

int nudge_solver_time_stage(nudge_solver *solver, double patience, double *seconds)
{
    GIVEN(solver, "solver");
    GIVEN(seconds, "seconds");
    const int before = nd_threads_enter(), status = nd_solver_time_stage(solver, patience, seconds);
    nd_threads_leave(before);
    return status;
}

static int write_field(nudge_solver *s, struct nd_h5 *h5, const char *name, double *values)
{
    int status = 0;
    TRY(nd_work("writing rates", NAN));
    TRY(nudge_solver_get(s, name, values));
    TRY(nd_h5_write(h5, name, s->mesh.K, s->elem.Np, values));
done:
    return status;
}

static int write_rates(nudge_solver *s, struct nd_h5 *h5)
{
    int status = 0;
    double *values = NULL;
    char rate[128];
    static const char *const axes[] = {"x", "y", "z"};
    ALLOC(values, (size_t)s->mesh.K * (size_t)s->elem.Np);
    TRY(nd_h5_attribute(h5, "law", s->law.name));
    TRY(nd_h5_attribute(h5, "device", s->device->backend->name));
    for (int i = 0; i < 3; i++) TRY(write_field(s, h5, axes[i], values));
    for (int f = 0; f < s->law.fields.n; f++) TRY(write_field(s, h5, s->law.fields.at[f], values));
    for (int f = 0; f < s->law.fields.n; f++) {
        nd_format(rate, sizeof rate, "rate_%s", s->law.fields.at[f]);
        TRY(write_field(s, h5, rate, values));
    }
done:
    free(values);
    return status;
}

int nudge_solver_write_rates(nudge_solver *solver, const char *path)
{
    GIVEN(solver, "solver");
    GIVEN(path, "path");
    int status = 0;
    struct nd_h5 *h5 = NULL;
    TRY(nd_h5_create(&h5, path));
    TRY(write_rates(solver, h5));
    struct nd_h5 *complete = h5;
    h5 = NULL;
    TRY(nd_h5_destroy(complete));
done:
    nd_h5_abandon(h5);
    return status;
}
