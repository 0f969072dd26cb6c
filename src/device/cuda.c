/* NVIDIA GPUs through the CUDA driver and NVRTC, both found at run time. */
#include "device/cuda.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/memory.h"
#include "device/backend.h"
#include "device/cuda_api.h"
#include "device/symbols.h"

static struct nd_cuda_api cu;
static struct nd_cuda_graph_api graphs;
static struct nd_cuda_overlap_api overlapping;
static void *driver, *driver_graphs, *driver_overlaps; /* the same library, or null where it is too old */
static int devices;
static char missing[512]; /* what kept the driver from being used */
static pthread_once_t once = PTHREAD_ONCE_INIT;

struct cuda {
    int device;
    cu_context context;
    cu_stream stream;
    cu_event event[4];
    char target[32]; /* "sm_90" */
    int overlaps;    /* a launch may begin before the one before has ended: kernels wait by themselves */
};

#define ROW(member, symbol, arguments) {#symbol, offsetof(struct nd_cuda_api, member)},
static const struct nd_symbol cuda_symbols[] = {ND_CUDA_FUNCTIONS(ROW){0}};
#undef ROW
#define ROW(member, symbol, arguments) {#symbol, offsetof(struct nd_cuda_graph_api, member)},
static const struct nd_symbol graph_symbols[] = {ND_CUDA_GRAPH_FUNCTIONS(ROW){0}};
#undef ROW
#define ROW(member, symbol, arguments) {#symbol, offsetof(struct nd_cuda_overlap_api, member)},
static const struct nd_symbol overlap_symbols[] = {ND_CUDA_OVERLAP_FUNCTIONS(ROW){0}};

static const char *error_text(int code)
{
    const char *text = NULL;
    cu.error_string(code, &text);
    return text ? text : "unknown error";
}

