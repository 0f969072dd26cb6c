/* -- fields kept in the frame: covariant E and H for good, so that the kernels of whole stages need not convert ------
 *
 * With g_ij = a_i.a_j the rates are
 *     epsilon dE_i/dt = sum_j g_ij/J (X^j + T^j),  X the products above of H,
 *     mu dH_i/dt      = sum_j g_ij/J (-X^j - U^j), X of E,
 * T = J times the lifted fluxes. Both elements of a face see it with the same edges e1, e2 (part/order.h), so tangential
 * components along them are what both share. With gamma the face's metric and s_f = 1 on faces 1 and 2, else -1,
 *     t_1 = (-s_f Z+ [H]_2 + (gamma_22 [E]_1 - gamma_12 [E]_2) sgn J / area) / (Z- + Z+)
 *     t_2 = ( s_f Z+ [H]_1 + (gamma_11 [E]_2 - gamma_12 [E]_1) sgn J / area) / (Z- + Z+)
 * are lifted onto epsilon dE/dt, and -Z- n x of them onto mu dH/dt. */
#define LAW_PARTS   2  /* E and H: the rate of each comes from the other */
#define LAW_RECORD  12 /* of an element: g/J (rr rs rt ss st tt), |J| / area of the faces, Z, wave speed */
#define LAW_SIDE    4  /* of a face: gamma_11, gamma_12, gamma_22 times sgn J / area / (Z- + Z+); s_f Z+ / (Z- + Z+) */
#define LAW_SHARED  4  /* E then H along two edges of the face */
#define LAW_KEPT_TRACES 2 /* along two edges of the face */
#define LAW_EXTRA   2  /* what the slanted face's edges start from */
/* Of what an item keeps at all nodes: numbers to multiply by, or where those take too many registers what they come from. */
#define LAW_SPARES_REGISTERS (!SINGLE && N > 2)
#if !LAW_SPARES_REGISTERS
#define LAW_LIFTING 4
#define LAW_RESULT  6
#else
#define LAW_LIFTING 2
#define LAW_RESULT  7
#endif

INLINE void law_keep(const wide *A, const wide *q, wide *w)
{
    for (int i = 0; i < 3; i++) {
        w[i] = A[3 * i] * q[Ex] + A[3 * i + 1] * q[Ey] + A[3 * i + 2] * q[Ez];
        w[3 + i] = A[3 * i] * q[Hx] + A[3 * i + 1] * q[Hy] + A[3 * i + 2] * q[Hz];
    }
}

/* G[3 * i + c]: derivative of reference coordinate i along c. */
INLINE void law_unkeep(const wide *G, const wide *w, wide *q)
{
    for (int c = 0; c < 3; c++) {
        q[Ex + c] = G[c] * w[0] + G[3 + c] * w[1] + G[6 + c] * w[2];
        q[Hx + c] = G[c] * w[3] + G[3 + c] * w[4] + G[6 + c] * w[5];
    }
}

INLINE void law_record(const real *A, const real *m, real *record)
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
            record[k] = (A[3 * i] * A[3 * j] + A[3 * i + 1] * A[3 * j + 1] + A[3 * i + 2] * A[3 * j + 2]) / J;
    for (int f = 0; f < 4; f++) {
        const real *e = edge[f];
        const real x = e[1] * e[5] - e[2] * e[4], y = e[2] * e[3] - e[0] * e[5], z = e[0] * e[4] - e[1] * e[3];
        record[6 + f] = (J < 0 ? -J : J) / sqrt(x * x + y * y + z * z);
    }
    record[10] = m[Z];
    record[11] = sqrt(m[inv_epsilon] * m[inv_mu]);
}

/* The face's metric times k: 11, 12, 22. Its edges are r s on face 0, r t on face 1, s - r and t - r on face 2, s t on face 3. */
INLINE void law_face_metric(int f, const real *own, real k, real *g)
{
    const real rr = own[0], rs = own[1], rt = own[2], ss = own[3], st = own[4], tt = own[5];
    g[0] = k * (f < 2 ? rr : f == 2 ? ss - 2 * rs + rr : ss);
    g[1] = k * (f == 0 ? rs : f == 1 ? rt : f == 2 ? st - rs - rt + rr : st);
    g[2] = k * (f == 0 ? ss : f == 2 ? tt - 2 * rt + rr : tt);
}

/* f may not be known when this is compiled, so numbers are chosen without an index. */
INLINE void law_side(int f, const real *own, int g, const real *other, real *side)
{
    const real k = f == 0 ? own[6] : f == 1 ? own[7] : f == 2 ? own[8] : own[9], e = 1 / (own[10] + other[10]);
    law_face_metric(f, own, e * k, side);
    side[3] = (f == 1 || f == 2 ? e : -e) * other[10];
}

/* Components that a face shares: LAW_AT of each number, on face 2 less those of LAW_EXTRA_AT. */
#define LAW_AT(f, j)       ((j) / 2 * 3 + ((j) % 2 ? ((f) == 0 ? 1 : 2) : ((f) < 2 ? 0 : 1)))
#define LAW_EXTRA_AT(i)    (3 * (i))
#define LAW_HAS_EXTRA(f)   ((f) == 2)
INLINE void law_shared(int f, int other, const real *side, const real *w, const real *extra, real *shared)
{
    UNROLL for (int j = 0; j < 4; j++) shared[j] = w[j] - extra[j / 2];
}

