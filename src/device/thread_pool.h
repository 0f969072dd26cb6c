/* A pool of threads that run kernels on the CPU. OpenMP's threads are not used, because they spin
 * for milliseconds while they wait; on a busy machine that takes time from the very threads for
 * which they wait. These spin for a short while and then sleep, whatever the environment says, even
 * if the calling program initialized OpenMP before. Their stacks also have a size of our choice.
 *
 * A pool belongs to one device and is used by one thread at a time: create, run as often as needed,
 * destroy. In a child of fork it creates its threads again when it is next used. */
#ifndef ND_THREAD_POOL_H
#define ND_THREAD_POOL_H

/* Thread i of n does its part. */
typedef void (*nd_thread_pool_work)(void *context, int i, int n);

struct nd_thread_pool;

/* threads: the size of the pool, the caller included. The pool is smaller, with a warning, if the system does
 * not let so many threads be created. */
int nd_thread_pool_create(struct nd_thread_pool **pool, int threads);
void nd_thread_pool_destroy(struct nd_thread_pool *pool);
int nd_thread_pool_size(const struct nd_thread_pool *pool);
/* Calls work for i = 0 ... n - 1, n at most the size, and returns when all calls have returned. */
void nd_thread_pool_run(struct nd_thread_pool *pool, int n, nd_thread_pool_work work, void *context);

#endif
