/* The local basis of any law: fields stay along x, y, z, all are read at a face, all fluxes are lifted.
 * This file is also the reference of the form, which <law>.h beside it states with less work.
 *
 *   LOCAL_PARTS         2 where the rates of each half of the fields come from the other half; else 1
 *   LOCAL_VGEO          geometric factors per element, material included
 *   LOCAL_SGEO          geometric factors per face, materials included
 *   LOCAL_NEIGHBOUR     1 where local_sgeo needs more of the neighbour's vgeo than its material
 *   LOCAL_TRACE         numbers of a trace: what both elements of a face see alike at a face node
 *   LOCAL_FLUXES        numbers per face node that are lifted
 *   LOCAL_SUMS          sums of derivatives per node and part
 *   LOCAL_DERIVATIVES   optional, instead of local_sums: the list of the sums, F(sum, direction, field)
 *                       for the first term of each and P(sum, sign, direction, field) for the others
 *   LOCAL_LIFT_FACTORS  factors per face and part for local_lift
 *   LOCAL_RATE_FACTORS  factors per element and part for local_rate
 *   LOCAL_RELOADS       defined where local_sums ignores its factors: kernels may reload them at each node
 *
 * A restatement that reads fewer fields than all at a face says which:
 *
 *   LOCAL_FACE_FIELD(f, j)  field of number j at a node of face f; there are 2 LOCAL_PARTS numbers
 *   LOCAL_EXTRA             further numbers, fields LOCAL_EXTRA_FIELD(j), on faces with LOCAL_HAS_EXTRA(f)
 *   LOCAL_BASES             optional, 3: there are LOCAL_READ numbers, and the field of number j is
 *                           LOCAL_FACE_FIELD(f, LOCAL_BASE_OF(j)) + LOCAL_OFFSET(j)
 *
 * PARTS, VGEO, SGEO, NEIGHBOUR and FLUXES are numbers written out in <law>.h, because local_basis.c sizes
 * memory by them. Face 0 has the edges r s, face 1 r t, face 2 (the hypotenuse face) s - r and t - r, face
 * 3 s t. Both elements of a face have the same two edges in the same order, so J may be negative. A and G:
 * as in fused/laws/plain.h. */
#define LOCAL_PARTS        1
#define LOCAL_VGEO         (9 + MEDIUM) /* G, the medium */
#define LOCAL_SGEO         (2 + MEDIUM) /* Fscale, 1 / Fscale, medium of the neighbour */
#define LOCAL_TRACE        (FIELDS + 1) /* the fields and the upwind weight */
#define LOCAL_FLUXES       FIELDS
#define LOCAL_LIFT_FACTORS 1 /* nothing */
#define LOCAL_RATE_FACTORS (10 + MEDIUM)
#define LOCAL_SUMS         FIELDS
#define LOCAL_NEIGHBOUR    0

/* From fields along x, y, z to local fields w, and back. In the widest type, for input and output. */
INLINE void to_local(const wide *A, const wide *q, wide *w)
{
    for (int i = 0; i < FIELDS; i++) w[i] = q[i];
}

INLINE void to_cartesian(const wide *G, const wide *w, wide *q)
{
    for (int i = 0; i < FIELDS; i++) q[i] = w[i];
}

/* The geometric factors of an element, of its edges and medium. */
INLINE void local_vgeo(const real *A, const real *m, real *vgeo)
{
    UNROLL for (int i = 0; i < 3; i++)
    {
        const real *s = A + 3 * ((i + 1) % 3), *t = A + 3 * ((i + 2) % 3);
        vgeo[3 * i] = s[1] * t[2] - s[2] * t[1];
        vgeo[3 * i + 1] = s[2] * t[0] - s[0] * t[2];
        vgeo[3 * i + 2] = s[0] * t[1] - s[1] * t[0];
    }
    const real J = A[0] * vgeo[0] + A[1] * vgeo[1] + A[2] * vgeo[2];
    UNROLL for (int i = 0; i < 9; i++) vgeo[i] /= J;
    UNROLL for (int i = 0; i < MEDIUM; i++) vgeo[9 + i] = m[i];
}

