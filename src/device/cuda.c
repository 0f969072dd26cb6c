/* NVIDIA GPUs through the CUDA driver and NVRTC, both found at run time. */
#include "device/cuda.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/format.h"
#include "device/cuda_state.h"
#include "device/symbols.h"

struct nd_cuda_api nd_cu;
struct nd_cuda_graph_api nd_cu_graphs;
struct nd_cuda_overlap_api nd_cu_overlaps;
struct nd_cuda_peer_api nd_cu_peers;
static void *driver;
static int devices;
static char missing[512]; /* why the driver cannot be used */
static pthread_once_t once = PTHREAD_ONCE_INIT;

#define ROW(member, symbol, arguments) {#symbol, offsetof(struct nd_cuda_api, member)},
static const struct nd_symbol cuda_symbols[] = {ND_CUDA_FUNCTIONS(ROW){0}};
#undef ROW
#define ROW(member, symbol, arguments) {#symbol, offsetof(struct nd_cuda_graph_api, member)},
static const struct nd_symbol graph_symbols[] = {ND_CUDA_GRAPH_FUNCTIONS(ROW){0}};
#undef ROW
#define ROW(member, symbol, arguments) {#symbol, offsetof(struct nd_cuda_overlap_api, member)},
static const struct nd_symbol overlap_symbols[] = {ND_CUDA_OVERLAP_FUNCTIONS(ROW){0}};
#undef ROW
#define ROW(member, symbol, arguments) {#symbol, offsetof(struct nd_cuda_peer_api, member)},
static const struct nd_symbol peer_symbols[] = {ND_CUDA_PEER_FUNCTIONS(ROW){0}};

static const char *error_text(int code)
{
    const char *text = NULL;
    nd_cu.error_string(code, &text);
    return text ? text : "unknown error";
}

/* Runs once per process; the library stays open. */
static void load_driver(void)
{
    static const char *const names[] = {"libcuda.so.1", "libcuda.so", NULL};
    char why[256];
    driver = nd_symbols_load(names, cuda_symbols, &nd_cu, why);
    if (!driver) {
        nd_format(missing, sizeof missing, "%s; install or update NVIDIA's driver, or use --device cpu", why);
        return;
    }
    if (!nd_symbols_load(names, graph_symbols, &nd_cu_graphs, why))
        nd_cu_graphs = (struct nd_cuda_graph_api){0};
    if (!nd_symbols_load(names, overlap_symbols, &nd_cu_overlaps, why))
        nd_cu_overlaps = (struct nd_cuda_overlap_api){0};
    if (!nd_symbols_load(names, peer_symbols, &nd_cu_peers, why))
        nd_cu_peers = (struct nd_cuda_peer_api){0};
    int code = nd_cu.init(0);
    if (!code) code = nd_cu.device_count(&devices);
    if (!code && !devices) code = CU_NO_DEVICE;
    if (!code) return;
    devices = 0;
    nd_format(missing, sizeof missing, "NVIDIA's driver says: %s (error %d)%s%s; or use --device cpu",
              error_text(code), code, *nd_cuda_advice(code) ? "; " : "", nd_cuda_advice(code));
}

static int probe(int *count)
{
    pthread_once(&once, load_driver);
    *count = devices;
    return 0;
}

static const char *why_missing(void)
{
    pthread_once(&once, load_driver);
    return devices ? nd_cuda_compiler_missing() : missing;
}

static int is_gpu(int ordinal)
{
    (void)ordinal;
    return 1;
}

int nd_cuda_failed(const struct nd_device *device, int code, const char *call)
{
    const char *advice = nd_cuda_advice(code);
    return nd_fail(NUDGE_EDEVICE, __FILE__, __LINE__, "cuda:%d%s%s: %s (error %d in %.40s)%s%s",
                   device->ordinal, device->info.name[0] ? ", " : "", device->info.name, error_text(code),
                   code, call, *advice ? "; " : "", advice);
}

int nd_cuda_use(const struct nd_device *device)
{
    int status = 0;
    CU(nd_cu.context_set(nd_cuda_of(device)->context));
done:
    return status;
}

int nd_cuda_attribute(const struct nd_cuda *cuda, int which, int otherwise)
{
    int value = 0;
    return nd_cu.device_attribute(&value, which, cuda->device) || value <= 0 ? otherwise : value;
}

