/* Looking into a solver from outside. */
#include "solver/solver.h"

#include <string.h>
#include "base/threads.h"
#include "comm/task.h"
#include "solver/ranks.h"

static int count_unfinished(const nudge_solver *s)
{
    int n = 0;
    for (int i = 0; i < s->monitors.n; i++) n += s->monitors.at[i].stopped;
    return n;
}

void nd_solver_status(const nudge_solver *s, nudge_status *status)
{
    const double stages = (double)s->settled * s->integrator.stages;
    *status = (nudge_status){
        .elements = s->mesh.K,
        .nodes = s->elem.Np,
        .fields = s->law.fields.n,
        .order = s->elem.N,
        .step = s->step,
        .steps = s->schedule.steps,
        .time = s->time,
        .end = s->schedule.end,
        .dt = s->schedule.dt,
        .energy = s->watch.energy,
        .energy_step = s->watch.step,
        .seconds = s->seconds,
        .dofs_per_second =
            s->seconds > 0 ? stages * s->law.fields.n * s->elem.Np * (double)s->mesh.K / s->seconds : 0,
        .device = s->device->backend->name,
        .setup_seconds = s->setup_seconds,
        .decayed = s->decayed,
        .error = s->error,
        .error_absolute = s->error_absolute,
        .unfinished = count_unfinished(s),
        .resumed = s->resumed,
    };
}

const nudge_status *nudge_solver_status(nudge_solver *s)
{
    static const nudge_status none = {.device = ""};
    if (!s) return &none;
    nd_solver_status(s, &s->status);
    return &s->status;
}

const char *nudge_solver_field(const nudge_solver *s, int i)
{
    return s && i >= 0 && i < s->law.fields.n ? s->law.fields.at[i] : NULL;
}

int nudge_solver_error(nudge_solver *s, double *relative)
{
    GIVEN(s, "solver");
    GIVEN(relative, "relative");
    int status = 0;
    const int before = nd_threads_enter();
    if (!s->problem->exact.n)
        FAIL(NUDGE_EVALUE, "the problem has no exact solution to compare with; add `exact:` to it");
    TRY(ND_TASK(.kind = ND_TASK_ERROR, .real = s->time));
    TRY(nd_ranks_error(s, s->time, relative));
done:
    nd_threads_leave(before);
    return status;
}

int nudge_solver_energy(nudge_solver *s, double *energy)
{
    GIVEN(s, "solver");
    GIVEN(energy, "energy");
    const int before = nd_threads_enter(), status = nd_rhs_energy(&s->rhs, energy, NULL);
    nd_threads_leave(before);
    return status;
}

static int find_field(const nudge_solver *s, const char *name, int *field)
{
    int status = 0;
    char all[512];
    *field = nd_names_find(&s->law.fields, name);
    nd_names_list(&s->law.fields, all, sizeof all);
    if (*field < 0)
        FAIL(NUDGE_EVALUE, "'%s' is not a field of law %s; its fields are %s", name, s->law.name, all);
done:
    return status;
}

/* x, y or z of every node. */
static int get_coordinate(const nudge_solver *s, int axis, double *values)
{
    int status = 0;
    const int Np = s->elem.Np;
    double *x = NULL;
    ALLOC(x, 3 * Np);
    for (nd_idx k = 0; k < s->mesh.K; k++) {
        nd_geometry_nodes(&s->mesh, &s->elem, k, x, x + Np, x + 2 * Np);
        memcpy(values + (int64_t)k * Np, x + axis * Np, (size_t)Np * sizeof *values);
    }
done:
    free(x);
    return status;
}

int nudge_solver_get(nudge_solver *s, const char *name, double *values)
{
    GIVEN(s, "solver");
    GIVEN(name, "field");
    GIVEN(values, "values");
    int status = 0, field, rate = !strncmp(name, "rate_", 5);
    const int before = nd_threads_enter();
    if (strlen(name) == 1 && strchr("xyz", name[0])) {
        TRY(get_coordinate(s, name[0] - 'x', values));
        goto done;
    }
    TRY(find_field(s, rate ? name + 5 : name, &field));
    if (rate) TRY(ND_TASK(.kind = ND_TASK_RATE));
    if (rate) TRY(nd_rhs_rate(&s->rhs));
    TRY(nd_rhs_get(&s->rhs, rate, field, values));
done:
    nd_threads_leave(before);
    return status;
}

int nudge_solver_set(nudge_solver *s, const char *name, const double *values)
{
    GIVEN(s, "solver");
    GIVEN(name, "field");
    GIVEN(values, "values");
    int status = 0, field;
    const int before = nd_threads_enter();
    TRY(find_field(s, name, &field));
    TRY(nd_rhs_set(&s->rhs, field, values));
done:
    nd_threads_leave(before);
    return status;
}
