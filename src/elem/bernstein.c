#include "elem/bernstein.h"

#include <math.h>

int nd_bernstein_index(int N, int a1, int a2, int a3)
{
    int below = 0;
    for (int k = 0; k < a3; k++) below += (N - k + 1) * (N - k + 2) / 2;
    for (int k = 0; k < a2; k++) below += N - a3 - k + 1;
    return below + a1;
}

static double factorial(int n)
{
    double product = 1;
    for (int i = 2; i <= n; i++) product *= i;
    return product;
}

int nd_bernstein_basis(const struct nd_elem *elem, const unsigned char *number, double *V, double *inverse)
{
    int status = 0;
    const int N = elem->N, Np = elem->Np;
    for (int n = 0; n < Np; n++) {
        const double r = elem->r[n], s = elem->s[n], t = elem->t[n],
                     lambda[4] = {-(1 + r + s + t) / 2, (1 + r) / 2, (1 + s) / 2, (1 + t) / 2};
        int k = 0;
        for (int a3 = 0; a3 <= N; a3++)
            for (int a2 = 0; a2 <= N - a3; a2++)
                for (int a1 = 0; a1 <= N - a3 - a2; a1++) {
                    const int a[4] = {N - a1 - a2 - a3, a1, a2, a3};
                    double *entry = V + n * Np + (number ? number[k] : k);
                    *entry = factorial(N);
                    for (int i = 0; i < 4; i++) *entry *= pow(lambda[i], a[i]) / factorial(a[i]);
                    k++;
                }
    }
    TRY(nd_inverse(Np, V, inverse));
done:
    return status;
}
