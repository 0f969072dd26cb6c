/* lift.h - the lift of a flux from its face into the element. A flux is a triangle of coefficients, in
 * rows. A seven-point sum makes the first slice of it, and each further slice comes from the one before
 * by a step of degree reduction (README.md). One thread does it all for one flux, in registers. */

/* Row c of a triangle of M + 1 rows begins here. */
#define ROW(M, c) ((c) * ((M) + 1) - (c) * ((c) - 1) / 2)
/* The nodes by slices, four bytes a word; slice j begins at SLICE_AT(j), with the rows of a triangle. */
#define SLICE_AT(j)          (Np - (N - (j) + 1) * (N - (j) + 2) * (N - (j) + 3) / 6)
#define NODE_AT(order, i)    (int)((order)[(i) / 4] >> 8 * ((i) % 4) & 255)
#define SLICE_NODE(order, j, c, b) NODE_AT(order, SLICE_AT(j) + ROW(N - (j), c) + (b))

/* Row c of slice j, from the line; rows that are not there are left alone. */
INLINE void row_read(NEAR const real *line, NEAR const unsigned *order, int j, int c, real *row)
{
    UNROLL for (int b = 0; b <= N - j - c; b++) row[b] = line[SLICE_NODE(order, j, c, b)];
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
