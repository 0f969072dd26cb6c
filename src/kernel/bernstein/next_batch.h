/* next_batch.h - what a persistent block requests for its next batch while this one is on its way. */

/* Requests the neighbours and geometric factors of batch *next, these into the place that this batch
 * does not use. The number is read from shared memory twice, which takes no register. */
INLINE void request_geometry(const struct block *b, struct bulk *around, struct bulk *copy, GLOBAL const unsigned *neighbours,
                             GLOBAL const real *vgeo, NEAR const int *next)
{
    BULK_FROM(around, b->neighbours, (GLOBAL const word4 *)neighbours + FIRST(*next), BATCH)
    NEAR real *to = b->s + AT_VGEO + (1 - b->odd) * BATCH * LOCAL_VGEO;
    if (VGEO_BULK) { BULK_FROM(copy, to, vgeo + FIRST(*next) * LOCAL_VGEO, BATCH * LOCAL_VGEO) }
    else { FOR_THREADS(k, BATCH * LOCAL_VGEO) to[k] = vgeo[FIRST(*next) * LOCAL_VGEO + k]; END }
}

INLINE void wait_geometry(struct bulk *around, struct bulk *copy)
{
    BULK_WAIT(around)
    if (VGEO_BULK) { BULK_WAIT(copy) }
}
