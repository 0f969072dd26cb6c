// The Bernstein-Bezier basis: numbering and tables, known polynomials, and its sparse derivatives
// and lift against the nodal operators, N = 1 ... 9.
#include "cubes.h"
#include "kernel/bernstein/lattice.h"
#include "part/connect.h"

enum { MOST = 220 };

/* One order: the element, the basis, and the four indices of each coefficient. */
struct bench {
    struct nd_elem elem;
    double *V, *inverse;
    int a[MOST][4];
};

static void bench_init(struct bench *at, int N)
{
    CHECK_OK(nd_elem_init(&at->elem, N));
    at->V = nd_alloc((size_t)(at->elem.Np * at->elem.Np), sizeof *at->V);
    at->inverse = nd_alloc((size_t)(at->elem.Np * at->elem.Np), sizeof *at->inverse);
    CHECK_OK(nd_bernstein_basis(&at->elem, NULL, at->V, at->inverse));
    int n = 0, *a = at->a[0];
    for (int a3 = 0; a3 <= N; a3++)
        for (int a2 = 0; a2 <= N - a3; a2++)
            for (int a1 = 0; a1 <= N - a3 - a2; a1++, n++, a += 4) {
                a[0] = N - a1 - a2 - a3, a[1] = a1, a[2] = a2, a[3] = a3;
                CHECK(nd_bernstein_index(N, a1, a2, a3) == n);
            }
    CHECK(n == at->elem.Np);
}

static void bench_clear(struct bench *at)
{
    nd_elem_clear(&at->elem);
    free(at->V);
    free(at->inverse);
}

static double apply(const double *row, const double *u, int n)
{
    double sum = 0;
    for (int j = 0; j < n; j++) sum += row[j] * u[j];
    return sum;
}

/* Largest of |a - b|, no number being worse than any. */
static double farthest(const double *a, const double *b, int n)
{
    double worst = 0;
    for (int i = 0; i < n; i++) {
        const double off = fabs(a[i] - b[i]);
        if (!(off <= worst)) worst = isnan(off) ? INFINITY : off;
    }
    return worst;
}

/* Barycentric coordinates of node n. */
static void barycentric(const struct nd_elem *e, int n, double l[4])
{
    l[0] = -(1 + e->r[n] + e->s[n] + e->t[n]) / 2;
    l[1] = (1 + e->r[n]) / 2, l[2] = (1 + e->s[n]) / 2, l[3] = (1 + e->t[n]) / 2;
}

/* Nodes have the numbers of the lattice: their coordinates rise and vanish as its indices do. */
static void check_lattice(const struct bench *at)
{
    for (int n = 0; n < at->elem.Np; n++) {
        double l[4];
        const int *a = at->a[n];
        barycentric(&at->elem, n, l);
        for (int i = 0; i < 4; i++) {
            CHECK((fabs(l[i]) < 1e-14) == (a[i] == 0));
            for (int j = 0; j < i; j++)
                CHECK((l[i] > l[j] + 1e-14) == (a[i] > a[j]) && (l[j] > l[i] + 1e-14) == (a[j] > a[i]));
        }
    }
}

/* V is nonnegative, its rows sum to 1, and the other matrix is its inverse. */
static void check_basis(const struct bench *at)
{
    const int Np = at->elem.Np;
    double least = 0, sum_off = 0, one_off = 0;
    for (int n = 0; n < Np; n++) {
        double sum = 0;
        for (int k = 0; k < Np; k++) {
            double one = 0;
            for (int j = 0; j < Np; j++) one += at->V[n * Np + j] * at->inverse[j * Np + k];
            one_off = fmax(one_off, fabs(one - (n == k)));
            sum += at->V[n * Np + k];
            least = fmin(least, at->V[n * Np + k]);
        }
        sum_off = fmax(sum_off, fabs(sum - 1));
    }
    CHECK_NEAR(least, 0, 1e-14); /* a node on a face may lie a rounding outside */
    CHECK_NEAR(sum_off, 0, 1e-14);
    CHECK_NEAR(one_off, 0, 2e-12); /* measured 1.3e-13 at N = 9 */
}

/* n (n-1) ... (n-k+1). */
static double falling(int n, int k)
{
    double product = 1;
    for (int i = 0; i < k; i++) product *= n - i;
    return product;
}

/* The product of barycentric coordinates to powers p, |p| = M, has the coefficients prod a_i^(p_i)
 * / N^(M), falling powers. */
