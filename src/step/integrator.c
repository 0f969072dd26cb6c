#include "step/integrator.h"

#include <complex.h>
#include <string.h>
#include "base/log.h"
#include "step/rhs_term.h"
#include "step/whole_step.h"

const struct nd_integrator *nd_integrator_get(enum nd_scheme scheme)
{
    return scheme == ND_LSRK14 ? &nd_lsrk14 : &nd_lsrk4;
}

int nd_integrator_init(struct nd_integrator *integrator, enum nd_scheme scheme, int order, const char *law,
                       int N, double upwind)
{
    int status = 0;
    if (scheme != ND_LINEAR) {
        *integrator = *nd_integrator_get(scheme);
        return 0;
    }
    *integrator = (struct nd_integrator){.name = "linear", .order = order, .linear = 1};
    struct nd_polynomial *p = &integrator->polynomial;
    TRY(nd_polynomial_find(p, law, N, upwind, order, &integrator->common));
    integrator->stages = 2 * p->factors;
    integrator->damping = p->damping;
done:
    return status;
}

int nd_integrator_fewer(struct nd_integrator *integrator, const char *law, int N, double upwind)
{
    if (!integrator->linear || !nd_polynomial_fewer(&integrator->polynomial, law, N, upwind)) return 0;
    integrator->stages = 2 * integrator->polynomial.factors;
    integrator->damping = integrator->polynomial.damping;
    return 1;
}

int nd_integrator_of(struct nd_integrator *integrator, const nudge_problem *problem, const char *law,
                     const struct nd_variant *variant)
{
    static const int orders[] = {[ND_ORDER_AUTO] = 6, [ND_ORDER_4] = 4, [ND_ORDER_6] = 6, [ND_ORDER_8] = 8};
    const int able = !variant || variant->linear, scheme = problem->integrator ? problem->integrator
                                                           : able              ? ND_LINEAR
                                                                               : ND_LSRK4;
    if (!able && !problem->integrator)
        nd_info("variant %s has no linear steps; the integrator is lsrk4", variant->name);
    if (scheme != ND_LINEAR && problem->time_order != ND_ORDER_AUTO)
        nd_warn("time.order is for time.integrator linear: %s is of order 4",
                nd_integrator_get(scheme)->name);
    return nd_integrator_init(integrator, scheme, orders[problem->time_order], law, problem->order,
                              problem->upwind);
}

int nd_integrator_interval(const struct nd_integrator *integrator)
{
    return 100 / integrator->stages;
}

/* A Runge-Kutta stage takes the value at its own time. Time is integrated as fields are, with the rate 1. */
static void stage_forcing(const struct nd_integrator *integrator, struct nd_forcing *f)
{
    const int n = f->nodes = integrator->stages;
    double res = 0;
    for (int s = 0; s < n; s++) {
        f->weight[s * n + s] = f->left[s * n + s] = 1;
        for (int j = 0; j < s; j++) f->left[s * n + j] = integrator->a[s] * f->left[(s - 1) * n + j];
        res = integrator->a[s] * res + 1;
        if (s + 1 < n) f->time[s + 1] = f->time[s] + integrator->b[s] * res;
    }
}

void nd_integrator_forcing(const struct nd_integrator *integrator, struct nd_forcing *f)
{
    memset(f, 0, sizeof *f);
    if (!integrator->linear) {
        stage_forcing(integrator, f);
        return;
    }
    f->nodes = integrator->polynomial.order + 1;
    nd_polynomial_forcing(&integrator->polynomial, f->time, f->weight);
    memcpy(f->left, f->weight, sizeof f->left);
}

/* Stage 2 i and 2 i + 1 evaluate quadratic i. */
static struct nd_stage quadratic_stage(const struct nd_integrator *integrator, int index, double dt)
{
    const struct nd_polynomial *p = &integrator->polynomial;
    struct nd_stage stage = {.update = ND_UPDATE_RATE,
                             .b = 1,
                             .dt = dt,
                             .index = index,
                             .stages = integrator->stages,
                             .in_step = 1};
    if (index % 2)
        stage.update = ND_UPDATE_ADD, stage.a = p->factor[index / 2].b, stage.b = p->factor[index / 2].c;
    return stage;
}

struct nd_stage nd_integrator_stage(const struct nd_integrator *integrator, int index, double dt)
{
    if (integrator->linear) return quadratic_stage(integrator, index, dt);
    return (struct nd_stage){.a = integrator->a[index],
                             .b = integrator->b[index],
                             .dt = dt,
                             .index = index,
                             .stages = integrator->stages,
                             .in_step = 1};
}

