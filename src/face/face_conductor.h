/* face_conductor.h - face_outer (face/face_term.h) of a good conductor (face/conductor.h) for Maxwell's equations.
 * param: R0 + the sum of all c, then c and p of each pole. aux: x of each pole, along x, y, z. */
#define FACE_WEIGHT 1
#define FACE_POLES (FACE_AUX / 3)
INLINE void face_outer(const real *n, const real *mM, const real *mP, const real *qM, const real *qP, const real *param,
                       const real *aux, real *outer, real *aux_rate)
{
    real arrives[3], along = 0, back[3];
    UNROLL for (int i = 0; i < 3; i++)
    {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        arrives[i] = qM[Ex + i] - mM[Z] * (n[j] * qM[Hx + k] - n[k] * qM[Hx + j]);
        along += n[i] * arrives[i];
    }
    UNROLL for (int i = 0; i < 3; i++)
    {
        real h = arrives[i] - n[i] * along;
        back[i] = REAL(0.5) * h;
        for (int k = 0; k < FACE_POLES; k++) h += param[1 + 2 * k] * aux[3 * k + i];
        h /= mM[Z] + param[0];
        back[i] -= mM[Z] * h;
        for (int k = 0; k < FACE_POLES; k++) aux_rate[3 * k + i] = param[2 + 2 * k] * (h - aux[3 * k + i]);
    }
    UNROLL for (int i = 0; i < 3; i++)
    {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        outer[Ex + i] = back[i];
        outer[Hx + i] = -mM[Y] * (n[j] * back[k] - n[k] * back[j]);
    }
}
