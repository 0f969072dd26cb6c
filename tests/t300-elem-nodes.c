// The warp & blend nodes: known positions, symmetry, quality; the Gauss rules they rest on.
#include "test.h"
#include "elem/elem.h"

static void barycentric(double r, double s, double t, double L[4])
{
    L[0] = -(1 + r + s + t) / 2, L[1] = (1 + r) / 2, L[2] = (1 + s) / 2, L[3] = (1 + t) / 2;
}

/* Every permutation of the vertices takes the node set to itself. */
static void check_symmetry(int N)
{
    int Np = nd_elem_Np(N);
    double r[816], s[816], t[816], worst = 0;
    CHECK_OK(nd_nodes(N, r, s, t));
    for (int code = 0; code < 256; code++) {
        int p[4] = {code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6};
        if ((1 << p[0] | 1 << p[1] | 1 << p[2] | 1 << p[3]) != 15) continue;
        for (int n = 0; n < Np; n++) {
            double L[4], other[4], nearest = 1;
            barycentric(r[n], s[n], t[n], L);
            for (int m = 0; m < Np; m++) {
                barycentric(r[m], s[m], t[m], other);
                double distance = 0;
                for (int i = 0; i < 4; i++) distance = fmax(distance, fabs(other[p[i]] - L[i]));
                nearest = fmin(nearest, distance);
            }
            worst = fmax(worst, nearest);
        }
    }
    CHECK_NEAR(worst, 0, 1e-13);
}

/* Nodes stand in the book's order: on the edge from vertex 0 to vertex 1 the first N + 1 are the
 * Gauss-Lobatto points, every node lies in the tetrahedron, and those of a face lie in it exactly. */
static void check_edges(int N)
{
    double r[816], s[816], t[816], x[16], w[16];
    CHECK_OK(nd_nodes(N, r, s, t));
    if (N > 1) CHECK_OK(nd_jacobi_gauss(1, 1, N - 1, x, w));
    for (int i = 0; i <= N; i++) {
        CHECK_NEAR(r[i], i == 0 ? -1 : i == N ? 1 : x[i - 1], 1e-14);
        CHECK(s[i] == -1 && t[i] == -1);
    }
    int n = 0;
    for (int k = 0; k <= N; k++)
        for (int j = 0; j <= N - k; j++)
            for (int i = 0; i <= N - k - j; i++, n++) {
                CHECK((r[n] == -1) == (i == 0) && (s[n] == -1) == (j == 0) && (t[n] == -1) == (k == 0));
                CHECK((fabs(r[n] + s[n] + t[n] + 1) < 1e-14) == (i + j + k == N));
                CHECK(r[n] >= -1 && s[n] >= -1 && t[n] >= -1 && r[n] + s[n] + t[n] < -1 + 1e-14);
            }
}

static void check_known(void)
{
    double r[35], s[35], t[35];
    CHECK_OK(nd_nodes(1, r, s, t));
    const double vertex[4][3] = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    for (int i = 0; i < 4; i++) CHECK(r[i] == vertex[i][0] && s[i] == vertex[i][1] && t[i] == vertex[i][2]);
    CHECK_OK(nd_nodes(2, r, s, t));
    for (int i = 0; i < 10; i++) CHECK_NEAR(fabs(r[i] * (1 - r[i] * r[i])), 0, 1e-15); /* -1, 0 or 1 */
    CHECK_OK(nd_nodes(3, r, s, t));
    CHECK_NEAR(r[1], -1 / sqrt(5), 1e-15);
    CHECK_NEAR(r[5], -1. / 3, 1e-15); /* the centre of face 0 */
    CHECK_NEAR(s[5], -1. / 3, 1e-15);
    CHECK_OK(nd_nodes(4, r, s, t));
    CHECK_NEAR(r[1], -sqrt(3. / 7), 1e-15);
    CHECK_NEAR(r[20], -0.5, 1e-15); /* the centroid */
    /* The inner nodes of a face at N = 4, worked out by hand: equidistant points have barycentric coordinates
     * (1/2, 1/4, 1/4). Along an edge the warp is d x (1 - x^2) / (1/2 (1 - 1/4)) with d = sqrt(3/7) - 1/2.
     * Two edges see the point at x = 1/4 and blend by 4 L1 L2 (1 + (alpha L3)^2); each shift has the length
     * that a barycentric coordinate gains per 1 along the edge, 1/2, and takes as much from another. */
    double d = (sqrt(3. / 7) - 0.5) / 0.375 / 4, blend = 4 * 0.5 * 0.25 * (1 + pow(0.1002 * 0.25, 2));
    CHECK_NEAR((1 + r[6]) / 2, 0.25 - blend * d / 2, 1e-14);
    CHECK_NEAR((1 + s[6]) / 2, 0.25 - blend * d / 2, 1e-14);
}