/* Launches the stages of a step, one by one if they cannot be one launch. */
static int take_stages(void *context)
{
    int status = 0;
    struct nd_rhs *rhs = context;
    const struct nd_integrator *integrator = rhs->graph.integrator;
    if (rhs->whole.on) TRY(nd_whole_step_launch(rhs, integrator, rhs->graph.dt));
    for (int i = 0; i < integrator->stages && !rhs->whole.on; i++) {
        const struct nd_stage stage = nd_integrator_stage(integrator, i, rhs->graph.dt);
        TRY(nd_rhs_stage(rhs, &stage));
    }
    TRY(nd_rhs_sim_time_advance(rhs));
done:
    return status;
}

/* A step works without a recording, so that a failure is only a warning. Launches that fail will fail again
 * by themselves. */
static void record(struct nd_rhs *rhs)
{
    const int now = rhs->now;
    if (nd_device_record(rhs->device, take_stages, rhs, &rhs->graph.from[now]))
        nd_warn("kernels are launched one by one because a time step could not be recorded: %s",
                nudge_error());
    rhs->graph.useless = !rhs->graph.from[now];
    rhs->now = now;
}

struct nd_step_clock nd_integrator_clock(const struct nd_rhs *rhs)
{
    return (struct nd_step_clock){rhs->start, rhs->graph.dt, rhs->ticks, rhs->graph.ended};
}

int nd_integrator_resume(const struct nd_integrator *integrator, struct nd_rhs *rhs,
                         const struct nd_step_clock *clock)
{
    int status = 0;
    const int before = (int)clock->ticks - 1;
    nd_rhs_forget(rhs);
    rhs->time = rhs->start = clock->start;
    if (!(clock->dt > 0)) goto done;
    rhs->graph =
        (struct nd_step_graph){.integrator = integrator, .dt = clock->dt, .ended = clock->ended, .cold = 1};
    TRY(nd_rhs_sim_time_start(rhs, clock->start, clock->dt));
    if (!clock->ticks) goto done;
    rhs->ticks = clock->ticks;
    rhs->time = rhs->start + (double)rhs->ticks * clock->dt;
    if (!rhs->sim_time) goto done;
    /* The kernel itself computes the time, because its rounding counts. */
    TRY(rhs->device->backend->write(rhs->device, &rhs->buffer[ND_TICKS], 0, &before, sizeof before));
    TRY(nd_rhs_sim_time_advance(rhs));
done:
    return status;
}

/* The first step of a new length is not recorded: it may be the only one, and the first launch of a kernel
 * may do what a recording cannot hold, such as loading it. */
int nd_integrator_step(const struct nd_integrator *integrator, struct nd_rhs *rhs, double dt)
{
    int status = 0;
    struct nd_step_graph *graph = &rhs->graph;
    const int now = rhs->now, ended = nd_rhs_term_ended(rhs);
    TRY(nd_rhs_settle(rhs)); /* not a part of the step */
    if (graph->integrator != integrator || graph->dt != dt || graph->ended != ended) {
        nd_rhs_forget(rhs);
        graph->integrator = integrator;
        graph->dt = dt;
        graph->ended = ended;
        TRY(nd_rhs_sim_time_start(rhs, rhs->time, dt));
    } else if (!graph->from[now] && !graph->useless && !graph->cold &&
               !rhs->halo) /* ranks wait for each other */
        record(rhs);
    graph->cold = 0;
    if (!graph->chosen) TRY(nd_whole_step_choose(rhs, integrator));
    if (graph->from[now]) {
        TRY(rhs->device->backend->replay(rhs->device, graph->from[now]));
        if (!integrator->linear) rhs->now = (now + integrator->stages) % 2;
    } else
        TRY(take_stages(rhs));
    rhs->time = rhs->start + (double)++rhs->ticks * dt;
done:
    return status;
}

/* The step is a polynomial in iz that agrees with exp(iz) to fourth order. Only higher terms are summed,
 * because at small z the difference of the two would be lost in rounding. Terms beyond the degree of the
 * polynomial are left out. */
double nd_integrator_error(const struct nd_integrator *integrator, double z)
{
    enum { MOST = 16, ORDER = 4 };
    const int stages = integrator->stages;
    if (integrator->linear) return nd_polynomial_error(&integrator->polynomial, z);
    double q[MOST + 1] = {1}, res[MOST + 1] = {0}, exact = 1;
    double complex power = 1, sum = 0;
    for (int i = 0; i < stages; i++) {
        for (int k = i + 1; k >= 0; k--) res[k] = integrator->a[i] * res[k] + (k ? q[k - 1] : 0);
        for (int k = 0; k <= i + 1; k++) q[k] += integrator->b[i] * res[k];
    }
    for (int k = 1; k <= stages; k++) {
        power *= I * z;
        exact /= k;
        if (k > ORDER) sum += (q[k] - exact) * power;
    }
    return cabs(sum);
}
