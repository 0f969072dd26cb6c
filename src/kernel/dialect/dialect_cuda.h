/* dialect_cuda.h - the words of kernels (doc/reference/kernel-dialect.md) in CUDA C. The host makes
 * BOUNDS, which limits the registers of a thread, and THREAD_COUNT. */
#define REAL(x) ((real)(x))
typedef uint4 word4;
#define GLOBAL
#define LOCAL  __shared__
#define NEAR
#define INLINE static __device__ __forceinline__
typedef long long int64;
#define RESTRICT __restrict__
#define ALIGNED(p) ((const real *)__builtin_assume_aligned(p, 16)) /* the beginning of an array */
#define PARAM_(type, name) , type name
#define KERNEL(name)       extern "C" __global__ void BOUNDS name(int first_ PARAMS(PARAM_))
#define END_KERNEL
#define OVERLAPS           extern "C" __device__ char nudge_overlaps = 1; /* a name for cuda.c to find */
#define FOR_BLOCKS_AHEAD(g) { const int g = first_ + (int)blockIdx.x;
#if __CUDA_ARCH__ >= 900
#define EARLIER_DONE       asm volatile("griddepcontrol.wait;\ngriddepcontrol.launch_dependents;" ::: "memory");
#else
#define EARLIER_DONE
#endif
#define FOR_BLOCKS(g)      FOR_BLOCKS_AHEAD(g) EARLIER_DONE
#define END                }
#define FOR_THREADS(i, n)  for (int i = (int)threadIdx.x; i < (n); i += THREAD_COUNT) {
#define THREAD(t)          { const int t = (int)threadIdx.x;
#define SHARED(name, n)    extern __shared__ __align__(128) real name[];
#define PRIVATE(type, name, n) type name[n];
#define OWN(type, mine, all, n, t) type *mine = all;
#define KEEPS_PRIVATE      1
#define BARRIER            __syncthreads();
#define OPAQUE(i)          asm volatile("" : "+r"(i));
#define PRAGMA_(text)      _Pragma(#text)
#define UNROLL             _Pragma("unroll")
#define UNROLL_BY(n)       PRAGMA_(unroll n)
#define LOAD_ONCE(p)     __ldcs(p)
#define STORE_ONCE(p, v) __stcs(p, v)
#define IN_STEP(n)                                                                                           \
    __syncwarp((n) >= 32 ? ~0u : ((1u << ((n) % 32)) - 1u) << ((int)threadIdx.x % 32 / (n) * (n)));
