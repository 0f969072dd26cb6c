/* The factors of a face in the local basis of maxwell.law. f may be unknown at compile time, so
 * numbers are selected without an index. */
INLINE void local_sgeo(int f, const real *own, int g, const real *other, real *sgeo)
{
    const real k = f == 0 ? own[6] : f == 1 ? own[7] : f == 2 ? own[8] : own[9], e = 1 / (own[10] + other[10]);
    local_face_metric(f, own, e * k, sgeo);
    sgeo[3] = (f == 1 || f == 2 ? e : -e) * other[10];
}
