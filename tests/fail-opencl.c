/* Built as libOpenCL.so.1 and found before the real one: a device that runs out of memory, or is gone. All other functions
 * are those of the real library, with which this one is linked.
 * FAIL_BUFFER  the number of the first buffer that is refused (CL_MEM_OBJECT_ALLOCATION_FAILURE)
 * FAIL_LAUNCH  the number of the first launch that is refused, with all calls after it (CL_DEVICE_NOT_AVAILABLE) */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

enum { NO_DEVICE = -2, NO_MEMORY = -4 };

static int is_reached(const char *name, long *count)
{
    const char *at = getenv(name);
    return at && __atomic_add_fetch(count, 1, __ATOMIC_RELAXED) >= atol(at);
}

static int gone;

int32_t clEnqueueNDRangeKernel(void *queue, void *kernel, uint32_t dimensions, const size_t *offset,
                               const size_t *global, const size_t *local, uint32_t n, const void *list,
                               void *event)
{
    static long count;
    int32_t (*real)(void *, void *, uint32_t, const size_t *, const size_t *, const size_t *, uint32_t,
                    const void *, void *) = dlsym(RTLD_NEXT, "clEnqueueNDRangeKernel");
    if (is_reached("FAIL_LAUNCH", &count)) gone = 1;
    return gone ? NO_DEVICE : real(queue, kernel, dimensions, offset, global, local, n, list, event);
}

int32_t clFinish(void *queue)
{
    int32_t (*real)(void *) = dlsym(RTLD_NEXT, "clFinish");
    return gone ? NO_DEVICE : real(queue);
}

int32_t clEnqueueReadBuffer(void *queue, void *buffer, uint32_t wait, size_t offset, size_t bytes, void *to,
                            uint32_t n, const void *list, void *event)
{
    int32_t (*real)(void *, void *, uint32_t, size_t, size_t, void *, uint32_t, const void *, void *) =
        dlsym(RTLD_NEXT, "clEnqueueReadBuffer");
    return gone ? NO_DEVICE : real(queue, buffer, wait, offset, bytes, to, n, list, event);
}

void *clCreateBuffer(void *context, uint64_t flags, size_t bytes, void *host, int32_t *error)
{
    static long count;
    void *(*real)(void *, uint64_t, size_t, void *, int32_t *) = dlsym(RTLD_NEXT, "clCreateBuffer");
    if (!is_reached("FAIL_BUFFER", &count)) return real(context, flags, bytes, host, error);
    *error = NO_MEMORY;
    return NULL;
}
