/* Preloaded into a program: an MPI that takes memory of CUDA devices, made from one that does not. Persistent messages from and to
 * the memory of a device go through copies on the host, as they would inside such an MPI; on a machine without CUDA all memory is the
 * host's, and messages go as they are.
 *
 * MPI_DEVICE   no: says that it does not take such memory. wrong: one byte of each message that is received is wrong, for the requests
 *              that are made before any is freed. fail: to start such requests is an error */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096, CU_IS_DEVICE = 2, CU_MEMORY_TYPE = 2 };

static struct message {
    MPI_Request request;
    void *memory, *copy; /* copy: null if MPI takes the memory itself */
    int bytes, receives;
} list[MOST];
static int n, freed;
static int (*type_of)(void *, int, uint64_t), (*read_device)(void *, uint64_t, size_t),
    (*write_device)(uint64_t, const void *, size_t);

static int is(const char *what)
{
    const char *given = getenv("MPI_DEVICE");
    return given && !strcmp(given, what);
}

/* A function of the driver, which the program has loaded. */
static void find(const char *name, void *function)
{
    void *driver = dlopen("libcuda.so.1", RTLD_LAZY), *found = driver ? dlsym(driver, name) : NULL;
    memcpy(function, &found, sizeof found);
}

static int is_device(const void *memory)
{
    unsigned type = 0;
    if (!type_of) {
        find("cuPointerGetAttribute", &type_of);
        find("cuMemcpyDtoH_v2", &read_device);
        find("cuMemcpyHtoD_v2", &write_device);
    }
    return type_of && !type_of(&type, CU_MEMORY_TYPE, (uint64_t)(uintptr_t)memory) && type == CU_IS_DEVICE;
}

int MPIX_Query_cuda_support(void)
{
    return !is("no");
}

static struct message *add(const void *memory, int bytes, int receives)
{
    struct message *m = &list[n++];
    if (n > MOST) abort();
    *m = (struct message){.memory = (void *)(uintptr_t)memory, .bytes = bytes, .receives = receives};
    if (is_device(memory) && !(m->copy = malloc((size_t)bytes + 1))) abort();
    return m;
}

int MPI_Send_init(const void *memory, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
                  MPI_Request *request)
{
    struct message *m = add(memory, count, 0);
    const int code = PMPI_Send_init(m->copy ? m->copy : memory, count, type, rank, tag, comm, request);
    m->request = *request;
    return code;
}

int MPI_Recv_init(void *memory, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
                  MPI_Request *request)
{
    struct message *m = add(memory, count, 1);
    const int code = PMPI_Recv_init(m->copy ? m->copy : memory, count, type, rank, tag, comm, request);
    m->request = *request;
    return code;
}

static struct message *of(MPI_Request request)
{
    for (int i = 0; i < n; i++)
        if (list[i].request == request) return &list[i];
    return NULL;
}

/* The memory must be complete by now: nothing waits for the device. */
int MPI_Startall(int count, MPI_Request *requests)
{
    if (is("fail") && !freed) return MPI_ERR_INTERN;
    for (int i = 0; i < count; i++) {
        struct message *m = of(requests[i]);
        if (m && m->copy && !m->receives && read_device(m->copy, (uint64_t)(uintptr_t)m->memory, (size_t)m->bytes))
            return MPI_ERR_BUFFER;
    }
    return PMPI_Startall(count, requests);
}

static void deliver(struct message *m)
{
    char *const at = m->copy ? m->copy : m->memory;
    if (is("wrong") && !freed) at[m->bytes / 2] ^= 1;
    if (m->copy && write_device((uint64_t)(uintptr_t)m->memory, m->copy, (size_t)m->bytes)) abort();
}

int MPI_Testall(int count, MPI_Request *requests, int *complete, MPI_Status *statuses)
{
    const int code = PMPI_Testall(count, requests, complete, statuses);
    for (int i = 0; i < count && !code && *complete; i++) {
        struct message *m = requests[i] == MPI_REQUEST_NULL ? NULL : of(requests[i]);
        if (m && m->receives) deliver(m);
    }
    return code;
}

int MPI_Request_free(MPI_Request *request)
{
    struct message *m = of(*request);
    const int code = PMPI_Request_free(request);
    freed = 1;
    if (!m) return code;
    free(m->copy);
    *m = list[--n];
    return code;
}
