/* batches_alone_cuda.h - the words of batches_cuda.h for blocks that take one batch each. */
#define BODY_AHEAD         {
#define BATCHES(g, n, next) { const int g = first_ + (int)blockIdx.x;
#define END_BODY           }
