#define _GNU_SOURCE
#include "base/draft.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/format.h"
#include "base/memory.h"

/* Standard output or error when that is the file, as /dev/stdout is; else -1. Opened anew it would be written from its
 * beginning, over what was printed before. */
static int standard_file(const struct stat *info)
{
    struct stat own;
    for (int i = STDOUT_FILENO; i <= STDERR_FILENO; i++)
        if (!fstat(i, &own) && own.st_dev == info->st_dev && own.st_ino == info->st_ino) return i;
    return -1;
}

static FILE *open_standard(int number)
{
    fflush(number == STDOUT_FILENO ? stdout : stderr);
    const int own = fcntl(number, F_DUPFD_CLOEXEC, 0);
    FILE *file = own < 0 ? NULL : fdopen(own, "wb");
    if (!file && own >= 0) close(own);
    return file;
}

/* Where a path leads in the end. A link to nothing is given an empty file to lead to. */
static char *follow(const char *path)
{
    struct stat info;
    if (lstat(path, &info) || !S_ISLNK(info.st_mode)) return nd_strdup(path);
    const int made = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (made >= 0) close(made);
    return realpath(path, NULL);
}

int nd_draft_open(struct nd_draft *draft, const char *path)
{
    int status = 0;
    struct stat info;
    memset(draft, 0, sizeof *draft);
    STRDUP(draft->path, path);
    const int there = !stat(path, &info), standard = there ? standard_file(&info) : -1;
    if (standard >= 0)
        draft->file = open_standard(standard);
    else if (there && !S_ISREG(info.st_mode))
        draft->file = fopen(path, "wb");
    else {
        draft->target = follow(path);
        if (!draft->target) FAIL(NUDGE_EIO, "%s: cannot create: %s", path, strerror(errno));
        ALLOC(draft->aside, strlen(draft->target) + 32);
        nd_format(draft->aside, strlen(draft->target) + 32, "%s.%ld.part", draft->target,
                  (long)gettid()); /* threads may write the same */
        draft->file = fopen(draft->aside, "wb");
    }
    if (!draft->file) FAIL(NUDGE_EIO, "%s: cannot create: %s", path, strerror(errno));
done:
    if (status) nd_draft_drop(draft);
    return status;
}

int nd_draft_keep(struct nd_draft *draft)
{
    int status = 0;
    const int bad = fclose(draft->file);
    draft->file = NULL;
    if (bad || (draft->aside && rename(draft->aside, draft->target)))
        FAIL(NUDGE_EIO, "%s: cannot write: %s", draft->path, strerror(errno));
    free(draft->aside);
    draft->aside = NULL;
done:
    nd_draft_drop(draft);
    return status;
}

void nd_draft_drop(struct nd_draft *draft)
{
    if (draft->file) fclose(draft->file);
    if (draft->aside) remove(draft->aside);
    free(draft->path);
    free(draft->target);
    free(draft->aside);
    memset(draft, 0, sizeof *draft);
}
