/* What the backends share: modules with their kernels, fingerprints, messages. */
#ifndef ND_BACKEND_H
#define ND_BACKEND_H

#include "device/device.h"

struct nd_kernel {
    void *handle; /* the backend's own */
    char name[64];
    size_t local_most; /* bytes of SHARED memory that a launch may ask for (cuda) */
    int overlaps;      /* a launch of it may begin before the one before has ended (cuda) */
    int share; /* percent of a multiprocessor's memory that is shared memory where it runs; 0: any (cuda) */
    struct nd_kernel *next;
};
struct nd_module {
    void *handle; /* the backend's own */
    int overlaps; /* its kernels do (cuda) */
    struct nd_kernel *first;
};

/* A kernel of that name, at the head of the module's list. */
int nd_module_add(struct nd_module *module, const char *name, void *handle, struct nd_kernel **kernel);
/* Frees the list and the module; the caller has freed the handles. */
void nd_module_free(struct nd_module *module);

/* info->fingerprint from the device's name and the strings that follow, up to a null. */
void nd_info_fingerprint(struct nd_device_info *info, ...) __attribute__((sentinel));
/* The error of a buffer that there is no room for. */
int nd_fail_memory(const struct nd_device *device, size_t bytes);
/* The answer of a backend that cannot know: -1 for every number but the shared memory, which is 0. */
int nd_resources_unknown(struct nd_device *device, struct nd_kernel *kernel, struct nd_resources *resources);

#endif
