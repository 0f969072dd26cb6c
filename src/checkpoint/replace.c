/* What a run from t = 0 does with checkpoints of an earlier run in its folder. Those of a run that came to its end are
 * removed. The report says that it did; but the report may be of another run, so the newest checkpoint must be of the
 * last steps, too. Other checkpoints may be all that is left of days of work, and --resume may have been forgotten:
 * they go to a folder beside the outputs, where they replace those that an earlier call put there.
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
#include "checkpoint/state.h"
#include "output/checkpoint_name.h"

static int is_file(const char *path)
{
    struct stat info;
    return !lstat(path, &info) && S_ISREG(info.st_mode);
}

/* Links are neither removed, nor moved to where they may point elsewhere. */
static int refuse_links(char *const path[2])
{
    int status = 0;
    struct stat info;
    for (int i = 0; i < 2; i++)
        if (!lstat(path[i], &info) && S_ISLNK(info.st_mode))
            FAIL(NUDGE_EIO, "%s: this checkpoint is a link; give --resume to continue it, or move the link away",
                 path[i]);
done:
    return status;
}

/* A run that comes to its end leaves a checkpoint of the step before the last one. */
static int is_at_end(const char *path)
{
    struct nd_checkpoint *c = NULL;
    int64_t step = 0, steps = 0;
    const struct nd_number list[] = {{"clock/step", .whole = &step}, {"schedule/steps", .whole = &steps}};
    if (!is_file(path) || nd_checkpoint_load(&c, path, 0)) return 0;
    const int failed = nd_numbers_restore(c->head, list, 2);
    nd_checkpoint_close(c);
    return !failed && step >= steps - 1;
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
    const int replaces = is_file(to[0]) || is_file(to[1]);
    TRY(nd_folder_create(aside));
    TRY(remove_heads(to));
    nd_parts_keep(aside, (const uint64_t[2]){0, 0});
    for (int i = 1; i >= 0; i--) /* the newest last: a call that is killed in between leaves it in its place */
        if (is_file(path[i])) TRY(move_file(path[i], to[i]));
    nd_warn(
        "the earlier run in this folder may not have come to its end; its checkpoint is kept in %s%s, and this "
        "run starts at t = 0; to continue the earlier run, move the checkpoint back and give --resume",
        aside, replaces ? ", in place of the one that was there" : "");
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
        if (failed && failed != NUDGE_EFORMAT) TRY(failed); /* its parts stay where they are */
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
    TRY(refuse_links(path));
    if (ended && is_at_end(path[0])) TRY(remove_heads(path));
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
