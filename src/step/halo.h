/* The halo of a rank's share of the mesh (part/share.h): before a stage, ranks send each other the numbers of the faces
 * between them, all fields of each face and no others. They go to the ghosts, which the kernels of a stage read like
 * any other neighbour. */
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
    char *host_sent, *host_taken;                    /* copies of them, if the device is not the host */
    struct nd_exchange *exchange;
    struct nd_module *module;
    struct nd_kernel *pack, *unpack;
};

/* Attaches itself to rhs, which has a share and must outlive it. Collective. */
int nd_halo_init(struct nd_halo *halo, struct nd_rhs *rhs, const struct nd_connect *connect,
                 const struct nd_elem *elem);
void nd_halo_clear(struct nd_halo *halo);
/* Brings the ghosts of an array of fields up to date. Waits for the other ranks. */
int nd_halo_update(struct nd_halo *halo, enum nd_rhs_buffer which);
/* Bytes that this rank sends for one stage. */
size_t nd_halo_bytes(const struct nd_halo *halo);

#endif
