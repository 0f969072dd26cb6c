/* The plugin libnudge-mpi.so: the functions of mpi_table.h. Compiled by mpicc; the only file that includes
 * mpi.h. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include "base/format.h"
#include "comm/mpi_table.h"

/* Errors of MPI become the returned text. */
#define MPI(call)                                                                                            \
    do {                                                                                                     \
        const int code_ = (call);                                                                            \
        if (code_ != MPI_SUCCESS) return describe(#call, code_);                                             \
    } while (0)

struct nd_mpi_requests {
    int n, room;
    int persistent;
    MPI_Request *requests;
    MPI_Status *statuses;
    int *expected; /* bytes to receive; -1 for other requests */
};

static MPI_Comm comm = MPI_COMM_NULL;
static int initialised_here;
static char text[MPI_MAX_ERROR_STRING + 128];

static const char *describe(const char *call, int code)
{
    char why[MPI_MAX_ERROR_STRING] = "unknown error";
    int n = 0;
    MPI_Error_string(code, why, &n);
    nd_format(text, sizeof text, "%.*s: %s", (int)strcspn(call, "("), call, why);
    return text;
}

/* The first words: Open MPI adds a list of details after a comma, MPICH after a line break. */
static void get_library(char *name, size_t room)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int n = 0;
    MPI_Get_library_version(version, &n);
    version[strcspn(version, ",\r\n")] = 0;
    for (char *c = version; *c; c++)
        if (*c == '\t') *c = ' ';
    nd_format(name, room, "%s", version);
}

/* An extension that not every MPI has: looked for among the symbols of the process. */
static int takes_devices(void)
{
    int (*query)(void) = NULL;
    void *found = dlsym(RTLD_DEFAULT, "MPIX_Query_cuda_support");
    memcpy(&query, &found, sizeof query);
    return query && query() == 1;
}

