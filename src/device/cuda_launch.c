/* Launches on NVIDIA GPUs, by themselves and recorded. */
#include "device/cuda_state.h"

/* The share of a multiprocessor's memory that is shared memory where as many groups as fit run together, in percent; 0 where it cannot be told. */
static int find_share(const struct nd_device *device, const struct nd_kernel *kernel, int items, size_t local)
{
    int groups = 0;
    const size_t all = (size_t)nd_cuda_attribute(nd_cuda_of(device), CU_SHARED_MULTIPROCESSOR, 48 << 10);
    const size_t own = device->info.local_memory - kernel->local_most + 1024; /* with the system's */
    if (nd_cu.occupancy(&groups, kernel->handle, items, local)) return 0;
    return (int)((100 * (size_t)groups * (local + own) + all - 1) / all);
}

/* A kernel that asks for no shared memory takes multiprocessors as the last one that did left them. Where they divide their memory anew for it,
 * and some are still at work for it when the other's next launch begins, one group of that finds room there and the rest do not, for as long
 * as it stays: at order 4 in single precision a plane wave cost 27 % instead of 13 (doc/reports/2026-11-16-stage-h200.md). Groups too large to find room are left
 * alone. A hint: where the driver will not have it nothing is lost. */
static void divide_memory(const struct nd_device *device, struct nd_kernel *kernel, int items, size_t local)
{
    enum { LARGE = 64 << 10 };
    struct nd_cuda *cuda = nd_cuda_of(device);
    if (local) {
        if (!kernel->share && local <= LARGE) kernel->share = find_share(device, kernel, items, local);
        cuda->share = kernel->share;
    } else if (kernel->share != cuda->share) {
        nd_cu.function_set_attribute(kernel->handle, CU_FUNCTION_CARVEOUT,
                                     cuda->share ? cuda->share : CU_CARVEOUT_DEFAULT);
        kernel->share = cuda->share;
    }
}

static int start(const struct nd_cuda *cuda, const struct nd_kernel *kernel, unsigned groups, unsigned items,
                 unsigned shared, void **values)
{
    const struct cu_launch_attribute overlaps = {.which = CU_LAUNCH_OVERLAPS, .value.on = 1};
    const struct cu_launch launch = {.groups = {groups, 1, 1},
                                     .items = {items, 1, 1},
                                     .shared = shared,
                                     .stream = cuda->stream,
                                     .attributes = &overlaps,
                                     .nattributes = 1};
    if (kernel->overlaps) return nd_cu_overlaps.launch(&launch, kernel->handle, values, NULL);
    return nd_cu.launch(kernel->handle, groups, 1, 1, items, 1, 1, shared, cuda->stream, values, NULL);
}

int nd_cuda_launch(struct nd_device *device, struct nd_kernel *kernel, int64_t groups, int items,
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
    TRY(nd_cuda_use(device));
    divide_memory(device, kernel, items, local);
    values[0] = &count;
    for (int i = 0; i < nargs; i++) values[i + 1] = (void *)args[i].value;
    const int code =
        start(nd_cuda_of(device), kernel, (unsigned)count, (unsigned)items, (unsigned)local, values);
    if (code) status = nd_cuda_failed(device, code, kernel->name);
done:
    return status;
}

/* A capture stands in the way of every other use of its stream, so it is ended whatever happened in it. Other threads are
 * not concerned. */
static int capture(struct nd_device *device, int (*work)(void *context), void *context, cu_graph *graph)
{
    int status = 0;
    const cu_stream stream = nd_cuda_of(device)->stream;
    CU(nd_cu_graphs.capture_begin(stream, CU_CAPTURE_THREAD_LOCAL));
    status = work(context);
    const int code = nd_cu_graphs.capture_end(stream, graph);
    if (!status && code) status = nd_cuda_failed(device, code, "cuStreamEndCapture");
done:
    return status;
}

/* The nodes of the graph follow one another as the launches did. */
int nd_cuda_record(struct nd_device *device, int (*work)(void *context), void *context,
                   struct nd_recording **recording)
{
    int status = 0;
    cu_graph graph = NULL;
    cu_graph_exec exec = NULL;
    if (!nd_cu_graphs.capture_begin) return 0;
    TRY(nd_cuda_use(device));
    TRY(capture(device, work, context, &graph));
    CU(nd_cu_graphs.graph_instantiate(&exec, graph, 0));
    *recording = (struct nd_recording *)exec;
done:
    if (graph) nd_cu_graphs.graph_destroy(graph);
    return status;
}

int nd_cuda_replay(struct nd_device *device, struct nd_recording *recording)
{
    int status = 0;
    TRY(nd_cuda_use(device));
    CU(nd_cu_graphs.graph_launch((cu_graph_exec)recording, nd_cuda_of(device)->stream));
done:
    return status;
}

/* One that is under way ends first. */
void nd_cuda_recording_free(struct nd_device *device, struct nd_recording *recording)
{
    nd_cu.context_set(nd_cuda_of(device)->context);
    nd_cu.stream_wait(nd_cuda_of(device)->stream);
    nd_cu_graphs.graph_exec_destroy((cu_graph_exec)recording);
}
