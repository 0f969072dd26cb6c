/* Checkpoints of nudge.h; nudge_solver_run_with is in run.c. */
#include <stdlib.h>
#include "api/api.h"
#include "base/file.h"
#include "base/threads.h"
#include "checkpoint/checkpoint.h"

int nudge_checkpoint_find(const nudge_problem *problem, char **path)
{
    GIVEN(problem, "problem");
    GIVEN(path, "path");
    int status = 0, there;
    char *both[2] = {NULL, NULL};
    *path = NULL;
    TRY(nd_checkpoint_paths(problem, both));
    for (int i = 0; i < 2 && !*path; i++) {
        TRY(nd_file_find(both[i], &there));
        if (there) *path = both[i], both[i] = NULL;
    }
done:
    free(both[0]);
    free(both[1]);
    return status;
}

int nudge_solver_save(nudge_solver *solver, const char *path)
{
    GIVEN(solver, "solver");
    GIVEN(path, "path");
    const int before = nd_threads_enter(), status = nd_checkpoint_save(solver, path);
    nd_threads_leave(before);
    return status;
}

int nudge_solver_restore(nudge_solver *solver, const char *path)
{
    GIVEN(solver, "solver");
    GIVEN(path, "path");
    const int before = nd_threads_enter(), status = nd_checkpoint_restore(solver, path);
    nd_threads_leave(before);
    return status;
}
