/* fused_products.h - products with D of a law that has a reduced form: those that its REDUCED_PASSes list. fused_gradients.h
 * is for the other laws. */

/* p[w][result] += a listed product with one column of the derivative matrices. */
#define PRODUCT(i, sign, direction, j)                                                                       \
    UNROLL for (int w = 0; w < W_I; w++) p[w][i] = p[w][i] sign D##direction * u[w * REDUCED_OPERANDS + (j)];

/* The products of a set of elements at node n, times 1/J. */
INLINE void products(NEAR const real *s, GLOBAL const real *D, int set, int n, real (*p)[REDUCED_PRODUCTS])
{
    UNROLL_BY(4) for (int c = 0; c < Np; c++) {
        const real Dr = D[3 * c * Np + n], Ds = D[(3 * c + 1) * Np + n], Dt = D[(3 * c + 2) * Np + n];
        real u[W_I * REDUCED_OPERANDS];
        UNROLL for (int j = 0; j < W_I * REDUCED_OPERANDS; j++) u[j] = s[OPERAND_AT(set * W_I, c, j)];
        REDUCED_PASS_0(PRODUCT)
        REDUCED_PASS_1(PRODUCT)
    }
    UNROLL for (int w = 0; w < W_I; w++) {
        UNROLL for (int i = 0; i < REDUCED_PRODUCTS; i++) p[w][i] *= s[VGEO_AT(set * W_I + w) + INVERSE_J];
    }
}
