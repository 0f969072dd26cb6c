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
