/* Nodes in the local basis of acoustic.law: the divergence of W, and the derivatives of p. */
INLINE void local_sums(const real *factors, const real *e0, const real *e1, const real *e2, const real *e3, real *cell)
{
    cell[0] = e1[1] - e0[1];
    cell[0] -= e2[2] - e0[2];
    cell[0] += e3[3] - e0[3];
    cell[1] = e1[0] - e0[0];
    cell[2] = e2[0] - e0[0];
    cell[3] = e3[0] - e0[0];
}

INLINE real local_half(int part) { return REAL(0.5); }

/* Z- / (area sgn J) */
INLINE void local_lift_factors(int f, const real *own, const real *sgeo, int part, real *lift)
{
    lift[0] = own[10] * own[6 + f];
}

INLINE void local_lift(int f, const real *lift, const real *factors, const real *lifted, real *v)
{
    const real across = lift[0] * lifted[0];
    v[0] += lifted[0];
    if (f == 0) v[3] += across;
    if (f == 1) v[2] += across;
    if (f == 2) v[1] -= across, v[2] -= across, v[3] -= across;
    if (f == 3) v[1] += across;
}

INLINE void local_rate_factors(const real *own, int part, real dt, real *factors)
{
    UNROLL for (int i = 0; i < 6; i++) factors[i] = -dt / own[10] * own[i];
    factors[6] = -dt * own[10] * own[11];
}

INLINE void local_rate(const real *factors, const real *v, real *rate)
{
    rate[0] = factors[6] * v[0];
    rate[1] = factors[0] * v[1] + factors[1] * v[2] + factors[2] * v[3];
    rate[2] = -(factors[1] * v[1] + factors[3] * v[2] + factors[4] * v[3]);
    rate[3] = factors[2] * v[1] + factors[4] * v[2] + factors[5] * v[3];
}
