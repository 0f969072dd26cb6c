/* The local basis of acoustic.law, at full upwind (plain.h is the reference).
 *
 * With G_i the gradients of r, s, t and J the Jacobian, the flow W^i = J G_i.v through the faces replaces
 * v:
 *     dp/dt   = -rho c^2 / J sum_i (d_i W^i + lifted tau),
 *     dW^i/dt = -1/rho sum_j J g^ij (d_j p + lifted pi_j),  g^ij = G_i.G_j.
 * Both elements of a face have the same edges e1, e2 (part/order.h), so F = (e1 x e2).v is in the trace:
 * W^t on face 0, -W^s on face 1, W^r + W^s + W^t on face 2, W^r on face 3. The field is -W^s, so that signs
 * are the same on all faces. With s_f = 1 on faces 1 and 2, else -1, and area that of e1 x e2, the face
 * adds
 *     tau = (s_f Z+ [F] - area sgn J [p]) / (Z- + Z+)
 * to the divergence, and pi = Z- tau / (area sgn J) to the derivative of p across it; on face 2, -pi to all
 * three. So one number per face node is lifted. */
#define LOCAL_PARTS        1
#define LOCAL_VGEO         12 /* of an element: c J g (rr rs rt ss st tt), sgn J / area of the faces, Z, c / J */
#define LOCAL_SGEO         2 /* of a face: s_f Z+ / (Z- + Z+), area sgn J / (Z- + Z+) */
#define LOCAL_TRACE        2 /* p, F */
#define LOCAL_EXTRA        2
#define LOCAL_FLUXES       1
#define LOCAL_SUMS         4
#define LOCAL_NEIGHBOUR    0
#define LOCAL_LIFT_FACTORS 1
#define LOCAL_RATE_FACTORS 7

/* The flow through the faces from its edges: a_s x a_t, a_r x a_t, a_r x a_s. */
INLINE void to_local(const wide *A, const wide *q, wide *w)
{
    w[0] = q[p];
    for (int i = 0; i < 3; i++) {
        const wide *a = A + (i == 0 ? 3 : 0), *b = A + (i == 2 ? 3 : 6);
        w[1 + i] = (a[1] * b[2] - a[2] * b[1]) * q[vx] + (a[2] * b[0] - a[0] * b[2]) * q[vy] + (a[0] * b[1] - a[1] * b[0]) * q[vz];
    }
}

/* v = sum_i a_i W^i / J; the edges from the gradients. */
INLINE void to_cartesian(const wide *G, const wide *w, wide *q)
{
    q[p] = w[0];
    q[vx] = q[vy] = q[vz] = 0;
    for (int i = 0; i < 3; i++) {
        const wide *a = G + 3 * ((i + 1) % 3), *b = G + 3 * ((i + 2) % 3), flow = i == 1 ? -w[2] : w[1 + i];
        q[vx] += (a[1] * b[2] - a[2] * b[1]) * flow;
        q[vy] += (a[2] * b[0] - a[0] * b[2]) * flow;
        q[vz] += (a[0] * b[1] - a[1] * b[0]) * flow;
    }
}

INLINE void local_vgeo(const real *A, const real *m, real *vgeo)
{
    real C[9], n[3], speed = m[Z] * m[inv_rho];
    for (int i = 0; i < 3; i++) { /* J G_i */
        const real *a = A + 3 * ((i + 1) % 3), *b = A + 3 * ((i + 2) % 3);
        C[3 * i] = a[1] * b[2] - a[2] * b[1];
        C[3 * i + 1] = a[2] * b[0] - a[0] * b[2];
        C[3 * i + 2] = a[0] * b[1] - a[1] * b[0];
    }
    const real J = A[0] * C[0] + A[1] * C[1] + A[2] * C[2];
    for (int i = 0, k = 0; i < 3; i++)
        for (int j = i; j < 3; j++, k++)
            vgeo[k] = speed * (C[3 * i] * C[3 * j] + C[3 * i + 1] * C[3 * j + 1] + C[3 * i + 2] * C[3 * j + 2]) / J;
    for (int f = 0; f < 4; f++) {
        for (int k = 0; k < 3; k++) n[k] = f == 0 ? C[6 + k] : f == 1 ? C[3 + k] : f == 2 ? C[k] + C[3 + k] + C[6 + k] : C[k];
        vgeo[6 + f] = (J < 0 ? -1 : 1) / sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    }
    vgeo[10] = m[Z];
    vgeo[11] = speed / J;
}

