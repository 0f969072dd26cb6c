#include "kernel/basis.h"

#include <string.h>

static size_t element_reals(const struct nd_plan *plan, const struct nd_layout *layout)
{
    (void)plan;
    return (size_t)(layout->fields * layout->Np);
}

static size_t array_reals(const struct nd_plan *plan, const struct nd_layout *layout)
{
    (void)plan;
    return (size_t)layout->length;
}

static size_t list_bytes(size_t real)
{
    (void)real;
    return 0;
}

static int orders(const struct nd_operator *op, unsigned char *order)
{
    memset(order, 0, (size_t)op->layout->slots);
    return 0;
}

static int points(const struct nd_operator *op, const struct nd_elem *elem, double *points)
{
    const int Np = elem->Np;
    (void)op;
    for (int n = 0; n < Np; n++) {
        const double L[4] = {-(1 + elem->r[n] + elem->s[n] + elem->t[n]) / 2, (1 + elem->r[n]) / 2,
                             (1 + elem->s[n]) / 2, (1 + elem->t[n]) / 2};
        for (int v = 0; v < 4; v++) points[v * Np + n] = L[v];
    }
    return 0;
}

static int weights(const struct nd_operator *op, const struct nd_elem *elem, const double L[4],
                   double *weight)
{
    const double r = 2 * L[1] - 1, s = 2 * L[2] - 1, t = 2 * L[3] - 1;
    (void)op;
    return nd_interpolation(elem, 1, &r, &s, &t, weight);
}

static int from_nodal(const struct nd_operator *op, const struct nd_elem *elem, double *matrix)
{
    (void)op;
    for (int n = 0; n < elem->Np; n++)
        for (int m = 0; m < elem->Np; m++) matrix[n * elem->Np + m] = n == m;
    return 0;
}

static int along_edges(const struct nd_law *law)
{
    (void)law;
    return 0;
}

const struct nd_basis nd_basis_nodal = {
    .element_reals = element_reals,
    .array_reals = array_reals,
    .list_bytes = list_bytes,
    .orders = orders,
    .points = points,
    .weights = weights,
    .from_nodal = from_nodal,
    .along_edges = along_edges,
};
