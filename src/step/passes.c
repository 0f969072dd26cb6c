/* The launches of a stage, by variant. */
#include <stdio.h>
#include <string.h>
#include "base/format.h"
#include "step/lsrk.h"

union nd_real nd_rhs_real(const struct nd_rhs *rhs, double value)
{
    return rhs->real == 4 ? (union nd_real){.f = (float)value} : (union nd_real){.d = value};
}

/* What every launch of a stage may ask for. */
struct stage {
    union nd_real a, b, dt;
    int64_t stride_f, slots, count, wave_at;
    int n_M, units, batches, ahead;
};

#define ARG(which)   ND_ARG_BUFFER(rhs->buffer[which])
#define SCALAR(x)    ND_ARG_SCALAR(stage->x)
#define COEFFICIENTS ND_ARG_REAL(rhs, stage->a), ND_ARG_REAL(rhs, stage->b), ND_ARG_REAL(rhs, stage->dt)
#define BERNSTEIN                                                                                            \
    ARG(now), ARG(next), ARG(ND_RES), ARG(ND_RECORD), ARG(ND_BEHIND), ARG(ND_FMASK), ARG(ND_LAYERS),         \
        ARG(ND_PENCILS), ARG(rhs->plan.sides ? ND_SIDES : ND_RECORD), ARG(ND_TICKETS), SCALAR(batches),      \
        SCALAR(ahead), COEFFICIENTS
#define ARGUMENTS_MOST 24
/* Fills args and n of the function it stands in. */
#define ARGUMENTS(...)                                                                                       \
    do {                                                                                                     \
        const struct nd_arg list_[] = {__VA_ARGS__};                                                         \
        _Static_assert(sizeof list_ / sizeof *list_ <= ARGUMENTS_MOST, "room for all arguments");            \
        memcpy(args, list_, sizeof list_);                                                                   \
        n = (int)(sizeof list_ / sizeof *list_);                                                             \
    } while (0)

/* The arguments of a stage in one pass; how many. */
static int stage_arguments(const struct nd_rhs *rhs, const struct stage *stage, struct nd_arg *args)
{
    const int now = rhs->now, next = 1 - rhs->now;
    int n;
    if (rhs->waves.on)
        ARGUMENTS(BERNSTEIN, ARG(ND_WAVE_FIRST), ARG(ND_WAVE_PLACE), ARG(ND_WAVE_FACTOR), ARG(ND_WAVE),
                  SCALAR(wave_at));
    else if (rhs->plan.state)
        ARGUMENTS(BERNSTEIN);
    else if (rhs->plan.batch)
        ARGUMENTS(ARG(now), ARG(next), ARG(ND_RES), ARG(ND_METRIC), ARG(ND_ETOE), ARG(ND_ETOL),
                  ARG(ND_MATERIAL), ARG(ND_MEDIUM), ARG(ND_D), ARG(ND_LIFT), ARG(ND_LISTS), COEFFICIENTS);
    else
        ARGUMENTS(ARG(now), ARG(next), ARG(ND_RES), ARG(ND_METRIC), ARG(ND_ETOE), ARG(ND_ETOL),
                  ARG(ND_UNIFORM), ARG(ND_MATERIAL), ARG(ND_MEDIUM), ARG(ND_D), ARG(ND_LIFT), ARG(ND_LISTS),
                  COEFFICIENTS);
    return n;
}

