#include <float.h>
#include <math.h>
#include <string.h>
#include "checkpoint/state.h"
#include "layout/ordered.h"

int nd_form_init(struct nd_form *f, nudge_solver *s)
{
    int status = 0;
    const struct nd_operator op = nd_rhs_operator(&s->rhs);
    const struct nd_basis *basis = s->rhs.plan.variant->basis;
    unsigned char *by_slot = NULL;
    const size_t Np = (size_t)s->elem.Np;
    *f = (struct nd_form){.nodal = !basis->change,
                          .Np = s->elem.Np,
                          .real = s->rhs.real,
                          .record = basis->element_reals(&s->rhs.plan, &s->rhs.layout)};
    if (f->nodal) goto done;
    ALLOC(f->to_form, Np * Np);
    ALLOC(f->to_nodal, Np * Np);
    TRY(basis->from_nodal(&op, &s->elem, f->to_form));
    TRY(nd_inverse(f->Np, f->to_form, f->to_nodal));
    ALLOC(f->order, s->mesh.K);
    ALLOC(by_slot, s->rhs.layout.slots);
    TRY(basis->orders(&op, by_slot));
    for (nd_idx k = 0; k < s->mesh.K; k++)
        if (nd_share_has(s->rhs.share, k)) f->order[k] = by_slot[s->rhs.slot[k]];
done:
    free(by_slot);
    if (status) nd_form_clear(f);
    return status;
}

void nd_form_clear(struct nd_form *f)
{
    free(f->to_form);
    free(f->to_nodal);
    free(f->order);
    *f = (struct nd_form){0};
}

static struct nd_archive_set matrix(int Np)
{
    return (struct nd_archive_set){"form/to_nodal", ND_ARCHIVE_DOUBLE, 2, {Np, Np}};
}

static struct nd_archive_set orders(nd_idx n)
{
    return (struct nd_archive_set){"form/order", ND_ARCHIVE_BYTE, 1, {n}};
}

static int list_form(struct nd_form *f, int64_t size[2], struct nd_number list[3])
{
    list[0] = (struct nd_number){"form/nodal", .small = &f->nodal};
    list[1] = (struct nd_number){"form/real", .whole = &size[0]};
    list[2] = (struct nd_number){"form/record", .whole = &size[1]};
    return 3;
}

int nd_form_save(struct nd_archive *to, const struct nd_form *form)
{
    int status = 0;
    struct nd_number list[3];
    struct nd_form f = *form;
    int64_t size[2] = {(int64_t)f.real, (int64_t)f.record};
    const struct nd_archive_set m = matrix(f.Np);
    TRY(nd_numbers_save(to, list, list_form(&f, size, list)));
    if (!f.nodal) TRY(nd_archive_put(to, &m, f.to_nodal));
done:
    return status;
}

int nd_form_save_rows(struct nd_archive *to, const struct nd_form *form, const struct nd_rows *rows)
{
    int status = 0;
    const struct nd_archive_set set = orders(rows->n);
    unsigned char *order = NULL;
    if (form->nodal) return 0;
    ALLOC(order, rows->n);
    for (nd_idx i = 0; i < rows->n; i++) order[i] = form->order[rows->element[i]];
    TRY(nd_archive_put(to, &set, order));
done:
    free(order);
    return status;
}

static int restore_orders(struct nd_checkpoint *from, struct nd_form *f, nudge_solver *s)
{
    int status = 0;
    struct nd_rows rows = {0};
    struct nd_places places = {0};
    const struct nd_archive_set set = orders(0);
    unsigned char *order = NULL;
    TRY(nd_rows_init(&rows, &s->rhs));
    TRY(nd_places_find(&places, from, ND_ELEMENTS, rows.element, rows.n));
    ALLOC(order, rows.n);
    ALLOC(f->order, s->mesh.K);
    TRY(nd_places_get(&places, from, &set, order));
    for (nd_idx i = 0; i < rows.n; i++) {
        if (order[i] >= 24)
            FAIL(NUDGE_EFORMAT, "%s: element %lld has an impossible order of vertices",
                 nd_archive_path(from->head), (long long)rows.element[i]);
        f->order[rows.element[i]] = order[i];
    }
done:
    nd_rows_clear(&rows);
    nd_places_clear(&places);
    free(order);
    return status;
}

