/* Matrices of curved elements on the device, and the ratio of their rates to those of straight ones. */
#include <math.h>
#include <string.h>
#include "base/work.h"
#include "elem/geometry.h"
#include "layout/ordered.h"
#include "mesh/curved.h"
#include "part/order.h"
#include "step/curved.h"

/* Scratch of one thread. */
struct scratch {
    double *shape, *M, *K, *F, *inverse, *Jw;
};

static void scratch_clear(struct scratch *s)
{
    free(s->shape);
    free(s->M);
    free(s->K);
    free(s->F);
    free(s->inverse);
    free(s->Jw);
}

static int scratch_init(struct scratch *s, const struct nd_curved_rule *rule)
{
    int status = 0;
    const int Np = rule->Np;
    *s = (struct scratch){0};
    ALLOC(s->shape, 3 * rule->points);
    ALLOC(s->M, Np * Np);
    ALLOC(s->K, 3 * Np * Np);
    ALLOC(s->F, Np * Np);
    ALLOC(s->inverse, Np * Np);
    ALLOC(s->Jw, rule->Nq);
done:
    return status;
}

/* Matrices of the shape in s->shape, and its rates. */
static int measure(const struct nd_curved_rule *rule, struct scratch *s, double rate[2])
{
    int status = 0;
    TRY(nd_curved_matrices(rule, s->shape, s->M, s->K, s->Jw));
    TRY(nd_inverse_positive(rule->Np, s->M, s->inverse));
    TRY(nd_curved_face_mass(rule, s->shape, s->F));
    TRY(nd_curved_rates(rule->Np, s->inverse, s->K, s->F, rate));
done:
    return status;
}

/* Matrices of the reference element, from which those of straight ones follow. */
struct reference {
    double *inverse, *K, *F; /* [Np][Np], [3][Np][Np], [4][Np][Np] */
};

static int reference_init(struct reference *r, const struct nd_curved_rule *rule)
{
    int status = 0;
    const int Np = rule->Np;
    double *M = NULL;
    ALLOC(M, Np * Np);
    ALLOC(r->inverse, Np * Np);
    ALLOC(r->K, 3 * Np * Np);
    ALLOC(r->F, 4 * Np * Np);
    TRY(nd_curved_reference(rule, M, r->K, r->F));
    TRY(nd_inverse_positive(Np, M, r->inverse));
done:
    free(M);
    return status;
}

static void reference_clear(struct reference *r)
{
    free(r->inverse);
    free(r->K);
    free(r->F);
}

/* Rates of the straight element with the same vertices, in units of length of the kernels. */
static int straight_rates(const struct nd_curved *curved, const struct reference *r,
                          const struct nd_mesh *mesh, nd_idx k, struct scratch *s, double rate[2])
{
    const int Np = curved->rule.Np, n = Np * Np;
    const double unit = curved->rhs->unit;
    double G[9], J, normal[4][3], Fscale[4];
    nd_geometry_metric(mesh, k, G, &J);
    nd_geometry_faces(G, normal, Fscale);
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < n; i++)
            s->K[c * n + i] = unit * (G[c] * r->K[i] + G[3 + c] * r->K[n + i] + G[6 + c] * r->K[2 * n + i]);
    for (int i = 0; i < n; i++)
        s->F[i] = unit * (Fscale[0] * r->F[i] + Fscale[1] * r->F[n + i] + Fscale[2] * r->F[2 * n + i] +
                          Fscale[3] * r->F[3 * n + i]);
    return nd_curved_rates(Np, r->inverse, s->K, s->F, rate);
}

/* What the matrices of all elements become: numbers of the stage from nodal values, and back. */
struct basis {
    unsigned char *nodes, *order;
    int nodal;           /* they are nodal values */
    double *P, *inverse; /* P by columns, and its inverse by rows */
};

static void transpose(int n, double *A)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            const double kept = A[i * n + j];
            A[i * n + j] = A[j * n + i];
            A[j * n + i] = kept;
        }
}

