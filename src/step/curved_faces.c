/* Faces of curved elements. Both sides of a curved face take the points of its integral at the same places: the vertices
 * of the face are listed in the order of the element with the lower number. Straight elements integrate theirs exactly,
 * so that a curved one lists them in its own order. */
#include <math.h>
#include <string.h>
#include "mesh/curved.h"
#include "mesh/geometry.h"
#include "part/order.h"
#include "step/curved.h"

/* behind[i]: which vertex of the face behind is the i-th of this one. The sides of a wall have common vertices. */
static void find_behind(const struct nd_connect *connect, const struct nd_mesh *mesh, size_t at, size_t back,
                        int behind[3])
{
    const nd_idx *v = mesh->EToV + at / 4 * 4, *w = mesh->EToV + back / 4 * 4;
    for (int i = 0; i < 3; i++) {
        behind[i] = nd_permutation[connect->EToP[at]][i];
        for (int j = 0; j < 3 && connect->EToB[at] >= 0; j++)
            if (w[nd_face_vertex[back % 4][j]] == v[nd_face_vertex[at % 4][i]]) behind[i] = j;
    }
}

void nd_curved_corners(const struct nd_connect *connect, const struct nd_mesh *mesh, nd_idx k, int f,
                       int mine[3], int theirs[3])
{
    const size_t at = 4 * (size_t)k + (size_t)f, back = nd_connect_neighbour(connect, at);
    const nd_idx other = (nd_idx)(back / 4);
    const int g = (int)(back % 4);
    int behind[3];
    find_behind(connect, mesh, at, back, behind);
    const int first = k < other || (k == other && f <= g) || nd_curved_index(mesh, other) < 0;
    for (int i = 0; i < 3; i++) {
        const int to = first ? i : behind[i];
        mine[to] = nd_face_vertex[f][i];
        theirs[to] = nd_face_vertex[g][behind[i]];
    }
}

/* Input of the functions below. */
struct lists {
    struct nd_curved *curved;
    const struct nd_setup *setup;
    unsigned char *order; /* [slots] the order of vertices in the stage */
    int32_t *face;        /* [n][4][4] */
    double *normal;       /* [n][4][Nfq][4] */
    int32_t *slot;        /* of all elements whose edges are wanted */
    nd_idx nslots;
};

int nd_curved_row(int order, const int vertex[3])
{
    int at[3];
    for (int i = 0; i < 3; i++)
        for (int s = 0; s < 4; s++)
            if (nd_orders[order][s] == vertex[i]) at[i] = s;
    for (int o = 0; o < 24; o++)
        if (nd_orders[o][0] == at[0] && nd_orders[o][1] == at[1] && nd_orders[o][2] == at[2]) return o;
    return 0;
}

int nd_curved_natural_rows(void)
{
    int rows = 0;
    for (int f = 0; f < 4; f++) rows |= nd_curved_row(0, nd_face_vertex[f]) << 8 * f;
    return rows;
}

/* The numbers of a face: number[24][Nfp] for a face whose vertices are the first three of nd_orders[o]; and the trace
 * [Nfq][Nfp]. */
static int make_numbers(struct lists *l, int32_t *number, double *trace)
{
    int status = 0;
    struct nd_curved *curved = l->curved;
    struct nd_rhs *rhs = curved->rhs;
    const struct nd_operator op = nd_rhs_operator(rhs);
    const struct nd_basis *basis = rhs->plan.variant->basis;
    const struct nd_elem *elem = l->setup->elem;
    const int Np = elem->Np, Nfp = elem->Nfp;
    double *points = NULL, *weight = NULL;
    int *on = NULL, n = 0;
    ALLOC(points, 4 * Np);
    ALLOC(weight, Np);
    ALLOC(on, Np);
    TRY(basis->points(&op, elem, points));
    for (int i = 0; i < Np; i++)
        if (fabs(points[3 * Np + i]) < 1e-9) on[n++] = i;
    if (n != Nfp) FAIL(NUDGE_EINTERNAL, "%d numbers on a face that has %d", n, Nfp);
    for (int o = 0; o < 24; o++)
        for (int j = 0; j < Nfp; j++) {
            double best = INFINITY;
            for (int i = 0; i < Np; i++) {
                double off = fabs(points[nd_orders[o][3] * Np + i]);
                for (int v = 0; v < 3; v++)
                    off = fmax(off, fabs(points[nd_orders[o][v] * Np + i] - points[v * Np + on[j]]));
                if (off < best) best = off, number[o * Nfp + j] = i;
            }
        }
    for (int q = 0; q < curved->rule.Nfq; q++) {
        const double *b = curved->rule.face + 3 * q, L[4] = {b[0], b[1], b[2], 0};
        TRY(basis->weights(&op, elem, L, weight));
        for (int j = 0; j < Nfp; j++) trace[q * Nfp + j] = weight[on[j]];
    }
done:
    free(points);
    free(weight);
    free(on);
    return status;
}

