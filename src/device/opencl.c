/* OpenCL 1.2 devices, through an ICD loader found at run time. PoCL provides a CPU device, on which the tests
 * run kernels with real barriers. */
#include "device/opencl.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/format.h"
#include "base/memory.h"
#include "device/backend.h"
#include "device/opencl_api.h"
#include "device/opencl_likely.h"
#include "device/symbols.h"

enum { DEVICES_MOST = 64 };

static struct nd_opencl_api cl;
static void *loader;
static char missing[512];
static pthread_once_t once = PTHREAD_ONCE_INIT;

struct opencl {
    cl_device device;
    cl_context context;
    cl_queue queue;
    cl_queue transfers; /* for transfers; null until the first one */
    cl_event event[4];
};

#define ROW(returned, member, symbol, arguments) {#symbol, offsetof(struct nd_opencl_api, member)},
static const struct nd_symbol opencl_symbols[] = {ND_OPENCL_FUNCTIONS(ROW){0}};

static void load_loader(void)
{
    static const char *const names[] = {"libOpenCL.so.1", "libOpenCL.so", NULL};
    char why[256];
    loader = nd_symbols_load(names, opencl_symbols, &cl, why);
    if (loader)
        nd_format(missing, sizeof missing,
                  "no OpenCL driver was found; install the GPU's, or pocl-opencl-icd for the CPU, or use "
                  "--device cpu");
    else
        nd_format(
            missing, sizeof missing,
            "%s; install an OpenCL loader (ocl-icd-libopencl1) and the GPU's driver, or use --device cpu",
            why);
}

static const char *advice(int code)
{
    switch (code) {
    case CL_NO_MEMORY:
    case CL_NO_HOST_MEMORY: return "; out of memory: use a smaller mesh, a lower order or precision: single";
    case CL_NO_RESOURCES:
        return "; a kernel takes more than the device has or left its arrays, or the device was lost: start "
               "the program again, and if it comes again, use --device cpu";
    case -2:  /* the device is not available */
    case -14: /* an event's work failed */
    case -36: /* no valid queue */
    case -9999:
        return "; a kernel failed or the device was lost: start the program again, and if it comes again, "
               "use --device cpu";
    case -54:
        return "; the kernel needs more registers than a block of so many threads may have: choose another "
               "plan";
    default: return "";
    }
}

static int call_failed(const struct nd_device *device, int code, const char *call)
{
    return nd_fail(NUDGE_EDEVICE, __FILE__, __LINE__, "opencl:%d%s%s: OpenCL error %d in %.*s%s",
                   device->ordinal, device->info.name[0] ? ", " : "", device->info.name, code,
                   (int)strcspn(call, "("), call, advice(code));
}

/* As TRY, for OpenCL error codes; needs `device`. */
#define CL_GAVE(code, call)                                                                                  \
    do {                                                                                                     \
        int32_t code_ = (code);                                                                              \
        if (code_) {                                                                                         \
            status = call_failed(device, (int)code_, call);                                                  \
            goto done;                                                                                       \
        }                                                                                                    \
    } while (0)
#define CL(call) CL_GAVE(call, #call)

static int device_is_gpu(cl_device device)
{
    uint64_t type = 0;
    return !cl.device_info(device, CL_DEVICE_TYPE, sizeof type, &type, NULL) && (type & CL_TYPE_GPU) != 0;
}

/* Lists the devices of all platforms: first GPUs, which are what users expect; else in the platforms'
 * order. */