/* Once a process; the library stays open. */
static void load_driver(void)
{
    static const char *const names[] = {"libcuda.so.1", "libcuda.so", NULL};
    char why[256];
    driver = nd_symbols_load(names, cuda_symbols, &cu, why);
    if (!driver) {
        snprintf(missing, sizeof missing, "%s; install or update NVIDIA's driver, or use --device cpu", why);
        return;
    }
    driver_graphs = nd_symbols_load(names, graph_symbols, &graphs, why);
    driver_overlaps = nd_symbols_load(names, overlap_symbols, &overlapping, why);
    int code = cu.init(0);
    if (!code) code = cu.device_count(&devices);
    if (!code && !devices) code = CU_NO_DEVICE;
    if (!code) return;
    devices = 0;
    snprintf(missing, sizeof missing, "NVIDIA's driver says: %s (error %d)%s%s; or use --device cpu",
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

static int driver_failed(const struct nd_device *device, int code, const char *call)
{
    const char *advice = nd_cuda_advice(code);
    return nd_fail(NUDGE_EDEVICE, __FILE__, __LINE__, "cuda:%d%s%s: %s (error %d in %.40s)%s%s",
                   device->ordinal, device->info.name[0] ? ", " : "", device->info.name, error_text(code),
                   code, call, *advice ? "; " : "", advice);
}

/* Fails as the calling function does, naming `device`. */
#define CU(call)                                                                                             \
    do {                                                                                                     \
        int code_ = (call);                                                                                  \
        if (code_) {                                                                                         \
            status = driver_failed(device, code_, #call);                                                    \
            goto done;                                                                                       \
        }                                                                                                    \
    } while (0)

static struct cuda *of(const struct nd_device *device)
{
    return device->state;
}

/* The driver's calls mean the context of the calling thread, which may have used another device since. */
static int use(const struct nd_device *device)
{
    int status = 0;
    CU(cu.context_set(of(device)->context));
done:
    return status;
}

static int attribute(const struct cuda *cuda, int which, int otherwise)
{
    int value = 0;
    return cu.device_attribute(&value, which, cuda->device) || value <= 0 ? otherwise : value;
}

static void describe(struct nd_device *device, struct cuda *cuda)
{
    struct nd_device_info *info = &device->info;
    char versions[96];
    int major, minor, version = 0;
    cu.device_name(info->name, sizeof info->name, cuda->device);
    cu.device_memory(&info->memory, cuda->device);
    cu.driver_version(&version);
    nd_cuda_compiler_version(&major, &minor);
    snprintf(cuda->target, sizeof cuda->target, "sm_%d%d", attribute(cuda, CU_MAJOR, 0),
             attribute(cuda, CU_MINOR, 0));
    snprintf(info->compiler, sizeof info->compiler, major ? "NVRTC %d.%d" : "none", major, minor);
    info->local_static = (size_t)48 << 10; /* the compiler's limit */
    info->local_memory = (size_t)attribute(cuda, CU_SHARED_OPTIN, 48 << 10);
    info->alignment = attribute(cuda, CU_WARP, 32);
    info->units = attribute(cuda, CU_MULTIPROCESSORS, 1);
    info->group_most = attribute(cuda, CU_MAX_THREADS, 1024);
    info->gpu = 1;
    /* From 12.3 on recorded launches overlap too; dialect.h's EARLIER_DONE waits from compute capability 9.0 on. */
    cuda->overlaps = driver_overlaps && version >= 12030 && attribute(cuda, CU_MAJOR, 0) >= 9;
    snprintf(versions, sizeof versions, "%s %d %d.%d", cuda->target, version, major, minor);
    nd_info_fingerprint(info, versions, NULL);
}

static void close_cuda(struct nd_device *device)
{
    struct cuda *cuda = of(device);
    if (!cuda) return;
    if (cuda->context) cu.context_set(cuda->context);
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

static cu_pointer address(const struct nd_buffer *buffer)
{
    return (cu_pointer)(uintptr_t)buffer->handle;
}

static int alloc_cuda(struct nd_device *device, struct nd_buffer *buffer, size_t bytes)
{
    int status = 0;
    cu_pointer pointer = 0;
    TRY(use(device));
    const int code = cu.alloc(&pointer, bytes);
    if (code == CU_OUT_OF_MEMORY) return nd_fail_memory(device, bytes);
    if (code) return driver_failed(device, code, "cuMemAlloc");
    CU(cu.memset8(pointer, 0, bytes, of(device)->stream));
    buffer->handle = (void *)(uintptr_t)pointer;
    pointer = 0;
done:
    if (pointer) cu.free(pointer);
    return status;
}

static void free_cuda(struct nd_device *device, struct nd_buffer *buffer)
{
    cu.context_set(of(device)->context);
    cu.free(address(buffer));
}

/* Waits, for the caller may reuse its memory. */
static int write_cuda(struct nd_device *device, struct nd_buffer *to, size_t offset, const void *from,
                      size_t bytes)
{
    int status = 0;
    TRY(use(device));
    CU(cu.write(address(to) + offset, from, bytes, of(device)->stream));
    CU(cu.stream_wait(of(device)->stream));
done:
    return status;
}

static int read_cuda(struct nd_device *device, void *to, const struct nd_buffer *from, size_t offset,
                     size_t bytes)
{
    int status = 0;
    TRY(use(device));
    CU(cu.read(to, address(from) + offset, bytes, of(device)->stream));
    CU(cu.stream_wait(of(device)->stream));
done:
    return status;
}

static int copy_cuda(struct nd_device *device, struct nd_buffer *to, const struct nd_buffer *from,
                     size_t bytes)
{
    int status = 0;
    TRY(use(device));
    CU(cu.copy(address(to), address(from), bytes, of(device)->stream));
done:
    return status;
}

static int finish_cuda(struct nd_device *device)
{
    int status = 0;
    TRY(use(device));
    CU(cu.stream_wait(of(device)->stream));
done:
    return status;
}

static int compile_cuda(struct nd_device *device, const char *text, const char *options, struct nd_blob *blob,
                        struct nd_text *log)
{
    return nd_cuda_compile(text, options, of(device)->target, blob, log);
}

static int load_cuda(struct nd_device *device, const struct nd_blob *blob, struct nd_module **out)
{
    int status = 0;
    struct nd_module *module = NULL;
    TRY(use(device));
    ALLOC(module, 1);
    CU(cu.module_load((cu_module *)&module->handle, blob->bytes));
    *out = module;
    module = NULL;
done:
    free(module);
    return status;
}

static void unload_cuda(struct nd_device *device, struct nd_module *module)
{
    if (!module) return;
    cu.context_set(of(device)->context);
    cu.module_unload(module->handle);
    nd_module_free(module);
}

/* A launch may then ask for all the shared memory that the kernel's own arrays leave. */
static int kernel_cuda(struct nd_device *device, struct nd_module *module, const char *name,
                       struct nd_kernel **out)
{
    int status = 0, own = 0;
    cu_function function = NULL;
    struct nd_kernel *kernel = NULL;
    TRY(use(device));
    if (cu.module_function(&function, module->handle, name))
        FAIL(NUDGE_EINTERNAL, "kernel %s is not in its module", name);
    CU(cu.function_attribute(&own, CU_FUNCTION_SHARED, function));
    const int left = (int)device->info.local_memory - own;
    CU(cu.function_set_attribute(function, CU_FUNCTION_MAX_DYNAMIC_SHARED, left));
    TRY(nd_module_add(module, name, function, &kernel));
    kernel->local_most = (size_t)left;
    *out = kernel;
done:
    return status;
}

static int resources_cuda(struct nd_device *device, struct nd_kernel *kernel, struct nd_resources *r)
{
    int status = 0, shared = 0;
    TRY(use(device));
    TRY(nd_resources_unknown(device, kernel, r));
    CU(cu.function_attribute(&r->registers, CU_FUNCTION_REGISTERS, kernel->handle));
    CU(cu.function_attribute(&r->local_bytes, CU_FUNCTION_LOCAL, kernel->handle));
    CU(cu.function_attribute(&shared, CU_FUNCTION_SHARED, kernel->handle));
    r->shared = (size_t)shared;
done:
    return status;
}

/* Every kernel says EARLIER_DONE (kernel/dialect.h) before it touches what others do. */
static int start(const struct cuda *cuda, cu_function function, unsigned groups, unsigned items, unsigned shared,
                 void **values)
{
    const struct cu_launch_attribute overlaps = {.which = CU_LAUNCH_OVERLAPS, .value.on = 1};
    const struct cu_launch launch = {.groups = {groups, 1, 1},
                                     .items = {items, 1, 1},
                                     .shared = shared,
                                     .stream = cuda->stream,
                                     .attributes = &overlaps,
                                     .nattributes = 1};
    if (cuda->overlaps) return overlapping.launch(&launch, function, values, NULL);
    return cu.launch(function, groups, 1, 1, items, 1, 1, shared, cuda->stream, values, NULL);
}

static int launch_cuda(struct nd_device *device, struct nd_kernel *kernel, int64_t groups, int items,
                       size_t local, const struct nd_arg *args, int nargs)
{
    int status = 0, count = (int)groups;
    void *values[33] = {0};
    if (nargs > 32 || groups > 0x7fffffff)
        FAIL(NUDGE_EINTERNAL, "%d kernel arguments, %lld groups", nargs, (long long)groups);
    if (local > kernel->local_most)
        FAIL(NUDGE_EDEVICE, "kernel %s: %zu bytes of shared memory in a group, %s has %zu left for it",
             kernel->name, local, device->info.name, kernel->local_most);
    if (groups <= 0) return 0;
    TRY(use(device));
    values[0] = &count;
    for (int i = 0; i < nargs; i++) values[i + 1] = (void *)args[i].value;
    const int code = start(of(device), kernel->handle, (unsigned)count, (unsigned)items, (unsigned)local, values);
    if (code) status = driver_failed(device, code, kernel->name);
done:
    return status;
}

static int event_record_cuda(struct nd_device *device, int slot)
{
    int status = 0;
    TRY(use(device));
    CU(cu.event_record(of(device)->event[slot], of(device)->stream));
done:
    return status;
}

static int event_seconds_cuda(struct nd_device *device, int from, int to, double *seconds)
{
    int status = 0;
    const struct cuda *cuda = of(device);
    float milliseconds = 0;
    TRY(use(device));
    CU(cu.event_wait(cuda->event[to]));
    CU(cu.event_milliseconds(&milliseconds, cuda->event[from], cuda->event[to]));
    *seconds = milliseconds * 1e-3;
done:
    return status;
}

/* A capture stands in the way of every other use of its stream, so it is ended whatever happened in it. Other threads are
 * not concerned. */
static int capture(struct nd_device *device, int (*work)(void *context), void *context, cu_graph *graph)
{
    int status = 0;
    const cu_stream stream = of(device)->stream;
    CU(graphs.capture_begin(stream, CU_CAPTURE_THREAD_LOCAL));
    status = work(context);
    const int code = graphs.capture_end(stream, graph);
    if (!status && code) status = driver_failed(device, code, "cuStreamEndCapture");
done:
    return status;
}

/* The nodes of the graph follow one another as the launches did. */
static int record_cuda(struct nd_device *device, int (*work)(void *context), void *context,
                       struct nd_recording **recording)
{
    int status = 0;
    cu_graph graph = NULL;
    cu_graph_exec exec = NULL;
    if (!driver_graphs) return 0;
    TRY(use(device));
    TRY(capture(device, work, context, &graph));
    CU(graphs.graph_instantiate(&exec, graph, 0));
    *recording = (struct nd_recording *)exec;
done:
    if (graph) graphs.graph_destroy(graph);
    return status;
}

static int replay_cuda(struct nd_device *device, struct nd_recording *recording)
{
    int status = 0;
    TRY(use(device));
    CU(graphs.graph_launch((cu_graph_exec)recording, of(device)->stream));
done:
    return status;
}

/* One that is under way ends first. */
static void recording_free_cuda(struct nd_device *device, struct nd_recording *recording)
{
    cu.context_set(of(device)->context);
    cu.stream_wait(of(device)->stream);
    graphs.graph_exec_destroy((cu_graph_exec)recording);
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
    .launch = launch_cuda,
    .event_record = event_record_cuda,
    .event_seconds = event_seconds_cuda,
    .record = record_cuda,
    .replay = replay_cuda,
    .recording_free = recording_free_cuda,
};
