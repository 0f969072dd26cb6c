/* The run: time steps, watchdog, monitors and outputs, from the first step to the report. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/format.h"
#include "base/log.h"
#include "base/threads.h"
#include "base/work.h"
#include "solver/solver.h"

#define HURRY 1.0 /* seconds that far fields may take after the run was stopped */

/* Launches one step. The device may be many steps behind; nothing here waits for it. */
static int take_step(nudge_solver *s)
{
    int status = 0;
    TRY(nd_integrator_step(&s->integrator, &s->rhs, nd_schedule_dt(&s->schedule, s->step)));
    s->step++;
    s->time = nd_schedule_time(&s->schedule, s->step);
done:
    return status;
}

/* Waits for all steps launched, and adds their time. */
static int settle(nudge_solver *s)
{
    int status = 0;
    TRY(s->device->backend->finish(s->device));
    const double now = nd_seconds_now();
    s->seconds += now - s->since;
    s->since = now;
    s->settled = s->step;
done:
    return status;
}

int nudge_solver_step(nudge_solver *s, int64_t n)
{
    GIVEN(s, "solver");
    int status = 0;
    if (n < 0) FAIL(NUDGE_EVALUE, "nudge_solver_step: %lld steps; give 0 or more", (long long)n);
    s->since = nd_seconds_now();
    for (int64_t i = 0; i < n && s->step < s->schedule.steps; i++) TRY(take_step(s));
    TRY(settle(s));
done:
    return status;
}

/* Limits the queue to about one second, so that progress callbacks are current and a run can be stopped. */
static int runs_ahead(const nudge_solver *s)
{
    return (double)(s->step - s->settled) * s->seconds > (double)s->settled;
}

/* The energy of the rates outside the PML: omega^2 times the energy for waves, zero for static fields. */
static int find_change(nudge_solver *s, double *change)
{
    int status = 0;
    double *element = NULL;
    ALLOC(element, s->mesh.K);
    TRY(nd_rhs_rate_energy(&s->rhs, element));
    *change = 0;
    for (nd_idx k = 0; k < s->mesh.K; k++)
        if (!s->pml.n || !s->pml.region[s->mesh.region[k]]) *change += element[k];
done:
    free(element);
    return status;
}

/* Sets s->decayed if sources are silent and the energy, which the watchdog has just computed, is far below
 * its peak; or, if static fields remain, if the energy of the rates is, and the energy is constant. */
static int see_decay(nudge_solver *s)
{
    int status = 0;
    double change = 0;
    const double energy = s->watch.energy, last = s->seen.last, share = pow(10, -s->problem->decay / 10);
    s->seen.peak = fmax(s->seen.peak, energy);
    s->seen.last = energy;
    if (!(s->problem->decay > 0)) goto done;
    TRY(find_change(s, &change));
    s->seen.change_peak = fmax(s->seen.change_peak, change);
    if (s->time > nd_sources_end(&s->sources))
        s->decayed = energy < s->seen.peak * share ||
                     (change < s->seen.change_peak * share && fabs(energy - last) < s->seen.peak * share);
done:
    return status;
}

/* Adds the step to the message if the run was stopped while an output was written. */
static int name_step(const nudge_solver *s, int status)
{
    char said[256];
    if (status != NUDGE_ESTOPPED) return status;
    nd_format(said, sizeof said, "%s", nudge_error()); /* "stopped while writing fields" */
    return nd_fail(status, __FILE__, __LINE__, "stopped at step %lld of %lld%s", (long long)s->step,
                   (long long)s->schedule.steps, strncmp(said, "stopped ", 8) ? "" : said + 7);
}

/* After a step: the watchdog, outputs and the progress callback. */
static int check_progress(nudge_solver *s, struct nd_outputs *outputs, nudge_progress_hook hook,
                          void *context)
{
    int status = 0;
    nudge_status now;
    int last = s->step == s->schedule.steps;
    const int interval = nd_integrator_interval(&s->integrator);
    const int check = last || nd_watch_due(s->step, interval) ||
                      nd_outputs_want_energy(outputs, s->step % interval == 0, s->time, s->schedule.dt, last);
    const int pause = check || runs_ahead(s) || nd_outputs_due(outputs, s->time, s->schedule.dt, last);
    if (pause) TRY(settle(s));
    if (check) TRY(nd_watch_check(&s->watch, &s->rhs, s->step, s->time));
    if (check && !last) TRY(see_decay(s));
    last |= s->decayed;
    if (pause) TRY(nd_monitors_flush(&s->monitors));
    TRY(name_step(s, nd_outputs_write(outputs, s->time, s->schedule.dt,
                                      s->watch.step == s->step ? s->watch.energy : NAN, last)));
    if (pause) s->since = nd_seconds_now();
    nd_solver_status(s, &now);
    if (hook && hook(context, &now) && !last)
        FAIL(NUDGE_ESTOPPED, "stopped at step %lld of %lld", (long long)s->step,
             (long long)s->schedule.steps);
done:
    return status;
}

