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
