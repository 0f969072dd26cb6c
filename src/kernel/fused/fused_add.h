/* fused_add.h - the update of the second evaluation of a quadratic: qnew = qnew + a q + b dt rate. */
#define UPDATE_PARAMS(P)
#define UPDATE update_fields(s, q, qnew, &mesh, &update);

struct update {
    real a, b, dt;
};

INLINE void update_fields(NEAR const real *s, GLOBAL const real *q, GLOBAL real *qnew, const struct mesh *mesh,
                          const struct update *u)
{
    const int64 base = mesh->first * (FIELDS * Np);
    FOR_THREADS(k, BATCH * FIELDS * Np)
        const real old = qnew[base + k], now = q[base + k];
        qnew[base + k] = old + u->a * now + u->b * (u->dt * s[k]);
    END
}
