/* lift.h - the lift phase of the Bernstein stage: a flux from its face into the element. A flux is a triangle of
 * coefficients, in rows. A seven-point sum makes the first slice of it, and each further slice comes from the one
 * before by a step of degree reduction (README.md). One thread does it all for one flux, in registers. */

/* A triangle is lifted in bands of its rows where it would take too many registers: those from BAND_UPPER on come first, then those from
 * BAND_LOWER on, then the rest. The host decides. */

/* Row c of a triangle of M + 1 rows begins here. */
#define ROW(M, c) ((c) * ((M) + 1) - (c) * ((c) - 1) / 2)
/* The nodes by slices, four bytes a word; slice j begins at SLICE_AT(j), and its rows are those of a triangle. */
#define SLICE_AT(j)          (Np - (N - (j) + 1) * (N - (j) + 2) * (N - (j) + 3) / 6)
#define NODE_AT(order, i)    (int)((order)[(i) / 4] >> 8 * ((i) % 4) & 255)
#define SLICE_NODE(order, j, c, b) NODE_AT(order, SLICE_AT(j) + ROW(N - (j), c) + (b))

/* Row c of slice j, from the line; rows that are not there are left alone. */
INLINE void row_read(NEAR const real *line, NEAR const unsigned *order, int j, int c, real *row)
{
    UNROLL for (int b = 0; b <= N - j - c; b++) row[b] = line[SLICE_NODE(order, j, c, b)];
}

/* Rows of slice j into the line. */
INLINE void rows_write(NEAR real *line, NEAR const unsigned *order, int j, int low, int high, const real *w)
{
    UNROLL for (int c = low; c < high && c <= N - j; c++) {
        UNROLL for (int b = 0; b <= N - j - c; b++) line[SLICE_NODE(order, j, c, b)] = w[ROW(N, c) - ROW(N, low) + b];
    }
}

/* Row c of what a flux is when its degree is elevated, times N + 1; from its rows c - 1 and c. */
INLINE void elevate(int c, const real *before, const real *own, real *row)
{
    UNROLL for (int b = 0; b <= N + 1 - c; b++) {
        row[b] = c > 0 ? REAL(c) * before[b] : REAL(0);
        if (b <= N - c) row[b] += REAL(N + 1 - b - c) * own[b];
        if (b > 0 && c <= N) row[b] += REAL(b) * own[b - 1];
    }
}

/* The first slice is half of a flux's degree elevation followed by its transpose: its rows from low to high. edge: the flux's row
 * `high`, which may have been written over. */
INLINE void lift_face(NEAR const real *line, NEAR const unsigned *order, int low, int high, const real *edge, real *w)
{
    real before[N + 2], own[N + 2], now[N + 2], next[N + 2];
    if (low > 0) row_read(line, order, 0, low - 1, before);
    row_read(line, order, 0, low, own);
    elevate(low, before, own, now);
    UNROLL for (int c = low; c < high; c++) {
        UNROLL for (int b = 0; b <= N - c; b++) before[b] = own[b];
        if (c + 1 < high) row_read(line, order, 0, c + 1, own);
        else {
            UNROLL for (int b = 0; b < N - c; b++) own[b] = edge[b];
        }
        elevate(c + 1, before, own, next);
        UNROLL for (int b = 0; b <= N - c; b++)
            w[ROW(N, c) - ROW(N, low) + b] =
                REAL(0.5 * (N - b - c + 1)) * now[b] + REAL(0.5 * (b + 1)) * now[b + 1] + REAL(0.5 * (c + 1)) * next[b];
        UNROLL for (int b = 0; b <= N - c; b++) now[b] = next[b];
    }
}

/* From slice j to slice j + 1: degree reduction. The row behind is the other band's. The next slice's rows are packed as the first's
 * were. */
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

/* A flux, on its face's coefficients of a line, becomes the whole line. A band's edge is read before it is written over. */
INLINE void lift(NEAR real *line, NEAR const unsigned *order)
{
    real upper[N + 1], lower[N + 1];
    row_read(line, order, 0, BAND_UPPER, upper);
    lift_band(line, order, BAND_UPPER, N + 1, upper);
    row_read(line, order, 0, BAND_LOWER, lower);
    if (BAND_UPPER > BAND_LOWER) lift_band(line, order, BAND_LOWER, BAND_UPPER, upper);
    if (BAND_LOWER > 0) lift_band(line, order, 0, BAND_LOWER, lower);
}

/* Lifts every flux of the batch from its face into the element, one thread per face and flux. */
INLINE void lift_phase(const struct block *b)
{
    FOR_THREADS(k, BATCH * 4 * FLUXES)
        const int f = k / (FLUXES * BATCH);
        lift(b->s + AT_FLUX + k / LIFT_ELEMENT % BATCH * FLUX_STRIDE + FLUX_AT(f, k / LIFT_FLUX % FLUXES), b->slices + f * SLICE_WORDS);
    END
}
