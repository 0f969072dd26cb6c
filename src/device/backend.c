#include "device/backend.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/format.h"
#include "base/hash.h"
#include "base/memory.h"

int nd_module_add(struct nd_module *module, const char *name, void *handle, struct nd_kernel **out)
{
    int status = 0;
    struct nd_kernel *kernel = NULL;
    ALLOC(kernel, 1);
    kernel->handle = handle;
    nd_format(kernel->name, sizeof kernel->name, "%s", name);
    kernel->next = module->first;
    module->first = kernel;
    *out = kernel;
done:
    return status;
}

void nd_module_free(struct nd_module *module)
{
    for (struct nd_kernel *k = module->first, *next; k; k = next) {
        next = k->next;
        free(k);
    }
    free(module);
}

void nd_info_fingerprint(struct nd_device_info *info, ...)
{
    struct nd_hash hash;
    char digits[33];
    va_list strings;
    nd_hash_init(&hash);
    nd_hash_add_string(&hash, info->name);
    va_start(strings, info);
    for (const char *s; (s = va_arg(strings, const char *));) nd_hash_add_string(&hash, s);
    va_end(strings);
    nd_hash_get(&hash, digits);
    nd_format(info->fingerprint, sizeof info->fingerprint, "%s", digits);
}

int nd_fail_memory(const struct nd_device *device, size_t bytes)
{
    const double limit = nd_address_limit();
    if (!device->info.gpu && isfinite(limit))
        return nd_fail(
            NUDGE_EDEVICE, __FILE__, __LINE__,
            "out of memory: %.3g MB wanted beyond the %.3g MB in use for fields, and this process is "
            "limited to %.4g MB of addresses; raise the limit (ulimit -v), or use a smaller mesh, a "
            "lower order or precision: single",
            (double)bytes * 1e-6, (double)device->allocated * 1e-6, limit * 1e-6);
    return nd_fail(NUDGE_EDEVICE, __FILE__, __LINE__,
                   "out of memory on %s: %.3g GB wanted beyond the %.3g GB in use, of %.3g GB; use a smaller "
                   "mesh, a lower order or precision: single",
                   device->info.name, (double)bytes * 1e-9, (double)device->allocated * 1e-9,
                   (double)device->info.memory * 1e-9);
}

int nd_resources_unknown(struct nd_device *device, struct nd_kernel *kernel, struct nd_resources *resources)
{
    (void)device;
    *resources = (struct nd_resources){
        .registers = -1, .spill_bytes = -1, .stack_bytes = -1, .spill_stores = -1, .spill_loads = -1};
    nd_format(resources->kernel, sizeof resources->kernel, "%s", kernel->name);
    return 0;
}
