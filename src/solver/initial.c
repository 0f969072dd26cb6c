/* The fields at time zero. */
#include <math.h>
#include <string.h>
#include "comm/comm.h"
#include "solver/solver.h"

static int is_given(const struct nd_pairs *pairs, const char *name)
{
    int given = 0;
    for (int i = 0; i < pairs->n; i++) given |= !strcmp(pairs->at[i].name, name);
    return given;
}

int nd_solver_set_initial(nudge_solver *s)
{
    int status = 0;
    nd_idx *element = NULL, n = 0;
    double *values = NULL, largest = 0;
    if (!s->problem->initial.n) return 0;
    TRY(nd_share_list(s->rhs.share, s->mesh.K, &element, &n));
    const struct nd_expressions initial = {
        s->problem, &s->problem->initial, &s->mesh, &s->elem, 0, 0, element, n};
    const size_t count = (size_t)n * (size_t)s->elem.Np;
    ALLOC(values, count);
    for (int f = 0; f < s->law.fields.n; f++) {
        if (!is_given(&s->problem->initial, s->law.fields.at[f])) continue;
        TRY(nd_fields_evaluate(&initial, s->law.fields.at[f], values));
        for (size_t i = 0; i < count; i++) largest = fmax(largest, fabs(values[i]));
        TRY(nd_rhs_set_own(&s->rhs, f, values));
    }
    TRY(nd_comm_agree(0));
    TRY(nd_comm_max(&largest, 1));
    /* Sources may still add fields that are large enough. */
    if (!s->problem->sources.n && !s->problem->ports.n) TRY(nd_watch_judge(&s->watch, largest));
done:
    free(element);
    free(values);
    return status;
}
