/* Finds points in curved elements, by Newton's method. */
#include <math.h>
#include <string.h>
#include "mesh/curved.h"

/* L += the step that makes the linear part of the map reach x. Returns its size; NaN if the map is singular. */
static double step(int order, const double *shape, const double x[3], double L[4])
{
    double at[3], a[3][3], d[3], cross[3], sum = 0, size = 0;
    nd_curved_map(order, shape, L, at, a);
    for (int c = 0; c < 3; c++) d[c] = x[c] - at[c];
    for (int c = 0; c < 3; c++)
        cross[c] = a[1][(c + 1) % 3] * a[2][(c + 2) % 3] - a[1][(c + 2) % 3] * a[2][(c + 1) % 3];
    const double J = a[0][0] * cross[0] + a[0][1] * cross[1] + a[0][2] * cross[2];
    for (int i = 0; i < 3; i++) {
        const double *u = a[(i + 1) % 3], *v = a[(i + 2) % 3];
        double change = 0;
        for (int c = 0; c < 3; c++)
            change += d[c] * (u[(c + 1) % 3] * v[(c + 2) % 3] - u[(c + 2) % 3] * v[(c + 1) % 3]) / J;
        L[i + 1] += change / 2; /* L = (1 + r) / 2 */
        sum += L[i + 1];
        size = fmax(size, fabs(change));
    }
    L[0] = 1 - sum;
    return size;
}

int nd_curved_locate(int order, const double *shape, const double x[3], double L[4])
{
    enum { TURNS = 50 };
    for (int v = 0; v < 4; v++) L[v] = 0.25;
    for (int turn = 0; turn < TURNS; turn++) {
        const double size = step(order, shape, x, L);
        if (!isfinite(size) || fabs(L[0]) + fabs(L[1]) + fabs(L[2]) + fabs(L[3]) > 20) return 0;
        if (size < 1e-13) return 1;
    }
    return 0;
}

void nd_curved_box(int order, const double *shape, double low[3], double high[3])
{
    const int points = nd_curved_points(order);
    for (int c = 0; c < 3; c++) {
        low[c] = INFINITY, high[c] = -INFINITY;
        for (int n = 0; n < points; n++) {
            low[c] = fmin(low[c], shape[3 * n + c]);
            high[c] = fmax(high[c], shape[3 * n + c]);
        }
        const double room =
            0.25 * (high[c] - low[c]); /* between shape points the element may reach further */
        low[c] -= room, high[c] += room;
    }
}
