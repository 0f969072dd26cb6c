/* async_load.h - copies from global memory to a block, by its threads: on devices without bulk copies
 * (async_load_cuda.h). doc/reference/kernel-dialect.md explains the words. */
struct bulk {
    int none;
};
#define BULK(b) struct bulk b = {0};
#define BULK_FROM(b, to, from, n) FOR_THREADS(bulk_, n) (to)[bulk_] = (from)[bulk_]; END
#define BULK_WAIT(b)
#define PREFETCH(from, n)
