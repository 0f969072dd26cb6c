/* async_store_cuda.h - bulk copies from a block to global memory, as those of async_load_cuda.h. */
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
