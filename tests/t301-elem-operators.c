// The reference operators against closed forms and quadrature, N = 1 ... 9.
#include "test.h"
#include "cubes.h"
#include "elem/elem.h"

struct rule {
    int n;
    double r[1728], s[1728], t[1728], w[1728];
};

/* A product rule in collapsed coordinates, exact to degree 2 * points - 1. In two dimensions t = -1. */
static void rule_init(struct rule *rule, int points, int dimensions)
{
    double a[12], wa[12], b[12], wb[12], c[12] = {-1}, wc[12] = {4};
    CHECK_OK(nd_jacobi_gauss(0, 0, points, a, wa));
    CHECK_OK(nd_jacobi_gauss(1, 0, points, b, wb));
    if (dimensions == 3) CHECK_OK(nd_jacobi_gauss(2, 0, points, c, wc));
    rule->n = 0;
    for (int k = 0; k < (dimensions == 3 ? points : 1); k++)
        for (int j = 0; j < points; j++)
            for (int i = 0; i < points; i++) {
                int n = rule->n++;
                rule->t[n] = c[k];
                rule->s[n] = (1 + b[j]) * (1 - c[k]) / 2 - 1;
                rule->r[n] = (1 + a[i]) * (-rule->s[n] - rule->t[n]) / 2 - 1;
                rule->w[n] = wa[i] * wb[j] / 2 * wc[k] / 4;
            }
}

static double factorial(int n)
{
    return tgamma(n + 1);
}

/* The rule itself: the integral of (1+r)^a (1+s)^b (1+t)^c over the tetrahedron is 2^(a+b+c+3) a! b! c! /
 * (a+b+c+3)!. */
static void check_rule(const struct rule *rule, int degree)
{
    for (int a = 0; a <= degree; a++)
        for (int b = 0; a + b <= degree; b++)
            for (int c = 0; a + b + c <= degree; c++) {
                double sum = 0;
                double exact = pow(2, a + b + c + 3) * factorial(a) * factorial(b) * factorial(c) /
                               factorial(a + b + c + 3);
                for (int i = 0; i < rule->n; i++)
                    sum +=
                        rule->w[i] * pow(1 + rule->r[i], a) * pow(1 + rule->s[i], b) * pow(1 + rule->t[i], c);
                CHECK_NEAR(sum / exact, 1, 1e-12);
            }
}

/* V'V under the rule is the identity, and inv(V)'inv(V) is the integral of products of Lagrange polynomials.
 */
static void check_mass(const struct nd_elem *elem, const struct rule *rule)
{
    int Np = elem->Np;
    size_t size = (size_t)rule->n * (size_t)Np;
    double *phi = nd_alloc(size, sizeof *phi), *l = nd_alloc(size, sizeof *l), worst = 0, worst_M = 0,
           sum_M = 0;
    CHECK_OK(nd_basis(elem->N, rule->n, rule->r, rule->s, rule->t, phi));
    CHECK_OK(nd_interpolation(elem, rule->n, rule->r, rule->s, rule->t, l));
    for (int i = 0; i < Np; i++) {
        for (int j = 0; j < Np; j++) {
            double one = 0, M = 0;
            for (int q = 0; q < rule->n; q++) {
                one += rule->w[q] * phi[q * Np + i] * phi[q * Np + j];
                M += rule->w[q] * l[q * Np + i] * l[q * Np + j];
            }
            worst = fmax(worst, fabs(one - (i == j)));
            worst_M = fmax(worst_M, fabs(M - elem->M[i * Np + j]));
            sum_M += elem->M[i * Np + j];
        }
    }
    CHECK_NEAR(worst, 0, 2e-13);
    CHECK_NEAR(worst_M, 0, 1e-14);
    CHECK_NEAR(sum_M, 4. / 3, 1e-13);
    free(phi);
    free(l);
}

static double apply(const double *row, const double *u, int n)
{
    double sum = 0;
    for (int j = 0; j < n; j++) sum += row[j] * u[j];
    return sum;
}

