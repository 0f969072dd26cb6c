INLINE real law_half(int part)
{
    return REAL(0.5);
}

/* g^ij, then lambda, mu, 1 / rho times dt. */
INLINE void law_result(const real *own, int part, real dt, real *result)
{
    UNROLL for (int i = 0; i < 9; i++) result[i] = i < 6 ? own[i] : dt * own[i];
}

INLINE void law_cell(const real *result, const real *e0, const real *e1, const real *e2, const real *e3, real *cell)
{
    UNROLL for (int i = 0; i < 3; i++)
    {
        const int r = 3 + LAW_PAIR(i, 0), s = 3 + LAW_PAIR(i, 1), t = 3 + LAW_PAIR(i, 2);
        cell[i] = (e1[r] - e0[r]) + (e2[s] - e0[s]) + (e3[t] - e0[t]);
        cell[3 + i] = e1[i] - e0[i], cell[6 + i] = e2[i] - e0[i], cell[9 + i] = e3[i] - e0[i];
    }
}

INLINE void law_lifting(int f, const real *own, const real *side, int part, real *lifting)
{
    lifting[0] = side[10], lifting[1] = side[11];
}

INLINE void law_lifted(int f, const real *lifting, const real *result, const real *lifted, real *v)
{
    real y[3];
    law_gradient(f, result, y);
    const real w3 = f == 0 ? lifted[2] : f == 1 ? lifted[1] : f == 2 ? lifted[0] + lifted[1] + lifted[2] : lifted[0];
    const real across = lifting[1] * w3;
    UNROLL for (int i = 0; i < 3; i++)
    {
        v[i] += lifting[0] * lifted[i], v[i] += across * y[i];
        if (f == 0) v[9 + i] -= lifted[i];
        if (f == 1) v[6 + i] -= lifted[i];
        if (f == 2) v[3 + i] += lifted[i], v[6 + i] += lifted[i], v[9 + i] += lifted[i];
        if (f == 3) v[3 + i] -= lifted[i];
    }
}

INLINE void law_rate(const real *result, const real *v, real *rate)
{
    const real volume = result[6] * (v[3] + v[7] + v[11]), mu_dt = result[7];
    real up[3][3]; /* sum_k g^jk d_k v^i */
    UNROLL for (int i = 0; i < 3; i++)
    {
        UNROLL for (int j = 0; j < 3; j++)
            up[i][j] = result[LAW_PAIR(j, 0)] * v[3 + i] + result[LAW_PAIR(j, 1)] * v[6 + i] + result[LAW_PAIR(j, 2)] * v[9 + i];
    }
    UNROLL for (int i = 0; i < 3; i++)
    {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        rate[i] = result[8] * v[i];
        rate[3 + i] = volume * result[i] + 2 * mu_dt * up[i][i];
        rate[6 + i] = volume * result[3 + i] + mu_dt * (up[j][k] + up[k][j]);
    }
}
