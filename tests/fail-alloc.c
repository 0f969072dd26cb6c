/* Preloaded into a program: its allocation number $FAIL_ALLOC fails, or all of more than $FAIL_ABOVE bytes, and the
 * total number of allocations is written to the file $FAIL_COUNT. For an allocation that fails the file $FAIL_SAID gets
 * the names of the program and the libraries that called for it, the one that asked first, without the C and C++
 * libraries. With $FAIL_OF only those of the program or library whose name begins so are counted and fail. Child processes
 * are not affected. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);
void *__libc_memalign(size_t alignment, size_t n);

static long taken, failing;
static size_t most = SIZE_MAX;
static const char *said, *of;
static __thread int busy; /* this thread's allocations are this file's own */

/* Before main, after the loader's own allocations. */
__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("FAIL_ALLOC"), *above = getenv("FAIL_ABOVE");
    void *first[1];
    said = getenv("FAIL_SAID");
    of = getenv("FAIL_OF");
    if (said || of) backtrace(first, 1); /* which loads a library at its first call */
    failing = at ? atol(at) : 0;
    if (above) most = (size_t)atoll(above);
    taken = 0;
    unsetenv("LD_PRELOAD");
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("FAIL_COUNT");
    char digits[32];
    const long n = taken;
    if (!path) return;
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || write(file, digits, (size_t)snprintf(digits, sizeof digits, "%ld\n", n)) < 0) _exit(99);
    close(file);
}

/* Libraries through which others ask. */
static int is_between(const char *name)
{
    static const char *const names[] = {"libc.", "libm.", "ld-linux", "libstdc++", "libgcc_s", "libpthread", "libdl."};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(name, names[i], strlen(names[i]))) return 1;
    return 0;
}

/* The name of the file that holds a return address; null for those that do not count. */
static const char *name_of(void *at)
{
    Dl_info info, own;
    if (!dladdr(at, &info) || !info.dli_fname) return NULL;
    if (dladdr((void *)name_of, &own) && info.dli_fbase == own.dli_fbase) return NULL;
    const char *slash = strrchr(info.dli_fname, '/'), *name = slash ? slash + 1 : info.dli_fname;
    return is_between(name) ? NULL : name;
}

static void say(void)
{
    void *at[100];
    const char *before = "";
    const int n = backtrace(at, 100), file = open(said, O_WRONLY | O_CREAT | O_APPEND, 0600);
    for (int i = 0; i < n; i++) {
        const char *name = name_of(at[i]);
        if (!name || !strcmp(name, before)) continue;
        dprintf(file, "%s%s", *before ? " " : "", name);
        before = name;
    }
    dprintf(file, "%s\n", *before ? "" : "?");
    close(file);
}

static int is_of(const char *wanted)
{
    void *at[12];
    const char *name = NULL;
    const int n = backtrace(at, 12);
    for (int i = 0; i < n && !name; i++) name = name_of(at[i]);
    return name && !strncmp(name, wanted, strlen(wanted));
}

static int refuse(size_t n)
{
    if (busy) return 0;
    if (of) {
        busy = 1;
        const int counts = is_of(of);
        busy = 0;
        if (!counts) return 0;
    }
    const long k = __atomic_add_fetch(&taken, 1, __ATOMIC_RELAXED);
    if ((!failing || k != failing) && n <= most) return 0;
    busy = 1;
    if (said) say();
    busy = 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t n)
{
    return refuse(n) ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
    return refuse(size && n > SIZE_MAX / size ? SIZE_MAX : n * size) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
    return refuse(n) ? NULL : __libc_realloc(p, n);
}

void *aligned_alloc(size_t alignment, size_t n)
{
    return refuse(n) ? NULL : __libc_memalign(alignment, n);
}

void *memalign(size_t alignment, size_t n)
{
    return refuse(n) ? NULL : __libc_memalign(alignment, n);
}

int posix_memalign(void **p, size_t alignment, size_t n)
{
    *p = aligned_alloc(alignment, n);
    return *p ? 0 : ENOMEM;
}