static void check_gauss(void)
{
    for (int n = 1; n <= 12; n++) {
        for (int alpha = 0; alpha < 3; alpha++) {
            double x[12], w[12];
            CHECK_OK(nd_jacobi_gauss(alpha, 0, n, x, w));
            for (int p = 0; p < 2 * n; p++) { /* integral of (1-x)^(alpha+p) over [-1, 1] */
                double sum = 0, exact = pow(2, alpha + p + 1) / (alpha + p + 1);
                for (int i = 0; i < n; i++) sum += w[i] * pow(1 - x[i], p);
                CHECK_NEAR(sum / exact, 1, 1e-13);
            }
        }
    }
    enum { MANY = 700 };
    double x[MANY], w[MANY], sum = 0; /* of cos 500 x */
    CHECK_OK(nd_jacobi_gauss(0, 0, MANY, x, w));
    for (int i = 0; i < MANY; i++) {
        sum += w[i] * cos(500 * x[i]);
        CHECK(x[i] > (i ? x[i - 1] : -1) && x[i] < 1);
        CHECK_NEAR(x[i], -x[MANY - 1 - i], 1e-15);
    }
    CHECK_NEAR(sum, 2 * sin(500) / 500, 1e-14);
    CHECK_FAILS(nd_jacobi_gauss(0, 0, 0, NULL, NULL), NUDGE_EINTERNAL, "Gauss rule");
}

/* The largest sum of |Lagrange polynomials| over a grid of points. */
static double lebesgue(const struct nd_elem *elem)
{
    enum { CELLS = 24, POINTS = (CELLS + 1) * (CELLS + 2) * (CELLS + 3) / 6 };
    static double r[POINTS], s[POINTS], t[POINTS];
    int n = 0;
    double most = 0, *out = nd_alloc((size_t)POINTS * (size_t)elem->Np, sizeof *out);
    for (int k = 0; k <= CELLS; k++)
        for (int j = 0; j <= CELLS - k; j++)
            for (int i = 0; i <= CELLS - k - j; i++, n++)
                r[n] = -1 + 2. * i / CELLS, s[n] = -1 + 2. * j / CELLS, t[n] = -1 + 2. * k / CELLS;
    CHECK_OK(nd_interpolation(elem, n, r, s, t, out));
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < elem->Np; j++) sum += fabs(out[i * elem->Np + j]);
        most = fmax(most, sum);
    }
    free(out);
    return most;
}

/* Measured: condition of V 4.37 14.4 43.9 93.9 204.3 284.8 409.0 607.1 939.4; Lebesgue constant on
 * this grid 1 2 2.93 4.02 5.31 6.80 9.13 12.51 16.72, where 2.93 4.07 5.32 7.01 9.21 12.54 17.02
 * are published for N = 3 ... 9. */
static void check_quality(void)
{
    static const double condition_most[9] = {4.4, 14.4, 44, 94, 205, 285, 410, 608, 940};
    static const double lebesgue_most[9] = {1.001, 2.001, 2.94, 4.08, 5.33, 7.02, 9.22, 12.55, 17.04};
    for (int N = 1; N <= 9; N++) {
        struct nd_elem elem;
        double condition;
        CHECK_OK(nd_elem_init(&elem, N));
        CHECK_OK(nd_condition(elem.Np, elem.V, &condition));
        double constant = lebesgue(&elem);
        CHECK(condition < condition_most[N - 1]);
        CHECK(constant < lebesgue_most[N - 1] && constant > 0.96 * lebesgue_most[N - 1]);
        nd_elem_clear(&elem);
    }
}

int main(void)
{
    check_known();
    check_gauss();
    for (int N = 1; N <= 15; N++) check_edges(N);
    for (int N = 1; N <= 12; N++) check_symmetry(N);
    check_quality();
    CHECK_FAILS(nd_nodes(0, NULL, NULL, NULL), NUDGE_EVALUE, "order 0");
    struct nd_elem elem;
    CHECK_FAILS(nd_elem_init(&elem, 16), NUDGE_EVALUE, "order 16");
    TEST_END;
}
