/* sgeo_computed_persistent.h - persistent blocks compute factors of faces (sgeo_computed.h) when a
 * batch begins: its neighbours and the factors of its elements are there. */
INLINE void compute_sgeo(const struct block *b, GLOBAL const real *RESTRICT vgeo)
{
    FOR_THREADS(k, 4 * BATCH)
        real own[LOCAL_VGEO];
        UNROLL for (int i = 0; i < LOCAL_VGEO; i++) own[i] = VGEO(b, b->odd)[k % BATCH * LOCAL_VGEO + i];
        const struct face face = {k % BATCH, k / BATCH, 0, OF(b->neighbours[k % BATCH], k / BATCH)};
        store_sgeo(b, vgeo, own, &face);
    END
}
