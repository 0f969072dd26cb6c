/* Products, inverses and eigenvalues of small dense matrices: at most 220 rows, a few times per
 * set-up or per curved element. An optimised BLAS has costs here: OpenBLAS starts threads and maps
 * buffers when it is loaded, and hangs if the address space is too small for them. */
#include "elem/elem.h"

#include <math.h>
#include <string.h>

#define ND_DENSE_MOST 256 /* rows; order 9 has 220 nodes */

/* to -= factor * from, in rows of n. */
static void subtract(size_t n, double factor, const double *restrict from, double *restrict to)
{
#pragma omp simd
    for (size_t j = 0; j < n; j++) to[j] -= factor * from[j];
}

static void exchange(size_t n, double *restrict a, double *restrict b)
{
    for (size_t j = 0; j < n; j++) {
        const double kept = a[j];
        a[j] = b[j];
        b[j] = kept;
    }
}

static size_t find_pivot(size_t n, const double *lu, size_t column)
{
    size_t best = column;
    for (size_t i = column + 1; i < n; i++)
        if (fabs(lu[i * n + column]) > fabs(lu[best * n + column])) best = i;
    return best;
}

/* lu becomes L (below the diagonal, which is 1) and U of P lu; x becomes P x. Returns 0 if lu is
 * singular or not finite. */
static int factorise(size_t n, double *lu, double *x)
{
    for (size_t k = 0; k < n; k++) {
        const size_t p = find_pivot(n, lu, k);
        const double pivot = lu[p * n + k];
        if (!(fabs(pivot) > 0) || !isfinite(pivot)) return 0;
        if (p != k) exchange(n, lu + k * n, lu + p * n), exchange(n, x + k * n, x + p * n);
        for (size_t i = k + 1; i < n; i++) {
            const double factor = lu[i * n + k] /= pivot;
            subtract(n - k - 1, factor, lu + k * n + k + 1, lu + i * n + k + 1);
        }
    }
    return 1;
}

/* x = inv(U) inv(L) x. */
static void solve(size_t n, const double *lu, double *x)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++) subtract(n, lu[i * n + k], x + k * n, x + i * n);
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++) subtract(n, lu[i * n + k], x + k * n, x + i * n);
        for (size_t j = 0; j < n; j++) x[i * n + j] /= lu[i * n + i];
    }
}

/* One step of Newton's method, inverse += inverse (1 - a inverse), with the difference summed in
 * long double: it recovers the accuracy that elimination lost, so that products with a from either
 * side are the unit matrix to a few roundings. room: [n][n]. */
static void refine(size_t n, const double *a, double *inverse, double *room)
{
    long double sum[ND_DENSE_MOST];
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) sum[j] = i == j;
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < n; j++) sum[j] -= (long double)a[i * n + k] * inverse[k * n + j];
        for (size_t j = 0; j < n; j++) room[i * n + j] = (double)sum[j];
    }
    for (size_t i = 0; i < n; i++) {
        double change[ND_DENSE_MOST] = {0};
        for (size_t k = 0; k < n; k++) subtract(n, -inverse[i * n + k], room + k * n, change);
        for (size_t j = 0; j < n; j++) inverse[i * n + j] += change[j];
    }
}

/* *regular: whether there is an inverse. */
static int invert(size_t n, const double *a, double *inverse, int *regular)
{
    int status = 0;
    double *lu = NULL;
    if (n > ND_DENSE_MOST) FAIL(NUDGE_EINTERNAL, "a matrix of %zu rows is too large", n);
    ALLOC(lu, n * n);
    memcpy(lu, a, n * n * sizeof *a);
    memset(inverse, 0, n * n * sizeof *a);
    for (size_t i = 0; i < n; i++) inverse[i * n + i] = 1;
    *regular = factorise(n, lu, inverse);
    if (*regular) {
        solve(n, lu, inverse);
        refine(n, a, inverse, lu);
    }
done:
    free(lu);
    return status;
}

int nd_inverse(int n, const double *a, double *inverse)
{
    int status = 0, regular;
    TRY(invert((size_t)n, a, inverse, &regular));
    if (!regular) FAIL(NUDGE_EINTERNAL, "a matrix of %d rows is singular", n);
done:
    return status;
}

typedef double pair __attribute__((vector_size(16), aligned(8)));
#define TILE 4 /* rows and columns whose sums are in registers: SSE2 has 16 of them */

/* The sums of nd_add_products for TILE rows and columns; left and right point at their first ones. Written out, because
 * compilers keep an array of sums in memory. */
