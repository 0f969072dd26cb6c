#include "step/halo_peers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/log.h"
#include "base/memory.h"
#include "base/time.h"
#include "comm/comm.h"
#include "step/halo.h"

enum { ALIGN = 256, PATTERN = 0x5eed0000 };

/* What a rank tells a neighbour. */
struct greeting {
    char node[64]; /* the same for processes of one running system */
    int able;      /* there is a mailbox */
    int together;  /* see device/peers.h */
    unsigned char device[16];
    int flag;
    struct nd_peer_key key;
    uint64_t place;
};

static const struct nd_peers *peers_of(const struct nd_halo *halo)
{
    return halo->rhs->device->backend->peers;
}

static void name_node(char name[64])
{
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");
    memset(name, 0, 64);
    if (file && !fgets(name, 64, file)) name[0] = 0;
    if (file) fclose(file);
}

static int wanted(const struct nd_halo *halo)
{
    return peers_of(halo) && nd_comm_local_size() > 1 && halo->n <= ND_PEERS_MOST &&
           halo->choice == ND_HALO_ANY;
}

static int make_mailbox(struct nd_halo *halo, const struct nd_border *border, size_t face_bytes)
{
    int status = 0;
    struct nd_halo_peers *p = &halo->peers;
    const size_t start = ((size_t)halo->n * sizeof(uint32_t) + ALIGN - 1) / ALIGN * ALIGN;
    nd_idx first = 0;
    p->flags = halo->n;
    for (int b = 0; b < halo->n; b++) {
        p->peer[b].own_flag = b;
        p->peer[b].own_place = start + (size_t)first * face_bytes;
        first += border[b].n;
    }
    TRY(peers_of(halo)->create(halo->rhs->device, &p->mailbox, start + 2 * p->generation, &p->key));
done:
    return status;
}

/* Sends n rows to the neighbours, and receives as many. */
static int swap_rows(const struct nd_halo *halo, const struct nd_border *border, void *sent, void *taken,
                     size_t row)
{
    int status = 0;
    struct nd_comm_message *message = NULL;
    struct nd_exchange *exchange = NULL;
    ALLOC(message, halo->n);
    for (int b = 0; b < halo->n; b++)
        message[b] = (struct nd_comm_message){border[b].rank, (char *)sent + (size_t)b * row, row,
                                              (char *)taken + (size_t)b * row, row};
    TRY(nd_exchange_init(&exchange, message, halo->n));
    TRY(nd_comm_agree(0)); /* nobody waits for a rank that failed */
    TRY(nd_exchange_start(exchange));
    TRY(nd_exchange_wait(exchange));
done:
    nd_exchange_clear(exchange);
    free(message);
    return status;
}

/* able[b]: becomes whether both sides said so. */
static int agree_pairs(const struct nd_halo *halo, const struct nd_border *border, unsigned char *able)
{
    int status = 0;
    unsigned char *theirs = NULL;
    ALLOC(theirs, halo->n);
    TRY(swap_rows(halo, border, able, theirs, 1));
    for (int b = 0; b < halo->n; b++) able[b] = able[b] && theirs[b];
done:
    free(theirs);
    return status;
}

/* A rank that shares a device with a neighbour by turns would hold its turn while it waits. */
static int can_reach(const struct greeting *own, const struct greeting *other)
{
    return own->able && other->able && own->node[0] && !memcmp(own->node, other->node, sizeof own->node) &&
           (own->together || memcmp(own->device, other->device, sizeof own->device));
}

