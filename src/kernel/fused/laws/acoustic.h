/* The reduced form of acoustic.law, at full upwind (plain.h is the reference).
 *
 * With a_r, a_s, a_t the edge vectors of the element and b_r = a_s x a_t and so on (J times the gradients
 * of r, s, t),
 *     J div v = d_r (b_r.v) + d_s (b_s.v) + d_t (b_t.v),
 * three products with the derivative matrices instead of nine; grad p takes three more. The upwind flux has
 * rank one: with v* and p* at the face, p* - p- = Z- n.(v- - v*). So one number per face node is lifted
 * instead of four. */
#define REDUCED_OPERANDS 4 /* J p, then b_i.v */
#define REDUCED_PRODUCTS 4 /* d_i p, then div v */
#define REDUCED_FLUXES   1 /* n.(v- - v*) */
#define REDUCED_SGEO     5

#define REDUCED_PASS_0(P) P(0, +, r, 0) P(1, +, s, 0) P(2, +, t, 0) P(3, +, r, 1) P(3, +, s, 2) P(3, +, t, 3)
#define REDUCED_PASS_1(P)

INLINE void reduced_operands(const lane *A, const lane *q, lane *w)
{
    lane b[3];
    UNROLL for (int i = 0; i < 3; i++)
    {
        const lane *j = A + 3 * ((i + 1) % 3), *k = A + 3 * ((i + 2) % 3);
        b[0] = j[1] * k[2] - j[2] * k[1], b[1] = j[2] * k[0] - j[0] * k[2], b[2] = j[0] * k[1] - j[1] * k[0];
        w[1 + i] = b[0] * q[vx] + b[1] * q[vy] + b[2] * q[vz];
    }
    w[0] = (A[6] * b[0] + A[7] * b[1] + A[8] * b[2]) * q[p];
}

/* sgeo: the factors of the jumps of v and p; then Z- / Fscale, from the number lifted to a multiple of the
 * gradient that is parallel to n, up to its sign. */
INLINE void reduced_sgeo(const struct reduced_face *face, lane *sgeo)
{
    const lane *n = face->n, *mM = face->mM, *mP = face->mP;
    const lane Fscale = face->Fscale;
    const lane inv_Z = Fscale / (mM[Z] + mP[Z]);
    UNROLL for (int i = 0; i < 3; i++) sgeo[i] = mP[Z] * inv_Z * n[i];
    sgeo[3] = inv_Z;
    sgeo[4] = mM[Z] / Fscale;
}

INLINE void reduced_flux(const lane *sgeo, const lane *m, const lane *qM, const lane *qP, lane *flux)
{
    flux[0] = sgeo[3] * (qP[p] - qM[p]) - sgeo[0] * (qP[vx] - qM[vx]) - sgeo[1] * (qP[vy] - qM[vy]) -
               sgeo[2] * (qP[vz] - qM[vz]);
}

/* n is parallel to minus the gradient of the coordinate whose edge is not in the face; on the hypotenuse
 * face, i0 >= 0, to the sum of all three. */
INLINE void reduced_lift(const lane *sgeo, const lane *lifted, int i1, int i2, int i0, lane *d)
{
    const lane along = sgeo[4] * lifted[0];
    d[3] -= lifted[0];
    if (i0 >= 0)
        d[0] += along, d[1] += along, d[2] += along;
    else
        d[3 - i1 - i2] -= along;
}

INLINE void reduced_rate(const lane *A, const lane *G, const lane *m, const lane *d, lane *rate)
{
    rate[p] = -m[bulk] * d[3];
    UNROLL for (int i = 0; i < 3; i++) rate[vx + i] = -m[inv_rho] * (G[i] * d[0] + G[3 + i] * d[1] + G[6 + i] * d[2]);
}
