/* place.h - where fields live whatever the layout, for kernels that work on some elements only; after the law in the texts that ask
 * for it. They have an argument stride_f.
 *
 * PLACE(e, f, n): number n of field f of the element in slot e: its value at node n, or where fields are kept in the frame of each
 * element (STATE is defined then) that component's coefficient. COMPACT(i, f, n): the same in an array of the i-th elements of
 * a list, each SIZE reals long. LEFT(e, f, n): its residual, which a stage may have side by side with those of the BESIDE elements of a batch. */
#ifdef STATE
#define KEPT             1
#define SIZE             STATE
#define PART             (FIELDS / LOCAL_PARTS)
#define COMPONENT(c)     ((c) / PART * PART_STRIDE + (c) % PART * Np)
#define PLACE(e, f, n)   ((int64)(e) * STATE + COMPONENT(f) + (n))
#define COMPACT(i, f, n) PLACE(i, f, n)
#else
#define KEPT             0
#define SIZE             (FIELDS * Np)
#define PLACE(e, f, n)   ADDRESS(e, f, n)
#define COMPACT(i, f, n) ((int64)(i) * SIZE + (f) * Np + (n))
#endif
#ifdef BESIDE
#define LEFT(e, f, n)                                                                                        \
    (((int64)((e) / BESIDE) * Np + (n)) * (FIELDS * BESIDE) + ((f) % PART * BESIDE + (e) % BESIDE) * LOCAL_PARTS + (f) / PART)
#else
#define LEFT(e, f, n) PLACE(e, f, n)
#endif

/* What an extra (step/extra.h) is told of a stage: it adds b times its own residual to `to`, which are the new fields; or the operator's
 * residual, where that is asked for. */
#define EXTRA_PARAMS(P)  P(GLOBAL real * RESTRICT, to) P(int, residual) P(real, a) P(real, b) P(real, dt)
#define TARGET(e, f, n)  (residual ? LEFT(e, f, n) : PLACE(e, f, n))
/* The residual from what it was, left, and the rate. A first stage (a = 0) forgets it, whatever it holds. */
INLINE real left_after(real a, real left, real dt, real rate)
{
    return (a != 0 ? a * left : 0) + dt * rate;
}

/* The time of a stage: the step's beginning from the clock, in two reals for a float has too few digits, and how far on it is. */
INLINE wide stage_time(GLOBAL const real *clock, real offset)
{
    return (wide)clock[0] + (wide)clock[1] + (wide)offset;
}