static void check_product(const struct bench *at, const int p[4])
{
    const struct nd_elem *e = &at->elem;
    const int Np = e->Np, M = p[0] + p[1] + p[2] + p[3];
    double c[MOST], want[MOST], got[MOST], back[MOST];
    for (int k = 0; k < Np; k++) {
        c[k] = 1 / falling(e->N, M);
        for (int i = 0; i < 4; i++) c[k] *= falling(at->a[k][i], p[i]);
    }
    for (int n = 0; n < Np; n++) {
        double l[4];
        barycentric(e, n, l);
        want[n] = 1;
        for (int i = 0; i < 4; i++) want[n] *= pow(l[i], p[i]);
        got[n] = apply(at->V + n * Np, c, Np);
    }
    for (int k = 0; k < Np; k++) back[k] = apply(at->inverse + k * Np, want, Np);
    CHECK_NEAR(farthest(got, want, Np), 0, 1e-14);
    CHECK_NEAR(farthest(back, c, Np), 0, 2e-12); /* measured 2e-13 at N = 9 */
}

static void check_products(const struct bench *at)
{
    const int N = at->elem.N;
    for (int p0 = 0; p0 <= N; p0++)
        for (int p1 = 0; p0 + p1 <= N; p1++)
            for (int p2 = 0; p0 + p1 + p2 <= N; p2++)
                for (int p3 = 0; p0 + p1 + p2 + p3 <= N; p3++)
                    check_product(at, (const int[4]){p0, p1, p2, p3});
}

/* c at these indices with one more at `up` and one less at `down`. */
static double moved(const struct bench *at, const double *c, const int a[4], int up, int down)
{
    int b[4] = {a[0], a[1], a[2], a[3]};
    b[up]++, b[down]--;
    return c[nd_bernstein_index(at->elem.N, b[1], b[2], b[3])];
}

/* D_d c at a is half the sum over j of a_j (c[a - e_j + e_d] - c[a - e_j + e_0]), every column of it. */
static void check_derivatives(const struct bench *at)
{
    const int Np = at->elem.Np;
    const double *D[4] = {NULL, at->elem.Dr, at->elem.Ds, at->elem.Dt};
    double worst = 0;
    for (int column = 0; column < Np; column++) {
        double c[MOST] = {0}, u[MOST], derivative[MOST], want[MOST], got[MOST];
        c[column] = 1;
        for (int n = 0; n < Np; n++) u[n] = at->V[n * Np + column];
        for (int d = 1; d < 4; d++) {
            for (int k = 0; k < Np; k++) {
                derivative[k] = 0;
                for (int j = 0; j < 4; j++)
                    if (at->a[k][j])
                        derivative[k] +=
                            0.5 * at->a[k][j] * (moved(at, c, at->a[k], d, j) - moved(at, c, at->a[k], 0, j));
            }
            for (int n = 0; n < Np; n++) {
                want[n] = apply(D[d] + n * Np, u, Np);
                got[n] = apply(at->V + n * Np, derivative, Np);
            }
            worst = fmax(worst, farthest(got, want, Np));
        }
    }
    CHECK_NEAR(worst, 0, 1e-12); /* measured 1.5e-13 at N = 9 */
}

/* Where (M - b - c, b, c) is in a slice of degree M. */
static int in_slice(int M, int b, int c)
{
    return c * (M + 1) - c * (c - 1) / 2 + b;
}

/* In place: w at g is half the sum over i of (g_i + 1) sum over k of (g + e_i)_k w[g + e_i - e_k]. */
static void lift_face(int N, double *w)
{
    double out[MOST] = {0};
    for (int c = 0; c <= N; c++)
        for (int b = 0; b <= N - c; b++)
            for (int i = 0; i < 3; i++)
                for (int k = 0; k < 3; k++) {
                    int g[3] = {N - b - c, b, c};
                    const double weight = 0.5 * ++g[i] * g[k];
                    if (g[k]-- > 0) out[in_slice(N, b, c)] += weight * w[in_slice(N, g[1], g[2])];
                }
    memcpy(w, out, (size_t)((N + 1) * (N + 2) / 2) * sizeof *w);
}

/* In place, from slice j to slice j + 1: -1/(j+2) times the sum over i of (g_i + 1) w[g + e_i]. */
static void lift_next(int N, int j, double *w)
{
    const int M = N - j - 1;
    for (int c = 0; c <= M; c++)
        for (int b = 0; b <= M - c; b++)
            w[in_slice(M, b, c)] =
                -((M - b - c + 1) * w[in_slice(M + 1, b, c)] + (b + 1) * w[in_slice(M + 1, b + 1, c)] +
                  (c + 1) * w[in_slice(M + 1, b, c + 1)]) /
                (j + 2);
}

