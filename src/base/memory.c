#include "base/memory.h"

#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Touching the pages of a large array for the first time takes longer than most later work on it, so
 * all threads share it. */
static void zero(char *p, size_t bytes)
{
    const size_t piece = (size_t)4 << 20, pieces = bytes / piece;
#pragma omp parallel for schedule(static) if (pieces > 8)
    for (size_t i = 0; i < pieces; i++) memset(p + i * piece, 0, piece);
    memset(p + pieces * piece, 0, bytes - pieces * piece);
}

void *nd_alloc(size_t n, size_t size)
{
    if (size && n > (SIZE_MAX - 64) / size) return NULL;
    size_t bytes = (n * size + 63) / 64 * 64;
    if (!bytes) bytes = 64;
    void *p = aligned_alloc(64, bytes);
    if (p) zero(p, bytes);
    return p;
}

int nd_grow(void *array_address, size_t *capacity, size_t need, size_t size)
{
    int status = 0;
    if (need <= *capacity) return 0;
    size_t want = *capacity ? *capacity : 16;
    while (want < need) {
        if (want > SIZE_MAX / 2 / size) FAIL(NUDGE_ENOMEM, "out of memory");
        want *= 2;
    }
    void *old = *(void **)array_address;
    void *p = realloc(old, want * size);
    if (!p) FAIL(NUDGE_ENOMEM, "out of memory: %.3g MB wanted", (double)want * (double)size * 1e-6);
    *(void **)array_address = p;
    *capacity = want;
done:
    return status;
}

char *nd_strdup(const char *s)
{
    if (!s) return NULL;
    size_t n = strlen(s) + 1;
    char *p = malloc(n);
    if (p) memcpy(p, s, n);
    return p;
}

double nd_address_limit(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY ? INFINITY
                                                                           : (double)limit.rlim_cur;
}

double nd_host_memory(void)
{
    return (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
}
