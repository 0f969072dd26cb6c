#include "base/format.h"
#include "checkpoint/checkpoint.h"
#include "comm/comm.h"
#include "comm/task.h"

/* Remembers a failure until all ranks come to nd_part_saved. */
static void remember(struct nd_part_saver *p, int status)
{
    if (!status || p->status) return;
    p->status = status;
    nd_format(p->why, sizeof p->why, "%s", nudge_error());
}

static int begin(struct nd_part_saver *p, nudge_solver *s, const char *folder, uint64_t id)
{
    int status = 0;
    struct nd_writer *w = &p->writer;
    free(p->path);
    p->path = nd_part_path(folder, id, nd_comm_rank());
    if (!p->path) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(nd_checkpoint_copy(&w->archive, &w->room, s, NULL,
                           p->kind == ND_PART_RUN ? ND_SAVE_ROWS | ND_SAVE_RUN : ND_SAVE_ROWS));
    w->path = p->path;
    nd_writer_start(w);
done:
    return status;
}

int nd_part_save(struct nd_part_saver *p, nudge_solver *s, const char *folder, uint64_t id)
{
    const struct nd_task task = {.kind = ND_TASK_SAVE, .which = p->kind, .step = (int64_t)id};
    const int sent = nd_task_send_text(&task, folder);
    if (sent) return sent;
    (void)nd_writer_wait(&p->writer);
    p->status = 0;
    remember(p, begin(p, s, folder, id));
    return 0;
}

int nd_part_saved(struct nd_part_saver *p, int wait, struct nd_archive_size *size, const size_t *counts,
                  int *done)
{
    int status = 0;
    *done = 1;
    TRY(ND_TASK(.kind = ND_TASK_SAVED, .which = p->kind, .index = wait));
    if (wait) remember(p, nd_writer_wait(&p->writer));
    int64_t busy = nd_writer_busy(&p->writer);
    TRY(nd_comm_add(&busy, 1));
    if (busy) {
        *done = 0;
        goto done;
    }
    remember(p, nd_writer_wait(&p->writer));
    if (p->status) nd_fail(p->status, __FILE__, __LINE__, "%s", p->why);
    TRY(nd_comm_agree(p->status));
    TRY(nd_comm_gather(&p->writer.size, sizeof *size, size, counts));
done:
    return status;
}

void nd_part_saver_clear(struct nd_part_saver *p)
{
    nd_writer_clear(&p->writer);
    free(p->path);
    *p = (struct nd_part_saver){0};
}
