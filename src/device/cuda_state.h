/* Shared by the files of the cuda backend: the driver's functions, and the state of a device. */
#ifndef ND_CUDA_STATE_H
#define ND_CUDA_STATE_H

#include "base/memory.h"
#include "device/backend.h"
#include "device/cuda_api.h"

extern struct nd_cuda_api nd_cu;
/* All null if the driver is too old. */
extern struct nd_cuda_graph_api nd_cu_graphs;
extern struct nd_cuda_overlap_api nd_cu_overlaps;
extern struct nd_cuda_peer_api nd_cu_peers;

struct nd_cuda {
    int device;
    cu_context context;
    cu_stream stream;
    cu_stream transfers; /* for transfers; null until the first one */
    cu_event turned[2];  /* from launches to transfers, and back */
    cu_event event[4];
    char target[32]; /* "sm_90" */
    int overlaps;    /* launches may overlap (OVERLAPS of kernel/dialect/dialect_cuda.h) */
    int carveout;    /* nd_kernel's, of the last kernel launched with shared memory */
};
static inline struct nd_cuda *nd_cuda_of(const struct nd_device *device)
{
    return device->state;
}

static inline cu_pointer nd_cuda_address(const struct nd_buffer *buffer)
{
    return (cu_pointer)(uintptr_t)buffer->handle;
}

/* Records the error of a driver call that failed. */
int nd_cuda_failed(const struct nd_device *device, int code, const char *call);
/* As TRY, for driver calls; needs `device`. */
#define CU(call)                                                                                             \
    do {                                                                                                     \
        int code_ = (call);                                                                                  \
        if (code_) {                                                                                         \
            status = nd_cuda_failed(device, code_, #call);                                                   \
            goto done;                                                                                       \
        }                                                                                                    \
    } while (0)

/* Driver calls use the context of the calling thread, which may have used another device since. */
int nd_cuda_use(const struct nd_device *device);
int nd_cuda_attribute(const struct nd_cuda *cuda, int which, int otherwise);

/* cuda_launch.c: functions of the backend's table */
int nd_cuda_launch(struct nd_device *device, struct nd_kernel *kernel, struct nd_grid grid,
                   const struct nd_arg *args, int nargs);
int nd_cuda_cooperative_blocks(struct nd_device *device, struct nd_kernel *kernel, struct nd_grid grid,
                     int64_t *blocks);
int nd_cuda_record(struct nd_device *device, int (*work)(void *context), void *context,
                   struct nd_recording **recording);
int nd_cuda_replay(struct nd_device *device, struct nd_recording *recording);
void nd_cuda_recording_free(struct nd_device *device, struct nd_recording *recording);

/* cuda_transfer.c: the same, of transfers beside launches */
int nd_cuda_host_alloc(struct nd_device *device, void **memory, size_t bytes);
void nd_cuda_host_free(struct nd_device *device, void *memory);
int nd_cuda_read_begin(struct nd_device *device, void *to, const struct nd_buffer *from, size_t bytes);
int nd_cuda_write_begin(struct nd_device *device, struct nd_buffer *to, const void *from, size_t bytes);
int nd_cuda_transfers_wait(struct nd_device *device);
/* Before the context is released. */
void nd_cuda_transfers_close(struct nd_cuda *cuda);

/* cuda_peers.c */
extern const struct nd_peers nd_cuda_peers;

#endif
