/* tensor.h - products of small matrices, by the 32 items of a warp together; before the texts that ask for it. GPUs have
 * instructions for them: in double precision from compute capability 8.0 on, larger ones from 9.0 on, in single precision by
 * TF32 from 8.0 on. Elsewhere, and in single precision where TF32 is 0, loops mean the same.
 *
 *   real d[4]                     of a product's 16 rows by 8 columns: item 4 g + c of the warp has rows g (d[0], d[1])
 *                                 and g + 8 (d[2], d[3]), columns c and c + 4
 *   left_load(a, upper, lower, c) 16 rows by 8: rows g and g + 8 begin at upper and at lower in shared memory
 *   right_load(b, at, item)       8 by 8: a fragment, RIGHT reals an item, as elem/fragments.h orders them
 *   multiply(d, a, b, negative, piece) d += a b, or d -= a b; one of PIECES of the sum, so that loops need few registers
 *
 * All items of a warp must call them together. FRAGMENT says where fragments are: NEAR or GLOBAL.
 *
 * TF32 has 11 bits, so each number is split in two, high + low, and of the four products that of the low ones is left out:
 * what is lost is about 2^-22 of each term, to which the instruction adds its own rounding. */
#if SINGLE && TF32
#define SPLIT 1
#define RIGHT 4 /* high, high, low, low */
#else
#define SPLIT 0
#define RIGHT 2
#endif
#if defined(__CUDACC__) && __CUDA_ARCH__ >= 800 && (!SINGLE || TF32)
#define HAS_TENSOR 1
#define PIECES     1
#else
#define HAS_TENSOR 0
#define PIECES     4
#endif
#if NEAR_OPERATORS
#define FRAGMENT NEAR
#else
#define FRAGMENT GLOBAL
#endif

/* Rounded to TF32, halves away from zero. */
#if SPLIT
#if HAS_TENSOR
INLINE float tf32(float x)
{
    unsigned bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
    return __uint_as_float(bits);
}
#elif defined(__CUDACC__)
INLINE float tf32(float x) { return __uint_as_float((__float_as_uint(x) + 0x1000u) & 0xffffe000u); }
#elif defined(__OPENCL_VERSION__)
INLINE float tf32(float x) { return as_float((as_uint(x) + 0x1000u) & 0xffffe000u); }
#else
INLINE float tf32(float x)
{
    union { float f; unsigned bits; } u = {x};
    u.bits = (u.bits + 0x1000u) & 0xffffe000u;
    return u.f;
}
#endif
#endif

#if HAS_TENSOR && SPLIT /* ------------------------------------------------------------------------------- TF32 */
struct left { float high[4], low[4]; };
struct right { float4 v; };

INLINE void left_load(struct left *a, const real *upper, const real *lower, int c)
{
    const real v[4] = {upper[c], lower[c], upper[c + 4], lower[c + 4]};
    UNROLL for (int i = 0; i < 4; i++) a->high[i] = tf32(v[i]), a->low[i] = v[i] - a->high[i];
}

INLINE void right_load(struct right *b, const real *at, int item) { b->v = ((const float4 *)at)[item]; }

/* rows g, g + 8, g, g + 8 of columns c, c, c + 4, c + 4; rows c, c + 4 of column g; the result's columns 2 c, 2 c + 1. */
INLINE void multiply_tf32(real *d, const float *a, float b0, float b1, unsigned sign)
{
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(__float_as_uint(a[0]) ^ sign), "r"(__float_as_uint(a[1]) ^ sign), "r"(__float_as_uint(a[2]) ^ sign),
                   "r"(__float_as_uint(a[3]) ^ sign), "r"(__float_as_uint(b0)), "r"(__float_as_uint(b1)));
}

INLINE void multiply(real *d, const struct left *a, const struct right *b, int negative, int piece)
{
    (void)piece;
    const unsigned sign = negative ? 0x80000000u : 0;
    multiply_tf32(d, a->low, b->v.x, b->v.y, sign);
    multiply_tf32(d, a->high, b->v.z, b->v.w, sign);
    multiply_tf32(d, a->high, b->v.x, b->v.y, sign);
}

#elif HAS_TENSOR /* -------------------------------------------------------------------------------- double precision */
struct left { real v[4]; };
struct right { real2 v; };

INLINE void left_load(struct left *a, const real *upper, const real *lower, int c)
{
    a->v[0] = upper[c], a->v[1] = lower[c], a->v[2] = upper[c + 4], a->v[3] = lower[c + 4];
}

INLINE void right_load(struct right *b, const real *at, int item) { b->v = ((const real2 *)at)[item]; }

/* The sign by an integer operation: those of doubles are what the matrix instruction needs. */
INLINE double signed_as(double x, int negative)
{
    return negative ? __hiloint2double(__double2hiint(x) ^ (int)0x80000000u, __double2loint(x)) : x;
}

INLINE void multiply(real *d, const struct left *a, const struct right *b, int negative, int piece)
{
    (void)piece;
    const double a0 = signed_as(a->v[0], negative), a1 = signed_as(a->v[1], negative), a2 = signed_as(a->v[2], negative),
                 a3 = signed_as(a->v[3], negative);
#if __CUDA_ARCH__ >= 900
    /* Fragments as TF32's. */
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
                 : "d"(a0), "d"(a1), "d"(a2), "d"(a3), "d"(b->v.x), "d"(b->v.y));
#else
    /* Row g of column c; row c of column g; columns 2 c, 2 c + 1 of row g: a quarter of the larger one. */
#define QUARTER(d0, d1, a, b)                                                                                \
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(d0), "+d"(d1) : "d"(a), "d"(b))
    QUARTER(d[0], d[1], a0, b->v.x);
    QUARTER(d[2], d[3], a1, b->v.x);
    QUARTER(d[0], d[1], a2, b->v.y);
    QUARTER(d[2], d[3], a3, b->v.y);
#endif
}

#else /* --------------------------------------------------------------------------------------- loops: an item by itself */
struct left { NEAR const real *upper, *lower; };
struct right { FRAGMENT const real *at; };

INLINE void left_load(struct left *a, NEAR const real *upper, NEAR const real *lower, int c)
{
    (void)c;
    a->upper = upper, a->lower = lower;
}

/* Columns 2 c and 2 c + 1 of the fragment: those of items 8 c ... 8 c + 3 and of the next four. */
INLINE void right_load(struct right *b, FRAGMENT const real *at, int item) { b->at = at + item % 4 * 8 * RIGHT; }

INLINE real term(real a, FRAGMENT const real *b)
{
#if SPLIT
    const real high = tf32(a), low = a - high;
    return low * b[0] + high * b[2] + high * b[0];
#else
    return a * b[0];
#endif
}

INLINE void multiply(real *d, const struct left *a, const struct right *b, int negative, int piece)
{
    UNROLL for (int x = 0; x < 2; x++) {
        const int k = piece + 4 * x;
        FRAGMENT const real *first = b->at + piece * RIGHT + x, *second = first + 4 * RIGHT;
        const real upper = negative ? -a->upper[k] : a->upper[k], lower = negative ? -a->lower[k] : a->lower[k];
        d[0] += term(upper, first), d[1] += term(upper, second);
        d[2] += term(lower, first), d[3] += term(lower, second);
    }
}
#endif
