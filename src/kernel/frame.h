/* frame.h - the terms of a law in the frame of an element, for laws that leave it to us.
 *
 * A law may define LAW_OPERANDS and what follows from it (maxwell.law shows how) when its algebra saves products. One
 * that does not gets the plain form here: every field differentiated in every direction, every flux lifted. */
#ifndef LAW_OPERANDS
#define LAW_OPERANDS FIELDS
#define LAW_RESULTS  (4 * FIELDS) /* d/dr, d/ds, d/dt of each field; then the lifted fluxes */
#define LAW_TRACES   FIELDS
#define LAW_FACE     (5 + MEDIUM) /* n, Fscale, upwind weight, the medium behind the face */
#define LAW_PASSES   0            /* all products in one loop */
#define LAW_PLAIN_FRAME

INLINE void law_operands(const lane *A, const lane *q, lane *w)
{
    (void)A;
    UNROLL for (int f = 0; f < FIELDS; f++) w[f] = q[f];
}

INLINE void law_face(const lane *A, const lane *G, const lane *e1, const lane *e2, const lane *n, lane Fscale, lane inv_area,
                     const lane *mM, const lane *mP, lane *face)
{
    (void)A, (void)G, (void)e1, (void)e2, (void)inv_area, (void)mM;
    UNROLL for (int c = 0; c < 3; c++) face[c] = n[c];
    face[3] = Fscale;
    UNROLL for (int i = 0; i < MEDIUM; i++) face[5 + i] = mP[i];
}

INLINE void law_trace(const lane *face, const lane *m, const lane *qM, const lane *qP, lane *trace)
{
    law_flux(face, m, face + 5, qM, qP, face[4], trace);
    UNROLL for (int f = 0; f < FIELDS; f++) trace[f] *= face[3];
}

INLINE void law_lift(const lane *face, const lane *lifted, int i1, int i2, int i0, lane *p)
{
    (void)face, (void)i1, (void)i2, (void)i0;
    UNROLL for (int f = 0; f < FIELDS; f++) p[3 * FIELDS + f] += lifted[f];
}

/* G[3 * i + c]: derivative of reference coordinate i along c. */
INLINE void law_results(const lane *A, const lane *G, const lane *m, const lane *p, lane *rate)
{
    lane dq[3 * FIELDS];
    (void)A;
    UNROLL for (int f = 0; f < FIELDS; f++)
    {
        UNROLL for (int c = 0; c < 3; c++)
            dq[3 * f + c] = G[c] * p[3 * f] + G[3 + c] * p[3 * f + 1] + G[6 + c] * p[3 * f + 2];
    }
    law_volume(m, dq, rate);
    UNROLL for (int f = 0; f < FIELDS; f++) rate[f] += p[3 * FIELDS + f];
}
#endif

/* The products of a law run over the volume results only; the plain frame keeps its lifted fluxes behind them. */
#ifdef LAW_PLAIN_FRAME
#define LAW_PRODUCTS_END (3 * FIELDS)
#else
#define LAW_PRODUCTS_END LAW_RESULTS
#endif

/* Edge vectors A (rows of the inverse of G, transposed) and 1/J = det G. */
INLINE lane frame_edges(const lane *G, lane *A)
{
    const lane c0 = G[4] * G[8] - G[5] * G[7], c1 = G[5] * G[6] - G[3] * G[8], c2 = G[3] * G[7] - G[4] * G[6];
    const lane det = G[0] * c0 + G[1] * c1 + G[2] * c2, J = 1 / det;
    A[0] = J * c0, A[1] = J * c1, A[2] = J * c2;
    A[3] = J * (G[7] * G[2] - G[8] * G[1]), A[4] = J * (G[8] * G[0] - G[6] * G[2]), A[5] = J * (G[6] * G[1] - G[7] * G[0]);
    A[6] = J * (G[1] * G[5] - G[2] * G[4]), A[7] = J * (G[2] * G[3] - G[0] * G[5]), A[8] = J * (G[0] * G[4] - G[1] * G[3]);
    return det;
}

/* The gradient, pointing outwards, whose length is Fscale and whose direction is the normal of face f. */
INLINE void frame_normal(const lane *G, int f, lane *n)
{
    UNROLL for (int c = 0; c < 3; c++)
        n[c] = f == 0 ? -G[6 + c] : f == 1 ? -G[3 + c] : f == 2 ? G[c] + G[3 + c] + G[6 + c] : -G[c];
}

/* -- fields kept as they are, for laws that do not say how to keep them: what maxwell.law says of its kept part, the plain way. All
 * fields are taken at a face, all fluxes lifted, and every derivative is there for law_volume; of the fields that are computed in one
 * turn, compilers leave out what the law does not read. */
#if !defined(LAW_PARTS) && FULL_UPWIND && LANES == 1
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
#endif

/* Two edges of face f, in the terms of law_lift: e1 = a_i1 (- a_i0), e2 = a_i2 (- a_i0). Their order is such that
 * e1 x e2 points outwards; its length is J Fscale. */
#define FACE_I1(f) ((f) == 0 ? 1 : (f) == 1 ? 0 : (f) == 2 ? 1 : 2)
#define FACE_I2(f) ((f) == 0 ? 0 : (f) == 1 ? 2 : (f) == 2 ? 2 : 1)
#define FACE_I0(f) ((f) == 2 ? 0 : -1)
INLINE void frame_face_edges(const lane *A, int f, lane *e1, lane *e2)
{
    UNROLL for (int c = 0; c < 3; c++)
    {
        e1[c] = A[3 * FACE_I1(f) + c], e2[c] = A[3 * FACE_I2(f) + c];
        if (FACE_I0(f) >= 0) e1[c] -= A[c], e2[c] -= A[c];
    }
}
