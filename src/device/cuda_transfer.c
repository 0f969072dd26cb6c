/* Transfers of NVIDIA GPUs beside launches: a second stream, and events by which either stream waits for the
 * other. Memory of the host is pinned, because copies of other memory would wait for the stream. */
#include "device/cuda_state.h"

enum { TO_TRANSFERS, TO_LAUNCHES }; /* of nd_cuda.turned */

static int open_stream(struct nd_device *device)
{
    int status = 0;
    struct nd_cuda *cuda = nd_cuda_of(device);
    TRY(nd_cuda_use(device));
    if (cuda->transfers) goto done;
    for (int i = 0; i < 2; i++)
        if (!cuda->turned[i]) CU(nd_cu.event_create(&cuda->turned[i], CU_EVENT_WITHOUT_TIME));
    CU(nd_cu.stream_create(&cuda->transfers, CU_STREAM_APART));
done:
    return status;
}

void nd_cuda_transfers_close(struct nd_cuda *cuda)
{
    for (int i = 0; i < 2; i++)
        if (cuda->turned[i]) nd_cu.event_destroy(cuda->turned[i]);
    if (cuda->transfers) nd_cu.stream_destroy(cuda->transfers);
}

int nd_cuda_host_alloc(struct nd_device *device, void **memory, size_t bytes)
{
    int status = 0;
    *memory = NULL;
    TRY(nd_cuda_use(device));
    CU(nd_cu.host_alloc(memory, bytes ? bytes : 1, CU_HOST_PORTABLE));
done:
    return status;
}

void nd_cuda_host_free(struct nd_device *device, void *memory)
{
    if (memory && !nd_cu.context_set(nd_cuda_of(device)->context)) nd_cu.host_free(memory);
}

int nd_cuda_read_begin(struct nd_device *device, void *to, const struct nd_buffer *from, size_t bytes)
{
    int status = 0;
    const struct nd_cuda *cuda = nd_cuda_of(device);
    TRY(open_stream(device));
    CU(nd_cu.event_record(cuda->turned[TO_TRANSFERS], cuda->stream));
    CU(nd_cu.stream_follow(cuda->transfers, cuda->turned[TO_TRANSFERS], 0));
    if (bytes) CU(nd_cu.read(to, nd_cuda_address(from), bytes, cuda->transfers));
done:
    return status;
}

int nd_cuda_write_begin(struct nd_device *device, struct nd_buffer *to, const void *from, size_t bytes)
{
    int status = 0;
    const struct nd_cuda *cuda = nd_cuda_of(device);
    TRY(open_stream(device));
    if (bytes) CU(nd_cu.write(nd_cuda_address(to), from, bytes, cuda->transfers));
    CU(nd_cu.event_record(cuda->turned[TO_LAUNCHES], cuda->transfers));
    CU(nd_cu.stream_follow(cuda->stream, cuda->turned[TO_LAUNCHES], 0));
done:
    return status;
}

int nd_cuda_transfers_wait(struct nd_device *device)
{
    int status = 0;
    TRY(open_stream(device));
    CU(nd_cu.stream_wait(nd_cuda_of(device)->transfers));
done:
    return status;
}
