/* Any OpenCL 1.2 device with an ICD loader found at run time. PoCL makes a CPU one, on which the tests run kernels with
 * real barriers. */
#include "device/opencl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"
#include "device/opencl_api.h"
#include "device/symbols.h"

enum { DEVICES_MOST = 64 };

static struct nd_opencl_api cl;
static char missing[128];
static void *loader;

struct opencl {
    cl_device device;
    cl_context context;
    cl_queue queue;
    cl_event event[4];
};

struct nd_module {
    cl_program program;
    struct nd_kernel *first;
};

struct nd_kernel {
    cl_kernel kernel;
    struct nd_kernel *next;
};

#define ROW(returned, member, symbol, arguments) {#symbol, offsetof(struct nd_opencl_api, member)},
static const struct nd_symbol opencl_symbols[] = {ND_OPENCL_FUNCTIONS(ROW){0}};

static int load_loader(void)
{
    static const char *const names[] = {"libOpenCL.so.1", "libOpenCL.so", NULL};
    if (!loader && !missing[0]) loader = nd_symbols_load(names, opencl_symbols, &cl, missing);
    return loader != NULL;
}

#define CL(call)                                                                                             \
    do {                                                                                                     \
        int32_t code_ = (call);                                                                              \
        if (code_) FAIL(NUDGE_EDEVICE, "OpenCL: error %d in %.40s", (int)code_, #call);                      \
    } while (0)

/* Every device of every platform, in the platforms' order. */
static int list_devices(cl_device *devices)
{
    cl_platform platforms[16];
    uint32_t nplatforms = 0, total = 0;
    if (!load_loader() || cl.platforms(16, platforms, &nplatforms)) return 0;
    if (nplatforms > 16) nplatforms = 16;
    for (uint32_t i = 0; i < nplatforms; i++) {
        uint32_t n = 0;
        if (total < DEVICES_MOST &&
            !cl.devices(platforms[i], 0xFFFFFFFF, DEVICES_MOST - total, devices + total, &n))
            total += n < DEVICES_MOST - total ? n : DEVICES_MOST - total;
    }
    return (int)total;
}

static int probe(int *count)
{
    cl_device devices[DEVICES_MOST];
    *count = list_devices(devices);
    return 0;
}

static void describe(struct nd_device *device, const struct opencl *o)
{
    struct nd_device_info *info = &device->info;
    struct nd_hash hash;
    uint32_t units = 0;
    uint64_t memory = 0, local = 0;
    size_t group = 1;
    char digits[33], driver[128] = "", version[128] = "";
    cl.device_info(o->device, CL_DEVICE_NAME, sizeof info->name, info->name, NULL);
    cl.device_info(o->device, CL_DEVICE_UNITS, sizeof units, &units, NULL);
    cl.device_info(o->device, CL_DEVICE_MEMORY, sizeof memory, &memory, NULL);
    cl.device_info(o->device, CL_DEVICE_LOCAL_MEMORY, sizeof local, &local, NULL);
    cl.device_info(o->device, CL_DEVICE_GROUP_MOST, sizeof group, &group, NULL);
    cl.device_info(o->device, CL_DRIVER_VERSION, sizeof driver, driver, NULL);
    cl.device_info(o->device, CL_DEVICE_VERSION, sizeof version, version, NULL);
    info->units = (int)units;
    info->memory = (size_t)memory;
    info->local_memory = (size_t)local;
    info->group_most = group > 1 << 20 ? 1 << 20 : (int)group;
    info->alignment = 32;
    snprintf(info->compiler, sizeof info->compiler, "%.60s, driver %.50s", version, driver);
    nd_hash_init(&hash);
    nd_hash_add_string(&hash, info->name);
    nd_hash_add_string(&hash, version);
    nd_hash_add_string(&hash, driver);
    nd_hash_get(&hash, digits);
    snprintf(info->fingerprint, sizeof info->fingerprint, "%s", digits);
}

static void close_opencl(struct nd_device *device)
{
    struct opencl *o = device->state;
    if (!o) return;
    for (int i = 0; i < 4; i++)
        if (o->event[i]) cl.event_release(o->event[i]);
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
    if (!loader)
        FAIL(NUDGE_EDEVICE,
             "device opencl: %s was not found; install an OpenCL driver (ocl-icd-libopencl1), or use "
             "--device cpu",
             missing);
    if (ordinal >= count)
        FAIL(NUDGE_EDEVICE, "device opencl:%d: there are %d; nudge devices lists them", ordinal, count);
    ALLOC(o, 1);
    device->state = o;
    o->device = devices[ordinal];
    o->context = cl.context_create(NULL, 1, &o->device, NULL, NULL, &error);
    if (error) FAIL(NUDGE_EDEVICE, "OpenCL: error %d when creating a context", (int)error);
    o->queue = cl.queue_create(o->context, o->device, CL_PROFILING, &error);
    if (error) FAIL(NUDGE_EDEVICE, "OpenCL: error %d when creating a queue", (int)error);
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
    if (error)
        FAIL(NUDGE_EDEVICE,
             "out of memory on %s: %.3g GB wanted beyond the %.3g GB in use, of %.3g GB (OpenCL error %d); "
             "use a smaller mesh, a "
             "lower order or precision: single",
             device->info.name, (double)bytes * 1e-9, (double)device->allocated * 1e-9,
             (double)device->info.memory * 1e-9, (int)error);
    buffer->handle = made;
    CL(cl.fill(of(device)->queue, made, &zero, 1, 0, bytes, 0, NULL, NULL));
done:
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
    if (error) FAIL(NUDGE_EDEVICE, "OpenCL: error %d when taking a kernel text", (int)error);
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
    module->program = cl.program_binary(o->context, 1, &o->device, &blob->n, &bytes, &good, &error);
    if (error || good)
        FAIL(NUDGE_EDEVICE, "OpenCL: error %d when loading a compiled kernel", (int)(error ? error : good));
    CL(cl.program_build(module->program, 1, &o->device, "", NULL, NULL));
    *out = module;
    module = NULL;
done:
    if (module && module->program) cl.program_release(module->program);
    free(module);
    return status;
}

static void unload_opencl(struct nd_device *device, struct nd_module *module)
{
    (void)device;
    if (!module) return;
    for (struct nd_kernel *k = module->first, *next; k; k = next) {
        next = k->next;
        cl.kernel_release(k->kernel);
        free(k);
    }
    cl.program_release(module->program);
    free(module);
}

static int kernel_opencl(struct nd_device *device, struct nd_module *module, const char *name,
                         struct nd_kernel **out)
{
    int status = 0;
    int32_t error = 0;
    struct nd_kernel *kernel = NULL;
    (void)device;
    ALLOC(kernel, 1);
    kernel->kernel = cl.kernel_create(module->program, name, &error);
    if (error) FAIL(NUDGE_EINTERNAL, "kernel %s is not in its module (OpenCL error %d)", name, (int)error);
    kernel->next = module->first;
    module->first = kernel;
    *out = kernel;
    kernel = NULL;
done:
    free(kernel);
    return status;
}

static int launch_opencl(struct nd_device *device, struct nd_kernel *kernel, int64_t groups, int items,
                         const struct nd_arg *args, int nargs)
{
    int status = 0;
    int32_t count = (int32_t)groups;
    const size_t local = (size_t)items, global = (size_t)groups * local;
    if (groups <= 0) return 0;
    if (groups > 0x7fffffff) FAIL(NUDGE_EINTERNAL, "%lld groups", (long long)groups);
    CL(cl.kernel_arg(kernel->kernel, 0, sizeof count, &count));
    for (int i = 0; i < nargs; i++)
        CL(cl.kernel_arg(kernel->kernel, (uint32_t)i + 1, args[i].size, args[i].value));
    CL(cl.launch(of(device)->queue, kernel->kernel, 1, NULL, &global, &local, 0, NULL, NULL));
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

const struct nd_backend nd_backend_opencl = {
    .name = "opencl",
    .dialect = ND_DIALECT_OPENCL,
    .probe = probe,
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
    .launch = launch_opencl,
    .event_record = event_record_opencl,
    .event_seconds = event_seconds_opencl,
};
