/* async_load_cuda.h - bulk copies from global memory to a block, which run beside its threads, from
 * compute capability 9.0 on. doc/reference/kernel-dialect.md explains the words. */
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
#define PREFETCH(from, n)                                                                                    \
    if (threadIdx.x == 0) {                                                                                  \
        unsigned long long once_;                                                                            \
        asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(once_));                 \
        asm volatile("cp.async.bulk.prefetch.L2.global.L2::cache_hint [%0], %1, %2;" ::"l"(from),           \
                     "r"((unsigned)(n)), "l"(once_) : "memory");                                            \
    }