static void describe(struct nd_device *device, struct nd_cuda *cuda)
{
    struct nd_device_info *info = &device->info;
    char versions[96];
    int major, minor, version = 0;
    nd_cu.device_name(info->name, sizeof info->name, cuda->device);
    nd_cu.device_memory(&info->memory, cuda->device);
    nd_cu.driver_version(&version);
    nd_cuda_compiler_version(&major, &minor);
    nd_format(cuda->target, sizeof cuda->target, "sm_%d%d", nd_cuda_attribute(cuda, CU_MAJOR, 0),
              nd_cuda_attribute(cuda, CU_MINOR, 0));
    nd_format(info->compiler, sizeof info->compiler, major ? "NVRTC %d.%d" : "none", major, minor);
    info->shared_static = (size_t)48 << 10; /* the compiler's limit */
    info->shared_bytes = (size_t)nd_cuda_attribute(cuda, CU_SHARED_OPTIN, 48 << 10);
    info->alignment = nd_cuda_attribute(cuda, CU_WARP, 32);
    info->units = nd_cuda_attribute(cuda, CU_MULTIPROCESSORS, 1);
    info->threads_most = nd_cuda_attribute(cuda, CU_MAX_THREADS, 1024);
    info->gpu = 1;
    info->warp_barrier = 1;
    info->cooperative = nd_cu_overlaps.launch && nd_cuda_attribute(cuda, CU_COOPERATIVE, 0) &&
                        nd_cuda_attribute(cuda, CU_MAJOR, 0) >= 7;
    info->bulk = nd_cuda_attribute(cuda, CU_MAJOR, 0) >= 9;
    /* From 12.3 on recorded launches overlap too; EARLIER_DONE of dialect_cuda.h waits from compute
     * capability 9.0 on. */
    cuda->overlaps = nd_cu_overlaps.launch && version >= 12030 && nd_cuda_attribute(cuda, CU_MAJOR, 0) >= 9;
    nd_format(versions, sizeof versions, "%s %d %d.%d", cuda->target, version, major, minor);
    nd_info_fingerprint(info, versions, NULL);
}

static void close_cuda(struct nd_device *device)
{
    struct nd_cuda *cuda = nd_cuda_of(device);
    if (!cuda) return;
    if (cuda->context) nd_cu.context_set(cuda->context);
    for (int i = 0; i < 4; i++)
        if (cuda->event[i]) nd_cu.event_destroy(cuda->event[i]);
    nd_cuda_transfers_close(cuda);
    if (cuda->stream) nd_cu.stream_destroy(cuda->stream);
    if (cuda->context) nd_cu.context_release(cuda->device);
    free(cuda);
    device->state = NULL;
}

static int open_cuda(struct nd_device *device, int ordinal)
{
    int status = 0;
    struct nd_cuda *cuda = NULL;
    ALLOC(cuda, 1);
    device->state = cuda;
    CU(nd_cu.device_get(&cuda->device, ordinal));
    CU(nd_cu.context_retain(&cuda->context, cuda->device));
    CU(nd_cu.context_set(cuda->context));
    CU(nd_cu.stream_create(&cuda->stream, 0));
    for (int i = 0; i < 4; i++) CU(nd_cu.event_create(&cuda->event[i], 0));
    describe(device, cuda);
done:
    if (status) close_cuda(device);
    return status;
}

static int alloc_cuda(struct nd_device *device, struct nd_buffer *buffer, size_t bytes)
{
    int status = 0;
    cu_pointer pointer = 0;
    TRY(nd_cuda_use(device));
    const int code = nd_cu.alloc(&pointer, bytes);
    if (code == CU_OUT_OF_MEMORY) return nd_fail_memory(device, bytes);
    if (code) return nd_cuda_failed(device, code, "cuMemAlloc");
    CU(nd_cu.memset8(pointer, 0, bytes, nd_cuda_of(device)->stream));
    buffer->handle = (void *)(uintptr_t)pointer;
    pointer = 0;
done:
    if (pointer) nd_cu.free(pointer);
    return status;
}

static void free_cuda(struct nd_device *device, struct nd_buffer *buffer)
{
    nd_cu.context_set(nd_cuda_of(device)->context);
    nd_cu.free(nd_cuda_address(buffer));
}

/* Waits, because the caller may reuse its memory. */
static int write_cuda(struct nd_device *device, struct nd_buffer *to, size_t offset, const void *from,
                      size_t bytes)
{
    int status = 0;
    TRY(nd_cuda_use(device));
    CU(nd_cu.write(nd_cuda_address(to) + offset, from, bytes, nd_cuda_of(device)->stream));
    CU(nd_cu.stream_wait(nd_cuda_of(device)->stream));
done:
    return status;
}

static int read_cuda(struct nd_device *device, void *to, const struct nd_buffer *from, size_t offset,
                     size_t bytes)
{
    int status = 0;
    TRY(nd_cuda_use(device));
    CU(nd_cu.read(to, nd_cuda_address(from) + offset, bytes, nd_cuda_of(device)->stream));
    CU(nd_cu.stream_wait(nd_cuda_of(device)->stream));
done:
    return status;
}

