/* The form with few products, of a law that has no restatement: every field is differentiated in every direction, and every
 * flux is lifted. */
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
