/* dialect.h - one kernel text for C, OpenCL C and CUDA C; doc/kernels.md explains it.
 *
 *   #define PARAMS(P) P(GLOBAL const real *, q) P(int, K)
 *   KERNEL(name)
 *   GROUPS(g)                a thread block; on the CPU a loop over a range of them
 *       LOCAL real f[64];    shared by the items of the group
 *       SHARED(f, 64)        the same for one array of reals that may be larger than LOCAL allows
 *       ITEMS(i, n) ... END  i = 0 ... n-1 spread over the items; on the CPU a loop
 *       THREAD(t) ... END    each of the THREADS items of the group once
 *       BARRIER              between phases
 *       ANEW(i)              compilers forget what they know of this int, so that what follows from it is computed here and not kept
 *       PRIVATE(real, v, 4)  numbers that an item keeps from one THREAD to the next, where OWN(real, v, t) names them
 *   END
 *   END_KERNEL
 *
 * A kernel whose groups shall take one batch after the other, so that what they keep lasts, begins with BODY instead, then
 * SHARED, PRIVATE and LOCAL int next, then BATCHES(g, n, next) ... END in the place of GROUPS, where n counts all batches, and ends with
 * END_BODY. In each batch DRAW(next, tickets, n) says once which is the group's next one, n or more when there is none left; items know it after
 * the BARRIER that follows, and there is another one before the next DRAW. Groups draw because they are not equally fast: with equal shares the
 * slow ones would come last, and far from where the others are in memory. tickets counts them, from 0 to 0 in every launch.
 *
 * A kernel whose text says OVERLAPS (after its PARAMS) may begin while the last groups of the launch before are at work, each of which has
 * passed its EARLIER_DONE then: that waits until all earlier launches have ended. GROUPS and BODY say it first of all. GROUPS_AHEAD and
 * BODY_AHEAD leave it to the kernel, whose items say it once, outside of ITEMS and THREAD; before it they read nothing that the launch before
 * writes, and what the one before that wrote as volatile only; and write nothing that the launch before reads or writes. Such a kernel must not
 * call const and RESTRICT at once what earlier launches write: compilers may then read it before they waited.
 *
 * Nothing but ITEMS and THREAD may depend on the item, so that on the CPU each phase is a plain loop. A kernel whose
 * groups have a fixed number of items is told so by THREADS. */

#if defined(__OPENCL_VERSION__) && defined(cl_khr_fp64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#if SINGLE
typedef float real;
#else
typedef double real;
#endif
#define REAL(x) ((real)(x))
#if NARROW
typedef real wide; /* for kernels that call a law's functions at every stage */
#elif defined(__OPENCL_VERSION__) && !defined(cl_khr_fp64)
typedef float wide; /* the widest type that there is */
#else
typedef double wide;
#endif

#if defined(__OPENCL_VERSION__) /* ------------------------------------------------------------- OpenCL C */
#define GLOBAL __global
#define LOCAL  __local
#define NEAR   __local /* what points to shared memory */
/* Compilers put the address of a __local array into a function that they do not inline, and PoCL 3.1 then gives that function an
 * array of its own. */
#define INLINE static inline __attribute__((always_inline))
typedef long int64;
#define RESTRICT restrict
#define ALIGNED(p) (p)
#define PARAM_(type, name) , type name
#ifdef THREADS
#define KERNEL(name)       __kernel __attribute__((reqd_work_group_size(THREADS, 1, 1))) void name(int groups_ PARAMS(PARAM_))
#define ITEMS_COUNT_       THREADS
#else
#define KERNEL(name)       __kernel void name(int groups_ PARAMS(PARAM_))
#define ITEMS_COUNT_       (int)get_local_size(0)
#endif
#define END_KERNEL /* GROUPS is the body: LOCAL must stand in the outermost scope */
#define OVERLAPS
#define GROUPS_AHEAD(g)    { const int g = (int)get_group_id(0);
#define BODY_AHEAD         {
#define EARLIER_DONE
#if RESIDENT
#define BATCHES(g, n, next) for (int g = (int)get_group_id(0); g < (n); g += (int)get_num_groups(0)) {
#else
#define BATCHES(g, n, next) { const int g = (int)get_group_id(0);
#endif
#define FIRST_BATCH        (int)get_group_id(0)
#define DRAW(next, tickets, n)
#define END_BODY           }
#define ITEMS(i, n)        for (int i = (int)get_local_id(0); i < (n); i += ITEMS_COUNT_) {
#define THREAD(t)          { const int t = (int)get_local_id(0);
#define SHARED(name, n)    __local real name[n] __attribute__((aligned(16)));
#define PRIVATE(type, name, n) type name[n];
#define OWN(type, name, t)
#define BARRIER            barrier(CLK_LOCAL_MEM_FENCE);
#define ANEW(i)
#define UNROLL
#define UNROLL_BY(n)

