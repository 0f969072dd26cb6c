/* All modes of a cross-section that travel at a frequency, by a Krylov space of several vectors.
 *
 * beta^2 is below `shift`, w^2 mu times the largest epsilon. So the eigenvalues 1 / (shift - beta^2) of
 *
 *     C = (A + shift B)^-1 B
 *
 * are largest for the modes wanted. Vectors with e = 0 are solutions, too, with beta = 0 and any psi. C - 1 / shift takes
 * them out of the vectors from which the space begins, and C brings none in. Invariants:
 *   1. The vectors q of the space are orthonormal. Vector j + block is what C q_j has that is not in those before.
 *   2. Q^T C Q is complete but for the last `block` vectors; `rest` has the sizes of what is missing, which bound the
 *      error of an eigenvalue. */
#include <math.h>
#include <string.h>
#include "port/hybrid.h"
#include "port/lapack.h"

#define STEPS    24   /* vectors of the space for each with which it begins */
#define RESTARTS 8    /* from the modes found so far */
#define FINE     1e-8 /* error of an eigenvalue of C, relative */
#define NONE     1e-6 /* beta^2 over shift below which a mode does not travel */

struct space {
    struct nd_hybrid *h;
    double shift;
    int block, most, n;           /* n: of most vectors */
    double *Q, *H, *rest, *solver; /* Q: [most][unknowns]; H: [most][most] by columns; rest: [most] */
    double *re, *im, *Y, *copy;   /* eigenvalues and vectors of H */
    int *pivot;
};

static int apply(const struct space *s, const double *x, double *y)
{
    nd_hybrid_product(s->h, s->h->B, x, y);
    return nd_lapack_factored(s->h->unknowns, s->solver, s->pivot, y);
}

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* Takes the vectors of the space out of x, twice because of rounding, and adds their parts to `part` unless null.
 * Returns the size of what is left. */
static double remove_space(const struct space *s, double *x, double *part)
{
    const size_t n = (size_t)s->h->unknowns;
    for (int i = 0; i < 2 * s->n; i++) {
        const double *q = s->Q + (size_t)(i % s->n) * n, along = dot(q, x, n);
        for (size_t k = 0; k < n; k++) x[k] -= along * q[k];
        if (part) part[i % s->n] += along;
    }
    return sqrt(dot(x, x, n));
}

/* Makes x the next vector, if it is not in the space. size: of x before it was made orthogonal. */
static int append(struct space *s, double *x, double left, double size)
{
    const size_t n = (size_t)s->h->unknowns;
    if (s->n == s->most || !(left > 1e-12 * size)) return 0;
    for (size_t k = 0; k < n; k++) s->Q[(size_t)s->n * n + k] = x[k] / left;
    s->n++;
    return 1;
}

/* The vectors of a start: `given` from `from`, [given][unknowns], and numbers without any order. */
static int begin(struct space *s, int given, const double *from, double *x)
{
    int status = 0;
    const size_t n = (size_t)s->h->unknowns;
    double *y = NULL;
    uint32_t seed = 1;
    ALLOC(y, n);
    s->n = 0;
    memset(s->H, 0, (size_t)s->most * (size_t)s->most * sizeof *s->H);
    memset(s->rest, 0, (size_t)s->most * sizeof *s->rest);
    for (int i = 0; i < s->block; i++) {
        for (size_t k = 0; k < n; k++) {
            seed = seed * 1664525u + 1013904223u;
            y[k] = i < given ? from[(size_t)i * n + k] : (double)(seed >> 8) / (1 << 24) - 0.5;
        }
        TRY(apply(s, y, x));
        for (size_t k = 0; k < n; k++) x[k] -= y[k] / s->shift;
        const double size = sqrt(dot(x, x, n));
        append(s, x, remove_space(s, x, NULL), size);
    }
done:
    free(y);
    return status;
}

