/* fused_gradients.h - products with D of a law without a reduced form: the gradient of every field. */

/* p[w][3 j + direction]: the derivatives of operand j at node n of a set of elements. */
INLINE void products(NEAR const real *s, GLOBAL const real *D, int set, int n, real (*p)[REDUCED_PRODUCTS])
{
    UNROLL_BY(4) for (int c = 0; c < Np; c++) {
        const real Dr = D[3 * c * Np + n], Ds = D[(3 * c + 1) * Np + n], Dt = D[(3 * c + 2) * Np + n];
        real u[W_I * REDUCED_OPERANDS];
        UNROLL for (int j = 0; j < W_I * REDUCED_OPERANDS; j++) u[j] = s[OPERAND_AT(set * W_I, c, j)];
        UNROLL for (int j = 0; j < REDUCED_OPERANDS; j++) {
            UNROLL for (int w = 0; w < W_I; w++) {
                const real value = u[w * REDUCED_OPERANDS + j];
                p[w][3 * j] += Dr * value, p[w][3 * j + 1] += Ds * value, p[w][3 * j + 2] += Dt * value;
            }
        }
    }
}
