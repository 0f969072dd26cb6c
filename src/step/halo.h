/* The halo of a rank's share of the mesh (part/share.h): before a stage, ranks send each other the numbers of the faces
 * between them, all fields of each face and no others. They go to the ghosts, which the kernels of a stage read like
 * any other neighbour.
 *
 * A stage calls nd_halo_begin, computes the blocks that have no ghosts as neighbours, calls nd_halo_end, and computes
 * the others. On a GPU the messages are copied to the host and back by a second queue while the first blocks are
 * computed. On a CPU the stage pauses now and then, so that MPI can go on with messages. */
#ifndef ND_HALO_H
#define ND_HALO_H

#include "comm/comm.h"
#include "step/rhs.h"

struct nd_halo {
    struct nd_rhs *rhs;
    int n; /* neighbouring ranks */
    nd_idx faces;
    struct nd_buffer number, send_place, take_place; /* halo.knl */
    struct nd_buffer sent, taken;                    /* messages on the device, one after the other */
    void *host_sent, *host_taken;                    /* copies of them, if the device is not the host */
    enum nd_rhs_buffer which;                        /* the array whose ghosts are brought up to date */
    int silent;                                      /* 1: nothing is exchanged; for measurements */
    struct nd_exchange *exchange;
    struct nd_module *module;
    struct nd_kernel *pack, *unpack;
};

/* Attaches itself to rhs, which has a share and must outlive it. Collective. */
int nd_halo_init(struct nd_halo *halo, struct nd_rhs *rhs, const struct nd_connect *connect,
                 const struct nd_elem *elem);
void nd_halo_clear(struct nd_halo *halo);
/* Begins to bring the ghosts of an array of fields up to date. */
int nd_halo_begin(struct nd_halo *halo, enum nd_rhs_buffer which);
/* Where to pause next when the blocks from `first` to before `end` are computed between begin and end. */
int64_t nd_halo_pause(struct nd_halo *halo, int64_t first, int64_t end);
/* Waits for the other ranks; stages that are launched afterwards find the ghosts up to date. */
int nd_halo_end(struct nd_halo *halo);
/* Bytes that this rank sends for one stage. */
size_t nd_halo_bytes(const struct nd_halo *halo);

#endif
