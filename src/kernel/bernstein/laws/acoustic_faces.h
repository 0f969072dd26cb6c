/* Faces in the local basis of acoustic.law. */

/* p and the component across the face; on face 2 also the other two. */
#define LOCAL_BASES            2
#define LOCAL_FACE_FIELD(f, j) ((j) == 0 ? 0 : (f) == 0 ? 3 : (f) == 1 ? 2 : 1)
#define LOCAL_EXTRA            2
#define LOCAL_EXTRA_FIELD(i)   (2 + (i))
#define LOCAL_HAS_EXTRA(f)     ((f) == 2)
INLINE void local_trace(int f, int other, const real *sgeo, const real *w, const real *extra, real *trace)
{
    trace[0] = w[0];
    trace[1] = w[1] - extra[0] + extra[1];
}

/* As law_boundary; but a wall with an impedance is a medium of that impedance without fields, which
 * reflects the same. */
INLINE void local_boundary(int condition, int f, const real *sgeo, const real *own, const real *inner, real *outer)
{
    const real Gamma = condition == BC_rigid ? 1 : condition == BC_soft ? -1 : 0;
    outer[0] = Gamma * inner[0];
    outer[1] = -Gamma * inner[1];
}

INLINE void local_flux(int f, const real *sgeo, const real *own, const real *inner, const real *outer, real *flux)
{
    flux[0] = sgeo[0] * (outer[1] - inner[1]) - sgeo[1] * (outer[0] - inner[0]);
}
