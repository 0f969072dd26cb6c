/* The reduced form of elastic.law, isotropic and anisotropic, at full upwind (plain.h is the reference).
 *
 * With a_i the edge vectors of the element, g_i the gradients of r, s, t, v_i = a_i.v and s^ij = g_i.s.g_j,
 *     div s = sum_ij a_i d_j s^ij,  grad v + grad v^T = sum_ij (d_i v_j + d_j v_i) g_i g_j:
 * 18 products with the derivative matrices instead of 27. The upwind flux has rank three: with v* and t* at
 * the face,
 *     w = v* - v- = (Z- + Z+)^-1 (Z+ [v] + [t]),  t* - t- = Z- w,
 * where Z is a matrix, Zp along n and Zs across. So w is lifted, three numbers per face node instead of
 * nine. */
#define REDUCED_OPERANDS 9 /* v_i; J s^ij (rr ss tt st rt rs) */
#define REDUCED_PRODUCTS 9 /* (d_i v_j + d_j v_i) / J, on the diagonal half of it; sum_j d_j s^ij */
#define REDUCED_FLUXES   3 /* a_i.w */
#define REDUCED_SGEO     28

#define REDUCED_PASS_0(P)                                                                                        \
    P(0, +, r, 0) P(1, +, s, 1) P(2, +, t, 2) P(3, +, s, 2) P(3, +, t, 1) P(4, +, r, 2) P(4, +, t, 0) P(5, +, r, 1) P(5, +, s, 0)
#define REDUCED_PASS_1(P)                                                                                        \
    P(6, +, r, 3) P(6, +, s, 8) P(6, +, t, 7) P(7, +, r, 8) P(7, +, s, 4) P(7, +, t, 6) P(8, +, r, 7) P(8, +, s, 6) P(8, +, t, 5)

/* The matrices of the flux: inverse = (Z- + Z+)^-1, outer = inverse Z+, inner = Z-. */
INLINE void reduced_impedances(const lane *n, const lane *mM, const lane *mP, lane *inverse, lane *outer, lane *inner)
{
#ifdef USES_c11
    lane M[6], P[6], sum[6], S[6];
    law_impedance(n, mM, M);
    law_impedance(n, mP, P);
    UNROLL for (int i = 0; i < 6; i++) sum[i] = M[i] + P[i];
    law_inverse(sum, S);
    UNROLL for (int i = 0; i < 9; i++)
    {
        const int r = i / 3, c = i % 3;
        inverse[i] = S[r == c ? r : 6 - r - c], inner[i] = M[r == c ? r : 6 - r - c];
        outer[i] = ZERO;
        UNROLL for (int k = 0; k < 3; k++) outer[i] += S[r == k ? r : 6 - r - k] * P[k == c ? c : 6 - k - c];
    }
#else
    const lane p = 1 / (mM[Zp] + mP[Zp]), s = law_across(mM, mP);
    UNROLL for (int i = 0; i < 9; i++)
    {
        const lane nn = n[i / 3] * n[i % 3], across = (i % 4 ? REAL(0) : REAL(1)) - nn;
        inverse[i] = p * nn + s * across;
        outer[i] = p * mP[Zp] * nn + s * mP[Zs] * across;
        inner[i] = mM[Zp] * nn + mM[Zs] * across;
    }
#endif
}

/* B S B^T of a symmetric S, in the order xx yy zz yz xz xy; b: rows of B. */
INLINE void reduced_turn(const lane *b, const lane *S, lane scale, lane *out)
{
    lane T[9];
    UNROLL for (int i = 0; i < 3; i++)
    {
        const lane x = b[3 * i] * scale, y = b[3 * i + 1] * scale, z = b[3 * i + 2] * scale;
        T[3 * i] = x * S[0] + y * S[5] + z * S[4];
        T[3 * i + 1] = x * S[5] + y * S[1] + z * S[3];
        T[3 * i + 2] = x * S[4] + y * S[3] + z * S[2];
    }
    UNROLL for (int k = 0; k < 6; k++)
    {
        const int i = k < 3 ? k : k == 3 ? 1 : 0, j = k < 3 ? k : k == 5 ? 1 : 2;
        out[k] = T[3 * i] * b[3 * j] + T[3 * i + 1] * b[3 * j + 1] + T[3 * i + 2] * b[3 * j + 2];
    }
}

INLINE void reduced_operands(const lane *A, const lane *q, lane *w)
{
    lane b[9]; /* J g_i */
    UNROLL for (int i = 0; i < 3; i++)
    {
        const lane *j = A + 3 * ((i + 1) % 3), *k = A + 3 * ((i + 2) % 3);
        w[i] = A[3 * i] * q[vx] + A[3 * i + 1] * q[vy] + A[3 * i + 2] * q[vz];
        b[3 * i] = j[1] * k[2] - j[2] * k[1];
        b[3 * i + 1] = j[2] * k[0] - j[0] * k[2];
        b[3 * i + 2] = j[0] * k[1] - j[1] * k[0];
    }
    reduced_turn(b, q + sxx, 1 / (A[0] * b[0] + A[1] * b[1] + A[2] * b[2]), w + 3);
}

