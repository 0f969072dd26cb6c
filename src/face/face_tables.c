/* Tables of face terms that depend on the order and the basis alone. */
#include <math.h>
#include <string.h>
#include "face/face_term.h"

#define SAME 1e-9 /* of barycentric coordinates */

static const int opposite[4] = {3, 2, 0, 1};

/* number[4][Nfp]: the numbers of a field that belong to points on each face. */
static int find_numbers(const struct nd_elem *elem, const double *points, int32_t *number)
{
    int status = 0;
    for (int f = 0; f < 4; f++) {
        int found = 0;
        for (int n = 0; n < elem->Np; n++)
            if (points[opposite[f] * elem->Np + n] < SAME && found++ < elem->Nfp)
                number[f * elem->Nfp + found - 1] = n;
        if (found != elem->Nfp) FAIL(NUDGE_EINTERNAL, "%d numbers on face %d, not %d", found, f, elem->Nfp);
    }
done:
    return status;
}

/* The number of another element at a point of a face. corner: its vertices at those of the face. */
static int find_there(const struct nd_elem *elem, const double *points, int f, const int corner[3], int n)
{
    for (int m = 0; m < elem->Np; m++) {
        double off = 0;
        for (int i = 0; i < 3; i++)
            off = fmax(off,
                       fabs(points[corner[i] * elem->Np + m] - points[nd_face_vertex[f][i] * elem->Np + n]));
        if (off < SAME) return m;
    }
    return -1;
}

static int fill_lists(const struct nd_elem *elem, const double *points, const int32_t *number, int32_t *list)
{
    int status = 0;
    for (int f = 0; f < 4; f++)
        for (int i = 0; i < 64; i++) {
            const int corner[3] = {i / 16, i / 4 % 4, i % 4};
            if (corner[0] == corner[1] || corner[1] == corner[2] || corner[0] == corner[2]) continue;
            int32_t *own = list + (size_t)nd_face_list(f, corner) * (size_t)elem->Nfp;
            for (int j = 0; j < elem->Nfp; j++) {
                own[j] = find_there(elem, points, f, corner, number[f * elem->Nfp + j]);
                if (own[j] < 0) FAIL(NUDGE_EINTERNAL, "points of two elements on a face differ");
            }
        }
done:
    return status;
}

/* matrix[4 Nfp][Np]: from numbers on faces to numbers of the element. from: [Np][Np], from nodal values. */
static int fill_LIFT(const struct nd_operator *op, const struct nd_elem *elem, const int32_t *number,
                     double *matrix)
{
    int status = 0;
    const int Np = elem->Np, Nfp = elem->Nfp, columns = 4 * Nfp;
    double *from = NULL, *lift = NULL, *weight = NULL;
    ALLOC(from, Np * Np);
    ALLOC(lift, Np * columns);
    ALLOC(weight, Np);
    TRY(op->plan->variant->basis->from_nodal(op, elem, from));
    for (int n = 0; n < Np; n++)
        for (int m = 0; m < Np; m++)
            for (int k = 0; k < columns; k++)
                lift[n * columns + k] += from[n * Np + m] * elem->LIFT[m * columns + k];
    for (int k = 0; k < columns; k++) {
        const int node = elem->Fmask[k];
        const double r = elem->r[node], s = elem->s[node], t = elem->t[node],
                     L[4] = {-(1 + r + s + t) / 2, (1 + r) / 2, (1 + s) / 2, (1 + t) / 2};
        TRY(op->plan->variant->basis->weights(op, elem, L, weight));
        for (int j = 0; j < Nfp; j++)
            for (int n = 0; n < Np; n++)
                matrix[(k / Nfp * Nfp + j) * Np + n] +=
                    lift[n * columns + k] * weight[number[k / Nfp * Nfp + j]];
    }
done:
    free(from);
    free(lift);
    free(weight);
    return status;
}

/* matrix[4][Nfp][Nfp]: the integral over each face of the reference element, whose area is 2, of the product of two
 * traces given by their numbers. */
