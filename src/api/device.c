/* Devices as nudge.h shows them. */
#include <string.h>
#include "api/api.h"
#include "base/format.h"
#include "base/memory.h"
#include "base/threads.h"
#include "tune/measure.h"

struct entry {
    char name[64];
    char *failure; /* null: none */
};

struct nudge_devices {
    struct entry *at;
    size_t n, capacity;
};

static int add(nudge_devices *list, const char *name, int ordinal, const char *failure)
{
    int status = 0;
    TRY(nd_grow(&list->at, &list->capacity, list->n + 1, sizeof *list->at));
    struct entry *e = &list->at[list->n++];
    *e = (struct entry){0};
    nd_format(e->name, sizeof e->name, ordinal < 0 ? "%s" : "%s:%d", name, ordinal);
    if (failure) STRDUP(e->failure, failure);
done:
    return status;
}

int nudge_devices_create(nudge_devices **devices)
{
    GIVEN(devices, "devices");
    int status = 0;
    nudge_devices *list = NULL;
    *devices = NULL;
    ALLOC(list, 1);
    for (const struct nd_backend *const *b = nd_backends; *b; b++) {
        int count = 0;
        if ((*b)->probe(&count)) {
            TRY(add(list, (*b)->name, -1, nudge_error()));
            continue;
        }
        for (int i = 0; i < count; i++) TRY(add(list, (*b)->name, count > 1 ? i : -1, NULL));
    }
    *devices = list;
    list = NULL;
done:
    nudge_devices_destroy(list);
    return status;
}

static const struct entry *get(const nudge_devices *devices, int i)
{
    return devices && i >= 0 && (size_t)i < devices->n ? &devices->at[i] : NULL;
}

int nudge_devices_count(const nudge_devices *devices)
{
    return devices ? (int)devices->n : 0;
}

const char *nudge_devices_name(const nudge_devices *devices, int i)
{
    const struct entry *e = get(devices, i);
    return e ? e->name : NULL;
}

const char *nudge_devices_failure(const nudge_devices *devices, int i)
{
    const struct entry *e = get(devices, i);
    return e ? e->failure : NULL;
}

void nudge_devices_destroy(nudge_devices *devices)
{
    if (!devices) return;
    for (size_t i = 0; i < devices->n; i++) free(devices->at[i].failure);
    free(devices->at);
    free(devices);
}

int nudge_device_open(nudge_device **device, const char *name)
{
    GIVEN(device, "device");
    int status = 0;
    nudge_device *d = NULL;
    const int before = nd_threads_enter();
    *device = NULL;
    ALLOC(d, 1);
    TRY(nd_device_open(&d->device, name));
    const struct nd_device_info *info = &d->device->info;
    d->info = (nudge_device_info){
        .name = d->device->backend->name,
        .hardware = info->name,
        .compiler = info->compiler,
        .gpu = info->gpu,
        .units = info->units,
        .vector_bytes = info->vector_bytes,
        .warp = info->alignment,
        .block_threads = info->threads_most,
        .memory_bytes = (int64_t)info->memory,
        .shared_bytes = (int64_t)info->shared_bytes,
    };
    *device = d;
    d = NULL;
done:
    nudge_device_close(d);
    nd_threads_leave(before);
    return status;
}

void nudge_device_close(nudge_device *device)
{
    if (!device) return;
    nd_device_close(device->device);
    free(device);
}

const nudge_device_info *nudge_device_describe(const nudge_device *device)
{
    return device ? &device->info : NULL;
}

int nudge_device_measure(nudge_device *device, int precision, double *bytes_per_second,
                         double *flops_per_second)
{
    GIVEN(device, "device");
    int status = 0;
    struct nd_ceilings ceilings;
    const int before = nd_threads_enter();
    if (flops_per_second) {
        TRY(nd_ceilings_measure(device->device, precision == NUDGE_SINGLE, &ceilings));
        *flops_per_second = ceilings.flops_per_second;
        if (bytes_per_second) *bytes_per_second = ceilings.bytes_per_second;
    } else if (bytes_per_second) {
        TRY(nd_copy_measure(device->device, bytes_per_second));
    }
done:
    nd_threads_leave(before);
    return status;
}
