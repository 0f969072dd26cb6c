/* -- fields kept as they are, for laws that do not say how to keep them: what maxwell.law says of its kept part, the plain way. All
 * fields are taken at a face, all fluxes lifted, and every derivative is there for law_volume; of the fields that are computed in one
 * turn, compilers leave out what the law does not read. */
#define LOCAL_PARTS        1
#define LOCAL_VGEO         (9 + MEDIUM) /* G, the medium */
#define LOCAL_SGEO         (2 + MEDIUM) /* Fscale, 1 / Fscale, the medium behind the face */
#define LOCAL_TRACE        (FIELDS + 1) /* and the upwind weight */
#define LOCAL_FLUXES       FIELDS
#define LOCAL_LIFT_FACTORS 1 /* nothing */
#define LOCAL_RATE_FACTORS (10 + MEDIUM)
#define LOCAL_SUMS         FIELDS
#define LOCAL_NEIGHBOUR    0

INLINE void to_local(const wide *A, const wide *q, wide *w)
{
    for (int i = 0; i < FIELDS; i++) w[i] = q[i];
}

INLINE void to_cartesian(const wide *G, const wide *w, wide *q)
{
    for (int i = 0; i < FIELDS; i++) q[i] = w[i];
}

INLINE void local_vgeo(const real *A, const real *m, real *vgeo)
{
    UNROLL for (int i = 0; i < 3; i++)
    {
        const real *s = A + 3 * ((i + 1) % 3), *t = A + 3 * ((i + 2) % 3);
        vgeo[3 * i] = s[1] * t[2] - s[2] * t[1];
        vgeo[3 * i + 1] = s[2] * t[0] - s[0] * t[2];
        vgeo[3 * i + 2] = s[0] * t[1] - s[1] * t[0];
    }
    const real J = A[0] * vgeo[0] + A[1] * vgeo[1] + A[2] * vgeo[2];
    UNROLL for (int i = 0; i < 9; i++) vgeo[i] /= J;
    UNROLL for (int i = 0; i < MEDIUM; i++) vgeo[9 + i] = m[i];
}

INLINE void local_sgeo(int f, const real *own, int g, const real *other, real *sgeo)
{
    real n[3];
    frame_normal(own, f, n);
    sgeo[0] = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    sgeo[1] = 1 / sgeo[0];
    UNROLL for (int i = 0; i < MEDIUM; i++) sgeo[2 + i] = other[9 + i];
}

INLINE void local_trace(int f, int other, const real *sgeo, const real *w, const real *extra, real *trace)
{
    UNROLL for (int i = 0; i < FIELDS; i++) trace[i] = w[i];
    trace[FIELDS] = UPWIND;
}

INLINE void local_normal(int f, const real *sgeo, const real *own, real *n)
{
    frame_normal(own, f, n);
    UNROLL for (int i = 0; i < 3; i++) n[i] *= sgeo[1];
}

INLINE void local_boundary(int condition, int f, const real *sgeo, const real *own, const real *inner, real *outer)
{
    real n[3];
    local_normal(f, sgeo, own, n);
    outer[FIELDS] = law_boundary(condition, n, own + 9, inner, outer, UPWIND);
}

INLINE void local_wall(int condition, real *vgeo)
{
}

INLINE void local_flux(int f, const real *sgeo, const real *own, const real *inner, const real *outer, real *flux)
{
    real n[3];
    local_normal(f, sgeo, own, n);
    law_flux(n, own + 9, sgeo + 2, inner, outer, outer[FIELDS], flux);
    UNROLL for (int i = 0; i < FIELDS; i++) flux[i] *= sgeo[0];
}

INLINE real local_half(int part)
{
    return REAL(0.5);
}

/* result: dt, G, the medium. */
INLINE void local_rate_factors(const real *own, int part, real dt, real *factors)
{
    factors[0] = dt;
    UNROLL for (int i = 0; i < LOCAL_VGEO; i++) factors[1 + i] = own[i];
}

INLINE void local_sums(const real *factors, const real *e0, const real *e1, const real *e2, const real *e3, real *cell)
{
    const real *G = factors + 1;
    real dq[3 * FIELDS];
    UNROLL for (int i = 0; i < FIELDS; i++)
    {
        const real r = e1[i] - e0[i], s = e2[i] - e0[i], t = e3[i] - e0[i];
        UNROLL for (int k = 0; k < 3; k++) dq[3 * i + k] = G[k] * r + G[3 + k] * s + G[6 + k] * t;
    }
    law_volume(factors + 10, dq, cell);
}

INLINE void local_lift_factors(int f, const real *own, const real *sgeo, int part, real *lift)
{
    lift[0] = 0;
}

INLINE void local_lift(int f, const real *lift, const real *factors, const real *lifted, real *v)
{
    UNROLL for (int i = 0; i < FIELDS; i++) v[i] += lifted[i];
}

INLINE void local_rate(const real *factors, const real *v, real *rate)
{
    UNROLL for (int i = 0; i < FIELDS; i++) rate[i] = factors[0] * v[i];
}