/* Both sides of a face must have it at the same place, or one a translation away if it is periodic. */
static int check_sides(const struct lists *l, nd_idx k, int f, const int mine[3], const int theirs[3])
{
    int status = 0;
    const struct nd_setup *setup = l->setup;
    const struct nd_mesh *mesh = setup->mesh;
    const struct nd_curved_rule *rule = &l->curved->rule;
    const nd_idx other = setup->connect->EToE[4 * (size_t)k + (size_t)f];
    const double *shape = nd_curved_shape(mesh, k), *behind = nd_curved_shape(mesh, other);
    double *x = NULL, *y = NULL, size = 0, off = 0;
    ALLOC(x, 3 * rule->Nfq);
    ALLOC(y, 3 * rule->Nfq);
    nd_curved_face_points(rule, shape, mine, x);
    const double *const V = mesh->V;
    const nd_idx *v = mesh->EToV + 4 * (size_t)k, *w = mesh->EToV + 4 * (size_t)other;
    if (behind)
        nd_curved_face_points(rule, behind, theirs, y);
    else
        for (int q = 0; q < rule->Nfq; q++)
            for (int c = 0; c < 3; c++)
                for (int i = 0; i < 3; i++)
                    y[3 * q + c] += rule->face[3 * q + i] * V[3 * (size_t)w[theirs[i]] + (size_t)c];
    for (int c = 0; c < 3; c++) {
        const double shift = V[3 * (size_t)w[theirs[0]] + (size_t)c] - V[3 * (size_t)v[mine[0]] + (size_t)c];
        size =
            fmax(size, fabs(V[3 * (size_t)v[mine[1]] + (size_t)c] - V[3 * (size_t)v[mine[0]] + (size_t)c]));
        for (int q = 0; q < rule->Nfq; q++) off = fmax(off, fabs(y[3 * q + c] - x[3 * q + c] - shift));
    }
    if (off > 1e-6 * size)
        FAIL(NUDGE_EVALUE,
             "%s: elements %lld and %lld share a curved face and bend it differently, by %.2g near (%g, %g, "
             "%g): curved sides can be periodic only if they are equal",
             mesh->name, (long long)mesh->label[k], (long long)mesh->label[other], off, x[0], x[1], x[2]);
done:
    free(x);
    free(y);
    return status;
}

/* Where the edges of the element behind are in the list; adds them if it is not curved. */
static int place_of(struct lists *l, nd_idx other)
{
    const struct nd_curved *curved = l->curved;
    const nd_idx own = nd_curved_place(curved, other);
    if (own >= 0) return own;
    l->slot[l->nslots] = curved->rhs->slot[other];
    return l->nslots++;
}

