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
#define LOCAL_EXTRA     2 /* E and H along r, which the edges of the hypotenuse face start from */
/* Factors per thread: the products themselves, or fewer numbers that give them where registers are short. */
#define LOCAL_SPARES_REGISTERS (!SINGLE && N > 2)
#if !LOCAL_SPARES_REGISTERS
#define LOCAL_LIFT_FACTORS 4
#define LOCAL_RATE_FACTORS 6
#else
#define LOCAL_LIFT_FACTORS 2
#define LOCAL_RATE_FACTORS 7
#endif

INLINE void to_local(const wide *A, const wide *q, wide *w)
{
    for (int i = 0; i < 3; i++) {
        w[i] = A[3 * i] * q[Ex] + A[3 * i + 1] * q[Ey] + A[3 * i + 2] * q[Ez];
        w[3 + i] = A[3 * i] * q[Hx] + A[3 * i + 1] * q[Hy] + A[3 * i + 2] * q[Hz];
    }
}

INLINE void to_cartesian(const wide *G, const wide *w, wide *q)
{
    for (int c = 0; c < 3; c++) {
        q[Ex + c] = G[c] * w[0] + G[3 + c] * w[1] + G[6 + c] * w[2];
        q[Hx + c] = G[c] * w[3] + G[3 + c] * w[4] + G[6 + c] * w[5];
    }
}

INLINE void local_vgeo(const real *A, const real *m, real *vgeo)
{
    const real *r = A, *s = A + 3, *t = A + 6;
    const real edge[4][6] = {{r[0], r[1], r[2], s[0], s[1], s[2]},
                             {r[0], r[1], r[2], t[0], t[1], t[2]},
                             {s[0] - r[0], s[1] - r[1], s[2] - r[2], t[0] - r[0], t[1] - r[1], t[2] - r[2]},
                             {s[0], s[1], s[2], t[0], t[1], t[2]}};
    const real n[3] = {s[1] * t[2] - s[2] * t[1], s[2] * t[0] - s[0] * t[2], s[0] * t[1] - s[1] * t[0]};
    const real J = r[0] * n[0] + r[1] * n[1] + r[2] * n[2];
    for (int i = 0, k = 0; i < 3; i++)
        for (int j = i; j < 3; j++, k++)
            vgeo[k] = (A[3 * i] * A[3 * j] + A[3 * i + 1] * A[3 * j + 1] + A[3 * i + 2] * A[3 * j + 2]) / J;
    for (int f = 0; f < 4; f++) {
        const real *e = edge[f];
        const real x = e[1] * e[5] - e[2] * e[4], y = e[2] * e[3] - e[0] * e[5], z = e[0] * e[4] - e[1] * e[3];
        vgeo[6 + f] = (J < 0 ? -J : J) / sqrt(x * x + y * y + z * z);
    }
    vgeo[10] = m[Z];
    vgeo[11] = sqrt(m[inv_epsilon] * m[inv_mu]);
}

/* The metric of face f times k: 11, 12, 22. */
INLINE void local_face_metric(int f, const real *own, real k, real *g)
{
    const real rr = own[0], rs = own[1], rt = own[2], ss = own[3], st = own[4], tt = own[5];
    g[0] = k * (f < 2 ? rr : f == 2 ? ss - 2 * rs + rr : ss);
    g[1] = k * (f == 0 ? rs : f == 1 ? rt : f == 2 ? st - rs - rt + rr : st);
    g[2] = k * (f == 0 ? ss : f == 2 ? tt - 2 * rt + rr : tt);
}

/* f may be unknown at compile time, so numbers are selected without an index. */
INLINE void local_sgeo(int f, const real *own, int g, const real *other, real *sgeo)
{
    const real k = f == 0 ? own[6] : f == 1 ? own[7] : f == 2 ? own[8] : own[9], e = 1 / (own[10] + other[10]);
    local_face_metric(f, own, e * k, sgeo);
    sgeo[3] = (f == 1 || f == 2 ? e : -e) * other[10];
}

/* Components along the edges of a face; on face 2 less those along r. */
#define LOCAL_FACE_FIELD(f, j) ((j) / 2 * 3 + ((j) % 2 ? ((f) == 0 ? 1 : 2) : ((f) < 2 ? 0 : 1)))
#define LOCAL_EXTRA_FIELD(i)   (3 * (i))
#define LOCAL_HAS_EXTRA(f)     ((f) == 2)
INLINE void local_trace(int f, int other, const real *sgeo, const real *w, const real *extra, real *trace)
{
    UNROLL for (int j = 0; j < 4; j++) trace[j] = w[j] - extra[j / 2];
}

/* As law_boundary; but a wall with an impedance is a medium of that impedance without fields, which
 * reflects the same and needs nothing at the nodes. */