static int list_devices(cl_device *devices)
{
    cl_platform platforms[16];
    cl_device all[DEVICES_MOST];
    uint32_t nplatforms = 0, total = 0, listed = 0;
    pthread_once(&once, load_loader);
    if (!loader || cl.platforms(16, platforms, &nplatforms)) return 0;
    if (nplatforms > 16) nplatforms = 16;
    for (uint32_t i = 0; i < nplatforms; i++) {
        uint32_t n = 0;
        if (total < DEVICES_MOST &&
            !cl.devices(platforms[i], 0xFFFFFFFF, DEVICES_MOST - total, all + total, &n))
            total += n < DEVICES_MOST - total ? n : DEVICES_MOST - total;
    }
    for (int gpu = 1; gpu >= 0; gpu--)
        for (uint32_t i = 0; i < total; i++)
            if (device_is_gpu(all[i]) == gpu) devices[listed++] = all[i];
    return (int)total;
}

static int probe(int *count)
{
    cl_device devices[DEVICES_MOST];
    *count = list_devices(devices);
    return 0;
}

static const char *why_missing(void)
{
    pthread_once(&once, load_loader);
    return missing;
}

static int is_gpu(int ordinal)
{
    cl_device devices[DEVICES_MOST];
    return ordinal < list_devices(devices) && device_is_gpu(devices[ordinal]);
}

/* The number of threads in lockstep. OpenCL reports it from 3.0 on; vendors have extensions for it. */
static int in_step(cl_device device, int gpu)
{
    size_t multiple = 0;
    uint32_t width = 0;
    if (!cl.device_info(device, CL_DEVICE_GROUP_MULTIPLE, sizeof multiple, &multiple, NULL))
        width = (uint32_t)multiple;
    else if (cl.device_info(device, CL_DEVICE_WARP_NVIDIA, sizeof width, &width, NULL) &&
             cl.device_info(device, CL_DEVICE_WAVEFRONT_AMD, sizeof width, &width, NULL))
        width = 0;
    return width >= 1 && width <= 128 ? (int)width : gpu ? 32 : 16;
}

/* NVIDIA's compiler takes its own assembly language, which has a barrier of a warp (dialect_opencl.h). Its GPUs are
 * those that know the extension; PoCL may have them as well, by a compiler of its own. */
static int has_warp_barrier(cl_device device, const char *version)
{
    uint32_t width = 0;
    return !cl.device_info(device, CL_DEVICE_WARP_NVIDIA, sizeof width, &width, NULL) && width == 32 &&
           !strstr(version, "pocl") && !strstr(version, "PoCL");
}

static void describe(struct nd_device *device, const struct opencl *o)
{
    struct nd_device_info *info = &device->info;
    uint32_t units = 0;
    uint64_t memory = 0, local = 0;
    size_t group = 1;
    char driver[128] = "", version[128] = "";
    cl.device_info(o->device, CL_DEVICE_NAME, sizeof info->name, info->name, NULL);
    cl.device_info(o->device, CL_DEVICE_UNITS, sizeof units, &units, NULL);
    cl.device_info(o->device, CL_DEVICE_MEMORY, sizeof memory, &memory, NULL);
    cl.device_info(o->device, CL_DEVICE_LOCAL_MEMORY, sizeof local, &local, NULL);
    cl.device_info(o->device, CL_DEVICE_GROUP_MOST, sizeof group, &group, NULL);
    cl.device_info(o->device, CL_DRIVER_VERSION, sizeof driver, driver, NULL);
    cl.device_info(o->device, CL_DEVICE_VERSION, sizeof version, version, NULL);
    info->units = (int)units;
    info->memory = (size_t)memory;
    info->shared_bytes = info->shared_static = (size_t)local;
    info->threads_most = group > 1 << 20 ? 1 << 20 : (int)group;
    info->gpu = device_is_gpu(o->device);
    info->alignment = in_step(o->device, info->gpu);
    info->warp_barrier = has_warp_barrier(o->device, version);
    nd_format(info->compiler, sizeof info->compiler, "%.60s, driver %.50s", version, driver);
    nd_info_fingerprint(info, version, driver, NULL);
}

static void close_opencl(struct nd_device *device)
{
    struct opencl *o = device->state;
    if (!o) return;
    for (int i = 0; i < 4; i++)
        if (o->event[i]) cl.event_release(o->event[i]);
    if (o->transfers) cl.queue_release(o->transfers);
    if (o->queue) cl.queue_release(o->queue);
    if (o->context) cl.context_release(o->context);
    free(o);
    device->state = NULL;
}