static int fill_mass(const struct nd_operator *op, const struct nd_elem *elem, const int32_t *number, double *matrix)
{
    int status = 0;
    const int Np = elem->Np, Nfp = elem->Nfp, columns = 4 * Nfp;
    double *to_nodes = NULL, *half = NULL, *weight = NULL;
    ALLOC(to_nodes, Nfp * Nfp);
    ALLOC(half, Nfp * Nfp);
    ALLOC(weight, Np);
    for (int f = 0; f < 4; f++) {
        double *own = matrix + f * Nfp * Nfp;
        memset(half, 0, (size_t)(Nfp * Nfp) * sizeof *half);
        for (int i = 0; i < Nfp; i++) {
            const int node = elem->Fmask[f * Nfp + i];
            const double r = elem->r[node], s = elem->s[node], t = elem->t[node],
                         L[4] = {-(1 + r + s + t) / 2, (1 + r) / 2, (1 + s) / 2, (1 + t) / 2};
            TRY(op->plan->variant->basis->weights(op, elem, L, weight));
            for (int j = 0; j < Nfp; j++) to_nodes[i * Nfp + j] = weight[number[f * Nfp + j]];
        }
        for (int i = 0; i < Nfp; i++) /* row i of M LIFT, times to_nodes */
            for (int k = 0; k < Nfp; k++) {
                double mass = 0;
                for (int m = 0; m < Np; m++)
                    mass += elem->M[elem->Fmask[f * Nfp + i] * Np + m] * elem->LIFT[m * columns + f * Nfp + k];
                for (int j = 0; j < Nfp; j++) half[i * Nfp + j] += mass * to_nodes[k * Nfp + j];
            }
        for (int i = 0; i < Nfp; i++)
            for (int k = 0; k < Nfp; k++)
                for (int j = 0; j < Nfp; j++) own[k * Nfp + j] += to_nodes[i * Nfp + k] * half[i * Nfp + j];
    }
done:
    free(to_nodes);
    free(half);
    free(weight);
    return status;
}

static int upload_ints(struct nd_rhs *rhs, struct nd_buffer *to, const int32_t *from, size_t n)
{
    int status = 0;
    TRY(nd_device_alloc(rhs->device, to, n * sizeof *from));
    TRY(rhs->device->backend->write(rhs->device, to, 0, from, n * sizeof *from));
done:
    return status;
}

int nd_face_tables(struct nd_face_term *term, const struct nd_elem *elem)
{
    int status = 0;
    struct nd_rhs *rhs = term->rhs;
    const struct nd_operator op = nd_rhs_operator(rhs);
    const size_t Np = (size_t)elem->Np, Nfp = (size_t)elem->Nfp;
    double *points = NULL, *matrix = NULL, *mass = NULL;
    int32_t *number = NULL, *list = NULL;
    ALLOC(points, 4 * Np);
    ALLOC(matrix, 4 * Nfp * Np);
    ALLOC(number, 4 * Nfp);
    ALLOC(list, ND_FACE_LISTS_MOST * Nfp);
    TRY(rhs->plan.variant->basis->points(&op, elem, points));
    TRY(find_numbers(elem, points, number));
    TRY(fill_lists(elem, points, number, list));
    TRY(fill_LIFT(&op, elem, number, matrix));
    TRY(upload_ints(rhs, &term->number, number, 4 * Nfp));
    TRY(upload_ints(rhs, &term->list, list, ND_FACE_LISTS_MOST * Nfp));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &term->LIFT, matrix, 4 * Nfp * Np));
    ALLOC(mass, 4 * Nfp * Nfp);
    if (term->aux) TRY(fill_mass(&op, elem, number, mass));
    if (term->aux) TRY(nd_transfer_reals(rhs->device, rhs->real, &term->mass, mass, 4 * Nfp * Nfp));
done:
    free(points);
    free(matrix);
    free(mass);
    free(number);
    free(list);
    return status;
}
