/* The factors of a face in the local basis of acoustic.law. */
INLINE void local_sgeo(int f, const real *own, int g, const real *other, real *sgeo)
{
    const real inv_area = f == 0 ? own[6] : f == 1 ? own[7] : f == 2 ? own[8] : own[9];
    sgeo[1] = 1 / ((own[10] + other[10]) * inv_area);
    sgeo[0] = (f == 1 || f == 2 ? inv_area : -inv_area) * other[10] * sgeo[1];
}
