/* cooperative_cuda.h - words of launches whose blocks wait for each other, in CUDA C: all of them run at the same
 * time. What a thread wrote before STORE_RELEASE, and what others of its block wrote before a BARRIER before it,
 * is seen by whoever reads the new value by LOAD_ACQUIRE, and by its block after another BARRIER. */
#define COOPERATIVE extern "C" __device__ char nudge_cooperative = 1; /* a name for cuda.c to find */
#define THREAD_PAUSE
INLINE unsigned load_acquire(const unsigned *p)
{
    unsigned value;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
    return value;
}
INLINE void store_release(unsigned *p, unsigned value)
{
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(p), "r"(value) : "memory");
}
#define LOAD_ACQUIRE(p)     load_acquire(p)
#define STORE_RELEASE(p, v) store_release(p, v)
