#include "elem/bernstein.h"

#include <math.h>

/* The vertices of each face, and the one opposite; the order is that of the book (part/connect.h). */
static const int face_vertex[4][3] = {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {0, 2, 3}};
static const int opposite[4] = {3, 2, 0, 1};

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

int nd_bernstein_basis(const struct nd_elem *elem, double *V, double *inverse)
{
    int status = 0;
    const int N = elem->N, Np = elem->Np;
    for (int n = 0; n < Np; n++) {
        const double r = elem->r[n], s = elem->s[n], t = elem->t[n],
                     lambda[4] = {-(1 + r + s + t) / 2, (1 + r) / 2, (1 + s) / 2, (1 + t) / 2};
        double *row = V + n * Np;
        for (int a3 = 0; a3 <= N; a3++)
            for (int a2 = 0; a2 <= N - a3; a2++)
                for (int a1 = 0; a1 <= N - a3 - a2; a1++) {
                    const int a[4] = {N - a1 - a2 - a3, a1, a2, a3};
                    *row = factorial(N);
                    for (int i = 0; i < 4; i++) *row *= pow(lambda[i], a[i]) / factorial(a[i]);
                    row++;
                }
    }
    TRY(nd_inverse(Np, V, inverse));
done:
    return status;
}

/* Where pencil (a2 + d2, a3 + d3) begins. */
static uint32_t beside(int N, int a2, int a3, int d2, int d3)
{
    const int b2 = a2 + d2, b3 = a3 + d3, there = b2 >= 0 && b3 >= 0 && b2 + b3 <= N;
    return (uint32_t)(there ? nd_bernstein_index(N, 0, b2, b3) : nd_bernstein_index(N, 0, a2, a3));
}

void nd_bernstein_pencils(int N, uint32_t *p)
{
    static const int step[7][2] = {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {-1, 1}, {0, -1}, {1, -1}};
    for (int sum = 0; sum <= N; sum++)
        for (int a3 = 0; a3 <= sum; a3++, p += 8) {
            const int a2 = sum - a3;
            for (int i = 0; i < 7; i++) p[i] = beside(N, a2, a3, step[i][0], step[i][1]);
            p[7] = (uint32_t)((N - sum + 1) | a2 << 8 | a3 << 16);
        }
}

int nd_bernstein_deal(int N, int workers, int side, int *assigned)
{
    enum { WORKERS_MOST = 1024 };
    const int Nfp = nd_elem_Nfp(N), teams = workers / side;
    int load[WORKERS_MOST] = {0}, count[WORKERS_MOST] = {0}, rounds = 0, sum = 0;
    for (int i = 0; assigned && i < Nfp * workers; i++) assigned[i] = -1;
    for (int p = 0; p < Nfp; p += side) {
        int least = 0;
        for (int t = 1; t < teams; t++)
            if (load[t] < load[least]) least = t;
        for (int i = 0; i < side && p + i < Nfp && assigned; i++)
            assigned[count[least] * workers + least * side + i] = p + i;
        if (++count[least] > rounds) rounds = count[least];
        while ((sum + 1) * (sum + 2) / 2 <= p) sum++; /* pencil p has a2 + a3 = sum */
        load[least] += 10 * (N - sum + 1) + 12;       /* to begin a pencil costs about as much as a node */
    }
    return rounds;
}

void nd_bernstein_layers(int N, unsigned char *layers)
{
    for (int f = 0; f < 4; f++)
        for (int j = 0; j <= N; j++)
            for (int c = 0; c <= N - j; c++)
                for (int b = 0; b <= N - j - c; b++) {
                    int a[4];
                    a[opposite[f]] = j;
                    a[face_vertex[f][0]] = N - j - b - c;
                    a[face_vertex[f][1]] = b;
                    a[face_vertex[f][2]] = c;
                    *layers++ = (unsigned char)nd_bernstein_index(N, a[1], a[2], a[3]);
                }
}