int nd_form_restore(struct nd_checkpoint *from, struct nd_form *f, nudge_solver *s)
{
    int status = 0;
    struct nd_number list[3];
    int64_t size[2];
    const size_t Np = (size_t)s->elem.Np;
    *f = (struct nd_form){.Np = s->elem.Np};
    TRY(nd_numbers_restore(from->head, list, list_form(f, size, list)));
    if ((size[0] != 4 && size[0] != 8) || size[1] < (int64_t)Np || size[1] > 1 << 20)
        FAIL(NUDGE_EFORMAT, "%s: elements of %lld numbers of %lld bytes are impossible",
             nd_archive_path(from->head), (long long)size[1], (long long)size[0]);
    f->real = (size_t)size[0];
    f->record = (size_t)size[1];
    if (f->nodal) goto done;
    const struct nd_archive_set m = matrix(f->Np);
    ALLOC(f->to_nodal, Np * Np);
    ALLOC(f->to_form, Np * Np);
    TRY(nd_archive_get(from->head, &m, f->to_nodal));
    TRY(restore_orders(from, f, s));
done:
    if (status) nd_form_clear(f);
    return status;
}

int nd_form_same(const struct nd_form *a, const struct nd_form *b, nd_idx K)
{
    const size_t matrix_bytes = (size_t)a->Np * (size_t)a->Np * sizeof(double);
    if (a->nodal || b->nodal) return a->nodal && b->nodal;
    return a->record == b->record && !memcmp(a->to_nodal, b->to_nodal, matrix_bytes) &&
           !memcmp(a->order, b->order, (size_t)K);
}

static void multiply(const double *matrix, int n, const double *x, double *y)
{
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int j = 0; j < n; j++) y[i] += matrix[i * n + j] * x[j];
    }
}

/* nodes[order][n]: the element's node at node n of the reordered element. */
static const unsigned char *nodes_of(int N)
{
    static _Thread_local unsigned char nodes[24 * 512];
    static _Thread_local int made;
    if (made != N) nd_order_nodes(made = N, nodes);
    return nodes;
}

void nd_form_convert(const struct nd_form *from, const struct nd_form *to, nd_idx k, int N, double *numbers)
{
    double ordered[512], nodal[512];
    const int Np = from->Np;
    const unsigned char *nodes = nodes_of(N);
    memcpy(nodal, numbers, (size_t)Np * sizeof *nodal);
    if (!from->nodal) {
        multiply(from->to_nodal, Np, numbers, ordered);
        for (int n = 0; n < Np; n++) nodal[nodes[from->order[k] * Np + n]] = ordered[n];
    }
    if (!to->nodal) {
        for (int n = 0; n < Np; n++) ordered[n] = nodal[nodes[to->order[k] * Np + n]];
        multiply(to->to_form, Np, ordered, numbers);
    } else
        memcpy(numbers, nodal, (size_t)Np * sizeof *nodal);
}

void nd_reals_widen(const void *reals, size_t real, size_t n, double *values)
{
#pragma omp parallel for schedule(static) if (n > 100000)
    for (size_t i = 0; i < n; i++)
        values[i] = real == 4 ? (double)((const float *)reals)[i] : ((const double *)reals)[i];
}

void nd_reals_narrow(const double *values, size_t real, size_t n, void *reals)
{
#pragma omp parallel for schedule(static) if (n > 100000)
    for (size_t i = 0; i < n; i++)
        if (real == 4)
            ((float *)reals)[i] = (float)values[i];
        else
            ((double *)reals)[i] = values[i];
}

void nd_reals_flush(double *values, size_t real, size_t n)
{
#pragma omp parallel for schedule(static) if (n > 100000)
    for (size_t i = 0; i < n; i++)
        if (real == 4 && fabs(values[i]) < FLT_MIN) values[i] = 0;
}
