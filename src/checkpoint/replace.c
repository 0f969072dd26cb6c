/* What a run from t = 0 does with checkpoints of an earlier run in its folder. Those of a run that came to its end are
 * removed. Others may be all that is left of days of work, and --resume may have been forgotten: they go to a folder
 * beside the outputs, where they replace those that an earlier call put there.
 *
 * Heads are moved before their parts. A call that is killed in between leaves parts in the output folder whose head is
 * in the other one; the next call moves them as well. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/file.h"
#include "base/log.h"
#include "checkpoint/checkpoint.h"
#include "output/checkpoint_name.h"

static int is_file(const char *path)
{
    struct stat info;
    return !lstat(path, &info) && (S_ISREG(info.st_mode) || S_ISLNK(info.st_mode));
}

/* Heads first: parts without a head are removed by the next run. */
static int remove_heads(char *const path[2])
{
    int status = 0;
    for (int i = 0; i < 2; i++)
        if (is_file(path[i]) && unlink(path[i]))
            FAIL(NUDGE_EIO, "%s: cannot remove the checkpoint of an earlier run: %s", path[i],
                 strerror(errno));
done:
    return status;
}

static int move_file(const char *from, const char *to)
{
    int status = 0;
    if (rename(from, to))
        FAIL(NUDGE_EIO, "%s: cannot move the checkpoint of an earlier run to %s: %s", from, to,
             strerror(errno));
done:
    return status;
}

/* There is a head to move. */
static int move_heads(char *const path[2], const char *aside, char *const to[2])
{
    int status = 0;
    TRY(nd_folder_create(aside));
    TRY(remove_heads(to));
    nd_parts_keep(aside, (const uint64_t[2]){0, 0});
    for (int i = 0; i < 2; i++)
        if (is_file(path[i])) TRY(move_file(path[i], to[i]));
    nd_warn(
        "the earlier run in this folder may not have come to its end; its checkpoint is kept in %s, and this "
        "run starts at t = 0; to continue the earlier run, move the checkpoint back and give --resume",
        aside);
done:
    return status;
}

/* Moves the parts that belong to the heads in `aside`, and removes all others. */
static int move_parts(const char *folder, const char *aside, char *const head[2])
{
    int status = 0;
    uint64_t id[2] = {0, 0};
    if (!nd_parts_other(folder, 0)) return 0;
    for (int i = 0; i < 2; i++) {
        struct nd_checkpoint *there = NULL;
        if (!is_file(head[i])) continue;
        const int failed = nd_checkpoint_load(&there, head[i], 0);
        if (failed == NUDGE_ESTOPPED || failed == NUDGE_ENOMEM) TRY(failed);
        if (!failed) id[i] = there->id;
        nd_checkpoint_close(there);
    }
    TRY(nd_parts_move(folder, aside, id));
    nd_parts_keep(folder, (const uint64_t[2]){0, 0});
done:
    return status;
}

int nd_checkpoint_replace(const nudge_problem *problem, int ended)
{
    int status = 0;
    char *path[2] = {NULL, NULL}, *to[2] = {NULL, NULL}, *folder = NULL, *aside = NULL;
    TRY(nd_checkpoint_paths(problem, path));
    folder = nd_path_folder(path[0]);
    aside = folder ? nd_path_join(folder, ND_CHECKPOINT_ASIDE) : NULL;
    for (int i = 0; i < 2; i++) {
        to[i] = aside ? nd_path_join(aside, nd_checkpoint_names[i]) : NULL;
        if (!to[i]) FAIL(NUDGE_ENOMEM, "out of memory");
    }
    if (ended) TRY(remove_heads(path));
    if (is_file(path[0]) || is_file(path[1])) TRY(move_heads(path, aside, to));
    TRY(move_parts(folder, aside, to));
done:
    for (int i = 0; i < 2; i++) {
        free(path[i]);
        free(to[i]);
    }
    free(folder);
    free(aside);
    return status;
}
