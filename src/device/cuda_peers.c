/* Memory of other processes on NVIDIA GPUs: CUDA's interprocess memory, and values that streams write and wait for. */
#include "device/peers.h"

#include <string.h>
#include "device/cuda_state.h"

static int identify_cuda(struct nd_device *device, unsigned char id[16], int *together)
{
    int status = 0;
    if (!nd_cu_peers.uuid) FAIL(NUDGE_EDEVICE, "the driver cannot share memory between processes; update it");
    CU(nd_cu_peers.uuid(id, nd_cuda_of(device)->device));
    *together = nd_cuda_attribute(nd_cuda_of(device), CU_MPS, 0);
done:
    return status;
}

/* The driver shares whole allocations, of which the buffer may be a part. */
static int create_cuda(struct nd_device *device, struct nd_buffer *buffer, size_t bytes,
                       struct nd_peer_key *key)
{
    int status = 0;
    cu_pointer base = 0;
    size_t whole = 0;
    struct cu_key ipc;
    TRY(nd_device_alloc(device, buffer, bytes));
    CU(nd_cu_peers.range(&base, &whole, nd_cuda_address(buffer)));
    CU(nd_cu_peers.key(&ipc, base));
    CU(nd_cu.stream_wait(nd_cuda_of(device)->stream)); /* for the zeros */
    memcpy(key->bytes, ipc.bytes, sizeof ipc.bytes);
    key->offset = nd_cuda_address(buffer) - base;
    key->size = bytes;
done:
    return status;
}

static void destroy_cuda(struct nd_device *device, struct nd_buffer *buffer, const struct nd_peer_key *key)
{
    (void)key;
    nd_device_free(device, buffer);
}

static int open_cuda(struct nd_device *device, struct nd_buffer *buffer, const struct nd_peer_key *key)
{
    int status = 0;
    cu_pointer base = 0;
    struct cu_key ipc;
    memcpy(ipc.bytes, key->bytes, sizeof ipc.bytes);
    TRY(nd_cuda_use(device));
    CU(nd_cu_peers.open(&base, ipc, CU_IPC_PEER_ACCESS));
    *buffer = (struct nd_buffer){(void *)(uintptr_t)(base + key->offset), key->size};
done:
    return status;
}

static void close_cuda(struct nd_device *device, struct nd_buffer *buffer, const struct nd_peer_key *key)
{
    if (buffer->handle && !nd_cu.context_set(nd_cuda_of(device)->context))
        nd_cu_peers.close(nd_cuda_address(buffer) - key->offset);
    *buffer = (struct nd_buffer){0};
}

static int fill_cuda(struct nd_device *device, struct nd_buffer *buffer, size_t offset, uint32_t value,
                     size_t n)
{
    int status = 0;
    TRY(nd_cuda_use(device));
    CU(nd_cu_peers.fill(nd_cuda_address(buffer) + offset, value, n, nd_cuda_of(device)->stream));
done:
    return status;
}

/* One call for all flags: each would take a few microseconds of the queue. */
static int use_flags(struct nd_device *device, int operation, const struct nd_peer_flag *flags, int n,
                     uint32_t value)
{
    int status = 0;
    struct cu_flag all[ND_PEERS_MOST] = {0};
    if (n > ND_PEERS_MOST) FAIL(NUDGE_EINTERNAL, "%d flags", n);
    for (int i = 0; i < n; i++)
        all[i] = (struct cu_flag){.operation = operation,
                                  .address = nd_cuda_address(flags[i].buffer) +
                                             (cu_pointer)flags[i].index * sizeof value,
                                  .value = value};
    TRY(nd_cuda_use(device));
    CU(nd_cu_peers.flags(nd_cuda_of(device)->stream, (unsigned)n, all, 0));
done:
    return status;
}

static int signal_cuda(struct nd_device *device, const struct nd_peer_flag *flags, int n, uint32_t value)
{
    return use_flags(device, CU_FLAG_WRITE, flags, n, value);
}

static int await_cuda(struct nd_device *device, const struct nd_peer_flag *flags, int n, uint32_t value)
{
    return use_flags(device, CU_FLAG_WAIT, flags, n, value);
}

static int empty_cuda(struct nd_device *device, int *empty)
{
    int status = 0;
    TRY(nd_cuda_use(device));
    const int code = nd_cu_peers.query(nd_cuda_of(device)->stream);
    *empty = !code;
    if (code && code != CU_NOT_READY) status = nd_cuda_failed(device, code, "cuStreamQuery");
done:
    return status;
}

static int release_cuda(struct nd_device *device, const struct nd_buffer *flags, int n, uint32_t value)
{
    int status = 0;
    cu_stream apart = NULL;
    TRY(nd_cuda_use(device));
    CU(nd_cu.stream_create(&apart, CU_STREAM_APART));
    CU(nd_cu_peers.fill(nd_cuda_address(flags), value, (size_t)n, apart));
    CU(nd_cu.stream_wait(apart));
done:
    if (apart) nd_cu.stream_destroy(apart);
    return status;
}

const struct nd_peers nd_cuda_peers = {
    .name = "CUDA IPC",
    .identify = identify_cuda,
    .create = create_cuda,
    .destroy = destroy_cuda,
    .open = open_cuda,
    .close = close_cuda,
    .fill = fill_cuda,
    .signal = signal_cuda,
    .await = await_cuda,
    .empty = empty_cuda,
    .release = release_cuda,
};
