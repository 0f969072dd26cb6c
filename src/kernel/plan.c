#include "kernel/plan.h"

#include <string.h>
#include "base/log.h"
#include "kernel/shipped.h"

const char *const nd_pass_names[ND_PASSES] = {"",       "gather", "lift", "diff",  "assembly",
                                              "update", "flux",   "rate", "stage", "stage",
                                              "step"};

#define ROW(name) &nd_variant_##name,
const struct nd_variant *const nd_variants[] = {ND_VARIANTS(ROW) NULL};

/* As it is shipped, if the device is of that kind and runs it. */
static int take_shipped(struct nd_plan *plan, const struct nd_case *c, const struct nd_plan *named)
{
    if (nd_law_own(c->law) || nd_law_extended(c->law) || !nd_shipped_find(c, c->law->name, named, plan))
        return 0;
    plan->source = ND_PLAN_SHIPPED;
    nd_plan_derive(plan, c);
    return !nd_plan_check(plan, c);
}

/* A plan of that name for the case's steps, with shipped or guessed parameters. Fails when the device cannot
 * run it. */
static int plan_variant(struct nd_plan *plan, const struct nd_case *c, const char *name)
{
    int status = 0;
    struct nd_plan named = nd_plan_named(name);
    TRY(nd_plan_name_check(name));
    if (c->linear && !named.variant->linear)
        FAIL(NUDGE_EVALUE,
             "variant %s does not take linear steps; choose another variant or time.integrator lsrk4",
             named.variant->name);
    named.update = c->linear ? ND_UPDATE_RATE : ND_UPDATE_RK;
    TRY(named.variant->applicable(named.variant, c));
    if (take_shipped(plan, c, &named)) goto done;
    *plan = named;
    plan->variant->guess(c, plan);
    TRY(nd_plan_check(plan, c));
done:
    return status;
}

/* The first variant in the list that runs on the device and prefers the case. The last one always does. */
static int plan_standard(struct nd_plan *plan, const struct nd_case *c)
{
    const struct nd_variant *const *v = nd_variants;
    for (; v[1]; v++)
        if (!plan_variant(plan, c, (*v)->name) && (*v)->preferred(c, plan)) return 0;
    nd_warn("the %s kernels are used, which are slower: %s", (*v)->name, nudge_error());
    return plan_variant(plan, c, (*v)->name);
}

int nd_plan_choose(struct nd_plan *plan, const struct nd_case *c, const char *variant)
{
    return variant ? plan_variant(plan, c, variant) : plan_standard(plan, c);
}

void nd_plan_derive(struct nd_plan *plan, const struct nd_case *c)
{
    if (plan->variant->derive) plan->variant->derive(c, plan);
}

void nd_plan_layout(const struct nd_plan *plan, struct nd_layout *layout, nd_idx K, int64_t slots, int Np,
                    int fields)
{
    const int64_t block = plan->variant->placed(plan).elements,
                  count = ((slots ? slots : K) + block - 1) / block * block;
    plan->variant->layout(plan, count, Np, fields, layout);
}

int nd_plan_get(const struct nd_plan *plan, const struct nd_parameter *parameter)
{
    int value;
    memcpy(&value, (const char *)plan + parameter->at, sizeof value);
    return value;
}

void nd_plan_set(struct nd_plan *plan, const struct nd_parameter *parameter, int value)
{
    memcpy((char *)plan + parameter->at, &value, sizeof value);
}

const char *nd_plan_origin(const struct nd_plan *plan)
{
    static const char *const words[] = {
        [ND_PLAN_MODEL] = "guessed by a model of the device",
        [ND_PLAN_SHIPPED] = "measured on such a device and shipped with nudge",
        [ND_PLAN_MEASURED] = "measured on this machine",
    };
    return plan->variant->parameters ? words[plan->source] : "none";
}

static int same(const struct nd_plan *a, const struct nd_plan *b, int layout)
{
    int equal = a->variant == b->variant && a->blocks == b->blocks;
    for (const struct nd_parameter *p = a->variant->parameters; p && p->name && equal; p++)
        if (p->layout || !layout) equal = nd_plan_get(a, p) == nd_plan_get(b, p);
    return equal;
}

int nd_plan_same_layout(const struct nd_plan *a, const struct nd_plan *b)
{
    return a->update == b->update && same(a, b, 1);
}

int nd_plan_same(const struct nd_plan *a, const struct nd_plan *b)
{
    return same(a, b, 0);
}

int *nd_plan_find(struct nd_plan *plan, const char *name)
{
    for (const struct nd_parameter *p = plan->variant->parameters; p && p->name; p++)
        if (!strcmp(p->name, name)) return (int *)(void *)((char *)plan + p->at);
    return NULL;
}

int nd_plan_block(const struct nd_plan *plan)
{
    return plan->variant->placed(plan).elements;
}

struct nd_shape nd_plan_shape(const struct nd_plan *plan, const struct nd_case *c, enum nd_pass pass)
{
    return plan->variant->shape(c, plan, pass);
}

static int check_pass(const struct nd_plan *plan, const struct nd_case *c, enum nd_pass pass)
{
    int status = 0;
    const struct nd_shape shape = plan->variant->shape(c, plan, pass);
    const struct nd_device_info *info = &c->device->info;
    if (shape.threads > info->threads_most)
        FAIL(NUDGE_EVALUE, "%s: %d threads in a block, %s takes %d", nd_pass_names[pass], shape.threads,
             info->name, info->threads_most);
    if (shape.shared_bytes + shape.fixed > info->shared_bytes)
        FAIL(NUDGE_EVALUE, "%s: %zu bytes of shared memory in a block, %s has %zu", nd_pass_names[pass],
             shape.shared_bytes + shape.fixed, info->name, info->shared_bytes);
done:
    return status;
}

int nd_plan_check(const struct nd_plan *plan, const struct nd_case *c)
{
    int status = 0;
    const struct nd_variant *v = plan->variant;
    TRY(v->applicable(v, c));
    for (const enum nd_pass *pass = v->passes(plan); *pass; pass++) TRY(check_pass(plan, c, *pass));
    TRY(v->check(c, plan));
done:
    return status;
}

void nd_plan_fit(struct nd_plan *plan, const struct nd_case *c, nd_idx K)
{
    if (plan->variant->fit) plan->variant->fit(c, plan, K);
}

const char *nd_plan_file(const struct nd_plan *plan, enum nd_pass pass)
{
    return plan->variant->file(plan, pass);
}

void nd_plan_recipe(const struct nd_plan *plan, enum nd_pass pass, struct nd_recipe *recipe)
{
    recipe->ndefines = recipe->npastes = 0;
    plan->variant->defines(plan, pass, recipe);
}
