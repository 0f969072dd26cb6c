#include <math.h>
#include <string.h>
#include "base/file.h"
#include "base/format.h"
#include "base/log.h"
#include "base/time.h"
#include "base/work.h"
#include "checkpoint/checkpoint.h"
#include "comm/comm.h"
#include "output/checkpoint_name.h"

#define MARGIN 1.0  /* seconds that a run has left when its last checkpoint is complete */
#define ASK    0.02 /* seconds between questions to other ranks, which cost them a message */

/* Two outputs must not be one file. */
static int check_paths(const struct nd_saver *v, const nudge_problem *problem)
{
    int status = 0;
    struct nd_output_paths paths = {0};
    TRY(nd_output_paths_init(&paths, problem));
    for (int i = 0; i < paths.n; i++) {
        const char *at = paths.at[i], *name = at ? nd_path_name(at) : "";
        if (at &&
            (!strcmp(at, v->path[0]) || !strcmp(at, v->path[1]) || nd_checkpoint_part_id(name, strlen(name))))
            FAIL(NUDGE_EVALUE, "%s: %s is the name of a checkpoint; take another name", paths.key[i], at);
    }
done:
    nd_output_paths_clear(&paths);
    return status;
}

int nd_saver_init(struct nd_saver *v, nudge_solver *s, struct nd_outputs *outputs,
                  const struct nd_checkpoint *from, double every, double seconds)
{
    int status = 0;
    const double now = nd_seconds_now(), bytes = s->rhs.buffer[ND_Q0].bytes,
                 all = bytes * nd_comm_size(); /* which probably go to one disk */
    *v = (struct nd_saver){.solver = s,
                           .outputs = outputs,
                           .every = every,
                           .deadline = now + seconds,
                           .last = now,
                           .polled = now,
                           .copy_seconds = bytes / 1e9,
                           .store_seconds = 2 * all / 2e8,
                           .step = -1};
    TRY(nd_checkpoint_paths(s->problem, v->path));
    TRY(check_paths(v, s->problem));
    v->folder = nd_path_folder(v->path[0]);
    if (!v->folder) FAIL(NUDGE_ENOMEM, "out of memory");
    ALLOC(v->size, nd_comm_size());
    ALLOC(v->counts, nd_comm_size());
    for (int i = 0; i < nd_comm_size(); i++) v->counts[i] = sizeof *v->size;
    v->hold = from && !strcmp(nd_archive_path(from->head), v->path[1]);
    if (from) v->kept[v->hold] = from->id;
done:
    if (status) nd_saver_finish(v, 1);
    return status;
}

static void fail(struct nd_saver *v, int status)
{
    v->status = status;
    nd_format(v->why, sizeof v->why, "%s", nudge_error());
    nd_archive_destroy(v->head);
    v->head = NULL;
    if (v->id) nd_parts_remove(v->folder, v->id);
    v->phase = ND_SAVER_IDLE;
}

static void warn(const struct nd_saver *v)
{
    if (v->step >= 0)
        nd_warn("the checkpoint of step %lld is not written: %s; the last one is of step %lld",
                (long long)v->copied, v->why, (long long)v->step);
    else
        nd_warn("the checkpoint of step %lld is not written: %s", (long long)v->copied, v->why);
}

/* Begins to write the file that makes the checkpoint valid. */
static void write_head(struct nd_saver *v, struct nd_archive *head)
{
    struct nd_writer *w = &v->writer;
    w->archive = head;
    w->path = v->path[0];
    w->previous = v->hold ? NULL : v->path[1];
    w->folder = v->folder;
    w->keep[0] = v->id;
    w->keep[1] = v->kept[v->hold];
    v->phase = ND_SAVER_HEAD;
    nd_writer_start(w);
}

static int end_parts(struct nd_saver *v)
{
    int status = 0;
    double bytes;
    TRY(nd_parts_check_visible(v->folder, v->id, v->size, nd_comm_size()));
    TRY(nd_parts_list(v->head, v->id, v->size, nd_comm_size()));
    TRY(nd_archive_seal(v->head, &bytes));
    write_head(v, v->head);
    v->head = NULL;
done:
    return status;
}