/* Opens the mailboxes of neighbours. */
static int greet(struct nd_halo *halo, const struct nd_border *border, const struct greeting *own,
                 unsigned char *able)
{
    int status = 0;
    struct nd_halo_peers *p = &halo->peers;
    struct greeting *sent = NULL, *taken = NULL;
    ALLOC(sent, halo->n);
    ALLOC(taken, halo->n);
    for (int b = 0; b < halo->n; b++) {
        sent[b] = *own;
        sent[b].flag = p->peer[b].own_flag;
        sent[b].place = p->peer[b].own_place;
    }
    TRY(swap_rows(halo, border, sent, taken, sizeof *sent));
    for (int b = 0; b < halo->n; b++) {
        struct nd_halo_peer *peer = &p->peer[b];
        able[b] = (unsigned char)can_reach(own, &taken[b]);
        if (!able[b]) continue;
        peer->key = taken[b].key;
        peer->place = taken[b].place;
        peer->flag = taken[b].flag;
        able[b] = !peers_of(halo)->open(halo->rhs->device, &peer->mailbox, &peer->key);
        if (!able[b]) nd_info("rank %d: %s", border[b].rank, nudge_error());
    }
    TRY(agree_pairs(halo, border, able));
done:
    free(sent);
    free(taken);
    return status;
}

/* Waits for the queue, for ten seconds at most; afterwards flags are set by this rank itself. */
static int wait_for_test(const struct nd_halo *halo, int *empty)
{
    enum { MOST = 10 };
    int status = 0;
    struct nd_device *device = halo->rhs->device;
    const double start = nd_seconds_now();
    do {
        TRY(peers_of(halo)->empty(device, empty));
    } while (!*empty && nd_seconds_now() - start < MOST);
    if (!*empty) TRY(peers_of(halo)->release(device, &halo->peers.mailbox, halo->peers.flags, 1));
    TRY(device->backend->finish(device));
done:
    return status;
}

static int found_pattern(const struct nd_halo *halo, const struct nd_halo_peer *peer, size_t bytes,
                         uint32_t expected)
{
    int status = 0;
    uint32_t *words = NULL;
    size_t wrong = 0;
    ALLOC(words, bytes / sizeof *words);
    TRY(halo->rhs->device->backend->read(halo->rhs->device, words, &halo->peers.mailbox, peer->own_place,
                                         bytes));
    for (size_t i = 0; i < bytes / sizeof *words; i++) wrong += words[i] != expected;
    if (wrong) FAIL(NUDGE_EDEVICE, "%zu of %zu bytes did not arrive", wrong * sizeof *words, bytes);
done:
    free(words);
    return status;
}

/* Writes a pattern to each neighbour, and looks for theirs: drivers and containers sometimes promise what they cannot
 * do. able[b]: becomes 0 where it did not arrive. */
static int try_out(struct nd_halo *halo, const struct nd_border *border, size_t face_bytes,
                   unsigned char *able)
{
    int status = 0, empty = 1;
    const struct nd_peers *peers = peers_of(halo);
    struct nd_device *device = halo->rhs->device;
    for (int b = 0; b < halo->n; b++) {
        struct nd_halo_peer *peer = &halo->peers.peer[b];
        const size_t words = (size_t)border[b].n * face_bytes / sizeof(uint32_t);
        if (!able[b]) continue;
        able[b] =
            !peers->fill(device, &peer->mailbox, peer->place, (uint32_t)(PATTERN + nd_comm_rank()), words) &&
            !peers->signal(device, &(struct nd_peer_flag){&peer->mailbox, peer->flag}, 1, 1);
    }
    for (int b = 0; b < halo->n; b++) {
        const struct nd_peer_flag flag = {&halo->peers.mailbox, halo->peers.peer[b].own_flag};
        if (able[b] && peers->await(device, &flag, 1, 1)) able[b] = 0;
    }
    if (wait_for_test(halo, &empty)) empty = 0;
    for (int b = 0; b < halo->n; b++)
        able[b] = able[b] && empty &&
                  !found_pattern(halo, &halo->peers.peer[b], (size_t)border[b].n * face_bytes,
                                 (uint32_t)(PATTERN + border[b].rank));
    TRY(agree_pairs(halo, border, able));
done:
    return status;
}

/* Neighbours that are reached come first, in the order they had. */
static void put_first(struct nd_halo *halo, struct nd_border *border, const unsigned char *able)
{
    struct nd_halo_peers *p = &halo->peers;
    for (int b = 0; b < halo->n; b++) {
        if (!able[b]) {
            peers_of(halo)->close(halo->rhs->device, &p->peer[b].mailbox, &p->peer[b].key);
            continue;
        }
        const struct nd_border found = border[b];
        const struct nd_halo_peer peer = p->peer[b];
        memmove(&border[p->n + 1], &border[p->n], (size_t)(b - p->n) * sizeof *border);
        border[p->n] = found;
        p->peer[p->n++] = peer;
        p->faces += found.n;
    }
    for (int b = 0; b < p->n; b++) {
        p->signal[b] = (struct nd_peer_flag){&p->peer[b].mailbox, p->peer[b].flag};
        p->await[b] = (struct nd_peer_flag){&p->mailbox, p->peer[b].own_flag};
    }
}

