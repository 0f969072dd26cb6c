#include "exact/gauss.h"

void nd_gauss_solve(int n, double complex *A, double complex *b)
{
    for (int c = 0; c < n; c++) {
        int p = c;
        for (int i = c + 1; i < n; i++)
            if (cabs(A[i * n + c]) > cabs(A[p * n + c])) p = i;
        for (int j = c; j < n && p != c; j++) {
            const double complex t = A[c * n + j];
            A[c * n + j] = A[p * n + j], A[p * n + j] = t;
        }
        const double complex t = b[c];
        b[c] = b[p], b[p] = t;
        for (int i = c + 1; i < n; i++) {
            const double complex f = A[i * n + c] / A[c * n + c];
            for (int j = c; j < n; j++) A[i * n + j] -= f * A[c * n + j];
            b[i] -= f * b[c];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) b[i] -= A[i * n + j] * b[j];
        b[i] /= A[i * n + i];
    }
}
