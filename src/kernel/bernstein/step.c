/* Whole linear steps in one launch: step_bernstein.knl. */
#include "kernel/bernstein/bernstein.h"
#include "kernel/bernstein/map.h"

/* Each block has one batch. */
struct nd_plan nd_bernstein_step_plan(const struct nd_plan *plan)
{
    struct nd_plan own = *plan;
    own.number[ND_PERSISTENT] = 0;
    return own;
}

struct nd_shape nd_bernstein_step_shape(const struct nd_case *c, const struct nd_plan *plan)
{
    const struct nd_plan own = nd_bernstein_step_plan(plan);
    struct nd_bernstein_map map;
    nd_bernstein_map(&own, c->law, c->N, c->single, &map);
    return (struct nd_shape){.threads = plan->number[ND_THREADS],
                             .shared_bytes = (size_t)map.STEP_REALS * (c->single ? 4 : 8)};
}

int nd_bernstein_has_step(const struct nd_operator *op)
{
    int status = 0;
    if (!op->device->info.cooperative) return 0;
    if (!op->buffer[ND_ENDED].handle)
        TRY(nd_device_alloc(op->device, &op->buffer[ND_ENDED],
                            (size_t)op->end * ND_ENDED_STRIDE * sizeof(unsigned)));
done:
    return status ? status : 1;
}

void nd_bernstein_step_arguments(const struct nd_operator *op, const struct nd_stage *stage,
                                 struct nd_arguments *list)
{
    ND_ADD_BUFFERS(list, op, stage->from, stage->to, ND_VGEO, ND_NEIGHBOURS, ND_FMASK, ND_SLICES, ND_SEGMENTS,
                   op->plan->number[ND_SGEO_REALS] ? ND_SGEO : ND_VGEO, ND_FACTORS, ND_ENDED);
    nd_arguments_int(list, stage->stages);
    nd_arguments_real(list, op, stage->dt / op->unit);
}
