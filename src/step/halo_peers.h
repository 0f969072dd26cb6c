/* Messages of a halo that need no host: a rank writes them into the memory of its neighbour on the same node, and a flag
 * beside them (device/peers.h). The queue of the neighbour waits for the flag before it computes the outer blocks; both
 * hosts go on.
 *
 * A rank's mailbox has a flag per neighbour and two generations of messages, used by turns. Two are enough: a neighbour
 * writes message i + 2 after it has received message i + 1 of this rank, which was sent after message i was taken. */
#ifndef ND_HALO_PEERS_H
#define ND_HALO_PEERS_H

#include "device/peers.h"
#include "part/share.h"

struct nd_halo;

struct nd_halo_peer { /* a neighbour's mailbox, as this rank uses it */
    struct nd_peer_key key;
    struct nd_buffer mailbox;
    uint64_t place;     /* bytes before this rank's messages of generation 0 */
    int flag;           /* index */
    uint64_t own_place; /* the neighbour's messages in this rank's mailbox */
    int own_flag;
};

struct nd_halo_peers {
    int n; /* neighbours that are reached so: the first ones of the halo's */
    nd_idx faces;
    struct nd_buffer mailbox;
    struct nd_peer_key key;
    size_t generation; /* bytes from one generation of messages to the next, the same on all ranks */
    int flags;
    uint32_t count; /* of messages so far */
    struct nd_halo_peer *peer;
    struct nd_peer_flag *signal, *await; /* [n] */
};

/* Finds the neighbours that can be reached and puts them first among the borders. Reaching none is no failure.
 * Collective. */
int nd_halo_peers_init(struct nd_halo *halo, struct nd_border *border);
/* Where the message to (take = 0) or from neighbour b is, in bytes behind the own mailbox. */
int64_t nd_halo_peers_at(const struct nd_halo *halo, int b, int take);
void nd_halo_peers_clear(struct nd_halo *halo);
int nd_halo_peers_begin(struct nd_halo *halo);
int nd_halo_peers_end(struct nd_halo *halo);

#endif
