/* curved_lift.h - the inverse mass matrices and the normals of curved elements, for texts that add to their rates.
 *     W_AT(e, n, k)          where row n and column k of element e of the list are in the array `matrix` of curved.knl
 *     N_AT(e, side, p, c)    where component c of the normal at a point is in `normal`; c = 3: the weight
 * With W_LANES the arrays are those of curved_simd.knl. */
#define W_ELEMENTS    (W_LANES + !W_LANES) /* side by side */
#define W_HALF        (Np * (Np + 1) / 2)
#define W_BELOW(n, k) ((n) * ((n) + 1) / 2 + (k))
#define W_PACKED(e, n, k) \
    (((e) / W_ELEMENTS * 4 * W_HALF + 3 * W_HALF + ((n) > (k) ? W_BELOW(n, k) : W_BELOW(k, n))) * W_LANES + (e) % W_ELEMENTS)
#define W_AT(e, n, k) (W_LANES ? W_PACKED((int64)(e), n, k) : (((int64)(e) * Np + (k)) * Np + (n)) * 4 + 3)
#define N_AT(e, side, p, c) \
    (((((int64)(e) / W_ELEMENTS * 4 + (side)) * NFQ + (p)) * 4 + (c)) * W_ELEMENTS + (int64)(e) % W_ELEMENTS)
