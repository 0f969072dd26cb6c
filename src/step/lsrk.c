#include "step/lsrk.h"

#include <complex.h>
#include "base/log.h"
#include "step/rhs_term.h"

static const double rk4a[] = {
    0.0,
    -567301805773.0 / 1357537059087.0,
    -2404267990393.0 / 2016746695238.0,
    -3550918686646.0 / 2091501179385.0,
    -1275806237668.0 / 842570457699.0,
};
static const double rk4b[] = {
    1432997174477.0 / 9575080441755.0, 5161836677717.0 / 13612068292357.0, 1720146321549.0 / 2090206949498.0,
    3134564353537.0 / 4481467310338.0, 2277821191437.0 / 14882151754819.0,
};

static const double rk14a[] = {
    0.0,
    -0.7188012108672410,
    -0.7785331173421570,
    -0.0053282796654044,
    -0.8552979934029281,
    -3.9564138245774565,
    -1.5780575380587385,
    -2.0837094552574054,
    -0.7483334182761610,
    -0.7032861106563359,
    0.0013917096117681,
    -0.0932075369637460,
    -0.9514200470875948,
    -7.1151571693922548,
};
static const double rk14b[] = {
    0.0367762454319673, 0.3136296607553959, 0.1531848691869027, 0.0030097086818182, 0.3326293790646110,
    0.2440251405350864, 0.3718879239592277, 0.6204126221582444, 0.1524043173028741, 0.0760894927419266,
    0.0077604214040978, 0.0024647284755382, 0.0780348340049386, 5.5059777270269628,
};

_Static_assert(sizeof rk14a / sizeof *rk14a <= ND_STAGES_MOST, "room for all stages");

/* The limits are nine tenths of the smallest found by bisection for upwind fluxes on regular, jittered, flat
 * and needle-like meshes; tests/t510-step-stable.c checks them. The regular box of cubes cut into six is the
 * strictest. They hold for LSRK4 with central fluxes, too. The scheme of 14 stages is stable four times as
 * far along the negative real axis (18.5, LSRK4: 4.7) but less than twice as far along the imaginary one
 * (6.1, LSRK4: 3.3), where the eigenvalues with central fluxes are. Its factor for them is nine tenths of the
 * smallest found where media of epsilon 1 and 100 meet, on the flat mesh. */
static const double rk4limit[ND_LIMITS] = {0, 1.82, 1.12, 0.80, 0.575, 0.438, 0.338, 0.270, 0.219, 0.186};
static const double rk14limit[ND_LIMITS] = {0, 7.36, 4.48, 3.19, 2.27, 1.75, 1.36, 1.08, 0.88, 0.73};

const struct nd_integrator nd_lsrk4 = {"lsrk4", 5, rk4a, rk4b, rk4limit, 1, 4.2, 2};
const struct nd_integrator nd_lsrk14 = {"lsrk14", 14, rk14a, rk14b, rk14limit, 0.45, 16.6, 0.5};

const struct nd_integrator *nd_integrator_get(enum nd_scheme scheme)
{
    return scheme == ND_LSRK14 ? &nd_lsrk14 : &nd_lsrk4;
}

/* Time is integrated as fields are, with the rate 1. */
double nd_integrator_offset(const struct nd_integrator *integrator, int stage)
{
    double offset = 0, res = 0;
    for (int i = 0; i < stage; i++) {
        res = integrator->a[i] * res + 1;
        offset += integrator->b[i] * res;
    }
    return offset;
}

struct nd_stage nd_integrator_stage(const struct nd_integrator *integrator, int index, double dt)
{
    return (struct nd_stage){.a = integrator->a[index],
                             .b = integrator->b[index],
                             .dt = dt,
                             .offset = dt * nd_integrator_offset(integrator, index),
                             .index = index,
                             .stages = integrator->stages,
                             .in_step = 1};
}

/* Launches the stages of a step one by one. */
static int take_stages(void *context)
{
    int status = 0;
    struct nd_rhs *rhs = context;
    const struct nd_integrator *integrator = rhs->graph.integrator;
    for (int i = 0; i < integrator->stages; i++) {
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
    } else if (!graph->from[now] && !graph->useless)
        record(rhs);
    if (graph->from[now]) {
        TRY(rhs->device->backend->replay(rhs->device, graph->from[now]));
        rhs->now = (now + integrator->stages) % 2;
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
