/* The number of threads that the library uses. The first of these that applies: nudge_threads_set;
 * OMP_NUM_THREADS or omp_set_num_threads of the calling program; one thread per processor that the
 * affinity mask and the control groups allow. */
#ifndef ND_THREADS_H
#define ND_THREADS_H

#include <stddef.h>

enum nd_threads_why {
    ND_THREADS_CORES,    /* one per core of the machine */
    ND_THREADS_AFFINITY, /* one per core of the affinity mask, which has fewer */
    ND_THREADS_QUOTA,    /* the CPU time that the control groups allow, which is less */
    ND_THREADS_OPENMP,   /* OMP_NUM_THREADS or omp_set_num_threads */
    ND_THREADS_SET,      /* nudge_threads_set */
};

struct nd_threads {
    int n;     /* threads in use */
    int asked; /* the requested number; n if none was requested */
    int cores; /* processors that this process may use */
    enum nd_threads_why why;
};

/* Decides again on each call, because the inputs may change. Ignores a number far above that of the
 * cores and warns about it once per process. */
struct nd_threads nd_threads_get(void);

/* Makes OpenMP use that many threads in the parallel regions of the calling thread, or fewer, with a
 * warning, if the system does not let it create so many. Returns a value for nd_threads_leave, which
 * undoes it. Nested calls do nothing. */
int nd_threads_enter(void);
void nd_threads_leave(int before);

/* How many of n threads can be created. OpenMP ends the process when it cannot create one. */
int nd_threads_creatable(int n);

/* How many times this process was forked from one that had called this function: threads that were created when
 * the value was lower do not exist. A pool of threads compares it before each use. From the first call on,
 * fork also ends OpenMP's waiting threads, which the child could not use; both processes create new ones. */
int nd_threads_forks(void);

/* The limit of the calling thread's stack in bytes; 0 if unknown. */
size_t nd_stack_bytes(void);
/* Parses OMP_STACKSIZE as OpenMP does: "16k", "2 M", "4096" (kilobytes). Returns bytes, or 0 if text is
 * null or invalid. */
size_t nd_stack_parse(const char *text);

#endif
