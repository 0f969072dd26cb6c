/* Devices: one table of functions per backend (cpu, and whatever else is found), all entries required but for the last
 * three.
 *
 * A device has one in-order queue. Everything that computes goes through launch; compile is apart from load so that
 * cache.c can keep compiled blobs on disk, once for all backends. */
#ifndef ND_DEVICE_H
#define ND_DEVICE_H

#include <stddef.h>
#include <stdint.h>
#include "base/error.h"
#include "base/text.h"

struct nd_device;
struct nd_buffer { /* memory on a device; passed to kernels by value of `handle` */
    void *handle;
    size_t bytes;
};
struct nd_module;    /* a loaded blob; see backend.h */
struct nd_kernel;    /* an entry of a module; lives as long as it */
struct nd_recording; /* launches that can be had again, all at once; the backend's own */

struct nd_arg { /* one kernel argument: a buffer's &handle, or a scalar */
    const void *value;
    size_t size;
};
#define ND_ARG_BUFFER(buffer) ((struct nd_arg){&(buffer).handle, sizeof(void *)})
#define ND_ARG_SCALAR(scalar) ((struct nd_arg){&(scalar), sizeof(scalar)})

enum nd_dialect { ND_DIALECT_C, ND_DIALECT_OPENCL, ND_DIALECT_CUDA };

struct nd_device_info {
    char name[128]; /* of the hardware */
    /* Of hardware, driver and compiler: what was compiled or measured is only good where it is the same. */
    char fingerprint[64];
    char compiler[128];  /* what compiles kernels; "none" when there is nothing that does */
    size_t memory;       /* bytes, in all */
    size_t local_memory; /* bytes of shared memory a group may use */
    size_t local_static; /* of which LOCAL arrays may take */
    int alignment; /* items that run in step: 32 on a GPU, the lanes of a vector on a CPU (in bytes: vector_bytes) */
    int vector_bytes; /* CPU: bytes of a vector register; else 0 */
    int units;        /* cores, multiprocessors */
    int group_most;   /* items of one group at most */
    int gpu;          /* else it computes where the program runs */
};

/* What a compiled kernel takes; -1 where it cannot be known. */
struct nd_resources {
    char kernel[64];
    int registers;                 /* of an item */
    int local_bytes;               /* of an item, in slow memory */
    int stack_bytes;               /* of which its stack frame has */
    int spill_stores, spill_loads; /* bytes: registers that did not suffice */
    size_t shared;                 /* bytes of a group's LOCAL arrays */
};

struct nd_blob {
    void *bytes;
    size_t n;
};

struct nd_backend {
    const char *name; /* "cpu", "cuda", "opencl" */
    enum nd_dialect dialect;
    int (*likely)(void);          /* whether `auto` shall look for such devices; null: always */
    int (*probe)(int *count);     /* how many such devices there are; 0 when the driver is missing */
    const char *(*missing)(void); /* why there are none, or no compiler for them, and what to do about it */
    int (*is_gpu)(int ordinal);   /* known before it is opened */
    int (*open)(struct nd_device *device, int ordinal);
    void (*close)(struct nd_device *device);
    int (*alloc)(struct nd_device *device, struct nd_buffer *buffer, size_t bytes); /* zeroed */
    void (*free)(struct nd_device *device, struct nd_buffer *buffer);
    int (*write)(struct nd_device *device, struct nd_buffer *to, size_t offset, const void *from,
                 size_t bytes);
    int (*read)(struct nd_device *device, void *to, const struct nd_buffer *from, size_t offset,
                size_t bytes);
    int (*copy)(struct nd_device *device, struct nd_buffer *to, const struct nd_buffer *from, size_t bytes);
    int (*finish)(struct nd_device *device); /* waits for all that was launched */
    int (*compile)(struct nd_device *device, const char *text, const char *options, struct nd_blob *blob,
                   struct nd_text *log);
    int (*load)(struct nd_device *device, const struct nd_blob *blob, struct nd_module **module);
    void (*unload)(struct nd_device *device, struct nd_module *module);
    int (*kernel)(struct nd_device *device, struct nd_module *module, const char *name,
                  struct nd_kernel **kernel);
    int (*resources)(struct nd_device *device, struct nd_kernel *kernel, struct nd_resources *resources);
    int (*launch)(struct nd_device *device, struct nd_kernel *kernel, int64_t groups, int items, size_t local,
                  const struct nd_arg *args,
                  int nargs); /* local: bytes of SHARED memory in the kernel, beyond its LOCAL arrays */
    int (*event_record)(struct nd_device *device, int slot);                           /* slots 0 ... 3 */
    int (*event_seconds)(struct nd_device *device, int from, int to, double *seconds); /* waits for both */
    /* For nd_device_record; null where a launch costs no more by itself than in a recording. */
    int (*record)(struct nd_device *device, int (*work)(void *context), void *context,
                  struct nd_recording **recording);
    int (*replay)(struct nd_device *device, struct nd_recording *recording);
    void (*recording_free)(struct nd_device *device, struct nd_recording *recording);
};

struct nd_device {
    const struct nd_backend *backend;
    int ordinal;
    struct nd_device_info info;
    void *state;                      /* the backend's own */
    size_t allocated, allocated_most; /* bytes of buffers now, and at the most */
};

extern const struct nd_backend *const nd_backends[]; /* ends with null */

/* name: "cpu", "cuda", "opencl", "cuda:1" for the second one; "auto" or null for the fastest kind that there is: a GPU
 * by CUDA, one by OpenCL, the cpu. Fails with what is missing. */
int nd_device_open(struct nd_device **device, const char *name);
void nd_device_close(struct nd_device *device);
#define ND_DEVICE_MOVING "moving data to the device" /* what nd_work is told meanwhile */
int nd_device_alloc(struct nd_device *device, struct nd_buffer *buffer, size_t bytes);
void nd_device_free(struct nd_device *device, struct nd_buffer *buffer);

/* Keeps what `work` launches instead of doing it; backend->replay does it, as often as wanted, at the cost of one launch. Work
 * may launch kernels and nothing else: no memory, no waiting. Scalars and buffers are those of the recording, modules and
 * buffers must outlive it. *recording is null where the device cannot, and after a failure. */
int nd_device_record(struct nd_device *device, int (*work)(void *context), void *context,
                     struct nd_recording **recording);
void nd_device_forget(struct nd_device *device, struct nd_recording **recording); /* makes it null */

/* Compiled text, from the disk cache when it was compiled before with the same options on the same kind of device.
 * Several processes may share the cache, which $NUDGE_CACHE_MB (1024) bounds: what was used longest ago goes first. A
 * failed compile says what the compiler said and where the text was written. title: for messages and dumps. */
int nd_device_module(struct nd_device *device, const char *title, const char *text, const char *options,
                     struct nd_module **module);
/* Compiles into the disk cache only, where nd_device_module finds it. Several threads may do so at once on a CUDA
 * device. */
int nd_device_prepare(struct nd_device *device, const char *title, const char *text, const char *options);

/* -- kernels compiled when the library was built, for machines without a compiler; made by the build ------------------ */
typedef void (*nd_cpu_entry)(long first, long last, void **args);
struct nd_ahead {
    const char *key;  /* hash of the text */
    const char *name; /* of the kernel */
    nd_cpu_entry entry;
};
extern const struct nd_ahead nd_ahead_table[]; /* ends with a null key */

#endif
