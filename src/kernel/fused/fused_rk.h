/* fused_rk.h - the update of a Runge-Kutta stage: res = a res + dt rate, qnew = q + b res. */
#define UPDATE_PARAMS(P) P(GLOBAL real * RESTRICT, res)
#define UPDATE           update_fields(s, q, qnew, res, &mesh, &update);

struct update {
    real a, b, dt;
};

/* Residual and new fields, in one contiguous sweep. A first stage (a = 0) ignores the old residual, whatever it
 * holds. */
INLINE void update_fields(NEAR const real *s, GLOBAL const real *q, GLOBAL real *qnew, GLOBAL real *res, const struct mesh *mesh,
                          const struct update *u)
{
    const int64 base = mesh->first * (FIELDS * Np);
    FOR_THREADS(k, BATCH * FIELDS * Np)
        const real old = u->a != 0 ? u->a * res[base + k] : 0;
        const real now = q[base + k], r = old + u->dt * s[k];
        res[base + k] = r;
        qnew[base + k] = now + u->b * r;
    END
}
