/* Into the local basis of elastic.law and back, and the factors of an element. */

/* out = B u and B S B^T; b: rows of B. */
INLINE void local_turn(const wide *b, const wide *in, wide *out)
{
    for (int i = 0; i < 3; i++) out[i] = b[3 * i] * in[0] + b[3 * i + 1] * in[1] + b[3 * i + 2] * in[2];
    for (int k = 0; k < 6; k++) {
        const int i = k < 3 ? k : k == 3 ? 1 : 0, j = k < 3 ? k : k == 5 ? 1 : 2;
        wide sum = 0;
        for (int c = 0; c < 3; c++)
            for (int d = 0; d < 3; d++) sum += b[3 * i + c] * b[3 * j + d] * in[3 + LOCAL_PAIR(c, d)];
        out[3 + k] = sum;
    }
}

/* The gradients of r, s, t from edge vectors, and the edge vectors from those gradients. */
#define LOCAL_DUAL(A, G)                                                                                       \
    for (int i = 0; i < 3; i++)                                                                              \
        for (int c = 0; c < 3; c++) {                                                                        \
            const int j = 3 * ((i + 1) % 3), k = 3 * ((i + 2) % 3), d = (c + 1) % 3, e = (c + 2) % 3;        \
            G[3 * i + c] = A[j + d] * A[k + e] - A[j + e] * A[k + d];                                        \
        }

INLINE void to_local(const wide *A, const wide *q, wide *w)
{
    wide G[9];
    LOCAL_DUAL(A, G)
    const wide J = A[0] * G[0] + A[1] * G[1] + A[2] * G[2];
    for (int i = 0; i < 9; i++) G[i] /= J;
    local_turn(G, q, w);
}

INLINE void to_cartesian(const wide *G, const wide *w, wide *q)
{
    wide A[9];
    LOCAL_DUAL(G, A)
    const wide inv_J = G[0] * A[0] + G[1] * A[1] + G[2] * A[2];
    const wide B[9] = {A[0] / inv_J, A[3] / inv_J, A[6] / inv_J, A[1] / inv_J, A[4] / inv_J,
                       A[7] / inv_J, A[2] / inv_J, A[5] / inv_J, A[8] / inv_J};
    local_turn(B, w, q);
}

INLINE void local_vgeo(const real *A, const real *m, real *vgeo)
{
    real G[9];
    LOCAL_DUAL(A, G)
    const real J = A[0] * G[0] + A[1] * G[1] + A[2] * G[2];
    for (int i = 0; i < 9; i++) G[i] /= J;
    for (int k = 0; k < 6; k++) {
        const real *a = G + 3 * (k < 3 ? k : k == 3 ? 1 : 0), *b = G + 3 * (k < 3 ? k : k == 5 ? 1 : 2);
        vgeo[k] = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }
    vgeo[6] = m[lame], vgeo[7] = m[shear], vgeo[8] = m[inv_rho], vgeo[9] = m[Zp], vgeo[10] = m[Zs];
}
