/* simd_products.h - products with D of a law that has a reduced form: those that its REDUCED_PASSes list.
 * simd_gradients.h is for the other laws. */
#define PRODUCT_ROW(i, sign, direction, j) p[row][i] = p[row][i] sign D##direction * w[(j) * Np + k];
#define PASS(PRODUCTS)                                                                                       \
    for (int k = 0; k < Np; k++) {                                                                           \
        const real *d = D + 3 * ROWS * k;                                                                    \
        UNROLL for (int row = 0; row < ROWS; row++)                                                          \
        {                                                                                                    \
            const real Dr = d[3 * row], Ds = d[3 * row + 1], Dt = d[3 * row + 2];                            \
            PRODUCTS(PRODUCT_ROW)                                                                            \
        }                                                                                                    \
    }

/* p[row][result] of one tile of rows, times 1/J = det. */
INLINE void products(const real *D, const lane *w, lane det, lane p[ROWS][REDUCED_PRODUCTS])
{
    PASS(REDUCED_PASS_0)
    PASS(REDUCED_PASS_1)
    UNROLL for (int row = 0; row < ROWS; row++)
        UNROLL for (int i = 0; i < REDUCED_PRODUCTS; i++) p[row][i] *= det;
}