/* A face's lift, every column of it. */
static void check_lift(const struct bench *at, const unsigned char *slices, int f)
{
    const int N = at->elem.N, Np = at->elem.Np, Nfp = at->elem.Nfp;
    double worst = 0;
    for (int column = 0; column < Nfp; column++) {
        double w[MOST] = {0}, lifted[MOST], trace[MOST], want[MOST], got[MOST];
        const unsigned char *to = slices + f * Np;
        for (int n = 0; n < Nfp; n++) trace[n] = at->V[at->elem.Fmask[f * Nfp + n] * Np + to[column]];
        w[column] = 1;
        lift_face(N, w);
        for (int j = 0; j <= N; j++) {
            const int n = (N - j + 1) * (N - j + 2) / 2;
            for (int i = 0; i < n; i++) lifted[to[i]] = w[i];
            to += n;
            if (j < N) lift_next(N, j, w);
        }
        for (int n = 0; n < Np; n++) {
            want[n] = apply(at->elem.LIFT + n * 4 * Nfp + f * Nfp, trace, Nfp);
            got[n] = apply(at->V + n * Np, lifted, Np);
        }
        worst = fmax(worst, farthest(got, want, Np));
    }
    CHECK_NEAR(worst, 0, 1e-11); /* of numbers up to 50; measured 7e-13 at N = 9 */
}

/* Each coefficient once a face, by distance from it, and within a slice by the third vertex of the
 * face, then the second. The first slice is the face's trace: its own nodes, and nothing else is
 * seen there. */
static void check_slices(const struct bench *at, const unsigned char *slices)
{
    const int N = at->elem.N, Np = at->elem.Np, Nfp = at->elem.Nfp;
    for (int f = 0; f < 4; f++) {
        const int *v = nd_face_vertex[f], away = 6 - v[0] - v[1] - v[2];
        const unsigned char *slice = slices + f * Np;
        int seen[MOST] = {0}, rank = -1;
        for (int i = 0; i < Np; i++) {
            const int *a = at->a[slice[i]], now = (a[away] * (N + 1) + a[v[2]]) * (N + 1) + a[v[1]];
            CHECK(slice[i] < Np && !seen[slice[i]]++);
            CHECK(now > rank);
            rank = now;
        }
        for (int n = 0; n < Nfp; n++) {
            CHECK(slice[n] == at->elem.Fmask[f * Nfp + n]);
            for (int i = Nfp; i < Np; i++) CHECK_NEAR(at->V[slice[n] * Np + slice[i]], 0, 1e-14);
        }
        check_lift(at, slices, f);
    }
}

/* Swizzled coefficients: each has a number of its own, those of a row are consecutive, and the
 * basis is the same by these numbers. Rows begin in the banks where they should, except for a few
 * short ones, so that two rows in different banks have neighbours in different banks. */
static void check_swizzle(const struct bench *at)
{
    const int N = at->elem.N, Np = at->elem.Np;
    unsigned char *number = nd_alloc((size_t)Np, 1), *seen = nd_alloc((size_t)Np, 1),
                  *plain = nd_alloc((size_t)(4 * Np), 1), *slices = nd_alloc((size_t)(4 * Np), 1);
    double *V = nd_alloc((size_t)(Np * Np), sizeof *V), *inverse = nd_alloc((size_t)(Np * Np), sizeof *V);
    int misplaced = 0;
    nd_lattice_numbers(N, 0, number);
    for (int n = 0; n < Np; n++) CHECK(number[n] == n);
    nd_lattice_numbers(N, 1, number);
    nd_lattice_numbers(at->elem.N, 1, number);
    CHECK_OK(nd_bernstein_basis(&at->elem, number, V, inverse));
    nd_lattice_slices(N, 0, plain);
    nd_lattice_slices(N, 1, slices);
    for (int n = 0; n < Np; n++) {
        CHECK(number[n] < Np && !seen[number[n]]++);
        for (int k = 0; k < Np && !test_failures; k++) {
            CHECK(V[k * Np + number[n]] == at->V[k * Np + n]);
            CHECK(fabs(inverse[number[n] * Np + k] - at->inverse[n * Np + k]) < 1e-9);
        }
    }
    for (int i = 0; i < 4 * Np; i++) CHECK(slices[i] == number[plain[i]]);
    for (int a3 = 0, n = 0; a3 <= N; a3++)
        for (int a2 = 0; a2 <= N - a3; a2++, n += N - a3 - a2 + 2) {
            if (number[n] % 8 != (2 * a2 + 3 * a3) % 8) misplaced += N - a3 - a2 + 1;
            for (int a1 = 1; a1 <= N - a3 - a2; a1++) CHECK(number[n + a1] == number[n] + a1);
        }
    CHECK(N < 4 || (N % 2 ? misplaced == 0 : 7 * misplaced < 2 * Np));
    if (getenv("TEST_SHOW"))
        printf("N %d: %d of %d coefficients are not where they should be\n", N, misplaced, Np);
    free(number), free(seen), free(plain), free(slices), free(V), free(inverse);
}

