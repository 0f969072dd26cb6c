/* Shared by the files of this folder, which turn the library's own structs into those of nudge.h. */
#ifndef ND_API_H
#define ND_API_H

#include "device/device.h"
#include "kernel/plan.h"

struct nudge_device {
    struct nd_device *device;
    nudge_device_info info;
};

/* Copies a struct that the caller filled into ours of `size` bytes. Both begin with their size, and theirs
 * may be shorter, from an older header, or longer. Fails, naming the type, if theirs has no size. */
int nd_options_copy(void *to, size_t size, const void *from, const char *name);

/* A nudge_case, read and checked, with its law. */
struct nd_request {
    nudge_case c;
    struct nd_device *device;
    struct nd_law law;
    int N, single;
};
int nd_request_init(struct nd_request *request, const nudge_case *c);
void nd_request_clear(struct nd_request *request);
/* The plan that runs use: the tuner's, or a guess. variant: null for c.variant. */
int nd_request_plan(const struct nd_request *request, const char *variant, struct nd_plan *plan);

#endif
