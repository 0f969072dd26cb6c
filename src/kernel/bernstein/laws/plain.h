/* The local basis of any law: fields stay along x, y, z, all are read at a face, all fluxes are lifted.
 * This is also the reference of the form, which <law>.h states with less work (README.md). */
#define LOCAL_PARTS        1
#define LOCAL_VGEO         (9 + MEDIUM) /* G, the medium */
#define LOCAL_SGEO         (2 + MEDIUM) /* Fscale, 1 / Fscale, medium of the neighbour */
#define LOCAL_TRACE        (FIELDS + 1) /* the fields and the upwind weight */
#define LOCAL_FLUXES       FIELDS
#define LOCAL_LIFT_FACTORS 1 /* nothing */
#define LOCAL_RATE_FACTORS (10 + MEDIUM)
#define LOCAL_SUMS         FIELDS
#define LOCAL_NEIGHBOUR    0
