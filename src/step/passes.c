/* The launches of a stage: passes of the variant, then added terms. */
#include <string.h>
#include "step/curved.h"
#include "step/halo.h"
#include "step/whole_step.h"

union nd_real nd_rhs_real(const struct nd_rhs *rhs, double value)
{
    return rhs->real == 4 ? (union nd_real){.f = (float)value} : (union nd_real){.d = value};
}

/* Blocks that a stage computes together. */
struct range {
    int64_t first, end;
};

static int launch_pass(struct nd_rhs *rhs, const struct nd_launch *l, const struct nd_stage *stage,
                       struct range range)
{
    int status = 0;
    struct nd_operator op = nd_rhs_operator(rhs);
    struct nd_arguments list;
    list.n = 0;
    if (range.first == range.end) return 0;
    op.first = range.first, op.end = range.end;
    rhs->plan.variant->arguments(&op, l->pass, stage, &list);
    if (list.n > ND_ARGUMENTS_MOST)
        FAIL(NUDGE_EINTERNAL, "%s: %d arguments, room is for %d", nd_pass_names[l->pass], list.n,
             ND_ARGUMENTS_MOST);
    TRY(rhs->device->backend->launch(rhs->device, l->kernel,
                                     (struct nd_grid){.blocks = rhs->plan.variant->blocks(&op, l->pass),
                                                      .first = range.first,
                                                      .threads = l->shape.threads,
                                                      .shared_bytes = l->shape.shared_bytes},
                                     list.at, list.n));
done:
    return status;
}

static struct nd_stage complete(const struct nd_rhs *rhs, const struct nd_stage *stage)
{
    struct nd_stage own = *stage;
    const int other = 1 - rhs->now, adds = stage->update == ND_UPDATE_ADD;
    own.from = (enum nd_rhs_buffer)(adds ? other : rhs->now);
    own.to = (enum nd_rhs_buffer)(adds ? rhs->now : other);
    own.waves = 0;
    return own;
}

int nd_rhs_launch(struct nd_rhs *rhs, int which, const struct nd_stage *stage)
{
    int status = 0;
    const struct nd_stage own = complete(rhs, stage);
    TRY(nd_rhs_settle(rhs));
    TRY(launch_pass(rhs, &rhs->launches.pass[own.update][which], &own, (struct range){0, rhs->blocks}));
done:
    return status;
}

struct nd_count nd_rhs_count(struct nd_rhs *rhs, int which)
{
    const struct nd_variant *v = rhs->plan.variant;
    const struct nd_operator op = nd_rhs_operator(rhs);
    return v->count ? v->count(&op, nd_rhs_pass(rhs, which)->pass) : (struct nd_count){0};
}

static int acts(const struct nd_rhs *rhs, int i)
{
    return !(rhs->time > rhs->term[i].until);
}

/* step: 0 for the terms of each stage, 1 for those of the end of a step. */
static int launch_terms(struct nd_rhs *rhs, const struct nd_stage *stage, int step)
{
    int status = 0;
    for (int i = 0; i < rhs->nterms; i++)
        if (rhs->term[i].step == step && !rhs->term[i].before && acts(rhs, i))
            TRY(rhs->term[i].launch(rhs->term[i].self, rhs, stage));
done:
    return status;
}

int nd_rhs_end_step(struct nd_rhs *rhs, const struct nd_stage *stage)
{
    return launch_terms(rhs, stage, 1);
}

