#include "elem/curved_element.h"

#include <math.h>
#include <string.h>
#include "elem/triangle_rule.h"
#include "mesh/curved.h"
#include "part/order.h"

static const int face_vertex[4][3] = {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {0, 2, 3}}; /* part/connect.h */

/* Nodal values to values at the points of the face with these vertices. */
static const double *face_table(const struct nd_curved_rule *rule, const int vertex[3])
{
    int o = 0;
    while (o < 23 &&
           (nd_orders[o][0] != vertex[0] || nd_orders[o][1] != vertex[1] || nd_orders[o][2] != vertex[2]))
        o++;
    return rule->face_V + o * rule->Nfq * rule->Np;
}

/* Gauss points of the cube that collapses into the tetrahedron; n in each direction. Exact for degree 2 n - 1. */
static int volume_points(int n, double *r, double *s, double *t, double *w)
{
    int status = 0, at = 0;
    double *x = NULL;
    ALLOC(x, 6 * n);
    for (int i = 0; i < 3; i++) TRY(nd_jacobi_gauss(i, 0, n, x + 2 * i * n, x + (2 * i + 1) * n));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++, at++) {
                const double a = x[k], b = x[2 * n + j], c = x[4 * n + i];
                t[at] = c;
                s[at] = (1 + b) * (1 - c) / 2 - 1;
                r[at] = (1 + a) * (-s[at] - t[at]) / 2 - 1;
                w[at] = x[n + k] * x[3 * n + j] * x[5 * n + i] / 8;
            }
done:
    free(x);
    return status;
}

static int face_points(struct nd_curved_rule *rule, int degree)
{
    int status = 0;
    rule->Nfq = nd_triangle_symmetric(degree, NULL, NULL);
    ALLOC(rule->face, 3 * rule->Nfq);
    ALLOC(rule->face_w, rule->Nfq);
    nd_triangle_symmetric(degree, rule->face, rule->face_w);
    for (int q = 0; q < rule->Nfq; q++) rule->face_w[q] *= 2;
done:
    return status;
}

static int tabulate(struct nd_curved_rule *rule, const struct nd_elem *elem, const double *r, const double *s,
                    const double *t)
{
    int status = 0;
    const int Np = rule->Np, Nq = rule->Nq, points = rule->points;
    double *raw[3] = {NULL, NULL, NULL}, value[ND_CURVED_POINTS_MOST], derivative[3 * ND_CURVED_POINTS_MOST];
    ALLOC(rule->V, Nq * Np);
    TRY(nd_interpolation(elem, Nq, r, s, t, rule->V));
    for (int c = 0; c < 3; c++) {
        ALLOC(raw[c], Nq * Np);
        ALLOC(rule->D[c], Nq * Np);
        ALLOC(rule->map[c], Nq * points);
    }
    TRY(nd_basis_gradient(elem->N, Nq, r, s, t, raw));
    for (int c = 0; c < 3; c++)
        for (int q = 0; q < Nq; q++)
            for (int k = 0; k < Np; k++)
                for (int n = 0; n < Np; n++)
                    rule->D[c][q * Np + n] += raw[c][q * Np + k] * elem->invV[k * Np + n];
    for (int q = 0; q < Nq; q++) {
        const double L[4] = {-(1 + r[q] + s[q] + t[q]) / 2, (1 + r[q]) / 2, (1 + s[q]) / 2, (1 + t[q]) / 2};
        nd_curved_functions(rule->order, L, value, derivative);
        for (int c = 0; c < 3; c++)
            memcpy(rule->map[c] + q * points, derivative + c * points, (size_t)points * sizeof *value);
    }
done:
    for (int c = 0; c < 3; c++) free(raw[c]);
    return status;
}

