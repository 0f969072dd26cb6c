/* Preloaded into a program: its allocation number $FAIL_ALLOC fails, or all of more than $FAIL_ABOVE bytes, and the
 * total number of allocations is written to the file $FAIL_COUNT. Child processes are not affected. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);
void *__libc_memalign(size_t alignment, size_t n);

static long taken, failing;
static size_t most = SIZE_MAX;

/* Before main, after the loader's own allocations. */
__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("FAIL_ALLOC"), *above = getenv("FAIL_ABOVE");
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

static int refuse(size_t n)
{
    const long k = __atomic_add_fetch(&taken, 1, __ATOMIC_RELAXED);
    if ((!failing || k != failing) && n <= most) return 0;
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
