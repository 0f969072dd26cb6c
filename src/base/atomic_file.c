#define _GNU_SOURCE
#include "base/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "base/file.h"
#include "base/format.h"
#include "base/link.h"
#include "base/memory.h"

/* The descriptor of standard output or error if that is the file, as for /dev/stdout; else -1. If
 * it were opened again, writing would start at its beginning, over what was printed before. */
static int standard_file(const struct stat *info)
{
    struct stat own;
    for (int i = STDOUT_FILENO; i <= STDERR_FILENO; i++)
        if (!fstat(i, &own) && own.st_dev == info->st_dev && own.st_ino == info->st_ino) return i;
    return -1;
}

static FILE *as_stream(int handle)
{
    FILE *file = handle < 0 ? NULL : fdopen(handle, "wb");
    if (!file && handle >= 0) close(handle);
    return file;
}

static int open_standard(int number)
{
    fflush(number == STDOUT_FILENO ? stdout : stderr);
    return fcntl(number, F_DUPFD_CLOEXEC, 0);
}

/* Whether nd_link_follow ended at a link, which is then one of /proc. */
static int is_open_file(const char *target)
{
    struct stat info;
    return !lstat(target, &info) && S_ISLNK(info.st_mode);
}

/* The process's own descriptor of the number that the path ends in, if that is the file; else -1.
 * Like standard output it goes on where it is. */
static int find_descriptor(const char *target)
{
    struct stat own, named;
    char *end;
    const double n = nd_number(nd_path_name(target), &end);
    const int number = n >= 0 && n < INT_MAX && !*end ? (int)n : -1;
    return number >= 0 && !fstat(number, &own) && !stat(target, &named) && own.st_dev == named.st_dev &&
                   own.st_ino == named.st_ino
               ? number
               : -1;
}

/* A device, a pipe, an open file, or a folder (which fails). A regular file under a name of its own
 * has taken the place of one of these a moment ago, and is not written to. */
static int open_in_place(const char *target)
{
    struct stat info;
    const int open_file = is_open_file(target), number = open_file ? find_descriptor(target) : -1;
    const int handle =
        number >= 0 ? fcntl(number, F_DUPFD_CLOEXEC, 0) : open(target, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (handle >= 0 && !open_file && (fstat(handle, &info) || S_ISREG(info.st_mode))) {
        close(handle);
        errno = EEXIST;
        return -1;
    }
    return handle;
}

static int open_new(const char *path, mode_t mode)
{
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
}

/* Early at boot, where the kernel has none yet, the clock's. */
uint64_t nd_random_bits(void)
{
    uint64_t bits = 0;
    struct timespec now;
    if (getrandom(&bits, sizeof bits, GRND_NONBLOCK) == (ssize_t)sizeof bits) return bits;
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)now.tv_nsec * 0x9e3779b97f4a7c15u) ^ ((uint64_t)getpid() << 32) ^ (uint64_t)now.tv_sec;
}

/* Creates the temporary file. A name that is taken, by chance or by intent, is left alone and
 * another one tried. */
static int create_aside(struct nd_atomic_file *draft, mode_t mode)
{
    int status = 0, handle = -1;
    const size_t name = strlen(nd_path_name(draft->target)), before = strlen(draft->target) - name,
                 tail = sizeof "..part" + ND_ATOMIC_FILE_DIGITS, room = NAME_MAX + 1 - tail,
                 kept = before + (name < room ? name : room);
    ALLOC(draft->aside, kept + tail);
    for (int i = 0; i < 100 && handle < 0; i++) {
        nd_format(draft->aside, kept + tail, "%.*s.%0*llx.part", (int)kept, draft->target,
                  ND_ATOMIC_FILE_DIGITS, (unsigned long long)nd_random_bits());
        handle = open_new(draft->aside, mode);
        if (handle < 0 && errno != EEXIST) break;
    }
    draft->file = as_stream(handle);
    if (!draft->file) {
        const int why = errno;
        if (handle >= 0) unlink(draft->aside);
        free(draft->aside); /* not ours, so that dropping the draft does not remove it */
        draft->aside = NULL;
        FAIL(NUDGE_EIO, "%s: cannot create: %s", draft->path, strerror(why));
    }
done:
    return status;
}

