/* The factors of a face in the local basis of elastic.law. */

/* alpha, beta, kappa, Fscale of face f, which is unknown at compile time. e3 is the edge that is not in the
 * face; r on face 2. */
INLINE void local_face_basis(int f, const real *g, real *frame)
{
    real y[3];
    local_gradient(f, g, y);
    const real gg = f == 0 ? y[2] : f == 1 ? y[1] : f == 2 ? y[0] + y[1] + y[2] : y[0], h = 1 / sqrt(gg), hh = h * h;
    frame[0] = -hh * (f < 2 ? y[0] : y[1]);
    frame[1] = -hh * (f == 0 ? y[1] : y[2]);
    frame[2] = f == 2 ? h : -h;
    frame[3] = gg * h;
}

INLINE void local_sgeo(int f, const real *own, int g, const real *other, real *sgeo)
{
    real ours[4], theirs[4];
    local_face_basis(f, own, ours);
    local_face_basis(g, other, theirs);
    const real sum = own[10] + other[10], across = 1 / (own[9] + other[9]), along = sum > 0 ? 1 / sum : 0;
    const real ratio = (f == 2 ? -ours[3] : ours[3]) * theirs[2];
    sgeo[0] = ours[0], sgeo[1] = ours[1];
    sgeo[2] = theirs[0], sgeo[3] = theirs[1];
    sgeo[4] = ratio, sgeo[5] = ratio * ratio;
    sgeo[6] = along * other[10], sgeo[7] = along * ours[2];
    sgeo[8] = across * other[9], sgeo[9] = across * ours[2];
    sgeo[10] = own[10] * ours[3];
    sgeo[11] = (own[9] - own[10]) * (f == 2 ? ours[2] : -ours[2]);
}