static int tabulate_faces(struct nd_curved_rule *rule, const struct nd_elem *elem)
{
    int status = 0;
    const int Nfq = rule->Nfq;
    double *r = NULL;
    ALLOC(r, 3 * Nfq);
    ALLOC(rule->face_V, 24 * Nfq * rule->Np);
    for (int o = 0; o < 24; o++) {
        for (int q = 0; q < Nfq; q++) {
            double L[4] = {0};
            for (int i = 0; i < 3; i++) L[nd_orders[o][i]] = rule->face[3 * q + i];
            for (int c = 0; c < 3; c++) r[c * Nfq + q] = 2 * L[c + 1] - 1;
        }
        TRY(nd_interpolation(elem, Nfq, r, r + Nfq, r + 2 * Nfq, rule->face_V + o * Nfq * rule->Np));
    }
done:
    free(r);
    return status;
}

/* 2 N suffices for the order of convergence, and N + 2 (p - 1) for constant fields to stay constant; fluxes are not
 * polynomials. */
static int degree_on_faces(int N, int order)
{
    return N > 2 * (order - 1) ? 2 * N : N + 2 * (order - 1);
}

int nd_curved_face_count(int N, int order)
{
    return nd_triangle_symmetric(degree_on_faces(N, order), NULL, NULL);
}

/* M has degree 2 N + 3 (p - 1). */
int nd_curved_rule_init(struct nd_curved_rule *rule, const struct nd_elem *elem, int order)
{
    int status = 0;
    const int N = elem->N, n = (2 * N + 3 * (order - 1)) / 2 + 1;
    double *r = NULL;
    *rule = (struct nd_curved_rule){
        .order = order, .points = nd_curved_points(order), .Np = elem->Np, .Nq = n * n * n};
    ALLOC(r, 3 * rule->Nq);
    ALLOC(rule->w, rule->Nq);
    TRY(volume_points(n, r, r + rule->Nq, r + 2 * rule->Nq, rule->w));
    TRY(tabulate(rule, elem, r, r + rule->Nq, r + 2 * rule->Nq));
    TRY(face_points(rule, degree_on_faces(N, order)));
    TRY(tabulate_faces(rule, elem));
done:
    free(r);
    if (status) nd_curved_rule_clear(rule);
    return status;
}

void nd_curved_rule_clear(struct nd_curved_rule *rule)
{
    free(rule->w);
    free(rule->V);
    for (int c = 0; c < 3; c++) {
        free(rule->D[c]);
        free(rule->map[c]);
    }
    free(rule->face);
    free(rule->face_w);
    free(rule->face_V);
    *rule = (struct nd_curved_rule){0};
}

/* JG[i]: J times the gradient of reference coordinate i. Returns J. */
static double gradients(double along[3][3], double JG[3][3])
{
    for (int i = 0; i < 3; i++) {
        const double *a = along[(i + 1) % 3], *b = along[(i + 2) % 3];
        for (int c = 0; c < 3; c++)
            JG[i][c] = a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
    }
    return along[0][0] * JG[0][0] + along[0][1] * JG[0][1] + along[0][2] * JG[0][2];
}

/* JG at a point of the rule; returns J. */
static double geometry_at(const struct nd_curved_rule *rule, const double *shape, int q, double JG[3][3])
{
    double along[3][3] = {{0}};
    for (int i = 0; i < 3; i++)
        for (int m = 0; m < rule->points; m++)
            for (int c = 0; c < 3; c++) along[i][c] += rule->map[i][q * rule->points + m] * shape[3 * m + c];
    return gradients(along, JG);
}

double nd_curved_mass(const struct nd_curved_rule *rule, const double *shape, const double *d)
{
    double sum = 0, JG[3][3];
    for (int q = 0; q < rule->Nq; q++) {
        double value = 0;
        for (int n = 0; n < rule->Np; n++) value += rule->V[q * rule->Np + n] * d[n];
        sum += rule->w[q] * geometry_at(rule, shape, q, JG) * value * value;
    }
    return sum;
}

#define POINTS 64 /* whose functions are in the cache at a time */

