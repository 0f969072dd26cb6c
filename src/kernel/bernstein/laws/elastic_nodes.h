/* Nodes in the local basis of elastic.law. */
INLINE real local_half(int part) { return REAL(0.5); }

/* g^ij, then lambda, mu, 1 / rho times dt. */
INLINE void local_rate_factors(const real *own, int part, real dt, real *factors)
{
    UNROLL for (int i = 0; i < 9; i++) factors[i] = i < 6 ? own[i] : dt * own[i];
}

INLINE void local_sums(const real *factors, const real *e0, const real *e1, const real *e2, const real *e3, real *cell)
{
    UNROLL for (int i = 0; i < 3; i++) {
        const int r = 3 + LOCAL_PAIR(i, 0), s = 3 + LOCAL_PAIR(i, 1), t = 3 + LOCAL_PAIR(i, 2);
        cell[i] = (e1[r] - e0[r]) + (e2[s] - e0[s]) + (e3[t] - e0[t]);
        cell[3 + i] = e1[i] - e0[i], cell[6 + i] = e2[i] - e0[i], cell[9 + i] = e3[i] - e0[i];
    }
}

INLINE void local_lift_factors(int f, const real *own, const real *sgeo, int part, real *lift)
{
    lift[0] = sgeo[10], lift[1] = sgeo[11];
}

INLINE void local_lift(int f, const real *lift, const real *factors, const real *lifted, real *v)
{
    real y[3];
    local_gradient(f, factors, y);
    const real w3 = f == 0 ? lifted[2] : f == 1 ? lifted[1] : f == 2 ? lifted[0] + lifted[1] + lifted[2] : lifted[0];
    const real across = lift[1] * w3;
    UNROLL for (int i = 0; i < 3; i++) {
        v[i] += lift[0] * lifted[i], v[i] += across * y[i];
        if (f == 0) v[9 + i] -= lifted[i];
        if (f == 1) v[6 + i] -= lifted[i];
        if (f == 2) v[3 + i] += lifted[i], v[6 + i] += lifted[i], v[9 + i] += lifted[i];
        if (f == 3) v[3 + i] -= lifted[i];
    }
}

INLINE void local_rate(const real *factors, const real *v, real *rate)
{
    const real volume = factors[6] * (v[3] + v[7] + v[11]), mu_dt = factors[7];
    real up[3][3]; /* sum_k g^jk d_k v^i */
    UNROLL for (int i = 0; i < 3; i++) {
        UNROLL for (int j = 0; j < 3; j++)
            up[i][j] = factors[LOCAL_PAIR(j, 0)] * v[3 + i] + factors[LOCAL_PAIR(j, 1)] * v[6 + i] + factors[LOCAL_PAIR(j, 2)] * v[9 + i];
    }
    UNROLL for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        rate[i] = factors[8] * v[i];
        rate[3 + i] = volume * factors[i] + 2 * mu_dt * up[i][i];
        rate[6 + i] = volume * factors[3 + i] + mu_dt * (up[j][k] + up[k][j]);
    }
}
