/* Nodes in the local basis of any law. */

/* Half the factor of all sums of derivatives: corners of a sub-simplex are 2 apart in r, s and t. */
INLINE real local_half(int part) { return REAL(0.5); }

/* The factors of local_rate, for the sums of one part: dt, G, the medium. */
INLINE void local_rate_factors(const real *own, int part, real dt, real *factors)
{
    factors[0] = dt;
    UNROLL for (int i = 0; i < LOCAL_VGEO; i++) factors[1 + i] = own[i];
}

/* The sums of derivatives, from the fields of one part at the corners of a sub-simplex: e1 - e0 is the
 * derivative along r, e2 - e0 along s, e3 - e0 along t. */
INLINE void local_sums(const real *factors, const real *e0, const real *e1, const real *e2, const real *e3, real *cell)
{
    const real *G = factors + 1;
    real dq[3 * FIELDS];
    UNROLL for (int i = 0; i < FIELDS; i++) {
        const real r = e1[i] - e0[i], s = e2[i] - e0[i], t = e3[i] - e0[i];
        UNROLL for (int k = 0; k < 3; k++) dq[3 * i + k] = G[k] * r + G[3 + k] * s + G[6 + k] * t;
    }
    law_volume(factors + 10, dq, cell);
}

/* The factors of local_lift, for the sums of one part. */
INLINE void local_lift_factors(int f, const real *own, const real *sgeo, int part, real *lift)
{
    lift[0] = 0;
}

/* Adds the lifted numbers of face f to the sums v. */
INLINE void local_lift(int f, const real *lift, const real *factors, const real *lifted, real *v)
{
    UNROLL for (int i = 0; i < FIELDS; i++) v[i] += lifted[i];
}

/* From the sums, dt times the rates of the fields of the other part, or of all where there is one part. */
INLINE void local_rate(const real *factors, const real *v, real *rate)
{
    UNROLL for (int i = 0; i < FIELDS; i++) rate[i] = factors[0] * v[i];
}
