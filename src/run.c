/* The run: time steps, watchdog, monitors and outputs, from the first step to the report. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/format.h"
#include "base/log.h"
#include "base/threads.h"
#include "api/api.h"
#include "base/work.h"
#include "checkpoint/checkpoint.h"
#include "comm/comm.h"
#include "comm/task.h"
#include "solver/ranks.h"

/* A run under way. */
struct run {
    nudge_solver *s;
    nudge_run_options options;
    struct nd_outputs outputs;
    int saves; /* checkpoints are written */
    struct nd_saver saver;
    struct nd_checkpoint *from; /* the checkpoint from which the run is resumed; null: none */
};

#define HURRY 1.0 /* seconds that far fields may take after the run was stopped */

/* Launches one step. The device may be many steps behind; nothing here waits for it. */
static int take_step(nudge_solver *s)
{
    int status = 0;
    const double dt = nd_schedule_dt(&s->schedule, s->step);
    TRY(ND_TASK(.kind = ND_TASK_STEP, .real = dt));
    TRY(nd_integrator_step(&s->integrator, &s->rhs, dt));
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
    TRY(nd_ranks_change(s, &change));
    s->seen.change_peak = fmax(s->seen.change_peak, change);
    if (s->time > fmax(nd_sources_end(&s->sources), nd_ports_end(&s->ports)))
        s->decayed = energy < s->seen.peak * share ||
                     (change < s->seen.change_peak * share && fabs(energy - last) < s->seen.peak * share);
done:
    return status;
}

static const char without[] =
    ", without a checkpoint: with --checkpoint-every, --walltime or --resume auto it could be continued";

/* Adds the step to the message if the run was stopped while an output was written. Such a run saves nothing. */
static int name_step(const nudge_solver *s, int status)
{
    char said[256];
    if (status != NUDGE_ESTOPPED) return status;
    nd_format(said, sizeof said, "%s", nudge_error()); /* "stopped while writing fields" */
    return nd_fail(status, __FILE__, __LINE__, "stopped at step %lld of %lld%s%s", (long long)s->step,
                   (long long)s->schedule.steps, strncmp(said, "stopped ", 8) ? "" : said + 7, without);
}

/* With checkpoints, outputs are completed in spite of a stop: a checkpoint has the state after them. */
static int write_outputs(struct run *r, double energy, int last)
{
    if (r->saves) nd_work_hurry(INFINITY);
    const int status = nd_outputs_write(&r->outputs, r->s->time, r->s->schedule.dt, energy, last);
    if (r->saves) nd_work_hurry(0);
    return name_step(r->s, status);
}

/* Saves a checkpoint if one is due. stop: the run ends after this step. */
static int save(struct run *r, int stop)
{
    int status = 0;
    nudge_solver *s = r->s;
    nd_saver_poll(&r->saver);
    const int late = nd_saver_late(&r->saver);
    if (!stop && !late && !nd_saver_due(&r->saver) && s->step != s->schedule.steps - 1) return 0;
    TRY(settle(s));
    TRY(nd_monitors_flush(&s->monitors));
    TRY(nd_ports_flush(&s->ports));
    status = nd_saver_save(&r->saver, stop || late);
    if (status) nd_fail_prefix(status, "stopped at step %lld without a checkpoint", (long long)s->step);
    TRY(status);
    s->since = nd_seconds_now();
    s->late = late && !stop;
    if (s->late)
        FAIL(NUDGE_EWALLTIME,
             "stopped at step %lld of %lld because the wall time is nearly over; --resume continues it",
             (long long)s->step, (long long)s->schedule.steps);
done:
    return status;
}

/* After a step: the watchdog, outputs and the progress callback. */
static int check_progress(struct run *r)
{
    int status = 0;
    nudge_status now;
    nudge_solver *s = r->s;
    struct nd_outputs *outputs = &r->outputs;
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
    if (pause) TRY(nd_ports_flush(&s->ports));
    TRY(write_outputs(r, s->watch.step == s->step ? s->watch.energy : NAN, last));
    if (pause) s->since = nd_seconds_now();
    nd_solver_status(s, &now);
    const int stop = r->options.hook && r->options.hook(r->options.context, &now);
    if (r->saves && !last) TRY(save(r, stop));
    if (stop && !last)
        FAIL(NUDGE_ESTOPPED, "stopped at step %lld of %lld%s", (long long)s->step,
             (long long)s->schedule.steps, r->saves ? ", with a checkpoint" : without);
done:
    return status;
}

