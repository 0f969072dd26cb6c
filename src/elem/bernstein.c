#include "elem/bernstein.h"

#include <math.h>
#include <stdlib.h>

/* The vertices of each face, and the one opposite; the order is that of the book (part/connect.h). */
static const int face_vertex[4][3] = {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {0, 2, 3}};
static const int opposite[4] = {3, 2, 0, 1};
enum { PENCILS_MOST = (ND_ORDER_MOST + 1) * (ND_ORDER_MOST + 2) / 2 };

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

/* What two pencils side by side cost more than ones whose reals are an odd number apart: those of the first row are in use
 * four times as often as others. A node more in one of them leaves the other idle. */
static int clash(const uint32_t *pencil, int p, int q)
{
    int cost = 0;
    if (p < 0 || q < 0) return 0;
    const uint32_t *a = pencil + 8 * p, *b = pencil + 8 * q;
    for (int i = 0; i < 7; i++) cost += (a[i] - b[i]) % 2 ? 0 : i ? 1 : 4;
    const int longer = abs((int)(a[7] & 255) - (int)(b[7] & 255));
    return cost + (longer > 1 ? 50 : 3 * longer);
}

static void swap(int *a, int *b)
{
    const int mine = *a;
    *a = *b;
    *b = mine;
}

/* Pairs of pencils, exchanging partners as long as that makes them better; -1: none. */
static void pair_up(int N, int pairs, int (*pair)[2])
{
    uint32_t pencil[8 * PENCILS_MOST];
    nd_bernstein_pencils(N, pencil);
    for (int better = 1; better;) {
        better = 0;
        for (int i = 0; i < pairs; i++)
            for (int j = 0; j < 2 * i; j++) {
                int *a = pair[i], *b = pair[j / 2], *take = &b[j % 2], leave = b[1 - j % 2];
                const int now = clash(pencil, a[0], a[1]) + clash(pencil, *take, leave);
                if (clash(pencil, a[0], *take) + clash(pencil, a[1], leave) >= now) continue;
                swap(&a[1], take);
                better = 1;
            }
    }
}

/* The longer of a pair first, and longer pairs first: rows of nd_bernstein_pencils are by length. There are few. */
static void sort_pairs(int pairs, int (*pair)[2])
{
    for (int i = 0; i < pairs; i++)
        if (pair[i][1] >= 0 && (pair[i][0] < 0 || pair[i][0] > pair[i][1])) swap(&pair[i][0], &pair[i][1]);
    for (int i = 1; i < pairs; i++)
        for (int j = i; j > 0 && pair[j - 1][0] > pair[j][0]; j--)
            for (int k = 0; k < 2; k++) swap(&pair[j - 1][k], &pair[j][k]);
}

int nd_bernstein_deal(int N, int workers, int side, int share, int *assigned)
{
    enum { WORKERS_MOST = 1024 };
    const int Nfp = nd_elem_Nfp(N), teams = workers / side, pairs = (Nfp + 1) / 2;
    int load[WORKERS_MOST] = {0}, count[WORKERS_MOST] = {0}, pair[(PENCILS_MOST + 1) / 2][2], rounds = 0;
    for (int i = 0; assigned && i < Nfp * workers; i++) assigned[i] = -1;
    for (int i = 0; i < 2 * pairs; i++) pair[i / 2][i % 2] = i < Nfp ? i : -1;
    if (share > 1) {
        pair_up(N, pairs, pair);
        sort_pairs(pairs, pair);
    }
    for (int p = 0; p < 2 * pairs; p += side) {
        int least = 0, sum = 0, longest = pair[p / 2][p % 2];
        if (side == 1 && longest < 0) continue;
        for (int t = 1; t < teams; t++)
            if (load[t] < load[least]) least = t;
        for (int i = p; i < p + side && i < 2 * pairs; i++) {
            const int row = pair[i / 2][i % 2];
            if (assigned) assigned[count[least] * workers + least * side + i - p] = row;
            if (row >= 0 && (longest < 0 || row < longest)) longest = row;
        }
        if (++count[least] > rounds) rounds = count[least];
        while ((sum + 1) * (sum + 2) / 2 <= longest) sum++; /* row p has a2 + a3 = sum */
        load[least] += 10 * (N - sum + 1) + 12; /* to begin a pencil costs about as much as a node */
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
