/* dialect.h - one kernel text for C, OpenCL C and CUDA C; doc/explanation/kernels.md explains it. dialect_c.h, dialect_opencl.h or dialect_cuda.h, which stands before this
 * file, has the words of one language.
 *
 *   #define PARAMS(P) P(GLOBAL const real *, q) P(int, K)
 *   KERNEL(name)
 *   GROUPS(g)                a thread block; on the CPU a loop over a range of them
 *       LOCAL real f[64];    shared by the items of the group
 *       SHARED(f, 64)        the same for one array of reals that may be larger than LOCAL allows
 *       ITEMS(i, n) ... END  i = 0 ... n-1 spread over the items; on the CPU a loop
 *       THREAD(t) ... END    each of the THREADS items of the group once
 *       BARRIER              between phases
 *       OPAQUE(i)            compilers forget what they know of this int, so that what follows from it is computed here and not kept
 *       PRIVATE(real, v, 4)  numbers that an item keeps from one THREAD to the next, where OWN(real, mine, v, 4, t) points to them
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
 * groups have a fixed number of items is told so by THREADS.
 *
 * Data on its way between memory and a group. CUDA has instructions for it, the bulk copies from compute capability 9.0 on; elsewhere loops mean
 * the same.
 *
 *   real2, word4            two reals, four unsigned words that move together
 *   LOAD_ONCE, STORE_ONCE   of a real or real2 that nothing reads again soon
 *   BULK(b)                 a bulk copy of the group; BULK_FROM(b, to, from, n) starts it, n reals, 16 bytes at a time, when all
 *                           items have passed a BARRIER since they last touched what it writes; after BULK_WAIT(b) all items see
 *                           what it brought. A BARRIER must stand between the two. Numbers may be others than reals.
 *   BULK_TO(to, from, n)    the other way, by the item that says it. BULK_WRITTEN by all before the BARRIER before it; BULK_TAKEN before
 *                           the one after which `from` may change, and before the end. Where there is HAS_BULK only.
 *   PREFETCH(from, n)       n bytes, a multiple of 16, that will be read once and soon
 *   IN_STEP(n)              items in the same n of a row run on only together; OUT_OF_STEP where that cannot be had */

#ifndef HAS_BULK
#define HAS_BULK 0
struct bulk {
    int none;
};
#define BULK(b) struct bulk b = {0};
#define BULK_FROM(b, to, from, n) ITEMS(bulk_, n) (to)[bulk_] = (from)[bulk_]; END
#define BULK_WAIT(b)
#define BULK_TO(to, from, n)
#define BULK_WRITTEN
#define BULK_TAKEN
#define PREFETCH(from, n)
#endif
#ifndef IN_STEP
#define OUT_OF_STEP 1
#define IN_STEP(n)
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
