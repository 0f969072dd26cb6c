/* The reduced form of any law: every field is differentiated in every direction, and every flux is lifted.
 * This file is also the reference of the form, which <law>.h beside it states with fewer products. fused
 * and simd use it.
 *
 *   REDUCED_OPERANDS  numbers per node that are differentiated
 *   REDUCED_PRODUCTS  sums of derivatives per node, which products with the operators give
 *   REDUCED_FLUXES    numbers per face node that are lifted
 *   REDUCED_SGEO      geometric factors per face, material included
 *   REDUCED_PASS_0(P), REDUCED_PASS_1(P)
 *                     in <law>.h only: lists of the products as P(product, sign, direction, operand), which
 *                     stands for product += sign D_direction operand. The lists may run apart
 *
 * OPERANDS, FLUXES and SGEO are numbers written out in <law>.h, because fused.c sizes memory by them. A[3 *
 * i + c] is component c of edge vector i, dx/dr_i, and G[3 * i + c] the gradient of r_i. */
#define REDUCED_OPERANDS FIELDS
#define REDUCED_PRODUCTS (4 * FIELDS) /* d/dr, d/ds, d/dt of each field; then its lifted flux */
#define REDUCED_FLUXES   FIELDS
#define REDUCED_SGEO     (5 + MEDIUM) /* n, Fscale, upwind weight, medium of the neighbour */

/* The operands w of the fields q at a node. */
INLINE void reduced_operands(const lane *A, const lane *q, lane *w)
{
    (void)A;
    UNROLL for (int f = 0; f < FIELDS; f++) w[f] = q[f];
}

/* The geometric factors of a face. */
INLINE void reduced_sgeo(const struct reduced_face *face, lane *sgeo)
{
    const lane *n = face->n, *mP = face->mP;
    const lane Fscale = face->Fscale;
    UNROLL for (int c = 0; c < 3; c++) sgeo[c] = n[c];
    sgeo[3] = Fscale;
    sgeo[4] = face->weight;
    UNROLL for (int i = 0; i < MEDIUM; i++) sgeo[5 + i] = mP[i];
}

/* The numbers to lift at a face node, from the fields of both sides. They include Fscale. */
INLINE void reduced_flux(const lane *sgeo, const lane *m, const lane *qM, const lane *qP, lane *flux)
{
    law_flux(sgeo, m, sgeo + 5, qM, qP, sgeo[4], flux);
    UNROLL for (int f = 0; f < FIELDS; f++) flux[f] *= sgeo[3];
}

/* Adds the lifted numbers of a face to the products p of a node, after those were divided by J (here they
 * are not). i1, i2: the edge vectors that are e1 and e2 of the face; i0: 0 on the hypotenuse face, where
 * both are less a_0; else -1. */
INLINE void reduced_lift(const lane *sgeo, const lane *lifted, int i1, int i2, int i0, lane *p)
{
    (void)sgeo, (void)i1, (void)i2, (void)i0;
    UNROLL for (int f = 0; f < FIELDS; f++) p[3 * FIELDS + f] += lifted[f];
}

/* The rates of the fields from the products. */
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