/* The arguments of one of several passes; how many. */
static int pass_arguments(const struct nd_rhs *rhs, enum nd_pass pass, const struct stage *stage,
                          struct nd_arg *args)
{
    const int now = rhs->now, next = 1 - rhs->now,
              *units = rhs->plan.variant->commuted ? &stage->n_M : &stage->units;
    int n;
    switch (pass) {
    case ND_PASS_FLUX:
        ARGUMENTS(ARG(now), ARG(ND_FLUX), ARG(ND_METRIC), ARG(ND_ETOE), ARG(ND_ETOL), ARG(ND_MATERIAL),
                  ARG(ND_MEDIUM), ARG(ND_LISTS), SCALAR(stride_f), SCALAR(slots));
        break;
    case ND_PASS_RATE:
        ARGUMENTS(ARG(now), ARG(ND_FLUX), ARG(ND_RATE), ARG(ND_METRIC), ARG(ND_MATERIAL), ARG(ND_MEDIUM),
                  ARG(ND_D), ARG(ND_LIFT), SCALAR(stride_f), SCALAR(slots));
        break;
    case ND_PASS_GATHER:
        ARGUMENTS(ARG(now), ARG(ND_FLUX), ARG(ND_HEADER), ARG(ND_DESCRIPTOR_INTS), ARG(ND_DESCRIPTOR_REALS),
                  ARG(ND_LISTS), ARG(ND_STORE), ARG(ND_MEDIUM), SCALAR(n_M));
        break;
    case ND_PASS_LIFT:
        ARGUMENTS(ARG(ND_FLUX), ARG(ND_LIFT), ARG(ND_INV_J), ARG(ND_LIFTED), ARG(ND_DQ), ARG(now), ARG(next),
                  ARG(ND_RES), COEFFICIENTS, SCALAR(n_M), SCALAR(units));
        break;
    case ND_PASS_DIFF:
        ARGUMENTS(ARG(now), ARG(ND_DQ), ARG(ND_D), ARG(ND_METRIC), ARG(ND_MATERIAL), ARG(ND_MEDIUM),
                  SCALAR(n_M), ND_ARG_SCALAR(*units));
        break;
    case ND_PASS_ASSEMBLY:
        ARGUMENTS(ARG(ND_DQ), ARG(ND_LIFTED), ARG(ND_RATE), ARG(ND_MATERIAL), ARG(ND_MEDIUM), ARG(now),
                  ARG(next), ARG(ND_RES), COEFFICIENTS, SCALAR(n_M));
        break;
    default: /* ND_PASS_UPDATE */
        ARGUMENTS(ARG(now), ARG(next), ARG(ND_RES), ARG(ND_RATE), COEFFICIENTS, SCALAR(count));
        break;
    }
    return n;
}

static int launch_pass(struct nd_rhs *rhs, const struct nd_launch *l, const struct stage *stage)
{
    struct nd_arg args[ARGUMENTS_MOST];
    if (l->pass == ND_PASS_STAGE && rhs->waves.on) l = &rhs->waves.launch;
    const int n = l->pass == ND_PASS_STAGE ? stage_arguments(rhs, stage, args)
                                           : pass_arguments(rhs, l->pass, stage, args);
    return rhs->device->backend->launch(rhs->device, l->kernel, l->groups, l->shape.items, l->shape.local,
                                        args, n);
}

static struct stage make_stage(const struct nd_rhs *rhs, double a, double b, double dt)
{
    const int n_M = (int)(rhs->layout.slots / rhs->layout.block);
    return (struct stage){
        .a = nd_rhs_real(rhs, a),
        .b = nd_rhs_real(rhs, b),
        .dt = nd_rhs_real(rhs, dt / rhs->unit),
        .stride_f = rhs->layout.S_f,
        .slots = rhs->layout.slots,
        .count = rhs->layout.length,
        .wave_at = rhs->stage * rhs->waves.nodes,
        .n_M = n_M,
        .units = rhs->plan.variant->family == ND_LAYOUT_PAPER ? n_M * rhs->layout.fields : 0,
        .batches = rhs->plan.batch ? (int)(rhs->layout.slots / rhs->plan.batch) : 0,
        .ahead = rhs->device->info.units * rhs->plan.batch_together,
    };
}

int nd_rhs_launch(struct nd_rhs *rhs, int which, double a, double b, double dt)
{
    int status = 0;
    const struct stage stage = make_stage(rhs, a, b, dt);
    TRY(nd_kept_settle(rhs));
    rhs->waves.on = 0;
    TRY(launch_pass(rhs, &rhs->launch[which], &stage));
done:
    return status;
}

