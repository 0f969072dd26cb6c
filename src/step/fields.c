#include "step/fields.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/sum.h"
#include "base/format.h"
#include "base/work.h"
#include "problem/expr.h"

/* Evaluates elements first ... last - 1 with an expression object of this thread's own. */
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
    for (nd_idx k = first; k < last; k++) {
        double v[ND_VARIABLES], c[3];
        nd_geometry_nodes(mesh, elem, k, x, x + Np, x + 2 * Np);
        nd_geometry_centroid(mesh, k, c);
        v[ND_XC] = c[0], v[ND_YC] = c[1], v[ND_ZC] = c[2], v[ND_T] = at->t;
        for (int n = 0; n < Np; n++) {
            v[ND_X] = x[n], v[ND_Y] = x[Np + n], v[ND_Z] = x[2 * Np + n];
            TRY(nd_expr_eval(expr, v, &values[(int64_t)k * Np + n]));
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
    const struct nd_mesh *mesh = at->mesh;
    const struct nd_pair *pair = NULL;
    char message[1024] = "", where[512];
    enum { PIECE = 256 };
    memset(values, 0, (size_t)mesh->K * (size_t)at->elem->Np * sizeof *values);
    for (int i = 0; i < at->pairs->n; i++)
        if (!strcmp(at->pairs->at[i].name, field)) pair = &at->pairs->at[i];
    if (!pair) return 0;
#pragma omp parallel for schedule(static)
    for (nd_idx piece = 0; piece < (mesh->K + PIECE - 1) / PIECE; piece++) {
        const nd_idx first = piece * PIECE, last = mesh->K - first < PIECE ? mesh->K : first + PIECE;
        int stop;
#pragma omp atomic read
        stop = worst;
        int failed = stop ? 0 : nd_work("evaluating fields", (double)first / mesh->K);
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

/* The sum over elements of J |invV d|^2; invV takes nodal values to an orthonormal basis. */
static double norm2(const struct nd_mesh *mesh, const struct nd_elem *elem, const double *d)
{
    struct nd_sum sum = {0}; /* exact: the same for any number of threads */
    const int Np = elem->Np;
#pragma omp parallel
    {
        struct nd_sum part = {0};
#pragma omp for schedule(static)
        for (nd_idx k = 0; k < mesh->K; k++) {
            double G[9], J, own = 0;
            nd_geometry_metric(mesh, k, G, &J);
            for (int i = 0; i < Np; i++) {
                double c = 0;
                for (int n = 0; n < Np; n++) c += elem->invV[i * Np + n] * d[(int64_t)k * Np + n];
                own += c * c;
            }
            nd_sum_add(&part, J * own);
        }
#pragma omp critical
        nd_sum_merge(&sum, &part);
    }
    return nd_sum_value(&sum);
}

int nd_fields_error(struct nd_rhs *rhs, const struct nd_expressions *at, double *error, int *absolute)
{
    int status = 0;
    const struct nd_mesh *mesh = at->mesh;
    const struct nd_elem *elem = at->elem;
    const size_t n = (size_t)mesh->K * (size_t)elem->Np;
    double *exact = NULL, *got = NULL, size = 0, off = 0;
    ALLOC(exact, n);
    ALLOC(got, n);
    for (int f = 0; f < rhs->layout.fields; f++) {
        TRY(nd_fields_evaluate(at, rhs->recipe.law->fields.at[f], exact));
        TRY(nd_rhs_get(rhs, 0, f, got));
        size += norm2(mesh, elem, exact);
        for (size_t i = 0; i < n; i++) got[i] -= exact[i];
        off += norm2(mesh, elem, got);
    }
    *absolute = !(size > 0);
    *error = sqrt(*absolute ? off : off / size);
done:
    free(exact);
    free(got);
    return status;
}
