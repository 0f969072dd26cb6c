/* fused_rate.h - the update of the first evaluation of a quadratic: qnew = dt rate. */
#define UPDATE_PARAMS(P)
#define UPDATE update_fields(s, qnew, &mesh, &update);

struct update {
    real a, b, dt;
};

INLINE void update_fields(NEAR const real *s, GLOBAL real *qnew, const struct mesh *mesh, const struct update *u)
{
    const int64 base = mesh->first * (FIELDS * Np);
    FOR_THREADS(k, BATCH * FIELDS * Np) qnew[base + k] = u->dt * s[k]; END
}
