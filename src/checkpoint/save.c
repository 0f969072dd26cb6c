#include "base/file.h"
#include "checkpoint/checkpoint.h"
#include "checkpoint/state.h"
#include "comm/comm.h"

/* The id of the parts that the file has now, if nd_checkpoint_save wrote it; else 0. A damaged file has none. */
static uint64_t id_before(const char *path)
{
    struct nd_checkpoint *now = NULL;
    if (!nd_file_exists(path) || nd_checkpoint_load(&now, path, 0)) return 0;
    const uint64_t id = now->id % 2 ? 0 : now->id;
    nd_checkpoint_close(now);
    return id;
}

static int save_alone(nudge_solver *s, const char *path)
{
    int status = 0;
    struct nd_archive *copy = NULL;
    struct nd_archive_room room = {0};
    TRY(nd_checkpoint_copy(&copy, &room, s, NULL, ND_SAVE_HEAD | ND_SAVE_ROWS));
    TRY(nd_archive_store(copy, path, NULL));
done:
    nd_archive_destroy(copy);
    nd_archive_room_clear(&room);
    return status;
}

/* The head, when all parts are on the disk. */
static int save_head(nudge_solver *s, const char *path, uint64_t id, const struct nd_archive_size *size)
{
    int status = 0;
    struct nd_archive *head = NULL;
    struct nd_archive_room room = {0};
    double bytes;
    TRY(nd_checkpoint_copy(&head, &room, s, NULL, ND_SAVE_HEAD));
    TRY(nd_parts_list(head, id, size, nd_comm_size()));
    TRY(nd_archive_seal(head, &bytes));
    TRY(nd_archive_store(head, path, NULL));
done:
    nd_archive_destroy(head);
    nd_archive_room_clear(&room);
    return status;
}

static int save_parts(nudge_solver *s, const char *path, const char *folder, uint64_t id)
{
    int status = 0, written;
    struct nd_part_saver part = {.kind = ND_PART_STATE};
    struct nd_archive_size *size = NULL;
    size_t *counts = NULL;
    ALLOC(size, nd_comm_size());
    ALLOC(counts, nd_comm_size());
    for (int i = 0; i < nd_comm_size(); i++) counts[i] = sizeof *size;
    TRY(nd_part_save(&part, s, folder, id));
    TRY(nd_part_saved(&part, 1, size, counts, &written));
    TRY(nd_parts_check_visible(folder, id, size, nd_comm_size()));
    TRY(save_head(s, path, id, size));
done:
    nd_part_saver_clear(&part);
    if (status) nd_parts_remove(folder, id);
    free(size);
    free(counts);
    return status;
}

/* Parts of the file that was there before are removed once the new one is in its place. */
int nd_checkpoint_save(nudge_solver *s, const char *path)
{
    int status = 0;
    char *folder = nd_path_folder(path);
    if (!folder) FAIL(NUDGE_ENOMEM, "out of memory");
    const uint64_t before = nd_parts_states(folder) ? id_before(path) : 0;
    TRY(s->rhs.share ? save_parts(s, path, folder, nd_parts_random_id(0)) : save_alone(s, path));
    if (before) nd_parts_remove(folder, before);
done:
    free(folder);
    return status;
}

int nd_checkpoint_restore(nudge_solver *s, const char *path)
{
    int status = 0;
    struct nd_checkpoint *from = NULL;
    TRY(nd_checkpoint_open_at(&from, path, s));
    TRY(nd_checkpoint_restore_solver(from, s));
done:
    nd_checkpoint_close(from);
    return status;
}
