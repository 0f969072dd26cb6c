/* dof_index.h - where the numbers of fields lie, whatever the layout; for kernels that work on some elements
 * only.
 *
 * It follows the law in the texts that need it, behind dof_nodal.h or dof_local.h, which define the words
 * below. A number of a field is its value at a node or, in the local basis of each element, a coefficient of
 * a component.
 *     DOF(e, f, n)        number n of field f of the element in slot e
 *     ELEMENT_DOF(e, i)   the same, by its index among all SIZE numbers of the element
 *     COMPACT(i, f, n)    the same in an array of a list's elements only, each SIZE reals long
 *     RES_DOF(e, f, n)    its residual, which a stage may interleave with those of RES_INTERLEAVED elements */
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
