/* Functions of nudge.h for several ranks. */
#include <math.h>
#include <stdlib.h>
#include "api/api.h"
#include "base/threads.h"
#include "base/work.h"
#include "checkpoint/checkpoint.h"
#include "comm/comm.h"
#include "comm/task.h"
#include "solver/ranks.h"

int nudge_ranks_join(void)
{
    return nd_comm_open();
}

void nudge_ranks_leave(void)
{
    if (!nd_comm_is_lost()) (void)nd_task_lead(&(struct nd_task){.kind = ND_TASK_LEAVE});
    nd_comm_close();
}

void nudge_ranks_abort(int exit_status)
{
    nd_comm_abort(exit_status);
}

int nudge_rank(void)
{
    return nd_comm_rank();
}

int nudge_ranks(void)
{
    return nd_comm_size();
}

int nudge_ranks_local(void)
{
    return nd_comm_local_size();
}

static int serve_solver(nudge_solver *solver)
{
    struct nd_served served = {.solver = solver};
    const int before = nd_threads_enter(), status = nd_ranks_serve(solver, nd_checkpoint_serve, &served);
    nd_served_clear(&served);
    nd_threads_leave(before);
    return status;
}

/* Creates the solver of rank 0 here and serves it. n: bytes of the order. If all ranks know that it could not be created,
 * rank 0 decides what follows. */
static int follow(size_t n)
{
    int status = 0;
    struct nd_order order;
    nudge_solver *solver = NULL;
    status = nd_ranks_follow(&order, n);
    if (!status) status = nd_solver_create(&solver, order.problem, order.device, NULL, order.variant);
    if (status && nd_comm_agreed_failure()) {
        status = 0;
        goto done;
    }
    TRY(status);
    TRY(serve_solver(solver));
done:
    nudge_solver_destroy(solver);
    nudge_problem_destroy((nudge_problem *)order.problem);
    free((char *)order.device);
    free((char *)order.variant);
    return status;
}

/* A stop is rank 0's decision: waiting for tasks goes on after one. */
static int next_task(struct nd_task *task)
{
    nd_work_hurry(INFINITY);
    const int status = nd_task_receive(task);
    nd_work_hurry(0);
    return status;
}

int nudge_ranks_serve(void)
{
    int status = 0;
    struct nd_task task;
    if (!nd_comm_rank()) FAIL(NUDGE_EVALUE, "nudge_ranks_serve is for ranks other than 0");
    for (;;) {
        TRY(next_task(&task));
        if (task.kind == ND_TASK_LEAVE) break;
        if (task.kind != ND_TASK_CREATE) FAIL(NUDGE_EINTERNAL, "task %d without a solver", task.kind);
        TRY(follow((size_t)task.step));
    }
done:
    return status;
}
