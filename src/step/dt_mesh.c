/* The stable step of a mesh.
 *
 * lsrk4 and lsrk14 take the least step of all elements. In a mesh of elements that differ, this is too
 * careful: the fastest oscillations of a flat element leak into its rounder neighbours, which slow them down.
 * Linear steps take that into account. Let rate k be the inverse of the stable step if all elements were like
 * element k. The blocks of the operator, in the norm of the energy, are about
 *
 *     within element k               rate k / 2
 *     between neighbours k and j     sqrt(share of face * rate k / 2 * share of face * rate j / 2)
 *
 * where the shares of the four faces of an element are proportional to Fscale^2 and sum to 1. The spectral
 * radius of the matrix of these numbers, which are all positive, bounds the eigenvalues up to a constant; if
 * all elements are alike, it is their rate. For any positive vector x the largest (A x)_k / x_k is a bound of
 * the spectral radius, and comes close to it if x is a few iterates of A (Collatz and Wielandt).
 *
 * doc/explanation/time-steps.md compares the bound with spectra of meshes of many shapes; they set UNCERTAIN. */
#include <math.h>
#include <stdlib.h>
#include "base/memory.h"
#include "base/work.h"
#include "step/dt.h"

#define UNCERTAIN 1.12 /* by which rates may exceed the spectral radius; with sheared cells they do */
enum { ITERATIONS = 12 };

struct blocks {
    double *own;     /* [K] */
    double *between; /* [K][4] */
};

static int measure(const struct nd_dt_case *c, struct blocks *A)
{
    int status = 0;
    const nd_idx K = c->mesh->K;
    ALLOC(A->own, K);
    ALLOC(A->between, 4 * K);
    struct nd_dt_case waves = *c;
    waves.damping = waves.swing = NULL;
#pragma omp parallel for schedule(static)
    for (nd_idx k = 0; k < K; k++) {
        double G[9], J, n[4][3], Fscale[4], most = 0, sum = 0;
        nd_geometry_metric(c->mesh, k, G, &J);
        nd_geometry_faces(G, n, Fscale);
        for (int f = 0; f < 4; f++) most = fmax(most, Fscale[f]);
        for (int f = 0; f < 4; f++) sum += Fscale[f] / most * (Fscale[f] / most);
        const double half = 0.5 * UNCERTAIN / nd_dt_element(&waves, k);
        A->own[k] = half + nd_dt_added(c, k);
        for (int f = 0; f < 4; f++)
            A->between[4 * k + f] = sqrt(Fscale[f] / most * (Fscale[f] / most) / sum * half);
    }
done:
    return status;
}

static double reflection(const struct nd_dt_case *c, nd_idx k, nd_idx j)
{
    const nd_idx *region = c->mesh->region;
    if (region[k] == region[j]) return 0;
    return c->reflection ? c->reflection[(size_t)region[k] * (size_t)c->regions + (size_t)region[j]] : 1;
}

/* y = A x. */
static void apply(const struct nd_dt_case *c, const struct blocks *A, const double *x, double *y)
{
#pragma omp parallel for schedule(static)
    for (nd_idx k = 0; k < c->mesh->K; k++) {
        y[k] = A->own[k] * x[k];
        for (int f = 0; f < 4; f++) {
            const nd_idx j = c->connect->EToE[4 * k + f];
            const double here = A->between[4 * k + f],
                         there = A->between[4 * j + c->connect->EToF[4 * k + f]], r = reflection(c, k, j);
            y[k] += here * (r * here * x[k] + sqrt(1 - r * r) * there * x[j]);
        }
    }
}

/* The bound of the spectral radius. */
static double bound(const double *x, const double *y, nd_idx K)
{
    double most = y[0] / x[0];
    for (nd_idx k = 1; k < K; k++)
        if (y[k] / x[k] > most) most = y[k] / x[k];
    return most;
}

/* Iterates beginning with 1 in all elements. Replaces the steps [K] if the bound allows a longer one than the least
 * of them, `own`. */
static int find_bound(const struct nd_dt_case *c, double own, double *step)
{
    int status = 0;
    const nd_idx K = c->mesh->K;
    double rate = 0;
    struct blocks A = {0};
    double *x = NULL, *y = NULL;
    TRY(measure(c, &A));
    ALLOC(x, K);
    ALLOC(y, K);
    for (nd_idx k = 0; k < K; k++) y[k] = 1;
    for (int i = 0; i < ITERATIONS; i++) {
        const double scale = i ? 1 / rate : 1; /* keeps iterates in range */
        TRY(nd_work("finding the time step", (double)i / ITERATIONS));
        for (nd_idx k = 0; k < K; k++) x[k] = scale * y[k];
        apply(c, &A, x, y);
        rate = bound(x, y, K);
    }
    for (nd_idx k = 0; k < K && 1 / rate > own; k++) step[k] = 1 / (y[k] / x[k]);
done:
    free(A.own);
    free(A.between);
    free(x);
    free(y);
    return status;
}

/* step: [K], what each element allows. */
static int find_steps(const struct nd_dt_case *c, double *step)
{
    double own = INFINITY;
    for (nd_idx k = 0; k < c->mesh->K; k++) {
        step[k] = nd_dt_element(c, k);
        own = fmin(own, step[k]);
    }
    return c->limit.linear ? find_bound(c, own, step) : 0;
}

int nd_dt_find_tight(const struct nd_dt_case *c, struct nd_dt_tight *tight)
{
    int status = 0, n = 0;
    double *step = NULL;
    tight->dt[0] = INFINITY;
    tight->element[0] = 0;
    ALLOC(step, c->mesh->K);
    TRY(find_steps(c, step));
    for (nd_idx k = 0; k < c->mesh->K; k++) {
        if (!(step[k] < INFINITY)) continue;
        if (n == ND_DT_TIGHT && step[k] >= tight->dt[n - 1]) continue;
        int i = n < ND_DT_TIGHT ? n++ : n - 1;
        for (; i > 0 && tight->dt[i - 1] > step[k]; i--) {
            tight->dt[i] = tight->dt[i - 1];
            tight->element[i] = tight->element[i - 1];
        }
        tight->dt[i] = step[k];
        tight->element[i] = k;
    }
done:
    tight->n = n;
    free(step);
    return status;
}

int nd_dt_stable(const struct nd_dt_case *c, double *stable, nd_idx *worst)
{
    struct nd_dt_tight tight;
    const int status = nd_dt_find_tight(c, &tight);
    *stable = tight.dt[0];
    *worst = tight.element[0];
    return status;
}
