/* Between nodal values along x, y, z and Bernstein coefficients along the element's edges. */
#include <math.h>
#include <string.h>
#include "kernel/bernstein/lattice.h"
#include "kernel/bernstein/bernstein.h"
#include "kernel/bernstein/local_basis.h"

static size_t element_reals(const struct nd_plan *plan, const struct nd_layout *layout)
{
    (void)layout;
    return (size_t)plan->number[ND_STATE];
}

static size_t array_reals(const struct nd_plan *plan, const struct nd_layout *layout)
{
    return (size_t)layout->slots * (size_t)plan->number[ND_STATE];
}

static int change(const struct nd_operator *op, int to_nodes, const struct nd_change *what)
{
    int residual = what->residual;
    const struct nd_buffer *edges = what->list ? &what->list->edges : &op->buffer[ND_EDGES],
                           *order = what->list ? &what->list->order : &op->buffer[ND_ORDER];
    const struct nd_arg args[] = {ND_ARG_BUFFER(*what->from),
                                  ND_ARG_BUFFER(*what->to),
                                  ND_ARG_BUFFER(*edges),
                                  ND_ARG_BUFFER(*order),
                                  ND_ARG_BUFFER(op->buffer[ND_NODES]),
                                  ND_ARG_BUFFER(op->buffer[to_nodes ? ND_TO_NODES : ND_FROM_NODES]),
                                  ND_ARG_SCALAR(residual)};
    return op->device->backend->launch(op->device, op->own[to_nodes].kernel,
                                       (struct nd_grid){.blocks = what->n, .threads = 64}, args, 7);
}

/* Copies the entries of a list from a buffer with `bytes` per slot. */
static int pick(const struct nd_operator *op, int from, size_t bytes, const int32_t *slot, nd_idx n,
                struct nd_buffer *to)
{
    int status = 0;
    const size_t all = (size_t)op->layout->slots * bytes;
    char *whole = NULL, *part = NULL;
    ALLOC(whole, all);
    ALLOC(part, (size_t)n * bytes);
    TRY(op->device->backend->read(op->device, whole, &op->buffer[from], 0, all));
    for (nd_idx i = 0; i < n; i++) memcpy(part + (size_t)i * bytes, whole + (size_t)slot[i] * bytes, bytes);
    TRY(nd_device_alloc(op->device, to, (size_t)n * bytes));
    TRY(op->device->backend->write(op->device, to, 0, part, (size_t)n * bytes));
done:
    free(whole);
    free(part);
    return status;
}

static int list(const struct nd_operator *op, const int32_t *slot, nd_idx n, struct nd_basis_list *list)
{
    int status = 0;
    TRY(pick(op, ND_EDGES, 9 * op->real, slot, n, &list->edges));
    TRY(pick(op, ND_ORDER, 1, slot, n, &list->order));
done:
    return status;
}

static size_t list_bytes(size_t real)
{
    return 9 * real + 1;
}

static int orders(const struct nd_operator *op, unsigned char *order)
{
    return op->device->backend->read(op->device, order, &op->buffer[ND_ORDER], 0, (size_t)op->layout->slots);
}

/* The places of the coefficients in the lattice. */
static int points(const struct nd_operator *op, const struct nd_elem *elem, double *points)
{
    const int N = elem->N, Np = elem->Np;
    unsigned char number[ND_COEFFICIENTS_MOST];
    nd_lattice_numbers(N, nd_bernstein_swizzled(op), number);
    for (int a3 = 0; a3 <= N; a3++)
        for (int a2 = 0; a2 <= N - a3; a2++)
            for (int a1 = 0; a1 <= N - a3 - a2; a1++) {
                const int a[4] = {N - a1 - a2 - a3, a1, a2, a3},
                          n = number[nd_bernstein_index(N, a1, a2, a3)];
                for (int v = 0; v < 4; v++) points[v * Np + n] = (double)a[v] / N;
            }
    return 0;
}

