/* Into the local basis of acoustic.law and back, and the factors of an element. */

/* The flow through the faces from its edges: a_s x a_t, a_r x a_t, a_r x a_s. */
INLINE void to_local(const wide *A, const wide *q, wide *w)
{
    w[0] = q[p];
    for (int i = 0; i < 3; i++) {
        const wide *a = A + (i == 0 ? 3 : 0), *b = A + (i == 2 ? 3 : 6);
        w[1 + i] = (a[1] * b[2] - a[2] * b[1]) * q[vx] + (a[2] * b[0] - a[0] * b[2]) * q[vy] + (a[0] * b[1] - a[1] * b[0]) * q[vz];
    }
}

/* v = sum_i a_i W^i / J; the edges from the gradients. */
INLINE void to_cartesian(const wide *G, const wide *w, wide *q)
{
    q[p] = w[0];
    q[vx] = q[vy] = q[vz] = 0;
    for (int i = 0; i < 3; i++) {
        const wide *a = G + 3 * ((i + 1) % 3), *b = G + 3 * ((i + 2) % 3), flow = i == 1 ? -w[2] : w[1 + i];
        q[vx] += (a[1] * b[2] - a[2] * b[1]) * flow;
        q[vy] += (a[2] * b[0] - a[0] * b[2]) * flow;
        q[vz] += (a[0] * b[1] - a[1] * b[0]) * flow;
    }
}

INLINE void local_vgeo(const real *A, const real *m, real *vgeo)
{
    real C[9], n[3], speed = m[Z] * m[inv_rho];
    for (int i = 0; i < 3; i++) { /* J G_i */
        const real *a = A + 3 * ((i + 1) % 3), *b = A + 3 * ((i + 2) % 3);
        C[3 * i] = a[1] * b[2] - a[2] * b[1];
        C[3 * i + 1] = a[2] * b[0] - a[0] * b[2];
        C[3 * i + 2] = a[0] * b[1] - a[1] * b[0];
    }
    const real J = A[0] * C[0] + A[1] * C[1] + A[2] * C[2];
    for (int i = 0, k = 0; i < 3; i++)
        for (int j = i; j < 3; j++, k++)
            vgeo[k] = speed * (C[3 * i] * C[3 * j] + C[3 * i + 1] * C[3 * j + 1] + C[3 * i + 2] * C[3 * j + 2]) / J;
    for (int f = 0; f < 4; f++) {
        for (int k = 0; k < 3; k++) n[k] = f == 0 ? C[6 + k] : f == 1 ? C[3 + k] : f == 2 ? C[k] + C[3 + k] + C[6 + k] : C[k];
        vgeo[6 + f] = (J < 0 ? -1 : 1) / sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    }
    vgeo[10] = m[Z];
    vgeo[11] = speed / J;
}