static int acts(const struct nd_rhs *rhs, int i)
{
    return !(rhs->time > rhs->extra[i].until);
}

static int launch_extras(struct nd_rhs *rhs, const struct nd_stage *stage)
{
    int status = 0;
    const int ends = rhs->step && stage->index == stage->stages - 1;
    for (int step = 0; step <= ends; step++)
        for (int i = 0; i < rhs->nextras; i++)
            if (rhs->extra[i].step == step && !rhs->extra[i].before && acts(rhs, i))
                TRY(rhs->extra[i].launch(rhs->extra[i].self, rhs, stage));
done:
    return status;
}

/* Waves that stages let in, at all stages of the step. */
static int launch_waves(struct nd_rhs *rhs, const struct nd_stage *stage)
{
    int status = 0;
    rhs->waves.on = 0;
    for (int i = 0; i < rhs->nextras; i++) {
        if (!rhs->extra[i].before || !acts(rhs, i)) continue;
        if (!stage->index) TRY(rhs->extra[i].launch(rhs->extra[i].self, rhs, stage));
        rhs->waves.on = 1;
    }
done:
    return status;
}

int nd_rhs_stage(struct nd_rhs *rhs, double a, double b, double dt)
{
    int status = 0;
    const struct stage stage = make_stage(rhs, a, b, dt);
    TRY(nd_kept_settle(rhs));
    const struct nd_integrator *step = rhs->step;
    const struct nd_stage seen = {.a = a,
                                  .b = b,
                                  .dt = dt,
                                  .offset = step ? dt * nd_integrator_offset(step, rhs->stage) : 0,
                                  .from = (enum nd_rhs_buffer)rhs->now,
                                  .to = (enum nd_rhs_buffer)(1 - rhs->now),
                                  .index = rhs->stage,
                                  .stages = step ? step->stages : 1,
                                  .rate = rhs->rate};
    TRY(launch_waves(rhs, &seen));
    for (int i = 0; i < rhs->nlaunches; i++) TRY(launch_pass(rhs, &rhs->launch[i], &stage));
    TRY(launch_extras(rhs, &seen));
    rhs->now = 1 - rhs->now;
done:
    return status;
}

static int64_t divide_up(int64_t n, int64_t by)
{
    return (n + by - 1) / by;
}

static int64_t groups(const struct nd_rhs *rhs, enum nd_pass pass)
{
    const struct nd_plan *p = &rhs->plan;
    const int64_t n_M = rhs->layout.slots / rhs->layout.block, units = n_M * rhs->layout.fields;
    switch (pass) {
    case ND_PASS_GATHER: return n_M / p->M_B;
    case ND_PASS_LIFT: return divide_up(units, (int64_t)p->lift_p * p->lift_i);
    case ND_PASS_DIFF: {
        const int64_t work = p->variant->commuted ? n_M : units;
        const int64_t each = (int64_t)p->diff_p * p->diff_i;
        if (p->diff_shared == ND_SHARED_FIELD) return divide_up(work, each);
        return divide_up(p->N_pM, p->diff_rows) * divide_up(work, each * p->diff_s);
    }
    case ND_PASS_ASSEMBLY: return divide_up(rhs->layout.S_f, 256);
    case ND_PASS_UPDATE: return divide_up(rhs->layout.length, 1024);
    case ND_PASS_STAGE: {
        const int64_t batches = p->batch ? rhs->layout.slots / p->batch : n_M,
                      resident = (int64_t)rhs->device->info.units * p->batch_together;
        /* In C a range of groups is a loop already. */
        const int stays = p->batch_resident && rhs->device->backend->dialect != ND_DIALECT_C;
        return stays && resident < batches ? resident : batches;
    }
    default: return rhs->layout.slots;
    }
}

