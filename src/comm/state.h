/* Private to comm/: the state of this process as a rank, and one call of MPI. */
#ifndef ND_COMM_STATE_H
#define ND_COMM_STATE_H

#include <stddef.h>
#include "comm/mpi_table.h"
#include "comm/neighbours.h"

/* Longer messages are cut into pieces of so many bytes, a multiple of 8, because MPI counts by int. The
 * same on all ranks. Only tests change it. */
extern size_t nd_comm_piece;
/* Seconds, see comm.h. Only tests change it. */
extern double nd_comm_grace;

/* Each kind of message has a tag of its own, so that none is taken for another. Exchanges count up. */
enum { ND_TAG_SEND = 1, ND_TAG_GATHER, ND_TAG_EXCHANGE = 1000, ND_TAG_EXCHANGES = 30000 };

struct nd_comm_state {
    const struct nd_mpi_table *mpi; /* null: one rank, without MPI */
    struct nd_mpi_ranks ranks;
    struct nd_mpi_requests *requests; /* room for one call */
    struct nd_neighbours neighbours;
    int lost;                         /* 0, or the code of the failure; its message: */
    char why[1024];
    int failed;    /* the last nd_comm_agree found a failure */
    int exchanges; /* how many nd_exchange_init has seen */
};
extern struct nd_comm_state nd_comm_state;

/* Turns the text that a function of the plugin returned into an error, after which the ranks are lost. */
int nd_comm_result(const char *why);
/* Fails if the ranks are lost. */
int nd_comm_check(void);
/* Waits for the requests; limit: seconds after which the ranks are lost, or INFINITY. */
int nd_comm_wait(struct nd_mpi_requests *requests, double limit);
/* Makes a call and waits for it; does nothing with one rank. The size may exceed that of a piece;
 * call->bytes is ignored. */
int nd_comm_call(const struct nd_mpi_call *call, size_t bytes);

#endif