static int open_opencl(struct nd_device *device, int ordinal)
{
    int status = 0;
    int32_t error = 0;
    cl_device devices[DEVICES_MOST];
    struct opencl *o = NULL;
    const int count = list_devices(devices);
    if (ordinal >= count) FAIL(NUDGE_EDEVICE, "opencl:%d is gone", ordinal);
    ALLOC(o, 1);
    device->state = o;
    o->device = devices[ordinal];
    o->context = cl.context_create(NULL, 1, &o->device, NULL, NULL, &error);
    CL_GAVE(error, "clCreateContext");
    o->queue = cl.queue_create(o->context, o->device, CL_PROFILING, &error);
    CL_GAVE(error, "clCreateCommandQueue");
    describe(device, o);
done:
    if (status) close_opencl(device);
    return status;
}

static struct opencl *of(const struct nd_device *device)
{
    return device->state;
}

static int alloc_opencl(struct nd_device *device, struct nd_buffer *buffer, size_t bytes)
{
    int status = 0;
    int32_t error = 0;
    const unsigned char zero = 0;
    cl_buffer made = cl.buffer_create(of(device)->context, CL_READ_WRITE, bytes, NULL, &error);
    if (error == CL_BUFFER_SIZE) {
        uint64_t most = 0;
        cl.device_info(of(device)->device, CL_DEVICE_ALLOC_MOST, sizeof most, &most, NULL);
        FAIL(NUDGE_EDEVICE,
             "opencl:%d, %s: an array of %.3g GB is wanted and one may have %.3g GB; use a smaller mesh, a "
             "lower order or precision: single",
             device->ordinal, device->info.name, (double)bytes * 1e-9, (double)most * 1e-9);
    }
    if (error == CL_NO_MEMORY || error == CL_NO_RESOURCES || error == CL_NO_HOST_MEMORY)
        return nd_fail_memory(device, bytes);
    CL_GAVE(error, "clCreateBuffer");
    CL(cl.fill(of(device)->queue, made, &zero, 1, 0, bytes, 0, NULL, NULL));
    buffer->handle = made;
done:
    if (status && made) cl.buffer_release(made);
    return status;
}

static void free_opencl(struct nd_device *device, struct nd_buffer *buffer)
{
    (void)device;
    cl.buffer_release(buffer->handle);
}

static int write_opencl(struct nd_device *device, struct nd_buffer *to, size_t offset, const void *from,
                        size_t bytes)
{
    int status = 0;
    if (bytes) CL(cl.write(of(device)->queue, to->handle, 1, offset, bytes, from, 0, NULL, NULL));
done:
    return status;
}

static int read_opencl(struct nd_device *device, void *to, const struct nd_buffer *from, size_t offset,
                       size_t bytes)
{
    int status = 0;
    if (bytes) CL(cl.read(of(device)->queue, from->handle, 1, offset, bytes, to, 0, NULL, NULL));
done:
    return status;
}

static int copy_opencl(struct nd_device *device, struct nd_buffer *to, const struct nd_buffer *from,
                       size_t bytes)
{
    int status = 0;
    if (bytes) CL(cl.copy(of(device)->queue, from->handle, to->handle, 0, 0, bytes, 0, NULL, NULL));
done:
    return status;
}

static int finish_opencl(struct nd_device *device)
{
    int status = 0;
    CL(cl.finish(of(device)->queue));
done:
    return status;
}

static void add_log(const struct opencl *o, cl_program program, struct nd_text *log)
{
    size_t size = 0;
    char *said = NULL;
    if (cl.program_build_info(program, o->device, CL_BUILD_LOG, 0, NULL, &size) || size < 2) return;
    said = nd_alloc(size + 1, 1);
    if (said && !cl.program_build_info(program, o->device, CL_BUILD_LOG, size, said, NULL))
        nd_text_add(log, "%s", said);
    free(said);
}

