/* dialect_c.h - the words of kernels (doc/reference/kernel-dialect.md) in C17 with GNU extensions: blocks
 * and threads are loops. */
#define REAL(x) ((real)(x))
typedef struct { real x, y; } real2;
typedef struct { unsigned x, y, z, w; } word4;
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
#define FOR_BLOCKS_AHEAD(g) for (long g = first_; g < last_; g++) {
#define FOR_BLOCKS(g)      FOR_BLOCKS_AHEAD(g)
#define END                }
#define EARLIER_DONE
#define BLOCKS_END         last_ /* one past this thread's last; C only */
#define FOR_THREADS(i, n)        for (int i = 0; i < (n); i++) {
#define THREAD(t)          for (int t = 0; t < THREADS; t++) {
#define SHARED(name, n)    real name[n] __attribute__((aligned(64)));
#define PRIVATE(type, name, n) type name[THREADS * (n)];
#define OWN(type, mine, all, n, t) type *mine = (all) + (t) * (n);
#define KEEPS_PRIVATE      1
#define BARRIER
#define IN_STEP(n)
#define OPAQUE(i)
#define UNROLL             _Pragma("GCC unroll 64")
#define UNROLL_BY(n)
#define LOAD_ONCE(p)     (*(p))
#define STORE_ONCE(p, v) (*(p) = (v))
