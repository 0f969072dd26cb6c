/* The form with few products, of a law that has no restatement: every field is differentiated in every direction, and every
 * flux is lifted. */
#define REDUCED_OPERANDS FIELDS
#define REDUCED_PRODUCTS (4 * FIELDS) /* d/dr, d/ds, d/dt of each field; then the lifted fluxes */
#define REDUCED_FLUXES   FIELDS
#define REDUCED_SGEO     (5 + MEDIUM) /* n, Fscale, upwind weight, the medium behind the face */
#define REDUCED_PASSES   0 /* all products in one loop */
#define REDUCED_PLAIN

INLINE void reduced_operands(const lane *A, const lane *q, lane *w)
{
    (void)A;
    UNROLL for (int f = 0; f < FIELDS; f++) w[f] = q[f];
}

INLINE void reduced_sgeo(const struct reduced_face *face, lane *sgeo)
{
    const lane *n = face->n, *mP = face->mP;
    const lane Fscale = face->Fscale;
    UNROLL for (int c = 0; c < 3; c++) sgeo[c] = n[c];
    sgeo[3] = Fscale;
    sgeo[4] = face->weight;
    UNROLL for (int i = 0; i < MEDIUM; i++) sgeo[5 + i] = mP[i];
}

INLINE void reduced_flux(const lane *sgeo, const lane *m, const lane *qM, const lane *qP, lane *flux)
{
    law_flux(sgeo, m, sgeo + 5, qM, qP, sgeo[4], flux);
    UNROLL for (int f = 0; f < FIELDS; f++) flux[f] *= sgeo[3];
}

INLINE void reduced_lift(const lane *sgeo, const lane *lifted, int i1, int i2, int i0, lane *p)
{
    (void)sgeo, (void)i1, (void)i2, (void)i0;
    UNROLL for (int f = 0; f < FIELDS; f++) p[3 * FIELDS + f] += lifted[f];
}

/* G[3 * i + c]: derivative of reference coordinate i along c. */
INLINE void reduced_rate(const lane *A, const lane *G, const lane *m, const lane *p, lane *rate)
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