int nd_halo_peers_init(struct nd_halo *halo, struct nd_border *border)
{
    int status = 0;
    struct greeting own = {0};
    unsigned char *able = NULL;
    int64_t some = wanted(halo);
    double most = (double)halo->faces * (double)halo->face_bytes;
    ALLOC(halo->peers.peer, halo->n + 1);
    ALLOC(halo->peers.signal, halo->n + 1);
    ALLOC(halo->peers.await, halo->n + 1);
    ALLOC(able, halo->n + 1);
    TRY(nd_comm_agree(0));
    TRY(nd_comm_add(&some, 1));
    if (some < 2) goto done; /* as on a CPU */
    TRY(nd_comm_max(&most, 1));
    halo->peers.generation = ((size_t)most + ALIGN - 1) / ALIGN * ALIGN;
    if (wanted(halo)) {
        own.able = !peers_of(halo)->identify(halo->rhs->device, own.device, &own.together) &&
                   !make_mailbox(halo, border, halo->face_bytes);
        if (!own.able) nd_info("rank %d exchanges faces through the host: %s", nd_comm_rank(), nudge_error());
    }
    own.key = halo->peers.key;
    name_node(own.node);
    TRY(greet(halo, border, &own, able));
    TRY(try_out(halo, border, halo->face_bytes, able));
    put_first(halo, border, able);
    halo->peers.count = 1; /* of the test */
done:
    free(able);
    return status;
}

/* A rank that is gone leaves waits behind, which would never end. */
void nd_halo_peers_clear(struct nd_halo *halo)
{
    struct nd_halo_peers *p = &halo->peers;
    struct nd_device *device = halo->rhs->device;
    if (p->n && nd_comm_is_lost()) (void)peers_of(halo)->release(device, &p->mailbox, p->flags, p->count + 1);
    if (p->n) (void)device->backend->finish(device);
    for (int b = 0; b < p->n; b++) peers_of(halo)->close(device, &p->peer[b].mailbox, &p->peer[b].key);
    if (p->mailbox.handle) peers_of(halo)->destroy(device, &p->mailbox, &p->key);
    free(p->peer);
    free(p->signal);
    free(p->await);
    *p = (struct nd_halo_peers){0};
}

int64_t nd_halo_peers_at(const struct nd_halo *halo, int b, int take)
{
    const struct nd_halo_peers *p = &halo->peers;
    if (take) return (int64_t)p->peer[b].own_place;
    return (char *)p->peer[b].mailbox.handle + p->peer[b].place - (char *)p->mailbox.handle;
}

/* The messages of the present generation. */
static struct nd_buffer messages(const struct nd_halo_peers *p)
{
    return (struct nd_buffer){(char *)p->mailbox.handle + p->count % 2 * p->generation, 0};
}

/* The queue tells neighbours when the messages are there, and goes on. */
int nd_halo_peers_begin(struct nd_halo *halo)
{
    int status = 0;
    struct nd_halo_peers *p = &halo->peers;
    p->count++;
    const struct nd_buffer to = messages(p);
    TRY(nd_halo_launch(halo, 0, &to, 0, p->faces));
    TRY(peers_of(halo)->signal(halo->rhs->device, p->signal, p->n, p->count));
done:
    return status;
}

int nd_halo_peers_end(struct nd_halo *halo)
{
    int status = 0;
    struct nd_halo_peers *p = &halo->peers;
    const struct nd_buffer from = messages(p);
    TRY(peers_of(halo)->await(halo->rhs->device, p->await, p->n, p->count));
    TRY(nd_halo_launch(halo, 1, &from, 0, p->faces));
done:
    return status;
}
