#include "checkpoint/checkpoint.h"
#include "comm/comm.h"
#include "comm/task.h"

static int restore(struct nd_served *v, int monitors)
{
    const int status = monitors ? nd_checkpoint_restore_monitors(v->from, v->solver)
                                : nd_checkpoint_restore_solver(v->from, v->solver);
    if (!monitors) return status;
    nd_checkpoint_close(v->from); /* nothing more is read */
    v->from = NULL;
    return status;
}

/* What fails here is agreed upon, and rank 0 decides what follows, unless the ranks are lost. */
int nd_checkpoint_serve(void *served, const struct nd_task *task)
{
    struct nd_served *v = served;
    int status = 0, done;
    char text[ND_TASK_TEXT];
    struct nd_part_saver *part = &v->part[task->which == ND_PART_STATE];
    switch (task->kind) {
    case ND_TASK_CHECK:
        nd_checkpoint_close(v->from);
        v->from = NULL;
        status = nd_task_receive_text(task, text);
        if (!status) status = nd_checkpoint_check(&v->from, text);
        break;
    case ND_TASK_RESTORE: status = restore(v, task->which); break;
    case ND_TASK_SAVE:
        part->kind = task->which;
        status = nd_task_receive_text(task, text);
        if (!status) status = nd_part_save(part, v->solver, text, (uint64_t)task->step);
        break;
    default: status = nd_part_saved(part, task->index, NULL, NULL, &done); break;
    }
    return nd_comm_is_lost() ? status : 0;
}

void nd_served_clear(struct nd_served *v)
{
    nd_checkpoint_close(v->from);
    for (int i = 0; i < 2; i++) nd_part_saver_clear(&v->part[i]);
    *v = (struct nd_served){0};
}