/* Bernstein's polynomials at the point. */
static int weights(const struct nd_operator *op, const struct nd_elem *elem, const double L[4],
                   double *weight)
{
    const int N = elem->N;
    unsigned char number[ND_COEFFICIENTS_MOST];
    nd_lattice_numbers(N, nd_bernstein_swizzled(op), number);
    for (int a3 = 0; a3 <= N; a3++)
        for (int a2 = 0; a2 <= N - a3; a2++)
            for (int a1 = 0; a1 <= N - a3 - a2; a1++) {
                const int a0 = N - a1 - a2 - a3;
                weight[number[nd_bernstein_index(N, a1, a2, a3)]] =
                    tgamma(N + 1) / (tgamma(a0 + 1) * tgamma(a1 + 1) * tgamma(a2 + 1) * tgamma(a3 + 1)) *
                    pow(L[0], a0) * pow(L[1], a1) * pow(L[2], a2) * pow(L[3], a3);
            }
    return 0;
}

/* The basis with the numbers that kernels have. */
static int find_basis(const struct nd_operator *op, const struct nd_elem *elem, double *V, double *inverse)
{
    unsigned char number[ND_COEFFICIENTS_MOST];
    nd_lattice_numbers(elem->N, nd_bernstein_swizzled(op), number);
    return nd_bernstein_basis(elem, number, V, inverse);
}

static int from_nodal(const struct nd_operator *op, const struct nd_elem *elem, double *matrix)
{
    int status = 0;
    double *V = NULL;
    ALLOC(V, elem->Np * elem->Np);
    TRY(find_basis(op, elem, V, matrix));
done:
    free(V);
    return status;
}

static int along_edges(const struct nd_law *law)
{
    return !nd_local_basis(law).cartesian;
}

const struct nd_basis nd_bernstein_local = {
    .element_reals = element_reals,
    .array_reals = array_reals,
    .change = change,
    .list = list,
    .list_bytes = list_bytes,
    .orders = orders,
    .points = points,
    .weights = weights,
    .from_nodal = from_nodal,
    .along_edges = along_edges,
};

/* A matrix by columns, [2][Np][Np]: rounded to reals, and what the rounding left. */
static int upload_matrix(const struct nd_operator *op, int which, const double *matrix, int Np)
{
    int status = 0;
    double *split = NULL;
    ALLOC(split, 2 * Np * Np);
    for (int n = 0; n < Np; n++)
        for (int k = 0; k < Np; k++) {
            const double entry = matrix[n * Np + k], rounded = op->real == 4 ? (float)entry : entry;
            split[k * Np + n] = rounded;
            split[(Np + k) * Np + n] = entry - rounded;
        }
    TRY(nd_operator_upload_reals(op, which, split, (size_t)(2 * Np * Np)));
done:
    free(split);
    return status;
}

int nd_bernstein_upload_change(const struct nd_operator *op, const struct nd_elem *elem)
{
    int status = 0;
    const int Np = elem->Np;
    double *V = NULL, *inverse = NULL;
    ALLOC(V, Np * Np);
    ALLOC(inverse, Np * Np);
    TRY(find_basis(op, elem, V, inverse));
    TRY(upload_matrix(op, ND_TO_NODES, V, Np));
    TRY(upload_matrix(op, ND_FROM_NODES, inverse, Np));
done:
    free(V);
    free(inverse);
    return status;
}

int nd_bernstein_load_change(const struct nd_operator *op)
{
    int status = 0;
    for (int to_nodes = 0; to_nodes < 2; to_nodes++) {
        struct nd_recipe recipe = *op->recipe;
        nd_plan_recipe(op->plan, ND_PASS_NONE, &recipe);
        TRY(nd_kernel_load(op->device, &recipe, to_nodes ? "to_nodes.knl" : "from_nodes.knl",
                           &op->own[to_nodes].module, &op->own[to_nodes].kernel));
    }
done:
    return status;
}
