#include "kernel/bernstein/lattice.h"

#include <string.h>

/* The vertices of each face, and the one opposite; the order is that of the book (part/connect.h). */
static const int face_vertex[4][3] = {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {0, 2, 3}};
static const int opposite[4] = {3, 2, 0, 1};
enum {
    ROWS_MOST = (ND_ORDER_MOST + 1) * (ND_ORDER_MOST + 2) / 2,
    BEGINS_MOST = (ND_ORDER_MOST + 1) * (ND_ORDER_MOST + 1)
};

/* The bank, modulo eight, in which row (a2, a3) should begin. */
static int bank(int a2, int a3)
{
    return (2 * a2 + 3 * a3 + 8 * ND_ORDER_MOST) % 8;
}

struct row {
    int a2, a3, length, placed;
};

/* How many rows that have no place yet begin in a bank, less those that end before it. */
static int balance(const struct row *p, int count, int at)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        if (!p[i].placed) {
            const int from = bank(p[i].a2, p[i].a3);
            sum += (from == at) - ((from + p[i].length) % 8 == at);
        }
    return sum;
}

/* The next row, at bank `at`: among those that should begin there the one that leaves most to
 * continue with; else a shortest one. */
static int choose(struct row *p, int count, int at)
{
    int best = -1, most = 0, there = 0;
    for (int i = 0; i < count; i++) there |= !p[i].placed && bank(p[i].a2, p[i].a3) == at;
    for (int i = 0; i < count; i++) {
        if (p[i].placed || (there && bank(p[i].a2, p[i].a3) != at)) continue;
        p[i].placed = 1;
        const int left = balance(p, count, (at + p[i].length) % 8) - (there ? 0 : 1000 * p[i].length);
        p[i].placed = 0;
        if (best < 0 || left > most) best = i, most = left;
    }
    return best;
}

static void find_begins(int N, int swizzled, int *begin)
{
    struct row p[ROWS_MOST];
    int count = 0;
    for (int a3 = 0; a3 <= N; a3++)
        for (int a2 = 0; a2 <= N - a3; a2++) p[count++] = (struct row){a2, a3, N - a2 - a3 + 1, 0};
    for (int at = 0, i = 0; i < count; i++) {
        const int next = swizzled ? choose(p, count, at % 8) : i;
        begin[p[next].a3 * (N + 1) + p[next].a2] = at;
        at += p[next].length;
        p[next].placed = 1;
    }
}

void nd_lattice_numbers(int N, int swizzled, unsigned char *number)
{
    int begin[BEGINS_MOST];
    find_begins(N, swizzled, begin);
    for (int a3 = 0; a3 <= N; a3++)
        for (int a2 = 0; a2 <= N - a3; a2++)
            for (int a1 = 0; a1 <= N - a3 - a2; a1++)
                *number++ = (unsigned char)(begin[a3 * (N + 1) + a2] + a1);
}

/* Where row (b2, b3) begins. If there is none, where (a2, a3) does; or before it one that is in the
 * bank of the other. */
static int beside(int N, int swizzled, const int *begin, int a2, int a3, int b2, int b3)
{
    int first = begin[a3 * (N + 1) + a2];
    if (b2 >= 0 && b3 >= 0 && b2 + b3 <= N) return begin[b3 * (N + 1) + b2];
    for (int c3 = 0; c3 <= N && swizzled; c3++)
        for (int c2 = 0; c2 <= N - c3; c2++) {
            const int at = begin[c3 * (N + 1) + c2];
            if (at % 8 == bank(b2, b3) && at < first) first = at;
        }
    return first;
}

void nd_lattice_rows(int N, int swizzled, uint32_t *p)
{
    static const int step[7][2] = {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {-1, 1}, {0, -1}, {1, -1}};
    int begin[BEGINS_MOST];
    find_begins(N, swizzled, begin);
    for (int sum = 0; sum <= N; sum++)
        for (int a3 = 0; a3 <= sum; a3++, p += 8) {
            const int a2 = sum - a3;
            for (int i = 0; i < 7; i++)
                p[i] = (uint32_t)beside(N, swizzled, begin, a2, a3, a2 + step[i][0], a3 + step[i][1]);
            p[7] = (uint32_t)((N - sum + 1) | a2 << 8 | a3 << 16);
        }
}

/* The number of the coefficient whose N vertices are given. */
static uint32_t number_of(int N, const unsigned char *number, const int *vertex)
{
    int a[4] = {0};
    for (int i = 0; i < N; i++) a[vertex[i]]++;
    return number[nd_bernstein_index(N, a[1], a[2], a[3])];
}

/* The corners of a sub-simplex, of which the N - 1 vertices are given. */
static uint32_t corners(int N, const unsigned char *number, const int *vertex)
{
    uint32_t all = 0;
    for (int k = 0; k < 4; k++) {
        int corner[ND_SUBSIMPLICES_ORDER] = {k};
        memcpy(corner + 1, vertex, (size_t)(N - 1) * sizeof *vertex);
        all |= number_of(N, number, corner) << 8 * k;
    }
    return all;
}

int nd_lattice_subsimplices(int N, int swizzled, uint32_t *rows)
{
    static const int edge[6][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}, {1, 3}};
    unsigned char number[ND_COEFFICIENTS_MOST];
    uint32_t *row = rows;
    nd_lattice_numbers(N, swizzled, number);
    memset(rows, 0, 8 * ND_SUBSIMPLICES_MOST * sizeof *rows);
    for (int e = 0; e < (N > 1 ? 6 : 4); e++, row += 8) {
        /* Sub-simplices and coefficients have some of the first vertex, then some of the second. */
        const int i = edge[e][0], j = edge[e][1], chain[2 * ND_SUBSIMPLICES_ORDER] = {i, i, i, j, j, j},
                  first = e < 4 ? 0 : 1; /* each vertex is of the first four edges once */
        for (int m = 0; m < N; m++) row[m] = corners(N, number, chain + ND_SUBSIMPLICES_ORDER - (N - 1) + m);
        for (int m = first; m < N; m++)
            row[3] |= number_of(N, number, chain + ND_SUBSIMPLICES_ORDER - N + m) << 8 * m;
        row[7] = (uint32_t)(N - first);
    }
    for (int f = 0; f < 4 && N == 3; f++, row += 8) {
        const int *v = face_vertex[f], around[4] = {v[0], v[1], v[2], v[0]};
        for (int m = 0; m < 3; m++) row[m] = corners(N, number, around + m);
        row[3] = number_of(N, number, v) << 16;
        row[7] = 1;
    }
    return (int)(row - rows) / 8;
}

void nd_lattice_slices(int N, int swizzled, unsigned char *slices)
{
    unsigned char number[ND_COEFFICIENTS_MOST];
    nd_lattice_numbers(N, swizzled, number);
    for (int f = 0; f < 4; f++)
        for (int j = 0; j <= N; j++)
            for (int c = 0; c <= N - j; c++)
                for (int b = 0; b <= N - j - c; b++) {
                    int a[4];
                    a[opposite[f]] = j;
                    a[face_vertex[f][0]] = N - j - b - c;
                    a[face_vertex[f][1]] = b;
                    a[face_vertex[f][2]] = c;
                    *slices++ = number[nd_bernstein_index(N, a[1], a[2], a[3])];
                }
}