static int compile_opencl(struct nd_device *device, const char *text, const char *options,
                          struct nd_blob *blob, struct nd_text *log)
{
    int status = 0;
    int32_t error = 0;
    const struct opencl *o = of(device);
    cl_program program = cl.program_source(o->context, 1, &text, NULL, &error);
    CL_GAVE(error, "clCreateProgramWithSource");
    error = cl.program_build(program, 1, &o->device, options, NULL, NULL);
    add_log(o, program, log);
    if (error) FAIL(NUDGE_ECOMPILE, "OpenCL error %d", (int)error);
    CL(cl.program_info(program, CL_PROGRAM_BINARY_SIZES, sizeof blob->n, &blob->n, NULL));
    blob->bytes = nd_alloc(blob->n, 1);
    if (!blob->bytes) FAIL(NUDGE_ENOMEM, "out of memory");
    CL(cl.program_info(program, CL_PROGRAM_BINARIES, sizeof blob->bytes, &blob->bytes, NULL));
done:
    if (program) cl.program_release(program);
    return status;
}

static int load_opencl(struct nd_device *device, const struct nd_blob *blob, struct nd_module **out)
{
    int status = 0;
    int32_t error = 0, good = 0;
    const struct opencl *o = of(device);
    const unsigned char *bytes = blob->bytes;
    struct nd_module *module = NULL;
    ALLOC(module, 1);
    module->handle = cl.program_binary(o->context, 1, &o->device, &blob->n, &bytes, &good, &error);
    CL_GAVE(error ? error : good, "clCreateProgramWithBinary");
    CL(cl.program_build(module->handle, 1, &o->device, "", NULL, NULL));
    *out = module;
    module = NULL;
done:
    if (module && module->handle) cl.program_release(module->handle);
    free(module);
    return status;
}

static void unload_opencl(struct nd_device *device, struct nd_module *module)
{
    (void)device;
    if (!module) return;
    for (const struct nd_kernel *k = module->first; k; k = k->next) cl.kernel_release(k->handle);
    cl.program_release(module->handle);
    nd_module_free(module);
}

static int kernel_opencl(struct nd_device *device, struct nd_module *module, const char *name,
                         struct nd_kernel **out)
{
    int status = 0;
    int32_t error = 0;
    (void)device;
    cl_kernel made = cl.kernel_create(module->handle, name, &error);
    if (error) FAIL(NUDGE_EINTERNAL, "kernel %s is not in its module (OpenCL error %d)", name, (int)error);
    TRY(nd_module_add(module, name, made, out));
done:
    if (status && made) cl.kernel_release(made);
    return status;
}

static int launch_opencl(struct nd_device *device, struct nd_kernel *kernel, struct nd_grid grid,
                         const struct nd_arg *args, int nargs)
{
    int status = 0;
    int32_t first = (int32_t)grid.first;
    const size_t local = (size_t)grid.threads, global = (size_t)grid.blocks * local;
    if (grid.blocks <= 0) return 0;
    if (grid.first + grid.blocks > 0x7fffffff) FAIL(NUDGE_EINTERNAL, "%lld blocks", (long long)grid.blocks);
    CL(cl.kernel_arg(kernel->handle, 0, sizeof first, &first));
    for (int i = 0; i < nargs; i++)
        CL(cl.kernel_arg(kernel->handle, (uint32_t)i + 1, args[i].size, args[i].value));
    CL(cl.launch(of(device)->queue, kernel->handle, 1, NULL, &global, &local, 0, NULL, NULL));
done:
    return status;
}

static int event_record_opencl(struct nd_device *device, int slot)
{
    int status = 0;
    struct opencl *o = of(device);
    if (o->event[slot]) cl.event_release(o->event[slot]);
    o->event[slot] = NULL;
    CL(cl.marker(o->queue, 0, NULL, &o->event[slot]));
done:
    return status;
}