/* Fills the space, and finds the eigenvalues of C in it. */
static int fill(struct space *s, double *x)
{
    int status = 0;
    const size_t n = (size_t)s->h->unknowns;
    for (int j = 0; j < s->n; j++) {
        double *column = s->H + (size_t)j * (size_t)s->most;
        TRY(apply(s, s->Q + (size_t)j * n, x));
        const double size = sqrt(dot(x, x, n)), left = remove_space(s, x, column);
        if (append(s, x, left, size))
            column[s->n - 1] = left;
        else
            s->rest[j] = left;
    }
    memset(s->copy, 0, (size_t)s->n * (size_t)s->n * sizeof *s->copy);
    for (int j = 0; j < s->n; j++)
        memcpy(s->copy + (size_t)j * (size_t)s->n, s->H + (size_t)j * (size_t)s->most, (size_t)s->n * sizeof *s->copy);
    TRY(nd_lapack_eigen_any(s->n, s->copy, s->re, s->im, s->Y));
done:
    return status;
}

/* Whether eigenvalue i is that of a mode that travels. */
static int travels(const struct space *s, int i)
{
    return s->im[i] == 0 && s->re[i] > 0 && s->shift - 1 / s->re[i] > NONE * s->shift;
}

/* The eigenvalues of modes that travel, in the order of falling beta. */
static int sort(const struct space *s, int *order)
{
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        if (!travels(s, i)) continue;
        int at = n++;
        for (; at > 0 && s->re[order[at - 1]] < s->re[i]; at--) order[at] = order[at - 1];
        order[at] = i;
    }
    return n;
}

static int is_fine(const struct space *s, int i)
{
    double error = 0;
    for (int j = 0; j < s->n; j++) error += s->rest[j] * fabs(s->Y[(size_t)i * (size_t)s->n + (size_t)j]);
    return error <= FINE * s->re[i];
}

/* Takes the first modes out of the space. Returns 1 if all of them are fine. */
static int take(const struct space *s, struct nd_hybrid_modes *modes, const int *order, int found)
{
    const size_t n = (size_t)s->h->unknowns;
    int fine = 1;
    modes->n = found < modes->most ? found : modes->most;
    for (int m = 0; m < modes->n; m++) {
        double *x = modes->x + (size_t)m * n;
        modes->beta2[m] = s->shift - 1 / s->re[order[m]];
        memset(x, 0, n * sizeof *x);
        for (int j = 0; j < s->n; j++) {
            const double part = s->Y[(size_t)order[m] * (size_t)s->n + (size_t)j], *q = s->Q + (size_t)j * n;
            for (size_t k = 0; k < n; k++) x[k] += part * q[k];
        }
        fine &= is_fine(s, order[m]);
    }
    return fine;
}

static int make_space(struct space *s)
{
    int status = 0;
    const size_t n = (size_t)s->h->unknowns, most = (size_t)s->most;
    double **const square[] = {&s->H, &s->Y, &s->copy}, **const row[] = {&s->rest, &s->re, &s->im};
    ALLOC(s->Q, most * n);
    ALLOC(s->solver, n * n);
    ALLOC(s->pivot, n);
    for (int i = 0; i < 3; i++) {
        ALLOC(*square[i], most * most);
        ALLOC(*row[i], most);
    }
    for (size_t i = 0; i < n * n; i++) s->solver[i] = s->h->A[i] + s->shift * s->h->B[i];
    TRY(nd_lapack_factor(s->h->unknowns, s->solver, s->pivot));
done:
    return status;
}

static void clear(struct space *s)
{
    void *all[] = {s->Q, s->H, s->rest, s->solver, s->re, s->im, s->Y, s->copy, s->pivot};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

int nd_hybrid_search(struct nd_hybrid *h, double shift, struct nd_hybrid_modes *modes, const char *where)
{
    int status = 0, fine = 0, *order = NULL;
    double *x = NULL;
    struct space s = {.h = h, .shift = shift, .block = modes->most + 1};
    s.most = s.block * STEPS < h->unknowns ? s.block * STEPS : h->unknowns;
    ALLOC(order, s.most);
    ALLOC(x, h->unknowns);
    TRY(make_space(&s));
    modes->n = 0;
    for (int k = 0; k < RESTARTS && !fine; k++) {
        TRY(begin(&s, modes->n, modes->x, x));
        TRY(fill(&s, x));
        fine = take(&s, modes, order, sort(&s, order));
    }
    if (!fine)
        FAIL(NUDGE_EVALUE, "%s: the modes of its cross-section are not found; take fewer triangles on this boundary",
             where);
done:
    clear(&s);
    free(order);
    free(x);
    return status;
}
