/* components_local.h - between components along x, y, z and those of the stage, where these are in the local
 * basis of each element. edges: [9] of each element of a list. */

/* Returns the components along x, y, z of w, the fields of element e of the list, in cartesian; A: the element's
 * edges, for `leave`. */
INLINE wide *enter(GLOBAL const real *edges, int64 e, wide *w, wide *A, wide *cartesian)
{
    wide G[9];
    UNROLL for (int i = 0; i < 9; i++) A[i] = edges[e * 9 + i];
    UNROLL for (int i = 0; i < 3; i++)
    {
        const wide *u = A + 3 * ((i + 1) % 3), *v = A + 3 * ((i + 2) % 3);
        G[3 * i] = u[1] * v[2] - u[2] * v[1];
        G[3 * i + 1] = u[2] * v[0] - u[0] * v[2];
        G[3 * i + 2] = u[0] * v[1] - u[1] * v[0];
    }
    const wide inv_J = 1 / (A[0] * G[0] + A[1] * G[1] + A[2] * G[2]);
    UNROLL for (int i = 0; i < 9; i++) G[i] *= inv_J;
    to_cartesian(G, w, cartesian);
    return cartesian;
}

/* fields, of element e of the list, become components along x, y, z. */
INLINE void along_axes(GLOBAL const real *edges, int64 e, wide *fields)
{
    wide A[9], cartesian[FIELDS];
    enter(edges, e, fields, A, cartesian);
    for (int f = 0; f < FIELDS; f++) fields[f] = cartesian[f];
}

/* w: the fields that `enter` returned, in the local basis again. */
INLINE void leave(const wide *A, const wide *fields, wide *w)
{
    to_local(A, fields, w);
}

/* flux, along x, y, z, becomes components in the local basis of element e of the list. */
INLINE void to_stage(GLOBAL const real *edges, int64 e, real *flux)
{
    wide A[9], along[FIELDS], components[FIELDS];
    for (int i = 0; i < 9; i++) A[i] = edges[e * 9 + i];
    for (int i = 0; i < FIELDS; i++) along[i] = flux[i];
    to_local(A, along, components);
    for (int i = 0; i < FIELDS; i++) flux[i] = (real)components[i];
}
