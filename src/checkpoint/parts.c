#include "checkpoint/parts.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/atomic_file.h"
#include "base/file.h"
#include "checkpoint/state.h"
#include "output/checkpoint_name.h"

enum { PARTS_MOST = 1 << 20 };

char *nd_part_path(const char *folder, uint64_t id, int rank)
{
    char name[ND_CHECKPOINT_PART];
    nd_checkpoint_part_name(id, rank, name);
    return nd_path_join(folder, name);
}

uint64_t nd_parts_random_id(int run)
{
    const uint64_t id = nd_random_bits() & ~(uint64_t)1;
    return run ? id | 1 : id ? id : 2;
}

int nd_parts_check_visible(const char *folder, uint64_t id, const struct nd_archive_size *size, int n)
{
    int status = 0;
    struct stat info;
    for (int i = 0; i < n; i++) {
        char *path = nd_part_path(folder, id, i);
        const int there = path && !stat(path, &info) && info.st_size == size[i].bytes;
        free(path);
        if (!there)
            FAIL(NUDGE_EIO,
                 "rank 0 does not see the part that rank %d wrote: the folder of a checkpoint must be the same "
                 "for all ranks",
                 i);
    }
done:
    return status;
}

/* The datasets of a head that name its parts. */
static struct nd_archive_set list_of(int column, int64_t n)
{
    static const char *const name[] = {"parts/bytes", "parts/checksum"};
    return (struct nd_archive_set){name[column], ND_ARCHIVE_WHOLE, 1, {n}};
}

static struct nd_number id_of(uint64_t *id)
{
    return (struct nd_number){"parts/id", .whole = (int64_t *)id};
}

int nd_parts_list(struct nd_archive *head, uint64_t id, const struct nd_archive_size *size, int n)
{
    int status = 0;
    int64_t *values = NULL;
    const struct nd_number number = id_of(&id);
    ALLOC(values, n);
    TRY(nd_numbers_save(head, &number, 1));
    for (int column = 0; column < 2; column++) {
        const struct nd_archive_set set = list_of(column, n);
        for (int i = 0; i < n; i++) values[i] = column ? (int64_t)size[i].checksum : size[i].bytes;
        TRY(nd_archive_put(head, &set, values));
    }
done:
    free(values);
    return status;
}

static int read_list(struct nd_checkpoint *c)
{
    int status = 0;
    int64_t *values = NULL;
    struct nd_archive_set set = list_of(0, 0);
    const struct nd_number number = id_of(&c->id);
    c->parts = 1;
    if (!nd_archive_has(c->head, number.name)) return 0;
    TRY(nd_numbers_restore(c->head, &number, 1));
    TRY(nd_archive_describe(c->head, &set));
    if (!c->id || set.rank != 1 || set.size[0] < 1 || set.size[0] > PARTS_MOST)
        FAIL(NUDGE_EFORMAT, "%s: its list of parts is impossible", nd_archive_path(c->head));
    c->parts = (int)set.size[0];
    ALLOC(c->size, c->parts);
    ALLOC(values, c->parts);
    for (int column = 0; column < 2; column++) {
        set = list_of(column, c->parts);
        TRY(nd_archive_get(c->head, &set, values));
        for (int i = 0; i < c->parts; i++)
            if (column)
                c->size[i].checksum = (uint64_t)values[i];
            else
                c->size[i].bytes = values[i];
    }
done:
    free(values);
    return status;
}

int nd_checkpoint_load(struct nd_checkpoint **out, const char *path, int checked)
{
    int status = 0;
    struct nd_checkpoint *c = NULL;
    ALLOC(c, 1);
    c->folder = nd_path_folder(path);
    if (!c->folder) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(checked ? nd_archive_open_checked(&c->head, path) : nd_archive_open(&c->head, path));
    TRY(read_list(c));
    *out = c;
    c = NULL;
done:
    nd_checkpoint_close(c);
    return status;
}