static int run_steps(nudge_solver *s, struct nd_outputs *outputs, nudge_progress_hook hook, void *context)
{
    int status = 0;
    s->watch.started = 0; /* the caller may have taken steps or set fields before */
    TRY(nd_watch_check(&s->watch, &s->rhs, s->step, s->time));
    memset(&s->seen, 0, sizeof s->seen);
    TRY(see_decay(s));
    s->decayed = 0;
    TRY(nd_outputs_write(outputs, s->time, s->schedule.dt, s->watch.energy, 0));
    TRY(nd_monitors_start(&s->monitors, s->step, s->time));
    s->since = nd_seconds_now();
    while (s->step < s->schedule.steps && !s->decayed) {
        TRY(take_step(s));
        TRY(nd_monitors_sample(&s->monitors, s->step, s->time, s->step == s->schedule.steps));
        TRY(check_progress(s, outputs, hook, context));
    }
    TRY(nd_watch_judge(&s->watch, s->watch.peak));
    if (!(s->watch.peak > 0) && s->problem->sources.n && s->problem->precision == ND_SINGLE)
        nd_warn("all fields are zero in spite of the sources: are they too small for single precision, or do "
                "they begin "
                "after time.end?");
    TRY(nd_monitors_finish(&s->monitors, 0));
    if (s->problem->exact.n) TRY(nudge_solver_error(s, &s->error));
done:
    return status;
}

/* After a failure. The results of monitors so far are written if the run was stopped; otherwise fields are
 * not trustworthy. */
static void end_early(nudge_solver *s, int status)
{
    if (status == NUDGE_ESTOPPED && nd_monitors_finish(&s->monitors, HURRY))
        nd_warn("results of monitors are not all written: %s", nudge_error());
    else if (status != NUDGE_ESTOPPED)
        nd_monitors_flush(&s->monitors);
    nd_monitors_stop(&s->monitors);
}

/* Opens the outputs, runs, and closes them, so that they are complete before the report says that the run is
 * finished. */
static int run_outputs(nudge_solver *s, struct nd_record *record, nudge_progress_hook hook, void *context)
{
    int status = 0;
    struct nd_outputs outputs = {0};
    char why[4096];
    TRY(nd_outputs_init(&outputs, s->problem, &s->rhs, &s->mesh, &s->elem, &s->sources));
    status = run_steps(s, &outputs, hook, context);
    nd_format(why, sizeof why, "%s", nudge_error());
    if (status) end_early(s, status);
    nd_record_stay(record);
    const int closed = nd_outputs_clear(&outputs);
    if (status) FAIL(status, "%s", why); /* the first failure is the one returned */
    status = closed;
done:
    return status;
}

int nudge_solver_run(nudge_solver *s, nudge_progress_hook hook, void *context)
{
    GIVEN(s, "solver");
    int status = 0;
    struct nd_record own = {0}, *record = s->record && s->record->began ? s->record : &own;
    char why[4096];
    const int before = nd_threads_enter();
    if (s->step >= s->schedule.steps || s->decayed)
        FAIL(NUDGE_EVALUE, "the run is already at its end; create a new solver to run it again");
    if (record == &own) TRY(nd_record_begin(record, s->problem));
    TRY(nd_outputs_check(s->problem, &s->law, &s->mesh));
    status = nd_record_start(record, s);
    if (!status) status = run_outputs(s, record, hook, context);
    /* The report states the outcome, whatever it is. */
    nd_format(why, sizeof why, "%s", nudge_error());
    const int reported = nd_record_end(record, s,
                                       status == 0                ? "finished"
                                       : status == NUDGE_ESTOPPED ? "stopped"
                                                                  : why);
    if (status && reported) nd_warn("the report is not written: %s", nudge_error());
    if (status) FAIL(status, "%s", why);
    status = reported;
done:
    nd_record_cancel(&own, status);
    nd_threads_leave(before);
    return status;
}