INLINE void local_sgeo(int f, const real *own, int g, const real *other, real *sgeo)
{
    const real inv_area = f == 0 ? own[6] : f == 1 ? own[7] : f == 2 ? own[8] : own[9];
    sgeo[1] = 1 / ((own[10] + other[10]) * inv_area);
    sgeo[0] = (f == 1 || f == 2 ? inv_area : -inv_area) * other[10] * sgeo[1];
}

/* p and the component across the face; on face 2 also the other two. */
#define LOCAL_FACE_FIELD(f, j) ((j) == 0 ? 0 : (f) == 0 ? 3 : (f) == 1 ? 2 : 1)
#define LOCAL_EXTRA_FIELD(i)   (2 + (i))
#define LOCAL_HAS_EXTRA(f)     ((f) == 2)
INLINE void local_trace(int f, int other, const real *sgeo, const real *w, const real *extra, real *trace)
{
    trace[0] = w[0];
    trace[1] = w[1] - extra[0] + extra[1];
}

/* As law_boundary; but a wall with an impedance is a medium of that impedance without fields, which
 * reflects the same. */
INLINE void local_boundary(int condition, int f, const real *sgeo, const real *own, const real *inner, real *outer)
{
    const real Gamma = condition == BC_rigid ? 1 : condition == BC_soft ? -1 : 0;
    outer[0] = Gamma * inner[0];
    outer[1] = -Gamma * inner[1];
}

#ifdef CONDITION_VALUES
INLINE void local_wall(int condition, real *vgeo)
{
    if (condition >= BC_impedance) vgeo[10] = wall_impedance(condition);
}
#endif

INLINE void local_flux(int f, const real *sgeo, const real *own, const real *inner, const real *outer, real *flux)
{
    flux[0] = sgeo[0] * (outer[1] - inner[1]) - sgeo[1] * (outer[0] - inner[0]);
}

/* The divergence of W, and the derivatives of p. */
#define LOCAL_DERIVATIVES(F, P) F(0, 1, 1) P(0, -, 2, 2) P(0, +, 3, 3) F(1, 1, 0) F(2, 2, 0) F(3, 3, 0)
INLINE real local_half(int part)
{
    return REAL(0.5);
}

/* Z- / (area sgn J) */
INLINE void local_lift_factors(int f, const real *own, const real *sgeo, int part, real *lift)
{
    lift[0] = own[10] * own[6 + f];
}

INLINE void local_lift(int f, const real *lift, const real *factors, const real *lifted, real *v)
{
    const real across = lift[0] * lifted[0];
    v[0] += lifted[0];
    if (f == 0) v[3] += across;
    if (f == 1) v[2] += across;
    if (f == 2) v[1] -= across, v[2] -= across, v[3] -= across;
    if (f == 3) v[1] += across;
}

INLINE void local_rate_factors(const real *own, int part, real dt, real *factors)
{
    UNROLL for (int i = 0; i < 6; i++) factors[i] = -dt / own[10] * own[i];
    factors[6] = -dt * own[10] * own[11];
}

INLINE void local_rate(const real *factors, const real *v, real *rate)
{
    rate[0] = factors[6] * v[0];
    rate[1] = factors[0] * v[1] + factors[1] * v[2] + factors[2] * v[3];
    rate[2] = -(factors[1] * v[1] + factors[3] * v[2] + factors[4] * v[3]);
    rate[3] = factors[2] * v[1] + factors[4] * v[2] + factors[5] * v[3];
}