void nd_checkpoint_close(struct nd_checkpoint *c)
{
    if (!c) return;
    nd_archive_close(c->open);
    nd_archive_close(c->head);
    free(c->size);
    free(c->folder);
    free(c);
}

static int check_part(const struct nd_checkpoint *c, int i)
{
    int status = 0;
    struct nd_archive_size found;
    char *path = nd_part_path(c->folder, c->id, i);
    if (!path) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(nd_archive_check(path, &found));
    if (found.bytes != c->size[i].bytes || found.checksum != c->size[i].checksum)
        FAIL(NUDGE_EFORMAT, "%s: not the part that %s names", path, nd_archive_path(c->head));
done:
    free(path);
    return status;
}

int nd_checkpoint_check_parts(const struct nd_checkpoint *c, int first, int step)
{
    int status = 0;
    for (int i = first; i < c->parts && c->id; i += step) TRY(check_part(c, i));
done:
    return status;
}

int nd_checkpoint_part(struct nd_checkpoint *c, int i, struct nd_archive_reader **part)
{
    int status = 0;
    char *path = NULL;
    *part = c->id ? c->open : c->head;
    if (!c->id || (c->open && c->which == i)) return 0;
    nd_archive_close(c->open);
    c->open = NULL;
    path = nd_part_path(c->folder, c->id, i);
    if (!path) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(nd_archive_open_checked(&c->open, path));
    c->which = i;
    *part = c->open;
done:
    free(path);
    return status;
}

/* Parts in a folder: those of one checkpoint, all of runs but those of two, or all of nudge_solver_save. */
struct choice {
    enum { ONE, ALL_BUT, STATES } what;
    uint64_t id[2];
};

/* Whether a part is one of them. */
static int is_chosen(const struct choice *choice, uint64_t id)
{
    const int named = id == choice->id[0] || id == choice->id[1], run = id % 2 == 1;
    if (!id) return 0;
    return choice->what == ONE ? named : choice->what == STATES ? !run : run && !named;
}

static int move_to(const char *folder, const char *path)
{
    char *target = nd_path_join(folder, nd_path_name(path));
    const int moved = target && !rename(path, target);
    free(target);
    return moved;
}

/* Removes them if `remove` is 1, or moves them to the folder `to`, unless it is null. Returns how many there were
 * that are not moved. */
static int walk_parts(const char *folder, const struct choice *choice, int remove, const char *to)
{
    int n = 0;
    DIR *open = opendir(*folder ? folder : ".");
    for (struct dirent *entry; open && (entry = readdir(open));) {
        const uint64_t id = nd_checkpoint_part_id(entry->d_name, strlen(entry->d_name));
        struct stat info;
        if (!is_chosen(choice, id)) continue;
        char *path = nd_path_join(folder, entry->d_name);
        if (path && !lstat(path, &info) && S_ISREG(info.st_mode)) {
            n += !(to && move_to(to, path));
            if (remove) unlink(path);
        }
        free(path);
    }
    if (open) closedir(open);
    return n;
}

void nd_parts_remove(const char *folder, uint64_t id)
{
    walk_parts(folder, &(struct choice){ONE, {id, id}}, 1, NULL);
}

void nd_parts_keep(const char *folder, const uint64_t id[2])
{
    walk_parts(folder, &(struct choice){ALL_BUT, {id[0], id[1]}}, 1, NULL);
}

int nd_parts_move(const char *folder, const char *to, const uint64_t id[2])
{
    int status = 0;
    const int left = walk_parts(folder, &(struct choice){ONE, {id[0], id[1]}}, 0, to);
    if (left) FAIL(NUDGE_EIO, "%s: cannot move %d parts of a checkpoint to %s", folder, left, to);
done:
    return status;
}

int nd_parts_other(const char *folder, uint64_t id)
{
    return walk_parts(folder, &(struct choice){ALL_BUT, {id, id}}, 0, NULL) > 0;
}

int nd_parts_states(const char *folder)
{
    return walk_parts(folder, &(struct choice){.what = STATES}, 0, NULL) > 0;
}
