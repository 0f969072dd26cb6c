/* sgeo_computed_alone.h - blocks that take one batch compute factors of faces (sgeo_computed.h) when
 * they load those of elements, neighbours read from global memory. */
INLINE void load_geometry(const struct block *b, GLOBAL const real *RESTRICT vgeo, GLOBAL const unsigned *RESTRICT neighbours, int batch)
{
    FOR_THREADS(e, BATCH)
        real own[LOCAL_VGEO];
        const word4 behind = ((GLOBAL const word4 *)neighbours)[b->first + e];
        UNROLL for (int i = 0; i < LOCAL_VGEO; i++) own[i] = vgeo[(b->first + e) * LOCAL_VGEO + i];
        UNROLL for (int i = 0; i < LOCAL_VGEO; i++) (b->s + AT_VGEO)[e * LOCAL_VGEO + i] = own[i];
        UNROLL for (int f = 0; f < 4; f++) {
            const struct face face = {e, f, 0, OF(behind, f)};
            store_sgeo(b, vgeo, own, &face);
        }
    END
}
