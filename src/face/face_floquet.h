/* face_floquet.h - face_outer (face/face_term.h) of a periodic side with a phase: what is added to the neighbour's
 * state. param: cos - 1, and -sin in the real copy or sin in the imaginary one. */
#define FACE_WEIGHT UPWIND /* the stage takes these faces for inner ones */
INLINE void face_outer(const real *n, const real *mM, const real *mP, const real *qM, const real *qP, const real *param,
                       const real *aux, real *outer, real *aux_rate)
{
    UNROLL for (int i = 0; i < FIELDS; i++) outer[i] = param[0] * qP[i] + param[1] * qP[FIELDS + i];
}
