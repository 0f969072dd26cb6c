/* law_functions.h - the functions that kernels call of every law. A law whose functions differ gets
 * the compiler's message in its own line; C++ would take them for further functions of the same
 * names. */
#ifndef __cplusplus
INLINE void law_medium(const real *material, real *m);
INLINE real law_speed(const real *m);
INLINE lane law_energy(const lane *m, const lane *q);
INLINE void law_volume(const lane *m, const lane *dq, lane *rate);
INLINE void law_flux(const lane *n, const lane *mM, const lane *mP, const lane *qM, const lane *qP, lane upwind, lane *flux);
INLINE real law_boundary(int condition, const real *n, const real *m, const real *qM, real *qP, real upwind);
#endif
