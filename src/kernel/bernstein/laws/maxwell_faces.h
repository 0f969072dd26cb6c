/* Faces in the local basis of maxwell.law. */

/* Components along the edges of a face; on face 2 less those along r. */
#define LOCAL_BASES            2
#define LOCAL_FACE_FIELD(f, j) ((j) / 2 * 3 + ((j) % 2 ? ((f) == 0 ? 1 : 2) : ((f) < 2 ? 0 : 1)))
#define LOCAL_EXTRA            2 /* E and H along r, which the edges of the hypotenuse face start from */
#define LOCAL_EXTRA_FIELD(i)   (3 * (i))
#define LOCAL_HAS_EXTRA(f)     ((f) == 2)
INLINE void local_trace(int f, int other, const real *sgeo, const real *w, const real *extra, real *trace)
{
    UNROLL for (int j = 0; j < 4; j++) trace[j] = w[j] - extra[j / 2];
}

/* As law_boundary; but a wall with an impedance is a medium of that impedance without fields, which
 * reflects the same and needs nothing at the nodes. */
INLINE void local_boundary(int condition, int f, const real *sgeo, const real *own, const real *inner, real *outer)
{
    const real Gamma = condition == BC_pec ? -1 : condition == BC_pmc ? 1 : 0;
    outer[0] = Gamma * inner[0], outer[1] = Gamma * inner[1];
    outer[2] = -Gamma * inner[2], outer[3] = -Gamma * inner[3];
}

INLINE void local_flux(int f, const real *sgeo, const real *own, const real *inner, const real *outer, real *flux)
{
    const real E1 = outer[0] - inner[0], E2 = outer[1] - inner[1], H1 = outer[2] - inner[2], H2 = outer[3] - inner[3];
    flux[0] = sgeo[2] * E1 - sgeo[1] * E2 - sgeo[3] * H2;
    flux[1] = sgeo[0] * E2 - sgeo[1] * E1 + sgeo[3] * H1;
}
