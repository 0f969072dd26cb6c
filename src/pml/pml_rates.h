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

/* In a medium with poles or losses what acts on fields acts on the stretched ones (doc/explanation/materials.md). A node
 * then keeps, as SHIFTED says, the shift of each field: stretched minus plain, in the basis of the stage. It changes by
 * minus what the PML adds to the field. rate: of fields q with shifts v, both along x, y, z, with losses in q alone; it
 * becomes that with losses in q + v. grow: the rate of the shifts. */
INLINE void shift_rates(const real *m, const real *q, const real *v, real *rate, real *grow)
{
    const real none[LAW_POINTWISE] = {0}, still[3] = {0};
    real lost[FIELDS], aux_rate[LAW_POINTWISE];
    law_pointwise(m, still, q, none, lost, aux_rate);
    UNROLL for (int f = 0; f < FIELDS; f++) grow[f] = lost[f] - rate[f];
    law_pointwise(m, still, v, none, lost, aux_rate);
    UNROLL for (int f = 0; f < FIELDS; f++) rate[f] += lost[f];
}

/* Where two axes absorb, P of the component across them lasts longer than a wave, and in a medium whose epsilon or mu is
 * negative at some frequency jumps between elements would grow by it. There P decays at a rate at which the stretching
 * advances no phase by more than that of a plain field (doc/explanation/materials.md). s: the damping rates; p: the P of
 * components along x, y, z of E and H. */
INLINE void hold_rates(const real *s, const real *p, real *p_rate)
{
    UNROLL for (int j = 0; j < LAW_POINTWISE; j++)
    {
        const real own = s[j % 3], gain = (own - s[(j + 1) % 3]) * (own - s[(j + 2) % 3]);
        if (gain > own * own) p_rate[j] -= (sqrt(gain) - own) * p[j];
    }
}
