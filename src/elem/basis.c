/* The orthonormal polynomials of the tetrahedron (the book, section 10.1: Simplex3DP, GradSimplex3DP). Mode
 * (i, j, k) has degree i + j + k; modes are numbered with k fastest, then j, then i. */
#include "elem/elem.h"

#include <math.h>

/* Recurrence of the normalised Jacobi polynomials: x P_n = a_n P_{n-1} + b_n P_n + a_{n+1} P_{n+1}. */
static double coefficient_a(double alpha, double beta, int n)
{
    double h = 2 * n + alpha + beta;
    if (n == 1) return 2 / h * sqrt((alpha + 1) * (beta + 1) / (alpha + beta + 3));
    return 2 / h * sqrt(n * (n + alpha + beta) * (n + alpha) * (n + beta) / ((h - 1) * (h + 1)));
}

static double coefficient_b(double alpha, double beta, int n)
{
    double h = 2 * n + alpha + beta;
    if (alpha == beta) return 0;
    if (n == 0) return (beta - alpha) / (alpha + beta + 2);
    return (beta * beta - alpha * alpha) / (h * (h + 2));
}

/* Integral of the weight over [-1, 1]. */
static double weight_integral(double alpha, double beta)
{
    return pow(2, alpha + beta + 1) * tgamma(alpha + 1) * tgamma(beta + 1) / tgamma(alpha + beta + 2);
}

double nd_jacobi(double x, double alpha, double beta, int n)
{
    double before = 0, P = 1 / sqrt(weight_integral(alpha, beta));
    for (int i = 0; i < n; i++) {
        double lower = i ? coefficient_a(alpha, beta, i) * before : 0;
        double next = ((x - coefficient_b(alpha, beta, i)) * P - lower) / coefficient_a(alpha, beta, i + 1);
        before = P;
        P = next;
    }
    return P;
}

static double jacobi_gradient(double x, double alpha, double beta, int n)
{
    return n ? sqrt(n * (n + alpha + beta + 1)) * nd_jacobi(x, alpha + 1, beta + 1, n - 1) : 0;
}

/* The normalised polynomials' recurrence at x, up to degree n: P_n, its derivative, and the sum of
 * the squares of those below it. */
struct recurrence {
    const double *a, *b;
    double P, gradient, squares;
};

static void recur(struct recurrence *r, double first, int n, double x)
{
    double before = 0, gradient_before = 0;
    r->P = first;
    r->gradient = r->squares = 0;
    for (int i = 0; i < n; i++) {
        const double P = r->P, gradient = r->gradient, scale = 1 / r->a[i + 1];
        r->squares += P * P;
        r->P = ((x - r->b[i]) * P - r->a[i] * before) * scale;
        r->gradient = (P + (x - r->b[i]) * gradient - r->a[i] * gradient_before) * scale;
        before = P;
        gradient_before = gradient;
    }
}

/* The root above those found: Newton's method for P_n divided by the product of (x - root) over
 * them, then once for P_n itself. */
static int find_root(struct recurrence *r, double first, int n, double *x, int i)
{
    double at = -cos((2 * i + 1) * M_PI / (2 * n)), step = 1;
    if (i) at = (at + x[i - 1]) / 2;
    for (int turn = 0; turn < 100 && fabs(step) > 1e-14; turn++) {
        double sum = 0;
        for (int j = 0; j < i; j++) sum += 1 / (at - x[j]);
        recur(r, first, n, at);
        step = r->P / (r->gradient - r->P * sum);
        at -= step;
    }
    recur(r, first, n, at);
    x[i] = at - r->P / r->gradient;
    return fabs(step) <= 1e-14 && x[i] > -1 && x[i] < 1;
}

/* Points are the roots of P_n; a weight is one over the sum of the squares of P_0 ... P_{n-1} at
 * its point. */
