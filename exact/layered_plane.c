/* One wavenumber: waves down and up in the layer, and down in the half-space. Their amplitudes follow from
 * the free surface, from continuity and from the source. They are taken where a wave begins, so that only
 * decaying exponentials occur. z is down. */
#include <math.h>
#include "exact/layered.h"

/* The waves of one family in one solid: displacements, then stresses, of each kind. */
struct waves {
    double complex nu[2]; /* e^{-nu z} down, e^{nu z} up; Re nu > 0 */
    double complex down[2][4], up[2][4];
};

/* scale: divides stresses, so that all numbers of a system are of similar size. */
static void waves_sh(struct waves *w, double mu, double complex b, double scale)
{
    w->nu[0] = b;
    w->down[0][0] = w->up[0][0] = 1;
    w->up[0][1] = mu * b / scale;
    w->down[0][1] = -w->up[0][1];
}

static void waves_psv(struct waves *w, double mu, double k, double complex a, double complex b, double scale)
{
    const double complex g = (k * k + b * b) * mu / scale;
    w->nu[0] = a, w->nu[1] = b;
    for (int up = 0; up < 2; up++) {
        const int sign = up ? -1 : 1;
        double complex(*wave)[4] = up ? w->up : w->down;
        const double complex P[4] = {k, -sign * a, -sign * 2 * k * a * mu / scale, g};
        const double complex S[4] = {-sign * b, k, g, -sign * 2 * k * b * mu / scale};
        for (int i = 0; i < 4; i++) wave[0][i] = P[i], wave[1][i] = S[i];
    }
}

static void waves_init(struct waves *w, const struct nd_solid *solid, double k, double complex omega,
                       enum nd_layered_family family, double scale)
{
    const double mu = solid->rho * solid->vs * solid->vs;
    const double complex a = csqrt(k * k - omega * omega / (solid->vp * solid->vp));
    const double complex b = csqrt(k * k - omega * omega / (solid->vs * solid->vs));
    if (family == ND_LAYERED_SH)
        waves_sh(w, mu, b, scale);
    else
        waves_psv(w, mu, k, a, b, scale);
}

/* Cheaper than cabs, and good enough for choosing a pivot. */
static double size(double complex z)
{
    return fabs(creal(z)) + fabs(cimag(z));
}

/* Solves A x = b by elimination; b is column n of A and is replaced by x. */
static void solve(int n, double complex A[6][7])
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (size(A[i][k]) > size(A[best][k])) best = i;
        for (int j = k; j <= n; j++) {
            const double complex keep = A[k][j];
            A[k][j] = A[best][j], A[best][j] = keep;
        }
        const double complex inverse = 1 / A[k][k];
        for (int j = k + 1; j <= n; j++) A[k][j] *= inverse;
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j <= n; j++) A[i][j] -= A[i][k] * A[k][j];
    }
    for (int k = n - 1; k > 0; k--)
        for (int i = 0; i < k; i++) A[i][n] -= A[i][k] * A[k][n];
}

/* The amplitudes of the waves that leave the source: the down waves below minus the up waves above make the
 * jump. */
static void leave(const struct waves *w, int kinds, const double complex *jump, double scale,
                  double complex down[2], double complex up[2])
{
    double complex A[6][7];
    for (int i = 0; i < 2 * kinds; i++) {
        for (int j = 0; j < kinds; j++) A[i][j] = w->down[j][i], A[i][kinds + j] = -w->up[j][i];
        A[i][2 * kinds] = jump[i] / (i < kinds ? 1 : scale);
    }
    solve(2 * kinds, A);
    for (int j = 0; j < kinds; j++) down[j] = A[j][2 * kinds], up[j] = A[kinds + j][2 * kinds];
}

/* Rows: stresses at the surface; then displacements and stresses at the interface, above minus below.
 * Columns: waves down and up in the layer, and down below it. */
static void fill(double complex A[6][7], int kinds, const struct waves *above, const struct waves *below,
                 double thickness)
{
    for (int j = 0; j < kinds; j++) {
        const double complex across = cexp(-above->nu[j] * thickness);
        for (int i = 0; i < kinds; i++) {
            A[i][j] = above->down[j][kinds + i];
            A[i][kinds + j] = above->up[j][kinds + i] * across;
            A[i][2 * kinds + j] = 0;
        }
        for (int i = 0; i < 2 * kinds; i++) {
            A[kinds + i][j] = above->down[j][i] * across;
            A[kinds + i][kinds + j] = above->up[j][i];
            A[kinds + i][2 * kinds + j] = -below->down[j][i];
        }
    }
    for (int i = 0; i < 3 * kinds; i++) A[i][3 * kinds] = 0;
}

void nd_layered_plane(const struct nd_layered *ground, double depth, const struct nd_layered_wave *wave,
                      const double complex *jump, double complex *out)
{
    const int kinds = (int)wave->family, deep = depth > ground->thickness;
    const struct nd_solid *top = ground->solid;
    const double scale = top->rho * top->vs * top->vs * hypot(wave->k, cabs(wave->omega) / top->vs);
    const double h = ground->thickness;
    double complex A[6][7], down[2], up[2];
    struct waves w[2];
    for (int i = 0; i < 2; i++)
        waves_init(&w[i], &ground->solid[i], wave->k, wave->omega, wave->family, scale);
    fill(A, kinds, &w[0], &w[1], h);
    leave(&w[deep], kinds, jump, scale, down, up);
    for (int i = 0; i < kinds; i++) out[i] = 0;
    for (int j = 0; j < kinds; j++) {
        const double complex rise = up[j] * cexp(-w[deep].nu[j] * (deep ? depth - h : depth));
        const double complex fall = deep ? 0 : down[j] * cexp(-w[0].nu[j] * (h - depth));
        for (int i = 0; i < 2 * kinds; i++)
            A[kinds + i][3 * kinds] += deep ? rise * w[1].up[j][i] : -fall * w[0].down[j][i];
        for (int i = 0; i < kinds && !deep; i++) {
            A[i][3 * kinds] -= rise * w[0].up[j][kinds + i];
            out[i] += rise * w[0].up[j][i];
        }
    }
    solve(3 * kinds, A);
    for (int j = 0; j < kinds; j++)
        for (int i = 0; i < kinds; i++)
            out[i] += A[j][3 * kinds] * w[0].down[j][i] +
                      A[kinds + j][3 * kinds] * cexp(-w[0].nu[j] * h) * w[0].up[j][i];
}
