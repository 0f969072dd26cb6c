#include "exact/junction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "exact/gauss.h"

/* E in the opening is a sum of c_p sqrt(1 - u^2) U_2p(u), u from -1 to 1. Its integral with the mode sin(m pi x / a), m
 * odd, is P[p] up to a factor that all have. Behind the iris and before it all modes leave it, which gives
 * sum over m of gamma_m V_m sin_m = gamma_1 sin_1 in the opening, V_m = sum of c_p P_m[p]. */
int nd_iris_solve(double a, double d, double k, double complex *r, double complex *t)
{
    enum { BASIS = 6, MODES = 4000 };
    double complex A[2][BASIS * BASIS] = {{0}}, c[BASIS];
    double first[BASIS];
    if (!(k * a > M_PI) || !(d > 0) || !(d <= a)) return -1;
    for (int m = 1; m < 2 * MODES; m += 2) {
        const double kappa = m * M_PI * d / (2 * a), square = pow(m * M_PI / a, 2) - k * k;
        const double complex gamma = square > 0 ? sqrt(square) : I * sqrt(-square);
        double P[BASIS];
        for (int p = 0; p < BASIS; p++)
            P[p] = ((p + m / 2) % 2 ? -1 : 1) * (2 * p + 1) * jn(2 * p + 1, kappa) / kappa;
        for (int i = 0; i < BASIS * BASIS; i++) {
            A[1][i] += gamma * P[i / BASIS] * P[i % BASIS];
            if (m < MODES) A[0][i] += gamma * P[i / BASIS] * P[i % BASIS];
        }
        for (int p = 0; p < BASIS && m == 1; p++) first[p] = P[p], c[p] = gamma * P[p];
    }
    /* What is left out falls as 1 / MODES. */
    for (int i = 0; i < BASIS * BASIS; i++) A[1][i] = 2 * A[1][i] - A[0][i];
    nd_gauss_solve(BASIS, A[1], c);
    *t = 0;
    for (int p = 0; p < BASIS; p++) *t += c[p] * first[p];
    *r = *t - 1;
    return 0;
}

enum { MODES_MOST = 60, POINTS = 400 };

/* Modes of a ring from a to b: TEM, then TM0n; e at rho, not normalised. */
struct ring {
    double a, b, k[MODES_MOST], norm[MODES_MOST];
    int n;
};

static double cross(double k, double a, double b)
{
    return j0(k * a) * y0(k * b) - j0(k * b) * y0(k * a);
}

static double pattern(const struct ring *g, int n, double rho)
{
    if (!n) return 1 / rho;
    return j1(g->k[n] * rho) * y0(g->k[n] * g->b) - y1(g->k[n] * rho) * j0(g->k[n] * g->b);
}

/* The integral of e_n of one ring times e_m of another, times rho, from a to b: the midpoint rule, with an error in
 * proportion to its step squared, extrapolated. */
static double integral(const struct ring *g, int n, const struct ring *h, int m, double a, double b)
{
    double sum[2] = {0};
    for (int level = 0; level < 2; level++) {
        const int points = POINTS << level;
        for (int i = 0; i < points; i++) {
            const double rho = a + (b - a) * (i + 0.5) / points;
            sum[level] += pattern(g, n, rho) * pattern(h, m, rho) * rho * (b - a) / points;
        }
    }
    return (4 * sum[1] - sum[0]) / 3;
}

static void make_ring(struct ring *g, double a, double b, int n)
{
    *g = (struct ring){.a = a, .b = b, .n = n};
    for (int i = 1; i < n; i++) {
        double low = (i - 0.3) * M_PI / (b - a), high = (i + 0.3) * M_PI / (b - a);
        for (int s = 0; s < 80; s++) {
            const double middle = (low + high) / 2;
            if (cross(low, a, b) * cross(middle, a, b) > 0)
                low = middle;
            else
                high = middle;
        }
        g->k[i] = low;
    }
    for (int i = 0; i < n; i++) g->norm[i] = 1 / sqrt(integral(g, i, g, i, a, b));
}

/* Wave admittance H / E, relative to that of TEM waves. */
static double complex admittance(const struct ring *g, int n, double k)
{
    const double square = g->k[n] * g->k[n] - k * k;
    if (!n) return 1;
    return I * k / (square > 0 ? sqrt(square) : I * sqrt(-square));
}

