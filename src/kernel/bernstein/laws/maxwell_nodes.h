/* Nodes in the local basis of maxwell.law: the curl of one part, whose sums are for the other part.
 * Lifted numbers are added to the curl of H as they are, and to that of E by -Z- n x. The factors of
 * these and of the rates are in maxwell_products.h or, where registers are few, maxwell_metric.h. */
INLINE void local_sums(const real *factors, const real *e0, const real *e1, const real *e2, const real *e3, real *cell)
{
    cell[0] = (e2[2] - e0[2]) - (e3[1] - e0[1]);
    cell[1] = (e3[0] - e0[0]) - (e1[2] - e0[2]);
    cell[2] = (e1[1] - e0[1]) - (e2[0] - e0[0]);
}

INLINE real local_half(int part)
{
    return part ? REAL(0.5) : REAL(-0.5);
}
