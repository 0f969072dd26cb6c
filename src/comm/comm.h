/* The ranks of a run: the processes that a launcher of MPI (mpirun, mpiexec, srun) started together.
 * Without a launcher there is one rank: MPI is not loaded, and every call is trivial.
 *
 * Call nd_comm_open first and nd_comm_close last. All calls come from the thread that called
 * nd_comm_open. Calls that can fail return 0 or a negative NUDGE_E code: NUDGE_EDEVICE for errors of MPI,
 * NUDGE_EVALUE for wrong arguments, NUDGE_ESTOPPED for a stop.
 *
 * A wait for other ranks polls nd_work (base/work.h). After a stop it goes on for ten seconds, because
 * usually the other ranks do arrive: then the call succeeds, and the caller sees the stop at its
 * next nd_work. Otherwise, and after an error of MPI, the ranks are no longer in step: see
 * nd_comm_is_lost. */
#ifndef ND_COMM_H
#define ND_COMM_H

#include <stddef.h>
#include <stdint.h>

struct nd_sum;

/* Joins the other ranks if a launcher started this process as one of several. Does nothing if already
 * open. Uses MPI as it is if the calling program has initialised it. Returns NUDGE_EDEVICE if the ranks
 * cannot be joined: the process must then not go on alone, or all ranks would write the same files. MPI
 * cannot start twice: fails after an nd_comm_close that finalised it. */
int nd_comm_open(void);
/* Leaves the ranks; waits until all do. Finalises MPI if nd_comm_open initialised it. If the ranks are
 * lost, MPI is left as it is: end the process by nd_comm_abort. */
void nd_comm_close(void);

/* 0 of 1 before nd_comm_open. */
int nd_comm_rank(void);
int nd_comm_size(void);
/* Among the ranks on this node: those that can share memory. */
int nd_comm_local_rank(void);
int nd_comm_local_size(void);
/* Name and version of MPI, as "Open MPI v4.1.4"; "" if MPI is not in use. */
const char *nd_comm_library(void);

/* Whether MPI says that messages may lie in the memory of CUDA devices. A claim to be tested. */
int nd_comm_takes_devices(void);

/* Ends all ranks with this exit status; does not return, except with one rank, where it does nothing.
 * Only the program calls it. */
void nd_comm_abort(int status);
/* Whether an earlier call failed in such a way that the ranks are no longer in step. Every further call
 * then fails with the same message without talking to other ranks, which may wait for this one: the
 * program prints the message, on whichever rank, and calls nd_comm_abort. */
int nd_comm_is_lost(void);

/* Collective calls: every rank makes them, in the same order. */

/* Returns 0 if `status` is 0 on all ranks. Otherwise every rank returns the code, and has the message
 * (nudge_error), of the lowest rank whose status is not 0. "rank R: " precedes the message if R > 0. */
int nd_comm_agree(int status);
/* Whether the last nd_comm_agree found a failure: all ranks know of it then, and are in step. */
int nd_comm_agreed_failure(void);
/* Copies n bytes from rank 0 to all ranks. */
int nd_comm_bcast(void *bytes, size_t n);
/* values[i] becomes its largest (smallest) value on any rank; NaN if it is NaN on one. */
int nd_comm_max(double *values, int n);
int nd_comm_min(double *values, int n);
/* values[i] becomes its sum over all ranks, which must fit. */
int nd_comm_add(int64_t *values, int n);
/* sums[i] becomes its exact sum over all ranks (base/sum.h): the same bits for any number of ranks. */
int nd_comm_sum(struct nd_sum *sums, int n);
/* Puts the n bytes of every rank one after the other into `all` on rank 0. counts: the n of each rank;
 * needed on rank 0 only, as is `all`. */
int nd_comm_gather(const void *own, size_t n, void *all, const size_t *counts);

/* From one rank to another, which makes the matching call with the same n. May wait for that call, so
 * two ranks must not both send first. A rank cannot send to itself. */
int nd_comm_send(int to, const void *bytes, size_t n);
int nd_comm_receive(int from, void *bytes, size_t n);

/* Waits for what another rank does without MPI: until ready(context, &complete) sets complete. */
int nd_comm_wait_until(int (*ready)(void *context, int *complete), void *context);

/* The exchange of a halo: one message to and one from each neighbour, again and again with the same
 * buffers. Either size may be 0. */
struct nd_comm_message {
    int rank; /* the neighbour, not this rank; several messages to one are matched in order */
    void *send;
    size_t send_bytes;
    void *receive;
    size_t receive_bytes;
};
struct nd_exchange;
/* All ranks, when there is no exchange: new ones are matched by their order from here on. Without it a rank whose
 * set-up failed early would count fewer of them than the others. */
void nd_exchanges_begin(void);
/* Collective: ranks without neighbours call it too, with n = 0. The buffers belong to the caller and
 * must live until nd_exchange_clear. */
int nd_exchange_init(struct nd_exchange **exchange, const struct nd_comm_message *messages, int n);
/* Between start and wait the caller must not write to the send buffers or touch the receive buffers. */
int nd_exchange_start(struct nd_exchange *exchange);
int nd_exchange_wait(struct nd_exchange *exchange);
/* Whether an exchange that was started is complete, without waiting: lets MPI make progress while the
 * caller does something else. nd_exchange_wait is still needed. */
int nd_exchange_test(struct nd_exchange *exchange, int *complete);
/* Before nd_comm_close. Waits up to ten seconds for an exchange that was started and not
 * waited for. Null is allowed. */
void nd_exchange_clear(struct nd_exchange *exchange);

#endif