static void skew(int Np, double *S)
{
    for (int n = 0; n < Np; n++)
        for (int m = 0; m <= n; m++) {
            const double half = (S[n * Np + m] - S[m * Np + n]) / 2;
            S[n * Np + m] = half;
            S[m * Np + n] = -half;
        }
}

/* row[q] = the values of all functions at point q of a rule, times weight[q * stride]. */
static void weigh(const struct nd_curved_rule *rule, int points, const double *V, const double *weight,
                  int stride, double *row)
{
    for (int q = 0; q < points; q++)
        for (int n = 0; n < rule->Np; n++) row[q * rule->Np + n] = weight[q * stride] * V[q * rule->Np + n];
}

/* row: derivatives along axis c of all functions at the points from q on, times J and their weights. */
static void derive(const struct nd_curved_rule *rule, double (*JG)[3][3], int q, int points, int c,
                   double *row)
{
    const int Np = rule->Np;
    for (int i = 0; i < points; i++) {
        const double *r = rule->D[0] + (q + i) * Np, *s = rule->D[1] + (q + i) * Np,
                     *t = rule->D[2] + (q + i) * Np, w = rule->w[q + i], wr = w * JG[q + i][0][c],
                     ws = w * JG[q + i][1][c], wt = w * JG[q + i][2][c];
        for (int n = 0; n < Np; n++) row[i * Np + n] = wr * r[n] + ws * s[n] + wt * t[n];
    }
}

int nd_curved_matrices(const struct nd_curved_rule *rule, const double *shape, double *M, double *K,
                       double *Jw)
{
    int status = 0;
    const int Np = rule->Np, Nq = rule->Nq;
    double *row = NULL, (*JG)[3][3] = NULL;
    ALLOC(row, POINTS * Np);
    ALLOC(JG, Nq);
    memset(M, 0, (size_t)(Np * Np) * sizeof *M);
    memset(K, 0, 3 * (size_t)(Np * Np) * sizeof *K);
    for (int q = 0; q < Nq; q++) Jw[q] = rule->w[q] * geometry_at(rule, shape, q, JG[q]);
    for (int q = 0; q < Nq; q += POINTS) {
        const int points = q + POINTS < Nq ? POINTS : Nq - q;
        const double *V = rule->V + q * Np;
        weigh(rule, points, V, Jw + q, 1, row);
        nd_add_products(Np, points, V, row, M);
        for (int c = 0; c < 3; c++) {
            derive(rule, JG, q, points, c, row);
            nd_add_products(Np, points, V, row, K + c * Np * Np);
        }
    }
    for (int c = 0; c < 3; c++) skew(Np, K + c * Np * Np);
done:
    free(row);
    free(JG);
    return status;
}

static int opposite(const int vertex[3])
{
    return 6 - vertex[0] - vertex[1] - vertex[2];
}

void nd_curved_area(int order, const double *shape, const double L[4], int without, double n[3])
{
    double x[3], along[3][3], JG[3][3];
    nd_curved_map(order, shape, L, x, along);
    gradients(along, JG);
    for (int c = 0; c < 3; c++) n[c] = without ? -JG[without - 1][c] : JG[0][c] + JG[1][c] + JG[2][c];
}

double nd_curved_face_area(const struct nd_mesh *mesh, nd_idx k, const int corner[3])
{
    static const double x[5] = {0.046910077030668, 0.2307653449471585, 0.5, 0.7692346550528415,
                                0.953089922969332},
                        w[5] = {0.1184634425280945, 0.2393143352496832, 0.2844444444444444,
                                0.2393143352496832, 0.1184634425280945};
    const double *shape = nd_curved_shape(mesh, k);
    const int without = 6 - corner[0] - corner[1] - corner[2];
    double sum = 0;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++) {
            double L[4] = {0}, n[3];
            L[corner[1]] = x[i], L[corner[2]] = x[j] * (1 - x[i]),
            L[corner[0]] = 1 - L[corner[1]] - L[corner[2]];
            nd_curved_area(mesh->curved_order, shape, L, without, n);
            sum += 4 * w[i] * w[j] * (1 - x[i]) * sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        }
    return sum;
}

