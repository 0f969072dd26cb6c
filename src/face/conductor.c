#include "face/conductor.h"

#include <complex.h>
#include <math.h>

enum { POINTS = 32, COLUMNS = ND_POLES_MOST + 1, SWEEPS = 5000 };
#define WANTED 0.005 /* relative error */

/* A least-squares problem, least |A x - b| with x >= 0: rows are real and imaginary parts at the points. */
struct system {
    int n;
    double A[2 * POINTS][COLUMNS];
    double G[COLUMNS][COLUMNS], h[COLUMNS], x[COLUMNS]; /* A^T A, A^T b */
};

/* Basis functions over sqrt(s), each scaled to length 1, so that b is 1 at all points. */
static void fill(struct system *m, const struct nd_conductor_fit *fit, double ratio, double size[COLUMNS])
{
    for (int i = 0; i < POINTS; i++) {
        const double complex s = I * pow(ratio, (double)i / (POINTS - 1));
        for (int k = 0; k < m->n; k++) {
            const double complex v = (k < fit->poles ? s / (s + fit->p[k]) : 1) / csqrt(s);
            m->A[i][k] = creal(v);
            m->A[POINTS + i][k] = cimag(v);
        }
    }
    for (int k = 0; k < m->n; k++) {
        double sum = 0;
        for (int i = 0; i < 2 * POINTS; i++) sum += m->A[i][k] * m->A[i][k];
        size[k] = sqrt(sum);
        for (int i = 0; i < 2 * POINTS; i++) m->A[i][k] /= size[k];
    }
}

/* By coordinate descent, one unknown at a time, cut off at 0. */
static void solve(struct system *m)
{
    for (int j = 0; j < m->n; j++) {
        m->h[j] = m->x[j] = 0;
        for (int i = 0; i < POINTS; i++) m->h[j] += m->A[i][j];
        for (int k = 0; k < m->n; k++) {
            m->G[j][k] = 0;
            for (int i = 0; i < 2 * POINTS; i++) m->G[j][k] += m->A[i][j] * m->A[i][k];
        }
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int j = 0; j < m->n; j++) {
            double rest = m->h[j];
            for (int k = 0; k < m->n; k++) rest -= m->G[j][k] * m->x[k];
            m->x[j] = fmax(0, m->x[j] + rest / m->G[j][j]);
        }
}

static double worst_error(const struct system *m)
{
    double worst = 0;
    for (int i = 0; i < POINTS; i++) {
        double re = -1, im = 0;
        for (int k = 0; k < m->n; k++) {
            re += m->A[i][k] * m->x[k];
            im += m->A[POINTS + i][k] * m->x[k];
        }
        worst = fmax(worst, hypot(re, im));
    }
    return worst;
}

/* Poles from 1 / below to ratio * above, for the band from 1 to ratio. */
static struct nd_conductor_fit try_poles(int poles, double ratio, double below, double above)
{
    struct nd_conductor_fit fit = {.poles = poles};
    struct system m = {.n = poles + 1};
    double size[COLUMNS];
    for (int k = 0; k < poles; k++) fit.p[k] = pow(ratio * above * below, (double)k / (poles - 1)) / below;
    fill(&m, &fit, ratio, size);
    solve(&m);
    for (int k = 0; k < poles; k++) fit.c[k] = m.x[k] / size[k];
    fit.R0 = m.x[poles] / size[poles];
    fit.error = worst_error(&m);
    return fit;
}

struct nd_conductor_fit nd_conductor_fit(double scale, double low, double high)
{
    static const double below[] = {1, 2, 3, 5}, above[] = {4, 8};
    struct nd_conductor_fit best = {.error = INFINITY};
    for (int poles = 2; poles <= ND_POLES_MOST && !(best.error <= WANTED); poles++)
        for (int i = 0; i < 8; i++) {
            const struct nd_conductor_fit fit = try_poles(poles, high / low, below[i / 2], above[i % 2]);
            if (fit.error < best.error) best = fit;
        }
    best.R0 *= scale * sqrt(low);
    for (int k = 0; k < best.poles; k++) {
        best.c[k] *= scale * sqrt(low);
        best.p[k] *= low;
    }
    return best;
}

double nd_conductor_error(const struct nd_conductor_fit *fit, double scale, double w)
{
    double complex Z = fit->R0;
    for (int k = 0; k < fit->poles; k++) Z += fit->c[k] * I * w / (I * w + fit->p[k]);
    return cabs(Z / (scale * csqrt(I * w)) - 1);
}