static int open_ports(nudge_solver *s)
{
    int status = 0;
    struct nd_output_paths paths = {0};
    if (!s->ports.n) return 0;
    TRY(nd_output_paths_init(&paths, s->problem));
    TRY(nd_ports_open(&s->ports, paths.at[ND_OUTPUT_PORTS]));
done:
    nd_output_paths_clear(&paths);
    return status;
}

/* The state before the first step, of a run that begins. */
static int begin_steps(struct run *r)
{
    int status = 0;
    nudge_solver *s = r->s;
    s->watch.started = 0; /* the caller may have taken steps or set fields before */
    TRY(nd_watch_check(&s->watch, &s->rhs, s->step, s->time));
    memset(&s->seen, 0, sizeof s->seen);
    TRY(see_decay(s));
    s->decayed = 0;
    TRY(nd_outputs_write(&r->outputs, s->time, s->schedule.dt, s->watch.energy, 0));
    TRY(nd_monitors_start(&s->monitors, s->step, s->time));
    TRY(nd_ports_sample(&s->ports, s->time));
done:
    return status;
}

static int run_steps(struct run *r)
{
    int status = 0;
    nudge_solver *s = r->s;
    TRY(open_ports(s));
    TRY(r->from ? nd_checkpoint_restore_run(r->from, s, &r->outputs) : begin_steps(r));
    nd_checkpoint_close(r->from);
    r->from = NULL;
    s->since = nd_seconds_now();
    while (s->step < s->schedule.steps && !s->decayed) {
        TRY(take_step(s));
        TRY(nd_monitors_sample(&s->monitors, s->step, s->time, s->step == s->schedule.steps));
        TRY(nd_ports_sample(&s->ports, s->time));
        TRY(check_progress(r));
    }
    TRY(nd_watch_judge(&s->watch, s->watch.peak));
    if (!(s->watch.peak > 0) && s->problem->sources.n && s->problem->precision == ND_SINGLE)
        nd_warn("all fields are zero in spite of the sources: are they too small for single precision, or do "
                "they begin "
                "after time.end?");
    TRY(nd_monitors_finish(&s->monitors, 0));
    TRY(nd_ports_finish(&s->ports));
    if (s->problem->exact.n) TRY(nudge_solver_error(s, &s->error));
done:
    return status;
}

/* Whether other ranks wait for the next task after an outcome; if not, they may be in the middle of one. */
static int in_step(const nudge_solver *s, int status)
{
    return !s->rhs.share || !status || status == NUDGE_ESTOPPED || status == NUDGE_EWALLTIME ||
           status == NUDGE_EUNSTABLE || status == NUDGE_EIO;
}

/* After a failure. The results of monitors so far are written if the run was stopped; otherwise fields are
 * not trustworthy, or there is no time. */
static void end_early(nudge_solver *s, int status)
{
    if (in_step(s, status) && nd_ports_flush(&s->ports)) /* the gain of far fields needs them */
        nd_warn("the last samples of ports are lost: %s", nudge_error());
    if (status == NUDGE_ESTOPPED && nd_monitors_finish(&s->monitors, HURRY))
        nd_warn("results of monitors are not all written: %s", nudge_error());
    else if (status != NUDGE_ESTOPPED && in_step(s, status))
        nd_monitors_flush(&s->monitors);
    if (in_step(s, status)) nd_ports_finish(&s->ports);
    nd_monitors_stop(&s->monitors);
}

static int start_saver(struct run *r)
{
    int status = 0;
    const nudge_run_options *o = &r->options;
    TRY(nd_saver_init(&r->saver, r->s, &r->outputs, r->from,
                      o->checkpoint_every > 0 ? o->checkpoint_every : INFINITY,
                      o->walltime > 0 ? o->walltime : INFINITY));
done:
    return status;
}

/* Opens the outputs, runs, and closes them, so that they are complete before the report says that the run is
 * finished. */
