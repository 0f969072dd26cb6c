/* sgeo_computed.h - blocks that take one batch load the factors of elements and compute those of their
 * faces, neighbours read from global memory. One thread per element. */
INLINE void load_geometry(const struct block *b, GLOBAL const real *RESTRICT vgeo, GLOBAL const unsigned *RESTRICT neighbours, int batch)
{
    FOR_THREADS(k, BATCH)
        real own[LOCAL_VGEO];
        const int e = k % BATCH;
        UNROLL for (int i = 0; i < LOCAL_VGEO; i++) own[i] = vgeo[(b->first + e) * LOCAL_VGEO + i];
        UNROLL for (int i = 0; i < LOCAL_VGEO; i++) (b->s + AT_VGEO)[e * LOCAL_VGEO + i] = own[i];
        const word4 behind = ((GLOBAL const word4 *)neighbours)[b->first + e];
        UNROLL for (int f = 0; f < 4; f++) {
            real sgeo[LOCAL_SGEO];
            face_sgeo(vgeo, own, OF(behind, f), f, sgeo);
            UNROLL for (int i = 0; i < LOCAL_SGEO; i++) (b->s + AT_SGEO)[SGEO_AT(f, e) + i] = sgeo[i];
        }
    END
}

/* There is nothing to copy. */
#define SGEO_COPY(copy) struct bulk copy = {0};
INLINE void request_sgeo(const struct block *b, struct bulk *copy, GLOBAL const real *sgeo, int batch) {}
INLINE void wait_sgeo(struct bulk *copy) {}