/* The geometric factors of face f. own, other: vgeo of this element and the neighbour, whose face is g. At
 * a boundary other is own, as local_wall leaves it, and g is f. */
INLINE void local_sgeo(int f, const real *own, int g, const real *other, real *sgeo)
{
    real n[3];
    frame_normal(own, f, n);
    sgeo[0] = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    sgeo[1] = 1 / sgeo[0];
    UNROLL for (int i = 0; i < MEDIUM; i++) sgeo[2 + i] = other[9 + i];
}

/* The trace, from the fields w read at a node of face f and the extra ones. other: 1 for those of the
 * neighbour. */
INLINE void local_trace(int f, int other, const real *sgeo, const real *w, const real *extra, real *trace)
{
    UNROLL for (int i = 0; i < FIELDS; i++) trace[i] = w[i];
    trace[FIELDS] = UPWIND;
}

INLINE void local_normal(int f, const real *sgeo, const real *own, real *n)
{
    frame_normal(own, f, n);
    UNROLL for (int i = 0; i < 3; i++) n[i] *= sgeo[1];
}

/* The trace behind a boundary, from the inner trace. */
INLINE void local_boundary(int condition, int f, const real *sgeo, const real *own, const real *inner, real *outer)
{
    real n[3];
    local_normal(f, sgeo, own, n);
    outer[FIELDS] = law_boundary(condition, n, own + 9, inner, outer, UPWIND);
}

/* Called where CONDITION_VALUES is defined: changes vgeo to that behind a boundary. */
INLINE void local_wall(int condition, real *vgeo)
{
}

/* The numbers to lift at a face node, from both traces. */
INLINE void local_flux(int f, const real *sgeo, const real *own, const real *inner, const real *outer, real *flux)
{
    real n[3];
    local_normal(f, sgeo, own, n);
    law_flux(n, own + 9, sgeo + 2, inner, outer, outer[FIELDS], flux);
    UNROLL for (int i = 0; i < FIELDS; i++) flux[i] *= sgeo[0];
}

/* Half the factor of all sums of derivatives: corners of a sub-simplex are 2 apart in r, s and t. */
INLINE real local_half(int part)
{
    return REAL(0.5);
}

/* The factors of local_rate, for the sums of one part: dt, G, the medium. */
INLINE void local_rate_factors(const real *own, int part, real dt, real *factors)
{
    factors[0] = dt;
    UNROLL for (int i = 0; i < LOCAL_VGEO; i++) factors[1 + i] = own[i];
}

/* The sums of derivatives, from the fields of one part at the corners of a sub-simplex: e1 - e0 is the
 * derivative along r, e2 - e0 along s, e3 - e0 along t. */
INLINE void local_sums(const real *factors, const real *e0, const real *e1, const real *e2, const real *e3, real *cell)
{
    const real *G = factors + 1;
    real dq[3 * FIELDS];
    UNROLL for (int i = 0; i < FIELDS; i++)
    {
        const real r = e1[i] - e0[i], s = e2[i] - e0[i], t = e3[i] - e0[i];
        UNROLL for (int k = 0; k < 3; k++) dq[3 * i + k] = G[k] * r + G[3 + k] * s + G[6 + k] * t;
    }
    law_volume(factors + 10, dq, cell);
}

/* The factors of local_lift, for the sums of one part. */
INLINE void local_lift_factors(int f, const real *own, const real *sgeo, int part, real *lift)
{
    lift[0] = 0;
}

/* Adds the lifted numbers of face f to the sums v. */
INLINE void local_lift(int f, const real *lift, const real *factors, const real *lifted, real *v)
{
    UNROLL for (int i = 0; i < FIELDS; i++) v[i] += lifted[i];
}

/* dt times the rates of the fields of the other part (of all fields, where there is one part), from the
 * sums. */
INLINE void local_rate(const real *factors, const real *v, real *rate)
{
    UNROLL for (int i = 0; i < FIELDS; i++) rate[i] = factors[0] * v[i];
}
