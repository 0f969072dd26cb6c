/* How many threads the library uses, and why. In this order: nudge_threads_set; OMP_NUM_THREADS, or what the program around the
 * library told OpenMP; one per processor that the affinity mask and the control groups allow. */
#ifndef ND_THREADS_H
#define ND_THREADS_H

#include <stddef.h>

enum nd_threads_why {
    ND_THREADS_CORES,    /* one per core of the machine */
    ND_THREADS_AFFINITY, /* one per core of the affinity mask, which has fewer */
    ND_THREADS_QUOTA,    /* as much time as the control groups allow, which is less */
    ND_THREADS_OPENMP,   /* OMP_NUM_THREADS or omp_set_num_threads */
    ND_THREADS_SET,      /* nudge_threads_set */
};

struct nd_threads {
    int n;     /* threads that are used */
    int asked; /* that were asked for; n where nobody asked */
    int cores; /* that this process may use */
    enum nd_threads_why why;
};

/* Decides anew on each call, for what it depends on may change. A number far above that of the cores is not used; a warning tells, once
 * per process. */
struct nd_threads nd_threads_get(void);

/* Whom warnings name that speak of the number of nudge_threads_set, as "--threads"; must stay valid. */
void nd_threads_name(const char *who);

/* Makes OpenMP use that many threads in the parallel regions of the calling thread, or fewer where the system does not let so many be
 * created; a warning tells. Returns what nd_threads_leave needs to undo it; calls within each other do nothing. */
int nd_threads_enter(void);
void nd_threads_leave(int before);

/* How many of n threads OpenMP can create: it ends the process where it creates more. */
int nd_threads_creatable(int n);

/* Bytes that the stack of the calling thread may grow to; 0: not known. */
size_t nd_stack_bytes(void);
/* As OpenMP reads OMP_STACKSIZE: "16k", "2 M", "4096" (kilobytes). 0: null or no such text. */
size_t nd_stack_parse(const char *text);

#endif