static int add_face(struct lists *l, nd_idx i, int f, const double *shape)
{
    int status = 0;
    const struct nd_setup *setup = l->setup;
    const struct nd_rhs *rhs = l->curved->rhs;
    const nd_idx k = l->curved->element[i], other = setup->connect->EToE[4 * (size_t)k + (size_t)f],
                 b = setup->connect->EToB[4 * (size_t)k + (size_t)f];
    int mine[3], theirs[3];
    int32_t *face = l->face + (4 * (size_t)i + (size_t)f) * 4;
    nd_curved_corners(setup->connect, setup->mesh, k, f, mine, theirs);
    nd_curved_normals(&l->curved->rule, shape, mine,
                      l->normal + (4 * (size_t)i + (size_t)f) * 4 * (size_t)l->curved->rule.Nfq);
    face[1] = nd_curved_row(l->order[rhs->slot[k]], mine);
    face[0] = -1 - (b < 0 ? 0 : setup->condition[b]);
    if (b >= 0) goto done;
    TRY(check_sides(l, k, f, mine, theirs));
    face[0] = rhs->slot[other];
    face[2] = nd_curved_row(l->order[rhs->slot[other]], theirs);
    face[3] = place_of(l, other);
done:
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

/* Normals as curved_simd.knl has them. Lanes beyond the list have some normal and no weight. */
static int upload_lanes(struct lists *l)
{
    int status = 0;
    struct nd_curved *curved = l->curved;
    const size_t L = (size_t)curved->form.lanes, each = 16 * (size_t)curved->rule.Nfq,
                 rounded = (size_t)nd_curved_rounded(curved);
    double *normal = NULL;
    ALLOC(normal, rounded * each);
    for (size_t i = 0; i < rounded; i++)
        for (size_t k = 0; k < each; k++)
            normal[(i / L * each + k) * L + i % L] =
                i < (size_t)curved->n ? l->normal[i * each + k] : k % 4 == 0;
    TRY(nd_transfer_reals(curved->rhs->device, curved->rhs->real, &curved->normal, normal, rounded * each));
done:
    free(normal);
    return status;
}

/* The trace twice: [Nfq][Nfp] and [Nfp][Nfq]. */
static int upload_trace(struct nd_curved *curved, const double *trace, size_t Nfp)
{
    int status = 0;
    const size_t Nfq = (size_t)curved->rule.Nfq;
    double *both = NULL;
    ALLOC(both, 2 * Nfq * Nfp);
    memcpy(both, trace, Nfq * Nfp * sizeof *both);
    for (size_t q = 0; q < Nfq; q++)
        for (size_t j = 0; j < Nfp; j++) both[Nfq * Nfp + j * Nfq + q] = trace[q * Nfp + j];
    TRY(nd_transfer_reals(curved->rhs->device, curved->rhs->real, &curved->trace, both, 2 * Nfq * Nfp));
done:
    free(both);
    return status;
}

/* place[24][Np]: where the rows of number[24][Nfp] have a number. */
static int upload_places(struct nd_curved *curved, const int32_t *number, int Nfp)
{
    int status = 0;
    const int Np = curved->rule.Np;
    int32_t *place = NULL;
    ALLOC(place, 24 * Np);
    for (int i = 0; i < 24 * Np; i++) place[i] = -1;
    for (int i = 0; i < 24 * Nfp; i++) place[i / Nfp * Np + number[i]] = i % Nfp;
    TRY(upload_ints(curved->rhs, &curved->place, place, 24 * (size_t)Np));
done:
    free(place);
    return status;
}

static int upload(struct lists *l, const int32_t *number, const double *trace)
{
    int status = 0;
    struct nd_curved *curved = l->curved;
    struct nd_rhs *rhs = curved->rhs;
    const struct nd_operator op = nd_rhs_operator(rhs);
    const size_t n = (size_t)curved->n, Nfp = (size_t)l->setup->elem->Nfp, Nfq = (size_t)curved->rule.Nfq;
    TRY(upload_ints(rhs, &curved->faces, l->face, 16 * n));
    TRY(upload_ints(rhs, &curved->number, number, 24 * Nfp));
    TRY(upload_places(curved, number, (int)Nfp));
    TRY(upload_trace(curved, trace, Nfp));
    if (curved->form.lanes)
        TRY(upload_lanes(l));
    else
        TRY(nd_transfer_reals(rhs->device, rhs->real, &curved->normal, l->normal, n * 16 * Nfq));
    if (rhs->plan.variant->basis->list)
        TRY(rhs->plan.variant->basis->list(&op, l->slot, l->nslots, &curved->list));
done:
    return status;
}

int nd_curved_make_faces(struct nd_curved *curved, const struct nd_setup *setup)
{
    int status = 0;
    struct nd_rhs *rhs = curved->rhs;
    const struct nd_operator op = nd_rhs_operator(rhs);
    const size_t n = (size_t)curved->n, Nfp = (size_t)setup->elem->Nfp, Nfq = (size_t)curved->rule.Nfq;
    const size_t points = (size_t)curved->rule.points;
    struct lists l = {.curved = curved, .setup = setup};
    int32_t *number = NULL;
    double *trace = NULL, *shape = NULL;
    ALLOC(l.order, rhs->layout.slots);
    ALLOC(l.face, 16 * n);
    ALLOC(l.normal, 16 * n * Nfq);
    ALLOC(l.slot, 5 * n);
    ALLOC(number, 24 * Nfp);
    ALLOC(trace, Nfq * Nfp);
    ALLOC(shape, 3 * points);
    TRY(rhs->plan.variant->basis->orders(&op, l.order));
    for (nd_idx i = 0; i < curved->n; i++) l.slot[l.nslots++] = rhs->slot[curved->element[i]];
    for (nd_idx i = 0; i < curved->n; i++) {
        const double *own = nd_curved_shape(setup->mesh, curved->element[i]);
        for (size_t m = 0; m < 3 * points; m++) shape[m] = own[m] / rhs->unit;
        for (int f = 0; f < 4; f++) TRY(add_face(&l, i, f, shape));
    }
    TRY(make_numbers(&l, number, trace));
    TRY(upload(&l, number, trace));
done:
    free(l.order);
    free(l.face);
    free(l.normal);
    free(l.slot);
    free(number);
    free(trace);
    free(shape);
    return status;
}