/* waves: does a stage let some in? */
static int load_pass(struct nd_rhs *rhs, enum nd_pass pass, int waves, struct nd_launch *l)
{
    int status = 0;
    struct nd_recipe recipe = rhs->recipe;
    const char *file = nd_plan_file(&rhs->plan, pass);
    char name[64];
    nd_format(name, sizeof name, "%.*s", (int)strcspn(file, "."), file);
    l->pass = pass;
    l->shape = nd_plan_shape(&rhs->plan,
                             ND_CASE(rhs->device, recipe.law, recipe.N, recipe.single, recipe.upwind), pass);
    l->groups = groups(rhs, pass);
    nd_plan_recipe(&rhs->plan, pass, &recipe);
    if (waves) nd_recipe_define(&recipe, "WAVES", 1);
    TRY(nd_kernel_module(rhs->device, &recipe, file, &l->module));
    TRY(rhs->device->backend->kernel(rhs->device, l->module, name, &l->kernel));
done:
    return status;
}

int nd_rhs_load_passes(struct nd_rhs *rhs)
{
    int status = 0;
    for (const enum nd_pass *pass = rhs->plan.variant->pass; *pass; pass++)
        TRY(load_pass(rhs, *pass, 0, &rhs->launch[rhs->nlaunches++]));
    TRY(nd_kept_deal(rhs));
done:
    return status;
}

int nd_rhs_load_waves(struct nd_rhs *rhs, int64_t nodes)
{
    rhs->waves.nodes = nodes;
    return load_pass(rhs, ND_PASS_STAGE, 1, &rhs->waves.launch);
}

/* Would the pass's text be another? */
static int differs(const struct nd_rhs *rhs, const struct nd_plan *plan, enum nd_pass pass)
{
    struct nd_recipe a = rhs->recipe, b = rhs->recipe;
    nd_plan_recipe(&rhs->plan, pass, &a);
    nd_plan_recipe(plan, pass, &b);
    int same = a.ndefines == b.ndefines && !strcmp(nd_plan_file(&rhs->plan, pass), nd_plan_file(plan, pass));
    for (int i = 0; i < a.ndefines && same; i++)
        same = !strcmp(a.define[i].name, b.define[i].name) && a.define[i].value == b.define[i].value;
    return !same;
}

/* All new kernels are there before any old one goes: a plan that does not compile leaves the operator as it was. */
int nd_rhs_replan(struct nd_rhs *rhs, const struct nd_plan *wanted)
{
    int status = 0;
    const struct nd_recipe *r = &rhs->recipe;
    const struct nd_plan before = rhs->plan;
    struct nd_plan plan = *wanted;
    struct nd_launch now[ND_PASSES_MOST] = {0}, waves = {0};
    plan.mixed = before.mixed; /* sides are there, or they are not */
    nd_plan_derive(&plan, ND_CASE(rhs->device, r->law, r->N, r->single, r->upwind));
    TRY(nd_plan_check(&plan, ND_CASE(rhs->device, r->law, r->N, r->single, r->upwind)));
    for (int i = 0; i < rhs->nlaunches; i++) {
        rhs->plan = before;
        const int other = differs(rhs, &plan, rhs->launch[i].pass);
        rhs->plan = plan;
        if (other) TRY(load_pass(rhs, rhs->launch[i].pass, 0, &now[i]));
    }
    if (rhs->waves.launch.module) TRY(load_pass(rhs, ND_PASS_STAGE, 1, &waves));
    nd_rhs_forget(rhs);
    TRY(nd_kept_deal(rhs));
    for (int i = 0; i < rhs->nlaunches; i++) {
        if (!now[i].module) continue;
        rhs->device->backend->unload(rhs->device, rhs->launch[i].module);
        rhs->launch[i] = now[i];
        now[i].module = NULL;
    }
    if (waves.module) {
        rhs->device->backend->unload(rhs->device, rhs->waves.launch.module);
        rhs->waves.launch = waves;
        waves.module = NULL;
    }
done:
    if (status) rhs->plan = before;
    for (int i = 0; i < ND_PASSES_MOST; i++)
        if (now[i].module) rhs->device->backend->unload(rhs->device, now[i].module);
    if (waves.module) rhs->device->backend->unload(rhs->device, waves.module);
    return status;
}
