#include <math.h>
#include <string.h>
#include "base/format.h"
#include "base/log.h"
#include "base/time.h"
#include "checkpoint/checkpoint.h"

#define MARGIN 1.0 /* seconds that a run has left when its last checkpoint is complete */

/* Two outputs must not be one file. */
static int check_paths(const struct nd_saver *v, const nudge_problem *problem)
{
    int status = 0;
    struct nd_output_paths paths = {0};
    TRY(nd_output_paths_init(&paths, problem));
    for (int i = 0; i < 2 * paths.n; i++)
        if (paths.at[i / 2] && !strcmp(paths.at[i / 2], v->path[i % 2]))
            FAIL(NUDGE_EVALUE, "%s: %s is the name of a checkpoint; take another name", paths.key[i / 2],
                 paths.at[i / 2]);
done:
    nd_output_paths_clear(&paths);
    return status;
}

int nd_saver_init(struct nd_saver *v, nudge_solver *s, struct nd_outputs *outputs, double every,
                  double seconds)
{
    int status = 0;
    const double now = nd_seconds_now(), bytes = s->rhs.buffer[ND_Q0].bytes;
    *v = (struct nd_saver){.solver = s,
                           .outputs = outputs,
                           .every = every,
                           .deadline = now + seconds,
                           .last = now,
                           .polled = now,
                           .copy_seconds = bytes / 1e9,
                           .store_seconds = 2 * bytes / 2e8,
                           .step = -1};
    TRY(nd_checkpoint_paths(s->problem, v->path));
    TRY(check_paths(v, s->problem));
done:
    if (status) nd_saver_finish(v);
    return status;
}

static void *store(void *context)
{
    struct nd_saver *v = context;
    v->status = nd_archive_store(v->copy, v->path[0], v->hold ? NULL : v->path[1]);
    if (v->status) nd_format(v->why, sizeof v->why, "%s", nudge_error());
    __atomic_store_n(&v->ready, 1, __ATOMIC_RELEASE);
    return NULL;
}

/* Waits for the thread, if there is one. */
static void join(struct nd_saver *v)
{
    if (!v->copy) return;
    if (v->running) pthread_join(v->thread, NULL);
    v->running = 0;
    v->store_seconds = nd_seconds_now() - v->last;
    nd_archive_destroy(v->copy);
    v->copy = NULL;
    if (v->status) return;
    v->step = v->copied;
    v->hold = 0;
    nd_info("checkpoint of step %lld: %.3g s for the copy, %.3g s until it was on the disk",
            (long long)v->step, v->copy_seconds, v->store_seconds);
}

static void warn(const struct nd_saver *v, const char *why)
{
    if (v->step >= 0)
        nd_warn("the checkpoint of step %lld is not written: %s; the last one is of step %lld",
                (long long)v->copied, why, (long long)v->step);
    else
        nd_warn("the checkpoint of step %lld is not written: %s", (long long)v->copied, why);
}

/* Waits, and warns of a failure. */
static void settle(struct nd_saver *v)
{
    if (!v->copy) return;
    join(v);
    if (v->status) warn(v, v->why);
}

void nd_saver_poll(struct nd_saver *v)
{
    const double now = nd_seconds_now();
    v->pace = fmax(v->pace, now - v->polled);
    v->polled = now;
    if (__atomic_load_n(&v->ready, __ATOMIC_ACQUIRE)) settle(v);
}

int nd_saver_due(const struct nd_saver *v)
{
    return !v->copy && nd_seconds_now() - v->last >= v->every;
}

int nd_saver_late(const struct nd_saver *v)
{
    /* A checkpoint that is being written must be complete first. */
    const double own = v->copy_seconds + v->store_seconds, wait = v->copy ? v->store_seconds : 0;
    return nd_seconds_now() + 1.5 * (own + wait) + 2 * v->pace + MARGIN >= v->deadline;
}

int nd_saver_save(struct nd_saver *v, int wait)
{
    int status = 0;
    settle(v);
    v->last = nd_seconds_now();
    v->copied = v->solver->step;
    v->status = v->ready = 0;
    TRY(nd_checkpoint_copy(&v->copy, &v->room, v->solver, v->outputs));
    v->copy_seconds = nd_seconds_now() - v->last;
    v->running = !pthread_create(&v->thread, NULL, store, v);
    if (!v->running) store(v); /* no thread: write it now */
    if (!wait) goto done;
    join(v);
    if (v->status) FAIL(v->status, "%s", v->why);
done:
    if (status && !wait) warn(v, nudge_error());
    return wait ? status : 0;
}

void nd_saver_finish(struct nd_saver *v)
{
    settle(v);
    nd_archive_room_clear(&v->room);
    for (int i = 0; i < 2; i++) free(v->path[i]);
    *v = (struct nd_saver){0};
}