void nd_curved_normals(const struct nd_curved_rule *rule, const double *shape, const int vertex[3],
                       double *out)
{
    for (int q = 0; q < rule->Nfq; q++) {
        double L[4] = {0}, n[3];
        for (int i = 0; i < 3; i++) L[vertex[i]] = rule->face[3 * q + i];
        nd_curved_area(rule->order, shape, L, opposite(vertex), n);
        const double size = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int c = 0; c < 3; c++) out[4 * q + c] = n[c] / size;
        out[4 * q + 3] = size * rule->face_w[q];
    }
}

void nd_curved_face_points(const struct nd_curved_rule *rule, const double *shape, const int vertex[3],
                           double *x)
{
    for (int q = 0; q < rule->Nfq; q++) {
        double L[4] = {0};
        for (int i = 0; i < 3; i++) L[vertex[i]] = rule->face[3 * q + i];
        nd_curved_map(rule->order, shape, L, x + 3 * q, NULL);
    }
}

int nd_curved_face_mass(const struct nd_curved_rule *rule, const double *shape, double *F)
{
    int status = 0;
    const int Np = rule->Np;
    double *n = NULL, *row = NULL;
    ALLOC(n, 4 * rule->Nfq);
    ALLOC(row, rule->Nfq * Np);
    memset(F, 0, (size_t)(Np * Np) * sizeof *F);
    for (int f = 0; f < 4; f++) {
        const double *V = face_table(rule, face_vertex[f]);
        nd_curved_normals(rule, shape, face_vertex[f], n);
        weigh(rule, rule->Nfq, V, n + 3, 4, row);
        nd_add_products(Np, rule->Nfq, V, row, F);
    }
done:
    free(n);
    free(row);
    return status;
}

int nd_curved_add_faces(const struct nd_curved_rule *rule, const double *shape, int vertex[4][3], double *K)
{
    int status = 0;
    const int Np = rule->Np;
    double *n = NULL, *row = NULL;
    ALLOC(n, 4 * rule->Nfq);
    ALLOC(row, rule->Nfq * Np);
    for (int f = 0; f < 4; f++) {
        const double *V = face_table(rule, vertex[f]);
        nd_curved_normals(rule, shape, vertex[f], n);
        for (int q = 0; q < rule->Nfq; q++)
            for (int c = 0; c < 3; c++) n[4 * q + c] *= 0.5 * n[4 * q + 3];
        for (int c = 0; c < 3; c++) {
            weigh(rule, rule->Nfq, V, n + c, 4, row);
            nd_add_products(Np, rule->Nfq, V, row, K + c * Np * Np);
        }
    }
done:
    free(n);
    free(row);
    return status;
}

int nd_curved_reference(const struct nd_curved_rule *rule, double *M, double *K, double *F)
{
    int status = 0;
    const int Np = rule->Np, Nq = rule->Nq, most = Nq > rule->Nfq ? Nq : rule->Nfq;
    double *row = NULL;
    ALLOC(row, most * Np);
    memset(M, 0, (size_t)(Np * Np) * sizeof *M);
    memset(K, 0, 3 * (size_t)(Np * Np) * sizeof *K);
    memset(F, 0, 4 * (size_t)(Np * Np) * sizeof *F);
    weigh(rule, Nq, rule->V, rule->w, 1, row);
    nd_add_products(Np, Nq, row, rule->V, M);
    for (int c = 0; c < 3; c++) {
        nd_add_products(Np, Nq, row, rule->D[c], K + c * Np * Np);
        skew(Np, K + c * Np * Np);
    }
    for (int f = 0; f < 4; f++) {
        const double *V = face_table(rule, face_vertex[f]);
        weigh(rule, rule->Nfq, V, rule->face_w, 1, row);
        nd_add_products(Np, rule->Nfq, V, row, F + f * Np * Np);
    }
done:
    free(row);
    return status;
}
