/* sgeo_stored.h - the factors of faces were computed once for all stages (sgeo.knl) and are copied
 * with the fields. */
#define SGEO_COPY(copy) BULK(copy)

/* Requests the factors of the faces of a batch. */
INLINE void request_sgeo(const struct block *b, struct bulk *copy, GLOBAL const real *sgeo, int batch)
{
    BULK_FROM(copy, b->s + AT_SGEO, sgeo + FIRST(batch) * (4 * LOCAL_SGEO), BATCH * 4 * LOCAL_SGEO)
}

INLINE void wait_sgeo(struct bulk *copy)
{
    BULK_WAIT(copy)
}

/* There is nothing to compute. */
INLINE void compute_sgeo(const struct block *b, GLOBAL const real *RESTRICT vgeo) {}
INLINE void load_geometry(const struct block *b, GLOBAL const real *RESTRICT vgeo, GLOBAL const unsigned *RESTRICT neighbours, int batch)
{
    load_vgeo(b, vgeo, batch);
}
