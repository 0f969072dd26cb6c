/* face_lumped.h - face_outer (face/face_term.h) of a lumped circuit for Maxwell's equations (port/circuit.h): what is added
 * to the neighbour's state, so that E along the sheet is that of the circuit. param: the direction, direct less that of no
 * circuit, then `from`, `into` and `rate` of the states. */
#define FACE_WEIGHT 1
INLINE void face_outer(const real *n, const real *mM, const real *mP, const real *qM, const real *qP, const real *param,
                       const real *aux, real *outer, real *aux_rate)
{
    real here = 0, there = 0;
    UNROLL for (int i = 0; i < 3; i++)
    {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        here += param[i] * (qM[Ex + i] - mM[Z] * (n[j] * qM[Hx + k] - n[k] * qM[Hx + j]));
        there += param[i] * (qP[Ex + i] + mP[Z] * (n[j] * qP[Hx + k] - n[k] * qP[Hx + j]));
    }
    const real arrives = mM[Y] * here + mP[Y] * there;
    real change = param[3] * arrives;
    for (int i = 0; i < FACE_AUX; i++) {
        change += param[4 + i] * aux[i];
        aux_rate[i] = param[4 + FACE_AUX + i] * arrives;
        for (int j = 0; j < FACE_AUX; j++) aux_rate[i] += param[4 + 2 * FACE_AUX + FACE_AUX * i + j] * aux[j];
    }
    UNROLL for (int i = 0; i < 3; i++)
    {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        outer[Ex + i] = change * param[i];
        outer[Hx + i] = -mM[Y] * change * (n[j] * param[k] - n[k] * param[j]);
    }
}
