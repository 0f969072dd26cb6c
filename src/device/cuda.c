/* NVIDIA GPUs through the CUDA driver and NVRTC, both found at run time. */
#include "device/cuda.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"
#include "device/cuda_api.h"
#include "device/symbols.h"

static struct nd_cuda_api cu;
static struct nd_nvrtc_api rtc;
static char missing[128]; /* what kept the driver from being used; "" when it is there */
static char rtc_missing[128];
static void *driver, *compiler;

struct cuda {
    int device;
    cu_context context;
    cu_stream stream;
    cu_event event[4];
    char target[16]; /* "sm_90" */
};

struct nd_module {
    cu_module module;
    struct nd_kernel *first;
};

struct nd_kernel {
    cu_function function;
    struct nd_kernel *next;
};

#define ROW(member, symbol, arguments)     {#symbol, offsetof(struct nd_cuda_api, member)},
#define ROW_RTC(member, symbol, arguments) {#symbol, offsetof(struct nd_nvrtc_api, member)},
static const struct nd_symbol cuda_symbols[] = {ND_CUDA_FUNCTIONS(ROW){0}};
static const struct nd_symbol nvrtc_symbols[] = {ND_NVRTC_FUNCTIONS(ROW_RTC){0}};

/* Once a process; the libraries stay open. */
static int load_driver(void)
{
    static const char *const names[] = {"libcuda.so.1", "libcuda.so", NULL};
    static const char *const rtc_names[] = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12",
                                            "libnvrtc.so.11.2", NULL};
    if (driver || missing[0]) return driver != NULL;
    driver = nd_symbols_load(names, cuda_symbols, &cu, missing);
    if (driver && cu.init(0)) {
        snprintf(missing, sizeof missing, "a working driver");
        driver = NULL;
    }
    if (driver) compiler = nd_symbols_load(rtc_names, nvrtc_symbols, &rtc, rtc_missing);
    return driver != NULL;
}

