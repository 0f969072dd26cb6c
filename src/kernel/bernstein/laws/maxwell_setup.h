/* Into the local basis of maxwell.law and back, and the factors of an element. */
INLINE void to_local(const wide *A, const wide *q, wide *w)
{
    for (int i = 0; i < 3; i++) {
        w[i] = A[3 * i] * q[Ex] + A[3 * i + 1] * q[Ey] + A[3 * i + 2] * q[Ez];
        w[3 + i] = A[3 * i] * q[Hx] + A[3 * i + 1] * q[Hy] + A[3 * i + 2] * q[Hz];
    }
}

INLINE void to_cartesian(const wide *G, const wide *w, wide *q)
{
    for (int c = 0; c < 3; c++) {
        q[Ex + c] = G[c] * w[0] + G[3 + c] * w[1] + G[6 + c] * w[2];
        q[Hx + c] = G[c] * w[3] + G[3 + c] * w[4] + G[6 + c] * w[5];
    }
}

INLINE void local_vgeo(const real *A, const real *m, real *vgeo)
{
    const real *r = A, *s = A + 3, *t = A + 6;
    const real edge[4][6] = {{r[0], r[1], r[2], s[0], s[1], s[2]},
                             {r[0], r[1], r[2], t[0], t[1], t[2]},
                             {s[0] - r[0], s[1] - r[1], s[2] - r[2], t[0] - r[0], t[1] - r[1], t[2] - r[2]},
                             {s[0], s[1], s[2], t[0], t[1], t[2]}};
    const real n[3] = {s[1] * t[2] - s[2] * t[1], s[2] * t[0] - s[0] * t[2], s[0] * t[1] - s[1] * t[0]};
    const real J = r[0] * n[0] + r[1] * n[1] + r[2] * n[2];
    for (int i = 0, k = 0; i < 3; i++)
        for (int j = i; j < 3; j++, k++)
            vgeo[k] = (A[3 * i] * A[3 * j] + A[3 * i + 1] * A[3 * j + 1] + A[3 * i + 2] * A[3 * j + 2]) / J;
    for (int f = 0; f < 4; f++) {
        const real *e = edge[f];
        const real x = e[1] * e[5] - e[2] * e[4], y = e[2] * e[3] - e[0] * e[5], z = e[0] * e[4] - e[1] * e[3];
        vgeo[6 + f] = (J < 0 ? -J : J) / sqrt(x * x + y * y + z * z);
    }
    vgeo[10] = m[Z];
    vgeo[11] = sqrt(m[inv_epsilon] * m[inv_mu]);
}
