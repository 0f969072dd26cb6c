#define _GNU_SOURCE
#include "base/own.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/atomic_file.h"
#include "base/file.h"
#include "base/memory.h"

static int check_trusted(const char *path, const struct stat *info)
{
    int status = 0;
    const uid_t own = geteuid();
    if (info->st_uid != own && info->st_uid != 0)
        FAIL(NUDGE_EIO, "%s: belongs to user %ld and not to user %ld, who runs this; not used", path,
             (long)info->st_uid, (long)own);
    if (info->st_mode & (S_IWGRP | S_IWOTH))
        FAIL(NUDGE_EIO,
             "%s: may be written by others (mode %03o); not used; if nobody has tampered with it, run "
             "chmod -R go-w %s",
             path, (unsigned)info->st_mode & 0777, path);
done:
    return status;
}

int nd_own_read(const char *path, size_t most, int links, char **bytes, size_t *n)
{
    int status = 0, handle = -1;
    FILE *file = NULL;
    struct stat info;
    /* Neither wait for a pipe nor let a device become the terminal of this process. */
    handle = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (links ? 0 : O_NOFOLLOW));
    if (handle < 0)
        FAIL(NUDGE_EIO, "%s: cannot open: %s", path,
             errno == ELOOP && !links ? "is a symbolic link" : strerror(errno));
    if (fstat(handle, &info)) FAIL(NUDGE_EIO, "%s: cannot be read: %s", path, strerror(errno));
    TRY(nd_file_check_regular(path, &info));
    TRY(check_trusted(path, &info));
    file = fdopen(handle, "rb");
    if (!file) FAIL(NUDGE_EIO, "%s: cannot open: %s", path, strerror(errno));
    handle = -1;
    TRY(nd_handle_read(file, path, most, bytes, n));
done:
    if (handle >= 0) close(handle);
    if (file) fclose(file);
    return status;
}

/* Nothing is created in another user's folder: root with a user's HOME would leave a cache there that
 * the user cannot use. */
static int check_parent(const char *path)
{
    int status = 0, there;
    struct stat info;
    char *parent = nd_path_folder(path), *next;
    while (parent && (there = !stat(*parent ? parent : ".", &info), !there && *parent)) {
        next = nd_path_folder(parent);
        free(parent);
        parent = next;
    }
    if (!parent) FAIL(NUDGE_ENOMEM, "out of memory");
    if (there && info.st_uid != geteuid() && info.st_uid != 0)
        FAIL(NUDGE_EIO, "%s: not created, because %s belongs to user %ld and not to user %ld, who runs this",
             path, *parent ? parent : "the current folder", (long)info.st_uid, (long)geteuid());
done:
    free(parent);
    return status;
}

int nd_own_folder(const char *path)
{
    int status = 0, handle = -1;
    struct stat info;
    if (!nd_file_exists(path)) TRY(check_parent(path));
    TRY(nd_folder_create_mode(path, 0700));
    handle = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0 || fstat(handle, &info)) FAIL(NUDGE_EIO, "%s: cannot open: %s", path, strerror(errno));
    TRY(check_trusted(path, &info));
done:
    if (handle >= 0) close(handle);
    return status;
}

unsigned nd_own_mode(const char *path)
{
    struct stat info;
    return stat(path, &info) ? ND_MODE_PRIVATE : info.st_mode & 0777 & ~(unsigned)(S_IWGRP | S_IWOTH);
}

int nd_cache_folder(char **path)
{
    int status = 0;
    char *p = NULL;
    const char *own = getenv("NUDGE_CACHE"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (own && *own)
        p = nd_strdup(own);
    else if (xdg && *xdg)
        p = nd_path_join(xdg, "nudge");
    else if (home && *home)
        p = nd_path_join(home, ".cache/nudge");
    else
        FAIL(NUDGE_EIO, "there is no folder for compiled kernels: set NUDGE_CACHE or HOME");
    if (!p) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(nd_own_folder(p));
    *path = p;
    p = NULL;
done:
    free(p);
    return status;
}
