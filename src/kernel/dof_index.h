/* dof_index.h - where the numbers of fields lie, whatever the layout; for kernels that work on some elements
 * only.
 *
 * It follows the law in the texts that need it, and reads their argument stride_f. A number of a field is its
 * value at a node or, in the local basis of each element (then STATE is defined), a coefficient of a
 * component.
 *     DOF(e, f, n)        number n of field f of the element in slot e
 *     ELEMENT_DOF(e, i)   the same, by its index among all SIZE numbers of the element
 *     COMPACT(i, f, n)    the same in an array of a list's elements only, each SIZE reals long
 *     RES_DOF(e, f, n)    its residual, which a stage may interleave with those of RES_INTERLEAVED elements */
#ifdef STATE
#define IN_LOCAL_BASIS    1
#define SIZE              STATE
#define PART              (FIELDS / LOCAL_PARTS)
#define COMPONENT(c)      ((c) / PART * PART_STRIDE + (c) % PART * Np)
#define DOF(e, f, n)      ((int64)(e) * STATE + COMPONENT(f) + (n))
#define ELEMENT_DOF(e, i) ((int64)(e) * STATE + (i))
#define COMPACT(i, f, n)  DOF(i, f, n)
#else
#define IN_LOCAL_BASIS    0
#define SIZE              (FIELDS * Np)
#define DOF(e, f, n)      ADDRESS(e, f, n)
#define ELEMENT_DOF(e, i) DOF(e, (i) / Np, (i) % Np)
#define COMPACT(i, f, n)  ((int64)(i) * SIZE + (f) * Np + (n))
#endif
#ifdef RES_INTERLEAVED
#define RES_DOF(e, f, n)                                                                                        \
    (((int64)((e) / RES_INTERLEAVED) * Np + (n)) * (FIELDS * RES_INTERLEAVED) + ((f) % PART * RES_INTERLEAVED + (e) % RES_INTERLEAVED) * LOCAL_PARTS + (f) / PART)
#else
#define RES_DOF(e, f, n) DOF(e, f, n)
#endif

/* The arguments of an added term (step/rhs_term.h) that describe the stage. The term adds b times its own
 * residual to `to`: the new fields or, where `residual` is set, the residual of the operator. */
#define EXTRA_PARAMS(P)  P(GLOBAL real * RESTRICT, to) P(int, residual) P(real, a) P(real, b) P(real, dt)
#define TARGET(e, f, n)  (residual ? RES_DOF(e, f, n) : DOF(e, f, n))
/* The new residual from the old one and the rate. A first stage (a = 0) ignores the old one, even if
 * it is NaN. */
INLINE real residual_after(real a, real residual, real dt, real rate)
{
    return (a != 0 ? a * residual : 0) + dt * rate;
}

/* The time of a stage: the time at which the step began, in two reals because a float has too few digits,
 * plus offset. */
INLINE wide stage_time(GLOBAL const real *clock, real offset)
{
    return (wide)clock[0] + (wide)clock[1] + (wide)offset;
}
