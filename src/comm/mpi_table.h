/* The functions of the plugin libnudge-mpi.so, the only part of nudge that is linked with MPI.
 *
 * The plugin cannot call the library; it has a copy of base/format.c. Its functions return null, or a
 * text that says what failed, which is valid until the next call. They never wait, except for open and
 * close: a call of MPI begins as a request, and the library polls it with `test`. */
#ifndef ND_MPI_TABLE_H
#define ND_MPI_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* Changes whenever this file does, so that a plugin of another version of nudge is refused. */
#define ND_MPI_TABLE_VERSION 2
#define ND_MPI_TABLE_NAME    "nd_mpi_table"

struct nd_mpi_ranks {
    int rank, size, local_rank, local_size;
    int is_single;     /* MPI provides MPI_THREAD_SINGLE only */
    int takes_devices; /* MPI says that messages may lie in the memory of CUDA devices */
    char library[128]; /* MPI's name and version */
};

enum nd_mpi_kind {
    ND_MPI_SEND,
    ND_MPI_RECEIVE,
    ND_MPI_BCAST, /* from `rank` */
    /* Over all ranks, in place, of int64_t; `bytes` is their size in all. */
    ND_MPI_MIN,
    ND_MPI_MAX,
    ND_MPI_ADD,
};

struct nd_mpi_call {
    enum nd_mpi_kind kind;
    void *data; /* only read by ND_MPI_SEND */
    int bytes;
    int rank, tag; /* of sending and receiving */
};

/* Requests that are polled together. */
struct nd_mpi_requests;

struct nd_mpi_table {
    int version;
    /* Initialises MPI if nobody did, and makes a communicator of nudge's own. */
    const char *(*open)(struct nd_mpi_ranks *ranks);
    /* Finalises MPI if open initialised it. */
    const char *(*close)(void);
    void (*abort)(int status);
    /* Room for n requests; null if memory is out. */
    struct nd_mpi_requests *(*requests_create)(int n);
    void (*requests_free)(struct nd_mpi_requests *requests);
    /* Begins a call. */
    const char *(*begin)(struct nd_mpi_requests *requests, const struct nd_mpi_call *call);
    /* Adds a persistent ND_MPI_SEND or ND_MPI_RECEIVE, which `start` begins each time. */
    const char *(*prepare)(struct nd_mpi_requests *requests, const struct nd_mpi_call *call);
    const char *(*start)(struct nd_mpi_requests *requests);
    /* Whether all are complete; forgets those that are not persistent. */
    const char *(*test)(struct nd_mpi_requests *requests, int *complete);
};

#endif
