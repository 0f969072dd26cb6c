#include "tune/baseline.h"

/* The library is built for any processor of its kind; these loops are built for each register
 * width, and the widest that is there is taken. */
#define TARGET  /* the compiler's default target */
#define VECTORS "16-byte vectors"
#define REAL    float
#define LANES   4
#define ROWS    2
#define NAME(x) x##_float_16
#include "tune/baseline_loops.inc"
#define REAL    double
#define LANES   2
#define ROWS    2
#define NAME(x) x##_double_16
#include "tune/baseline_loops.inc"
#undef TARGET
#undef VECTORS

#ifdef __x86_64__
#define TARGET  __attribute__((target("avx2,fma,bmi2")))
#define VECTORS "avx2"
#define REAL    float
#define LANES   8
#define ROWS    2
#define NAME(x) x##_float_32
#include "tune/baseline_loops.inc"
#define REAL    double
#define LANES   4
#define ROWS    2
#define NAME(x) x##_double_32
#include "tune/baseline_loops.inc"
#undef TARGET
#undef VECTORS

#define TARGET  __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma,bmi2")))
#define VECTORS "avx512"
#define REAL    float
#define LANES   16
#define ROWS    4
#define NAME(x) x##_float_64
#include "tune/baseline_loops.inc"
#define REAL    double
#define LANES   8
#define ROWS    4
#define NAME(x) x##_double_64
#include "tune/baseline_loops.inc"
#endif

static int has_vectors(int bytes)
{
#ifdef __x86_64__
    if (bytes == 32)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
               __builtin_cpu_supports("bmi2");
    if (bytes == 64)
        return has_vectors(32) && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
#endif
    return bytes == 16;
}

const struct nd_baseline_loops *nd_baseline_find_loops(int single, int vector_bytes)
{
    static const struct nd_baseline_loops *const loops[] = {
#ifdef __x86_64__
        &loops_float_64, &loops_double_64, &loops_float_32, &loops_double_32,
#endif
        &loops_float_16, &loops_double_16,
    };
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
        const int bytes = loops[i]->lanes * (int)loops[i]->real;
        if ((loops[i]->real == sizeof(float)) != !!single || !has_vectors(bytes)) continue;
        if (vector_bytes == 0 || vector_bytes == bytes) return loops[i];
    }
    return NULL;
}
