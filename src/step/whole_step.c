#include "step/whole_step.h"

#include <stdlib.h>
#include <string.h>
#include "base/log.h"

static struct nd_case case_of(const struct nd_rhs *rhs)
{
    const struct nd_recipe *r = &rhs->recipe;
    return (struct nd_case){rhs->device, r->law, r->N, r->single, r->upwind, 1};
}

static int load(struct nd_rhs *rhs)
{
    int status = 0;
    struct nd_launch *l = &rhs->whole.launch;
    struct nd_recipe recipe = rhs->recipe;
    const struct nd_case c = case_of(rhs);
    l->pass = ND_PASS_STEP;
    l->shape = nd_plan_shape(&rhs->plan, &c, ND_PASS_STEP);
    if (l->shape.shared_bytes + l->shape.fixed > rhs->device->info.shared_bytes) return 0;
    nd_plan_recipe(&rhs->plan, ND_PASS_STEP, &recipe);
    TRY(nd_kernel_load(rhs->device, &recipe, nd_plan_file(&rhs->plan, ND_PASS_STEP), &l->module, &l->kernel));
done:
    return status;
}

static struct nd_grid grid_of(const struct nd_rhs *rhs)
{
    const struct nd_shape *shape = &rhs->whole.launch.shape;
    return (struct nd_grid){
        .blocks = rhs->blocks, .threads = shape->threads, .shared_bytes = shape->shared_bytes};
}

/* Finds out once whether the variant and the device can, for this mesh. */
static int try_out(struct nd_rhs *rhs)
{
    int status = 0;
    enum { BLOCKS_MOST = 32 }; /* of a multiprocessor, at any size */
    const struct nd_operator op = nd_rhs_operator(rhs);
    const struct nd_variant *v = rhs->plan.variant;
    int64_t resident = 0;
    rhs->whole.tried = 1;
    if (!v->has_step || !rhs->device->backend->cooperative_blocks ||
        rhs->blocks > (int64_t)BLOCKS_MOST * rhs->device->info.units)
        return 0;
    const int has = v->has_step(&op);
    if (has < 0) return has;
    if (!has) return 0;
    TRY(load(rhs));
    if (!rhs->whole.launch.kernel) return 0;
    TRY(rhs->device->backend->cooperative_blocks(rhs->device, rhs->whole.launch.kernel, grid_of(rhs), &resident));
    if (rhs->blocks > resident) nd_whole_step_clear(rhs);
done:
    if (status) nd_whole_step_clear(rhs);
    return status;
}

static int upload_factors(struct nd_rhs *rhs, const struct nd_polynomial *p)
{
    int status = 0;
    double factors[ND_EVALUATIONS_MOST];
    const struct nd_operator op = nd_rhs_operator(rhs);
    for (int i = 0; i < p->factors; i++)
        factors[2 * i] = p->factor[i].b, factors[2 * i + 1] = p->factor[i].c;
    nd_device_free(rhs->device, &rhs->buffer[ND_FACTORS]);
    TRY(nd_operator_upload_reals(&op, ND_FACTORS, factors, 2 * (size_t)p->factors));
done:
    return status;
}

static int is_wanted(void)
{
    const char *given = getenv("NUDGE_STEPS");
    return !given || strcmp(given, "stages") != 0;
}

int nd_whole_step_choose(struct nd_rhs *rhs, const struct nd_integrator *integrator)
{
    int status = 0;
    rhs->graph.chosen = 1;
    rhs->whole.on = 0;
    if (!integrator->linear || rhs->halo || rhs->curved || nd_rhs_has_stage_terms(rhs) || !is_wanted())
        return 0;
    const int failed = rhs->whole.tried ? 0 : try_out(rhs);
    if (failed == NUDGE_ESTOPPED) return failed;
    if (failed)
        nd_warn("steps are taken in one launch per evaluation, which is slower: %s", nudge_error());
    if (!rhs->whole.launch.kernel) return 0;
    TRY(upload_factors(rhs, &integrator->polynomial));
    rhs->whole.on = 1;
done:
    return status;
}

int nd_whole_step_launch(struct nd_rhs *rhs, const struct nd_integrator *integrator, double dt)
{
    int status = 0;
    const struct nd_operator op = nd_rhs_operator(rhs);
    struct nd_arguments list = {.n = 0};
    struct nd_stage stage = nd_integrator_stage(integrator, integrator->stages - 1, dt);
    stage.from = (enum nd_rhs_buffer)rhs->now;
    stage.to = (enum nd_rhs_buffer)(1 - rhs->now);
    TRY(nd_rhs_settle(rhs));
    rhs->waves.on = 0;
    rhs->plan.variant->arguments(&op, ND_PASS_STEP, &stage, &list);
    TRY(rhs->device->backend->launch(rhs->device, rhs->whole.launch.kernel, grid_of(rhs), list.at, list.n));
    stage.from = (enum nd_rhs_buffer)(1 - rhs->now), stage.to = (enum nd_rhs_buffer)rhs->now;
    TRY(nd_rhs_end_step(rhs, &stage));
done:
    return status;
}

void nd_whole_step_clear(struct nd_rhs *rhs)
{
    if (rhs->whole.launch.module) rhs->device->backend->unload(rhs->device, rhs->whole.launch.module);
    rhs->whole.launch = (struct nd_launch){0};
    rhs->whole.on = 0;
}