static int run_outputs(struct run *r, struct nd_record *record)
{
    int status = 0;
    nudge_solver *s = r->s;
    char why[4096];
    TRY(nd_outputs_init(&r->outputs, s->problem, &s->rhs, &s->mesh, &s->elem, &s->sources));
    if (r->saves) status = start_saver(r);
    if (!status) status = run_steps(r);
    nd_format(why, sizeof why, "%s", nudge_error());
    if (r->saves) nd_saver_finish(&r->saver, in_step(s, status));
    if (status) end_early(s, status);
    nd_record_stay(record);
    const int closed = nd_outputs_clear(&r->outputs);
    if (status) FAIL(status, "%s", why); /* the first failure is the one returned */
    status = closed;
done:
    return status;
}

/* Finds the checkpoint to resume from, and restores the solver. Nothing of the earlier run is changed. A checkpoint that
 * cannot be used is an error with NUDGE_RESUME_AUTO, too: a run from t = 0 would replace it. */
static int resume(struct run *r)
{
    int status = 0;
    if (!r->options.resume) return 0;
    TRY(nd_checkpoint_open(&r->from, r->s));
    if (!r->from && r->options.resume == NUDGE_RESUME)
        FAIL(NUDGE_EIO,
             "there is no checkpoint in the output folder to resume from; start again without --resume");
    if (!r->from) return 0;
    TRY(nd_checkpoint_restore_solver(r->from, r->s));
    r->s->resumed = r->s->step;
    if (r->s->step >= r->s->schedule.steps)
        FAIL(NUDGE_EVALUE, "%s: the checkpoint is at the end of this run; give a later time.end",
             nd_archive_path(r->from->head));
done:
    return status;
}

/* Makes the preflight for the report, unless the caller has one. */
static int examine(nudge_solver *s)
{
    int status = 0;
    nudge_preflight *preflight = NULL;
    if (!s->preflight) TRY(nudge_preflight_create(&preflight, s, 0));
done:
    nudge_preflight_destroy(preflight);
    return status;
}

/* All of a run that has a record. */
static int run_recorded(struct run *r, struct nd_record *record)
{
    int status = 0;
    nudge_solver *s = r->s;
    char why[4096];
    TRY(nd_outputs_check(s->problem, &s->law, &s->mesh));
    TRY(resume(r));
    TRY(examine(s));
    status = r->from ? nd_checkpoint_tidy(r->from, s->problem)
                     : nd_checkpoint_replace(s->problem, record->replaces_ended);
    if (!status) status = nd_record_start(record, s, r->from != NULL);
    if (!status) status = run_outputs(r, record);
    /* The report states the outcome, whatever it is. */
    nd_format(why, sizeof why, "%s", nudge_error());
    const int stopped = status == NUDGE_ESTOPPED || status == NUDGE_EWALLTIME;
    const int reported = nd_record_end(record, s, !status ? "finished" : stopped ? "stopped" : why);
    if (status && reported) nd_warn("the report is not written: %s", nudge_error());
    if (status) FAIL(status, "%s", why);
    status = reported;
done:
    return status;
}

int nudge_solver_run_with(nudge_solver *s, const nudge_run_options *options)
{
    GIVEN(s, "solver");
    int status = 0;
    struct nd_record own = {0}, *record = s->record && s->record->began ? s->record : &own;
    struct run r = {.s = s};
    const int before = nd_threads_enter();
    if (options) TRY(nd_options_copy(&r.options, sizeof r.options, options, "nudge_run_options"));
    r.saves = r.options.checkpoint_every > 0 || r.options.walltime > 0 || r.options.resume;
    if (s->step >= s->schedule.steps || s->decayed)
        FAIL(NUDGE_EVALUE, "the run is already at its end; create a new solver to run it again");
    if (record == &own) TRY(nd_record_begin(record, s->problem));
    TRY(run_recorded(&r, record));
done:
    nd_checkpoint_close(r.from);
    nd_record_cancel(&own, status);
    nd_threads_leave(before);
    return status;
}

int nudge_solver_run(nudge_solver *s, nudge_progress_hook hook, void *context)
{
    GIVEN(s, "solver");
    const nudge_run_options options = {.size = sizeof options, .hook = hook, .context = context};
    return nudge_solver_run_with(s, &options);
}
