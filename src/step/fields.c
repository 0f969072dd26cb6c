#include "step/fields.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/sum.h"
#include "base/format.h"
#include "base/work.h"
#include "comm/comm.h"
#include "mesh/curved.h"
#include "problem/expr.h"
#include "step/curved.h"

static nd_idx count_elements(const struct nd_expressions *at)
{
    return at->element ? at->n : at->mesh->K;
}

/* Evaluates elements first ... last - 1 of the list with an expression object of this thread's own. */
static int evaluate_range(const struct nd_expressions *at, const char *text, nd_idx first, nd_idx last,
                          double *values)
{
    int status = 0;
    const struct nd_mesh *mesh = at->mesh;
    const struct nd_elem *elem = at->elem;
    struct nd_expr *expr = NULL;
    double *x = NULL;
    const int Np = elem->Np;
    TRY(nd_expr_create(&expr, text, at->timed));
    ALLOC(x, 3 * Np);
    for (nd_idx i = first; i < last; i++) {
        double v[ND_VARIABLES], c[3];
        const nd_idx k = at->element ? at->element[i] : i;
        nd_geometry_nodes(mesh, elem, k, x, x + Np, x + 2 * Np);
        nd_geometry_centroid(mesh, k, c);
        v[ND_XC] = c[0], v[ND_YC] = c[1], v[ND_ZC] = c[2], v[ND_T] = at->t;
        for (int n = 0; n < Np; n++) {
            v[ND_X] = x[n], v[ND_Y] = x[Np + n], v[ND_Z] = x[2 * Np + n];
            TRY(nd_expr_eval(expr, v, &values[(int64_t)i * Np + n]));
        }
    }
done:
    nd_expr_destroy(expr);
    free(x);
    return status;
}

int nd_fields_evaluate(const struct nd_expressions *at, const char *field, double *values)
{
    int status = 0, worst = 0;
    const nd_idx all = count_elements(at);
    const struct nd_pair *pair = NULL;
    char message[1024] = "", where[512];
    enum { PIECE = 256 };
    memset(values, 0, (size_t)all * (size_t)at->elem->Np * sizeof *values);
    for (int i = 0; i < at->pairs->n; i++)
        if (!strcmp(at->pairs->at[i].name, field)) pair = &at->pairs->at[i];
    if (!pair) return 0;
#pragma omp parallel for schedule(static)
    for (nd_idx piece = 0; piece < (all + PIECE - 1) / PIECE; piece++) {
        const nd_idx first = piece * PIECE, last = all - first < PIECE ? all : first + PIECE;
        int stop;
#pragma omp atomic read
        stop = worst;
        int failed = stop ? 0 : nd_work("evaluating fields", (double)first / all);
        if (!stop && !failed) failed = evaluate_range(at, pair->value, first, last, values);
        if (failed) {
            /* Error messages are per thread: pass the first one on. */
#pragma omp critical
            if (!message[0]) {
#pragma omp atomic write
                worst = failed;
                nd_format(message, sizeof message, "%s", nudge_error());
            }
        }
    }
    if (worst) FAIL(worst, "%s: %s: %s", nd_problem_where(at->problem, pair->line, where), field, message);
done:
    return status;
}

/* The sum over elements, those of other ranks too, of J |invV d|^2; invV takes nodal values to an orthonormal
 * basis. */
static int norm2(const struct nd_expressions *at, const struct nd_curved_rule *rule, const double *d,
                 double *sum_of_all)
{
    struct nd_sum sum = {0}; /* exact: the same for any number of threads and ranks */
    const int Np = at->elem->Np;
    const double *invV = at->elem->invV;
#pragma omp parallel
    {
        struct nd_sum part = {0};
#pragma omp for schedule(static)
        for (nd_idx k = 0; k < at->n; k++) {
            double G[9], J, own = 0;
            const double *shape = nd_curved_shape(at->mesh, at->element[k]);
            nd_geometry_metric(at->mesh, at->element[k], G, &J);
            if (shape) {
                nd_sum_add(&part, nd_curved_mass(rule, shape, d + (int64_t)k * Np));
                continue;
            }
            for (int i = 0; i < Np; i++) {
                double c = 0;
                for (int n = 0; n < Np; n++) c += invV[i * Np + n] * d[(int64_t)k * Np + n];
                own += c * c;
            }
            nd_sum_add(&part, J * own);
        }
#pragma omp critical
        nd_sum_merge(&sum, &part);
    }
    const int status = nd_comm_sum(&sum, 1);
    *sum_of_all = nd_sum_value(&sum);
    return status;
}

/* Adds the squares of two norms: of the exact field, and of its error. exact and got: scratch. What fails on one rank
 * fails on all of them. */
static int add_field(struct nd_rhs *rhs, const struct nd_expressions *at, int f, double *exact, double *got,
                     double sums[2])
{
    int status = 0;
    double size = 0, off = 0;
    const struct nd_curved_rule *rule = rhs->curved ? &rhs->curved->rule : NULL;
    status = nd_fields_evaluate(at, rhs->recipe.law->fields.at[f], exact);
    if (!status) status = nd_rhs_get_own(rhs, 0, f, got);
    TRY(nd_comm_agree(status));
    for (size_t i = 0; i < (size_t)at->n * (size_t)at->elem->Np; i++) got[i] -= exact[i];
    TRY(norm2(at, rule, exact, &size));
    TRY(norm2(at, rule, got, &off));
    sums[0] += size, sums[1] += off;
done:
    return status;
}

static int make_scratch(size_t n, double **a, double **b)
{
    int status = 0;
    ALLOC(*a, n);
    ALLOC(*b, n);
done:
    return status;
}

int nd_fields_error(struct nd_rhs *rhs, const struct nd_expressions *at, double *error, int *absolute)
{
    int status = 0;
    struct nd_expressions own = *at;
    nd_idx *element = NULL;
    double *exact = NULL, *got = NULL, sums[2] = {0};
    status = nd_share_list(rhs->share, at->mesh->K, &element, &own.n);
    own.element = element;
    if (!status) status = make_scratch((size_t)own.n * (size_t)at->elem->Np, &exact, &got);
    TRY(nd_comm_agree(status));
    for (int f = 0; f < rhs->layout.fields; f++) TRY(add_field(rhs, &own, f, exact, got, sums));
    *absolute = !(sums[0] > 0);
    *error = sqrt(*absolute ? sums[1] : sums[1] / sums[0]);
done:
    free(element);
    free(exact);
    free(got);
    return status;
}