static int copy_cuda(struct nd_device *device, struct nd_buffer *to, const struct nd_buffer *from,
                     size_t bytes)
{
    int status = 0;
    TRY(nd_cuda_use(device));
    CU(nd_cu.copy(nd_cuda_address(to), nd_cuda_address(from), bytes, nd_cuda_of(device)->stream));
done:
    return status;
}

static int finish_cuda(struct nd_device *device)
{
    int status = 0;
    TRY(nd_cuda_use(device));
    CU(nd_cu.stream_wait(nd_cuda_of(device)->stream));
done:
    return status;
}

static int compile_cuda(struct nd_device *device, const char *text, const char *options, struct nd_blob *blob,
                        struct nd_text *log)
{
    return nd_cuda_compile(text, options, nd_cuda_of(device)->target, blob, log);
}

static int load_cuda(struct nd_device *device, const struct nd_blob *blob, struct nd_module **out)
{
    int status = 0;
    struct nd_module *module = NULL;
    TRY(nd_cuda_use(device));
    ALLOC(module, 1);
    CU(nd_cu.module_load((cu_module *)&module->handle, blob->bytes));
    module->overlaps = nd_cuda_of(device)->overlaps && nd_cuda_declares(blob, "nudge_overlaps");
    module->cooperative = nd_cuda_declares(blob, "nudge_cooperative");
    *out = module;
    module = NULL;
done:
    free(module);
    return status;
}

static void unload_cuda(struct nd_device *device, struct nd_module *module)
{
    if (!module) return;
    nd_cu.context_set(nd_cuda_of(device)->context);
    nd_cu.module_unload(module->handle);
    nd_module_free(module);
}

/* A launch may request all the shared memory that the kernel's own arrays leave. */
static int kernel_cuda(struct nd_device *device, struct nd_module *module, const char *name,
                       struct nd_kernel **out)
{
    int status = 0, own = 0;
    cu_function function = NULL;
    struct nd_kernel *kernel = NULL;
    TRY(nd_cuda_use(device));
    if (nd_cu.module_function(&function, module->handle, name))
        FAIL(NUDGE_EINTERNAL, "kernel %s is not in its module", name);
    CU(nd_cu.function_attribute(&own, CU_FUNCTION_SHARED, function));
    const int left = (int)device->info.shared_bytes - own;
    CU(nd_cu.function_set_attribute(function, CU_FUNCTION_MAX_DYNAMIC_SHARED, left));
    TRY(nd_module_add(module, name, function, &kernel));
    kernel->shared_most = (size_t)left;
    kernel->overlaps = module->overlaps;
    kernel->cooperative = module->cooperative;
    *out = kernel;
done:
    return status;
}

static int resources_cuda(struct nd_device *device, struct nd_kernel *kernel, struct nd_resources *r)
{
    int status = 0, shared = 0;
    TRY(nd_cuda_use(device));
    TRY(nd_resources_unknown(device, kernel, r));
    CU(nd_cu.function_attribute(&r->registers, CU_FUNCTION_REGISTERS, kernel->handle));
    CU(nd_cu.function_attribute(&r->spill_bytes, CU_FUNCTION_LOCAL, kernel->handle));
    CU(nd_cu.function_attribute(&shared, CU_FUNCTION_SHARED, kernel->handle));
    r->shared = (size_t)shared;
done:
    return status;
}

static int event_record_cuda(struct nd_device *device, int slot)
{
    int status = 0;
    TRY(nd_cuda_use(device));
    CU(nd_cu.event_record(nd_cuda_of(device)->event[slot], nd_cuda_of(device)->stream));
done:
    return status;
}

static int event_seconds_cuda(struct nd_device *device, int from, int to, double *seconds)
{
    int status = 0;
    const struct nd_cuda *cuda = nd_cuda_of(device);
    float milliseconds = 0;
    TRY(nd_cuda_use(device));
    CU(nd_cu.event_wait(cuda->event[to]));
    CU(nd_cu.event_milliseconds(&milliseconds, cuda->event[from], cuda->event[to]));
    *seconds = milliseconds * 1e-3;
done:
    return status;
}

const struct nd_backend nd_backend_cuda = {
    .name = "cuda",
    .dialect = ND_DIALECT_CUDA,
    .probe = probe,
    .missing = why_missing,
    .is_gpu = is_gpu,
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
    .resources = resources_cuda,
    .launch = nd_cuda_launch,
    .cooperative_blocks = nd_cuda_cooperative_blocks,
    .event_record = event_record_cuda,
    .event_seconds = event_seconds_cuda,
    .host_alloc = nd_cuda_host_alloc,
    .host_free = nd_cuda_host_free,
    .read_begin = nd_cuda_read_begin,
    .write_begin = nd_cuda_write_begin,
    .transfers_wait = nd_cuda_transfers_wait,
    .peers = &nd_cuda_peers,
    .record = nd_cuda_record,
    .replay = nd_cuda_replay,
    .recording_free = nd_cuda_recording_free,
};
