/* The halo of a rank's share of the mesh (part/share.h): before a stage, ranks send each other the numbers of the faces
 * between them, all fields of each face and no others. They go to the ghosts, which the kernels of a stage read like
 * any other neighbour.
 *
 * A stage calls nd_halo_begin, computes the blocks that have no ghosts as neighbours, calls nd_halo_end, and computes
 * the others. A GPU writes messages into the memory of neighbours (halo_peers.h), or where that is not possible they go by
 * MPI (halo_mpi.h). On a CPU the stage pauses now and then, so that MPI can go on with messages. */
#ifndef ND_HALO_H
#define ND_HALO_H

#include "comm/comm.h"
#include "step/halo_peers.h"
#include "step/rhs.h"

/* NUDGE_EXCHANGE: not set; not through memory of neighbours; the same, and through pinned memory; the same, and from the
 * memory of the device. */
enum nd_halo_choice { ND_HALO_ANY, ND_HALO_MPI, ND_HALO_PINNED, ND_HALO_DEVICE };

struct nd_halo {
    struct nd_rhs *rhs;
    int choice; /* enum nd_halo_choice */
    int n; /* neighbouring ranks */
    nd_idx faces;
    size_t face_bytes; /* of a face in a message */
    struct nd_halo_peers peers;
    struct nd_buffer number, place[2], at[2]; /* halo.knl; of faces that are sent, and of ghosts' */
    struct nd_buffer sent, taken;             /* messages by MPI on the device, one after the other */
    void *host_sent, *host_taken;             /* copies of them, if MPI cannot take those */
    int by_device;                            /* MPI takes messages from the memory of the device; it was tested */
    enum nd_rhs_buffer which;                 /* the array whose ghosts are brought up to date */
    int silent;                               /* 1: nothing is exchanged; for measurements */
    struct nd_exchange *exchange;
    struct nd_module *module;
    struct nd_kernel *kernel[2]; /* pack, unpack */
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
/* Launches the kernel that fills messages, or takes from them, for n faces. */
int nd_halo_launch(struct nd_halo *halo, int take, const struct nd_buffer *message, nd_idx first, nd_idx n);
/* Whether the device is the host's CPU: MPI takes messages from where the kernels write them. */
int nd_halo_is_host(const struct nd_halo *halo);
/* How messages travel from this rank, for people. */
const char *nd_halo_path(const struct nd_halo *halo);
/* Bytes that this rank sends for one stage. */
size_t nd_halo_bytes(const struct nd_halo *halo);

#endif
