#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/atomic_file.h"
#include "base/error.h"
#include "base/format.h"
#include "base/memory.h"
#include "base/work.h"

enum { PIECE = 16 << 20 }; /* bytes read between two calls of nd_work */

int nd_file_check_regular(const char *path, const struct stat *info)
{
    int status = 0;
    if (S_ISDIR(info->st_mode)) FAIL(NUDGE_EIO, "%s: is a folder, a file is wanted", path);
    if (!S_ISREG(info->st_mode))
        FAIL(NUDGE_EIO, "%s: not a regular file but a pipe or a device, which is not read here", path);
done:
    return status;
}

/* The first check avoids opening a device, which may have side effects; the second checks the opened file. */
int nd_file_open(const char *path, FILE **file)
{
    int status = 0, handle = -1;
    struct stat info;
    *file = NULL;
    if (stat(path, &info)) FAIL(NUDGE_EIO, "%s: cannot open: %s", path, strerror(errno));
    TRY(nd_file_check_regular(path, &info));
    handle = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (handle < 0) FAIL(NUDGE_EIO, "%s: cannot open: %s", path, strerror(errno));
    if (fstat(handle, &info)) FAIL(NUDGE_EIO, "%s: cannot be read: %s", path, strerror(errno));
    TRY(nd_file_check_regular(path, &info));
    *file = fdopen(handle, "rb");
    if (!*file) FAIL(NUDGE_EIO, "%s: cannot open: %s", path, strerror(errno));
    handle = -1;
done:
    if (handle >= 0) close(handle);
    return status;
}

int nd_handle_read(FILE *file, const char *path, size_t most, char **bytes, size_t *n)
{
    int status = 0;
    char *p = NULL;
    size_t capacity = 0, used = 0;
    struct stat info;
    if (fstat(fileno(file), &info)) FAIL(NUDGE_EIO, "%s: cannot be read: %s", path, strerror(errno));
    if (info.st_size > 0 && (size_t)info.st_size <= most)
        TRY(nd_grow(&p, &capacity, (size_t)info.st_size + 2, 1));
    for (;;) {
        TRY(nd_grow(&p, &capacity, used + 65536, 1));
        if (used > PIECE) TRY(nd_work("reading a file", (double)used / (double)(info.st_size + 1)));
        size_t room = capacity - used - 1, got = fread(p + used, 1, room < PIECE ? room : PIECE, file);
        used += got;
        if (used > most)
            FAIL(NUDGE_EFORMAT, "%s: larger than %.3g MB, the most that is read here", path,
                 (double)most * 1e-6);
        if (!got) break;
    }
    if (ferror(file)) FAIL(NUDGE_EIO, "%s: reading failed: %s", path, strerror(errno));
    p[used] = 0;
    *bytes = p;
    *n = used;
    p = NULL;
done:
    free(p);
    return status;
}

int nd_file_read(const char *path, size_t most, char **bytes, size_t *n)
{
    int status = 0;
    FILE *file = NULL;
    TRY(nd_file_open(path, &file));
    TRY(nd_handle_read(file, path, most, bytes, n));
done:
    if (file) fclose(file);
    return status;
}

int nd_stream_read(const char *path, size_t most, char **bytes, size_t *n)
{
    int status = 0;
    struct stat info;
    FILE *file = fopen(path, "rb");
    if (!file) FAIL(NUDGE_EIO, "%s: cannot open: %s", path, strerror(errno));
    if (!fstat(fileno(file), &info) && S_ISDIR(info.st_mode))
        FAIL(NUDGE_EIO, "%s: is a folder, a file is wanted", path);
    TRY(nd_handle_read(file, path, most, bytes, n));
done:
    if (file) fclose(file);
    return status;
}

int nd_file_write_mode(const char *path, const void *bytes, size_t n, unsigned mode)
{
    int status = 0;
    struct nd_atomic_file draft;
    TRY(nd_atomic_file_open_mode(&draft, path, (mode_t)mode));
    if (fwrite(bytes, 1, n, draft.file) != n) FAIL(NUDGE_EIO, "%s: cannot write: %s", path, strerror(errno));
    TRY(nd_atomic_file_keep(&draft));
done:
    nd_atomic_file_drop(&draft);
    return status;
}

int nd_file_write(const char *path, const void *bytes, size_t n)
{
    return nd_file_write_mode(path, bytes, n, ND_MODE_SHARED);
}

int nd_file_sync(int handle)
{
    return fsync(handle) && errno != EINVAL && errno != ENOTSUP && errno != EROFS ? -1 : 0;
}

int nd_file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

int nd_file_find(const char *path, int *there)
{
    int status = 0;
    struct stat info;
    *there = !lstat(path, &info);
    if (!*there && errno != ENOENT && errno != ENOTDIR) FAIL(NUDGE_EIO, "%s: %s", path, strerror(errno));
done:
    return status;
}

/* For an existing folder mkdir may fail with other codes than EEXIST, for example on a read-only
 * file system. */
static int create_folder(const char *path, unsigned mode)
{
    int status = 0;
    struct stat info;
    if (!mkdir(path, (mode_t)mode)) goto done;
    const int why = errno, there = !stat(path, &info);
    if (there && S_ISDIR(info.st_mode)) goto done;
    if (there) FAIL(NUDGE_EIO, "%s: cannot create the folder: a file of this name is in the way", path);
    FAIL(NUDGE_EIO, "%s: cannot create the folder: %s", path,
         why == EEXIST ? "a link of this name leads nowhere" : strerror(why));
done:
    return status;
}

int nd_folder_create_mode(const char *path, unsigned mode)
{
    int status = 0;
    char *p = NULL;
    STRDUP(p, path);
    for (char *slash = p; *slash; slash++) {
        if (*slash != '/' || slash == p) continue;
        *slash = 0;
        TRY(create_folder(p, mode));
        *slash = '/';
    }
    if (*p) TRY(create_folder(p, mode));
done:
    free(p);
    return status;
}

int nd_folder_create(const char *path)
{
    return nd_folder_create_mode(path, 0777);
}

char *nd_path_join(const char *folder, const char *path)
{
    while (!strncmp(path, "./", 2) && path[2] && path[2] != '/') path += 2; /* messages read better */
    if (!*folder || *path == '/') return nd_strdup(path);
    size_t n = strlen(folder);
    char *joined = malloc(n + strlen(path) + 2);
    if (joined)
        nd_format(joined, n + strlen(path) + 2, "%s%s%s", folder, folder[n - 1] == '/' ? "" : "/", path);
    return joined;
}

char *nd_path_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash) return nd_strdup("");
    if (slash == path) return nd_strdup("/");
    char *folder = nd_strdup(path);
    if (folder) folder[slash - path] = 0;
    return folder;
}

const char *nd_path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
