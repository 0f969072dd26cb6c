/* Rules for triangles: monomials up to the degree of each rule are integrated exactly and some of the next degree are
 * not, points lie inside, weights are positive, and each point is there in all orders of its coordinates. */
#include <math.h>
#include "elem/triangle_rule.h"
#include "test.h"

static double factorial(int n)
{
    return tgamma(n + 1.0);
}

/* The largest relative error over all L0^a L1^b L2^c with a + b + c = degree; their mean over a triangle is
 * 2 a! b! c! / (degree + 2)!. */
static double worst_error(int degree, int points, const double *L, const double *w)
{
    double worst = 0;
    for (int a = 0; a <= degree; a++)
        for (int b = 0; a + b <= degree; b++) {
            const int c = degree - a - b;
            const double exact = 2 * factorial(a) * factorial(b) * factorial(c) / factorial(degree + 2);
            double sum = 0;
            for (int q = 0; q < points; q++)
                sum += w[q] * pow(L[3 * q], a) * pow(L[3 * q + 1], b) * pow(L[3 * q + 2], c);
            worst = fmax(worst, fabs(sum / exact - 1));
        }
    return worst;
}

static int has_point(int points, const double *L, const double *w, const double at[3], double weight)
{
    for (int q = 0; q < points; q++)
        if (fabs(L[3 * q] - at[0]) + fabs(L[3 * q + 1] - at[1]) + fabs(L[3 * q + 2] - at[2]) < 1e-15 &&
            w[q] == weight)
            return 1;
    return 0;
}

static void check_points(int points, const double *L, const double *w)
{
    static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (int q = 0; q < points; q++) {
        CHECK(w[q] > 0);
        CHECK_NEAR(L[3 * q] + L[3 * q + 1] + L[3 * q + 2], 1, 4e-16);
        for (int c = 0; c < 3; c++) CHECK(L[3 * q + c] > 0 && L[3 * q + c] < 1);
        for (int o = 0; o < 6; o++) {
            const double at[3] = {L[3 * q + order[o][0]], L[3 * q + order[o][1]], L[3 * q + order[o][2]]};
            CHECK(has_point(points, L, w, at, w[q]));
        }
    }
}

int main(void)
{
    double L[3 * ND_TRIANGLE_POINTS_MOST], w[ND_TRIANGLE_POINTS_MOST];
    int before = 0;
    for (int degree = 0; degree <= ND_TRIANGLE_DEGREE_MOST; degree++) {
        const int points = nd_triangle_symmetric(degree, L, w), exact = degree < 2 ? 2 : degree + degree % 2;
        CHECK(points >= before && points <= ND_TRIANGLE_POINTS_MOST);
        CHECK(nd_triangle_symmetric(degree, NULL, NULL) == points);
        check_points(points, L, w);
        for (int d = 0; d <= exact; d++) CHECK_NEAR(worst_error(d, points, L, w), 0, 1e-14);
        CHECK(worst_error(exact + 1, points, L, w) > 1e-6);
        before = points;
    }
    CHECK(before == ND_TRIANGLE_POINTS_MOST);
    CHECK(nd_triangle_symmetric(ND_TRIANGLE_DEGREE_MOST + 1, L, w) == 0);
    TEST_END;
}