static void check_rows(const struct bench *at, int swizzled)
{
    static const int to[7][2] = {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {-1, 1}, {0, -1}, {1, -1}};
    const int N = at->elem.N, Nfp = at->elem.Nfp;
    uint32_t *rows = nd_alloc((size_t)(8 * Nfp), sizeof *rows);
    int seen[10][10] = {{0}}, longest = N + 1;
    unsigned char *number = nd_alloc((size_t)at->elem.Np, 1);
    nd_lattice_numbers(N, swizzled, number);
    nd_lattice_rows(N, swizzled, rows);
    for (int p = 0; p < Nfp; p++) {
        const uint32_t *row = rows + 8 * p, last = row[7];
        const int length = last & 255, a2 = last >> 8 & 255, a3 = last >> 16 & 255;
        CHECK(last >> 24 == 0 && a2 + a3 <= N && length == N - a2 - a3 + 1 && length <= longest);
        if (test_failures) break;
        CHECK(!seen[a2][a3]++);
        longest = length;
        for (int i = 0; i < 7; i++) {
            const int b2 = a2 + to[i][0], b3 = a3 + to[i][1], there = b2 >= 0 && b3 >= 0 && b2 + b3 <= N;
            if (there)
                CHECK((int)row[i] == number[nd_bernstein_index(N, 0, b2, b3)]);
            else
                CHECK(swizzled ? row[i] <= row[0] : row[i] == row[0]);
        }
    }
    free(rows);
    free(number);
}

/* How often vertex j is in the sub-simplex of a row; -1: its corners are not those of one. */
static int subsimplex_has(const struct bench *at, const int *index, uint32_t corners, int j)
{
    int has = -1;
    for (int k = 0; k < 4; k++) {
        const uint32_t corner = corners >> 8 * k & 255;
        const int here = corner < (uint32_t)at->elem.Np ? at->a[index[corner]][j] - (j == k) : -1;
        if (here < 0 || (k > 0 && here != has)) return -1;
        has = here;
    }
    return has;
}

/* How often a row takes its sub-simplex m for its coefficient i. */
static int times(int N, int count, int i, int m)
{
    if (N == 3 && count == 1) return 1;
    return m == i ? N - i : m == i - 1 ? i : 0;
}

/* A sub-simplex that the row takes for coefficient a is a - e_j, a_j times; they are N in all. */
static void check_coefficient(const struct bench *at, const int *index, const uint32_t *row, int i)
{
    const int N = at->elem.N, *a = at->a[index[row[3] >> 8 * i & 255]];
    int weights = 0;
    for (int m = 0; m < N; m++) {
        int less = -1, differ = 0; /* the vertex that the coefficient has once more than the sub-simplex */
        for (int j = 0; j < 4; j++) {
            const int more = a[j] - subsimplex_has(at, index, row[m], j);
            if (more == 1) less = j;
            differ += more != 0;
        }
        const int weight = times(N, (int)row[7], i, m);
        CHECK(!weight || (differ == 1 && less >= 0 && weight == a[less]));
        weights += weight;
    }
    CHECK(weights == N);
}

static void check_subsimplices(const struct bench *at, int swizzled)
{
    const int N = at->elem.N;
    uint32_t rows[8 * ND_SUBSIMPLICES_MOST];
    unsigned char number[MOST];
    int index[256] = {0}, seen[256] = {0}, before = N;
    nd_lattice_numbers(N, swizzled, number);
    for (int n = 0; n < at->elem.Np; n++) index[number[n]] = n;
    const int count = nd_lattice_subsimplices(N, swizzled, rows);
    for (const uint32_t *row = rows; row < rows + 8 * count; row += 8) {
        const int has = (int)row[7], first = has == N ? 0 : N - has;
        CHECK(has >= 1 && has <= before);
        before = has;
        for (int m = 0; m < N; m++) CHECK(subsimplex_has(at, index, row[m], 0) >= 0);
        for (int i = first; i < N; i++) {
            CHECK(!seen[row[3] >> 8 * i & 255]++);
            check_coefficient(at, index, row, i);
        }
    }
    for (int n = 0; n < at->elem.Np; n++) CHECK(seen[n] == 1);
}

int main(void)
{
    for (int N = 1; N <= ND_ORDER_MOST; N++) {
        struct bench at;
        unsigned char slices[4 * MOST];
        bench_init(&at, N);
        check_lattice(&at);
        check_basis(&at);
        check_products(&at);
        check_derivatives(&at);
        nd_lattice_slices(N, 0, slices);
        check_slices(&at, slices);
        check_rows(&at, 0);
        check_rows(&at, 1);
        for (int swizzled = 0; swizzled < 2 && N <= ND_SUBSIMPLICES_ORDER; swizzled++)
            check_subsimplices(&at, swizzled);
        check_swizzle(&at);
        bench_clear(&at);
    }
    TEST_END;
}
