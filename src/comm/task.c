#include "comm/task.h"

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

int nd_task_receive(struct nd_task *task)
{
    return nd_comm_bcast(task, sizeof *task);
}
