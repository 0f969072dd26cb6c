/* Checkpoints of nudge.h; nudge_solver_run_with is in run.c. */
#include <stdlib.h>
#include "api/api.h"
#include "base/file.h"
#include "base/threads.h"
#include "checkpoint/checkpoint.h"
#include "checkpoint/state.h"

int nudge_checkpoint_find(const nudge_problem *problem, char **path)
{
    GIVEN(problem, "problem");
    GIVEN(path, "path");
    int status = 0;
    char *both[2] = {NULL, NULL};
    *path = NULL;
    TRY(nd_checkpoint_paths(problem, both));
    for (int i = 0; i < 2 && !*path; i++)
        if (nd_file_exists(both[i])) *path = both[i], both[i] = NULL;
done:
    free(both[0]);
    free(both[1]);
    return status;
}

static int refuse_ranks(const nudge_solver *solver)
{
    int status = 0;
    if (solver->rhs.share) FAIL(NUDGE_EVALUE, "nudge_solver_save and nudge_solver_restore are for one rank");
done:
    return status;
}

int nudge_solver_save(nudge_solver *solver, const char *path)
{
    GIVEN(solver, "solver");
    GIVEN(path, "path");
    int status = 0;
    struct nd_archive *copy = NULL;
    struct nd_archive_room room = {0};
    const int before = nd_threads_enter();
    TRY(refuse_ranks(solver));
    TRY(nd_checkpoint_copy(&copy, &room, solver, NULL, ND_SAVE_HEAD | ND_SAVE_ROWS));
    TRY(nd_archive_store(copy, path, NULL));
done:
    nd_archive_destroy(copy);
    nd_archive_room_clear(&room);
    nd_threads_leave(before);
    return status;
}

int nudge_solver_restore(nudge_solver *solver, const char *path)
{
    GIVEN(solver, "solver");
    GIVEN(path, "path");
    int status = 0;
    struct nd_checkpoint *from = NULL;
    const int before = nd_threads_enter();
    TRY(refuse_ranks(solver));
    TRY(nd_checkpoint_load(&from, path, 0));
    TRY(nd_identity_check(from->head, solver));
    TRY(nd_checkpoint_check_parts(from, 0, 1));
    TRY(nd_checkpoint_restore_solver(from, solver));
done:
    nd_checkpoint_close(from);
    nd_threads_leave(before);
    return status;
}
