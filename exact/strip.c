#include "exact/strip.h"

#include <math.h>

/* With x = a cos(t) and a current g(t) / (a sin(t)), the field of the current along the strip is, but for a constant,
 *     F(t) = integral of g(u) H(ka |cos(t) - cos(u)|) du from 0 to pi,   H = J0 - i Y0.
 * In Y0 the logarithm, times J0, is split off, and
 *     ln |cos(t) - cos(u)| = -ln 2 - sum over n of (2 / n) cos(nt) cos(nu)
 * is integrated exactly for the polynomials that the points determine. The rest is smooth: the points are those of Gauss and
 * Chebyshev. TM: F = 4 / k. TE: (k^2 + d^2/dx^2) F = 4 k, so that F = 4 / k + A cos(kx), with A such that the current ends in 0
 * (Hallen). */
enum { N = ND_STRIP_POINTS };
#define EULER 0.57721566490153286

static double angle(int j)
{
    return M_PI * (j + 0.5) / N;
}

static double complex entry(double ka, int i, int j)
{
    const double z = ka * fabs(cos(angle(i)) - cos(angle(j))), J = j0(z);
    const double smooth = i == j ? 2 * EULER / M_PI : y0(z) - 2 / M_PI * log(z / 2) * J;
    double logarithm = -log(2);
    for (int n = 1; n < N; n++) logarithm -= 2. / n * cos(n * angle(i)) * cos(n * angle(j));
    return M_PI / N * (J - I * (2 / M_PI * (logarithm + log(ka / 2)) * J + smooth));
}

/* Gauss's elimination of A x = b for two right-hand sides, which x becomes. */
static void solve(double complex A[N][N], double complex x[N][2])
{
    for (int c = 0; c < N; c++) {
        int best = c;
        for (int r = c + 1; r < N; r++)
            if (cabs(A[r][c]) > cabs(A[best][c])) best = r;
        for (int k = 0; k < N; k++) {
            const double complex t = A[c][k];
            A[c][k] = A[best][k], A[best][k] = t;
        }
        for (int k = 0; k < 2; k++) {
            const double complex t = x[c][k];
            x[c][k] = x[best][k], x[best][k] = t;
        }
        for (int r = 0; r < N; r++) {
            const double complex f = r == c ? 0 : A[r][c] / A[c][c];
            for (int k = c; k < N && f != 0; k++) A[r][k] -= f * A[c][k];
            for (int k = 0; k < 2; k++) x[r][k] -= f * x[c][k];
        }
    }
    for (int r = 0; r < N; r++)
        for (int k = 0; k < 2; k++) x[r][k] /= A[r][r];
}

/* g at the end t = 0, by the polynomial through the points. */
static double complex at_end(double complex x[N][2], int k)
{
    double complex sum = 0;
    for (int n = 0; n < N; n++)
        for (int j = 0; j < N; j++) sum += (n ? 2. : 1.) / N * cos(n * angle(j)) * x[j][k];
    return sum;
}

int nd_strip_init(struct nd_strip *strip, enum nd_strip_wave wave, double ka)
{
    static _Thread_local double complex A[N][N], x[N][2];
    if (!(ka > 0 && ka <= 20)) return -1;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) A[i][j] = entry(ka, i, j);
        x[i][0] = 4 / ka;
        x[i][1] = cos(ka * cos(angle(i)));
    }
    solve(A, x);
    const double complex more = wave == ND_STRIP_TE ? -at_end(x, 0) / at_end(x, 1) : 0;
    strip->wave = wave;
    strip->ka = ka;
    for (int j = 0; j < N; j++) strip->current[j] = x[j][0] + more * x[j][1];
    return 0;
}

/* In units of half of the width: the integral of the current, with the phase of a direction. */
static double complex moment(const struct nd_strip *s, double phi)
{
    double complex sum = 0;
    for (int j = 0; j < N; j++) sum += M_PI / N * s->current[j] * cexp(I * s->ka * cos(angle(j)) * cos(phi));
    return sum;
}

double nd_strip_echo(const struct nd_strip *s, double phi)
{
    const double size = cabs(moment(s, phi)) * (s->wave == ND_STRIP_TE ? sin(phi) : 1);
    return s->ka / 4 * size * size / 2;
}

double nd_strip_extinction(const struct nd_strip *s)
{
    return creal(moment(s, M_PI / 2)) / 2;
}

double nd_strip_scattering(const struct nd_strip *s)
{
    enum { DIRECTIONS = 400 };
    double sum = 0;
    for (int i = 0; i < DIRECTIONS; i++) sum += nd_strip_echo(s, 2 * M_PI * i / DIRECTIONS) / DIRECTIONS;
    return sum;
}
