/* components_nodal.h - fields of the stage have components along x, y, z: there is nothing to change, and there
 * are no edges. components_local.h says what the functions do otherwise. */
INLINE wide *enter(GLOBAL const real *edges, int64 e, wide *w, wide *A, wide *cartesian)
{
    return w;
}
INLINE void along_axes(GLOBAL const real *edges, int64 e, wide *fields) {}
INLINE void leave(const wide *A, const wide *fields, wide *w) {}
INLINE void to_stage(GLOBAL const real *edges, int64 e, real *flux) {}