/* D takes monomials to their derivatives, constants to zero; interpolation reproduces them anywhere. */
static void check_monomials(const struct nd_elem *elem)
{
    enum { POINTS = 20 };
    int Np = elem->Np, N = elem->N;
    double u[220], r[POINTS], s[POINTS], t[POINTS], *I = nd_alloc((size_t)(POINTS * Np), sizeof *I);
    double worst = 0, worst_I = 0, worst_constant = 0;
    unsigned seed = 7;
    for (int i = 0; i < POINTS; i++) {
        r[i] = 2 * test_random(&seed) - 1;
        s[i] = -1 + test_random(&seed) * (1 - r[i]);
        t[i] = -1 + test_random(&seed) * -(r[i] + s[i]);
    }
    CHECK_OK(nd_interpolation(elem, POINTS, r, s, t, I));
    for (int a = 0; a <= N; a++)
        for (int b = 0; a + b <= N; b++)
            for (int c = 0; a + b + c <= N; c++) {
                for (int n = 0; n < Np; n++)
                    u[n] = pow(elem->r[n], a) * pow(elem->s[n], b) * pow(elem->t[n], c);
                for (int n = 0; n < Np; n++) {
                    double x = elem->r[n], y = elem->s[n], z = elem->t[n];
                    double dr = a ? a * pow(x, a - 1) * pow(y, b) * pow(z, c) : 0;
                    double ds = b ? b * pow(x, a) * pow(y, b - 1) * pow(z, c) : 0;
                    double dt = c ? c * pow(x, a) * pow(y, b) * pow(z, c - 1) : 0;
                    double off = fabs(apply(elem->Dr + n * Np, u, Np) - dr) +
                                 fabs(apply(elem->Ds + n * Np, u, Np) - ds) +
                                 fabs(apply(elem->Dt + n * Np, u, Np) - dt);
                    worst = fmax(worst, off);
                    if (a + b + c == 0) worst_constant = fmax(worst_constant, off);
                }
                for (int i = 0; i < POINTS; i++)
                    worst_I = fmax(
                        worst_I, fabs(apply(I + i * Np, u, Np) - pow(r[i], a) * pow(s[i], b) * pow(t[i], c)));
            }
    CHECK_NEAR(worst, 0, 2e-12); /* measured 7e-13 at N = 9 */
    CHECK_NEAR(worst_constant, 0, 2e-12);
    CHECK_NEAR(worst_I, 0, 1e-13);
    free(I);
}

/* A point of a face with coordinates (r, s) of the reference triangle. */
static void on_face(int f, double r, double s, double out[3])
{
    const double at[4][3] = {{r, s, -1}, {r, -1, s}, {-1 - r - s, r, s}, {-1, r, s}};
    memcpy(out, at[f], sizeof at[f]);
}

/* M LIFT f is the integral of l_i f over the faces, f any polynomial of degree N on each. */
static void check_lift(const struct nd_elem *elem, const struct rule *triangle)
{
    int Np = elem->Np, Nfp = elem->Nfp, nq = triangle->n;
    double *exact = nd_alloc((size_t)Np, sizeof *exact), *lifted = nd_alloc((size_t)Np, sizeof *lifted);
    double *phi = nd_alloc((size_t)(nq * Np), sizeof *phi), *l = nd_alloc((size_t)(nq * Np), sizeof *l);
    double *f_nodes = nd_alloc((size_t)(4 * Nfp), sizeof *f_nodes), modes[220], x[144], y[144], z[144];
    unsigned seed = 3;
    for (int f = 0; f < 4; f++) {
        for (int j = 0; j < Np; j++) modes[j] = 2 * test_random(&seed) - 1;
        for (int q = 0; q < nq; q++) {
            double at[3];
            on_face(f, triangle->r[q], triangle->s[q], at);
            x[q] = at[0], y[q] = at[1], z[q] = at[2];
        }
        CHECK_OK(nd_basis(elem->N, nq, x, y, z, phi));
        CHECK_OK(nd_interpolation(elem, nq, x, y, z, l));
        for (int q = 0; q < nq; q++)
            for (int i = 0; i < Np; i++)
                exact[i] += triangle->w[q] * l[q * Np + i] * apply(phi + q * Np, modes, Np);
        for (int n = 0; n < Nfp; n++)
            f_nodes[f * Nfp + n] = apply(elem->V + elem->Fmask[f * Nfp + n] * Np, modes, Np);
    }
    for (int i = 0; i < Np; i++) lifted[i] = apply(elem->LIFT + i * 4 * Nfp, f_nodes, 4 * Nfp);
    double worst = 0;
    for (int i = 0; i < Np; i++) worst = fmax(worst, fabs(apply(elem->M + i * Np, lifted, Np) - exact[i]));
    CHECK_NEAR(worst, 0, 1e-12);
    free(exact), free(lifted), free(phi), free(l), free(f_nodes);
}

