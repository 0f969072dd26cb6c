/* Changes the factors of an element to those behind its boundary: for any law, and where no condition
 * has a value, there is nothing to change. */
INLINE void local_wall(int condition, real *vgeo) {}
