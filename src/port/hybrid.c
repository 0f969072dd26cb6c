/* The mode of a line with two dielectrics at a frequency, by finite elements on the triangles of the port's plane. Near it,
 * and for narrow lines, it is the quasi-TEM mode, from which the search begins; or any mode of such a guide, by its number.
 *
 * With E = (e + z i beta psi) exp(-i beta z), both real, and mu the same everywhere, e and psi make
 *
 *     integral of (curl e)^2 - w^2 mu epsilon e^2 + beta^2 ((e + grad psi)^2 - w^2 mu epsilon psi^2)
 *
 * stationary: A x = -beta^2 B x. H in the plane is beta / (w mu) z x (e + grad psi). psi is in the space of section.c, of degree
 * p + 1; e is a vector polynomial of degree p whose component along an edge is the same on both sides (Nedelec's second
 * family), so that e has all gradients of psi, and there are no spurious modes. Its functions are a nodal polynomial times
 * a vector that is constant in a straight triangle, and the gradient of a linear function of barycentric coordinates in all:
 *   1. at a vertex, one for each edge there, at right angles to the other edge of the triangle;
 *   2. at a node within an edge, one along it, and one across it, which belongs to the triangle alone;
 *   3. at other nodes, two, which belong to the triangle alone. */
#include <math.h>
#include <string.h>
#include "mesh/geometry.h"
#include "monitor/surface.h"
#include "port/hybrid.h"
#include "port/lapack.h"

#define ITERATIONS 40
#define ALIKE      0.6  /* least product of e and the quasi-TEM mode's H, over that of their sizes */
#define MOST       9000 /* unknowns: a dense matrix of 650 MB */

/* Nodal basis functions of an element's face, or their derivatives (which: 0 values, 1 and 2), at points. */
static int evaluate(const struct nd_elem *elem, int points, const double (*l)[3], int which, double *to)
{
    int status = 0;
    const int Np = elem->Np;
    double *r = NULL, *matrix[4] = {0};
    ALLOC(r, 3 * points);
    for (int i = 0; i < 4; i++) ALLOC(matrix[i], points * Np);
    for (int q = 0; q < points; q++)
        r[q] = 2 * l[q][1] - 1, r[points + q] = 2 * l[q][2] - 1, r[2 * points + q] = -1;
    TRY(nd_basis(elem->N, points, r, r + points, r + 2 * points, matrix[0]));
    TRY(nd_basis_gradient(elem->N, points, r, r + points, r + 2 * points, matrix + 1));
    for (int q = 0; q < points; q++)
        for (int j = 0; j < elem->Nfp; j++) {
            to[q * elem->Nfp + j] = 0;
            for (int m = 0; m < Np; m++)
                to[q * elem->Nfp + j] += matrix[which][q * Np + m] * elem->invV[m * Np + elem->Fmask[j]];
        }
done:
    free(r);
    for (int i = 0; i < 4; i++) free(matrix[i]);
    return status;
}

static int make_basis(struct nd_hybrid *h)
{
    int status = 0;
    const int points = h->s->points;
    double(*l)[3] = NULL;
    double **const to[3] = {&h->value, &h->Dr, &h->Ds};
    ALLOC(l, h->Nf);
    for (int i = 0; i < 3; i++) {
        ALLOC(*to[i], points * h->Nf);
        TRY(evaluate(h->flat, points, (const double(*)[3])h->s->l, i, *to[i]));
    }
    for (int j = 0; j < h->Nf; j++) nd_section_node(h->flat, j, l[j]);
    for (int i = 0; i < 2; i++) {
        ALLOC(h->slope[i], h->Nf * h->s->Nf);
        TRY(evaluate(&h->s->mode->elem, h->Nf, (const double(*)[3])l, i + 1, h->slope[i]));
    }
done:
    free(l);
    return status;
}

/* All functions of a face at a quadrature point: vectors, their curls, and values of psi; those of psi come last. */
struct sample {
    int unknown;
    double vector[3], curl, value;
};

