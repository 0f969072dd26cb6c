#include "step/reflection.h"

#include <math.h>
#include <stdlib.h>
#include "base/memory.h"
#include "step/matrices.h"

/* A wave of medium a that travels along d is a sum of waves of medium b, forward and backward: at the face both have
 * the same energy flux matrix. Of one wave, with amplitudes in units of the root of their power, they are cosh and
 * sinh of a number whose tanh is reflected. The waves of one direction together are bounded by the sum of all squares
 * of sinh. */
static double backward(const struct nd_matrices *a, const struct nd_matrices *b, const double d[3])
{
    struct nd_modes in, out;
    double sum = 0;
    if (!nd_matrices_modes(a, d, &in) || !nd_matrices_modes(b, d, &out)) return INFINITY;
    for (int i = 0; i < a->n; i++)
        for (int j = 0; j < b->n; j++) {
            double overlap = 0;
            if (!(in.c[i] > 1e-6 * a->speed && out.c[j] < -1e-6 * b->speed)) continue;
            for (int axis = 0; axis < 3; axis++)
                for (int r = 0; r < a->n; r++)
                    for (int c = 0; c < a->n; c++)
                        overlap += d[axis] * in.q[i][r] * a->F[axis][r * a->n + c] * out.q[j][c];
            sum += overlap * overlap / (in.c[i] * -out.c[j]);
        }
    return sum;
}

static double reflected(const struct nd_matrices *a, const struct nd_matrices *b)
{
    static const double direction[][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, 0.64, 0.48}};
    double most = 0;
    for (int i = 0; i < 4; i++)
        most = fmax(most, fmax(backward(a, b, direction[i]), backward(b, a, direction[i])));
    return isfinite(most) ? sqrt(most / (1 + most)) : 1;
}

int nd_reflection_find(struct nd_rhs *rhs, const int *material, nd_idx regions, double **reflection)
{
    int status = 0, n = 0;
    struct nd_matrices *m = NULL;
    int *of = NULL; /* [regions] index of the region's material among those that differ */
    *reflection = NULL;
    ALLOC(of, regions);
    for (nd_idx r = 0; r < regions; r++) {
        nd_idx same = 0;
        while (material[same] != material[r]) same++;
        of[r] = same == r ? n++ : of[same];
    }
    if (n < 2) goto done;
    ALLOC(m, n);
    ALLOC(*reflection, (size_t)regions * (size_t)regions);
    for (nd_idx r = 0, known = 0; r < regions; r++)
        if (of[r] == known) TRY(nd_matrices_init(&m[known++], rhs, material[r]));
    for (nd_idx r = 0; r < regions; r++)
        for (nd_idx q = 0; q < regions; q++)
            (*reflection)[r * regions + q] = of[r] == of[q] ? 0 : reflected(&m[of[r]], &m[of[q]]);
done:
    free(of);
    free(m);
    return status;
}
