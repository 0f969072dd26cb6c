/* sgeo_computed.h - the factors of faces are computed when a batch is begun. */
#define SGEO_COPY(copy) struct bulk copy = {0};

/* There is nothing to copy. */
INLINE void request_sgeo(const struct block *b, struct bulk *copy, GLOBAL const real *sgeo, int batch) {}
INLINE void wait_sgeo(struct bulk *copy) {}

/* Computes the factors of a face, from the element's own. */
INLINE void store_sgeo(const struct block *b, GLOBAL const real *RESTRICT vgeo, const real *own, const struct face *face)
{
    real sgeo[LOCAL_SGEO];
    face_sgeo(vgeo, own, face->d, face->f, sgeo);
    UNROLL for (int i = 0; i < LOCAL_SGEO; i++) (b->s + AT_SGEO)[SGEO_AT(face->f, face->e) + i] = sgeo[i];
}
