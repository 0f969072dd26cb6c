/* Messages of a halo by MPI: to the neighbours that cannot be reached through their memory (halo_peers.h).
 *
 * A GPU copies messages to pinned memory of the host and back, by a second queue while it computes. An MPI that takes
 * memory of CUDA devices is handed the buffers of the device instead, if it says so itself and has passed a test: all
 * ranks send patterns to their neighbours, in messages of the real sizes, and compare what arrives byte by byte. */
#ifndef ND_HALO_MPI_H
#define ND_HALO_MPI_H

#include "part/share.h"
#include "step/halo.h"

/* Follows nd_halo_peers_init. Collective. */
int nd_halo_mpi_init(struct nd_halo *halo, const struct nd_border *border);
void nd_halo_mpi_clear(struct nd_halo *halo);
int nd_halo_mpi_begin(struct nd_halo *halo);
int nd_halo_mpi_end(struct nd_halo *halo);

#endif
