#define _GNU_SOURCE
#include "base/link.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"

enum { LINKS_MOST = 40, TEXT_MOST = 4096 }; /* as the kernel's own limits */

static int is_trusted(uid_t owner)
{
    return owner == geteuid() || owner == 0;
}

/* Whether users other than this one and root may put a link into the folder of path. */
static int is_open_to_others(const char *path)
{
    struct stat info;
    char *folder = nd_path_folder(path);
    const int known = folder && !stat(*folder ? folder : ".", &info);
    free(folder);
    return !known || (info.st_mode & (S_IWGRP | S_IWOTH)) || !is_trusted(info.st_uid);
}

/* Links such as /proc/self/fd/3: the kernel does not go by their text. */
static int is_magic(int link)
{
    struct statfs system;
    return !fstatfs(link, &system) && system.f_type == PROC_SUPER_MAGIC;
}

/* Follows one link. *next: its target; null if path is not a link. The link is opened once, so that the
 * owner that is checked belongs to the text that is read, even if others change the folder meanwhile. */
static int follow_one(const char *path, char **next)
{
    int status = 0;
    char text[TEXT_MOST], *folder = NULL;
    struct stat info;
    const int link = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    *next = NULL;
    if (link < 0 || fstat(link, &info) || !S_ISLNK(info.st_mode)) goto done;
    if (is_magic(link)) goto done;
    if (!is_trusted(info.st_uid) && is_open_to_others(path))
        FAIL(NUDGE_EIO,
             "%s: is a link of another user in a folder that others may write to, and is not followed; "
             "remove it or name the file itself",
             path);
    const ssize_t n = readlinkat(link, "", text, sizeof text - 1);
    if (n < 0) FAIL(NUDGE_EIO, "%s: cannot read the link: %s", path, strerror(errno));
    text[n] = 0;
    folder = nd_path_folder(path);
    if (folder) *next = nd_path_join(folder, text);
    if (!*next) FAIL(NUDGE_ENOMEM, "out of memory");
done:
    if (link >= 0) close(link);
    free(folder);
    return status;
}

int nd_link_follow(const char *path, char **target)
{
    int status = 0;
    char *here = NULL, *next = NULL;
    STRDUP(here, path);
    for (int i = 0; i <= LINKS_MOST; i++) {
        TRY(follow_one(here, &next));
        if (!next) {
            *target = here;
            here = NULL;
            goto done;
        }
        free(here);
        here = next;
    }
    FAIL(NUDGE_EIO, "%s: cannot create: %s", path, strerror(ELOOP));
done:
    free(here);
    return status;
}
