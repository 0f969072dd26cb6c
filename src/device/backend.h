/* Shared by the backends: modules with their kernels, fingerprints, error messages. */
#ifndef ND_BACKEND_H
#define ND_BACKEND_H

#include "device/device.h"

struct nd_kernel {
    void *handle; /* owned by the backend */
    char name[64];
    size_t shared_most; /* bytes of dynamic shared memory that a launch may request (cuda) */
    int overlaps;       /* a launch may begin before the previous launch has ended (cuda) */
    int cooperative;    /* all blocks of a launch must run at the same time (cuda) */
    int carveout; /* percent of a multiprocessor's on-chip memory to use as shared memory; 0: any (cuda) */
    struct nd_kernel *next;
};
struct nd_module {
    void *handle; /* owned by the backend */
    int overlaps, cooperative; /* of its kernels (cuda) */
    struct nd_kernel *first;
};

/* Adds a kernel with that name to the module's list. */
int nd_module_add(struct nd_module *module, const char *name, void *handle, struct nd_kernel **kernel);
/* Frees the list and the module; the caller has freed the handles. */
void nd_module_free(struct nd_module *module);

/* Sets info->fingerprint from the device's name and the strings that follow, up to a null. */
void nd_info_fingerprint(struct nd_device_info *info, ...) __attribute__((sentinel));
/* Records the error of a buffer for which there is not enough memory. */
int nd_fail_memory(const struct nd_device *device, size_t bytes);
/* For backends that cannot know: -1 for every number except the shared memory, which is 0. */
int nd_resources_unknown(struct nd_device *device, struct nd_kernel *kernel, struct nd_resources *resources);

#endif
