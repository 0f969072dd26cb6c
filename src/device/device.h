/* Devices. Each backend (cpu, cuda, opencl) is a table of functions; all entries are required except the last
 * ten. Order of calls: nd_device_open; nd_device_module and backend->kernel; nd_device_alloc;
 * backend->launch; nd_device_close.
 *
 * A device has one in-order queue, and may have a second one for transfers. All computations go through launch.
 * compile is separate from load so that cache.c can store compiled blobs on disk for all backends. */
#ifndef ND_DEVICE_H
#define ND_DEVICE_H

#include <stddef.h>
#include <stdint.h>
#include "base/error.h"
#include "base/text.h"

struct nd_device;
struct nd_buffer { /* memory on a device; kernels receive the value of `handle` */
    void *handle;
    size_t bytes;
};
struct nd_module;    /* a loaded blob; see backend.h */
struct nd_kernel;    /* an entry of a module; lives as long as the module */
struct nd_recording; /* launches that can be replayed at once; owned by the backend */

struct nd_arg { /* one kernel argument: the address of a buffer's handle, or of a scalar */
    const void *value;
    size_t size;
};
#define ND_ARG_BUFFER(buffer) ((struct nd_arg){&(buffer).handle, sizeof(void *)})
#define ND_ARG_SCALAR(scalar) ((struct nd_arg){&(scalar), sizeof(scalar)})
struct nd_grid { /* the size of a launch */
    int64_t blocks;
    int64_t first;       /* number of the first block */
    int threads;         /* per block */
    size_t shared_bytes; /* SHARED memory per block, in addition to its LOCAL arrays */
};
enum nd_dialect { ND_DIALECT_C, ND_DIALECT_OPENCL, ND_DIALECT_CUDA };

struct nd_device_info {
    char name[128]; /* of the hardware */
    /* Identifies hardware, driver and compiler: compiled code and measurements are valid only if it
     * is equal. */
    char fingerprint[64];
    char compiler[128];   /* of kernels; "none" if there is none */
    size_t memory;        /* bytes in all */
    size_t shared_bytes;  /* of shared memory per block */
    size_t shared_static; /* of these, available to LOCAL arrays */
    int alignment;        /* threads in lockstep: 32 on a GPU, the lanes of a vector on a CPU */
    int vector_bytes;     /* CPU: size of a vector register; else 0 */
    int units;            /* cores, multiprocessors */
    int threads_most;     /* per block */
    int gpu;              /* 0: it is the host's CPU */
    int warp_barrier; /* whether threads in lockstep can wait for each other: CUDA, and OpenCL on NVIDIA's GPUs */
    int cooperative; /* whether blocks of a launch can be made to run all at the same time: CUDA from 7.0 on */
    int bulk;             /* whether it copies in bulk to shared memory and back: CUDA from 9.0 on */
};

/* Resources of a compiled kernel; -1: unknown. */
struct nd_resources {
    char kernel[64];
    int registers;                 /* per thread */
    int spill_bytes;               /* per thread, in local (off-chip) memory */
    int stack_bytes;               /* of these, the stack frame */
    int spill_stores, spill_loads; /* bytes, because of too few registers */
    size_t shared;                 /* bytes of LOCAL arrays per block */
};

struct nd_blob {
    void *bytes;
    size_t n;
};

struct nd_peers; /* device/peers.h */