static void take_samples(const struct nd_hybrid *h, nd_idx face, int q, const double grad[2][3],
                         struct sample *to)
{
    const struct nd_section *s = h->s;
    double slope[3], turned[3], along[3];
    for (int i = 0; i < h->functions; i++, to++) {
        const struct nd_hybrid_function *f = h->at + (size_t)face * (size_t)h->functions + (size_t)i;
        const int at = q * h->Nf + f->node;
        *to = (struct sample){.unknown = f->unknown};
        nd_hybrid_vector(f, grad, along);
        for (int c = 0; c < 3; c++) {
            to->vector[c] = h->value[at] * along[c];
            slope[c] = 2 * (h->Dr[at] * grad[0][c] + h->Ds[at] * grad[1][c]);
        }
        nd_port_cross(slope, along, turned);
        to->curl = nd_port_dot(turned, s->mode->plane->normal);
    }
    for (int j = 0; j < s->Nf; j++, to++) {
        const int free = s->free[s->node[(size_t)face * (size_t)s->Nf + (size_t)j]], at = q * s->Nf + j;
        *to = (struct sample){.unknown = free < 0 ? -1 : h->transverse + free, .value = s->value[at]};
        for (int c = 0; c < 3; c++) to->vector[c] = 2 * (s->Dr[at] * grad[0][c] + s->Ds[at] * grad[1][c]);
    }
}

int nd_hybrid_fill(struct nd_hybrid *h, double square)
{
    int status = 0;
    const struct nd_section *s = h->s;
    const size_t n = (size_t)h->unknowns;
    const int all = h->functions + s->Nf;
    struct sample *u = NULL;
    ALLOC(u, all);
    memset(h->A, 0, n * n * sizeof *h->A);
    memset(h->B, 0, n * n * sizeof *h->B);
    for (nd_idx f = 0; f < s->mode->plane->n; f++) {
        const double own = square * s->epsilon[f];
        for (int q = 0; q < s->points; q++) {
            double grad[2][3];
            const double w = s->weight[q] * nd_section_metric(s->mode, f, s->l[q], grad);
            take_samples(h, f, q, (const double(*)[3])grad, u);
            for (int i = 0; i < all; i++)
                for (int j = 0; j < all && u[i].unknown >= 0; j++) {
                    if (u[j].unknown < 0) continue;
                    const size_t at = (size_t)u[j].unknown * n + (size_t)u[i].unknown;
                    const double product = nd_port_dot(u[i].vector, u[j].vector);
                    h->B[at] += w * (product - own * u[i].value * u[j].value);
                    if (i < h->functions && j < h->functions)
                        h->A[at] += w * (u[i].curl * u[j].curl - own * product);
                }
        }
    }
done:
    free(u);
    return status;
}

/* A small change of epsilon changes beta^2 by w^2 mu times its integral with e^2 + beta^2 psi^2, over that of
 * e . (e + grad psi). */
int nd_hybrid_loss(const struct nd_hybrid *h, double beta2, double *sigma)
{
    int status = 0;
    const struct nd_section *s = h->s;
    const int all = h->functions + s->Nf;
    double lost = 0, sum = 0, grad[2][3];
    struct sample *u = NULL;
    ALLOC(u, all);
    for (nd_idx f = 0; f < s->mode->plane->n; f++)
        for (int q = 0; q < s->points; q++) {
            const double w = s->weight[q] * nd_section_metric(s->mode, f, s->l[q], grad);
            double e[3] = {0}, p[3] = {0}, psi = 0;
            take_samples(h, f, q, (const double(*)[3])grad, u);
            for (int i = 0; i < all; i++) {
                const double x = u[i].unknown < 0 ? 0 : h->x[u[i].unknown];
                psi += x * u[i].value;
                for (int c = 0; c < 3; c++) {
                    p[c] += x * u[i].vector[c];
                    if (i < h->functions) e[c] += x * u[i].vector[c];
                }
            }
            lost += w * s->sigma[f] * (nd_port_dot(e, e) + beta2 * psi * psi);
            sum += w * nd_port_dot(e, p);
        }
    *sigma = lost / sum;
done:
    free(u);
    return status;
}

/* x: the coefficients of the quasi-TEM mode. */
static int begin_with_static(struct nd_hybrid *h)
{
    int status = 0;
    const struct nd_mode *mode = h->s->mode;
    double l[3], e[3];
    memset(h->x, 0, (size_t)h->unknowns * sizeof *h->x);
    for (nd_idx f = 0; f < mode->plane->n; f++)
        for (int i = 0; i < h->functions; i++) {
            const struct nd_hybrid_function *at = h->at + (size_t)f * (size_t)h->functions + (size_t)i;
            if (at->unknown < 0) continue;
            nd_section_node(h->flat, at->node, l);
            TRY(mode->field(mode, f, l, 0, e));
            h->x[at->unknown] = nd_port_dot(e, at->dual);
        }
done:
    return status;
}

