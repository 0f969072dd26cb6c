/* The geometric factors of face f. own, other: vgeo of this element and the neighbour, whose face is g. At
 * a boundary other is own, as local_wall leaves it, and g is f. */
INLINE void local_sgeo(int f, const real *own, int g, const real *other, real *sgeo)
{
    real n[3];
    frame_normal(own, f, n);
    sgeo[0] = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    sgeo[1] = 1 / sgeo[0];
    UNROLL for (int i = 0; i < MEDIUM; i++) sgeo[2 + i] = other[9 + i];
}