static int basis_init(struct basis *b, struct nd_rhs *rhs, const struct nd_elem *elem)
{
    int status = 0;
    const struct nd_operator op = nd_rhs_operator(rhs);
    b->nodal = !rhs->plan.variant->basis->change;
    ALLOC(b->nodes, 24 * elem->Np);
    ALLOC(b->order, rhs->layout.slots);
    ALLOC(b->P, elem->Np * elem->Np);
    ALLOC(b->inverse, elem->Np * elem->Np);
    nd_order_nodes(elem->N, b->nodes);
    TRY(rhs->plan.variant->basis->orders(&op, b->order));
    TRY(rhs->plan.variant->basis->from_nodal(&op, elem, b->P));
    TRY(nd_inverse(elem->Np, b->P, b->inverse));
    transpose(elem->Np, b->P);
done:
    return status;
}

static void basis_clear(struct basis *b)
{
    free(b->nodes);
    free(b->order);
    free(b->P);
    free(b->inverse);
}

/* A becomes B^T A B. room: [n][n]. */
static void congruent(int n, const double *B, double *A, double *room)
{
    const size_t bytes = (size_t)(n * n) * sizeof *A;
    memset(room, 0, bytes);
    nd_add_products(n, n, A, B, room);
    memset(A, 0, bytes);
    nd_add_products(n, n, room, B, A);
}

static void put_real(size_t real, char *to, size_t at, double value)
{
    if (real == 4)
        ((float *)to)[at] = (float)value;
    else
        ((double *)to)[at] = value;
}

/* Reals of the matrices of one element. */
static size_t matrix_reals(const struct nd_curved *curved)
{
    const size_t Np = (size_t)curved->rule.Np;
    return curved->form.lanes ? 2 * Np * (Np + 1) : 4 * Np * Np;
}

/* Where number c of D_x, D_y, D_z and W of the i-th element is; in lanes, of K_x, K_y, K_z and W, column <= row. */
static size_t place_of(const struct nd_curved *curved, nd_idx i, int c, int row, int column)
{
    const size_t Np = (size_t)curved->rule.Np, L = (size_t)curved->form.lanes, k = (size_t)i;
    const size_t r = (size_t)row, j = (size_t)column, d = (size_t)c, at = r * (r + 1) / 2 + j;
    if (!L) return k * matrix_reals(curved) + (j * Np + r) * 4 + d;
    return (k / L * matrix_reals(curved) + (c < 3 ? 3 * at + d : 3 * Np * (Np + 1) / 2 + at)) * L + k % L;
}

/* D_c and W of curved.knl in the basis of the stage, or K_c and W of curved_simd.knl. i: the element, in the list. */
static int to_stage_basis(const struct nd_curved *curved, const struct basis *b, nd_idx i,
                          const struct scratch *s, char *to)
{
    int status = 0;
    const int Np = curved->rule.Np, lanes = curved->form.lanes;
    const unsigned char *node = b->nodes + b->order[curved->rhs->slot[curved->element[i]]] * Np;
    double *W = NULL, *one = NULL, *two = NULL;
    ALLOC(W, Np * Np);
    ALLOC(one, Np * Np);
    ALLOC(two, Np * Np);
    for (int c = 3; c >= 0; c--) { /* with numbers P q: P W P^T, and P^-T K P^-1 */
        const double *from = c < 3 ? s->K + c * Np * Np : s->inverse;
        for (int n = 0; n < Np; n++)
            for (int j = 0; j < Np; j++) one[n * Np + j] = from[node[n] * Np + node[j]];
        if (!b->nodal) congruent(Np, c < 3 ? b->inverse : b->P, one, two);
        if (c == 3)
            memcpy(W, one, (size_t)(Np * Np) * sizeof *W);
        else if (!lanes) {
            memcpy(two, one, (size_t)(Np * Np) * sizeof *two);
            memset(one, 0, (size_t)(Np * Np) * sizeof *one);
            nd_add_products(Np, Np, W, two, one);
        }
        for (int n = 0; n < Np; n++)
            for (int j = 0; j < (lanes ? n + 1 : Np); j++)
                put_real(curved->rhs->real, to, place_of(curved, i, c, n, j), one[n * Np + j]);
    }
done:
    free(W);
    free(one);
    free(two);
    return status;
}