double nd_hybrid_product(const struct nd_hybrid *h, const double *M, const double *x, double *y)
{
    const size_t n = (size_t)h->unknowns;
    double sum = 0;
    memset(y, 0, n * sizeof *y);
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) y[i] += M[j * n + i] * x[j];
    for (size_t i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

/* Inverse iteration from x with a shift near beta^2, which becomes exact. */
static int iterate(struct nd_hybrid *h, double *beta2, const char *where)
{
    int status = 0, *pivot = NULL;
    const size_t n = (size_t)h->unknowns;
    double *shifted = NULL, *rest = NULL;
    const double shift = *beta2;
    ALLOC(shifted, n * n);
    ALLOC(rest, n);
    ALLOC(pivot, n);
    for (size_t i = 0; i < n * n; i++) shifted[i] = h->A[i] + shift * h->B[i];
    TRY(nd_lapack_factor(h->unknowns, shifted, pivot));
    for (int k = 0;; k++) {
        const double before = *beta2;
        if (k == ITERATIONS)
            FAIL(NUDGE_EVALUE,
                 "%s: its hybrid mode is not found near the quasi-TEM one; use mode: TEM, or a lower band",
                 where);
        nd_hybrid_product(h, h->B, h->x, h->y);
        TRY(nd_lapack_factored(h->unknowns, shifted, pivot, h->y));
        double most = 0;
        for (size_t i = 0; i < n; i++) most = fmax(most, fabs(h->y[i]));
        for (size_t i = 0; i < n; i++) h->x[i] = h->y[i] / most;
        *beta2 = -nd_hybrid_product(h, h->A, h->x, rest) / nd_hybrid_product(h, h->B, h->x, h->y);
        if (k && fabs(*beta2 - before) < 1e-11 * fabs(*beta2)) break;
    }
done:
    free(shifted);
    free(rest);
    free(pivot);
    return status;
}

void nd_hybrid_keep(const struct nd_hybrid *h, double *vector)
{
    const struct nd_section *s = h->s;
    const struct nd_mode *mode = s->mode;
    const size_t all = 3 * (size_t)mode->plane->n * (size_t)h->Nf;
    memset(vector, 0, 2 * all * sizeof *vector);
    for (nd_idx f = 0; f < mode->plane->n; f++) {
        double grad[2][3], l[3], along[3], *own = vector + 3 * (size_t)f * (size_t)h->Nf;
        for (int i = 0; i < h->functions; i++) {
            const struct nd_hybrid_function *at = h->at + (size_t)f * (size_t)h->functions + (size_t)i;
            nd_section_node(h->flat, at->node, l);
            nd_section_metric(mode, f, l, grad);
            nd_hybrid_vector(at, (const double(*)[3])grad, along);
            for (int c = 0; c < 3 && at->unknown >= 0; c++)
                own[3 * at->node + c] += h->x[at->unknown] * along[c];
        }
        for (int j = 0; j < h->Nf; j++) {
            nd_section_node(h->flat, j, l);
            nd_section_metric(mode, f, l, grad);
            for (int c = 0; c < 3; c++) {
                double sum = own[3 * j + c];
                for (int i = 0; i < s->Nf; i++) {
                    const int free = s->free[s->node[(size_t)f * (size_t)s->Nf + (size_t)i]];
                    if (free < 0) continue;
                    sum +=
                        2 * h->x[h->transverse + free] *
                        (h->slope[0][j * s->Nf + i] * grad[0][c] + h->slope[1][j * s->Nf + i] * grad[1][c]);
                }
                own[all + (size_t)(3 * j + c)] = sum;
            }
        }
    }
}

static int field(const struct nd_mode *mode, nd_idx face, const double l[3], int which, double e[3])
{
    int status = 0;
    const struct nd_elem *flat = &mode->flat;
    double basis[220], values[220];
    const double r = 2 * l[1] - 1, s = 2 * l[2] - 1, t = -1,
                 *own = mode->vector +
                        3 * (size_t)flat->Nfp * ((size_t)which * (size_t)mode->plane->n + (size_t)face);
    TRY(nd_basis(flat->N, 1, &r, &s, &t, basis));
    memset(e, 0, 3 * sizeof *e);
    for (int j = 0; j < flat->Nfp; j++) {
        values[j] = 0;
        for (int m = 0; m < flat->Np; m++) values[j] += basis[m] * flat->invV[m * flat->Np + flat->Fmask[j]];
        for (int c = 0; c < 3; c++) e[c] += values[j] * own[3 * j + c];
    }
done:
    return status;
}

/* The voltage of the mode is that of the quasi-TEM mode which it contains: both have the same product with the latter's H. */
static int scale(struct nd_mode *mode, nd_mode_field other, const char *where)
{
    int status = 0;
    enum { N = 8 };
    double l[N * N][3], weight[N * N], e[3], q[3], h[3], sum[4] = {0}, grad[2][3];
    TRY(nd_triangle_rule(N, l, weight));
    for (nd_idx f = 0; f < mode->plane->n; f++)
        for (int k = 0; k < N * N; k++) {
            const double w = nd_section_metric(mode, f, l[k], grad) * weight[k];
            TRY(field(mode, f, l[k], 0, e));
            TRY(other(mode, f, l[k], 0, q));
            TRY(other(mode, f, l[k], 1, h));
            sum[0] += w * nd_port_dot(e, h), sum[1] += w * nd_port_dot(q, h);
            sum[2] += w * nd_port_dot(e, e), sum[3] += w * nd_port_dot(h, h);
        }
    if (!(fabs(sum[0]) > ALIKE * sqrt(sum[2] * sum[3])))
        FAIL(NUDGE_EVALUE,
             "%s: its hybrid mode is not like the quasi-TEM one, and may be another mode; use a lower band",
             where);
    const size_t all = 6 * (size_t)mode->plane->n * (size_t)mode->flat.Nfp;
    for (size_t i = 0; i < all; i++) mode->vector[i] *= sum[1] / sum[0];
    for (int i = 0; i < ND_MODE_KNOWN; i++) mode->known[i].ratio /= pow(sum[1] / sum[0], 2);
done:
    return status;
}

static void clear(struct nd_hybrid *h)
{
    void *all[] = {h->edge_first, h->at, h->value, h->Dr, h->Ds, h->slope[0],
                   h->slope[1],   h->A,  h->B,     h->x,  h->y};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

double nd_hybrid_overlap(const struct nd_hybrid *h, const double *a, const double *b)
{
    double sum = 0, grad[2][3];
    for (nd_idx f = 0; f < h->s->mode->plane->n; f++) {
        for (int q = 0; q < h->s->points; q++) {
            const double area = nd_section_metric(h->s->mode, f, h->s->l[q], grad);
            double u[3] = {0}, v[3] = {0};
            for (int j = 0; j < h->Nf; j++)
                for (int c = 0; c < 3; c++) {
                    const size_t at = 3 * ((size_t)f * (size_t)h->Nf + (size_t)j) + (size_t)c;
                    u[c] += h->value[q * h->Nf + j] * a[at];
                    v[c] += h->value[q * h->Nf + j] * b[at];
                }
            sum += area * h->s->weight[q] * nd_port_dot(u, v);
        }
    }
    return sum;
}

/* Sets V / I and the power of the mode at other frequencies, where e and H differ from those of the middle: with e and
 * p = e + grad psi, those of the middle without and those of another frequency with a dash, V is e'.p / (e.p), and
 * I is beta / (w mu) e.p', of a mode whose power is beta / (w mu) e'.p'. all: [ND_MODE_KNOWN][2][half] */
static void compare(const struct nd_hybrid *h, struct nd_mode *mode, const double *all, size_t half)
{
    const double *e = all + ND_MODE_KNOWN / 2 * 2 * half, *p = e + half, square = nd_hybrid_overlap(h, e, p);
    for (int i = 0; i < ND_MODE_KNOWN; i++) {
        const double *own = all + (size_t)i * 2 * half, V = nd_hybrid_overlap(h, own, p) / square,
                     J = nd_hybrid_overlap(h, e, own + half);
        mode->known[i].ratio = V / J;
        mode->known[i].power = V * J / nd_hybrid_overlap(h, own, own + half);
    }
}

/* Follows the quasi-TEM mode from one frequency to the next. */
static int follow(struct nd_hybrid *h, const double band[2], double *all, const char *where)
{
    int status = 0;
    struct nd_mode *mode = h->s->mode;
    struct nd_mode_known known[ND_MODE_KNOWN];
    double guess = mode->epsilon;
    TRY(begin_with_static(h));
    for (int i = 0; i < ND_MODE_KNOWN; i++) {
        const double f = band[0] + (band[1] - band[0]) * i / (ND_MODE_KNOWN - 1), w2 = pow(2 * M_PI * f, 2);
        double beta2 = w2 * guess * mode->mu;
        TRY(nd_hybrid_fill(h, w2 * mode->filling * mode->mu));
        TRY(iterate(h, &beta2, where));
        known[i] = (struct nd_mode_known){.frequency = f, .epsilon = beta2 / (w2 * mode->mu)};
        TRY(nd_hybrid_loss(h, beta2, &known[i].sigma));
        guess = i ? 2 * known[i].epsilon - known[i - 1].epsilon : known[i].epsilon;
        nd_hybrid_keep(h, all + (size_t)i * 6 * (size_t)mode->plane->n * (size_t)h->Nf);
    }
    memcpy(mode->known, known, sizeof known);
done:
    return status;
}

/* Finds the mode at all frequencies, and sets what it is at others than that of the middle, whose patterns it has. */
static int find(struct nd_hybrid *h, const double band[2], const char *where)
{
    int status = 0;
    struct nd_mode *mode = h->s->mode;
    const nd_mode_field other = mode->field;
    const size_t half = 3 * (size_t)mode->plane->n * (size_t)h->Nf;
    double *all = NULL;
    ALLOC(all, 2 * half * ND_MODE_KNOWN);
    TRY(mode->kind == ND_MODE_TEM ? follow(h, band, all, where) : nd_hybrid_follow(h, band, all, where));
    memcpy(mode->vector, all + ND_MODE_KNOWN / 2 * 2 * half, 2 * half * sizeof *all);
    compare(h, mode, all, half);
    if (mode->kind == ND_MODE_TEM) TRY(scale(mode, other, where));
    const double square = nd_hybrid_overlap(h, mode->vector, mode->vector + half);
    for (int i = 0; i < ND_MODE_KNOWN && mode->kind != ND_MODE_TEM; i++) mode->known[i].ratio *= square;
    mode->field = field;
    mode->epsilon = mode->known[ND_MODE_KNOWN / 2].epsilon;
    mode->sigma = mode->known[ND_MODE_KNOWN / 2].sigma;
done:
    free(all);
    return status;
}

int nd_mode_hybrid(struct nd_mode *mode, struct nd_section *s, const double band[2], const char *where)
{
    int status = 0;
    struct nd_hybrid h = {.s = s, .flat = &mode->flat};
    if (mode->poles)
        FAIL(NUDGE_EVALUE, "%s: a hybrid mode in a material with poles is not supported; use TEM, TE or TM", where);
    if (mode->sigma_m > 0)
        FAIL(NUDGE_EVALUE, "%s: a hybrid mode in a material with sigma_m is not supported; use TEM, TE or TM", where);
    if (!(band[0] > 0))
        FAIL(NUDGE_EVALUE, "%s: a hybrid mode needs frequencies above 0; begin sparameters.band higher",
             where);
    TRY(nd_elem_init(&mode->flat, mode->elem.N - 1));
    h.Nf = mode->flat.Nfp;
    TRY(nd_hybrid_number(&h));
    if (h.unknowns > MOST)
        FAIL(NUDGE_EVALUE,
             "%s: its cross-section has %d unknowns, and %d are possible; take fewer triangles on this "
             "boundary",
             where, h.unknowns, MOST);
    TRY(make_basis(&h));
    ALLOC(mode->vector, 6 * (size_t)mode->plane->n * (size_t)h.Nf);
    const size_t n = (size_t)h.unknowns;
    ALLOC(h.A, n * n);
    ALLOC(h.B, n * n);
    ALLOC(h.x, n);
    ALLOC(h.y, n);
    TRY(find(&h, band, where));
done:
    clear(&h);
    return status;
}
