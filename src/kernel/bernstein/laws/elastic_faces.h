/* Faces in the local basis of elastic.law. The bases are u^1, u^2 and u^3; the column lies LOCAL_OFFSET
 * fields after them. On face 2, these and three more stresses are the terms of the sums. */
#define LOCAL_BASES            3
#define LOCAL_READ             6
#define LOCAL_FACE_FIELD(f, j) ((j) == 0 ? ((f) < 2 ? 0 : 1) : (j) == 1 ? ((f) == 0 ? 1 : 2) : ((f) == 0 ? 2 : (f) == 1 ? 1 : 0))
#define LOCAL_BASE_OF(j)       ((j) < 3 ? (j) : (j) == 3 ? 1 : (j) == 4 ? 0 : 2)
#define LOCAL_OFFSET(j)        ((j) < 3 ? 0 : (j) < 5 ? 6 : 3)
#define LOCAL_EXTRA            3
#define LOCAL_EXTRA_FIELD(i)   (4 + (i)) /* ss, tt, st */
#define LOCAL_HAS_EXTRA(f)     ((f) == 2)
INLINE void local_trace(int f, int other, const real *sgeo, const real *w, const real *extra, real *trace)
{
    real u[6];
    UNROLL for (int i = 0; i < 6; i++) u[i] = w[i];
    if (f == 2) {
        const real more = w[3] + w[4];
        u[2] += w[0] + w[1];
        u[3] += extra[0] + extra[2], u[4] += extra[1] + extra[2];
        u[5] += more + (u[3] + u[4]);
    }
    UNROLL for (int i = 0; i < 6; i += 3) {
        trace[i] = u[i] + sgeo[2 * other] * u[i + 2];
        trace[i + 1] = u[i + 1] + sgeo[2 * other + 1] * u[i + 2];
        trace[i + 2] = u[i + 2];
    }
}

/* As of an element that is mirrored at the face, so rho = -1. */
INLINE void local_boundary(int condition, int f, const real *sgeo, const real *own, const real *inner, real *outer)
{
    const real v = condition == BC_free ? 1 : condition == BC_fixed ? -1 : 0;
    UNROLL for (int i = 0; i < 6; i++) outer[i] = (i % 3 < 2 ? v : -v) * inner[i];
}

INLINE void local_flux(int f, const real *sgeo, const real *own, const real *inner, const real *outer, real *flux)
{
    const real w3 = sgeo[8] * (sgeo[4] * outer[2] - inner[2]) + sgeo[9] * (sgeo[5] * outer[5] - inner[5]);
    const real w1 = sgeo[6] * (outer[0] - inner[0]) + sgeo[7] * (sgeo[4] * outer[3] - inner[3]) - sgeo[0] * w3;
    const real w2 = sgeo[6] * (outer[1] - inner[1]) + sgeo[7] * (sgeo[4] * outer[4] - inner[4]) - sgeo[1] * w3;
    flux[0] = f < 2 ? w1 : f == 2 ? w3 - w1 - w2 : w3;
    flux[1] = f == 0 ? w2 : f == 1 ? w3 : w1;
    flux[2] = f == 0 ? w3 : w2;
}
