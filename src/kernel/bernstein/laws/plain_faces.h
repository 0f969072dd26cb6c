/* Faces in the local basis of any law. */

/* The trace, from the fields w read at a node of face f and the extra ones. other: is it the neighbour's? */
INLINE void local_trace(int f, int other, const real *sgeo, const real *w, const real *extra, real *trace)
{
    UNROLL for (int i = 0; i < FIELDS; i++) trace[i] = w[i];
    trace[FIELDS] = UPWIND;
}

INLINE void local_normal(int f, const real *sgeo, const real *own, real *n)
{
    frame_normal(own, f, n);
    UNROLL for (int i = 0; i < 3; i++) n[i] *= sgeo[1];
}

/* The trace behind a boundary, from the inner trace. */
INLINE void local_boundary(int condition, int f, const real *sgeo, const real *own, const real *inner, real *outer)
{
    real n[3];
    local_normal(f, sgeo, own, n);
    outer[FIELDS] = law_boundary(condition, n, own + 9, inner, outer, UPWIND);
}

/* The numbers to lift at a face node, from both traces. */
INLINE void local_flux(int f, const real *sgeo, const real *own, const real *inner, const real *outer, real *flux)
{
    real n[3];
    local_normal(f, sgeo, own, n);
    law_flux(n, own + 9, sgeo + 2, inner, outer, outer[FIELDS], flux);
    UNROLL for (int i = 0; i < FIELDS; i++) flux[i] *= sgeo[0];
}
