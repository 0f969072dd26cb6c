/* The processes of the other ranks on this node, so that waiting for one that is gone ends. A launcher usually ends all ranks
 * where one dies, but not always (mpirun --enable-recovery). */
#ifndef ND_NEIGHBOURS_H
#define ND_NEIGHBOURS_H

#include <stdint.h>

struct nd_neighbour {
    int rank;
    int64_t process;
    uint64_t start; /* ticks after the boot: another process may get the same number later */
};

struct nd_neighbours {
    struct nd_neighbour *at; /* those that this process can see */
    int n;
};

/* Collective. */
int nd_neighbours_find(struct nd_neighbours *neighbours);
/* The first rank whose process has ended; null: none. A process that is stopped or slow has not. */
const struct nd_neighbour *nd_neighbours_gone(const struct nd_neighbours *neighbours);
/* *start: of a process; 0 if it has ended. Returns -1 if that cannot be found out, else 0. */
int nd_neighbour_start(int64_t process, uint64_t *start);
void nd_neighbours_clear(struct nd_neighbours *neighbours);

#endif
