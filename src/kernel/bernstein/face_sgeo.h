/* face_sgeo.h - computes the geometric factors of face f, behind which is d; own: the element's
 * factors. Those of the neighbour are read where its material differs, or the law asks for more. */
INLINE void face_sgeo(GLOBAL const real *RESTRICT vgeo, const real *own, unsigned d, int f, real *sgeo)
{
    real other[LOCAL_VGEO];
    UNROLL for (int i = 0; i < LOCAL_VGEO; i++) other[i] = own[i];
    if (IS_INNER(d) && ((d | 4 * LOCAL_NEIGHBOUR) & 4)) {
        UNROLL for (int i = 0; i < LOCAL_VGEO; i++) other[i] = vgeo[(int64)(d >> 3) * LOCAL_VGEO + i];
    }
    if (!IS_INNER(d)) local_wall((int)(d - (unsigned)BOUNDARY), other);
    local_sgeo(f, own, IS_INNER(d) ? (int)(d & 3) : f, other, sgeo);
}