static const char *get_ranks(struct nd_mpi_ranks *ranks)
{
    MPI_Comm node = MPI_COMM_NULL;
    MPI(MPI_Comm_rank(comm, &ranks->rank));
    MPI(MPI_Comm_size(comm, &ranks->size));
    MPI(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
    MPI(MPI_Comm_rank(node, &ranks->local_rank));
    MPI(MPI_Comm_size(node, &ranks->local_size));
    MPI(MPI_Comm_free(&node));
    get_library(ranks->library, sizeof ranks->library);
    ranks->takes_devices = takes_devices();
    return NULL;
}

static const char *open_mpi(struct nd_mpi_ranks *ranks)
{
    int initialised = 0, finalised = 0, level = MPI_THREAD_SINGLE;
    MPI(MPI_Initialized(&initialised));
    MPI(MPI_Finalized(&finalised));
    if (finalised) return "MPI was finalised in this process and cannot start again";
    if (initialised) {
        MPI(MPI_Query_thread(&level));
    } else {
        MPI(MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level));
        initialised_here = 1;
        MPI(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    }
    ranks->is_single = level < MPI_THREAD_FUNNELED;
    MPI(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    MPI(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    MPI(MPI_Comm_set_name(comm, "nudge")); /* in messages of MPI_Abort */
    return get_ranks(ranks);
}

static const char *close_mpi(void)
{
    if (comm != MPI_COMM_NULL) MPI(MPI_Comm_free(&comm));
    if (initialised_here) MPI(MPI_Finalize());
    initialised_here = 0;
    return NULL;
}

static void abort_mpi(int status)
{
    MPI_Abort(comm == MPI_COMM_NULL ? MPI_COMM_WORLD : comm, status);
}

static struct nd_mpi_requests *requests_create(int n)
{
    struct nd_mpi_requests *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    const size_t room = n > 0 ? (size_t)n : 1;
    r->room = n;
    r->requests = calloc(room, sizeof *r->requests);
    r->statuses = calloc(room, sizeof *r->statuses);
    r->expected = calloc(room, sizeof *r->expected);
    if (r->requests && r->statuses && r->expected) return r;
    free(r->requests);
    free(r->statuses);
    free(r->expected);
    free(r);
    return NULL;
}

static void requests_free(struct nd_mpi_requests *r)
{
    for (int i = 0; i < r->n; i++) MPI_Request_free(&r->requests[i]);
    free(r->requests);
    free(r->statuses);
    free(r->expected);
    free(r);
}

static int reduce(const struct nd_mpi_call *call, MPI_Op op, MPI_Request *request)
{
    const int n = call->bytes / (int)sizeof(int64_t);
    return MPI_Iallreduce(MPI_IN_PLACE, call->data, n, MPI_INT64_T, op, comm, request);
}

static int begin_call(const struct nd_mpi_call *c, MPI_Request *request)
{
    switch (c->kind) {
    case ND_MPI_SEND: return MPI_Isend(c->data, c->bytes, MPI_BYTE, c->rank, c->tag, comm, request);
    case ND_MPI_RECEIVE: return MPI_Irecv(c->data, c->bytes, MPI_BYTE, c->rank, c->tag, comm, request);
    case ND_MPI_BCAST: return MPI_Ibcast(c->data, c->bytes, MPI_BYTE, c->rank, comm, request);
    case ND_MPI_MIN: return reduce(c, MPI_MIN, request);
    case ND_MPI_MAX: return reduce(c, MPI_MAX, request);
    case ND_MPI_ADD: return reduce(c, MPI_SUM, request);
    }
    return MPI_ERR_ARG;
}

static const char *const names[] = {
    [ND_MPI_SEND] = "MPI_Isend",     [ND_MPI_RECEIVE] = "MPI_Irecv",  [ND_MPI_BCAST] = "MPI_Ibcast",
    [ND_MPI_MIN] = "MPI_Iallreduce", [ND_MPI_MAX] = "MPI_Iallreduce", [ND_MPI_ADD] = "MPI_Iallreduce",
};

static const char *begin(struct nd_mpi_requests *r, const struct nd_mpi_call *call)
{
    if (r->n >= r->room) return "too many requests";
    r->expected[r->n] = call->kind == ND_MPI_RECEIVE ? call->bytes : -1;
    const int code = begin_call(call, &r->requests[r->n]);
    if (code != MPI_SUCCESS) return describe(names[call->kind], code);
    r->n++;
    return NULL;
}

static const char *prepare(struct nd_mpi_requests *r, const struct nd_mpi_call *c)
{
    if (r->n >= r->room) return "too many requests";
    MPI_Request *request = &r->requests[r->n];
    if (c->kind == ND_MPI_SEND)
        MPI(MPI_Send_init(c->data, c->bytes, MPI_BYTE, c->rank, c->tag, comm, request));
    else
        MPI(MPI_Recv_init(c->data, c->bytes, MPI_BYTE, c->rank, c->tag, comm, request));
    r->expected[r->n] = c->kind == ND_MPI_RECEIVE ? c->bytes : -1;
    r->persistent = 1;
    r->n++;
    return NULL;
}

static const char *start(struct nd_mpi_requests *r)
{
    MPI(MPI_Startall(r->n, r->requests));
    return NULL;
}

static const char *describe_failed(const struct nd_mpi_requests *r)
{
    for (int i = 0; i < r->n; i++) {
        const int code = r->statuses[i].MPI_ERROR;
        if (code != MPI_SUCCESS && code != MPI_ERR_PENDING) return describe("MPI_Testall", code);
    }
    return "MPI_Testall: unknown error";
}

/* Messages that are too long are an error of MPI's own. */
static const char *check_counts(const struct nd_mpi_requests *r)
{
    for (int i = 0; i < r->n; i++) {
        int n = 0;
        if (r->expected[i] < 0) continue;
        MPI(MPI_Get_count(&r->statuses[i], MPI_BYTE, &n));
        if (n == r->expected[i]) continue;
        nd_format(text, sizeof text, "rank %d sent %d bytes, and %d were expected", r->statuses[i].MPI_SOURCE,
                  n, r->expected[i]);
        return text;
    }
    return NULL;
}

static const char *test(struct nd_mpi_requests *r, int *complete)
{
    const int code = MPI_Testall(r->n, r->requests, complete, r->statuses);
    if (code == MPI_ERR_IN_STATUS) return describe_failed(r);
    if (code != MPI_SUCCESS) return describe("MPI_Testall", code);
    if (!*complete) return NULL;
    const char *why = check_counts(r);
    if (!r->persistent) r->n = 0;
    return why;
}

__attribute__((visibility("default"))) const struct nd_mpi_table nd_mpi_table = {
    .version = ND_MPI_TABLE_VERSION,
    .open = open_mpi,
    .close = close_mpi,
    .abort = abort_mpi,
    .requests_create = requests_create,
    .requests_free = requests_free,
    .begin = begin,
    .prepare = prepare,
    .start = start,
    .test = test,
};