/* Summation by parts: M D + (M D)' is what the faces contribute, +1 for face 2 and -1 for the face across. */
static void check_parts(const struct nd_elem *elem, const double *D, int across)
{
    int Np = elem->Np, Nfp = elem->Nfp;
    size_t size = (size_t)Np * (size_t)Np;
    double *S = nd_alloc(size, sizeof *S), *surface = nd_alloc(size, sizeof *surface), worst = 0;
    for (int i = 0; i < Np; i++)
        for (int k = 0; k < Np; k++) {
            double M = elem->M[i * Np + k];
            for (int j = 0; j < Np; j++) S[i * Np + j] += M * D[k * Np + j];
            for (int n = 0; n < Nfp; n++) {
                surface[i * Np + elem->Fmask[2 * Nfp + n]] += M * elem->LIFT[k * 4 * Nfp + 2 * Nfp + n];
                surface[i * Np + elem->Fmask[across * Nfp + n]] -=
                    M * elem->LIFT[k * 4 * Nfp + across * Nfp + n];
            }
        }
    for (int i = 0; i < Np; i++)
        for (int j = 0; j < Np; j++)
            worst = fmax(worst, fabs(S[i * Np + j] + S[j * Np + i] - surface[i * Np + j]));
    CHECK_NEAR(worst, 0, 1e-13);
    free(S);
    free(surface);
}

/* A matrix in which every column needs another row as its pivot, times its inverse, both ways. */
static void check_pivots(void)
{
    enum { n = 60 };
    static double a[n * n], inverse[n * n];
    double worst = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) a[i * n + j] = (i * 7 + 3) % n == j ? 0 : sin(1 + 5 * i + j * j);
    CHECK_OK(nd_inverse(n, a, inverse));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double left = i == j ? -1 : 0, right = left;
            for (int k = 0; k < n; k++) {
                left += inverse[i * n + k] * a[k * n + j];
                right += a[i * n + k] * inverse[k * n + j];
            }
            worst = fmax(worst, fmax(fabs(left), fabs(right)));
        }
    CHECK_NEAR(worst, 0, 1e-9);
    a[n + 1] = NAN;
    CHECK_FAILS(nd_inverse(n, a, inverse), NUDGE_EINTERNAL, "singular");
}

static void check_inverse(void)
{
    double a[4] = {1, 2, 3, 4}, singular[4] = {1, 2, 2, 4}, out[4], condition;
    const double expected[4] = {-2, 1, 1.5, -0.5};
    CHECK_OK(nd_inverse(2, a, out));
    for (int i = 0; i < 4; i++) CHECK_NEAR(out[i], expected[i], 1e-14);
    CHECK_OK(nd_condition(2, a, &condition));
    CHECK_NEAR(condition, 6 * 3.5, 1e-12);
    CHECK_FAILS(nd_inverse(2, singular, out), NUDGE_EINTERNAL, "singular");
    CHECK_OK(nd_condition(2, singular, &condition));
    CHECK(isinf(condition));
    const double b[9] = {1, 2, 3, 0, 1, 4, 5, 6, 0}; /* by rows it would be 11 * 47 */
    CHECK_OK(nd_condition(3, b, &condition));
    CHECK_NEAR(condition, 9 * 49, 1e-10);
}

int main(void)
{
    static struct rule tetrahedron, triangle;
    check_inverse();
    check_pivots();
    for (int N = 1; N <= 9; N++) {
        struct nd_elem elem;
        CHECK_OK(nd_elem_init(&elem, N));
        CHECK(elem.Np == nd_elem_Np(N) && elem.Nfp == nd_elem_Nfp(N));
        rule_init(&tetrahedron, N + 1, 3);
        rule_init(&triangle, N + 1, 2);
        check_rule(&tetrahedron, N + 1);
        check_mass(&elem, &tetrahedron);
        check_monomials(&elem);
        check_lift(&elem, &triangle);
        check_parts(&elem, elem.Dr, 3);
        check_parts(&elem, elem.Ds, 1);
        check_parts(&elem, elem.Dt, 0);
        nd_elem_clear(&elem);
    }
    TEST_END;
}
