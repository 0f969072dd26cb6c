/* Invariants:
 *
 * 1. Only files that this process created (O_EXCL) are written to: a link or a hard link under the
 *    lock's name harms nobody.
 * 2. A path is unlinked only by the holder of the lock on the file that it leads to. So a file that
 *    is locked and still under its name stays there until its holder releases it.
 * 3. A file that can be locked was left by a process that is dead: it is unlinked, by (2), and a
 *    new one created.
 * 4. The lock counts once the file is locked and still under its name: between the creation and the
 *    lock another process may have applied (3) to it. */
#define _GNU_SOURCE
#include "base/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/error.h"
#include "base/log.h"
#include "base/memory.h"

enum { OWNER_MOST = 512, TRIES = 100 };

/* Whether the open file is the one that path leads to. */
static int is_there(int handle, const char *path)
{
    struct stat own, named;
    return !fstat(handle, &own) && !lstat(path, &named) && own.st_dev == named.st_dev &&
           own.st_ino == named.st_ino;
}

static int try_lock(int handle)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(handle, F_OFD_SETLK, &whole) ? errno : 0;
}

static int is_held(int error)
{
    return error == EAGAIN || error == EACCES;
}

static int read_holder(int handle, char **holder)
{
    int status = 0;
    ALLOC(*holder, OWNER_MOST + 1);
    const ssize_t n = pread(handle, *holder, OWNER_MOST, 0);
    (*holder)[n < 0 ? 0 : n] = 0;
    (*holder)[strcspn(*holder, "\n")] = 0;
done:
    return status;
}

/* Handles an existing lock file: fails if it is locked, else removes it. */
static int clear_way(const char *path, char **holder)
{
    int status = 0;
    struct stat info;
    const int handle = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (handle < 0 && errno == ENOENT) goto done;
    if (handle < 0)
        FAIL(NUDGE_EIO, "%s: cannot open the lock file: %s; if no process uses it, remove it", path,
             strerror(errno));
    if (fstat(handle, &info) || !S_ISREG(info.st_mode))
        FAIL(NUDGE_EIO, "%s: the lock file must be a regular file, and this is not one; remove it", path);
    const int error = try_lock(handle);
    if (is_held(error)) {
        TRY(read_holder(handle, holder));
        FAIL(NUDGE_EBUSY, "%s: locked by %s", path, **holder ? *holder : "another process");
    }
    if (is_there(handle, path) && unlink(path) && errno != ENOENT)
        FAIL(NUDGE_EIO, "%s: cannot remove the lock file: %s", path, strerror(errno));
done:
    if (handle >= 0) close(handle);
    return status;
}

/* One attempt; *handle stays -1 if another process interfered at the same moment. */
static int attempt(const char *path, const char *owner, char **holder, int *handle)
{
    int status = 0, made = -1;
    TRY(clear_way(path, holder));
    made = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (made < 0 && errno == EEXIST) goto done;
    if (made < 0) FAIL(NUDGE_EIO, "%s: cannot create: %s", path, strerror(errno));
    const int error = try_lock(made);
    if (is_held(error) || !is_there(made, path)) goto done;
    if (error)
        nd_warn("%s: cannot be locked: %s; make sure that no other run writes here", path, strerror(error));
    if (pwrite(made, owner, strlen(owner), 0) < 0) {
        const int why = errno;
        unlink(path);
        FAIL(NUDGE_EIO, "%s: cannot write: %s", path, strerror(why));
    }
    *handle = made;
    made = -1;
done:
    if (made >= 0) close(made);
    return status;
}

int nd_lock_take(struct nd_lock *lock, const char *path, const char *owner, char **holder)
{
    int status = 0;
    *lock = (struct nd_lock){.handle = -1};
    *holder = NULL;
    STRDUP(lock->path, path);
    for (int i = 0; i < TRIES && lock->handle < 0; i++) TRY(attempt(path, owner, holder, &lock->handle));
    if (lock->handle < 0) FAIL(NUDGE_EBUSY, "%s: many processes take this lock at once", path);
    lock->held = 1;
done:
    if (status) {
        free(lock->path);
        *lock = (struct nd_lock){.handle = -1};
    }
    return status;
}

void nd_lock_release(struct nd_lock *lock)
{
    if (!lock->held) return;
    if (is_there(lock->handle, lock->path)) unlink(lock->path);
    close(lock->handle);
    free(lock->path);
    *lock = (struct nd_lock){.handle = -1};
}
