/* The time step and the schedule of steps, from wave speeds, losses and the mesh; and the limits of the
 * watchdog. */
#include <math.h>
#include "base/format.h"
#include "base/log.h"
#include "comm/comm.h"
#include "solver/solver.h"
#include "step/reflection.h"

#define STIFF 100 /* times: a step that a load makes shorter by this factor or more is refused */

/* The factor by which the energy may grow without being called unstable. A PML exchanges energy with its
 * auxiliary variables. Initial fields inside a PML begin without them, and grow in proportion to time before
 * they decay; an instability grows beyond any bound. */
static double watch_room(const nudge_solver *s)
{
    if (!s->pml.n) return 1.01;
    return !s->problem->initial.n ? 2 : 1e4;
}

int nd_solver_find_slowest(nudge_solver *s)
{
    int status = 0;
    struct nd_matrices *m = NULL;
    ALLOC(m, 1);
    ALLOC(s->slowest, s->mesh.nregions);
    for (nd_idx r = 0; r < s->mesh.nregions; r++) {
        nd_idx same = 0;
        while (s->assign.material[same] != s->assign.material[r]) same++;
        if (same == r) TRY(nd_matrices_init(m, &s->rhs, s->assign.material[r]));
        if (same == r) TRY(nd_range_add(s, s->assign.material[r], m));
        s->slowest[r] = same == r ? nd_matrices_slowest(m) : s->slowest[same];
    }
done:
    free(m);
    return status;
}

/* Steps of the linear integrator are so long that outputs limit them: eight samples in a period of each frequency f of
 * a monitor, to which 7 f and f are the same; and a step for each row of a probe or of the energy, each output of fields
 * and each frame of a picture. Limits below a twelfth of the longest step, about a step of lsrk4, count as that. */
static double output_limit(const nudge_solver *s)
{
    const nudge_problem *problem = s->problem;
    double limit = INFINITY;
    if (!s->integrator.linear) return limit;
    for (int i = 0; i < problem->monitors.n; i++) {
        const struct nd_monitor_spec *spec = nd_problem_monitor(problem, i);
        for (int k = 0; k < spec->frequencies.n; k++)
            if (spec->frequencies.at[k] > 0) limit = fmin(limit, 0.125 / spec->frequencies.at[k]);
        if (spec->every > 0) limit = fmin(limit, spec->every);
    }
    if (problem->ports.n) limit = fmin(limit, 0.4 / nd_ports_highest(problem));
    if (problem->output.fields_file && problem->output.fields_every > 0)
        limit = fmin(limit, problem->output.fields_every);
    for (int i = 0; i < problem->output.pictures.n && problem->time_end > 0; i++) {
        const int frames = nd_problem_picture(problem, i)->frames;
        if (frames > 1) limit = fmin(limit, problem->time_end / frames);
    }
    if (problem->output.energy_file && problem->output.energy_every > 0)
        limit = fmin(limit, problem->output.energy_every);
    return fmax(limit, s->stable / 12);
}

/* The step of time.dt or time.steps; 0: there is none. */
static double fixed_step(const nudge_problem *p)
{
    return p->dt > 0 ? p->dt : p->steps > 0 && p->time_end > 0 ? p->time_end / (double)p->steps : 0;
}

struct nd_dt_case nd_solver_dt_case(const nudge_solver *s)
{
    return (struct nd_dt_case){.mesh = &s->mesh,
                               .connect = &s->connect,
                               .limit = nd_dt_limit(&s->integrator, s->elem.N, s->problem->upwind),
                               .regions = s->mesh.nregions,
                               .speed = s->speed,
                               .reflection = s->reflection,
                               .damping = s->damping,
                               .reach = s->integrator.damping,
                               .swing = s->swing,
                               .disc = s->swing ? nd_integrator_disc(&s->integrator) : 1,
                               .bent = s->curved.rate};
}

/* nd_dt_find_tight by rank 0 for all ranks: it takes 64 bytes per element of the whole mesh. */
static int find_on_ranks(const struct nd_dt_case *of, struct nd_dt_tight *tight)
{
    int status = 0;
    *tight = (struct nd_dt_tight){.n = 0};
    if (!nd_comm_rank()) status = nd_dt_find_tight(of, tight);
    TRY(nd_comm_agree(status));
    TRY(nd_comm_bcast(tight, sizeof *tight));
done:
    return status;
}

static int find_stable(nudge_solver *s)
{
    int status = 0;
    struct nd_dt_tight undamped;
    struct nd_dt_case of = nd_solver_dt_case(s);
    TRY(find_on_ranks(&of, &s->tight));
    s->stable = s->tight.dt[0];
    s->tightest = s->tight.element[0];
    of.damping = of.swing = NULL;
    s->undamped = s->stable;
    if (s->damping) {
        TRY(find_on_ranks(&of, &undamped));
        s->undamped = undamped.dt[0];
    }
done:
    return status;
}

/* The simulated time of which steps are an exact part: between two outputs of fields; or, if steps may be as long
 * as that, between two rows of the energy or of the probe that has most. */
static double find_stretch(const nudge_solver *s)
{
    const nudge_problem *problem = s->problem;
    double least = INFINITY;
    if (problem->output.fields_file && problem->output.fields_every > 0) return problem->output.fields_every;
    for (int i = 0; i < problem->monitors.n && s->integrator.linear; i++)
        if (nd_problem_monitor(problem, i)->every > 0)
            least = fmin(least, nd_problem_monitor(problem, i)->every);
    if (problem->output.energy_file && problem->output.energy_every > 0 && s->integrator.linear)
        least = fmin(least, problem->output.energy_every);
    return isfinite(least) ? least : 0;
}