static void add_tile(size_t n, size_t count, const double *left, const double *right, double *out)
{
    pair a0 = {0}, a1 = a0, b0 = a0, b1 = a0, c0 = a0, c1 = a0, d0 = a0, d1 = a0;
    for (size_t q = 0; q < count; q++, left += n, right += n) {
        const pair x = *(const pair *)right, y = *(const pair *)(right + 2);
        a0 += left[0] * x, a1 += left[0] * y;
        b0 += left[1] * x, b1 += left[1] * y;
        c0 += left[2] * x, c1 += left[2] * y;
        d0 += left[3] * x, d1 += left[3] * y;
    }
    const pair sum[TILE][TILE / 2] = {{a0, a1}, {b0, b1}, {c0, c1}, {d0, d1}};
    for (size_t i = 0; i < TILE; i++)
        for (size_t j = 0; j < TILE / 2; j++) ((pair *)(out + i * n))[j] += sum[i][j];
}

static void add_sum(size_t n, size_t count, const double *left, const double *right, double *out)
{
    double sum = 0;
    for (size_t q = 0; q < count; q++) sum += left[q * n] * right[q * n];
    *out += sum;
}

void nd_add_products(int size, int count, const double *left, const double *right, double *out)
{
    const size_t n = (size_t)size, whole = n / TILE * TILE;
    for (size_t i = 0; i < whole; i += TILE)
        for (size_t j = 0; j < whole; j += TILE)
            add_tile(n, (size_t)count, left + i, right + j, out + i * n + j);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i < whole ? whole : 0; j < n; j++)
            add_sum(n, (size_t)count, left + i, right + j, out + i * n + j);
}

static double dot(size_t n, const double *a, const double *b)
{
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* The lower half of a becomes that of L with L L^T = a. Returns 0 if a is not positive definite. */
static int cholesky(size_t n, double *a)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++)
            a[i * n + j] = (a[i * n + j] - dot(j, a + i * n, a + j * n)) / a[j * n + j];
        const double square = a[i * n + i] - dot(i, a + i * n, a + i * n);
        if (!(square > 0)) return 0;
        a[i * n + i] = sqrt(square);
    }
    return 1;
}

int nd_inverse_positive(int size, const double *a, double *inverse)
{
    int status = 0;
    const size_t n = (size_t)size;
    double *L = NULL, *X = NULL; /* X: the inverse of L, zero above the diagonal */
    ALLOC(L, n * n);
    ALLOC(X, n * n);
    memcpy(L, a, n * n * sizeof *a);
    memset(X, 0, n * n * sizeof *X);
    memset(inverse, 0, n * n * sizeof *inverse);
    if (!cholesky(n, L)) FAIL(NUDGE_EINTERNAL, "a matrix of %d rows is not positive definite", size);
    for (size_t i = 0; i < n; i++) {
        X[i * n + i] = 1;
        for (size_t k = 0; k < i; k++) subtract(k + 1, L[i * n + k], X + k * n, X + i * n);
        for (size_t j = 0; j <= i; j++) X[i * n + j] /= L[i * n + i];
    }
    nd_add_products(size, size, X, X, inverse);
done:
    free(L);
    free(X);
    return status;
}

/* The largest column sum of magnitudes. */
static double norm(size_t n, const double *a)
{
    double most = 0;
    for (size_t j = 0; j < n; j++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++) sum += fabs(a[i * n + j]);
        most = fmax(most, sum);
    }
    return most;
}

int nd_condition(int n, const double *a, double *condition)
{
    int status = 0, regular;
    double *inverse = NULL;
    ALLOC(inverse, (size_t)n * (size_t)n);
    TRY(invert((size_t)n, a, inverse, &regular));
    *condition = regular ? norm((size_t)n, a) * norm((size_t)n, inverse) : INFINITY;
done:
    free(inverse);
    return status;
}

/* Makes entry (p, q) of S zero, by the one of two rotations that is below 45 degrees. */
static void rotate(int n, double *S, double *V, int p, int q)
{
    const double theta = (S[q * n + q] - S[p * n + p]) / (2 * S[p * n + q]),
                 t = copysign(1, theta) / (fabs(theta) + sqrt(theta * theta + 1)), c = 1 / sqrt(t * t + 1),
                 s = t * c;
    for (int i = 0; i < n; i++) { /* columns of S and V */
        const double a = S[i * n + p], b = S[i * n + q], u = V[i * n + p], v = V[i * n + q];
        S[i * n + p] = c * a - s * b, S[i * n + q] = s * a + c * b;
        V[i * n + p] = c * u - s * v, V[i * n + q] = s * u + c * v;
    }
    for (int i = 0; i < n; i++) { /* rows of S */
        const double a = S[p * n + i], b = S[q * n + i];
        S[p * n + i] = c * a - s * b, S[q * n + i] = s * a + c * b;
    }
}

void nd_eigen(int n, double *S, double *V)
{
    memset(V, 0, (size_t)(n * n) * sizeof *V);
    for (int i = 0; i < n; i++) V[i * n + i] = 1;
    for (int sweep = 0; sweep < 40; sweep++) {
        double off = 0, all = 0;
        for (int i = 0; i < n * n; i++) all += S[i] * S[i], off += i % (n + 1) ? S[i] * S[i] : 0;
        if (!(off > 1e-30 * all)) return;
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++)
                if (S[p * n + q] != 0) rotate(n, S, V, p, q);
    }
}
