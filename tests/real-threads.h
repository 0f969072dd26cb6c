/* The kernel dialect with a thread of the system for every thread of a block, so that those that do not wait for each
 * other run apart, as on a GPU, and a thread sanitizer sees it. t428 pastes it in the place of dialect_c.h,
 * batches_c.h, async_load_cuda.h, async_store_cuda.h and cooperative_cuda.h; real-threads.c and real-blocks.c run it.
 *
 * Another thread makes bulk copies some time later, so that a missing wait is found. */
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

extern _Thread_local int thread_;
struct meeting {
    atomic_int count, turn;
};
extern struct meeting block_, warp_[1024];
void earlier_done(void); /* fields and residuals are there after it */

/* All n of them come before one goes on. */
static void meet(struct meeting *m, int n)
{
    const int turn = atomic_load(&m->turn);
    if (atomic_fetch_add(&m->count, 1) == n - 1) {
        atomic_store(&m->count, 0);
        atomic_fetch_add(&m->turn, 1);
    } else
        while (atomic_load(&m->turn) == turn) sched_yield();
}

#define REAL(x) ((real)(x))
typedef struct {
    real x, y;
} real2;
typedef struct {
    unsigned x, y, z, w;
} word4;
#define GLOBAL
#define LOCAL static
#define NEAR
#define INLINE static inline
typedef long long int64;
#define RESTRICT
#define ALIGNED(p)         (p)
#define PARAM_(type, name) , type name
#define KERNEL(name)                                                                                         \
    void name(int number_, int blocks_ PARAMS(PARAM_))                                                       \
    {
#define END_KERNEL }
#define OVERLAPS
#define FOR_BLOCKS_AHEAD(g)                                                                                  \
    {                                                                                                        \
        const int g = number_;
#define BODY_AHEAD   {
#define EARLIER_DONE earlier_done();
#if PERSISTENT && !defined(ALL_BLOCKS)
#define BATCHES(g, n, next) for (int g = number_; g < (n); g = next) {
#else
#define BATCHES(g, n, next)                                                                                  \
    {                                                                                                        \
        const int g = number_;
#endif
/* Blocks come one after the other: the first draws all that there are. */
#define NEXT_BATCH(next, counter, n)                                                                         \
    if (thread_ == THREADS - 1)                                                                              \
        next = blocks_ + (int)*(counter), *(counter) = (*(counter) + 1) % (unsigned)(n);
#define END               }
#define FIRST_BATCH       number_
#define END_BODY          }
#define FOR_THREADS(i, n) for (int i = thread_; i < (n); i += THREADS) {
#define THREAD(t)                                                                                            \
    {                                                                                                        \
        const int t = thread_;
#define SHARED(name, n)            static real name[n] __attribute__((aligned(128)));
#define PRIVATE(type, name, n)     type name[n];
#define OWN(type, mine, all, n, t) type *mine = all;
#define KEEPS_PRIVATE              1
#define BARRIER                    meet(&block_, THREADS);
#define OPAQUE(i)
#define UNROLL
#define UNROLL_BY(n)

#define LOAD_ONCE(p)     (*(p))
#define STORE_ONCE(p, v) (*(p) = (v))
#define IN_STEP(n)       meet(&warp_[thread_ / ((n) < 32 ? (n) : 32)], (n) < 32 ? (n) : 32);
#define COOPERATIVE
#define THREAD_PAUSE        sched_yield()
#define LOAD_ACQUIRE(p)     __atomic_load_n(p, __ATOMIC_ACQUIRE)
#define STORE_RELEASE(p, v) __atomic_store_n(p, v, __ATOMIC_RELEASE)
#define PREFETCH(from, n)
struct bulk {
    atomic_int *arrived;
    int seen;
};
struct copying {
    void *to;
    const void *from;
    size_t n;
    atomic_int *arrived;
};
static void *copy_now(void *argument)
{
    struct copying *c = argument;
    sched_yield();
    memcpy(c->to, c->from, c->n);
    atomic_fetch_add(c->arrived, 1);
    free(c);
    return NULL;
}
static void copy_later(void *to, const void *from, size_t n, atomic_int *arrived)
{
    pthread_t thread;
    struct copying *c = malloc(sizeof *c);
    if (!c) abort();
    *c = (struct copying){to, from, n, arrived};
    if (pthread_create(&thread, NULL, copy_now, c) || pthread_detach(thread)) abort();
}
static void copy_await(atomic_int *arrived, int number)
{
    while (atomic_load(arrived) < number) sched_yield();
}

#define BULK(b)                                                                                              \
    static atomic_int b##_arrived[4096]; /* of each block */                                                 \
    struct bulk b = {&b##_arrived[number_], 0};
#define BULK_FROM(b, to, from, n)                                                                            \
    if (thread_ == 0) copy_later((void *)(to), (from), (n) * sizeof *(to), (b)->arrived);
#define BULK_WAIT(b) copy_await((b)->arrived, ++(b)->seen);
extern _Thread_local atomic_int written_;
extern _Thread_local int writing_;
#define BULK_WRITTEN
#define BULK_TO(to, from, n) copy_later((to), (from), (n) * sizeof *(to), &written_), writing_++;
#define BULK_TAKEN           copy_await(&written_, writing_);
