#include "step/reflection.h"

#include <math.h>
#include <stdlib.h>
#include "base/memory.h"
#include "base/work.h"
#include "step/matrices.h"

enum { DIRECTIONS = 4 };
static const double direction[DIRECTIONS][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, 0.64, 0.48}};

struct medium {
    struct nd_matrices matrices;
    int known; /* whether there are modes */
    struct nd_modes modes[DIRECTIONS];
};

/* Reflection can be computed only if both media have the same flux of energy for the same fields. */
static int same_flux(const struct nd_matrices *a, const struct nd_matrices *b)
{
    double most = 0, off = 0;
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < a->n * a->n; i++) {
            most = fmax(most, fabs(a->F[axis][i]));
            off = fmax(off, fabs(a->F[axis][i] - b->F[axis][i]));
        }
    return off <= 1e-4 * most;
}

/* A wave of medium a along direction k is a sum of waves of medium b, forward and backward. With
 * amplitudes in units of the root of their power, these are cosh and sinh of a number whose tanh is reflected. The
 * waves of one direction together are bounded by the sum of all squares of sinh. */
static double backward(const struct medium *a, const struct medium *b, int k)
{
    const struct nd_modes *in = &a->modes[k], *out = &b->modes[k];
    const int n = a->matrices.n;
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double overlap = 0;
            if (!(in->c[i] > 1e-6 * a->matrices.speed && out->c[j] < -1e-6 * b->matrices.speed)) continue;
            for (int axis = 0; axis < 3; axis++)
                for (int r = 0; r < n; r++)
                    for (int c = 0; c < n; c++)
                        overlap +=
                            direction[k][axis] * in->q[i][r] * a->matrices.F[axis][r * n + c] * out->q[j][c];
            sum += overlap * overlap / (in->c[i] * -out->c[j]);
        }
    return sum;
}

static double reflected(const struct medium *a, const struct medium *b)
{
    double most = 0;
    if (!a->known || !b->known || !same_flux(&a->matrices, &b->matrices)) return 1;
    for (int k = 0; k < DIRECTIONS; k++) most = fmax(most, fmax(backward(a, b, k), backward(b, a, k)));
    return isfinite(most) ? sqrt(most / (1 + most)) : 1;
}

static int make_medium(struct medium *m, struct nd_rhs *rhs, int material)
{
    int status = 0;
    TRY(nd_matrices_init(&m->matrices, rhs, material));
    m->known = 1;
    for (int k = 0; k < DIRECTIONS; k++)
        m->known &= nd_matrices_modes(&m->matrices, direction[k], &m->modes[k]) != 0;
done:
    return status;
}

/* between: [n][n], of the materials that differ. */
static int compare(const struct medium *m, int n, double *between)
{
    int status = 0;
    for (int i = 0; i < n; i++) {
        TRY(nd_work("finding reflections between materials", (double)i / n));
        for (int j = 0; j < i; j++)
            between[(size_t)i * (size_t)n + (size_t)j] = between[(size_t)j * (size_t)n + (size_t)i] =
                reflected(&m[i], &m[j]);
    }
done:
    return status;
}

int nd_reflection_find(struct nd_rhs *rhs, const int *material, nd_idx regions, double **reflection)
{
    int status = 0, n = 0;
    struct medium *m = NULL;
    double *between = NULL;
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
    ALLOC(between, (size_t)n * (size_t)n);
    ALLOC(*reflection, (size_t)regions * (size_t)regions);
    for (nd_idx r = 0, known = 0; r < regions; r++)
        if (of[r] == known) TRY(make_medium(&m[known++], rhs, material[r]));
    TRY(compare(m, n, between));
    for (nd_idx r = 0; r < regions; r++)
        for (nd_idx q = 0; q < regions; q++)
            (*reflection)[(size_t)r * (size_t)regions + (size_t)q] =
                between[(size_t)of[r] * (size_t)n + (size_t)of[q]];
done:
    free(of);
    free(m);
    free(between);
    return status;
}