int nd_rhs_has_stage_terms(const struct nd_rhs *rhs)
{
    for (int i = 0; i < rhs->nterms; i++)
        if (!rhs->term[i].step && acts(rhs, i)) return 1;
    return 0;
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

static int launch_passes(struct nd_rhs *rhs, const struct nd_stage *stage, struct range range)
{
    int status = 0;
    const struct nd_launches *l = &rhs->launches;
    for (int i = 0; i < rhs->nlaunches; i++)
        TRY(launch_pass(rhs, stage->waves ? &l->waves[stage->update] : &l->pass[stage->update][i], stage,
                        range));
done:
    return status;
}

/* The blocks whose neighbours are on this rank come first, while messages travel. A stage in several passes, each
 * of which needs all of the one before, waits for the messages. */
static int launch_beside_exchange(struct nd_rhs *rhs, const struct nd_stage *stage)
{
    int status = 0;
    const int64_t outer = rhs->nlaunches == 1 ? rhs->share->outer : rhs->blocks;
    struct range inner = {.end = outer};
    while (inner.end < rhs->blocks) {
        inner = (struct range){inner.end, nd_halo_pause(rhs->halo, inner.end, rhs->blocks)};
        TRY(launch_passes(rhs, stage, inner));
    }
    TRY(nd_halo_end(rhs->halo));
    TRY(launch_passes(rhs, stage, (struct range){0, outer}));
done:
    return status;
}

int nd_rhs_stage(struct nd_rhs *rhs, const struct nd_stage *stage)
{
    int status = 0;
    struct nd_stage own = complete(rhs, stage);
    TRY(nd_rhs_settle(rhs));
    if (rhs->halo) TRY(nd_halo_begin(rhs->halo, own.from));
    TRY(launch_waves(rhs, &own, &own.waves));
    rhs->waves.on = own.waves;
    if (rhs->curved) TRY(nd_curved_keep(rhs->curved, &own));
    TRY(rhs->halo ? launch_beside_exchange(rhs, &own)
                  : launch_passes(rhs, &own, (struct range){0, rhs->blocks}));
    if (rhs->curved) TRY(nd_curved_launch(rhs->curved, &own));
    TRY(launch_terms(rhs, &own, 0));
    if (own.in_step && own.index == own.stages - 1) TRY(nd_rhs_end_step(rhs, &own));
    if (own.update == ND_UPDATE_RK) rhs->now = 1 - rhs->now;
done:
    return status;
}

/* The plan of an operator for one kind of update. */
static struct nd_plan plan_for(const struct nd_plan *plan, enum nd_update update)
{
    struct nd_plan own = *plan;
    own.update = update;
    return own;
}

/* waves: whether the stage adds plane waves. */
static int load_pass(struct nd_rhs *rhs, const struct nd_plan *plan, enum nd_pass pass, int waves,
                     struct nd_launch *l)
{
    int status = 0;
    struct nd_recipe recipe = rhs->recipe;
    const char *file = nd_plan_file(plan, pass);
    l->pass = pass;
    l->shape =
        nd_plan_shape(plan, ND_CASE(rhs->device, recipe.law, recipe.N, recipe.single, recipe.upwind), pass);
    nd_plan_recipe(plan, waves ? ND_PASS_STAGE_WAVES : pass, &recipe);
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
    for (enum nd_update u = nd_plan_updates_begin(&rhs->plan); u < nd_plan_updates_end(&rhs->plan); u++) {
        const struct nd_plan plan = plan_for(&rhs->plan, u);
        rhs->nlaunches = 0;
        for (const enum nd_pass *pass = plan.variant->passes(&plan); *pass; pass++)
            TRY(load_pass(rhs, &plan, *pass, 0, &rhs->launches.pass[u][rhs->nlaunches++]));
    }
    TRY(make_tables(rhs));
done:
    return status;
}

int nd_rhs_load_waves(struct nd_rhs *rhs, int64_t nodes)
{
    int status = 0;
    rhs->waves.nodes = nodes;
    for (enum nd_update u = nd_plan_updates_begin(&rhs->plan); u < nd_plan_updates_end(&rhs->plan); u++) {
        const struct nd_plan plan = plan_for(&rhs->plan, u);
        TRY(load_pass(rhs, &plan, ND_PASS_STAGE, 1, &rhs->launches.waves[u]));
    }
done:
    return status;
}

static void unload(struct nd_rhs *rhs, struct nd_launches *launches)
{
    const struct nd_backend *backend = rhs->device->backend;
    for (int u = 0; u < ND_UPDATES; u++) {
        for (int i = 0; i < ND_PASSES_MOST; i++)
            if (launches->pass[u][i].module) backend->unload(rhs->device, launches->pass[u][i].module);
        if (launches->waves[u].module) backend->unload(rhs->device, launches->waves[u].module);
    }
    memset(launches, 0, sizeof *launches);
}

void nd_rhs_unload_passes(struct nd_rhs *rhs)
{
    unload(rhs, &rhs->launches);
}

/* Whether the text of the pass differs between the two plans. */
static int differs(const struct nd_rhs *rhs, const struct nd_plan *old, const struct nd_plan *plan,
                   enum nd_pass pass)
{
    struct nd_recipe a = rhs->recipe, b = rhs->recipe;
    nd_plan_recipe(old, pass, &a);
    nd_plan_recipe(plan, pass, &b);
    int same = a.ndefines == b.ndefines && a.npastes == b.npastes &&
               !strcmp(nd_plan_file(old, pass), nd_plan_file(plan, pass));
    for (int i = 0; i < a.npastes && same; i++) same = !strcmp(a.paste[i].header, b.paste[i].header);
    for (int i = 0; i < a.ndefines && same; i++)
        same = !strcmp(a.define[i].name, b.define[i].name) && a.define[i].value == b.define[i].value;
    return !same;
}

/* Loads the launches of one update that are not as before. */
static int reload(struct nd_rhs *rhs, const struct nd_plan *wanted, enum nd_update u, struct nd_launches *to)
{
    int status = 0;
    const struct nd_plan old = plan_for(&rhs->plan, u), plan = plan_for(wanted, u);
    for (int i = 0; i < rhs->nlaunches; i++) {
        const enum nd_pass pass = rhs->launches.pass[u][i].pass;
        if (differs(rhs, &old, &plan, pass)) TRY(load_pass(rhs, &plan, pass, 0, &to->pass[u][i]));
    }
    if (rhs->launches.waves[u].module) TRY(load_pass(rhs, &plan, ND_PASS_STAGE, 1, &to->waves[u]));
done:
    return status;
}

/* Exchanges a launch with the new one, if there is a new one. */
static void take(struct nd_launch *to, struct nd_launch *from)
{
    const struct nd_launch old = *to;
    if (!from->module) return;
    *to = *from;
    *from = old;
}

/* All new kernels are loaded before any old one is released: a plan that does not compile leaves the operator
 * unchanged. */
int nd_rhs_replan(struct nd_rhs *rhs, const struct nd_plan *wanted)
{
    int status = 0;
    const struct nd_recipe *r = &rhs->recipe;
    const struct nd_plan before = rhs->plan;
    struct nd_plan plan = *wanted;
    struct nd_launches other = {0};
    plan.mixed = before.mixed; /* face geometry is stored or not, and residuals too, which cannot change */
    plan.update = before.update;
    nd_plan_derive(&plan, ND_CASE(rhs->device, r->law, r->N, r->single, r->upwind));
    TRY(nd_plan_check(&plan, ND_CASE(rhs->device, r->law, r->N, r->single, r->upwind)));
    for (enum nd_update u = nd_plan_updates_begin(&rhs->plan); u < nd_plan_updates_end(&rhs->plan); u++)
        TRY(reload(rhs, &plan, u, &other));
    nd_rhs_forget(rhs);
    nd_whole_step_clear(rhs);
    rhs->whole.tried = 0;
    rhs->plan = plan;
    TRY(make_tables(rhs));
    for (int u = 0; u < ND_UPDATES; u++) {
        for (int i = 0; i < rhs->nlaunches; i++) take(&rhs->launches.pass[u][i], &other.pass[u][i]);
        take(&rhs->launches.waves[u], &other.waves[u]);
    }
done:
    if (status) rhs->plan = before;
    unload(rhs, &other);
    return status;
}