/* sgeo: the factors of the jumps of v and of t; n; the matrix g_i.Z-.g_j (rr ss tt st rt rs); and 1/J times
 * the factor from n to the gradient that is parallel to it, up to its sign. */
INLINE void reduced_sgeo(const struct reduced_face *face, lane *sgeo)
{
    const lane *A = face->A, *n = face->n, *mM = face->mM, *mP = face->mP;
    const lane Fscale = face->Fscale, inv_area = face->inv_area;
    lane inverse[9], outer[9], inner[9];
    reduced_impedances(n, mM, mP, inverse, outer, inner);
    UNROLL for (int i = 0; i < 9; i++)
    {
        const int c = i % 3;
        const lane *a = A + i / 3 * 3;
        sgeo[i] = Fscale * (a[0] * outer[c] + a[1] * outer[3 + c] + a[2] * outer[6 + c]);
        sgeo[9 + i] = Fscale * (a[0] * inverse[c] + a[1] * inverse[3 + c] + a[2] * inverse[6 + c]);
    }
    UNROLL for (int i = 0; i < 3; i++) sgeo[18 + i] = n[i];
    const lane Z[6] = {inner[0], inner[4], inner[8], inner[5], inner[2], inner[1]};
    reduced_turn(face->G, Z, ZERO + 1, sgeo + 21);
    sgeo[27] = inv_area;
}

INLINE void reduced_flux(const lane *sgeo, const lane *m, const lane *qM, const lane *qP, lane *flux)
{
    const lane *n = sgeo + 18;
    const lane dxx = qP[sxx] - qM[sxx], dyy = qP[syy] - qM[syy], dzz = qP[szz] - qM[szz];
    const lane dyz = qP[syz] - qM[syz], dxz = qP[sxz] - qM[sxz], dxy = qP[sxy] - qM[sxy];
    const lane v[3] = {qP[vx] - qM[vx], qP[vy] - qM[vy], qP[vz] - qM[vz]};
    const lane t[3] = {dxx * n[0] + dxy * n[1] + dxz * n[2], dxy * n[0] + dyy * n[1] + dyz * n[2],
                       dxz * n[0] + dyz * n[1] + dzz * n[2]};
    UNROLL for (int i = 0; i < 3; i++)
    {
        const lane *f = sgeo + 3 * i;
        flux[i] = f[0] * v[0] + f[1] * v[1] + f[2] * v[2] + f[9] * t[0] + f[10] * t[1] + f[11] * t[2];
    }
}

/* n is parallel to minus the gradient of the coordinate whose edge is not in the face; on the hypotenuse
 * face, i0 >= 0, to the sum of all three. */
INLINE void reduced_lift(const lane *sgeo, const lane *w, int i1, int i2, int i0, lane *d)
{
    const lane *Z = sgeo + 21, k = sgeo[27];
    d[6] += Z[0] * w[0] + Z[5] * w[1] + Z[4] * w[2];
    d[7] += Z[5] * w[0] + Z[1] * w[1] + Z[3] * w[2];
    d[8] += Z[4] * w[0] + Z[3] * w[1] + Z[2] * w[2];
    if (i0 >= 0) {
        d[0] += k * w[0], d[1] += k * w[1], d[2] += k * w[2];
        d[3] += k * (w[1] + w[2]), d[4] += k * (w[0] + w[2]), d[5] += k * (w[0] + w[1]);
    } else if (i1 + i2 == 3) /* edges s and t: n is parallel to the gradient of r */
        d[0] -= k * w[0], d[5] -= k * w[1], d[4] -= k * w[2];
    else if (i1 + i2 == 2)
        d[5] -= k * w[0], d[1] -= k * w[1], d[3] -= k * w[2];
    else
        d[4] -= k * w[0], d[3] -= k * w[1], d[2] -= k * w[2];
}

INLINE void reduced_rate(const lane *A, const lane *G, const lane *m, const lane *d, lane *rate)
{
    const lane J = A[0] * (A[4] * A[8] - A[5] * A[7]) + A[1] * (A[5] * A[6] - A[3] * A[8]) + A[2] * (A[3] * A[7] - A[4] * A[6]);
    const lane D[6] = {d[0], d[1], d[2], REAL(0.5) * d[3], REAL(0.5) * d[4], REAL(0.5) * d[5]};
    const lane H[9] = {G[0], G[3], G[6], G[1], G[4], G[7], G[2], G[5], G[8]};
    lane strain[6];
    reduced_turn(H, D, J, strain); /* its rate */
    UNROLL for (int i = 0; i < 3; i++) rate[vx + i] = m[inv_rho] * (A[i] * d[6] + A[3 + i] * d[7] + A[6 + i] * d[8]);
#ifdef USES_c11
    UNROLL for (int i = 3; i < 6; i++) strain[i] *= 2;
    law_stress(m + C11, strain, rate + sxx);
#else
    const lane volume = m[lame] * (strain[0] + strain[1] + strain[2]), twice = 2 * m[shear];
    UNROLL for (int i = 0; i < 6; i++) rate[sxx + i] = twice * strain[i];
    UNROLL for (int i = 0; i < 3; i++) rate[sxx + i] += volume;
#endif
}