/* What a boundary shares, as law_boundary has it; but a wall of an impedance is a medium of that impedance without fields, which
 * reflects the same, and needs nothing at the nodes. */
INLINE void law_mirror(int condition, int f, const real *side, const real *own, const real *inner, real *outer)
{
    const real Gamma = condition == BC_pec ? -1 : condition == BC_pmc ? 1 : 0;
    outer[0] = Gamma * inner[0], outer[1] = Gamma * inner[1];
    outer[2] = -Gamma * inner[2], outer[3] = -Gamma * inner[3];
}

#ifdef CONDITION_VALUES
/* The record behind a boundary; the element's own comes in. */
INLINE void law_behind(int condition, real *record)
{
    if (condition >= BC_impedance) record[10] = wall_impedance(condition);
}
#endif

INLINE void law_side_trace(int f, const real *side, const real *own, const real *inner, const real *outer, real *trace)
{
    const real E1 = outer[0] - inner[0], E2 = outer[1] - inner[1], H1 = outer[2] - inner[2], H2 = outer[3] - inner[3];
    trace[0] = side[2] * E1 - side[1] * E2 - side[3] * H2;
    trace[1] = side[0] * E2 - side[1] * E1 + side[3] * H1;
}

/* F(result, direction, operand) begins a result, P(result, sign, direction, operand) adds to it: of one part's operands, in
 * results of the other. law_half: half the factor before all. */
#define LAW_CROSS(F, P) F(0, 2, 2) P(0, -, 3, 1) F(1, 3, 0) P(1, -, 1, 2) F(2, 1, 1) P(2, -, 2, 0)
INLINE real law_half(int part)
{
    return part ? REAL(0.5) : REAL(-0.5);
}

/* Lifted traces as they enter what comes from operands of this part: for H's as they are, for E's by -Z- n x. What they multiply: g/J times
 * dt and the speed, and Z or 1/Z. */
#if !LAW_SPARES_REGISTERS
INLINE void law_lifting(int f, const real *own, const real *side, int part, real *lifting)
{
    real g[3];
    law_face_metric(f, own, (f == 1 || f == 2 ? own[10] : -own[10]) * own[6 + f], g);
    lifting[0] = part ? 1 : g[1];
    lifting[1] = part ? 0 : g[2];
    lifting[2] = part ? 0 : -g[0];
    lifting[3] = part ? 1 : -g[1];
}

INLINE void law_lifted(int f, const real *lifting, const real *result, const real *lifted, real *v)
{
    const int i = f < 2 ? 0 : 1, j = f == 0 ? 1 : 2;
    if (f == 2) {
        const real x = lifting[0] * lifted[0] + lifting[1] * lifted[1], y = lifting[2] * lifted[0] + lifting[3] * lifted[1];
        v[1] += x, v[2] += y, v[0] -= x + y;
    } else {
        v[i] += lifting[0] * lifted[0], v[i] += lifting[1] * lifted[1];
        v[j] += lifting[2] * lifted[0], v[j] += lifting[3] * lifted[1];
    }
}

INLINE void law_result(const real *own, int part, real dt, real *result)
{
    const real scale = dt * own[11] * (part ? own[10] : 1 / own[10]);
    UNROLL for (int i = 0; i < 6; i++) result[i] = scale * own[i];
}
#define LAW_SCALE 1
#else /* lifting: the factor before the face's metric, which g/J has; and 1 for H's */
INLINE void law_lifting(int f, const real *own, const real *side, int part, real *lifting)
{
    lifting[0] = part ? 0 : (f == 1 || f == 2 ? own[10] : -own[10]) * own[6 + f];
    lifting[1] = part ? 1 : 0;
}

INLINE void law_lifted(int f, const real *lifting, const real *result, const real *lifted, real *v)
{
    const int i = f < 2 ? 0 : 1, j = f == 0 ? 1 : 2;
    const real t = lifting[0] * lifted[0], u = lifting[0] * lifted[1];
    real g[3];
    law_face_metric(f, result, 1, g);
    if (f == 2) {
        const real x = lifting[1] * lifted[0] + g[1] * t + g[2] * u, y = lifting[1] * lifted[1] - g[0] * t - g[1] * u;
        v[1] += x, v[2] += y, v[0] -= x + y;
    } else {
        v[i] += lifting[1] * lifted[0], v[i] += g[1] * t, v[i] += g[2] * u;
        v[j] += lifting[1] * lifted[1], v[j] -= g[0] * t, v[j] -= g[1] * u;
    }
}

INLINE void law_result(const real *own, int part, real dt, real *result)
{
    UNROLL for (int i = 0; i < 6; i++) result[i] = own[i];
    result[6] = dt * own[11] * (part ? own[10] : 1 / own[10]);
}
#define LAW_SCALE result[6]
#endif

INLINE void law_rate(const real *result, const real *v, real *rate)
{
    rate[0] = LAW_SCALE * (result[0] * v[0] + result[1] * v[1] + result[2] * v[2]);
    rate[1] = LAW_SCALE * (result[1] * v[0] + result[3] * v[1] + result[4] * v[2]);
    rate[2] = LAW_SCALE * (result[2] * v[0] + result[4] * v[1] + result[5] * v[2]);
}
