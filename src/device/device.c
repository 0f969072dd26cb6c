/* Finds and opens devices; counts their memory. */
#include "device/device.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/log.h"
#include "base/memory.h"
#include "base/work.h"
#include "device/cpu.h"
#include "device/cuda.h"
#include "device/opencl.h"

/* `auto` takes the first GPU, else the first other device. Sanitizer builds leave out OpenCL, because its
 * drivers leak memory. */
const struct nd_backend *const nd_backends[] = {
    &nd_backend_cuda,
    &nd_backend_cpu,
#ifndef ND_SANITIZED
    &nd_backend_opencl,
#endif
    NULL,
};

static int open_backend(struct nd_device **out, const struct nd_backend *backend, int ordinal)
{
    int status = 0;
    struct nd_device *device = NULL;
    ALLOC(device, 1);
    device->backend = backend;
    device->ordinal = ordinal;
    TRY(backend->open(device, ordinal));
    *out = device;
    device = NULL;
done:
    free(device);
    return status;
}

/* A GPU that is in use by another process, or without a compiler, is skipped with a warning. Returns 1, 0 if
 * none was found, or NUDGE_ESTOPPED. */
static int open_first(struct nd_device **out, int gpu)
{
    int count = 0;
    struct nd_device *device = NULL;
    for (const struct nd_backend *const *b = nd_backends; *b; b++) {
        if (((*b)->likely && !(*b)->likely()) || (*b)->probe(&count)) continue;
        for (int i = 0; i < count; i++) {
            if ((*b)->is_gpu(i) != gpu) continue;
            const int failed = open_backend(&device, *b, i);
            if (failed == NUDGE_ESTOPPED) return failed;
            if (failed) {
                nd_warn("device %s:%d is there and not used: %s", (*b)->name, i, nudge_error());
            } else if ((*b)->dialect != ND_DIALECT_C && !strcmp(device->info.compiler, "none")) {
                nd_warn("device %s:%d is there and not used: %s", (*b)->name, i, (*b)->missing());
                nd_device_close(device);
            } else {
                *out = device;
                return 1;
            }
        }
    }
    return 0;
}

static int open_named(struct nd_device **device, const struct nd_backend *backend, const char *name,
                      long ordinal)
{
    int status = 0, count = 0;
    TRY(backend->probe(&count));
    if (!count)
        FAIL(NUDGE_EDEVICE, "device %s: %s; nudge devices lists what there is", name, backend->missing());
    if (ordinal < 0 || ordinal >= count)
        FAIL(NUDGE_EDEVICE,
             "device %s: this machine has %d of that kind, counted from %s:0; nudge devices "
             "lists what there is",
             name, count, backend->name);
    TRY(open_backend(device, backend, (int)ordinal));
done:
    return status;
}

int nd_device_open(struct nd_device **device, const char *name)
{
    int status = 0;
    if (!name) name = "auto";
    const char *colon = strchr(name, ':');
    char *rest = "";
    const long ordinal = colon ? strtol(colon + 1, &rest, 10) : 0;
    if (*rest || (colon && !colon[1]))
        FAIL(NUDGE_EVALUE, "device %s: a number is wanted after the colon, as in cpu:0", name);
    if (!strcmp(name, "auto")) {
        int found = open_first(device, 1);
        if (!found) found = open_first(device, 0);
        if (found) return found < 0 ? found : 0;
        FAIL(NUDGE_EDEVICE, "no device can be used; the warnings say why");
    }
    size_t length = colon ? (size_t)(colon - name) : strlen(name);
    for (const struct nd_backend *const *b = nd_backends; *b; b++)
        if (strlen((*b)->name) == length && !strncmp((*b)->name, name, length)) {
            TRY(open_named(device, *b, name, ordinal));
            return 0;
        }
    if (length == 6 && !strncmp(name, "opencl", 6))
        FAIL(NUDGE_EDEVICE, "device %s: this build of nudge has no such backend; use --device cpu or auto",
             name);
    FAIL(NUDGE_EVALUE, "device %s: not a device; use cpu, cuda, opencl or auto", name);
done:
    return status;
}

void nd_device_close(struct nd_device *device)
{
    if (!device) return;
    device->backend->close(device);
    free(device);
}

#define LARGE ((size_t)1 << 20) /* bytes that take noticeable time to touch or fill */

int nd_device_alloc(struct nd_device *device, struct nd_buffer *buffer, size_t bytes)
{
    int status = 0;
    buffer->handle = NULL;
    buffer->bytes = 0;
    if (bytes > LARGE) TRY(nd_work(ND_DEVICE_MOVING, NAN));
    TRY(device->backend->alloc(device, buffer, bytes ? bytes : 1));
    buffer->bytes = bytes;
    device->allocated += bytes;
    if (device->allocated > device->allocated_most) device->allocated_most = device->allocated;
done:
    return status;
}

void nd_device_free(struct nd_device *device, struct nd_buffer *buffer)
{
    if (!buffer->handle) return;
    device->backend->free(device, buffer);
    device->allocated -= buffer->bytes;
    buffer->handle = NULL;
    buffer->bytes = 0;
}

int nd_device_record(struct nd_device *device, int (*work)(void *context), void *context,
                     struct nd_recording **recording)
{
    *recording = NULL;
    return device->backend->record ? device->backend->record(device, work, context, recording) : 0;
}

void nd_device_forget(struct nd_device *device, struct nd_recording **recording)
{
    if (*recording) device->backend->recording_free(device, *recording);
    *recording = NULL;
}
