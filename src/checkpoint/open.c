/* Finds and checks checkpoints. */
#include <string.h>
#include "base/file.h"
#include "base/format.h"
#include "base/log.h"
#include "checkpoint/checkpoint.h"
#include "checkpoint/state.h"
#include "comm/comm.h"
#include "comm/task.h"
#include "output/checkpoint_name.h"

int nd_checkpoint_paths(const nudge_problem *problem, char *path[2])
{
    int status = 0;
    char *folder = nd_path_join(problem->folder, problem->output.folder ? problem->output.folder : "");
    path[0] = path[1] = NULL;
    for (int i = 0; i < 2; i++) {
        path[i] = folder ? nd_path_join(folder, nd_checkpoint_names[i]) : NULL;
        if (!path[i]) FAIL(NUDGE_ENOMEM, "out of memory");
    }
done:
    free(folder);
    return status;
}

static void free_paths(char *path[2])
{
    free(path[0]);
    free(path[1]);
}

/* The id of the other generation is read only if it matters. If its head is damaged, its parts are of no use. */
int nd_checkpoint_tidy(const struct nd_checkpoint *from, const nudge_problem *problem)
{
    int status = 0;
    struct nd_checkpoint *other = NULL;
    char *path[2];
    TRY(nd_checkpoint_paths(problem, path));
    if (!nd_parts_other(from->folder, from->id)) goto done;
    for (int i = 0; i < 2; i++) {
        if (!strcmp(path[i], nd_archive_path(from->head)) || !nd_file_exists(path[i])) continue;
        const int failed = nd_checkpoint_load(&other, path[i], 0);
        if (failed == NUDGE_ESTOPPED) TRY(failed);
        if (failed && failed != NUDGE_EFORMAT) goto done; /* parts that may be of use stay */
    }
    nd_parts_keep(from->folder, (const uint64_t[2]){from->id, other ? other->id : 0});
done:
    nd_checkpoint_close(other);
    free_paths(path);
    return status;
}

/* Rank 0 has checked the head. Ranks share the work of checking the parts. */
static int check_own(struct nd_checkpoint **from, const char *path)
{
    int status = 0;
    if (!*from) TRY(nd_checkpoint_load(from, path, 1));
    TRY(nd_checkpoint_check_parts(*from, nd_comm_rank(), nd_comm_size()));
done:
    return status;
}

int nd_checkpoint_check(struct nd_checkpoint **from, const char *path)
{
    int status = nd_task_send_text(&(struct nd_task){.kind = ND_TASK_CHECK}, path);
    if (!status) status = nd_comm_agree(check_own(from, path));
    if (status) nd_checkpoint_close(*from), *from = NULL;
    return status;
}

int nd_checkpoint_open_at(struct nd_checkpoint **from, const char *path, nudge_solver *s)
{
    int status = 0;
    TRY(nd_checkpoint_load(from, path, 0));
    TRY(nd_identity_check((*from)->head, s));
    TRY(nd_checkpoint_check(from, path));
done:
    if (status) nd_checkpoint_close(*from), *from = NULL;
    return status;
}

/* The older one is used if the newer one is damaged or missing, not if it is of another run: then the older one
 * is probably, too. */
int nd_checkpoint_open(struct nd_checkpoint **from, nudge_solver *s)
{
    int status = 0, failed = 0, there;
    char *path[2], why[1024] = "", before[1024] = "";
    *from = NULL;
    TRY(nd_checkpoint_paths(s->problem, path));
    for (int i = 0; i < 2 && !*from; i++) {
        int own = nd_file_find(path[i], &there);
        if (!own && !there) continue;
        if (!own) own = nd_checkpoint_open_at(from, path[i], s);
        if (!own && failed) nd_warn("%s; resuming from the one before, %s", why, path[i]);
        if (own && (nd_comm_is_lost() || own == NUDGE_ESTOPPED || own == NUDGE_ENOMEM || own == NUDGE_EVALUE))
            TRY(own);
        if (!own) continue;
        nd_format(failed ? before : why, sizeof why, "%s", nudge_error());
        if (!failed) failed = own;
    }
    if (!*from && *before)
        FAIL(failed, "%s; nor can the checkpoint before it be used: %s; start again without --resume", why, before);
    if (!*from && failed)
        FAIL(failed, "%s; there is no other checkpoint that can be used: %sstart again without --resume", why,
             failed == NUDGE_EIO ? "make the file readable, or " : "");
done:
    free_paths(path);
    return status;
}
