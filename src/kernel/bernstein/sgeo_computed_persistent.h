/* sgeo_computed_persistent.h - persistent blocks compute the factors of faces when a batch begins: its
 * neighbours and the factors of its elements are there. One thread per face. */
INLINE void compute_sgeo(const struct block *b, GLOBAL const real *RESTRICT vgeo)
{
    FOR_THREADS(k, 4 * BATCH)
        const int e = k % BATCH, f = k / BATCH;
        real own[LOCAL_VGEO], sgeo[LOCAL_SGEO];
        UNROLL for (int i = 0; i < LOCAL_VGEO; i++) own[i] = VGEO(b, b->odd)[e * LOCAL_VGEO + i];
        face_sgeo(vgeo, own, OF(b->neighbours[e], f), f, sgeo);
        UNROLL for (int i = 0; i < LOCAL_SGEO; i++) (b->s + AT_SGEO)[SGEO_AT(f, e) + i] = sgeo[i];
    END
}

/* There is nothing to copy. */
#define SGEO_COPY(copy) struct bulk copy = {0};
INLINE void request_sgeo(const struct block *b, struct bulk *copy, GLOBAL const real *sgeo, int batch) {}
INLINE void wait_sgeo(struct bulk *copy) {}
