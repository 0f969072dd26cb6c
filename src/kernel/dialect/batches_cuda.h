/* batches_cuda.h - blocks that take one batch after the other, in CUDA C. NEXT_BATCH: by the thread that has the
 * least to do. Every batch from the first to before n counts once: the last one makes the counter 0. */
#define BODY_AHEAD         {
#define BATCHES(g, n, next) for (int g = first_ + (int)blockIdx.x; g < (n); g = next) {
#define FIRST_BATCH        (first_ + (int)blockIdx.x)
#define NEXT_BATCH(next, counter, n) if (threadIdx.x == THREADS - 1) next = first_ + (int)(gridDim.x + atomicInc(counter, (unsigned)((n) - first_) - 1));
#define END_BODY           }
