/* simd_gradients.h - products with D of a law without a reduced form: the gradient of every field. */

/* p[row][3 j + direction] of one tile of rows: the derivatives of operand j. */
INLINE void products(const real *D, const lane *w, lane det, lane p[ROWS][REDUCED_PRODUCTS])
{
    (void)det;
    for (int j = 0; j < REDUCED_OPERANDS; j++) {
        lane sum[ROWS][3] = {{{0}}};
        for (int k = 0; k < Np; k++)
            UNROLL for (int row = 0; row < ROWS; row++)
                UNROLL for (int c = 0; c < 3; c++) sum[row][c] += D[3 * (ROWS * k + row) + c] * w[j * Np + k];
        for (int row = 0; row < ROWS; row++)
            for (int c = 0; c < 3; c++) p[row][3 * j + c] = sum[row][c];
    }
}
