/* Looking into a solver from outside. */
#include "solver/solver.h"

#include <string.h>
#include "base/threads.h"

void nudge_solver_status(const nudge_solver *s, nudge_status *status)
{
    if (status) *status = (nudge_status){.device = ""};
    if (!status || !s) return;
    const double stages = (double)s->settled * s->integrator->stages;
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
    };
}

int nudge_solver_error(nudge_solver *s, double *relative)
{
    GIVEN(s, "solver");
    GIVEN(relative, "relative");
    int status = 0;
    const int before = nd_threads_enter();
    if (!s->problem->exact.n)
        FAIL(NUDGE_EVALUE, "the problem has no exact solution to compare with; add `exact:` to it");
    TRY(nd_fields_error(&s->rhs, s->problem, &s->mesh, &s->elem, s->time, relative, &s->error_absolute));
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

/* Might elements have losses, which then keep a residual of their own? Those are constants that need not be there. */
static int may_lose(const nudge_solver *s)
{
    int any = 0;
    const struct nd_names *names = &s->law.notnegative;
    for (int m = 0; m < s->problem->nmaterials && s->law.local >= 0; m++)
        for (int c = 0; c < s->problem->material[m].nconstants; c++)
            for (int i = 0; i < names->n; i++)
                any |= s->problem->material[m].constant[c].value != 0 &&
                       !strcmp(s->problem->material[m].constant[c].name, names->at[i]);
    return any;
}

double nd_solver_memory(const nudge_solver *s, const struct nd_mesh *counts, double *device)
{
    const nudge_problem *p = s->problem;
    const int single = p->precision == ND_SINGLE, fields = s->law.fields.n;
    const double K = counts->K, Np = nd_elem_Np(p->order);
    struct nd_plan plan = s->plan;
    if (p->nmaterials > 1) /* at the most */
        nd_rhs_mix(&plan, ND_CASE(s->device, &s->law, p->order, single, p->upwind), counts->K);
    *device = (double)nd_rhs_bytes(&plan, counts->K, p->order, fields, single) +
              (double)nd_pointwise_bytes(&s->law, s->pml.n, nd_elem_Np(p->order), single);
    if (may_lose(s))
        *device += K * Np * fields * (single ? 4 : 8); /* at the most; what it is is told later */
    /* The mesh; slots and Jacobians; one field (two when errors are asked for) on its way to or from the device. */
    const double mesh = (double)counts->Nv * 24 + K * (16 + 4 + 8 + 4) + (double)counts->Nb * 16;
    const double moving = 8 * K * Np * (p->exact.n ? 2 : 1) + 12 * K;
    const double program = 24e6; /* code and libraries */
    return *device + mesh + moving + program +
           (double)nd_outputs_bytes(p, counts->K, nd_elem_Np(p->order), fields);
}