static int event_seconds_opencl(struct nd_device *device, int from, int to, double *seconds)
{
    int status = 0;
    const struct opencl *o = of(device);
    const cl_event both[2] = {o->event[from], o->event[to]};
    uint64_t begin = 0, end = 0;
    CL(cl.wait(2, both));
    CL(cl.event_profile(both[0], CL_PROFILE_END, sizeof begin, &begin, NULL));
    CL(cl.event_profile(both[1], CL_PROFILE_END, sizeof end, &end, NULL));
    *seconds = 1e-9 * (double)(end - begin);
done:
    return status;
}

/* -- transfers beside launches --------------------------------------------------------------------------- */

static int open_transfers(struct nd_device *device)
{
    int status = 0;
    int32_t error = 0;
    struct opencl *o = of(device);
    if (o->transfers) goto done;
    o->transfers = cl.queue_create(o->context, o->device, 0, &error);
    CL_GAVE(error, "clCreateCommandQueue");
done:
    return status;
}

/* OpenCL 1.2 has no call for pinned memory of the host. */
static int host_alloc_opencl(struct nd_device *device, void **memory, size_t bytes)
{
    int status = 0;
    char *made = NULL;
    (void)device;
    ALLOC(made, bytes ? bytes : 1);
    *memory = made;
done:
    return status;
}

static void host_free_opencl(struct nd_device *device, void *memory)
{
    (void)device;
    free(memory);
}

static int read_begin_opencl(struct nd_device *device, void *to, const struct nd_buffer *from, size_t bytes)
{
    int status = 0;
    cl_event launched = NULL;
    TRY(open_transfers(device));
    CL(cl.marker(of(device)->queue, 0, NULL, &launched));
    CL(cl.flush(of(device)->queue));
    if (bytes) CL(cl.read(of(device)->transfers, from->handle, 0, 0, bytes, to, 1, &launched, NULL));
    CL(cl.flush(of(device)->transfers));
done:
    if (launched) cl.event_release(launched);
    return status;
}

static int write_begin_opencl(struct nd_device *device, struct nd_buffer *to, const void *from, size_t bytes)
{
    int status = 0;
    cl_event written = NULL;
    TRY(open_transfers(device));
    if (!bytes) goto done;
    CL(cl.write(of(device)->transfers, to->handle, 0, 0, bytes, from, 0, NULL, &written));
    CL(cl.flush(of(device)->transfers));
    CL(cl.barrier(of(device)->queue, 1, &written, NULL));
done:
    if (written) cl.event_release(written);
    return status;
}

static int transfers_wait_opencl(struct nd_device *device)
{
    int status = 0;
    TRY(open_transfers(device));
    CL(cl.finish(of(device)->transfers));
done:
    return status;
}

const struct nd_backend nd_backend_opencl = {
    .name = "opencl",
    .dialect = ND_DIALECT_OPENCL,
    .likely = nd_opencl_likely,
    .probe = probe,
    .missing = why_missing,
    .is_gpu = is_gpu,
    .open = open_opencl,
    .close = close_opencl,
    .alloc = alloc_opencl,
    .free = free_opencl,
    .write = write_opencl,
    .read = read_opencl,
    .copy = copy_opencl,
    .finish = finish_opencl,
    .compile = compile_opencl,
    .load = load_opencl,
    .unload = unload_opencl,
    .kernel = kernel_opencl,
    .resources = nd_resources_unknown,
    .launch = launch_opencl,
    .event_record = event_record_opencl,
    .event_seconds = event_seconds_opencl,
    .host_alloc = host_alloc_opencl,
    .host_free = host_free_opencl,
    .read_begin = read_begin_opencl,
    .write_begin = write_begin_opencl,
    .transfers_wait = transfers_wait_opencl,
    /* No record: the extension cl_khr_command_buffer is still experimental. */
};
