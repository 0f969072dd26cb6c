#include <math.h>
#include "base/error.h"
#include "base/memory.h"
#include "comm/comm.h"
#include "comm/state.h"

struct nd_exchange {
    struct nd_mpi_requests *requests; /* null: no neighbours */
    int started;
    int complete; /* seen by nd_exchange_test */
};

static struct nd_comm_state *const state = &nd_comm_state;

static size_t pieces(size_t bytes)
{
    return bytes / nd_comm_piece + (bytes % nd_comm_piece != 0);
}

static int check(const struct nd_comm_message *m, int n, size_t *requests)
{
    int status = 0;
    *requests = 0;
    if (n < 0) FAIL(NUDGE_EVALUE, "a number of neighbours is negative: %d", n);
    for (int i = 0; i < n; i++) {
        if (m[i].rank < 0 || m[i].rank >= state->ranks.size || m[i].rank == state->ranks.rank)
            FAIL(NUDGE_EVALUE, "rank %d of %d cannot exchange messages with rank %d", state->ranks.rank,
                 state->ranks.size, m[i].rank);
        *requests += pieces(m[i].send_bytes) + pieces(m[i].receive_bytes);
    }
    if (*requests > INT32_MAX) FAIL(NUDGE_EVALUE, "an exchange has too many messages: %zu", *requests);
done:
    return status;
}

static int prepare(struct nd_exchange *exchange, const struct nd_mpi_call *call, size_t bytes)
{
    int status = 0;
    struct nd_mpi_call piece = *call;
    for (size_t at = 0; at < bytes; at += nd_comm_piece) {
        piece.data = (char *)call->data + at;
        piece.bytes = (int)(bytes - at < nd_comm_piece ? bytes - at : nd_comm_piece);
        TRY(nd_comm_result(state->mpi->prepare(exchange->requests, &piece)));
    }
done:
    return status;
}

void nd_exchanges_begin(void)
{
    state->exchanges = 0;
}

int nd_exchange_init(struct nd_exchange **exchange, const struct nd_comm_message *m, int n)
{
    int status = 0;
    size_t requests = 0;
    struct nd_exchange *new = NULL;
    /* Counted even if the call fails below, so that the ranks keep the same tags. */
    const int tag = ND_TAG_EXCHANGE + state->exchanges++ % ND_TAG_EXCHANGES;
    *exchange = NULL;
    TRY(nd_comm_check());
    TRY(check(m, n, &requests));
    ALLOC(new, 1);
    if (!requests) goto done;
    new->requests = state->mpi->requests_create((int)requests);
    if (!new->requests) FAIL(NUDGE_ENOMEM, "out of memory");
    /* Receives first: a message that is expected needs no copy. */
    for (int i = 0; i < n; i++)
        TRY(prepare(new, &(struct nd_mpi_call){ND_MPI_RECEIVE, m[i].receive, 0, m[i].rank, tag},
                    m[i].receive_bytes));
    for (int i = 0; i < n; i++)
        TRY(prepare(new, &(struct nd_mpi_call){ND_MPI_SEND, m[i].send, 0, m[i].rank, tag}, m[i].send_bytes));
done:
    if (status)
        nd_exchange_clear(new);
    else
        *exchange = new;
    return status;
}

int nd_exchange_start(struct nd_exchange *exchange)
{
    int status = 0;
    TRY(nd_comm_check());
    if (exchange->started) FAIL(NUDGE_EINTERNAL, "an exchange was started twice");
    if (exchange->requests) TRY(nd_comm_result(state->mpi->start(exchange->requests)));
    exchange->started = 1;
    exchange->complete = !exchange->requests;
done:
    return status;
}

int nd_exchange_test(struct nd_exchange *exchange, int *complete)
{
    int status = 0;
    TRY(nd_comm_check());
    if (!exchange->started) FAIL(NUDGE_EINTERNAL, "an exchange was not started");
    if (!exchange->complete) TRY(nd_comm_result(state->mpi->test(exchange->requests, &exchange->complete)));
    *complete = exchange->complete;
done:
    return status;
}

static int wait_for(struct nd_exchange *exchange, double limit)
{
    int status = 0;
    TRY(nd_comm_check());
    if (!exchange->started) FAIL(NUDGE_EINTERNAL, "an exchange was not started");
    if (!exchange->complete) TRY(nd_comm_wait(exchange->requests, limit));
    exchange->started = 0;
done:
    return status;
}

int nd_exchange_wait(struct nd_exchange *exchange)
{
    return wait_for(exchange, INFINITY);
}

/* If the ranks are lost, MPI may still refer to the requests: they are left. */
void nd_exchange_clear(struct nd_exchange *exchange)
{
    if (!exchange) return;
    if (exchange->started) wait_for(exchange, nd_comm_grace);
    if (exchange->requests && !state->lost) state->mpi->requests_free(exchange->requests);
    free(exchange);
}
