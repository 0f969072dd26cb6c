/* Behind a boundary are the factors of the element, where no condition has a value, and for any law. */
INLINE void local_wall(int condition, real *vgeo) {}
