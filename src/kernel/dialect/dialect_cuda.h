/* dialect_cuda.h - the words of dialect.h in CUDA C. */
#if SINGLE
typedef float real;
#else
typedef double real;
#endif
#define REAL(x) ((real)(x))
#if NARROW
typedef real wide; /* for kernels that call a law's functions at every stage */
#else
typedef double wide;
#endif
#if SINGLE
typedef float2 real2;
#else
typedef double2 real2;
#endif
typedef uint4 word4;

#define GLOBAL
#define LOCAL  __shared__
#define NEAR
#define INLINE static __device__ __forceinline__
typedef long long int64;
#define RESTRICT __restrict__
#define ALIGNED(p) ((const real *)__builtin_assume_aligned(p, 16)) /* the beginning of an array */
#define PARAM_(type, name) , type name
#ifdef THREADS
#ifdef MIN_BLOCKS /* groups that a multiprocessor shall hold: what bounds an item's registers */
#define BOUNDS_            __launch_bounds__(THREADS, MIN_BLOCKS)
#else
#define BOUNDS_            __launch_bounds__(THREADS)
#endif
#define KERNEL(name)       extern "C" __global__ void BOUNDS_ name(int groups_ PARAMS(PARAM_))
#define ITEMS_COUNT_       THREADS
#else
#define KERNEL(name)       extern "C" __global__ void name(int groups_ PARAMS(PARAM_))
#define ITEMS_COUNT_       (int)blockDim.x
#endif
#define END_KERNEL
#define OVERLAPS           extern "C" __device__ char nudge_overlaps = 1; /* a name for cuda.c to find */
#define GROUPS_AHEAD(g)    { const int g = (int)blockIdx.x;
#define BODY_AHEAD         {
#if __CUDA_ARCH__ >= 900
#define EARLIER_DONE       asm volatile("griddepcontrol.wait;\ngriddepcontrol.launch_dependents;" ::: "memory");
#else
#define EARLIER_DONE
#endif
#if PERSISTENT
#define BATCHES(g, n, next) for (int g = (int)blockIdx.x; g < (n); g = next) {
/* By the thread that has the least to do. Every batch counts once, so that the last of n makes the counter 0. */
#define NEXT_BATCH(next, counter, n) if (threadIdx.x == THREADS - 1) next = (int)(gridDim.x + atomicInc(counter, (unsigned)(n) - 1));
#else
#define BATCHES(g, n, next) { const int g = (int)blockIdx.x;
#define NEXT_BATCH(next, counter, n)
#endif
#define FIRST_BATCH        (int)blockIdx.x
#define END_BATCHES        }
#define END_BODY           }
#define ITEMS(i, n)        for (int i = (int)threadIdx.x; i < (n); i += ITEMS_COUNT_) {
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
#if __CUDA_ARCH__ >= 900
#define HAS_BULK 1
INLINE unsigned near_address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
struct bulk {
    unsigned long long *barrier;
    unsigned phase;
};
#define BULK(b)                                                                                              \
    __shared__ __align__(8) unsigned long long b##_barrier;                                                  \
    struct bulk b = {&b##_barrier, 0};                                                                       \
    if (threadIdx.x == 0) {                                                                                  \
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(near_address(b.barrier)) : "memory");   \
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");                                  \
    }
INLINE void bulk_from(const unsigned long long *b, void *to, const void *from, unsigned bytes)
{
    if (threadIdx.x) return;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(near_address(b)), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     near_address(to)), "l"(from), "r"(bytes), "r"(near_address(b)) : "memory");
}
#define BULK_FROM(b, to, from, n) bulk_from((b)->barrier, to, from, (unsigned)((n) * sizeof *(to)));
INLINE void bulk_wait(const unsigned long long *b, unsigned phase)
{
    asm volatile("{\n.reg .pred arrived;\nagain: mbarrier.try_wait.parity.shared::cta.b64 arrived, [%0], %1;\n"
                 "@arrived bra there;\nbra again;\nthere:\n}" ::"r"(near_address(b)), "r"(phase) : "memory");
}
#define BULK_WAIT(b) bulk_wait((b)->barrier, (b)->phase), (b)->phase ^= 1;
#define BULK_WRITTEN asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
INLINE void bulk_to(void *to, const void *from, unsigned bytes)
{
    unsigned long long once;
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(once));
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%0], [%1], %2, %3;" ::"l"(to),
                 "r"(near_address(from)), "r"(bytes), "l"(once) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
#define BULK_TO(to, from, n) bulk_to(to, from, (unsigned)((n) * sizeof *(to)));
#define BULK_TAKEN asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
#define PREFETCH(from, n)                                                                                    \
    if (threadIdx.x == 0) {                                                                                  \
        unsigned long long once_;                                                                            \
        asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(once_));                 \
        asm volatile("cp.async.bulk.prefetch.L2.global.L2::cache_hint [%0], %1, %2;" ::"l"(from),           \
                     "r"((unsigned)(n)), "l"(once_) : "memory");                                            \
    }
#endif
