#include "step/rhs_term.h"

#include <string.h>
#include "step/integrator.h"

void nd_rhs_term_recipe(const struct nd_rhs *rhs, struct nd_recipe *recipe)
{
    *recipe = rhs->recipe;
    recipe->lanes = 1;
    nd_plan_recipe(&rhs->plan, ND_PASS_NONE, recipe);
}

/* Splits a time into two reals whose sum it is, because a float has too few digits. */
static void split(const struct nd_rhs *rhs, double value, char *to)
{
    const double high = rhs->real == 4 ? (double)(float)value : value;
    const union nd_real h = nd_rhs_real(rhs, high), l = nd_rhs_real(rhs, value - high);
    memcpy(to, &h, rhs->real);
    memcpy(to + rhs->real, &l, rhs->real);
}

/* ND_SCHEME: a time of 0 and a weight of 1, for a stage by itself; then times, weights and weights of
 * residuals of the current scheme. */
enum { ALONE = 2, SCHEME_REALS = ALONE + ND_FORCING_MOST * (1 + 2 * ND_STAGES_MOST) };

static int write_scheme(struct nd_rhs *rhs, double dt)
{
    const struct nd_integrator *integrator = rhs->graph.integrator;
    struct nd_forcing f = {0};
    double all[SCHEME_REALS] = {0};
    char reals[SCHEME_REALS * sizeof(double)];
    if (integrator) nd_integrator_forcing(integrator, &f);
    const int n = f.nodes, weights = integrator ? n * integrator->stages : 0;
    all[1] = 1;
    for (int j = 0; j < n; j++) all[ALONE + j] = dt * f.time[j];
    for (int i = 0; i < weights; i++) {
        all[ALONE + n + i] = f.weight[i];
        all[ALONE + n + weights + i] = f.left[i];
    }
    rhs->forcing_nodes = n;
    for (int i = 0; i < SCHEME_REALS; i++) {
        const union nd_real one = nd_rhs_real(rhs, all[i]);
        memcpy(reals + (size_t)i * rhs->real, &one, rhs->real);
    }
    return rhs->device->backend->write(rhs->device, &rhs->buffer[ND_SCHEME], 0, reals,
                                       SCHEME_REALS * rhs->real);
}

struct nd_rhs_forcing_args nd_rhs_forcing_args(const struct nd_rhs *rhs, const struct nd_stage *stage,
                                               int waves)
{
    const int n = rhs->forcing_nodes, weights = ALONE + n + (waves ? 0 : n * stage->stages);
    if (!stage->in_step) return (struct nd_rhs_forcing_args){.nodes = 1, .times = 0, .weights = 1};
    return (struct nd_rhs_forcing_args){.nodes = n, .times = ALONE, .weights = weights + n * stage->index};
}

int nd_rhs_sim_time_start(struct nd_rhs *rhs, double time, double dt)
{
    int status = 0, none = 0;
    char words[6 * sizeof(double)];
    rhs->time = rhs->start = time;
    rhs->ticks = 0;
    if (!rhs->sim_time) return 0;
    split(rhs, time, words);
    split(rhs, time, words + 2 * rhs->real);
    split(rhs, dt, words + 4 * rhs->real);
    TRY(rhs->device->backend->write(rhs->device, &rhs->buffer[ND_SIM_TIME], 0, words, 6 * rhs->real));
    TRY(rhs->device->backend->write(rhs->device, &rhs->buffer[ND_TICKS], 0, &none, sizeof none));
    TRY(write_scheme(rhs, dt));
done:
    return status;
}

int nd_rhs_sim_time_advance(struct nd_rhs *rhs)
{
    const struct nd_arg args[] = {ND_ARG_BUFFER(rhs->buffer[ND_SIM_TIME]),
                                  ND_ARG_BUFFER(rhs->buffer[ND_TICKS])};
    return rhs->sim_time ? rhs->device->backend->launch(rhs->device, rhs->sim_time,
                                                        (struct nd_grid){.blocks = 1, .threads = 1}, args, 2)
                         : 0;
}

static int make_sim_time(struct nd_rhs *rhs)
{
    int status = 0;
    struct nd_recipe recipe;
    nd_rhs_term_recipe(rhs, &recipe);
    recipe.upwind = 1; /* the text does not use the flux, so that one text serves every upwind weight */
    TRY(nd_device_alloc(rhs->device, &rhs->buffer[ND_SIM_TIME], 6 * rhs->real));
    TRY(nd_device_alloc(rhs->device, &rhs->buffer[ND_TICKS], sizeof(int)));
    TRY(nd_device_alloc(rhs->device, &rhs->buffer[ND_SCHEME], SCHEME_REALS * rhs->real));
    TRY(nd_kernel_module(rhs->device, &recipe, "sim_time.knl", &rhs->sim_time_module));
    TRY(rhs->device->backend->kernel(rhs->device, rhs->sim_time_module, "sim_time", &rhs->sim_time));
    TRY(nd_rhs_sim_time_start(rhs, rhs->time, 0));
done:
    return status;
}

int nd_rhs_term_attach(struct nd_rhs *rhs, nd_rhs_term_launch launch, void *self, int flags, double until)
{
    int status = 0;
    if (rhs->nterms == ND_TERMS_MOST) FAIL(NUDGE_EINTERNAL, "more than %d added terms", ND_TERMS_MOST);
    if (flags & ND_TERM_TIMED && !rhs->sim_time) TRY(make_sim_time(rhs));
    nd_rhs_forget(rhs); /* recorded steps are without it */
    rhs->term[rhs->nterms].launch = launch;
    rhs->term[rhs->nterms].step = (flags & ND_TERM_STEP) != 0;
    rhs->term[rhs->nterms].before = (flags & ND_TERM_WAVES) != 0;
    rhs->term[rhs->nterms].until = until;
    rhs->term[rhs->nterms++].self = self;
done:
    return status;
}

int nd_rhs_stored_attach(struct nd_rhs *rhs, nd_rhs_stored add, void *self)
{
    int status = 0;
    if (rhs->nstored == ND_STORED_MOST) FAIL(NUDGE_EINTERNAL, "more than %d terms with energy", ND_STORED_MOST);
    rhs->stored[rhs->nstored].add = add;
    rhs->stored[rhs->nstored++].self = self;
done:
    return status;
}

struct nd_rhs_term_args nd_rhs_term_args(const struct nd_rhs *rhs, const struct nd_stage *stage)
{
    return (struct nd_rhs_term_args){
        .to = &rhs->buffer[stage->rate ? ND_RES : stage->to],
        .residual = stage->rate,
        .a = nd_rhs_real(rhs, stage->update == ND_UPDATE_RK ? stage->a : 0),
        .b = nd_rhs_real(rhs, stage->rate ? 1 : stage->b),
        .dt = nd_rhs_real(rhs, stage->dt),
    };
}

int nd_rhs_term_ended(const struct nd_rhs *rhs)
{
    int ended = 0;
    for (int i = 0; i < rhs->nterms; i++) ended += rhs->time > rhs->term[i].until;
    return ended;
}
