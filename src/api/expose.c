/* nudge_solver_expose: nodal fields in memory that other programs can read. */
#include <stdlib.h>
#include "api/api.h"
#include "base/threads.h"
#include "comm/comm.h"
#include "solver/solver.h"

/* From the device's layout through doubles, one field at a time. */
static int copy_on_host(nudge_solver *s, nudge_exposed *e)
{
    int status = 0;
    const size_t n = (size_t)s->mesh.K * (size_t)s->elem.Np;
    double *field = NULL, *all;
    if (!e->values) {
        ALLOC(all, ((size_t)e->fields * n * s->rhs.real + sizeof *all - 1) / sizeof *all);
        e->values = all;
    }
    if (e->precision == NUDGE_SINGLE) ALLOC(field, n);
    for (int f = 0; f < e->fields; f++) {
        double *to = e->precision == NUDGE_SINGLE ? field : (double *)e->values + (size_t)f * n;
        TRY(nd_rhs_get(&s->rhs, 0, f, to));
        for (size_t i = 0; field && i < n; i++) ((float *)e->values)[(size_t)f * n + i] = (float)field[i];
    }
done:
    free(field);
    return status;
}

int nudge_solver_expose(nudge_solver *s, const nudge_exposed **exposed)
{
    GIVEN(exposed, "exposed");
    *exposed = NULL;
    GIVEN(s, "solver");
    int status = 0;
    nudge_exposed *e = &s->exposed;
    const int before = nd_threads_enter();
    const enum nd_dialect kind = s->device->backend->dialect;
    if (nd_comm_size() > 1)
        FAIL(NUDGE_EVALUE, "fields are on %d ranks, each with a part of them; nudge_solver_get collects them",
             nd_comm_size());
    if (kind == ND_DIALECT_OPENCL)
        FAIL(NUDGE_EDEVICE,
             "the device is %s, whose memory has no address that other programs can use; take "
             "cuda or cpu, or copy the fields by nudge_solver_get",
             s->device->backend->name);
    e->fields = s->law.fields.n;
    e->elements = s->mesh.K;
    e->nodes = s->elem.Np;
    e->precision = s->rhs.real == 4 ? NUDGE_SINGLE : NUDGE_DOUBLE;
    e->bytes = (size_t)e->elements * (size_t)(e->fields * e->nodes) * s->rhs.real;
    if (kind == ND_DIALECT_CUDA) {
        TRY(nd_gather_fill(&s->gather, &s->rhs));
        e->values = s->gather.values.handle;
        e->cuda = 1;
        e->ordinal = s->device->ordinal;
    } else {
        TRY(copy_on_host(s, e));
    }
    *exposed = e;
done:
    nd_threads_leave(before);
    return status;
}
