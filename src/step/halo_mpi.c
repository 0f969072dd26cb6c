#include "step/halo_mpi.h"

#include <stdlib.h>
#include <string.h>
#include "base/log.h"
#include "base/memory.h"

/* Whether messages are copied for MPI. */
static int is_copied(const struct nd_halo *halo)
{
    return !nd_halo_is_host(halo) && !halo->by_device;
}

/* The requests of all messages: from and to the buffers of the device, or the copies. */
static int make_exchange(struct nd_halo *halo, const struct nd_border *border)
{
    int status = 0, n = 0;
    struct nd_comm_message *message = NULL;
    char *const sent = is_copied(halo) ? halo->host_sent : halo->sent.handle;
    char *const taken = is_copied(halo) ? halo->host_taken : halo->taken.handle;
    size_t at = 0;
    ALLOC(message, halo->n);
    for (int b = halo->peers.n; b < halo->n; b++) {
        const size_t part = (size_t)border[b].n * halo->face_bytes;
        message[n++] = (struct nd_comm_message){border[b].rank, sent + at, part, taken + at, part};
        at += part;
    }
    TRY(nd_exchange_init(&halo->exchange, message, n));
done:
    free(message);
    return status;
}

/* -- the test of messages from the memory of devices -- */

enum { ROUNDS = 2 }; /* so that what the first has left does not pass for the second */

/* Numbers that differ from place to place, round to round and pair to pair of ranks. */
static uint32_t pattern(int from, int to, int round, size_t i)
{
    const uint64_t h = (((uint64_t)from * 65537 + (uint64_t)to) * ROUNDS + (uint64_t)round) * 0x9e3779b97f4a7c15u + i;
    return (uint32_t)((h ^ h >> 31) * 0xbf58476d1ce4e5b9u >> 32);
}

/* The numbers that this rank sends in all messages, or (take) must receive. */
static void fill(const struct nd_halo *halo, const struct nd_border *border, int round, int take,
                 uint32_t *words)
{
    size_t at = 0;
    for (int b = halo->peers.n; b < halo->n; b++) {
        const size_t n = (size_t)border[b].n * halo->face_bytes / sizeof *words;
        const int own = nd_comm_rank(), other = border[b].rank;
        for (size_t i = 0; i < n; i++)
            words[at++] = take ? pattern(other, own, round, i) : pattern(own, other, round, i);
    }
}

/* *wrong: bytes that are not what the neighbours sent, in one round. */
static int try_round(struct nd_halo *halo, const struct nd_border *border, int round, int64_t *wrong)
{
    int status = 0;
    struct nd_device *device = halo->rhs->device;
    const size_t bytes = halo->sent.bytes, n = bytes / sizeof(uint32_t);
    uint32_t *expected = NULL, *found = NULL;
    ALLOC(expected, n);
    ALLOC(found, n);
    fill(halo, border, round, 0, expected);
    TRY(device->backend->write(device, &halo->sent, 0, expected, bytes));
    TRY(device->backend->write(device, &halo->taken, 0, found, bytes));
    TRY(device->backend->finish(device));
    TRY(nd_comm_agree(0)); /* nobody waits for a rank that failed */
    TRY(nd_exchange_start(halo->exchange));
    TRY(nd_exchange_wait(halo->exchange));
    fill(halo, border, round, 1, expected);
    TRY(device->backend->read(device, found, &halo->taken, 0, bytes));
    for (size_t i = 0; i < bytes; i++) *wrong += ((char *)expected)[i] != ((char *)found)[i];
done:
    free(expected);
    free(found);
    return status;
}

/* MPI itself says whether it takes memory of devices; one that does not may crash if it is handed some. The memory of a CPU
 * is that of the host, and is tested only on demand. */
static int may_take(const struct nd_halo *halo)
{
    const enum nd_dialect dialect = halo->rhs->device->backend->dialect;
    if (dialect == ND_DIALECT_OPENCL || halo->choice == ND_HALO_PINNED) return 0;
    if (dialect == ND_DIALECT_C && halo->choice != ND_HALO_DEVICE) return 0;
    if (!nd_comm_takes_devices() && halo->choice == ND_HALO_DEVICE && !nd_comm_rank())
        nd_warn("NUDGE_EXCHANGE=device: %s does not say that it takes memory of CUDA devices "
                "(MPIX_Query_cuda_support); messages go through the host",
                nd_comm_library());
    return nd_comm_takes_devices();
}

