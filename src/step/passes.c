/* The launches of a stage: passes of the variant, then added terms. */
#include <string.h>
#include "step/lsrk.h"

union nd_real nd_rhs_real(const struct nd_rhs *rhs, double value)
{
    return rhs->real == 4 ? (union nd_real){.f = (float)value} : (union nd_real){.d = value};
}

static int launch_pass(struct nd_rhs *rhs, const struct nd_launch *l, const struct nd_stage *stage)
{
    int status = 0;
    const struct nd_operator op = nd_rhs_operator(rhs);
    struct nd_arguments list;
    list.n = 0;
    rhs->plan.variant->arguments(&op, l->pass, stage, &list);
    if (list.n > ND_ARGUMENTS_MOST)
        FAIL(NUDGE_EINTERNAL, "%s: %d arguments, room is for %d", nd_pass_names[l->pass], list.n,
             ND_ARGUMENTS_MOST);
    TRY(rhs->device->backend->launch(rhs->device, l->kernel,
                                     (struct nd_grid){.blocks = l->blocks,
                                                      .threads = l->shape.threads,
                                                      .shared_bytes = l->shape.shared_bytes},
                                     list.at, list.n));
done:
    return status;
}

static struct nd_stage complete(const struct nd_rhs *rhs, const struct nd_stage *stage)
{
    struct nd_stage own = *stage;
    own.from = (enum nd_rhs_buffer)rhs->now;
    own.to = (enum nd_rhs_buffer)(1 - rhs->now);
    own.waves = 0;
    return own;
}

int nd_rhs_launch(struct nd_rhs *rhs, int which, const struct nd_stage *stage)
{
    int status = 0;
    const struct nd_stage own = complete(rhs, stage);
    TRY(nd_rhs_settle(rhs));
    TRY(launch_pass(rhs, &rhs->launch[which], &own));
done:
    return status;
}

struct nd_count nd_rhs_count(struct nd_rhs *rhs, int which)
{
    const struct nd_variant *v = rhs->plan.variant;
    const struct nd_operator op = nd_rhs_operator(rhs);
    return v->count ? v->count(&op, rhs->launch[which].pass) : (struct nd_count){0};
}

static int acts(const struct nd_rhs *rhs, int i)
{
    return !(rhs->time > rhs->term[i].until);
}

static int launch_terms(struct nd_rhs *rhs, const struct nd_stage *stage)
{
    int status = 0;
    const int ends = stage->in_step && stage->index == stage->stages - 1;
    for (int step = 0; step <= ends; step++)
        for (int i = 0; i < rhs->nterms; i++)
            if (rhs->term[i].step == step && !rhs->term[i].before && acts(rhs, i))
                TRY(rhs->term[i].launch(rhs->term[i].self, rhs, stage));
done:
    return status;
}

/* Evaluates plane waves that the stage adds itself, at the first stage for the whole step. waves: set if
 * there are any. */
static int launch_waves(struct nd_rhs *rhs, const struct nd_stage *stage, int *waves)
{
    int status = 0;
    for (int i = 0; i < rhs->nterms; i++) {
        if (!rhs->term[i].before || !acts(rhs, i)) continue;
        if (!stage->index) TRY(rhs->term[i].launch(rhs->term[i].self, rhs, stage));
        *waves = 1;
    }
done:
    return status;
}

int nd_rhs_stage(struct nd_rhs *rhs, const struct nd_stage *stage)
{
    int status = 0;
    struct nd_stage own = complete(rhs, stage);
    TRY(nd_rhs_settle(rhs));
    TRY(launch_waves(rhs, &own, &own.waves));
    rhs->waves.on = own.waves;
    for (int i = 0; i < rhs->nlaunches; i++)
        TRY(launch_pass(rhs, own.waves ? &rhs->waves.launch : &rhs->launch[i], &own));
    TRY(launch_terms(rhs, &own));
    rhs->now = 1 - rhs->now;
done:
    return status;
}

/* waves: whether the stage adds plane waves. */
static int load_pass(struct nd_rhs *rhs, enum nd_pass pass, int waves, struct nd_launch *l)
{
    int status = 0;
    struct nd_recipe recipe = rhs->recipe;
    const struct nd_operator op = nd_rhs_operator(rhs);
    const char *file = nd_plan_file(&rhs->plan, pass);
    l->pass = pass;
    l->shape = nd_plan_shape(&rhs->plan,
                             ND_CASE(rhs->device, recipe.law, recipe.N, recipe.single, recipe.upwind), pass);
    l->blocks = rhs->plan.variant->blocks(&op, pass);
    nd_plan_recipe(&rhs->plan, waves ? ND_PASS_STAGE_WAVES : pass, &recipe);
    TRY(nd_kernel_load(rhs->device, &recipe, file, &l->module, &l->kernel));
done:
    return status;
}

static int make_tables(struct nd_rhs *rhs)
{
    const struct nd_operator op = nd_rhs_operator(rhs);
    return rhs->plan.variant->tables ? rhs->plan.variant->tables(&op) : 0;
}

int nd_rhs_load_passes(struct nd_rhs *rhs)
{
    int status = 0;
    for (const enum nd_pass *pass = rhs->plan.variant->passes(&rhs->plan); *pass; pass++)
        TRY(load_pass(rhs, *pass, 0, &rhs->launch[rhs->nlaunches++]));
    TRY(make_tables(rhs));
done:
    return status;
}

int nd_rhs_load_waves(struct nd_rhs *rhs, int64_t nodes)
{
    rhs->waves.nodes = nodes;
    return load_pass(rhs, ND_PASS_STAGE, 1, &rhs->waves.launch);
}

/* Whether the text of the pass differs between the two plans. */
static int differs(const struct nd_rhs *rhs, const struct nd_plan *plan, enum nd_pass pass)
{
    struct nd_recipe a = rhs->recipe, b = rhs->recipe;
    nd_plan_recipe(&rhs->plan, pass, &a);
    nd_plan_recipe(plan, pass, &b);
    int same = a.ndefines == b.ndefines && a.npastes == b.npastes &&
               !strcmp(nd_plan_file(&rhs->plan, pass), nd_plan_file(plan, pass));
    for (int i = 0; i < a.npastes && same; i++) same = !strcmp(a.paste[i].header, b.paste[i].header);
    for (int i = 0; i < a.ndefines && same; i++)
        same = !strcmp(a.define[i].name, b.define[i].name) && a.define[i].value == b.define[i].value;
    return !same;
}

/* All new kernels are loaded before any old one is released: a plan that does not compile leaves the operator
 * unchanged. */
int nd_rhs_replan(struct nd_rhs *rhs, const struct nd_plan *wanted)
{
    int status = 0;
    const struct nd_recipe *r = &rhs->recipe;
    const struct nd_plan before = rhs->plan;
    struct nd_plan plan = *wanted;
    struct nd_launch now[ND_PASSES_MOST] = {0}, waves = {0};
    plan.mixed = before.mixed; /* face geometry is stored or not, which cannot change */
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
    TRY(make_tables(rhs));
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
