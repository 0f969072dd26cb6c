/* sgeo_stored.h - the factors of faces, computed once by sgeo.knl, are copied with the fields. */
#define SGEO_COPY(copy) BULK(copy)

/* Requests the factors of the faces of a batch. */
INLINE void request_sgeo(const struct block *b, struct bulk *copy, GLOBAL const real *sgeo, int batch)
{
    BULK_FROM(copy, b->s + AT_SGEO, sgeo + FIRST(batch) * (4 * LOCAL_SGEO), BATCH * 4 * LOCAL_SGEO)
}

INLINE void wait_sgeo(struct bulk *copy) { BULK_WAIT(copy) }

/* There is nothing to compute. */
#define compute_sgeo(b, vgeo)
#define load_geometry(b, vgeo, neighbours, batch) load_vgeo(b, vgeo, batch)
