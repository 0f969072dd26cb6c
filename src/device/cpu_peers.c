/* Memory of other processes on the host: files without a name, which live in memory and which processes of the same user
 * find as descriptors in /proc. */
#define _GNU_SOURCE /* memfd_create */
#include "device/peers.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/format.h"
#include "comm/comm.h"
#include "device/cpu.h"

struct memory { /* the bytes of a key */
    int64_t process;
    int64_t descriptor;
    uint64_t device, inode; /* of the file, because processes in other containers have the same numbers */
};

static struct memory memory_of(const struct nd_peer_key *key)
{
    struct memory memory;
    memcpy(&memory, key->bytes, sizeof memory);
    return memory;
}

static int identify_cpu(struct nd_device *device, unsigned char id[16], int *together)
{
    (void)device;
    memset(id, 0, 16);
    *together = 1;
    return 0;
}

static int map(int descriptor, size_t bytes, struct nd_buffer *buffer)
{
    int status = 0;
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (p == MAP_FAILED) FAIL(NUDGE_ENOMEM, "%zu bytes of shared memory cannot be mapped", bytes);
    *buffer = (struct nd_buffer){p, bytes};
done:
    return status;
}

static int create_cpu(struct nd_device *device, struct nd_buffer *buffer, size_t bytes,
                      struct nd_peer_key *key)
{
    int status = 0;
    struct stat about;
    struct memory memory = {getpid(), -1, 0, 0};
    (void)device;
    const int descriptor = memfd_create("nudge", MFD_CLOEXEC);
    if (descriptor < 0 || ftruncate(descriptor, (off_t)bytes) || fstat(descriptor, &about))
        FAIL(NUDGE_ENOMEM, "%zu bytes of shared memory cannot be made", bytes);
    TRY(map(descriptor, bytes, buffer));
    memory.descriptor = descriptor;
    memory.device = about.st_dev, memory.inode = about.st_ino;
    memcpy(key->bytes, &memory, sizeof memory);
    key->offset = 0, key->size = bytes;
done:
    if (status && descriptor >= 0) close(descriptor);
    return status;
}

static void close_cpu(struct nd_device *device, struct nd_buffer *buffer, const struct nd_peer_key *key)
{
    (void)device;
    if (buffer->handle) munmap(buffer->handle, key->size);
    *buffer = (struct nd_buffer){0};
}

static void destroy_cpu(struct nd_device *device, struct nd_buffer *buffer, const struct nd_peer_key *key)
{
    if (!buffer->handle) return;
    close_cpu(device, buffer, key);
    close((int)memory_of(key).descriptor);
}

static int open_cpu(struct nd_device *device, struct nd_buffer *buffer, const struct nd_peer_key *key)
{
    int status = 0;
    char path[64];
    struct stat about;
    const struct memory memory = memory_of(key);
    (void)device;
    nd_format(path, sizeof path, "/proc/%lld/fd/%lld", (long long)memory.process,
              (long long)memory.descriptor);
    const int descriptor = open(path, O_RDWR | O_CLOEXEC);
    if (descriptor < 0 || fstat(descriptor, &about))
        FAIL(NUDGE_EIO, "%s, the shared memory of another rank, cannot be opened", path);
    if (about.st_dev != memory.device || about.st_ino != memory.inode)
        FAIL(NUDGE_EIO, "%s is not the shared memory of another rank", path);
    TRY(map(descriptor, key->size, buffer));
done:
    if (descriptor >= 0) close(descriptor);
    return status;
}

static int fill_cpu(struct nd_device *device, struct nd_buffer *buffer, size_t offset, uint32_t value,
                    size_t n)
{
    uint32_t *to = (uint32_t *)((char *)buffer->handle + offset);
    (void)device;
    for (size_t i = 0; i < n; i++) to[i] = value;
    return 0;
}

static _Atomic uint32_t *flag_of(const struct nd_peer_flag *flag)
{
    return (_Atomic uint32_t *)flag->buffer->handle + flag->index;
}

static int signal_cpu(struct nd_device *device, const struct nd_peer_flag *flags, int n, uint32_t value)
{
    (void)device;
    for (int i = 0; i < n; i++) atomic_store_explicit(flag_of(&flags[i]), value, memory_order_release);
    return 0;
}

struct waiting {
    const struct nd_peer_flag *flags;
    int n;
    uint32_t value;
};

static int is_reached(void *context, int *complete)
{
    const struct waiting *w = context;
    *complete = 1;
    for (int i = 0; i < w->n && *complete; i++)
        *complete =
            (int32_t)(atomic_load_explicit(flag_of(&w->flags[i]), memory_order_acquire) - w->value) >= 0;
    return 0;
}

/* The queue is the caller itself. */
static int await_cpu(struct nd_device *device, const struct nd_peer_flag *flags, int n, uint32_t value)
{
    (void)device;
    return nd_comm_wait_until(is_reached, &(struct waiting){flags, n, value});
}

static int empty_cpu(struct nd_device *device, int *empty)
{
    (void)device;
    *empty = 1;
    return 0;
}

static int release_cpu(struct nd_device *device, const struct nd_buffer *flags, int n, uint32_t value)
{
    for (int i = 0; i < n; i++) signal_cpu(device, &(struct nd_peer_flag){flags, i}, 1, value);
    return 0;
}

const struct nd_peers nd_cpu_peers = {
    .name = "shared memory",
    .identify = identify_cpu,
    .create = create_cpu,
    .destroy = destroy_cpu,
    .open = open_cpu,
    .close = close_cpu,
    .fill = fill_cpu,
    .signal = signal_cpu,
    .await = await_cpu,
    .empty = empty_cpu,
    .release = release_cpu,
};
