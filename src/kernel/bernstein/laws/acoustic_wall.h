/* A wall with an impedance is a medium of that impedance, in the local basis of acoustic.law. */
INLINE void local_wall(int condition, real *vgeo)
{
    if (condition >= BC_impedance) vgeo[10] = wall_impedance(condition);
}
