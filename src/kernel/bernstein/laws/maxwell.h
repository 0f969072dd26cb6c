/* The local basis of maxwell.law, at full upwind: covariant components E_i = a_i.E and H_i (plain.h is the
 * reference).
 *
 * With g_ij = a_i.a_j and X^r = d_s H_t - d_t H_s and so on, the rates are
 *     epsilon dE_i/dt = sum_j g_ij/J (X^j + T^j),
 *     mu dH_i/dt      = sum_j g_ij/J (-X^j - U^j), X of E,
 * T = J times the lifted fluxes. Both elements of a face have the same edges e1, e2 (part/order.h), so
 * tangential components along them are the trace. With gamma the metric of the face and s_f = 1 on faces 1
 * and 2, else -1,
 *     t_1 = (-s_f Z+ [H]_2 + (gamma_22 [E]_1 - gamma_12 [E]_2) sgn J / area) / (Z- + Z+)
 *     t_2 = ( s_f Z+ [H]_1 + (gamma_11 [E]_2 - gamma_12 [E]_1) sgn J / area) / (Z- + Z+)
 * are lifted onto epsilon dE/dt, and -Z- n x of them onto mu dH/dt. */
#define LOCAL_PARTS     2 /* E and H: the rate of each comes from the other */
#define LOCAL_VGEO      12 /* of an element: g/J (rr rs rt ss st tt), |J| / area of the faces, Z, wave speed */
#define LOCAL_SGEO      4 /* of a face: gamma_11, gamma_12, gamma_22 times sgn J / area / (Z- + Z+); s_f Z+ / (Z- + Z+) */
#define LOCAL_TRACE     4 /* E then H along two edges of the face */
#define LOCAL_FLUXES    2 /* along two edges of the face */
#define LOCAL_SUMS      3
#define LOCAL_NEIGHBOUR 0

/* The metric of face f times k: 11, 12, 22. */
INLINE void local_face_metric(int f, const real *own, real k, real *g)
{
    const real rr = own[0], rs = own[1], rt = own[2], ss = own[3], st = own[4], tt = own[5];
    g[0] = k * (f < 2 ? rr : f == 2 ? ss - 2 * rs + rr : ss);
    g[1] = k * (f == 0 ? rs : f == 1 ? rt : f == 2 ? st - rs - rt + rr : st);
    g[2] = k * (f == 0 ? ss : f == 2 ? tt - 2 * rt + rr : tt);
}