struct nd_backend {
    const char *name; /* "cpu", "cuda", "opencl" */
    enum nd_dialect dialect;
    int (*likely)(void);          /* whether `auto` should look for such devices; null: always */
    int (*probe)(int *count);     /* number of such devices; 0 if the driver is missing */
    const char *(*missing)(void); /* why there is no device or compiler, and what to do about it */
    int (*is_gpu)(int ordinal);   /* works before it is opened */
    int (*open)(struct nd_device *device, int ordinal);
    void (*close)(struct nd_device *device);
    int (*alloc)(struct nd_device *device, struct nd_buffer *buffer, size_t bytes); /* zeroed */
    void (*free)(struct nd_device *device, struct nd_buffer *buffer);
    int (*write)(struct nd_device *device, struct nd_buffer *to, size_t offset, const void *from,
                 size_t bytes);
    int (*read)(struct nd_device *device, void *to, const struct nd_buffer *from, size_t offset,
                size_t bytes);
    int (*copy)(struct nd_device *device, struct nd_buffer *to, const struct nd_buffer *from, size_t bytes);
    int (*finish)(struct nd_device *device); /* waits for all launches */
    int (*compile)(struct nd_device *device, const char *text, const char *options, struct nd_blob *blob,
                   struct nd_text *log);
    int (*load)(struct nd_device *device, const struct nd_blob *blob, struct nd_module **module);
    void (*unload)(struct nd_device *device, struct nd_module *module);
    int (*kernel)(struct nd_device *device, struct nd_module *module, const char *name,
                  struct nd_kernel **kernel);
    int (*resources)(struct nd_device *device, struct nd_kernel *kernel, struct nd_resources *resources);
    int (*launch)(struct nd_device *device, struct nd_kernel *kernel, struct nd_grid grid,
                  const struct nd_arg *args, int nargs);
    int (*event_record)(struct nd_device *device, int slot);                           /* slots 0 ... 3 */
    int (*event_seconds)(struct nd_device *device, int from, int to, double *seconds); /* waits for both */
    /* How many blocks of such a launch run at the same time; 0 if the device does not guarantee it. Kernels
     * that are declared COOPERATIVE (kernel/dialect) need it for all their blocks. Null: never. */
    int (*cooperative_blocks)(struct nd_device *device, struct nd_kernel *kernel, struct nd_grid grid,
                              int64_t *blocks);
    /* Transfers beside launches, by a second queue; all five null if the device is the host or has none. */
    int (*host_alloc)(struct nd_device *device, void **memory, size_t bytes); /* for these transfers only */
    void (*host_free)(struct nd_device *device, void *memory);                /* null is allowed */
    /* Both return at once. A read begins when all launches so far are done; launches that follow a write wait
     * for it. The memory must not be touched before transfers_wait. */
    int (*read_begin)(struct nd_device *device, void *to, const struct nd_buffer *from, size_t bytes);
    int (*write_begin)(struct nd_device *device, struct nd_buffer *to, const void *from, size_t bytes);
    int (*transfers_wait)(struct nd_device *device); /* not for launches */
    const struct nd_peers *peers; /* memory of other processes; null if it cannot be used */
    /* For nd_device_record; null if recording would not make launches cheaper. */
    int (*record)(struct nd_device *device, int (*work)(void *context), void *context,
                  struct nd_recording **recording);
    int (*replay)(struct nd_device *device, struct nd_recording *recording);
    void (*recording_free)(struct nd_device *device, struct nd_recording *recording);
};

struct nd_device {
    const struct nd_backend *backend;
    int ordinal;
    struct nd_device_info info;
    void *state;                      /* owned by the backend */
    size_t allocated, allocated_most; /* bytes of buffers: at present, and the maximum so far */
};

extern const struct nd_backend *const nd_backends[]; /* ends with null */

/* name: "cpu", "cuda", "opencl", or "cuda:1" for the second one; "auto" or null for the fastest kind found: a
 * GPU by CUDA, one by OpenCL, the cpu. Returns NUDGE_EDEVICE, and the message names what is missing. */
int nd_device_open(struct nd_device **device, const char *name);
void nd_device_close(struct nd_device *device);
#define ND_DEVICE_MOVING "preparing the memory of the device" /* the work's name for nd_work */
int nd_device_alloc(struct nd_device *device, struct nd_buffer *buffer, size_t bytes);
void nd_device_free(struct nd_device *device, struct nd_buffer *buffer);

/* Records the launches of `work` instead of running them; backend->replay runs them, any number of times, at
 * the cost of one launch. work may launch kernels and nothing else: no allocation, no waiting. Scalars and
 * buffers are those of the time of recording; modules and buffers must outlive the recording. *recording is
 * null if the device cannot record, and after a failure. */
int nd_device_record(struct nd_device *device, int (*work)(void *context), void *context,
                     struct nd_recording **recording);
void nd_device_forget(struct nd_device *device, struct nd_recording **recording); /* makes it null */

/* Compiles the text, or takes it from the disk cache if it was compiled before with the same options for the
 * same kind of device. Processes may share the cache; $NUDGE_CACHE_MB (1024) limits its size, and the least
 * recently used files are removed first. If compilation fails, the message has the compiler's output and the
 * path of the text. title: for messages and dumps. */
int nd_device_module(struct nd_device *device, const char *title, const char *text, const char *options,
                     struct nd_module **module);
/* Compiles into the disk cache only, where nd_device_module finds it. On a CUDA device several threads may do
 * so at the same time. */
int nd_device_prepare(struct nd_device *device, const char *title, const char *text, const char *options);

/* -- kernels compiled ahead of time, by the build, for machines without a compiler -- */
typedef void (*nd_cpu_entry)(long first, long last, void **args);
struct nd_ahead {
    const char *key;  /* hash of the text */
    const char *name; /* of the kernel */
    nd_cpu_entry entry;
};
extern const struct nd_ahead nd_ahead_table[]; /* ends with a null key */

#endif
