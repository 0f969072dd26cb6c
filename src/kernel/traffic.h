/* traffic.h - words for data on its way between memory and a group; after dialect.h in every text. CUDA has instructions for
 * them, the bulk copies from compute capability 9.0 on; elsewhere loops mean the same.
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
#if defined(__OPENCL_VERSION__) || defined(__CUDACC__)
#if SINGLE
typedef float2 real2;
#else
typedef double2 real2;
#endif
typedef uint4 word4;
#else
typedef struct { real x, y; } real2;
typedef struct { unsigned x, y, z, w; } word4;
#endif

#if defined(__OPENCL_VERSION__)
#define LOAD_ONCE(p)     (*(p))
#define STORE_ONCE(p, v) (*(p) = (v))

#elif defined(__CUDACC__)
#define LOAD_ONCE(p)     __ldcs(p)
#define STORE_ONCE(p, v) __stcs(p, v)
#define IN_STEP(n)                                                                                           \
    __syncwarp((n) >= 32 ? ~0u : ((1u << ((n) % 32)) - 1u) << ((int)threadIdx.x % 32 / (n) * (n)));
#if __CUDA_ARCH__ >= 900
#define HAS_BULK 1
INLINE unsigned near_address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
#define BULK(b)                                                                                              \
    __shared__ __align__(8) unsigned long long b;                                                            \
    unsigned b##_phase = 0;                                                                                  \
    if (threadIdx.x == 0) {                                                                                  \
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(near_address(&b)) : "memory");          \
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");                                  \
    }
INLINE void bulk_from(unsigned long long *b, void *to, const void *from, unsigned bytes)
{
    if (threadIdx.x) return;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(near_address(b)), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     near_address(to)), "l"(from), "r"(bytes), "r"(near_address(b)) : "memory");
}
#define BULK_FROM(b, to, from, n) bulk_from(&b, to, from, (unsigned)((n) * sizeof *(to)));
INLINE void bulk_wait(unsigned long long *b, unsigned phase)
{
    asm volatile("{\n.reg .pred arrived;\nagain: mbarrier.try_wait.parity.shared::cta.b64 arrived, [%0], %1;\n"
                 "@arrived bra there;\nbra again;\nthere:\n}" ::"r"(near_address(b)), "r"(phase) : "memory");
}
#define BULK_WAIT(b) bulk_wait(&b, b##_phase), b##_phase ^= 1;
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

#elif !defined(ITEMS_AS_THREADS) /* C */
#define LOAD_ONCE(p)     (*(p))
#define STORE_ONCE(p, v) (*(p) = (v))
#endif

#ifndef HAS_BULK
#define HAS_BULK 0
#define BULK(b)
#define BULK_FROM(b, to, from, n) ITEMS(bulk_, n) (to)[bulk_] = (from)[bulk_]; END
#define BULK_WAIT(b)
#define PREFETCH(from, n)
#endif
#ifndef IN_STEP
#define OUT_OF_STEP 1
#define IN_STEP(n)
#endif
