/* Factors of a node in maxwell.law, where there are registers for the products themselves: of the
 * lift, and g/J times dt, the speed, and Z or 1/Z. */
#define LOCAL_LIFT_FACTORS 4
#define LOCAL_RATE_FACTORS 6

INLINE void local_lift_factors(int f, const real *own, const real *sgeo, int part, real *lift)
{
    real g[3];
    local_face_metric(f, own, (f == 1 || f == 2 ? own[10] : -own[10]) * own[6 + f], g);
    lift[0] = part ? 1 : g[1];
    lift[1] = part ? 0 : g[2];
    lift[2] = part ? 0 : -g[0];
    lift[3] = part ? 1 : -g[1];
}

INLINE void local_lift(int f, const real *lift, const real *factors, const real *lifted, real *v)
{
    const int i = f < 2 ? 0 : 1, j = f == 0 ? 1 : 2;
    if (f == 2) {
        const real x = lift[0] * lifted[0] + lift[1] * lifted[1], y = lift[2] * lifted[0] + lift[3] * lifted[1];
        v[1] += x, v[2] += y, v[0] -= x + y;
    } else {
        v[i] += lift[0] * lifted[0], v[i] += lift[1] * lifted[1];
        v[j] += lift[2] * lifted[0], v[j] += lift[3] * lifted[1];
    }
}

INLINE void local_rate_factors(const real *own, int part, real dt, real *factors)
{
    const real scale = dt * own[11] * (part ? own[10] : 1 / own[10]);
    UNROLL for (int i = 0; i < 6; i++) factors[i] = scale * own[i];
}

INLINE void local_rate(const real *factors, const real *v, real *rate)
{
    rate[0] = factors[0] * v[0] + factors[1] * v[1] + factors[2] * v[2];
    rate[1] = factors[1] * v[0] + factors[3] * v[1] + factors[4] * v[2];
    rate[2] = factors[2] * v[0] + factors[4] * v[1] + factors[5] * v[2];
}
