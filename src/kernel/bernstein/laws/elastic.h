/* The local basis of elastic.law, isotropic, at full upwind (plain.h is the reference).
 *
 * All components are contravariant, v = sum_i v^i a_i and s = sum_ij s^ij a_i a_j^T. The a_i are constant
 * in an element, so
 *     rho dv^i/dt = sum_j d_j s^ij,
 *     ds^ij/dt = lambda g^ij sum_k d_k v^k + mu sum_k (g^jk d_k v^i + g^ik d_k v^j),  g^ij = g_i.g_j.
 *
 * Faces. Let g be the gradient of the coordinate that is 0 on the face, or the sum of all three on face 2:
 * n Fscale = g there and -g elsewhere. The traction is parallel to c^i = sum_j s^ij g(a_j), a column of s
 * or, on face 2, the sum of the columns. Both elements have the same edges e1, e2 of the face
 * (part/order.h); each has a third edge e3 of its own, with e3.g = 1. In u = u^1 e1 + u^2 e2 + u^3 e3, u^3
 * = u.g is across the face, and with e3 = alpha e1 + beta e2 + g / g.g
 *     u^1 + alpha u^3,  u^2 + beta u^3
 * are along it, the same for both elements; alpha = -g.g_1 / g.g, beta = -g.g_2 / g.g. And u.n = kappa u^3,
 * with kappa = 1 / Fscale on face 2 and -1 / Fscale elsewhere, so rho = -kappa+ / kappa- converts the
 * neighbour's u^3 and column.
 *
 * The flux: t* - t- = Z- w with w = v* - v-, by the impedances of this side along n and across. So w is
 * lifted, and added to the derivatives of v across the face before they become rates of stress;
 *     w = Z+ [v] / (Z- + Z+) + [t] / (Z- + Z+), by Zp across the face and by Zs along it. */
#define LOCAL_PARTS 1
#define LOCAL_VGEO  11 /* of an element: g^ij (rr ss tt st rt rs), lambda, mu, 1 / rho, Zp, Zs */
#define LOCAL_SGEO  12 /* alpha and beta of both elements; rho, rho^2; factors of [v] and [t] along the face, across it; */
                       /* Zs- Fscale and (Zp- - Zs-) / Fscale, the factors of w */
#define LOCAL_NEIGHBOUR    1 /* alpha, beta and kappa of the neighbour are of its own basis */
#define LOCAL_TRACE        6 /* v^1, v^2 along the face, v^3 across it; the same of the column */
#define LOCAL_FLUXES       3 /* w^i */
#define LOCAL_LIFT_FACTORS 2
#define LOCAL_RATE_FACTORS 9
#define LOCAL_SUMS         12 /* the divergence of the stress; d/dr, d/ds, d/dt of the velocity */
#define LOCAL_REREADS      1 /* local_sums does without factors */

/* Where s^ij is among the six, rr ss tt st rt rs. */
#define LOCAL_PAIR(i, j) ((i) == (j) ? (i) : 6 - (i) - (j))

/* g of face f by its components g.g_i. */
INLINE void local_gradient(int f, const real *g, real *y)
{
    UNROLL for (int i = 0; i < 3; i++) {
        const real r = g[LOCAL_PAIR(i, 0)], s = g[LOCAL_PAIR(i, 1)], t = g[LOCAL_PAIR(i, 2)];
        y[i] = f == 0 ? t : f == 1 ? s : f == 2 ? r + s + t : r;
    }
}
