/* -- fields kept as they are, for laws that do not say how to keep them: what maxwell.law says of its kept part, the plain way. All
 * fields are taken at a face, all fluxes lifted, and every derivative is there for law_volume; of the fields that are computed in one
 * turn, compilers leave out what the law does not read. */
#define LAW_PARTS       1
#define LAW_RECORD      (9 + MEDIUM) /* G, the medium */
#define LAW_SIDE        (2 + MEDIUM) /* Fscale, 1 / Fscale, the medium behind the face */
#define LAW_SHARED      (FIELDS + 1) /* and the upwind weight */
#define LAW_KEPT_TRACES FIELDS
#define LAW_LIFTING     1 /* nothing */
#define LAW_RESULT      (10 + MEDIUM)
#define LAW_SUMS        FIELDS

INLINE void law_keep(const wide *A, const wide *q, wide *w)
{
    for (int i = 0; i < FIELDS; i++) w[i] = q[i];
}

INLINE void law_unkeep(const wide *G, const wide *w, wide *q)
{
    for (int i = 0; i < FIELDS; i++) q[i] = w[i];
}

INLINE void law_record(const real *A, const real *m, real *record)
{
    UNROLL for (int i = 0; i < 3; i++)
    {
        const real *s = A + 3 * ((i + 1) % 3), *t = A + 3 * ((i + 2) % 3);
        record[3 * i] = s[1] * t[2] - s[2] * t[1];
        record[3 * i + 1] = s[2] * t[0] - s[0] * t[2];
        record[3 * i + 2] = s[0] * t[1] - s[1] * t[0];
    }
    const real J = A[0] * record[0] + A[1] * record[1] + A[2] * record[2];
    UNROLL for (int i = 0; i < 9; i++) record[i] /= J;
    UNROLL for (int i = 0; i < MEDIUM; i++) record[9 + i] = m[i];
}

INLINE void law_side(int f, const real *own, int g, const real *other, real *side)
{
    real n[3];
    frame_normal(own, f, n);
    side[0] = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    side[1] = 1 / side[0];
    UNROLL for (int i = 0; i < MEDIUM; i++) side[2 + i] = other[9 + i];
}

INLINE void law_shared(int f, int other, const real *side, const real *w, const real *extra, real *shared)
{
    UNROLL for (int i = 0; i < FIELDS; i++) shared[i] = w[i];
    shared[FIELDS] = UPWIND;
}

INLINE void kept_normal(int f, const real *side, const real *own, real *n)
{
    frame_normal(own, f, n);
    UNROLL for (int i = 0; i < 3; i++) n[i] *= side[1];
}

INLINE void law_mirror(int condition, int f, const real *side, const real *own, const real *inner, real *outer)
{
    real n[3];
    kept_normal(f, side, own, n);
    outer[FIELDS] = law_boundary(condition, n, own + 9, inner, outer, UPWIND);
}

INLINE void law_behind(int condition, real *record)
{
}

INLINE void law_side_trace(int f, const real *side, const real *own, const real *inner, const real *outer, real *trace)
{
    real n[3];
    kept_normal(f, side, own, n);
    law_flux(n, own + 9, side + 2, inner, outer, outer[FIELDS], trace);
    UNROLL for (int i = 0; i < FIELDS; i++) trace[i] *= side[0];
}

INLINE real law_half(int part)
{
    return REAL(0.5);
}

/* result: dt, G, the medium. */
INLINE void law_result(const real *own, int part, real dt, real *result)
{
    result[0] = dt;
    UNROLL for (int i = 0; i < LAW_RECORD; i++) result[1 + i] = own[i];
}

INLINE void law_cell(const real *result, const real *e0, const real *e1, const real *e2, const real *e3, real *cell)
{
    const real *G = result + 1;
    real dq[3 * FIELDS];
    UNROLL for (int i = 0; i < FIELDS; i++)
    {
        const real r = e1[i] - e0[i], s = e2[i] - e0[i], t = e3[i] - e0[i];
        UNROLL for (int k = 0; k < 3; k++) dq[3 * i + k] = G[k] * r + G[3 + k] * s + G[6 + k] * t;
    }
    law_volume(result + 10, dq, cell);
}

INLINE void law_lifting(int f, const real *own, const real *side, int part, real *lifting)
{
    lifting[0] = 0;
}

INLINE void law_lifted(int f, const real *lifting, const real *result, const real *lifted, real *v)
{
    UNROLL for (int i = 0; i < FIELDS; i++) v[i] += lifted[i];
}

INLINE void law_rate(const real *result, const real *v, real *rate)
{
    UNROLL for (int i = 0; i < FIELDS; i++) rate[i] = result[0] * v[i];
}
