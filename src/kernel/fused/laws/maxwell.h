/* The reduced form of maxwell.law, at full upwind (plain.h is the reference).
 *
 * With a_r, a_s, a_t the edge vectors of the element, the covariant components E_i = a_i.E give
 *     J curl E = a_r (d_s E_t - d_t E_s) + a_s (d_t E_r - d_r E_t) + a_t (d_r E_s - d_s E_r),
 * six products with the derivative matrices instead of nine. The upwind flux has rank two: it lies in the
 * face, and mu fluxH = -Z n x (epsilon fluxE). So two numbers per face node are lifted instead of six. */
#define REDUCED_OPERANDS 6 /* covariant E, then H */
#define REDUCED_PRODUCTS 6 /* contravariant: epsilon dE/dt, then mu dH/dt */
#define REDUCED_FLUXES   2 /* epsilon fluxE along two edges of the face */
#define REDUCED_SGEO     16

#define REDUCED_PASS_0(P) P(0, +, s, 5) P(0, -, t, 4) P(1, +, t, 3) P(1, -, r, 5) P(2, +, r, 4) P(2, -, s, 3)
#define REDUCED_PASS_1(P) P(3, -, s, 2) P(3, +, t, 1) P(4, -, t, 0) P(4, +, r, 2) P(5, -, r, 1) P(5, +, s, 0)

INLINE void reduced_operands(const lane *A, const lane *q, lane *w)
{
    UNROLL for (int i = 0; i < 3; i++)
    {
        w[i] = A[3 * i] * q[Ex] + A[3 * i + 1] * q[Ey] + A[3 * i + 2] * q[Ez];
        w[3 + i] = A[3 * i] * q[Hx] + A[3 * i + 1] * q[Hy] + A[3 * i + 2] * q[Hz];
    }
}

/* With d1, d2 the dual edges in the face (d_i.e_j = 1 or 0), a vector v of the face is (v.d1) e1 + (v.d2)
 * e2, so the numbers to lift are
 *     t_i = Fscale (Z+ [H].(d_i x n) + [E].d_i) / (Z- + Z+).
 * sgeo: d1, d2, d1 x n, d2 x n with these factors; then the matrix of -Z- n x in e1, e2. */
INLINE void reduced_sgeo(const struct reduced_face *face, lane *sgeo)
{
    const lane *n = face->n, *e1 = face->e1, *e2 = face->e2, *mM = face->mM, *mP = face->mP;
    const lane Fscale = face->Fscale, inv_area = face->inv_area;
    const lane c1[3] = {e2[1] * n[2] - e2[2] * n[1], e2[2] * n[0] - e2[0] * n[2], e2[0] * n[1] - e2[1] * n[0]};
    const lane c2[3] = {n[1] * e1[2] - n[2] * e1[1], n[2] * e1[0] - n[0] * e1[2], n[0] * e1[1] - n[1] * e1[0]};
    const lane d = Fscale * inv_area / (mM[Z] + mP[Z]);
    UNROLL for (int c = 0; c < 3; c++)
    {
        sgeo[c] = d * c1[c];
        sgeo[3 + c] = d * c2[c];
        /* c1 x n = (e2 x n) x n = -e2 and c2 x n = (n x e1) x n = e1, as both lie in the face. */
        sgeo[6 + c] = -d * mP[Z] * e2[c];
        sgeo[9 + c] = d * mP[Z] * e1[c];
    }
    /* n x e_j = (n x e_j . d1) e1 + (n x e_j . d2) e2; n x e1 = c2 and n x e2 = -c1. */
    const lane z = -mM[Z] * inv_area;
    sgeo[12] = z * (c2[0] * c1[0] + c2[1] * c1[1] + c2[2] * c1[2]);
    sgeo[13] = z * (c2[0] * c2[0] + c2[1] * c2[1] + c2[2] * c2[2]);
    sgeo[14] = -z * (c1[0] * c1[0] + c1[1] * c1[1] + c1[2] * c1[2]);
    sgeo[15] = -sgeo[12];
}

INLINE void reduced_flux(const lane *sgeo, const lane *m, const lane *qM, const lane *qP, lane *flux)
{
    const lane dE[3] = {qP[Ex] - qM[Ex], qP[Ey] - qM[Ey], qP[Ez] - qM[Ez]};
    const lane dH[3] = {qP[Hx] - qM[Hx], qP[Hy] - qM[Hy], qP[Hz] - qM[Hz]};
    UNROLL for (int i = 0; i < 2; i++)
    {
        const lane *d = sgeo + 3 * i, *u = sgeo + 6 + 3 * i;
        flux[i] = d[0] * dE[0] + d[1] * dE[1] + d[2] * dE[2] + u[0] * dH[0] + u[1] * dH[1] + u[2] * dH[2];
    }
}

INLINE void reduced_lift(const lane *sgeo, const lane *lifted, int i1, int i2, int i0, lane *p)
{
    const lane h1 = sgeo[12] * lifted[0] + sgeo[14] * lifted[1], h2 = sgeo[13] * lifted[0] + sgeo[15] * lifted[1];
    p[i1] += lifted[0], p[i2] += lifted[1];
    p[3 + i1] += h1, p[3 + i2] += h2;
    if (i0 >= 0) p[i0] -= lifted[0] + lifted[1], p[3 + i0] -= h1 + h2;
}

INLINE void reduced_rate(const lane *A, const lane *G, const lane *m, const lane *p, lane *rate)
{
    UNROLL for (int c = 0; c < 3; c++)
    {
        rate[Ex + c] = m[inv_epsilon] * (A[c] * p[0] + A[3 + c] * p[1] + A[6 + c] * p[2]);
        rate[Hx + c] = m[inv_mu] * (A[c] * p[3] + A[3 + c] * p[4] + A[6 + c] * p[5]);
    }
}