int nd_atomic_file_open_mode(struct nd_atomic_file *draft, const char *path, mode_t mode)
{
    int status = 0;
    struct stat info;
    memset(draft, 0, sizeof *draft);
    STRDUP(draft->path, path);
    const int there = !stat(path, &info), standard = there ? standard_file(&info) : -1;
    if (standard >= 0)
        draft->file = as_stream(open_standard(standard));
    else {
        TRY(nd_link_follow(path, &draft->target));
        if (!there || (S_ISREG(info.st_mode) && !is_open_file(draft->target)))
            TRY(create_aside(draft, mode));
        else
            draft->file = as_stream(open_in_place(draft->target));
    }
    if (!draft->file) FAIL(NUDGE_EIO, "%s: cannot create: %s", path, strerror(errno));
done:
    if (status) nd_atomic_file_drop(draft);
    return status;
}

int nd_atomic_file_open(struct nd_atomic_file *draft, const char *path)
{
    return nd_atomic_file_open_mode(draft, path, ND_MODE_SHARED);
}

int nd_atomic_file_open_growing(const char *path, int *handle)
{
    int status = 0;
    struct stat info;
    char *target = NULL;
    const int there = !stat(path, &info), standard = there ? standard_file(&info) : -1;
    *handle = -1;
    if (standard >= 0)
        *handle = open_standard(standard);
    else {
        TRY(nd_link_follow(path, &target));
        if (there && (!S_ISREG(info.st_mode) || is_open_file(target)))
            *handle = open_in_place(target);
        else if (!there || !unlink(target) || errno == ENOENT)
            *handle = open_new(target, ND_MODE_SHARED);
    }
    if (*handle < 0) FAIL(NUDGE_EIO, "%s: cannot create: %s", path, strerror(errno));
done:
    free(target);
    return status;
}

/* The entry of the file in its folder. A folder that may be written but not read cannot be synced. */
static int sync_folder(const char *path)
{
    char *folder = nd_path_folder(path);
    const int handle = folder ? open(*folder ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    const int bad = handle >= 0 ? nd_file_sync(handle) : 0, why = errno;
    if (handle >= 0) close(handle);
    free(folder);
    errno = why;
    return bad;
}

int nd_atomic_file_keep(struct nd_atomic_file *draft)
{
    int status = 0;
    int bad = fflush(draft->file) || (draft->aside && nd_file_sync(fileno(draft->file))), why = errno;
    if (fclose(draft->file) && !bad) {
        bad = 1;
        why = errno;
    }
    draft->file = NULL;
    if (bad) FAIL(NUDGE_EIO, "%s: cannot write: %s", draft->path, strerror(why));
    if (!draft->aside) goto done;
    if (rename(draft->aside, draft->target))
        FAIL(NUDGE_EIO, "%s: cannot write: %s", draft->path, strerror(errno));
    free(draft->aside);
    draft->aside = NULL;
    if (sync_folder(draft->target))
        FAIL(NUDGE_EIO, "%s: cannot be kept on disk: %s", draft->path, strerror(errno));
done:
    nd_atomic_file_drop(draft);
    return status;
}

void nd_atomic_file_drop(struct nd_atomic_file *draft)
{
    if (draft->file) fclose(draft->file);
    if (draft->aside) unlink(draft->aside);
    free(draft->path);
    free(draft->target);
    free(draft->aside);
    memset(draft, 0, sizeof *draft);
}

int nd_atomic_file_is_file(const char *path)
{
    struct stat info;
    char *target = NULL;
    if (stat(path, &info)) return 1;
    const int in_place = !S_ISREG(info.st_mode) || standard_file(&info) >= 0 ||
                         (!nd_link_follow(path, &target) && is_open_file(target));
    free(target);
    return !in_place;
}

size_t nd_atomic_file_name_target(const char *name)
{
    const size_t n = strlen(name), tail = sizeof "..part" - 1 + ND_ATOMIC_FILE_DIGITS;
    if (n <= tail || name[n - tail] != '.' || strcmp(name + n - 5, ".part")) return 0;
    for (size_t i = n - tail + 1; i < n - 5; i++)
        if (!strchr("0123456789abcdef", name[i])) return 0;
    return n - tail;
}
