#include "output/folders.h"

#include <string.h>
#include <sys/stat.h>
#include "base/atomic_file.h"
#include "base/file.h"
#include "base/link.h"
#include "base/memory.h"

int nd_folders_create(const struct nd_output_paths *paths)
{
    int status = 0;
    char *folder = NULL;
    for (int i = 0; i < paths->n; i++) {
        if (!paths->at[i]) continue;
        folder = nd_path_folder(paths->at[i]);
        if (!folder) FAIL(NUDGE_ENOMEM, "out of memory");
        TRY(nd_folder_create(folder));
        free(folder);
        folder = NULL;
    }
done:
    free(folder);
    return status;
}

/* Adds the folder of the file that a path leads to, unless it is in the list. */
static int add_folder(struct nd_folders *folders, const char *path)
{
    int status = 0, known = 0;
    struct stat own, other;
    char *folder = NULL, *target = NULL;
    TRY(nd_link_follow(path, &target));
    folder = nd_path_folder(target);
    if (!folder) FAIL(NUDGE_ENOMEM, "out of memory");
    const int there = !stat(*folder ? folder : ".", &own);
    for (int i = 0; i < folders->n && there && !known; i++)
        known = !stat(*folders->at[i] ? folders->at[i] : ".", &other) && own.st_dev == other.st_dev &&
                own.st_ino == other.st_ino;
    if (known) goto done;
    folders->at[folders->n++] = folder;
    folder = NULL;
done:
    free(folder);
    free(target);
    return status;
}

static int lock_folder(struct nd_lock *lock, const char *folder, const char *owner)
{
    int status = 0;
    char *holder = NULL, *path = nd_path_join(folder, ND_LOCK_NAME);
    if (!path) FAIL(NUDGE_ENOMEM, "out of memory");
    status = nd_lock_take(lock, path, owner, &holder);
    if (status == NUDGE_EBUSY)
        FAIL(NUDGE_EBUSY,
             "%s: another run writes to this folder: %s; wait for its end, or give another output.folder",
             *folder ? folder : ".", holder && *holder ? holder : "its process is unknown");
done:
    free(holder);
    free(path);
    return status;
}

int nd_folders_lock(struct nd_folders *folders, const struct nd_output_paths *paths, const char *owner)
{
    int status = 0;
    memset(folders, 0, sizeof *folders);
    ALLOC(folders->at, paths->n);
    ALLOC(folders->lock, paths->n);
    for (int i = 0; i < paths->n; i++) {
        if (!paths->at[i] || !nd_atomic_file_is_file(paths->at[i])) continue;
        if (!strcmp(nd_path_name(paths->at[i]), ND_LOCK_NAME))
            FAIL(NUDGE_EVALUE, "%s: %s is the name of the lock file; choose another name", paths->key[i],
                 paths->at[i]);
        TRY(add_folder(folders, paths->at[i]));
    }
    for (int i = 0; i < folders->n; i++) TRY(lock_folder(&folders->lock[i], folders->at[i], owner));
done:
    return status;
}

void nd_folders_unlock(struct nd_folders *folders)
{
    for (int i = 0; i < folders->n; i++) {
        nd_lock_release(&folders->lock[i]);
        free(folders->at[i]);
    }
    free(folders->at);
    free(folders->lock);
    memset(folders, 0, sizeof *folders);
}
