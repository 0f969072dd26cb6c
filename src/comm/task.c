#include "comm/task.h"

#include <string.h>
#include "base/error.h"
#include "comm/comm.h"

static int on;

void nd_tasks_set(int now)
{
    on = now && nd_comm_size() > 1;
}

int nd_tasks_on(void)
{
    return on;
}

int nd_task_lead(const struct nd_task *task)
{
    struct nd_task copy = *task;
    return nd_comm_rank() ? 0 : nd_comm_bcast(&copy, sizeof copy);
}

int nd_task_send(const struct nd_task *task)
{
    return on ? nd_task_lead(task) : 0;
}

int nd_task_send_text(const struct nd_task *task, const char *text)
{
    int status = 0;
    struct nd_task with = *task;
    const size_t n = strlen(text);
    char copy[ND_TASK_TEXT];
    if (!on || nd_comm_rank()) return 0;
    if (n >= sizeof copy)
        FAIL(NUDGE_EVALUE, "the path %.40s... has %zu characters, and %zu are possible on several ranks; give a shorter one", text, n, sizeof copy - 1);
    memcpy(copy, text, n);
    with.index = (int32_t)n;
    TRY(nd_task_lead(&with));
    TRY(nd_comm_bcast(copy, n));
done:
    return status;
}

int nd_task_receive(struct nd_task *task)
{
    return nd_comm_bcast(task, sizeof *task);
}

int nd_task_receive_text(const struct nd_task *task, char text[ND_TASK_TEXT])
{
    int status = 0;
    if (task->index < 0 || task->index >= ND_TASK_TEXT)
        FAIL(NUDGE_EINTERNAL, "task %d has a text of %d bytes", task->kind, task->index);
    TRY(nd_comm_bcast(text, (size_t)task->index));
    text[task->index] = 0;
done:
    return status;
}
