#include <math.h>
#include <string.h>
#include "base/error.h"
#include "base/sum.h"
#include "comm/comm.h"
#include "comm/state.h"

static struct nd_comm_state *const state = &nd_comm_state;

static int check_count(int n)
{
    int status = 0;
    if (n < 0) FAIL(NUDGE_EVALUE, "a number of values is negative: %d", n);
done:
    return status;
}

static int reduce(enum nd_mpi_kind kind, void *values, int n, size_t size)
{
    int status = 0;
    TRY(check_count(n));
    TRY(nd_comm_call(&(struct nd_mpi_call){.kind = kind, .data = values}, (size_t)n * size));
done:
    return status;
}

int nd_comm_bcast(void *bytes, size_t n)
{
    return nd_comm_call(&(struct nd_mpi_call){.kind = ND_MPI_BCAST, .data = bytes, .rank = 0}, n);
}

int nd_comm_add(int64_t *values, int n)
{
    return reduce(ND_MPI_ADD, values, n, sizeof *values);
}

/* -- the largest and smallest ---------------------------------------------------------------------------- */

/* Integers in the order of the doubles: what MPI does with NaN is undefined. nan: the key that wins. */
static int64_t key_of(double x, int64_t nan)
{
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    if (isnan(x)) return nan;
    return bits < 0 ? bits ^ INT64_MAX : bits;
}

static double from_key(int64_t key, int64_t nan)
{
    double x;
    const int64_t bits = key < 0 ? key ^ INT64_MAX : key;
    memcpy(&x, &bits, sizeof x);
    return key == nan ? NAN : x;
}

/* The keys take the place of the numbers meanwhile: an allocation could fail on one rank alone. */
static int reduce_doubles(enum nd_mpi_kind kind, double *values, int n)
{
    int status = 0;
    const int64_t nan = kind == ND_MPI_MAX ? INT64_MAX : INT64_MIN;
    if (!state->mpi) return nd_comm_check();
    for (int i = 0; i < n; i++) {
        const int64_t key = key_of(values[i], nan);
        memcpy(&values[i], &key, sizeof key);
    }
    status = reduce(kind, values, n, sizeof *values);
    for (int i = 0; i < n; i++) {
        int64_t key;
        memcpy(&key, &values[i], sizeof key);
        values[i] = from_key(key, nan);
    }
    return status;
}

int nd_comm_max(double *values, int n)
{
    return reduce_doubles(ND_MPI_MAX, values, n);
}

int nd_comm_min(double *values, int n)
{
    return reduce_doubles(ND_MPI_MIN, values, n);
}

/* -- exact sums ------------------------------------------------------------------------------------------ */

_Static_assert(sizeof(struct nd_sum) == (ND_SUM_WORDS + 4) * sizeof(int64_t), "only int64_t");

/* Carried sums add member by member: with fewer than 2^29 ranks no word overflows (base/sum.h). */
int nd_comm_sum(struct nd_sum *sums, int n)
{
    for (int i = 0; i < n; i++) nd_sum_carry(&sums[i]);
    return reduce(ND_MPI_ADD, sums, n, sizeof *sums);
}

/* -- failures -------------------------------------------------------------------------------------------- */

struct failure {
    int code;
    char message[4096];
};

/* EINTERNAL would get a place in the sources again, which the message already has. */
static void set_message(const struct failure *failure, int rank)
{
    const int code = failure->code == NUDGE_EINTERNAL ? NUDGE_EVALUE : failure->code;
    if (rank)
        nd_fail(code, __FILE__, __LINE__, "rank %d: %s", rank, failure->message);
    else
        nd_fail(code, __FILE__, __LINE__, "%s", failure->message);
}

int nd_comm_agree(int own)
{
    int status = 0;
    int64_t lowest = own ? state->ranks.rank : state->ranks.size;
    struct failure failure = {.code = own};
    if (!state->mpi || state->lost) return own ? own : nd_comm_check();
    state->failed = 0;
    strncpy(failure.message, own ? nudge_error() : "", sizeof failure.message - 1);
    TRY(reduce(ND_MPI_MIN, &lowest, 1, sizeof lowest));
    if (lowest >= state->ranks.size) goto done;
    TRY(nd_comm_call(&(struct nd_mpi_call){.kind = ND_MPI_BCAST, .data = &failure, .rank = (int)lowest},
                     sizeof failure));
    set_message(&failure, (int)lowest);
    status = failure.code;
    state->failed = 1;
done:
    return status;
}

int nd_comm_agreed_failure(void)
{
    return state->failed;
}

/* -- from one rank to another ---------------------------------------------------------------------------- */

static int check_rank(int rank)
{
    int status = 0;
    if (rank < 0 || rank >= state->ranks.size || rank == state->ranks.rank)
        FAIL(NUDGE_EVALUE, "rank %d of %d cannot exchange messages with rank %d", state->ranks.rank,
             state->ranks.size, rank);
done:
    return status;
}

int nd_comm_send(int to, const void *bytes, size_t n)
{
    int status = 0;
    TRY(check_rank(to));
    TRY(nd_comm_call(&(struct nd_mpi_call){ND_MPI_SEND, (void *)bytes, 0, to, ND_TAG_SEND}, n));
done:
    return status;
}

int nd_comm_receive(int from, void *bytes, size_t n)
{
    int status = 0;
    TRY(check_rank(from));
    TRY(nd_comm_call(&(struct nd_mpi_call){ND_MPI_RECEIVE, bytes, 0, from, ND_TAG_SEND}, n));
done:
    return status;
}

int nd_comm_gather(const void *own, size_t n, void *all, const size_t *counts)
{
    int status = 0;
    char *at = all;
    if (state->ranks.rank)
        return nd_comm_call(&(struct nd_mpi_call){ND_MPI_SEND, (void *)own, 0, 0, ND_TAG_GATHER}, n);
    if (counts[0] != n) FAIL(NUDGE_EVALUE, "rank 0 gives %zu bytes, and its count is %zu", n, counts[0]);
    if (n) memmove(at, own, n);
    for (int r = 1; r < state->ranks.size; r++) {
        at += counts[r - 1];
        TRY(nd_comm_call(&(struct nd_mpi_call){ND_MPI_RECEIVE, at, 0, r, ND_TAG_GATHER}, counts[r]));
    }
done:
    return status;
}
