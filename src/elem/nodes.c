/* Warp & blend nodes (the book, section 10.1). Points of the reference tetrahedron are carried as barycentric
 * coordinates L[0..3] of the vertices (-1,-1,-1) (1,-1,-1) (-1,1,-1) (-1,-1,1). */
#include "elem/elem.h"

#include <math.h>

#define ORDER_MOST 15

/* Optimised by the book for the Lebesgue constant, N = 1 ... 15. */
static const double alpha_store[ORDER_MOST] = {
    0, 0, 0, 0.1002, 1.1332, 1.5608, 1.3413, 1.2577, 1.1603, 1.10153, 0.6080, 0.4523, 0.8856, 0.8717, 0.9655};

int nd_elem_Np(int N)
{
    return (N + 1) * (N + 2) * (N + 3) / 6;
}

int nd_elem_Nfp(int N)
{
    return (N + 1) * (N + 2) / 2;
}

/* Legendre-Gauss-Lobatto points in descending order. */
static int gauss_lobatto(int N, double *x)
{
    int status = 0;
    double inner[ORDER_MOST + 1], weight[ORDER_MOST + 1];
    x[0] = 1;
    x[N] = -1;
    if (N > 1) TRY(nd_jacobi_gauss(1, 1, N - 1, inner, weight));
    for (int i = 1; i < N; i++) x[i] = inner[N - 1 - i];
done:
    return status;
}

/* The 1-D warp that takes equidistant to Gauss-Lobatto points, divided by 1 - x^2. */
static double evalwarp(int N, const double *xnodes, double x)
{
    double xeq[ORDER_MOST + 1], warp = 0;
    for (int i = 0; i <= N; i++) xeq[i] = 1 - 2.0 * i / N;
    for (int i = 0; i <= N; i++) {
        double d = xnodes[i] - xeq[i];
        for (int j = 1; j < N; j++)
            if (j != i) d *= (x - xeq[j]) / (xeq[i] - xeq[j]);
        if (i != 0) d = -d / (xeq[i] - xeq[0]);
        if (i != N) d /= xeq[i] - xeq[N];
        warp += d;
    }
    return warp;
}

/* The 2-D warp and blend at barycentric coordinates L of an equilateral triangle. */
static void evalshift(int N, double alpha, const double *xnodes, const double L[3], double shift[2])
{
    const double L1 = L[0], L2 = L[1], L3 = L[2];
    double warp1 = 4 * L2 * L3 * evalwarp(N, xnodes, L3 - L2) * (1 + pow(alpha * L1, 2));
    double warp2 = 4 * L1 * L3 * evalwarp(N, xnodes, L1 - L3) * (1 + pow(alpha * L2, 2));
    double warp3 = 4 * L1 * L2 * evalwarp(N, xnodes, L2 - L1) * (1 + pow(alpha * L3, 2));
    shift[0] = warp1 - 0.5 * warp2 - 0.5 * warp3;
    shift[1] = sqrt(3) / 2 * (warp2 - warp3);
}

/* The vertices of the equilateral tetrahedron in which the warp is made. */
static void equilateral(double v[4][3])
{
    const double a = 1 / sqrt(3), b = 1 / sqrt(6);
    const double corner[4][3] = {{-1, -a, -b}, {1, -a, -b}, {0, 2 * a, -b}, {0, 0, 3 * b}};
    for (int i = 0; i < 12; i++) v[i / 3][i % 3] = corner[i / 3][i % 3];
}

/* Per face of the book's Nodes3D: the opposite vertex, then its own three in the order of evalshift's L1, L2,
 * L3. The tangents are t1 = from the second to the third, t2 = from their midpoint to the first. */
static const int warp_face[4][4] = {{3, 2, 0, 1}, {2, 3, 0, 1}, {0, 3, 1, 2}, {1, 3, 0, 2}};

/* Adds to shift the displacement, in equilateral coordinates, of the node at L due to one face. */
static void face_shift(int N, const double *xnodes, const double *L, int face, double shift[3])
{
    const double tolerance = 1e-10, alpha = alpha_store[N - 1];
    const int *vertex = warp_face[face];
    double v[4][3], t1[3], t2[3], norm1 = 0, norm2 = 0, warp[2];
    double La = L[vertex[0]], Lb = L[vertex[1]], Lc = L[vertex[2]], Ld = L[vertex[3]];
    evalshift(N, alpha, xnodes, (const double[3]){Lb, Lc, Ld}, warp);
    equilateral(v);
    for (int i = 0; i < 3; i++) {
        t1[i] = v[vertex[3]][i] - v[vertex[2]][i];
        t2[i] = v[vertex[1]][i] - 0.5 * (v[vertex[2]][i] + v[vertex[3]][i]);
        norm1 += t1[i] * t1[i];
        norm2 += t2[i] * t2[i];
    }
    double blend = Lb * Lc * Ld, denominator = (Lb + La / 2) * (Lc + La / 2) * (Ld + La / 2);
    if (denominator > tolerance) blend *= (1 + pow(alpha * La, 2)) / denominator;
    /* On an edge of the face itself blend is 0/0; there the face's own warp holds, and holds alone. */
    int edge = La < tolerance && (Lb > tolerance) + (Lc > tolerance) + (Ld > tolerance) < 3;
    if (edge) blend = 1;
    for (int i = 0; i < 3; i++) {
        double d = blend * (warp[0] * t1[i] / sqrt(norm1) + warp[1] * t2[i] / sqrt(norm2));
        shift[i] = edge ? d : shift[i] + d;
    }
}

/* Moves the point. The equilateral tetrahedron has its centroid at the origin, where L_i = 1/4, so the
 * gradient of L_i is 3/4 v_i / |v_i|^2. */
static void displace(const double shift[3], double L[4])
{
    double v[4][3];
    equilateral(v);
    for (int i = 0; i < 4; i++) {
        double dot = 0, square = 0;
        for (int j = 0; j < 3; j++) {
            dot += v[i][j] * shift[j];
            square += v[i][j] * v[i][j];
        }
        L[i] += 0.75 * dot / square;
    }
}

int nd_nodes(int N, double *r, double *s, double *t)
{
    int status = 0, n = 0;
    double xnodes[ORDER_MOST + 1];
    if (N < 1 || N > ORDER_MOST)
        FAIL(NUDGE_EVALUE, "order %d: nodes are known for orders 1 to %d", N, ORDER_MOST);
    TRY(gauss_lobatto(N, xnodes));
    for (int k = 0; k <= N; k++) {
        for (int j = 0; j <= N - k; j++) {
            for (int i = 0; i <= N - k - j; i++, n++) {
                double L[4] = {(double)(N - i - j - k) / N, (double)i / N, (double)j / N, (double)k / N};
                double shift[3] = {0};
                for (int face = 0; face < 4; face++) face_shift(N, xnodes, L, face, shift);
                displace(shift, L);
                r[n] = i ? 2 * L[1] - 1 : -1;
                s[n] = j ? 2 * L[2] - 1 : -1;
                t[n] = k ? 2 * L[3] - 1 : -1;
            }
        }
    }
done:
    return status;
}