/* The schedule of the present integrator. most: the longest step that outputs allow. */
static int plan_steps(const nudge_solver *s, double most, struct nd_schedule *schedule)
{
    return nd_schedule_init(schedule, s->problem, fmin(s->stable, most / s->problem->cfl), find_stretch(s));
}

/* Where time.dt, time.steps or outputs make steps shorter than the largest stable one: takes the polynomial with which
 * the run has the fewest evaluations. Which one that is depends on the whole number of steps between two outputs, and
 * on losses and a PML, which shorten steps of few evaluations by another factor. */
static int shorten(nudge_solver *s, double most)
{
    int status = 0;
    struct nd_schedule schedule;
    struct nd_integrator best = s->integrator, next = best;
    const char *law = nd_law_own(&s->law) ? "" : s->law.name;
    const double fixed = fixed_step(s->problem);
    if (plan_steps(s, most, &schedule)) goto done; /* make_schedule reports it */
    if (!(schedule.dt < s->problem->cfl * s->stable)) goto done;
    double least = (double)schedule.steps * best.stages;
    while (nd_integrator_fewer(&next, law, s->elem.N, s->problem->upwind)) {
        s->integrator = next;
        TRY(find_stable(s));
        TRY(plan_steps(s, most, &schedule));
        const double evaluations = (double)schedule.steps * next.stages;
        if (fixed <= s->stable && evaluations < least) {
            least = evaluations;
            best = next;
        }
    }
    if (s->integrator.stages != best.stages) {
        s->integrator = best;
        TRY(find_stable(s));
    }
done:
    return status;
}

static int make_schedule(nudge_solver *s, double most)
{
    char reason[800], message[1200];
    if (most < s->problem->cfl * s->stable && !(fixed_step(s->problem) > 0))
        nd_info("the time step is shortened, because outputs are wanted more often");
    const int status = plan_steps(s, most, &s->schedule);
    if (!status || !nd_losses_explain(s, reason, sizeof reason)) return status;
    nd_format(message, sizeof message, "%s", nudge_error());
    return nd_fail(status, __FILE__, __LINE__, "%s; %s", message, reason);
}

/* Refuses a material that the law refuses, or whose numbers the precision cannot hold. */
static int check_material(const nudge_solver *s, int material)
{
    int status = 0;
    char where[512];
    const struct nd_material *m = &s->problem->material[material];
    const double speed = s->rhs.speed[material];
    const char *precision = s->problem->precision == ND_SINGLE ? "single" : "double";
    nd_problem_where(s->problem, m->line, where);
    if (s->rhs.refused[material] >= 0)
        FAIL(NUDGE_EVALUE, "%s: material '%s': %s", where, m->name, s->law.refuse[s->rhs.refused[material]]);
    if (!(isfinite(speed) && speed > 0))
        FAIL(NUDGE_EVALUE,
             "%s: material '%s': its wave speed is %g in %s precision; check its constants and units%s",
             where, m->name, isnan(speed) ? (double)NAN : speed /* NaN without a sign */, precision,
             nd_law_own(&s->law) ? ", and the law's functions law_medium and law_speed" : "");
    if (!isfinite(s->rhs.losses[material]))
        FAIL(NUDGE_EVALUE,
             "%s: material '%s': the rate of its losses is too large for %s precision; check its constants "
             "and units",
             where, m->name, precision);
done:
    return status;
}

/* A load whose elements are so small that they change nothing, or whose units are wrong. */
static int refuse_stiff(const nudge_solver *s)
{
    int status = 0;
    char where[512];
    const nd_idx k = s->tightest;
    const struct nd_port_spec *load = s->loads.worst ? s->loads.worst[k] : NULL;
    if (!load || !(s->undamped / s->stable > STIFF)) return 0;
    if (2 * (s->loads.decay[k] + s->loads.swing[k]) < s->damping[k]) return 0; /* something else is faster */
    FAIL(NUDGE_EVALUE,
         "%s: loads.%s: its circuit follows fields at the rate %.3g, which makes the stable time step %.3g "
         "times "
         "shorter, %.3g instead of %.3g: check the units, or leave out an inductance or capacitance that "
         "small",
         nd_problem_where(s->problem, load->named.line, where), load->named.name,
         s->loads.decay[s->tightest] + s->loads.swing[s->tightest], s->undamped / s->stable, s->stable,
         s->undamped);
done:
    return status;
}

int nd_solver_choose_step(nudge_solver *s)
{
    int status = 0;
    ALLOC(s->speed, s->mesh.nregions);
    for (nd_idx r = 0; r < s->mesh.nregions; r++) {
        TRY(check_material(s, s->assign.material[r]));
        s->speed[r] = s->rhs.speed[s->assign.material[r]];
    }
    if (s->integrator.linear)
        TRY(nd_reflection_find(&s->rhs, s->assign.material, s->mesh.nregions, &s->reflection));
    TRY(find_stable(s));
    TRY(refuse_stiff(s));
    const double most = output_limit(s);
    TRY(shorten(s, most));
    TRY(make_schedule(s, most));
    if (s->schedule.fixed && s->schedule.dt > s->stable)
        nd_warn("the time step %.4g is larger than %.4g, the largest that is expected to be stable",
                s->schedule.dt, s->stable);
    struct nd_dt_case of = nd_solver_dt_case(s);
    of.connect = NULL; /* it does not last as long */
    s->watch = (struct nd_watch){.of = of,
                                 .problem = s->problem,
                                 .dt = s->schedule.dt,
                                 .stable = s->stable,
                                 .room = watch_room(s),
                                 .initial = NAN};
done:
    return status;
}
