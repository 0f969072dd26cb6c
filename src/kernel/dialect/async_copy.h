/* async_copy.h - copies between global memory and a block that run beside its threads. CUDA has
 * instructions for it (async_copy_cuda.h); elsewhere loops mean the same.
 *
 *   BULK(b)                      declares a copy, struct bulk b, in a kernel
 *   BULK_FROM(&b, to, from, n)   starts it: n numbers to shared memory, 16 bytes at a time, when all threads have passed a BARRIER since they
 *                                last touched what it writes
 *   BULK_WAIT(&b)                after it, all threads see what the copy brought; a BARRIER must stand between the two
 *   BULK_TO(to, from, n)         the other way, by the thread that says it, where HAS_BULK. BULK_WRITTEN by all threads before the BARRIER before
 *                                it; BULK_TAKEN before the one after which `from` may change, and before the end
 *   PREFETCH(from, n)            brings n bytes, a multiple of 16, that will be read once and soon, into the cache */
#ifndef HAS_BULK
#define HAS_BULK 0
struct bulk {
    int none;
};
#define BULK(b) struct bulk b = {0};
#define BULK_FROM(b, to, from, n) FOR_THREADS(bulk_, n) (to)[bulk_] = (from)[bulk_]; END
#define BULK_WAIT(b)
#define BULK_TO(to, from, n)
#define BULK_WRITTEN
#define BULK_TAKEN
#define PREFETCH(from, n)
#endif