#elif defined(__CUDACC__) /* ----------------------------------------------------------------------- CUDA C */
#define GLOBAL
#define LOCAL  __shared__
#define NEAR
#define INLINE static __device__ __forceinline__
typedef long long int64;
#define RESTRICT __restrict__
#define ALIGNED(p) ((const real *)__builtin_assume_aligned(p, 16)) /* the beginning of an array */
#define PARAM_(type, name) , type name
#ifdef THREADS
#ifdef TOGETHER /* groups that a multiprocessor shall hold: what bounds an item's registers */
#define BOUNDS_            __launch_bounds__(THREADS, TOGETHER)
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
#if RESIDENT
#define BATCHES(g, n, next) for (int g = (int)blockIdx.x; g < (n); g = next) {
/* By the item that has the least to do. Every batch draws once, so that the last of n tickets makes the counter 0. */
#define DRAW(next, tickets, n) if (threadIdx.x == THREADS - 1) next = (int)(gridDim.x + atomicInc(tickets, (unsigned)(n) - 1));
#else
#define BATCHES(g, n, next) { const int g = (int)blockIdx.x;
#define DRAW(next, tickets, n)
#endif
#define FIRST_BATCH        (int)blockIdx.x
#define END_BODY           }
#define ITEMS(i, n)        for (int i = (int)threadIdx.x; i < (n); i += ITEMS_COUNT_) {
#define THREAD(t)          { const int t = (int)threadIdx.x;
#define SHARED(name, n)    extern __shared__ __align__(128) real name[];
#define PRIVATE(type, name, n) type name[n];
#define OWN(type, name, t)
#define BARRIER            __syncthreads();
#define ANEW(i)            asm volatile("" : "+r"(i));
#define PRAGMA_(text)      _Pragma(#text)
#define UNROLL             _Pragma("unroll")
#define UNROLL_BY(n)       PRAGMA_(unroll n)

#elif defined(ITEMS_AS_THREADS) /* -------------------------------------------- tests: C, an item a thread of its own */
#include "items-as-threads.h"

#else /* ------------------------------------------------------------------------------------------ C17, GNU */
#include <math.h>
#define GLOBAL
#define LOCAL
#define NEAR
#define INLINE static inline __attribute__((always_inline))
typedef long long int64;
#define RESTRICT restrict
#define ALIGNED(p) (p)
#define PARAM_(type, name) type name = *(type *)*arg_++;
#define KERNEL(name)       void name(long first_, long last_, void **arg_) { PARAMS(PARAM_)
#define END_KERNEL         }
#define OVERLAPS
#define GROUPS_AHEAD(g)    for (long g = first_; g < last_; g++) {
#define BODY_AHEAD
#define EARLIER_DONE
#define BATCHES(g, n, next) for (long g = first_; g < last_; g++) {
#define FIRST_BATCH        first_
#define DRAW(next, tickets, n) next = (int)g + 1;
#define END_BODY
#define GROUPS_END         last_ /* one past this thread's last; C only */
#define ITEMS(i, n)        for (int i = 0; i < (n); i++) {
#define THREAD(t)          for (int t = 0; t < THREADS; t++) {
#define SHARED(name, n)    real name[n] __attribute__((aligned(64)));
#define PRIVATE(type, name, n) type name##_of_all[THREADS][n];
#define OWN(type, name, t) type *name = name##_of_all[t];
#define BARRIER
#define ANEW(i)
#define UNROLL             _Pragma("GCC unroll 64")
#define UNROLL_BY(n)
#endif
#define GROUPS(g) GROUPS_AHEAD(g) EARLIER_DONE
#define BODY      BODY_AHEAD EARLIER_DONE
#define END       }

/* A lane is the number that law functions compute with: one real, or on a CPU one real of each of LANES elements. */
#if LANES > 1
typedef real lane __attribute__((vector_size(LANES * sizeof(real))));
#define ZERO ((lane){0})
/* A store that does not bring the line into the cache first. In the compilers' own words: reading <immintrin.h> takes
 * longer than compiling most kernels. */
#if LANES * (SINGLE ? 4 : 8) == 64 && defined(__AVX512F__)
#define STREAM __builtin_ia32_movntdq512
#elif LANES * (SINGLE ? 4 : 8) == 32 && defined(__AVX__)
#define STREAM __builtin_ia32_movntdq256
#elif LANES * (SINGLE ? 4 : 8) == 16 && defined(__SSE2__)
#define STREAM __builtin_ia32_movntdq
#endif
typedef long long streamed __attribute__((vector_size(LANES * sizeof(real)), may_alias));
INLINE void stream(lane *to, lane value)
{
#if defined(__clang__) && defined(__SSE2__)
    __builtin_nontemporal_store(value, to);
#elif defined(STREAM)
    STREAM((streamed *)to, (streamed)value);
#else
    *to = value;
#endif
}
/* Streamed values are seen by other threads after this. */
INLINE void stream_end(void)
{
#if defined(__SSE2__)
    __builtin_ia32_sfence();
#endif
}
/* Functions of each number of a lane, for laws. */
INLINE lane magnitude(lane x)
{
    lane y;
    for (int i = 0; i < LANES; i++) y[i] = x[i] < 0 ? -x[i] : x[i];
    return y;
}
INLINE lane root(lane x)
{
    lane y;
    for (int i = 0; i < LANES; i++) y[i] = sqrt(x[i]);
    return y;
}
#else
typedef real lane;
#define ZERO REAL(0)
INLINE lane magnitude(lane x)
{
    return x < 0 ? -x : x;
}
INLINE lane root(lane x)
{
    return sqrt(x);
}
#endif

/* What kernels ask every law for. A law whose functions are others gets the compiler's message in its own line; C++ would take them for
 * further functions of the same names. */
#ifndef __cplusplus
INLINE void law_medium(const real *material, real *m);
INLINE real law_speed(const real *m);
INLINE lane law_energy(const lane *m, const lane *q);
INLINE void law_volume(const lane *m, const lane *dq, lane *rate);
INLINE void law_flux(const lane *n, const lane *mM, const lane *mP, const lane *qM, const lane *qP, lane upwind, lane *flux);
INLINE real law_boundary(int condition, const real *n, const real *m, const real *qM, real *qP, real upwind);
#endif

/* Address of (element slot e, field f, node n): a block size and four strides; see layout/layout.h. */
#define ADDRESS(e, f, n)                                                                                     \
    ((int64)((e) / BLOCK) * STRIDE_B + (int64)(f) * stride_f + (int64)(n) * STRIDE_N + (int64)((e) % BLOCK) * STRIDE_L)
