/* microblock.h - micro-blocks, the units of work of the paper's kernels; the fused stage reads media as they do.
 *
 * A unit is what w_p, w_i and w_s count: a micro-block of K_M = BLOCK elements of one field, N_pM reals with
 * their padding. Fields follow each other in memory, so that units of all fields count on: unit = field * n_M + micro-block.
 *
 * A thread of a block that keeps fields in shared memory has its row of the unit (UNIT_ROW) and the number of its unit among the
 * W_P side by side (UNIT_PART). GROUPING threads of a unit stay together and those of the W_P units alternate, so that
 * the few that straddle two elements sit in as few warps as possible (Fig. 5); 0 leaves a whole unit together. */
#define K_M BLOCK
#if W_P == 1
#define UNIT_ROW(t)  (t)
#define UNIT_PART(t) 0
#elif GROUPING
#define UNIT_ROW(t)  ((t) / (GROUPING * W_P) * GROUPING + (t) % GROUPING)
#define UNIT_PART(t) ((t) / GROUPING % W_P)
#else
#define UNIT_ROW(t)  ((t) % N_pM)
#define UNIT_PART(t) ((t) / N_pM)
#endif

/* The metric terms of element e, G[3 * i + c]: derivative of reference coordinate i along c. */
INLINE void unit_metric(GLOBAL const real *metric, int64 e, real *G)
{
    UNROLL for (int i = 0; i < 9; i++) G[i] = metric[(e / BLOCK * 9 + i) * BLOCK + e % BLOCK];
}

/* The table begins at a multiple of 16 bytes, as all memory of a device does: told so, compilers fetch several constants at once. */
INLINE void unit_medium(GLOBAL const real *medium, int material, real *m)
{
    GLOBAL const real *at = ALIGNED(medium) + material * MEDIUM;
    UNROLL for (int i = 0; i < MEDIUM; i++) m[i] = at[i];
}

/* Stores what a differentiation found for row i of a unit, d[field][r, s or t]: x, y and z derivatives of one field, or with
 * COMMUTED the volume's part of the rate of all. */
#ifdef COMMUTED
INLINE void diff_store(GLOBAL real *dq, GLOBAL const real *metric, GLOBAL const int *material, GLOBAL const real *medium,
                       real (*d)[3], int unit, int i, int lane_of, int n_M, int units)
{
    const int64 e = (int64)(unit % n_M) * K_M + lane_of;
    real G[9];
    unit_metric(metric, e, G);
#if COMMUTED
    real dx[3 * FIELDS], m[MEDIUM], rate[FIELDS];
    unit_medium(medium, material[e], m);
    UNROLL for (int f = 0; f < FIELDS; f++) {
        UNROLL for (int c = 0; c < 3; c++) dx[3 * f + c] = G[c] * d[f][0] + G[3 + c] * d[f][1] + G[6 + c] * d[f][2];
    }
    law_volume(m, dx, rate);
    UNROLL for (int f = 0; f < FIELDS; f++) dq[((int64)f * n_M + unit) * N_pM + i] = rate[f];
#else
    UNROLL for (int c = 0; c < 3; c++)
        dq[((int64)c * units + unit) * N_pM + i] = G[c] * d[0][0] + G[3 + c] * d[0][1] + G[6 + c] * d[0][2];
#endif
}
#endif