/* Results of make_element, for all elements of this rank. */
struct made {
    struct basis basis;
    struct reference reference;
    char *reals; /* [n][4 Np Np] as the device has them */
    double *Jw;  /* [n][Nq] */
};

/* i: in the mesh's list. */
static int make_element(struct nd_curved *curved, const struct nd_setup *setup, nd_idx i, struct scratch *s,
                        struct made *made)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    const struct nd_curved_rule *rule = &curved->rule;
    const struct nd_rhs *rhs = curved->rhs;
    const nd_idx k = mesh->curved[i];
    const size_t Nq = (size_t)rule->Nq;
    const double *shape = mesh->shape + 3 * (size_t)i * (size_t)rule->points;
    double bent[2], straight[2];
    int mine[4][3], theirs[3];
    for (int m = 0; m < 3 * rule->points; m++) s->shape[m] = shape[m] / rhs->unit;
    TRY(measure(rule, s, bent));
    if (nd_share_has(rhs->share, k)) {
        const nd_idx own = nd_curved_place(curved, k);
        for (int f = 0; f < 4; f++) nd_curved_corners(setup->connect, setup->mesh, k, f, mine[f], theirs);
        if (!curved->form.lanes) TRY(nd_curved_add_faces(rule, s->shape, mine, s->K));
        TRY(to_stage_basis(curved, &made->basis, own, s, made->reals));
        memcpy(made->Jw + (size_t)own * Nq, s->Jw, Nq * sizeof *s->Jw);
    }
    TRY(straight_rates(curved, &made->reference, mesh, k, s, straight));
    curved->rate[k] = fmax(1, fmax(bent[0] / straight[0], bent[1] / straight[1]));
done:
    return status;
}

static int make_all(struct nd_curved *curved, const struct nd_setup *setup, struct made *made)
{
    int status = 0, worst = 0;
    const nd_idx n = setup->mesh->Ncurved;
#pragma omp parallel
    {
        struct scratch s;
        int failed = scratch_init(&s, &curved->rule);
#pragma omp for schedule(dynamic, 8)
        for (nd_idx i = 0; i < n; i++) {
            if (!failed) failed = nd_work("curved elements", (double)i / n);
            if (!failed) failed = make_element(curved, setup, i, &s, made);
        }
        scratch_clear(&s);
#pragma omp critical
        if (failed) worst = failed;
    }
    if (worst) FAIL(worst, "the matrices of the curved elements could not be made");
done:
    return status;
}

int nd_curved_make_matrices(struct nd_curved *curved, const struct nd_setup *setup)
{
    int status = 0;
    struct nd_rhs *rhs = curved->rhs;
    const size_t n = (size_t)curved->n, Np = (size_t)setup->elem->Np, Nq = (size_t)curved->rule.Nq,
                 bytes = (size_t)nd_curved_rounded(curved) * matrix_reals(curved) * rhs->real;
    struct made made = {0};
    TRY(basis_init(&made.basis, rhs, setup->elem));
    TRY(reference_init(&made.reference, &curved->rule));
    ALLOC(made.reals, bytes);
    ALLOC(made.Jw, n * Nq);
    TRY(make_all(curved, setup, &made));
    if (!n) goto done;
    TRY(nd_device_alloc(rhs->device, &curved->matrix, bytes));
    TRY(rhs->device->backend->write(rhs->device, &curved->matrix, 0, made.reals, bytes));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &curved->Jw, made.Jw, n * Nq));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &curved->V, curved->rule.V, Nq * Np));
done:
    basis_clear(&made.basis);
    reference_clear(&made.reference);
    free(made.reals);
    free(made.Jw);
    return status;
}
