/* The hot loops of the baseline, included by baseline_loops.c for each precision and vector width with
 *   REAL LANES  the type, and how many make a register: the lanes are elements
 *   ROWS        rows of the product kept in registers, six registers each
 *   TARGET      the function attribute that brings the instructions
 *   NAME(x)     makes names distinct
 * The caller's fields, metric terms and face terms are read as whole registers; only neighbours' values are picked one
 * by one. */
#define VEC NAME(vec)
typedef REAL VEC __attribute__((vector_size(LANES * sizeof(REAL)), may_alias));

/* Rows of the fluxes: first the outer values, which the boundary terms may turn into ghosts, then what replaces them. */
TARGET static void NAME(pick)(const struct nd_baseline *b, const nd_idx *restrict vmapP, size_t row,
                              REAL *restrict W)
{
    const REAL *restrict q = b->q[b->now];
    const size_t field = (size_t)b->Np * LANES;
    for (int i = 0; i < b->Nfp; i++, W += row, vmapP += LANES)
        for (int l = 0; l < LANES; l++) {
            const REAL *plus = q + vmapP[l];
#pragma GCC unroll 6
            for (int f = 0; f < 6; f++) W[f * LANES + l] = plus[(size_t)f * field];
        }
}

/* face: nx ny nz, the factors of outer E and H that make ghosts (1 inside), and Fscale times
 *   Z+ / (epsilon (Z- + Z+)), upwind / (epsilon (Z- + Z+)), Y+ / (mu (Y- + Y+)), upwind / (mu (Y- + Y+)). */
TARGET static void NAME(flux)(const struct nd_baseline *b, const int *restrict Fmask, const VEC *restrict q,
                              const VEC *restrict face, size_t row, REAL *restrict W)
{
    const VEC nx = face[0], ny = face[1], nz = face[2], gE = face[3], gH = face[4];
    const VEC eH = face[5], eE = face[6], hE = face[7], hH = face[8];
    const size_t Np = (size_t)b->Np;
    for (int i = 0; i < b->Nfp; i++, W += row) {
        VEC *w = (VEC *)W;
        const VEC *minus = q + Fmask[i];
        const VEC Ex = gE * w[0] - minus[0], Ey = gE * w[1] - minus[Np], Ez = gE * w[2] - minus[2 * Np];
        const VEC Hx = gH * w[3] - minus[3 * Np], Hy = gH * w[4] - minus[4 * Np],
                  Hz = gH * w[5] - minus[5 * Np];
        const VEC nE = nx * Ex + ny * Ey + nz * Ez, nH = nx * Hx + ny * Hy + nz * Hz;
        w[0] = eH * (ny * Hz - nz * Hy) + eE * (Ex - nx * nE);
        w[1] = eH * (nz * Hx - nx * Hz) + eE * (Ey - ny * nE);
        w[2] = eH * (nx * Hy - ny * Hx) + eE * (Ez - nz * nE);
        w[3] = hE * (nz * Ey - ny * Ez) + hH * (Hx - nx * nH);
        w[4] = hE * (nx * Ez - nz * Ex) + hH * (Hy - ny * nH);
        w[5] = hE * (ny * Ex - nx * Ey) + hH * (Hz - nz * nH);
    }
}

/* Rows of the derivative along one reference direction, whose metric terms are x, y, z. */
TARGET static void NAME(curl)(const struct nd_baseline *b, const VEC *restrict q, const VEC *restrict metric,
                              int direction, size_t row, REAL *restrict W)
{
    const VEC x = metric[3 * direction], y = metric[3 * direction + 1], z = metric[3 * direction + 2];
    const VEC ex = metric[9] * x, ey = metric[9] * y, ez = metric[9] * z;
    const VEC hx = metric[10] * x, hy = metric[10] * y, hz = metric[10] * z;
    const size_t Np = (size_t)b->Np;
    for (size_t n = 0; n < Np; n++, q++, W += row) {
        VEC *w = (VEC *)W;
        const VEC Ex = q[0], Ey = q[Np], Ez = q[2 * Np], Hx = q[3 * Np], Hy = q[4 * Np], Hz = q[5 * Np];
        w[0] = ey * Hz - ez * Hy;
        w[1] = ez * Hx - ex * Hz;
        w[2] = ex * Hy - ey * Hx;
        w[3] = hz * Ey - hy * Ez;
        w[4] = hx * Ez - hz * Ex;
        w[5] = hy * Ex - hx * Ey;
    }
}

