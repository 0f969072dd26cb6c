/* Factors of a node in maxwell.law, where registers are few. Of the lift: the factor of the metric of
 * the face, which g/J gives; and 1 for H. Of the rates: g/J; then dt times the speed, and Z or 1/Z. */
#define LOCAL_LIFT_FACTORS 2
#define LOCAL_RATE_FACTORS 7

INLINE void local_lift_factors(int f, const real *own, const real *sgeo, int part, real *lift)
{
    lift[0] = part ? 0 : (f == 1 || f == 2 ? own[10] : -own[10]) * own[6 + f];
    lift[1] = part ? 1 : 0;
}

INLINE void local_lift(int f, const real *lift, const real *factors, const real *lifted, real *v)
{
    const int i = f < 2 ? 0 : 1, j = f == 0 ? 1 : 2;
    const real t = lift[0] * lifted[0], u = lift[0] * lifted[1];
    real g[3];
    local_face_metric(f, factors, 1, g);
    if (f == 2) {
        const real x = lift[1] * lifted[0] + g[1] * t + g[2] * u, y = lift[1] * lifted[1] - g[0] * t - g[1] * u;
        v[1] += x, v[2] += y, v[0] -= x + y;
    } else {
        v[i] += lift[1] * lifted[0], v[i] += g[1] * t, v[i] += g[2] * u;
        v[j] += lift[1] * lifted[1], v[j] -= g[0] * t, v[j] -= g[1] * u;
    }
}

INLINE void local_rate_factors(const real *own, int part, real dt, real *factors)
{
    UNROLL for (int i = 0; i < 6; i++) factors[i] = own[i];
    factors[6] = dt * own[11] * (part ? own[10] : 1 / own[10]);
}

INLINE void local_rate(const real *factors, const real *v, real *rate)
{
    rate[0] = factors[6] * (factors[0] * v[0] + factors[1] * v[1] + factors[2] * v[2]);
    rate[1] = factors[6] * (factors[1] * v[0] + factors[3] * v[1] + factors[4] * v[2]);
    rate[2] = factors[6] * (factors[2] * v[0] + factors[4] * v[1] + factors[5] * v[2]);
}
