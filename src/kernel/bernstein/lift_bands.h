/* lift_bands.h - a triangle is lifted in bands of its rows, because it would take too many registers:
 * those from BAND_UPPER on come first, then those from BAND_LOWER on, then the rest. */

/* Rows of slice j into the line. */
INLINE void rows_write(NEAR real *line, NEAR const unsigned *order, int j, int low, int high, const real *w)
{
    UNROLL for (int c = low; c < high && c <= N - j; c++) {
        UNROLL for (int b = 0; b <= N - j - c; b++) line[SLICE_NODE(order, j, c, b)] = w[ROW(N, c) - ROW(N, low) + b];
    }
}

/* The first slice is half of a flux's degree elevation followed by its transpose: its rows from low to
 * high. edge: the flux's row `high`, which may have been written over. */
INLINE void lift_face(NEAR const real *line, NEAR const unsigned *order, int low, int high, const real *edge, real *w)
{
    real before[N + 2], own[N + 2], now[N + 2], next[N + 2];
    if (low > 0) row_read(line, order, 0, low - 1, before);
    row_read(line, order, 0, low, own);
    elevate(low, before, own, now);
    UNROLL for (int c = low; c < high; c++) {
        UNROLL for (int b = 0; b <= N - c; b++) before[b] = own[b];
        if (c + 1 < high) row_read(line, order, 0, c + 1, own);
        UNROLL for (int b = 0; b < N - c && c + 1 == high; b++) own[b] = edge[b];
        elevate(c + 1, before, own, next);
        UNROLL for (int b = 0; b <= N - c; b++)
            w[ROW(N, c) - ROW(N, low) + b] =
                REAL(0.5 * (N - b - c + 1)) * now[b] + REAL(0.5 * (b + 1)) * now[b + 1] + REAL(0.5 * (c + 1)) * next[b];
        UNROLL for (int b = 0; b <= N - c; b++) now[b] = next[b];
    }
}

/* From slice j to slice j + 1, packed alike: degree reduction. The row behind is the other band's. */
INLINE void lift_next(NEAR real *line, NEAR const unsigned *order, int j, int low, int high, real *w)
{
    const int M = N - j - 1;
    const real l = REAL(-1.0) / REAL(j + 2);
    real behind[N + 1];
    row_read(line, order, j, high, behind);
    UNROLL for (int c = low; c < high && c <= M; c++) {
        UNROLL for (int b = 0; b <= M - c; b++) {
            const int at = ROW(N, c) - ROW(N, low) + b;
            w[at] = l * REAL(M - b - c + 1) * w[at] + l * REAL(b + 1) * w[at + 1] +
                    l * REAL(c + 1) * (c + 1 < high ? w[ROW(N, c + 1) - ROW(N, low) + b] : behind[b]);
        }
    }
    rows_write(line, order, j + 1, low, high, w);
}

INLINE void lift_band(NEAR real *line, NEAR const unsigned *order, int low, int high, const real *edge)
{
    real w[Nfp];
    lift_face(line, order, low, high, edge, w);
    rows_write(line, order, 0, low, high, w);
    UNROLL for (int j = 0; j < N; j++) lift_next(line, order, j, low, high, w);
}

/* A flux, on its face's coefficients of a line, becomes the whole line; edges are read before that. */
INLINE void lift(NEAR real *line, NEAR const unsigned *order)
{
    real upper[N + 1], lower[N + 1];
    row_read(line, order, 0, BAND_UPPER, upper);
    lift_band(line, order, BAND_UPPER, N + 1, upper);
    row_read(line, order, 0, BAND_LOWER, lower);
    if (BAND_UPPER > BAND_LOWER) lift_band(line, order, BAND_LOWER, BAND_UPPER, upper);
    if (BAND_LOWER > 0) lift_band(line, order, 0, BAND_LOWER, lower);
}
