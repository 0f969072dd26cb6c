#include <math.h>
#include <string.h>
#include "base/log.h"
#include "checkpoint/state.h"

/* The schedule that a run follows, and where it is. */
struct clock {
    struct nd_schedule schedule;
    struct nd_step_clock series;
    int64_t step;
    double time, seconds;
    int stages, linear; /* of the integrator */
};

enum { CLOCK = 24, WATCH = 12 };

static int list_clock(struct clock *c, struct nd_number list[CLOCK])
{
    struct nd_schedule *s = &c->schedule;
    const struct nd_number all[] = {{"clock/step", .whole = &c->step},
                                    {"clock/time", .real = &c->time},
                                    {"clock/seconds", .real = &c->seconds},
                                    {"clock/stages", .small = &c->stages},
                                    {"clock/linear", .small = &c->linear},
                                    {"series/start", .real = &c->series.start},
                                    {"series/dt", .real = &c->series.dt},
                                    {"series/ticks", .whole = &c->series.ticks},
                                    {"series/ended", .small = &c->series.ended},
                                    {"schedule/end", .real = &s->end},
                                    {"schedule/dt", .real = &s->dt},
                                    {"schedule/steps", .whole = &s->steps},
                                    {"schedule/stretch", .real = &s->stretch},
                                    {"schedule/per_stretch", .whole = &s->per_stretch},
                                    {"schedule/full", .whole = &s->full},
                                    {"schedule/rest_dt", .real = &s->rest_dt},
                                    {"schedule/fixed", .small = &s->fixed},
                                    {"schedule/lead/start", .real = &s->lead.start},
                                    {"schedule/lead/dt", .real = &s->lead.dt},
                                    {"schedule/lead/from", .whole = &s->lead.from},
                                    {"schedule/lead/to", .whole = &s->lead.to}};
    memcpy(list, all, sizeof all);
    return (int)(sizeof all / sizeof *all);
}

/* decay: the solver's `seen`, as peak, last and change_peak. */
static int list_watch(struct nd_watch *w, double decay[3], struct nd_number list[WATCH])
{
    const struct nd_number all[] = {
        {"watch/started", .small = &w->started}, {"watch/seen", .real = &w->seen},
        {"watch/most", .real = &w->most},        {"watch/initial", .real = &w->initial},
        {"watch/energy", .real = &w->energy},    {"watch/peak", .real = &w->peak},
        {"watch/step", .whole = &w->step},       {"decay/peak", .real = &decay[0]},
        {"decay/last", .real = &decay[1]},       {"decay/change_peak", .real = &decay[2]}};
    memcpy(list, all, sizeof all);
    return (int)(sizeof all / sizeof *all);
}

int nd_clock_save(struct nd_archive *to, nudge_solver *s)
{
    int status = 0;
    struct nd_number list[CLOCK];
    struct clock c = {.schedule = s->schedule,
                      .series = nd_integrator_clock(&s->rhs),
                      .step = s->step,
                      .time = s->time,
                      .seconds = s->seconds,
                      .stages = s->integrator.stages,
                      .linear = s->integrator.linear};
    double decay[3] = {s->seen.peak, s->seen.last, s->seen.change_peak};
    TRY(nd_numbers_save(to, list, list_clock(&c, list)));
    TRY(nd_numbers_save(to, list, list_watch(&s->watch, decay, list)));
done:
    return status;
}

static int same_schedule(const struct clock *c, const nudge_solver *s)
{
    const struct nd_schedule *a = &c->schedule, *b = &s->schedule;
    return a->end == b->end && a->dt == b->dt && a->steps == b->steps && a->stretch == b->stretch &&
           a->per_stretch == b->per_stretch && a->full == b->full && a->rest_dt == b->rest_dt &&
           a->fixed == b->fixed && c->stages == s->integrator.stages && c->linear == s->integrator.linear;
}

/* Another end time, device or integrator has another schedule. */
static int join(struct clock *c, nudge_solver *s, const char *path)
{
    int status = 0;
    struct nd_schedule *own = &s->schedule;
    if (c->time > own->end + 1e-9 * own->dt)
        FAIL(NUDGE_EVALUE,
             "%s: the checkpoint is of t = %.6g, after the end of this run at %.6g; give a later time.end",
             path, c->time, own->end);
    s->step = nd_schedule_join(own, c->time);
    s->time = nd_schedule_time(own, s->step);
    if (own->lead.to)
        nd_info("the schedule of time steps is not that of the checkpoint; %lld steps of %.4g lead to it",
                (long long)(own->lead.to - own->lead.from), own->lead.dt);
    /* Steps as before, on the way to another end, continue their series. */
    if (s->step >= own->steps || nd_schedule_dt(own, s->step) != c->series.dt ||
        c->stages != s->integrator.stages)
        c->series = (struct nd_step_clock){.start = c->time};
done:
    return status;
}

/* Whether the numbers of a checkpoint can be those of a run. */
static int is_possible(const struct clock *c)
{
    const struct nd_step_clock *series = &c->series;
    return c->time >= 0 && isfinite(c->time) && c->step >= 0 && c->step <= INT64_MAX / 2 && c->seconds >= 0 &&
           isfinite(c->seconds) && isfinite(series->start) && series->dt >= 0 && isfinite(series->dt) &&
           series->ticks >= 0 && series->ticks <= INT32_MAX;
}

/* The same for one that has this schedule: its steps lead to the end. */
static int is_on(const struct clock *c)
{
    const struct nd_schedule *s = &c->schedule;
    const double near = 1e-6 * s->dt;
    if (c->step > s->steps || s->lead.from < 0 || s->lead.from > s->steps || s->lead.to < 0 ||
        s->lead.to > s->steps || !(fabs(nd_schedule_time(s, c->step) - c->time) <= near))
        return 0;
    if (s->lead.to == 0) return 1;
    const double n = (double)(s->lead.to - s->lead.from);
    return n > 0 && s->lead.dt > 0 && s->lead.dt <= s->dt + near &&
           fabs(s->lead.start + n * s->lead.dt - nd_schedule_time(s, s->lead.to)) <= near;
}

/* Nothing of the solver is changed before all numbers are checked. */
int nd_clock_restore(struct nd_archive_reader *from, nudge_solver *s)
{
    int status = 0;
    struct nd_number list[CLOCK];
    struct clock c = {0};
    struct nd_watch watch = s->watch;
    double decay[3];
    TRY(nd_numbers_restore(from, list, list_clock(&c, list)));
    TRY(nd_numbers_restore(from, list, list_watch(&watch, decay, list)));
    const int joined = !same_schedule(&c, s);
    if (!is_possible(&c) || (!joined && !is_on(&c)))
        FAIL(NUDGE_EFORMAT, "%s: its time or step is impossible", nd_archive_path(from));
    if (joined)
        TRY(join(&c, s, nd_archive_path(from)));
    else {
        s->schedule.lead = c.schedule.lead;
        s->step = c.step;
        s->time = c.time;
    }
    s->joined = joined;
    s->watch = watch;
    s->seen.peak = decay[0];
    s->seen.last = decay[1];
    s->seen.change_peak = decay[2];
    s->renumbered = s->step - c.step;
    s->seconds = c.seconds;
    s->settled = s->step;
    TRY(nd_integrator_resume(&s->integrator, &s->rhs, &c.series));
done:
    return status;
}
