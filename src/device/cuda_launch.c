/* Launches on NVIDIA GPUs, single and recorded. */
#include "device/cuda_state.h"

/* The percentage of a multiprocessor's on-chip memory that must be shared memory so that as many blocks as
 * possible run together; 0: unknown. */
static int find_carveout(const struct nd_device *device, const struct nd_kernel *kernel,
                         const struct nd_grid *grid)
{
    int blocks = 0;
    const size_t all = (size_t)nd_cuda_attribute(nd_cuda_of(device), CU_SHARED_MULTIPROCESSOR, 48 << 10);
    const size_t own = device->info.shared_bytes - kernel->shared_most + 1024; /* with the system's */
    if (nd_cu.occupancy(&blocks, kernel->handle, grid->threads, grid->shared_bytes)) return 0;
    return (int)((100 * (size_t)blocks * (grid->shared_bytes + own) + all - 1) / all);
}

/* A kernel without shared memory leaves the division of on-chip memory as the previous kernel set
 * it. If a multiprocessor redivides its memory for such a kernel, and is still at work for it
 * when the next launch of the other kernel begins, one block of the latter finds room there and the
 * rest do not, for as long as it runs: at order 4 in single precision a plane wave then cost 27 %
 * instead of 13 % (doc/reports/2026-11-16-stage-h200.md). So the division is set explicitly, except
 * for blocks too large to find room. It is a hint; errors are ignored. */
static void divide_memory(const struct nd_device *device, struct nd_kernel *kernel,
                          const struct nd_grid *grid)
{
    enum { LARGE = 64 << 10 };
    struct nd_cuda *cuda = nd_cuda_of(device);
    if (grid->shared_bytes) {
        if (!kernel->carveout && grid->shared_bytes <= LARGE)
            kernel->carveout = find_carveout(device, kernel, grid);
        cuda->carveout = kernel->carveout;
    } else if (kernel->carveout != cuda->carveout) {
        nd_cu.function_set_attribute(kernel->handle, CU_FUNCTION_CARVEOUT,
                                     cuda->carveout ? cuda->carveout : CU_CARVEOUT_DEFAULT);
        kernel->carveout = cuda->carveout;
    }
}

static int start(const struct nd_cuda *cuda, const struct nd_kernel *kernel, const struct nd_grid *grid,
                 void **values)
{
    const unsigned blocks = (unsigned)grid->blocks, threads = (unsigned)grid->threads,
                   shared = (unsigned)grid->shared_bytes;
    const struct cu_launch_attribute attribute = {
        .which = kernel->cooperative ? CU_LAUNCH_COOPERATIVE : CU_LAUNCH_OVERLAPS, .value.on = 1};
    const struct cu_launch launch = {.blocks = {blocks, 1, 1},
                                     .threads = {threads, 1, 1},
                                     .shared = shared,
                                     .stream = cuda->stream,
                                     .attributes = &attribute,
                                     .nattributes = 1};
    if (kernel->overlaps || kernel->cooperative) return nd_cu_overlaps.launch(&launch, kernel->handle, values, NULL);
    return nd_cu.launch(kernel->handle, blocks, 1, 1, threads, 1, 1, shared, cuda->stream, values, NULL);
}

int nd_cuda_launch(struct nd_device *device, struct nd_kernel *kernel, struct nd_grid grid,
                   const struct nd_arg *args, int nargs)
{
    int status = 0, first = (int)grid.first;
    void *values[33] = {0};
    if (nargs > 32 || grid.first + grid.blocks > 0x7fffffff)
        FAIL(NUDGE_EINTERNAL, "%d kernel arguments, %lld blocks", nargs, (long long)grid.blocks);
    if (grid.shared_bytes > kernel->shared_most)
        FAIL(NUDGE_EVALUE, "kernel %s: %zu bytes of shared memory per block, %s has %zu left for it",
             kernel->name, grid.shared_bytes, device->info.name, kernel->shared_most);
    if (grid.blocks <= 0) return 0;
    TRY(nd_cuda_use(device));
    divide_memory(device, kernel, &grid);
    values[0] = &first;
    for (int i = 0; i < nargs; i++) values[i + 1] = (void *)args[i].value;
    const int code = start(nd_cuda_of(device), kernel, &grid, values);
    if (code) status = nd_cuda_failed(device, code, kernel->name);
done:
    return status;
}

int nd_cuda_cooperative_blocks(struct nd_device *device, struct nd_kernel *kernel, struct nd_grid grid, int64_t *blocks)
{
    int status = 0, each = 0;
    const struct nd_cuda *cuda = nd_cuda_of(device);
    *blocks = 0;
    if (!device->info.cooperative) return 0;
    TRY(nd_cuda_use(device));
    CU(nd_cu.occupancy(&each, kernel->handle, grid.threads, grid.shared_bytes));
    *blocks = (int64_t)each * nd_cuda_attribute(cuda, CU_MULTIPROCESSORS, 0);
done:
    return status;
}

/* A capture blocks every other use of its stream, so it is ended even after a failure. Other threads are not
 * affected. */
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

/* The nodes of the graph follow one another in the order of the launches. */
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

/* A replay in progress ends first. */
void nd_cuda_recording_free(struct nd_device *device, struct nd_recording *recording)
{
    nd_cu.context_set(nd_cuda_of(device)->context);
    nd_cu.stream_wait(nd_cuda_of(device)->stream);
    nd_cu_graphs.graph_exec_destroy((cu_graph_exec)recording);
}
