/* fused_block.h - what the threads of a block share in the fused stage.
 *
 * Shared memory, in reals:
 *   0                     [BATCH][FIELDS][Np] fields, later their rates
 *   OPERAND_AT(e, n, j)   operands of the products with D
 *   FLUX_AT(e, k, j)      fluxes at face node k = f Nfp + i
 *   SGEO_AT(e, f)         geometric factors of a face, SGEO_STRIDE each
 *   VGEO_AT(e)            edge vectors A (9), 1/J, gradients G (9), the medium; VGEO_STRIDE each
 * Element e of the batch lies in set e / W_I. The W_I elements of a set have their operands and fluxes side by side. */
#define OPERAND_AT(e, n, j) (AT_OPERANDS + (((e) / W_I * Np + (n)) * W_I + (e) % W_I) * REDUCED_OPERANDS + (j))
#define FLUX_AT(e, k, j)    (AT_FLUXES + (((e) / W_I * 4 * Nfp + (k)) * W_I + (e) % W_I) * REDUCED_FLUXES + (j))
#define SGEO_AT(e, f)       (AT_SGEO + ((e) * 4 + (f)) * SGEO_STRIDE)
#define VGEO_AT(e)          (AT_VGEO + (e) * VGEO_STRIDE)
#define INVERSE_J           9 /* numbers of VGEO_AT */
#define GRADIENTS           10
#define OWN_MEDIUM          19

struct mesh {
    GLOBAL const real *metric;
    GLOBAL const int *EToE;
    GLOBAL const unsigned char *EToL;
    GLOBAL const int *material;
    GLOBAL const real *medium;
    GLOBAL const int *lists;
    int64 first; /* element of the batch */
};

/* Copies n reals out of shared memory. */
INLINE void take(NEAR const real *from, int n, real *to)
{
    UNROLL for (int i = 0; i < n; i++) to[i] = from[i];
}

/* The outward unit normal of face f, and its length before. */
INLINE void unit_normal(const real *G, int f, real *n, real *Fscale)
{
    frame_normal(G, f, n);
    *Fscale = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    UNROLL for (int c = 0; c < 3; c++) n[c] /= *Fscale;
}
