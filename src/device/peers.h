/* Memory of other processes on the same node that use devices of the same kind. A process makes a buffer and hands
 * its key to another one, which opens it. Launches of both then use the same memory, and flags in it tell the other one
 * that something was written. fill, signal and await go to the queue of launches and return at once, so that the host
 * never waits for the other process. */
#ifndef ND_PEERS_H
#define ND_PEERS_H

#include "device/device.h"

struct nd_peer_key { /* of a buffer; plain bytes, to be sent to another process */
    unsigned char bytes[64];
    uint64_t offset; /* of the buffer, in the memory that the bytes stand for */
    uint64_t size;
};

struct nd_peer_flag { /* number `index` of the uint32_t at the beginning of a buffer */
    const struct nd_buffer *buffer;
    int index;
};
#define ND_PEERS_MOST 64 /* flags of a call */

struct nd_peers {
    const char *name; /* for people */
    /* id: of the hardware. *together: whether processes that share it compute at the same time; else they take turns, and
     * a process that waits for another one holds its turn. */
    int (*identify)(struct nd_device *device, unsigned char id[16], int *together);
    /* A buffer of zeros that other processes can open. */
    int (*create)(struct nd_device *device, struct nd_buffer *buffer, size_t bytes, struct nd_peer_key *key);
    void (*destroy)(struct nd_device *device, struct nd_buffer *buffer, const struct nd_peer_key *key);
    /* The buffer of another process, before that one destroys it. */
    int (*open)(struct nd_device *device, struct nd_buffer *buffer, const struct nd_peer_key *key);
    void (*close)(struct nd_device *device, struct nd_buffer *buffer, const struct nd_peer_key *key);
    int (*fill)(struct nd_device *device, struct nd_buffer *buffer, size_t offset, uint32_t value, size_t n);
    /* Sets n flags, once everything before in the queue is done and visible to all. */
    int (*signal)(struct nd_device *device, const struct nd_peer_flag *flags, int n, uint32_t value);
    /* The queue waits until each of the flags has reached the value: the difference, as int32_t, is not negative. */
    int (*await)(struct nd_device *device, const struct nd_peer_flag *flags, int n, uint32_t value);
    /* Whether the queue is empty. */
    int (*empty)(struct nd_device *device, int *empty);
    /* Sets n flags to a value at once, past the queue: ends waits for a process that is gone. */
    int (*release)(struct nd_device *device, const struct nd_buffer *flags, int n, uint32_t value);
};

#endif
