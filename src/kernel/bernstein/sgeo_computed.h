/* sgeo_computed.h - the factors of faces are computed when a batch is begun. */
#define SGEO_COPY(copy) struct bulk copy = {0};
#define SGEO_THREADS    (LOCAL_NEIGHBOUR ? 4 * BATCH : BATCH)

/* There is nothing to copy. */
INLINE void request_sgeo(const struct block *b, struct bulk *copy, GLOBAL const real *sgeo, int batch) {}
INLINE void wait_sgeo(struct bulk *copy) {}

/* Computes the factors of face f of element e of the batch, behind which is d. */
INLINE void store_sgeo(const struct block *b, GLOBAL const real *RESTRICT vgeo, const real *own, const struct face *face)
{
    real sgeo[LOCAL_SGEO];
    face_sgeo(vgeo, own, face->d, face->f, sgeo);
    UNROLL for (int i = 0; i < LOCAL_SGEO; i++) (b->s + AT_SGEO)[SGEO_AT(face->f, face->e) + i] = sgeo[i];
}

/* Computes the factors of all faces of a batch whose neighbours and elements' factors are there. */
INLINE void compute_sgeo(const struct block *b, GLOBAL const real *RESTRICT vgeo)
{
    FOR_THREADS(k, 4 * BATCH)
        real own[LOCAL_VGEO];
        UNROLL for (int i = 0; i < LOCAL_VGEO; i++) own[i] = VGEO(b, b->odd)[k % BATCH * LOCAL_VGEO + i];
        const struct face face = {k % BATCH, k / BATCH, 0, OF(b->neighbours[k % BATCH], k / BATCH)};
        store_sgeo(b, vgeo, own, &face);
    END
}

/* Loads the elements' factors and computes those of their faces, neighbours read from global memory. */
INLINE void load_geometry(const struct block *b, GLOBAL const real *RESTRICT vgeo, GLOBAL const unsigned *RESTRICT neighbours, int batch)
{
    FOR_THREADS(k, SGEO_THREADS)
        real own[LOCAL_VGEO];
        const int e = k % BATCH;
        UNROLL for (int i = 0; i < LOCAL_VGEO; i++) own[i] = vgeo[(b->first + e) * LOCAL_VGEO + i];
        if (k < BATCH) {
            UNROLL for (int i = 0; i < LOCAL_VGEO; i++) (b->s + AT_VGEO)[e * LOCAL_VGEO + i] = own[i];
        }
        if (LOCAL_NEIGHBOUR) {
            const struct face face = {e, k / BATCH, 0, neighbours[(b->first + e) * 4 + k / BATCH]};
            store_sgeo(b, vgeo, own, &face);
        } else {
            const word4 behind = ((GLOBAL const word4 *)neighbours)[b->first + e];
            UNROLL for (int f = 0; f < 4; f++) {
                const struct face face = {e, f, 0, OF(behind, f)};
                store_sgeo(b, vgeo, own, &face);
            }
        }
    END
}
