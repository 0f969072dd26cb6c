/* Matrices of curved elements: their products and inverses, and rates against long power iterations. */
#include <math.h>
#include <string.h>
#include "elem/curved_element.h"
#include "mesh/curved.h"
#include "test.h"

static double number(int i)
{
    return sin(3.0 * i + 0.1 * i * i);
}

/* Sizes around whole tiles, against sums in order. */
static void check_products(void)
{
    enum { MOST = 11, COUNT = 5 };
    double left[COUNT * MOST], right[COUNT * MOST], out[MOST * MOST];
    for (int i = 0; i < COUNT * MOST; i++) left[i] = number(i), right[i] = number(1000 + i);
    for (int n = 1; n <= MOST; n++) {
        for (int i = 0; i < n * n; i++) out[i] = i;
        nd_add_products(n, COUNT, left, right, out);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double sum = i * n + j;
                for (int q = 0; q < COUNT; q++) sum += left[q * n + i] * right[q * n + j];
                CHECK_NEAR(out[i * n + j], sum, 1e-12 * (1 + fabs(sum)));
            }
    }
}

static void check_refused(void)
{
    double indefinite[4] = {1, 2, 2, 1}, out[4];
    CHECK_FAILS(nd_inverse_positive(2, indefinite, out), NUDGE_EINTERNAL, "not positive definite");
    indefinite[0] = NAN;
    CHECK_FAILS(nd_inverse_positive(2, indefinite, out), NUDGE_EINTERNAL, "not positive definite");
}

/* The points of the degree-2 map of a tetrahedron whose edges bend by `bend`. */
static void bent(double bend, double shape[30])
{
    const int points = nd_curved_points(2);
    static const double corner[4][3] = {{0, 0, 0}, {1.1, 0, 0.1}, {0.2, 0.9, 0}, {0.1, 0.2, 1}};
    double L[4], value[ND_CURVED_POINTS_MOST], unused[3 * ND_CURVED_POINTS_MOST];
    double found[30] = {0};
    int known = 0;
    /* Each point of the map is where its own function is 1: a corner or the middle of an edge. */
    for (int a = 0; a < 4; a++)
        for (int b = a; b < 4; b++) {
            memset(L, 0, sizeof L);
            L[a] += 0.5, L[b] += 0.5;
            nd_curved_functions(2, L, value, unused);
            for (int m = 0; m < points; m++) {
                if (fabs(value[m] - 1) > 1e-12) continue;
                known++;
                for (int c = 0; c < 3; c++)
                    found[3 * m + c] =
                        (corner[a][c] + corner[b][c]) / 2 + (a != b) * bend * number(3 * m + c);
            }
        }
    CHECK(known == points);
    memcpy(shape, found, sizeof found);
}

static void multiply(int n, const double *A, const double *x, double *y)
{
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int j = 0; j < n; j++) y[i] += A[i * n + j] * x[j];
    }
}

/* The largest eigenvalue of W F, or of minus the sum of W K_c W K_c, by 2000 products. */
static double power(int n, const double *W, const double *K, const double *F)
{
    static double x[220], y[220], z[220], sum[220];
    double size = 0;
    for (int i = 0; i < n; i++) x[i] = 1 + number(i);
    for (int turn = 0; turn < 2000; turn++) {
        memset(sum, 0, sizeof sum);
        if (F)
            multiply(n, F, x, sum);
        else
            for (int c = 0; c < 3; c++) {
                multiply(n, K + c * n * n, x, y);
                multiply(n, W, y, z);
                multiply(n, K + c * n * n, z, y);
                for (int i = 0; i < n; i++) sum[i] -= y[i];
            }
        multiply(n, W, sum, x);
        size = 0;
        for (int i = 0; i < n; i++) size += x[i] * x[i];
        size = sqrt(size);
        for (int i = 0; i < n; i++) x[i] /= size;
    }
    return size;
}

static void check_element(int N, double bend)
{
    struct nd_elem elem;
    struct nd_curved_rule rule;
    double shape[30], rate[2], worst = 0, ones[220], mass = 0;
    static double M[220 * 220], K[3 * 220 * 220], W[220 * 220], F[220 * 220], Jw[20000];
    CHECK_OK(nd_elem_init(&elem, N));
    CHECK_OK(nd_curved_rule_init(&rule, &elem, 2));
    const int Np = elem.Np;
    bent(bend, shape);
    CHECK(rule.Nq <= 20000);
    CHECK_OK(nd_curved_matrices(&rule, shape, M, K, Jw));
    CHECK_OK(nd_inverse_positive(Np, M, W));
    CHECK_OK(nd_curved_face_mass(&rule, shape, F));
    for (int i = 0; i < Np; i++)
        for (int j = 0; j < Np; j++) {
            double sum = -(i == j);
            for (int k = 0; k < Np; k++) sum += W[i * Np + k] * M[k * Np + j];
            worst = fmax(worst, fabs(sum));
            mass += M[i * Np + j];
            CHECK(K[i * Np + j] == -K[j * Np + i]);
        }
    CHECK_NEAR(worst, 0, 1e-12);
    for (int i = 0; i < Np; i++) ones[i] = 1;
    CHECK_NEAR(mass, nd_curved_mass(&rule, shape, ones), 1e-13);
    CHECK_OK(nd_curved_rates(Np, W, K, F, rate));
    CHECK_NEAR(rate[0] / power(Np, W, K, F), 1, 2e-3);
    CHECK_NEAR(rate[1] / sqrt(power(Np, W, K, NULL)), 1, 2e-3);
    nd_curved_rule_clear(&rule);
    nd_elem_clear(&elem);
}

int main(void)
{
    check_products();
    check_refused();
    for (int N = 1; N <= 6; N++) check_element(N, 0.05);
    check_element(3, 0);
    TEST_END;
}