static void end_head(struct nd_saver *v)
{
    const int status = nd_writer_wait(&v->writer);
    v->store_seconds = nd_seconds_now() - v->last;
    if (status) {
        fail(v, status);
        return;
    }
    if (!v->hold) v->kept[1] = v->kept[0];
    v->kept[0] = v->id;
    v->hold = 0;
    v->step = v->copied;
    v->phase = ND_SAVER_IDLE;
    nd_info("checkpoint of step %lld: %.3g s for the copy, %.3g s until it was on the disk",
            (long long)v->step, v->copy_seconds, v->store_seconds);
}

/* Goes on with the checkpoint that is being written, as far as it is possible without waiting, or to its end. */
static void advance(struct nd_saver *v, int wait)
{
    int done = 0;
    if (v->phase == ND_SAVER_PARTS && (wait || !nd_writer_busy(&v->part.writer))) {
        v->asked = nd_seconds_now();
        int status = nd_part_saved(&v->part, wait, v->size, v->counts, &done);
        if (!status && done) status = end_parts(v);
        if (status) fail(v, status);
    }
    if (v->phase == ND_SAVER_HEAD && (wait || !nd_writer_busy(&v->writer))) end_head(v);
}

/* A stop does not end the waiting for other ranks, which write. */
static void complete(struct nd_saver *v)
{
    nd_work_hurry(INFINITY);
    advance(v, 1);
    nd_work_hurry(0);
}

/* Waits, and warns of a failure. */
static void settle(struct nd_saver *v)
{
    if (v->phase == ND_SAVER_IDLE) return;
    complete(v);
    if (v->status) warn(v);
}

void nd_saver_poll(struct nd_saver *v)
{
    const double now = nd_seconds_now();
    v->pace = fmax(v->pace, now - v->polled);
    v->polled = now;
    if (v->phase == ND_SAVER_IDLE || (v->phase == ND_SAVER_PARTS && now - v->asked < ASK)) return;
    advance(v, 0);
    if (v->status) warn(v);
    v->status = 0;
}

int nd_saver_due(const struct nd_saver *v)
{
    return v->phase == ND_SAVER_IDLE && nd_seconds_now() - v->last >= v->every;
}

int nd_saver_late(const struct nd_saver *v)
{
    /* A checkpoint that is being written must be complete first. */
    const double own = v->copy_seconds + v->store_seconds, wait = v->phase ? v->store_seconds : 0;
    return nd_seconds_now() + 1.5 * (own + wait) + 2 * v->pace + MARGIN >= v->deadline;
}

/* From the task on, what fails here is said when all ranks come to nd_part_saved. */
static int begin(struct nd_saver *v)
{
    int status = 0;
    nudge_solver *s = v->solver;
    struct nd_archive *whole = NULL;
    v->id = 0;
    if (!s->rhs.share) {
        TRY(nd_checkpoint_copy(&whole, &v->writer.room, s, v->outputs,
                               ND_SAVE_HEAD | ND_SAVE_ROWS | ND_SAVE_RUN));
        write_head(v, whole);
        goto done;
    }
    v->id = nd_parts_random_id(1);
    TRY(nd_part_save(&v->part, s, v->folder, v->id));
    v->phase = ND_SAVER_PARTS;
    if (v->part.status) goto done;
    v->part.status = nd_checkpoint_copy(&v->head, &v->writer.room, s, v->outputs, ND_SAVE_HEAD | ND_SAVE_RUN);
    if (v->part.status) nd_format(v->part.why, sizeof v->part.why, "%s", nudge_error());
done:
    return status;
}

int nd_saver_save(struct nd_saver *v, int wait)
{
    int status = 0;
    settle(v);
    v->last = nd_seconds_now();
    v->copied = v->solver->step;
    v->status = 0;
    const int begun = begin(v);
    if (begun) fail(v, begun);
    v->copy_seconds = nd_seconds_now() - v->last;
    if (wait) complete(v);
    if (wait && v->status) FAIL(v->status, "%s", v->why);
    if (v->status) warn(v);
    v->status = 0;
done:
    return status;
}

void nd_saver_finish(struct nd_saver *v, int in_step)
{
    if (in_step && !nd_comm_is_lost()) settle(v);
    nd_part_saver_clear(&v->part);
    nd_archive_destroy(v->head); /* its memory is the writer's */
    nd_writer_clear(&v->writer);
    for (int i = 0; i < 2; i++) free(v->path[i]);
    free(v->folder);
    free(v->size);
    free(v->counts);
    *v = (struct nd_saver){0};
}