int nd_jacobi_gauss(double alpha, double beta, int n, double *x, double *w)
{
    int status = 0;
    double *a = NULL;
    if (n < 1) FAIL(NUDGE_EINTERNAL, "a Gauss rule of %d points", n);
    ALLOC(a, 2 * (size_t)n + 1);
    double *b = a + n + 1;
    for (int i = 0; i < n; i++) b[i] = coefficient_b(alpha, beta, i);
    for (int i = 1; i <= n; i++) a[i] = coefficient_a(alpha, beta, i);
    struct recurrence r = {.a = a, .b = b};
    const double first = 1 / sqrt(weight_integral(alpha, beta));
    for (int i = 0; i < n; i++) {
        if (!find_root(&r, first, n, x, i))
            FAIL(NUDGE_EINTERNAL, "no Gauss rule of %d points found: point %d", n, i);
        recur(&r, first, n, x[i]);
        w[i] = 1 / r.squares;
    }
done:
    free(a);
    return status;
}

/* Coordinates of the cube that is collapsed into the tetrahedron. On the collapsed edge and at the collapsed
 * vertex any value does. */
static void rsttoabc(double r, double s, double t, double abc[3])
{
    const double tolerance = 1e-14;
    abc[0] = fabs(s + t) > tolerance ? 2 * (1 + r) / (-s - t) - 1 : -1;
    abc[1] = fabs(1 - t) > tolerance ? 2 * (1 + s) / (1 - t) - 1 : -1;
    abc[2] = t;
}

static double simplex(const double abc[3], int i, int j, int k)
{
    double h1 = nd_jacobi(abc[0], 0, 0, i), h2 = nd_jacobi(abc[1], 2 * i + 1, 0, j);
    double h3 = nd_jacobi(abc[2], 2 * (i + j) + 2, 0, k);
    return 2 * sqrt(2) * h1 * h2 * pow(1 - abc[1], i) * h3 * pow(1 - abc[2], i + j);
}

static void simplex_gradient(const double abc[3], int i, int j, int k, double out[3])
{
    double a = abc[0], b = abc[1], c = abc[2], half_b = (1 - b) / 2, half_c = (1 - c) / 2;
    double fa = nd_jacobi(a, 0, 0, i), dfa = jacobi_gradient(a, 0, 0, i);
    double gb = nd_jacobi(b, 2 * i + 1, 0, j), dgb = jacobi_gradient(b, 2 * i + 1, 0, j);
    double hc = nd_jacobi(c, 2 * (i + j) + 2, 0, k), dhc = jacobi_gradient(c, 2 * (i + j) + 2, 0, k);
    double lower_b = i ? pow(half_b, i - 1) : 1, lower_c = i + j ? pow(half_c, i + j - 1) : 1;
    double scale = pow(2, 2 * i + j + 1.5);

    double along_a = dfa * gb * hc * lower_b * lower_c;
    double along_b = fa * hc * lower_c * (dgb * pow(half_b, i) - 0.5 * i * gb * lower_b);
    double along_c = fa * gb * pow(half_b, i) * (dhc * pow(half_c, i + j) - 0.5 * (i + j) * hc * lower_c);
    out[0] = scale * along_a;
    out[1] = scale * ((1 + a) / 2 * along_a + along_b);
    out[2] = scale * ((1 + a) / 2 * along_a + (1 + b) / 2 * along_b + along_c);
}

int nd_basis(int N, int points, const double *r, const double *s, const double *t, double *out)
{
    size_t at = 0;
    for (int p = 0; p < points; p++) {
        double abc[3];
        rsttoabc(r[p], s[p], t[p], abc);
        for (int i = 0; i <= N; i++)
            for (int j = 0; j <= N - i; j++)
                for (int k = 0; k <= N - i - j; k++) out[at++] = simplex(abc, i, j, k);
    }
    return 0;
}

int nd_basis_gradient(int N, int points, const double *r, const double *s, const double *t,
                      double *const out[3])
{
    size_t at = 0;
    for (int p = 0; p < points; p++) {
        double abc[3], gradient[3];
        rsttoabc(r[p], s[p], t[p], abc);
        for (int i = 0; i <= N; i++) {
            for (int j = 0; j <= N - i; j++) {
                for (int k = 0; k <= N - i - j; k++, at++) {
                    simplex_gradient(abc, i, j, k, gradient);
                    for (int c = 0; c < 3; c++) out[c][at] = gradient[c];
                }
            }
        }
    }
    return 0;
}
