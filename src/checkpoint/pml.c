#include <string.h>
#include "base/format.h"
#include "checkpoint/state.h"

static const char *const kind_name[ND_POINTWISE_KINDS] = {
    [ND_POINTWISE_SLAB] = "slab", [ND_POINTWISE_CORNER] = "corner"};

/* The elements of one list that this rank has, in the order of the mesh, and the place of each in the list. */
struct rows {
    nd_idx n;
    int variables; /* auxiliary, per node */
    int64_t *element;
    nd_idx *place;
    char name[2][64]; /* datasets: elements, values */
};

static void clear_rows(struct rows *rows)
{
    free(rows->element);
    free(rows->place);
}

static int find_rows(nudge_solver *s, int kind, struct rows *rows)
{
    int status = 0;
    struct nd_rhs *rhs = &s->rhs;
    const struct nd_pointwise_part *part = &s->pointwise.part[kind];
    int32_t *slot = NULL;
    nd_idx *place_of = NULL, n = 0;
    *rows = (struct rows){.n = part->subset.n};
    if (!rows->n) return 0;
    const size_t per = (size_t)rows->n * (size_t)s->elem.Np * rhs->real;
    rows->variables = (int)(part->aux[0].bytes / per);
    nd_format(rows->name[0], 64, "pml/%s/elements", kind_name[kind]);
    nd_format(rows->name[1], 64, "pml/%s/values", kind_name[kind]);
    ALLOC(slot, rows->n);
    ALLOC(place_of, rhs->layout.slots);
    ALLOC(rows->element, rows->n);
    ALLOC(rows->place, rows->n);
    TRY(rhs->device->backend->read(rhs->device, slot, &part->subset.slot, 0, (size_t)rows->n * sizeof *slot));
    for (nd_idx i = 0; i < rows->n; i++) place_of[slot[i]] = i + 1;
    for (nd_idx k = 0; k < rhs->K; k++) {
        const nd_idx place = nd_share_has(rhs->share, k) ? place_of[rhs->slot[k]] : 0;
        if (!place) continue;
        rows->element[n] = k;
        rows->place[n++] = place - 1;
    }
done:
    free(slot);
    free(place_of);
    return status;
}

static int save_kind(struct nd_archive *to, nudge_solver *s, const struct nd_form *form, int kind)
{
    int status = 0;
    struct rows rows = {0};
    char *list = NULL, *ordered = NULL;
    const struct nd_buffer *aux = &s->pointwise.part[kind].aux[0];
    TRY(find_rows(s, kind, &rows));
    if (!rows.n) goto done;
    const size_t bytes = (size_t)rows.variables * (size_t)s->elem.Np * form->real;
    const struct nd_archive_set elements = {rows.name[0], ND_ARCHIVE_WHOLE, 1, {rows.n}},
                                values = {rows.name[1],
                                          nd_form_type(form),
                                          3,
                                          {rows.n, rows.variables, s->elem.Np}};
    ALLOC(list, (size_t)rows.n * bytes);
    ALLOC(ordered, (size_t)rows.n * bytes);
    TRY(s->device->backend->read(s->device, list, aux, 0, (size_t)rows.n * bytes));
#pragma omp parallel for schedule(static)
    for (nd_idx i = 0; i < rows.n; i++)
        memcpy(ordered + (size_t)i * bytes, list + (size_t)rows.place[i] * bytes, bytes);
    TRY(nd_archive_put(to, &elements, rows.element));
    TRY(nd_archive_put(to, &values, ordered));
done:
    clear_rows(&rows);
    free(list);
    free(ordered);
    return status;
}

int nd_state_save_pml(struct nd_archive *to, nudge_solver *s, const struct nd_form *form)
{
    int status = 0;
    for (int kind = ND_POINTWISE_SLAB; kind < ND_POINTWISE_KINDS; kind++) TRY(save_kind(to, s, form, kind));
done:
    return status;
}

static int restore_kind(struct nd_checkpoint *from, nudge_solver *s, const struct nd_form *saved,
                        const struct nd_form *own, int kind)
{
    int status = 0;
    struct rows rows = {0};
    struct nd_places places = {0};
    double *values = NULL;
    char *list = NULL;
    TRY(find_rows(s, kind, &rows));
    if (!rows.n) goto done;
    TRY(nd_places_find(&places, from, rows.name[0], rows.element, rows.n));
    const size_t Np = (size_t)s->elem.Np, n = (size_t)rows.variables * Np;
    const struct nd_archive_set set = {
        rows.name[1], ND_ARCHIVE_DOUBLE, 3, {rows.n, rows.variables, s->elem.Np}};
    const int convert = !nd_form_same(saved, own, s->mesh.K);
    ALLOC(values, (size_t)rows.n * n);
    ALLOC(list, (size_t)rows.n * n * own->real);
    TRY(nd_places_get(&places, from, &set, values));
    for (nd_idx i = 0; i < rows.n; i++) {
        double *row = values + (size_t)i * n;
        for (int v = 0; v < rows.variables && convert; v++)
            nd_form_convert(saved, own, (nd_idx)rows.element[i], s->elem.N, row + (size_t)v * Np);
        nd_reals_narrow(row, own->real, n, list + (size_t)rows.place[i] * n * own->real);
    }
    TRY(s->device->backend->write(s->device, &s->pointwise.part[kind].aux[0], 0, list,
                                  (size_t)rows.n * n * own->real));
done:
    clear_rows(&rows);
    nd_places_clear(&places);
    free(values);
    free(list);
    return status;
}

int nd_state_restore_pml(struct nd_checkpoint *from, nudge_solver *s, const struct nd_form *saved,
                         const struct nd_form *own)
{
    int status = 0;
    for (int kind = ND_POINTWISE_SLAB; kind < ND_POINTWISE_KINDS; kind++)
        TRY(restore_kind(from, s, saved, own, kind));
done:
    return status;
}