/* Voltages V1 = X V2 on the wider side, X the overlaps of modes; currents X^T Y1 (2 A - V1) = Y2 V2. */
int nd_coax_step_solve(const struct nd_coax_step *step, double k, int modes, double complex *r,
                       double complex *t)
{
    const double a1 = step->a1, a2 = step->a2, b = step->b;
    struct ring wide, narrow;
    const int n1 = modes, n2 = (int)fmax(2, rint(modes * (b - a2) / (b - a1)));
    if (!(a1 > 0 && a2 > a1 && b > a2) || modes < 2 || modes > MODES_MOST) return -1;
    double *X = malloc((size_t)(n1 * n2) * sizeof *X);
    double complex *A = calloc((size_t)(n2 * n2), sizeof *A), *F = calloc((size_t)n2, sizeof *F);
    if (!X || !A || !F) {
        free(X), free(A), free(F);
        return -1;
    }
    make_ring(&wide, a1, b, n1);
    make_ring(&narrow, a2, b, n2);
    for (int m = 0; m < n1; m++)
        for (int n = 0; n < n2; n++)
            X[m * n2 + n] = integral(&wide, m, &narrow, n, a2, b) * wide.norm[m] * narrow.norm[n];
    for (int i = 0; i < n2; i++) {
        for (int j = 0; j < n2; j++)
            for (int m = 0; m < n1; m++)
                A[i * n2 + j] += X[m * n2 + i] * admittance(&wide, m, k) * X[m * n2 + j];
        A[i * n2 + i] += admittance(&narrow, i, k);
        F[i] = 2 * X[i];
    }
    nd_gauss_solve(n2, A, F);
    *r = -1;
    for (int n = 0; n < n2; n++) *r += X[n] * F[n];
    *t = F[0];
    free(X), free(A), free(F);
    return 0;
}

void nd_microstrip(double w, double h, double epsilon, double *Z, double *effective)
{
    const double u = w / h, f = 6 + (2 * M_PI - 6) * exp(-pow(30.666 / u, 0.7528)),
                 empty = log(f / u + sqrt(1 + 4 / (u * u))) / (2 * M_PI);
    const double a = 1 + log((pow(u, 4) + pow(u / 52, 2)) / (pow(u, 4) + 0.432)) / 49 +
                     log(1 + pow(u / 18.1, 3)) / 18.7,
                 b = 0.564 * pow((epsilon - 0.9) / (epsilon + 3), 0.053);
    *effective = (epsilon + 1) / 2 + (epsilon - 1) / 2 * pow(1 + 10 / u, -a * b);
    *Z = empty / sqrt(*effective);
}

/* The cover takes a part of the field, so that the share in the substrate beyond one half is smaller. */
double nd_microstrip_closed(double effective, double epsilon, double h, double above)
{
    const double half = (epsilon + 1) / 2;
    return half + (effective - half) * tanh(1.043 + 0.121 * above / h - 1.164 * h / above);
}

/* E in the slot is a sum of c_p T_2p(u) / sqrt(1 - u^2), u = x / a. Its integral with the mode cos(m pi x / D) is
 * g_p = (-1)^p J_2p(m pi a / D), up to a factor that all have. H is continuous in the slot:
 * t + sum over m > 0 of Y_m e_m cos_m = 1 there, with the admittances Y_m = i k / gamma_m of the modes and their
 * amplitudes e_m = 2 / D sum of c_p g_p. */
int nd_slots_solve(double D, double a, double k, double complex *r, double complex *t)
{
    enum { FUNCTIONS = 6, MODES = 20000 };
    double complex A[FUNCTIONS * FUNCTIONS] = {0}, c[FUNCTIONS] = {1};
    if (!(k > 0 && k * D < M_PI && a > 0 && a <= D)) return -1;
    A[0] = 1 / D;
    for (int m = 1; m < MODES; m++) {
        const double wave = m * M_PI / D;
        const double complex Y = I * k / sqrt(wave * wave - k * k);
        double g[FUNCTIONS];
        for (int p = 0; p < FUNCTIONS; p++) g[p] = (p % 2 ? -1 : 1) * jn(2 * p, wave * a);
        for (int i = 0; i < FUNCTIONS * FUNCTIONS; i++) A[i] += 2 / D * Y * g[i / FUNCTIONS] * g[i % FUNCTIONS];
    }
    nd_gauss_solve(FUNCTIONS, A, c);
    *t = c[0] / D;
    *r = *t - 1;
    return 0;
}
