/* dialect_opencl.h - the words of kernels (doc/reference/kernel-dialect.md) in OpenCL C. The host makes
 * BOUNDS and THREAD_COUNT. */
#if defined(cl_khr_fp64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#if SINGLE
typedef float real;
#else
typedef double real;
#endif
#define REAL(x) ((real)(x))
#if NARROW || !defined(cl_khr_fp64)
typedef real wide; /* for kernels that call a law's functions at every stage, or the widest type that there is */
#else
typedef double wide;
#endif
#if SINGLE
typedef float2 real2;
#else
typedef double2 real2;
#endif
typedef uint4 word4;
#define GLOBAL __global
#define LOCAL  __local
#define NEAR   __local /* what points to shared memory */
/* Compilers put the address of a __local array into a function that they do not inline, and PoCL
 * 3.1 then gives that function an array of its own. */
#define INLINE static inline __attribute__((always_inline))
typedef long int64;
#define RESTRICT restrict
#define ALIGNED(p) (p)
#define PARAM_(type, name) , type name
#define KERNEL(name)       __kernel BOUNDS void name(int first_ PARAMS(PARAM_))
#define END_KERNEL /* FOR_BLOCKS is the body: LOCAL must stand in the outermost scope */
#define OVERLAPS
#define FOR_BLOCKS_AHEAD(g) { const int g = first_ + (int)get_group_id(0);
#define EARLIER_DONE
#define FOR_BLOCKS(g)      FOR_BLOCKS_AHEAD(g)
#define END                }
#define FOR_THREADS(i, n)  for (int i = (int)get_local_id(0); i < (n); i += THREAD_COUNT) {
#define THREAD(t)          { const int t = (int)get_local_id(0);
#define SHARED(name, n)    __local real name[n] __attribute__((aligned(16)));
#define PRIVATE(type, name, n) type name[n];
#define OWN(type, mine, all, n, t) type *mine = all;
/* PoCL 3.1 mixes up what threads keep across a barrier; NVIDIA's compiler does not. */
#define KEEPS_PRIVATE      WARP_BARRIER
#define BARRIER            barrier(CLK_LOCAL_MEM_FENCE);
#if WARP_BARRIER
#define IN_STEP(n)                                                                                           \
    {                                                                                                        \
        const uint lanes_ = (n) >= 32 ? ~0u : ((1u << ((n) % 32)) - 1u) << ((uint)get_local_id(0) % 32 / (n) * (n)); \
        asm volatile("bar.warp.sync %0;" ::"r"(lanes_) : "memory");                                         \
    }
#else
#define IN_STEP(n)
#endif
#define OPAQUE(i)
#define UNROLL
#define UNROLL_BY(n)
#define LOAD_ONCE(p)     (*(p))
#define STORE_ONCE(p, v) (*(p) = (v))