/* Sets by_device and leaves the exchange, if all ranks can. Errors of MPI are final: the ranks may not be in step. */
static int choose_device(struct nd_halo *halo, const struct nd_border *border)
{
    int status = 0;
    int64_t able = may_take(halo), wrong = 0;
    TRY(nd_comm_agree(0)); /* no rank has failed before, while memory was taken */
    TRY(nd_comm_add(&able, 1));
    if (able < nd_comm_size()) goto done;
    halo->by_device = 1;
    TRY(make_exchange(halo, border));
    for (int round = 0; round < ROUNDS; round++) TRY(try_round(halo, border, round, &wrong));
    TRY(nd_comm_agree(0));
    TRY(nd_comm_add(&wrong, 1));
    if (!wrong) goto done;
    nd_exchange_clear(halo->exchange);
    halo->exchange = NULL;
    halo->by_device = 0;
    if (!nd_comm_rank())
        nd_warn(
            "%s says that it takes memory of CUDA devices, but %lld bytes of a test arrived wrong; messages "
            "go through the host. NUDGE_EXCHANGE=pinned leaves the test out",
            nd_comm_library(), (long long)wrong);
done:
    if (status && halo->by_device)
        nd_fail_prefix(status, "messages from the memory of devices (NUDGE_EXCHANGE=pinned does without)");
    return status;
}

int nd_halo_mpi_init(struct nd_halo *halo, const struct nd_border *border)
{
    int status = 0;
    struct nd_device *device = halo->rhs->device;
    const size_t bytes = (size_t)(halo->faces - halo->peers.faces) * halo->face_bytes;
    TRY(nd_device_alloc(device, &halo->sent, bytes));
    TRY(nd_device_alloc(device, &halo->taken, bytes));
    TRY(choose_device(halo, border));
    if (is_copied(halo)) {
        TRY(device->backend->host_alloc(device, &halo->host_sent, bytes));
        TRY(device->backend->host_alloc(device, &halo->host_taken, bytes));
    }
    if (!halo->exchange) TRY(make_exchange(halo, border));
done:
    return status;
}

void nd_halo_mpi_clear(struct nd_halo *halo)
{
    struct nd_device *device = halo->rhs->device;
    if (!nd_halo_is_host(halo))
        (void)(device->backend->finish(device) || device->backend->transfers_wait(device));
    nd_exchange_clear(halo->exchange);
    halo->exchange = NULL;
    nd_device_free(device, &halo->sent);
    nd_device_free(device, &halo->taken);
    if (nd_halo_is_host(halo)) return;
    device->backend->host_free(device, halo->host_sent);
    device->backend->host_free(device, halo->host_taken);
}

/* The faces that MPI exchanges. */
static int launch(struct nd_halo *halo, int take, const struct nd_buffer *message)
{
    return nd_halo_launch(halo, take, message, halo->peers.faces, halo->faces - halo->peers.faces);
}

/* The second queue waits for the kernel that fills the messages: MPI may take them after transfers_wait. */
int nd_halo_mpi_begin(struct nd_halo *halo)
{
    int status = 0;
    struct nd_device *device = halo->rhs->device;
    TRY(launch(halo, 0, &halo->sent));
    if (nd_halo_is_host(halo))
        TRY(nd_exchange_start(halo->exchange));
    else
        TRY(device->backend->read_begin(device, halo->host_sent, &halo->sent,
                                        is_copied(halo) ? halo->sent.bytes : 0));
done:
    return status;
}

/* transfers_wait has waited for the kernel that took the messages before: it was launched before the one that filled these. */
int nd_halo_mpi_end(struct nd_halo *halo)
{
    int status = 0;
    struct nd_device *device = halo->rhs->device;
    if (!nd_halo_is_host(halo)) {
        TRY(device->backend->transfers_wait(device));
        TRY(nd_exchange_start(halo->exchange));
    }
    TRY(nd_exchange_wait(halo->exchange));
    if (is_copied(halo))
        TRY(device->backend->write_begin(device, &halo->taken, halo->host_taken, halo->taken.bytes));
    TRY(launch(halo, 1, &halo->taken));
done:
    return status;
}
