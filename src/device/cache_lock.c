#define _GNU_SOURCE
#include "device/cache_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "base/file.h"
#include "base/time.h"
#include "base/work.h"

#define LIMIT 300.0 /* seconds, as a compiler has by default */

/* One file of the folder has the locks of all, each a byte at a place of its own: two names that share a place only
 * wait for each other. */
static off_t place(const char *path)
{
    uint64_t hash = 0xcbf29ce484222325u;
    const char *slash = strrchr(path, '/');
    for (const char *c = slash ? slash + 1 : path; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 0x100000001b3u;
    return (off_t)(hash >> 4);
}

static int open_file(const char *path)
{
    char *folder = nd_path_folder(path), *name = folder ? nd_path_join(folder, "lock") : NULL;
    const int file = name ? open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600) : -1;
    free(folder);
    free(name);
    return file;
}

int nd_cache_lock(const char *path)
{
    static const struct timespec nap = {.tv_nsec = 5000000};
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = place(path), .l_len = 1};
    const double start = nd_seconds_now();
    const int file = open_file(path);
    if (file < 0) return -1;
    while (fcntl(file, F_OFD_SETLK, &lock)) {
        const int busy = errno == EAGAIN || errno == EACCES || errno == EINTR;
        if (!busy || nd_seconds_now() - start > LIMIT ||
            nd_work("waiting for a kernel that is being compiled", NAN)) {
            close(file);
            return -1;
        }
        nanosleep(&nap, NULL);
    }
    return file;
}

void nd_cache_unlock(int lock)
{
    if (lock >= 0) close(lock);
}
