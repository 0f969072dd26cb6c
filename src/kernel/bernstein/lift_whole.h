/* lift_whole.h - a triangle is lifted as a whole. */

/* Slice j into the line; w: its rows, packed as those of the first slice. */
INLINE void slice_write(NEAR real *line, NEAR const unsigned *order, int j, const real *w)
{
    UNROLL for (int c = 0; c <= N - j; c++) {
        UNROLL for (int b = 0; b <= N - j - c; b++) line[SLICE_NODE(order, j, c, b)] = w[ROW(N, c) + b];
    }
}

/* The first slice is half of a flux's degree elevation followed by its transpose. */
INLINE void lift_face(NEAR const real *line, NEAR const unsigned *order, real *w)
{
    real before[N + 2], own[N + 2], now[N + 2], next[N + 2];
    row_read(line, order, 0, 0, own);
    elevate(0, before, own, now);
    UNROLL for (int c = 0; c <= N; c++) {
        UNROLL for (int b = 0; b <= N - c; b++) before[b] = own[b];
        row_read(line, order, 0, c + 1, own);
        elevate(c + 1, before, own, next);
        UNROLL for (int b = 0; b <= N - c; b++)
            w[ROW(N, c) + b] =
                REAL(0.5 * (N - b - c + 1)) * now[b] + REAL(0.5 * (b + 1)) * now[b + 1] + REAL(0.5 * (c + 1)) * next[b];
        UNROLL for (int b = 0; b <= N - c; b++) now[b] = next[b];
    }
}

/* From slice j to slice j + 1: degree reduction. */
INLINE void lift_next(int j, real *w)
{
    const int M = N - j - 1;
    const real l = REAL(-1.0) / REAL(j + 2);
    UNROLL for (int c = 0; c <= M; c++) {
        UNROLL for (int b = 0; b <= M - c; b++) {
            const int at = ROW(N, c) + b;
            w[at] = l * REAL(M - b - c + 1) * w[at] + l * REAL(b + 1) * w[at + 1] + l * REAL(c + 1) * w[ROW(N, c + 1) + b];
        }
    }
}

/* A flux, on its face's coefficients of a line, becomes the whole line. */
INLINE void lift(NEAR real *line, NEAR const unsigned *order)
{
    real w[Nfp];
    lift_face(line, order, w);
    slice_write(line, order, 0, w);
    UNROLL for (int j = 0; j < N; j++) {
        lift_next(j, w);
        slice_write(line, order, j + 1, w);
    }
}