INLINE void local_boundary(int condition, int f, const real *sgeo, const real *own, const real *inner, real *outer)
{
    const real Gamma = condition == BC_pec ? -1 : condition == BC_pmc ? 1 : 0;
    outer[0] = Gamma * inner[0], outer[1] = Gamma * inner[1];
    outer[2] = -Gamma * inner[2], outer[3] = -Gamma * inner[3];
}

#ifdef CONDITION_VALUES
INLINE void local_wall(int condition, real *vgeo)
{
    if (condition >= BC_impedance) vgeo[10] = wall_impedance(condition);
}
#endif

INLINE void local_flux(int f, const real *sgeo, const real *own, const real *inner, const real *outer, real *flux)
{
    const real E1 = outer[0] - inner[0], E2 = outer[1] - inner[1], H1 = outer[2] - inner[2], H2 = outer[3] - inner[3];
    flux[0] = sgeo[2] * E1 - sgeo[1] * E2 - sgeo[3] * H2;
    flux[1] = sgeo[0] * E2 - sgeo[1] * E1 + sgeo[3] * H1;
}

/* The curl of one part, whose sums are for the other part. */
#define LOCAL_DERIVATIVES(F, P) F(0, 2, 2) P(0, -, 3, 1) F(1, 3, 0) P(1, -, 1, 2) F(2, 1, 1) P(2, -, 2, 0)
INLINE real local_half(int part)
{
    return part ? REAL(0.5) : REAL(-0.5);
}

/* Lifted numbers are added to the curl of H as they are, and to that of E by -Z- n x. The rate factors are
 * g/J times dt, the speed, and Z or 1/Z. */
#if !LOCAL_SPARES_REGISTERS
INLINE void local_lift_factors(int f, const real *own, const real *sgeo, int part, real *lift)
{
    real g[3];
    local_face_metric(f, own, (f == 1 || f == 2 ? own[10] : -own[10]) * own[6 + f], g);
    lift[0] = part ? 1 : g[1];
    lift[1] = part ? 0 : g[2];
    lift[2] = part ? 0 : -g[0];
    lift[3] = part ? 1 : -g[1];
}

INLINE void local_lift(int f, const real *lift, const real *factors, const real *lifted, real *v)
{
    const int i = f < 2 ? 0 : 1, j = f == 0 ? 1 : 2;
    if (f == 2) {
        const real x = lift[0] * lifted[0] + lift[1] * lifted[1], y = lift[2] * lifted[0] + lift[3] * lifted[1];
        v[1] += x, v[2] += y, v[0] -= x + y;
    } else {
        v[i] += lift[0] * lifted[0], v[i] += lift[1] * lifted[1];
        v[j] += lift[2] * lifted[0], v[j] += lift[3] * lifted[1];
    }
}

INLINE void local_rate_factors(const real *own, int part, real dt, real *factors)
{
    const real scale = dt * own[11] * (part ? own[10] : 1 / own[10]);
    UNROLL for (int i = 0; i < 6; i++) factors[i] = scale * own[i];
}
#define LOCAL_SCALE 1
#else /* lift: the factor of the metric of the face, which g/J gives; and 1 for H */
INLINE void local_lift_factors(int f, const real *own, const real *sgeo, int part, real *lift)
{
    lift[0] = part ? 0 : (f == 1 || f == 2 ? own[10] : -own[10]) * own[6 + f];
    lift[1] = part ? 1 : 0;
}

INLINE void local_lift(int f, const real *lift, const real *factors, const real *lifted, real *v)
{
    const int i = f < 2 ? 0 : 1, j = f == 0 ? 1 : 2;
    const real t = lift[0] * lifted[0], u = lift[0] * lifted[1];
    real g[3];
    local_face_metric(f, factors, 1, g);
    if (f == 2) {
        const real x = lift[1] * lifted[0] + g[1] * t + g[2] * u, y = lift[1] * lifted[1] - g[0] * t - g[1] * u;
        v[1] += x, v[2] += y, v[0] -= x + y;
    } else {
        v[i] += lift[1] * lifted[0], v[i] += g[1] * t, v[i] += g[2] * u;
        v[j] += lift[1] * lifted[1], v[j] -= g[0] * t, v[j] -= g[1] * u;
    }
}

INLINE void local_rate_factors(const real *own, int part, real dt, real *factors)
{
    UNROLL for (int i = 0; i < 6; i++) factors[i] = own[i];
    factors[6] = dt * own[11] * (part ? own[10] : 1 / own[10]);
}
#define LOCAL_SCALE factors[6]
#endif

INLINE void local_rate(const real *factors, const real *v, real *rate)
{
    rate[0] = LOCAL_SCALE * (factors[0] * v[0] + factors[1] * v[1] + factors[2] * v[2]);
    rate[1] = LOCAL_SCALE * (factors[1] * v[0] + factors[3] * v[1] + factors[4] * v[2]);
    rate[2] = LOCAL_SCALE * (factors[2] * v[0] + factors[4] * v[1] + factors[5] * v[2]);
}
