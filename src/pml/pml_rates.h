/* pml_rates.h - damping rates of the elements of a PML.
 *
 * AXES is 1 where the PML absorbs along one axis, axis[i] of the list's element i, and 3 where it absorbs along
 * more than one. depth[i][AXES][4]: at the vertices, scaled so that the damping rate is depth^grading.
 * points[4][Np]: the vertices' weights (barycentric coordinates) in each number of a field. edges[i][9]: the
 * element's edge vectors, which only fields in the local basis need. */
#define AUX (LAW_POINTWISE / 3 * AXES) /* auxiliary variables of a node */

/* s: the damping rates along x, y, z at point n. */
INLINE void damping_rates(GLOBAL const real *depth, GLOBAL const real *points, int grading, int axis, int n, real *s)
{
    UNROLL for (int k = 0; k < 3; k++)
    {
        real d = 0, power = 1;
        if (AXES == 3 || k == axis) {
            GLOBAL const real *at = depth + (AXES == 3 ? 4 * k : 0);
            UNROLL for (int v = 0; v < 4; v++) d += points[v * Np + n] * at[v];
        }
        d = d > 0 ? d : 0;
        for (int i = 0; i < grading; i++) power *= d;
        s[k] = power;
    }
}
