/* Preloaded into a program: calls that write fail, or take long. The calls are write, pwrite, fsync and close of files
 * that are open for writing, open for writing, rename, mkdir and ftruncate; standard output and error are left alone.
 * Streams of fdopen, whose own calls of write cannot be replaced, become streams that call those of this file.
 *
 * FAIL_WRITE   the number of the call that fails; without it none does
 * FAIL_ERROR   the error: a number of errno; ENOSPC if it is not set
 * FAIL_ON      1: all calls from that one on fail but close, rename and ftruncate, as on a full disk. The first is a short write
 * FAIL_PATH    only calls for files whose path has this in it are counted, fail or are late
 * FAIL_LATE    milliseconds that a call takes longer
 * FAIL_COUNT   a file for the number of calls; FAIL_SAID: for the call that failed, and its file
 * Child processes are not affected. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long called, failing, late;
static int error, on;
static const char *only, *said;

__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("FAIL_WRITE"), *code = getenv("FAIL_ERROR"), *time = getenv("FAIL_LATE");
    failing = at ? atol(at) : 0;
    error = code ? atoi(code) : ENOSPC;
    late = time ? atol(time) : 0;
    on = getenv("FAIL_ON") != NULL;
    only = getenv("FAIL_PATH");
    said = getenv("FAIL_SAID");
    unsetenv("LD_PRELOAD");
}

static void say(const char *path, const char *what, const char *more)
{
    char line[PATH_MAX + 64];
    const int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int n = snprintf(line, sizeof line, "%s%s\n", what, more);
    if (file < 0 || syscall(SYS_write, file, line, (size_t)n) != n) _exit(99);
    syscall(SYS_close, file);
}

__attribute__((destructor)) static void end(void)
{
    char digits[32];
    const char *path = getenv("FAIL_COUNT");
    snprintf(digits, sizeof digits, "%ld", called);
    if (path) say(path, digits, "");
}

/* Whether this call fails; how: 'w' a write of several bytes, which may be short; 'c' works on a full disk. 2: short. */
static int refuse(const char *what, const char *path, char how)
{
    const struct timespec wait = {late / 1000, late % 1000 * 1000000};
    if (only && !strstr(path, only)) return 0;
    if (late) nanosleep(&wait, NULL);
    const long k = __atomic_add_fetch(&called, 1, __ATOMIC_RELAXED);
    if (!failing || k < failing || (k > failing && (!on || how == 'c'))) return 0;
    if (k == failing && said) say(said, what, path);
    if (k == failing && on && how == 'c') return 0;
    errno = error;
    return k == failing && on && how == 'w' ? 2 : 1;
}

/* Files of the system: devices and what the kernel shows. */
static int is_special(const char *path)
{
    return (!strncmp(path, "/dev/", 5) && strncmp(path, "/dev/shm/", 9) != 0) || !strncmp(path, "/proc/", 6);
}

/* The path of a file that is open for writing, or of any file; "" for others, and for the first three. */
static const char *path_of(int file, int any, char path[PATH_MAX])
{
    char link[64];
    const int before = errno, flags = file > 2 ? fcntl(file, F_GETFL) : -1;
    ssize_t n = -1;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    if (flags >= 0 && (any || (flags & O_ACCMODE) != O_RDONLY)) n = readlink(link, path, PATH_MAX - 1);
    path[n > 0 ? n : 0] = 0;
    errno = before;
    return path[0] == '/' && !is_special(path) ? path : "";
}

static int refuse_file(const char *what, int file, char how)
{
    char path[PATH_MAX];
    return *path_of(file, 0, path) ? refuse(what, path, how) : 0;
}

ssize_t write(int file, const void *bytes, size_t n)
{
    const int how = refuse_file("write ", file, n > 1 ? 'w' : '1');
    return how == 1 ? -1 : syscall(SYS_write, file, bytes, how ? n / 2 : n);
}

ssize_t pwrite(int file, const void *bytes, size_t n, off_t at)
{
    const int how = refuse_file("pwrite ", file, n > 1 ? 'w' : '1');
    return how == 1 ? -1 : syscall(SYS_pwrite64, file, bytes, how ? n / 2 : n, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t n, off64_t at)
{
    return pwrite(file, bytes, n, at);
}

int fsync(int file)
{
    char path[PATH_MAX];
    const char *name = path_of(file, 1, path); /* folders are open for reading */
    return *name && refuse("fsync ", name, '1') ? -1 : (int)syscall(SYS_fsync, file);
}

int ftruncate(int file, off_t n)
{
    return refuse_file("ftruncate ", file, 'c') ? -1 : (int)syscall(SYS_ftruncate, file, n);
}

int ftruncate64(int file, off64_t n)
{
    return ftruncate(file, n);
}

/* The file is closed in any case. */
int close(int file)
{
    const int bad = refuse_file("close ", file, 'c'), why = errno, status = (int)syscall(SYS_close, file);
    if (bad) errno = why;
    return bad ? -1 : status;
}

int rename(const char *from, const char *to)
{
    return refuse("rename ", to, 'c') ? -1 : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int mkdir(const char *path, mode_t mode)
{
    return refuse("mkdir ", path, '1') ? -1 : (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

static int open_with(const char *path, int flags, va_list args)
{
    const int creates = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;
    const int mode = creates ? va_arg(args, int) : 0, writes = creates || (flags & O_ACCMODE) != O_RDONLY;
    if (writes && !(flags & O_PATH) && !is_special(path) && refuse("open ", path, '1')) return -1;
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    const int file = open_with(path, flags, args);
    va_end(args);
    return file;
}

int open64(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    const int file = open_with(path, flags, args);
    va_end(args);
    return file;
}

/* Streams for writing, and their files. */
static struct {
    FILE *stream;
    int file;
} streams[256];

static ssize_t stream_write(void *context, const char *bytes, size_t n)
{
    const int file = (int)(long)context;
    size_t done = 0;
    while (done < n) {
        const ssize_t got = write(file, bytes + done, n - done);
        if (got < 0) return 0;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

static int stream_seek(void *context, off64_t *at, int from)
{
    const off64_t now = syscall(SYS_lseek, (int)(long)context, *at, from);
    if (now >= 0) *at = now;
    return now < 0 ? -1 : 0;
}

static int stream_close(void *context)
{
    return close((int)(long)context);
}

FILE *fdopen(int file, const char *mode)
{
    FILE *(*usual)(int, const char *) = (FILE * (*)(int, const char *)) dlsym(RTLD_NEXT, "fdopen");
    const cookie_io_functions_t calls = {.write = stream_write, .seek = stream_seek, .close = stream_close};
    if (mode[0] == 'r') return usual(file, mode);
    FILE *stream = fopencookie((void *)(long)file, mode, calls);
    for (int i = 0; i < 256 && stream; i++)
        if (!__sync_val_compare_and_swap(&streams[i].stream, NULL, stream)) {
            streams[i].file = file;
            break;
        }
    return stream;
}

int fileno(FILE *stream)
{
    int (*usual)(FILE *) = (int (*)(FILE *))dlsym(RTLD_NEXT, "fileno");
    for (int i = 0; i < 256; i++)
        if (stream && streams[i].stream == stream) return streams[i].file;
    return usual(stream);
}

int fclose(FILE *stream)
{
    int (*usual)(FILE *) = (int (*)(FILE *))dlsym(RTLD_NEXT, "fclose");
    for (int i = 0; i < 256; i++)
        if (streams[i].stream == stream) streams[i].stream = NULL;
    return usual(stream);
}
