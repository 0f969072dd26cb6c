#include "comm/comm.h"

#include <math.h>
#include <sched.h>
#include <string.h>
#include <time.h>
#include "base/error.h"
#include "base/format.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/time.h"
#include "base/work.h"
#include "comm/launcher.h"
#include "comm/plugin.h"
#include "comm/state.h"

#define ONE_RANK                                                                                             \
    {                                                                                                        \
        .size = 1, .local_size = 1                                                                           \
    }

size_t nd_comm_piece = (size_t)1 << 28;
double nd_comm_grace = 10;
struct nd_comm_state nd_comm_state = {.ranks = ONE_RANK};
static struct nd_comm_state *const state = &nd_comm_state;

static int lose(int code)
{
    state->lost = code;
    nd_format(state->why, sizeof state->why, "%s", nudge_error());
    return code;
}

int nd_comm_result(const char *why)
{
    int status = 0;
    if (why) FAIL(NUDGE_EDEVICE, "MPI failed on rank %d: %s", state->ranks.rank, why);
done:
    return status ? lose(status) : 0;
}

int nd_comm_check(void)
{
    int status = 0;
    if (state->lost) FAIL(state->lost, "%s", state->why);
done:
    return status;
}

/* -- waiting --------------------------------------------------------------------------------------------- */

#define QUIET 0.05 /* seconds of waiting before the hook of nd_work is called: exchanges take less */
#define AWAKE 1.0  /* seconds of waiting before this process sleeps between polls */
#define DOUBT 3.0  /* seconds of waiting between looks at whether the other ranks exist */

/* MPI makes progress only while it is called. So poll without a pause at first, but let other processes
 * of an oversubscribed node run. */
static void pause_after(double waited)
{
    static const struct timespec nap = {.tv_nsec = 100000};
    if (waited < AWAKE)
        sched_yield();
    else
        nanosleep(&nap, NULL);
}

/* A rank whose process has ended, or null; looks every DOUBT seconds. */
static const struct nd_neighbour *look_for_gone(double now, double *next)
{
    if (now < *next) return NULL;
    *next = now + DOUBT;
    return nd_neighbours_gone(&state->neighbours);
}

static int lose_rank(const struct nd_neighbour *gone)
{
    nd_fail(NUDGE_EDEVICE, __FILE__, __LINE__,
            "rank %d (process %lld) is gone while rank %d waits for it: it was killed or it crashed; start "
            "again, with --resume if there is a checkpoint",
            gone->rank, (long long)gone->process, state->ranks.rank);
    return lose(NUDGE_EDEVICE);
}

/* Waits until `ready` says so; limit: seconds after which the ranks are lost. */
static int wait_until(int (*ready)(void *context, int *complete), void *context, double limit)
{
    int status = 0, stopped = 0;
    const double begin = nd_seconds_now();
    double end = begin + limit, look = begin + DOUBT, now = begin;
    for (;;) {
        int complete = 0;
        const struct nd_neighbour *gone = look_for_gone(now, &look);
        TRY(ready(context, &complete)); /* after the look: what a rank did before its end counts */
        if (complete) break;
        if (gone) TRY(lose_rank(gone));
        now = nd_seconds_now();
        if (!stopped && now - begin > QUIET && nd_work("waiting for other ranks", NAN)) {
            stopped = 1;
            end = fmin(end, now + nd_comm_grace);
        }
        if (now > end) {
            nd_fail(NUDGE_ESTOPPED, __FILE__, __LINE__,
                    "stopped while rank %d waited for other ranks, which did not arrive within %g s",
                    state->ranks.rank, nd_comm_grace);
            TRY(lose(NUDGE_ESTOPPED));
        }
        pause_after(now - begin);
    }
done:
    return status;
}

static int test_requests(void *context, int *complete)
{
    return nd_comm_result(state->mpi->test(context, complete));
}

int nd_comm_wait(struct nd_mpi_requests *requests, double limit)
{
    return wait_until(test_requests, requests, limit);
}

int nd_comm_wait_until(int (*ready)(void *context, int *complete), void *context)
{
    int status = 0;
    TRY(nd_comm_check());
    TRY(wait_until(ready, context, INFINITY));
done:
    return status;
}

int nd_comm_call(const struct nd_mpi_call *call, size_t bytes)
{
    int status = 0;
    struct nd_mpi_call piece = *call;
    TRY(nd_comm_check());
    if (!state->mpi) goto done;
    for (size_t at = 0; at < bytes; at += nd_comm_piece) {
        piece.data = (char *)call->data + at;
        piece.bytes = (int)(bytes - at < nd_comm_piece ? bytes - at : nd_comm_piece);
        TRY(nd_comm_result(state->mpi->begin(state->requests, &piece)));
        TRY(nd_comm_wait(state->requests, INFINITY));
    }
done:
    return status;
}

/* -- joining and leaving --------------------------------------------------------------------------------- */

/* Whether MPI sees the ranks that the launcher started. */
static int check_size(const struct nd_launcher *launcher)
{
    int status = 0;
    if (launcher->size > 1 && state->ranks.size == 1)
        FAIL(NUDGE_EDEVICE,
             "%s sees one rank only; nudge was built with another MPI than that of the launcher: use the "
             "mpirun of %s, or build nudge with the mpicc of the launcher",
             state->ranks.library, state->ranks.library);
    if (state->ranks.is_single && !state->ranks.rank)
        nd_warn("%s provides MPI_THREAD_SINGLE, not MPI_THREAD_FUNNELED: it may fail in a program with "
                "several threads, although nudge calls it from one thread only",
                state->ranks.library);
done:
    return status;
}

static int join(const struct nd_launcher *launcher)
{
    int status = 0;
    const char *why;
    TRY(nd_plugin_load(&state->mpi));
    why = state->mpi->open(&state->ranks);
    if (why) FAIL(NUDGE_EDEVICE, "MPI failed: %s", why);
    TRY(check_size(launcher));
    state->requests = state->mpi->requests_create(1);
    if (!state->requests) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(nd_neighbours_find(&state->neighbours));
done:
    if (!status) return 0;
    nd_neighbours_clear(&state->neighbours);
    if (state->mpi && state->ranks.size == 1) state->mpi->close(); /* else it would wait for other ranks */
    *state = (struct nd_comm_state){.ranks = ONE_RANK};
    return nd_fail_prefix(status, "cannot join the other ranks (%s=%s)", launcher->variable, launcher->value);
}

int nd_comm_open(void)
{
    const struct nd_launcher launcher = nd_launcher_get();
    if (state->mpi || launcher.size == 1) return 0;
    return join(&launcher);
}

void nd_comm_close(void)
{
    if (state->mpi && !state->lost) {
        state->mpi->requests_free(state->requests);
        state->mpi->close();
    }
    nd_neighbours_clear(&state->neighbours);
    *state = (struct nd_comm_state){.ranks = ONE_RANK};
}

void nd_comm_abort(int status)
{
    if (state->mpi && state->ranks.size > 1) state->mpi->abort(status);
}

int nd_comm_is_lost(void)
{
    return state->lost != 0;
}

int nd_comm_rank(void)
{
    return state->ranks.rank;
}

int nd_comm_size(void)
{
    return state->ranks.size;
}

int nd_comm_local_rank(void)
{
    return state->ranks.local_rank;
}

int nd_comm_local_size(void)
{
    return state->ranks.local_size;
}

int nd_comm_takes_devices(void)
{
    return state->ranks.takes_devices;
}

const char *nd_comm_library(void)
{
    return state->ranks.library;
}
