/* The local basis of any law: into it and back, and the factors of an element. */

/* From fields along x, y, z to local fields w, and back. In the widest type, for input and output. */
INLINE void to_local(const wide *A, const wide *q, wide *w)
{
    for (int i = 0; i < FIELDS; i++) w[i] = q[i];
}

INLINE void to_cartesian(const wide *G, const wide *w, wide *q)
{
    for (int i = 0; i < FIELDS; i++) q[i] = w[i];
}

/* The geometric factors of an element, of its edges and medium. */
INLINE void local_vgeo(const real *A, const real *m, real *vgeo)
{
    UNROLL for (int i = 0; i < 3; i++) {
        const real *s = A + 3 * ((i + 1) % 3), *t = A + 3 * ((i + 2) % 3);
        vgeo[3 * i] = s[1] * t[2] - s[2] * t[1];
        vgeo[3 * i + 1] = s[2] * t[0] - s[0] * t[2];
        vgeo[3 * i + 2] = s[0] * t[1] - s[1] * t[0];
    }
    const real J = A[0] * vgeo[0] + A[1] * vgeo[1] + A[2] * vgeo[2];
    UNROLL for (int i = 0; i < 9; i++) vgeo[i] /= J;
    UNROLL for (int i = 0; i < MEDIUM; i++) vgeo[9 + i] = m[i];
}