#define CU(call)                                                                                             \
    do {                                                                                                     \
        int code_ = (call);                                                                                  \
        if (code_) {                                                                                         \
            status = driver_failed(code_, #call);                                                            \
            goto done;                                                                                       \
        }                                                                                                    \
    } while (0)

static int driver_failed(int code, const char *call)
{
    const char *text = NULL;
    cu.error_string(code, &text);
    return nd_fail(NUDGE_EDEVICE, __FILE__, __LINE__,
                   "CUDA: %s (error %d in %.40s); if the device was lost, nvidia-smi tells more",
                   text ? text : "unknown error", code, call);
}

static int probe(int *count)
{
    *count = 0;
    if (load_driver() && cu.device_count(count)) *count = 0;
    return 0;
}

static void describe(struct nd_device *device, struct cuda *cuda)
{
    struct nd_device_info *info = &device->info;
    struct nd_hash hash;
    char digits[33], versions[96];
    int major = 0, minor = 0, rtc_major = 0, rtc_minor = 0, version = 0, shared = 48 << 10, warp = 32,
        threads = 1024, l2 = 0;
    cu.device_name(info->name, sizeof info->name, cuda->device);
    cu.device_memory(&info->memory, cuda->device);
    cu.device_attribute(&major, CU_MAJOR, cuda->device);
    cu.device_attribute(&minor, CU_MINOR, cuda->device);
    cu.device_attribute(&info->units, CU_MULTIPROCESSORS, cuda->device);
    cu.device_attribute(&shared, CU_SHARED_OPTIN, cuda->device);
    cu.device_attribute(&warp, CU_WARP, cuda->device);
    cu.device_attribute(&threads, CU_MAX_THREADS, cuda->device);
    cu.device_attribute(&l2, CU_L2_CACHE, cuda->device);
    cu.driver_version(&version);
    if (compiler) rtc.version(&rtc_major, &rtc_minor);
    snprintf(cuda->target, sizeof cuda->target, "sm_%d%d", major, minor);
    snprintf(info->compiler, sizeof info->compiler, compiler ? "NVRTC %d.%d" : "none", rtc_major, rtc_minor);
    info->local_memory = (size_t)shared;
    info->alignment = warp;
    info->group_most = threads;
    snprintf(versions, sizeof versions, "%s %d %d.%d", cuda->target, version, rtc_major, rtc_minor);
    nd_hash_init(&hash);
    nd_hash_add_string(&hash, info->name);
    nd_hash_add_string(&hash, versions);
    nd_hash_get(&hash, digits);
    snprintf(info->fingerprint, sizeof info->fingerprint, "%s", digits);
}

static void close_cuda(struct nd_device *device)
{
    struct cuda *cuda = device->state;
    if (!cuda) return;
    for (int i = 0; i < 4; i++)
        if (cuda->event[i]) cu.event_destroy(cuda->event[i]);
    if (cuda->stream) cu.stream_destroy(cuda->stream);
    if (cuda->context) cu.context_release(cuda->device);
    free(cuda);
    device->state = NULL;
}

static int open_cuda(struct nd_device *device, int ordinal)
{
    int status = 0;
    struct cuda *cuda = NULL;
    if (!load_driver())
        FAIL(NUDGE_EDEVICE, "device cuda: %s was not found; install NVIDIA's driver, or use --device cpu",
             missing);
    ALLOC(cuda, 1);
    device->state = cuda;
    CU(cu.device_get(&cuda->device, ordinal));
    CU(cu.context_retain(&cuda->context, cuda->device));
    CU(cu.context_set(cuda->context));
    CU(cu.stream_create(&cuda->stream, 0));
    for (int i = 0; i < 4; i++) CU(cu.event_create(&cuda->event[i], 0));
    describe(device, cuda);
done:
    if (status) close_cuda(device);
    return status;
}

static cu_stream stream(const struct nd_device *device)
{
    return ((const struct cuda *)device->state)->stream;
}

static int alloc_cuda(struct nd_device *device, struct nd_buffer *buffer, size_t bytes)
{
    int status = 0;
    cu_pointer pointer = 0;
    const int code = cu.alloc(&pointer, bytes);
    if (code == CU_OUT_OF_MEMORY)
        FAIL(NUDGE_EDEVICE,
             "out of memory on %s: %.3g GB wanted beyond the %.3g GB in use, of %.3g GB; use a smaller mesh, "
             "a lower order or "
             "precision: single",
             device->info.name, (double)bytes * 1e-9, (double)device->allocated * 1e-9,
             (double)device->info.memory * 1e-9);
    CU(code);
    buffer->handle = (void *)(uintptr_t)pointer;
    CU(cu.memset8(pointer, 0, bytes, stream(device)));
done:
    return status;
}

static void free_cuda(struct nd_device *device, struct nd_buffer *buffer)
{
    (void)device;
    cu.free((cu_pointer)(uintptr_t)buffer->handle);
}

static int write_cuda(struct nd_device *device, struct nd_buffer *to, size_t offset, const void *from,
                      size_t bytes)
{
    int status = 0;
    CU(cu.write((cu_pointer)(uintptr_t)to->handle + offset, from, bytes, stream(device)));
    CU(cu.stream_wait(stream(device))); /* the caller may reuse its memory */
done:
    return status;
}

static int read_cuda(struct nd_device *device, void *to, const struct nd_buffer *from, size_t offset,
                     size_t bytes)
{
    int status = 0;
    CU(cu.read(to, (cu_pointer)(uintptr_t)from->handle + offset, bytes, stream(device)));
    CU(cu.stream_wait(stream(device)));
done:
    return status;
}

static int copy_cuda(struct nd_device *device, struct nd_buffer *to, const struct nd_buffer *from,
                     size_t bytes)
{
    int status = 0;
    CU(cu.copy((cu_pointer)(uintptr_t)to->handle, (cu_pointer)(uintptr_t)from->handle, bytes,
               stream(device)));
done:
    return status;
}

static int finish_cuda(struct nd_device *device)
{
    int status = 0;
    CU(cu.stream_wait(stream(device)));
done:
    return status;
}

static int compile_cuda(struct nd_device *device, const char *text, const char *options, struct nd_blob *blob,
                        struct nd_text *log)
{
    int status = 0, n = 0;
    const struct cuda *cuda = device->state;
    nvrtc_program program = NULL;
    char target[48], *words = NULL, *said = NULL;
    const char *list[32];
    size_t size = 0;
    if (!compiler)
        FAIL(NUDGE_EDEVICE,
             "device cuda: %s was not found; install the CUDA run-time compiler (libnvrtc), or use --device "
             "cpu",
             rtc_missing);
    snprintf(target, sizeof target, "--gpu-architecture=%s", cuda->target);
    list[n++] = target;
    STRDUP(words, options);
    for (char *word = strtok(words, " "); word && n < 32; word = strtok(NULL, " ")) list[n++] = word;
    if (rtc.create(&program, text, "kernel.cu", 0, NULL, NULL))
        FAIL(NUDGE_EDEVICE, "NVRTC could not take a kernel text");
    const int failed = rtc.compile(program, n, list);
    if (!rtc.log_size(program, &size) && size > 1) {
        ALLOC(said, size + 1);
        if (!rtc.log(program, said)) nd_text_add(log, "%s", said);
    }
    if (failed) FAIL(NUDGE_ECOMPILE, "NVRTC error %d", failed);
    if (rtc.cubin_size(program, &blob->n))
        FAIL(NUDGE_EDEVICE, "NVRTC gave no machine code for %s", cuda->target);
    blob->bytes = nd_alloc(blob->n, 1);
    if (!blob->bytes) FAIL(NUDGE_ENOMEM, "out of memory");
    if (rtc.cubin(program, blob->bytes))
        FAIL(NUDGE_EDEVICE, "NVRTC gave no machine code for %s", cuda->target);
done:
    if (program) rtc.destroy(&program);
    free(words);
    free(said);
    return status;
}

static int load_cuda(struct nd_device *device, const struct nd_blob *blob, struct nd_module **out)
{
    int status = 0;
    struct nd_module *module = NULL;
    (void)device;
    ALLOC(module, 1);
    CU(cu.module_load(&module->module, blob->bytes));
    *out = module;
    module = NULL;
done:
    free(module);
    return status;
}

static void unload_cuda(struct nd_device *device, struct nd_module *module)
{
    (void)device;
    if (!module) return;
    for (struct nd_kernel *k = module->first, *next; k; k = next) {
        next = k->next;
        free(k);
    }
    cu.module_unload(module->module);
    free(module);
}

static int kernel_cuda(struct nd_device *device, struct nd_module *module, const char *name,
                       struct nd_kernel **out)
{
    int status = 0;
    struct nd_kernel *kernel = NULL;
    (void)device;
    ALLOC(kernel, 1);
    if (cu.module_function(&kernel->function, module->module, name))
        FAIL(NUDGE_EINTERNAL, "kernel %s is not in its module", name);
    kernel->next = module->first;
    module->first = kernel;
    *out = kernel;
    kernel = NULL;
done:
    free(kernel);
    return status;
}

static int launch_cuda(struct nd_device *device, struct nd_kernel *kernel, int64_t groups, int items,
                       const struct nd_arg *args, int nargs)
{
    int status = 0, count = (int)groups;
    void *values[33];
    if (nargs > 32 || groups > 0x7fffffff)
        FAIL(NUDGE_EINTERNAL, "%d kernel arguments, %lld groups", nargs, (long long)groups);
    if (groups <= 0) return 0;
    values[0] = &count;
    for (int i = 0; i < nargs; i++) values[i + 1] = (void *)args[i].value;
    CU(cu.launch(kernel->function, (unsigned)count, 1, 1, (unsigned)items, 1, 1, 0, stream(device), values,
                 NULL));
done:
    return status;
}

static int event_record_cuda(struct nd_device *device, int slot)
{
    int status = 0;
    CU(cu.event_record(((struct cuda *)device->state)->event[slot], stream(device)));
done:
    return status;
}

static int event_seconds_cuda(struct nd_device *device, int from, int to, double *seconds)
{
    int status = 0;
    const struct cuda *cuda = device->state;
    float milliseconds = 0;
    CU(cu.event_wait(cuda->event[to]));
    CU(cu.event_milliseconds(&milliseconds, cuda->event[from], cuda->event[to]));
    *seconds = milliseconds * 1e-3;
done:
    return status;
}

const struct nd_backend nd_backend_cuda = {
    .name = "cuda",
    .dialect = ND_DIALECT_CUDA,
    .probe = probe,
    .open = open_cuda,
    .close = close_cuda,
    .alloc = alloc_cuda,
    .free = free_cuda,
    .write = write_cuda,
    .read = read_cuda,
    .copy = copy_cuda,
    .finish = finish_cuda,
    .compile = compile_cuda,
    .load = load_cuda,
    .unload = unload_cuda,
    .kernel = kernel_cuda,
    .launch = launch_cuda,
    .event_record = event_record_cuda,
    .event_seconds = event_seconds_cuda,
};
