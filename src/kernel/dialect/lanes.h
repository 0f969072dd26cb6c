/* lanes.h - the number that law functions compute with, where kernels have LANES > 1: a vector, one
 * real of each of LANES elements. */
typedef real lane __attribute__((vector_size(LANES * sizeof(real))));
#define ZERO ((lane){0})
/* A store that does not bring the line into the cache first. In the compilers' own words: reading
 * <immintrin.h> takes longer than compiling most kernels. */
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
