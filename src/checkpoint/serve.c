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
    switch (task->kind) {
    case ND_TASK_CHECK:
        nd_checkpoint_close(v->from);
        v->from = NULL;
        status = nd_checkpoint_check(&v->from, v->solver, task->which);
        break;
    case ND_TASK_RESTORE: status = restore(v, task->which); break;
    case ND_TASK_SAVE: status = nd_part_save(&v->part, v->solver, (uint64_t)task->step); break;
    default: status = nd_part_saved(&v->part, task->which, NULL, NULL, &done); break;
    }
    return nd_comm_is_lost() ? status : 0;
}

void nd_served_clear(struct nd_served *v)
{
    nd_checkpoint_close(v->from);
    nd_part_saver_clear(&v->part);
    *v = (struct nd_served){0};
}