TARGET static void NAME(prepare)(const struct nd_baseline *b, nd_idx first, nd_idx count)
{
    const size_t Np = (size_t)b->Np, Nfp = (size_t)b->Nfp, row = (size_t)b->chunk * 6 * LANES;
    for (nd_idx i = 0; i < count; i++) {
        const size_t group = (size_t)(first + i);
        const VEC *q = (const VEC *)b->q[b->now] + group * 6 * Np;
        const VEC *metric = (const VEC *)b->metric + group * 11, *face = (const VEC *)b->face + group * 36;
        const nd_idx *vmapP = b->vmapP + group * 4 * Nfp * LANES;
        REAL *W = (REAL *)b->W + (size_t)i * 6 * LANES, *fluxes = W + 3 * Np * row;
        for (size_t f = 0; f < 4; f++) NAME(pick)(b, vmapP + f * Nfp * LANES, row, fluxes + f * Nfp * row);
        for (int d = 0; d < 3; d++) NAME(curl)(b, q, metric, d, row, W + (size_t)d * Np * row);
        for (size_t f = 0; f < 4; f++)
            NAME(flux)(b, b->Fmask + f * Nfp, q, face + 9 * f, row, fluxes + f * Nfp * row);
    }
}

/* rate[0 ... rows) += A[0 ... rows) W over `depth` rows of W; the sums begin at zero when `fresh`. */
TARGET static inline __attribute__((always_inline)) void NAME(tile)(const int rows, int depth, int fresh,
                                                                    const REAL *restrict A, size_t A_row,
                                                                    const REAL *restrict W, size_t row,
                                                                    REAL *restrict rate)
{
    VEC sum[ROWS][6];
#pragma GCC unroll 8
    for (int r = 0; r < rows; r++)
#pragma GCC unroll 6
        for (int c = 0; c < 6; c++) sum[r][c] = fresh ? (VEC){0} : ((VEC *)(rate + (size_t)r * row))[c];
    for (int j = 0; j < depth; j++, A++, W += row) {
        const VEC *w = (const VEC *)W;
#pragma GCC unroll 8
        for (int r = 0; r < rows; r++)
#pragma GCC unroll 6
            for (int c = 0; c < 6; c++) sum[r][c] += A[(size_t)r * A_row] * w[c];
    }
#pragma GCC unroll 8
    for (int r = 0; r < rows; r++)
#pragma GCC unroll 6
        for (int c = 0; c < 6; c++) ((VEC *)(rate + (size_t)r * row))[c] = sum[r][c];
}

/* As many rows of W at a time as leave room for the operators in a first-level cache. */
#define DEPTH (24 * 1024 / (6 * LANES * (int)sizeof(REAL)))

TARGET static void NAME(multiply)(const struct nd_baseline *b, nd_idx count)
{
    const int Np = b->Np, columns = 3 * Np + 4 * b->Nfp;
    const size_t A_row = (size_t)columns, row = (size_t)b->chunk * 6 * LANES;
    for (nd_idx i = 0; i < count; i++)
        for (int j = 0; j < columns; j += DEPTH) {
            const int depth = columns - j < DEPTH ? columns - j : DEPTH;
            const REAL *A = (const REAL *)b->operators + j;
            const REAL *W = (const REAL *)b->W + (size_t)j * row + (size_t)i * 6 * LANES;
            REAL *rate = (REAL *)b->rate + (size_t)i * 6 * LANES;
            int n = 0;
            for (; n + ROWS <= Np; n += ROWS, A += ROWS * A_row, rate += ROWS * row)
                NAME(tile)(ROWS, depth, !j, A, A_row, W, row, rate);
            for (; n + 2 <= Np; n += 2, A += 2 * A_row, rate += 2 * row)
                NAME(tile)(2, depth, !j, A, A_row, W, row, rate);
            if (n < Np) NAME(tile)(1, depth, !j, A, A_row, W, row, rate);
        }
}

TARGET static void NAME(update)(const struct nd_baseline *b, nd_idx first, nd_idx count, double rk_a,
                                double rk_b, double dt)
{
    const size_t Np = (size_t)b->Np, row = (size_t)b->chunk * 6 * LANES;
    const REAL a = (REAL)rk_a, beta = (REAL)rk_b, h = (REAL)dt;
    for (nd_idx i = 0; i < count; i++) {
        const size_t at = (size_t)(first + i) * 6 * Np;
        const VEC *restrict q = (const VEC *)b->q[b->now] + at;
        VEC *restrict next = (VEC *)b->q[!b->now] + at, *restrict res = (VEC *)b->res + at;
        for (size_t f = 0; f < 6; f++) {
            const REAL *rate = (const REAL *)b->rate + ((size_t)i * 6 + f) * LANES;
            for (size_t n = 0; n < Np; n++, q++, next++, res++, rate += row) {
                const VEC sum = a * *res + h * *(const VEC *)rate;
                *res = sum;
                *next = *q + beta * sum;
            }
        }
    }
}

static const struct nd_baseline_loops NAME(loops) = {VECTORS,       sizeof(REAL),   LANES,
                                                     NAME(prepare), NAME(multiply), NAME(update)};

#undef DEPTH
#undef VEC
#undef REAL
#undef LANES
#undef ROWS
#undef NAME
