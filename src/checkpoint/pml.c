#include <string.h>
#include "base/format.h"
#include "checkpoint/state.h"

static const char *const kind_name[ND_POINTWISE_KINDS] = {
    [ND_POINTWISE_SLAB] = "slab", [ND_POINTWISE_CORNER] = "corner"};

static const char *const set_name[4] = {"elements", "values", "shifts", "nodal_shifts"};

/* The elements of one list that this rank has, in the order of the mesh, and the place of each in the list. */
struct rows {
    nd_idx n;
    int variables; /* auxiliary, per node */
    int64_t *element;
    nd_idx *place;
    struct nd_places places; /* while a checkpoint is restored */
    char name[4][64];        /* datasets: elements, values; shifts as the device has them, and at the nodes */
};

static void clear_rows(struct rows *rows)
{
    free(rows->element);
    free(rows->place);
    nd_places_clear(&rows->places);
}

static size_t nodal_reals(const nudge_solver *s)
{
    return (size_t)(s->law.fields.n * s->elem.Np);
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
    for (int i = 0; i < 4; i++) nd_format(rows->name[i], 64, "pml/%s/%s", kind_name[kind], set_name[i]);
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

/* Puts rows of `bytes` each, in the order of the list, into the order of the mesh. */
static int put_rows(struct nd_archive *to, const struct rows *rows, const struct nd_archive_set *set,
                    const char *list, size_t bytes)
{
    int status = 0;
    char *ordered = NULL;
    ALLOC(ordered, (size_t)rows->n * bytes);
#pragma omp parallel for schedule(static)
    for (nd_idx i = 0; i < rows->n; i++)
        memcpy(ordered + (size_t)i * bytes, list + (size_t)rows->place[i] * bytes, bytes);
    TRY(nd_archive_put(to, set, ordered));
done:
    free(ordered);
    return status;
}

static struct nd_archive_set shift_set(const nudge_solver *s, const struct rows *rows, int which,
                                       size_t reals, enum nd_archive_type type)
{
    return (struct nd_archive_set){
        rows->name[which], type, 2, {rows->n, (int64_t)(which == 2 ? reals : nodal_reals(s))}};
}

/* The shifts of fields (pml_rates.h), as fields are saved. */
static int save_shifts(struct nd_archive *to, nudge_solver *s, const struct nd_form *form, int kind,
                       const struct rows *rows)
{
    int status = 0;
    struct nd_pointwise_part *part = &s->pointwise.part[kind];
    struct nd_subset own = nd_subset_own(&part->subset);
    const size_t n = (size_t)rows->n, bytes = part->subset.size * form->real;
    char *list = NULL;
    double *nodal = NULL;
    if (!part->shift[0].bytes) return 0;
    const struct nd_archive_set exact = shift_set(s, rows, 2, part->subset.size, nd_form_type(form)),
                                others = shift_set(s, rows, 3, 0, ND_ARCHIVE_DOUBLE);
    ALLOC(list, n * bytes);
    TRY(s->device->backend->read(s->device, list, &part->shift[0], 0, n * bytes));
    TRY(put_rows(to, rows, &exact, list, bytes));
    if (form->nodal) goto done;
    ALLOC(nodal, n * nodal_reals(s));
    TRY(nd_subset_read(&own, &part->shift[0], 0, nodal));
    TRY(put_rows(to, rows, &others, (const char *)nodal, nodal_reals(s) * sizeof *nodal));
done:
    free(list);
    free(nodal);
    return status;
}

static int save_kind(struct nd_archive *to, nudge_solver *s, const struct nd_form *form, int kind)
{
    int status = 0;
    struct rows rows = {0};
    char *list = NULL;
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
    TRY(s->device->backend->read(s->device, list, aux, 0, (size_t)rows.n * bytes));
    TRY(nd_archive_put(to, &elements, rows.element));
    TRY(put_rows(to, &rows, &values, list, bytes));
    TRY(save_shifts(to, s, form, kind, &rows));
done:
    clear_rows(&rows);
    free(list);
    return status;
}

int nd_state_save_pml(struct nd_archive *to, nudge_solver *s, const struct nd_form *form)
{
    int status = 0;
    for (int kind = ND_POINTWISE_SLAB; kind < ND_POINTWISE_KINDS; kind++) TRY(save_kind(to, s, form, kind));
done:
    return status;
}

static int restore_shifts(struct nd_checkpoint *from, nudge_solver *s, const struct nd_form *saved,
                          const struct nd_form *own, int kind, const struct rows *rows)
{
    int status = 0;
    struct nd_pointwise_part *part = &s->pointwise.part[kind];
    struct nd_subset subset = nd_subset_own(&part->subset);
    const int exact = nd_form_same(saved, own, s->mesh.K), which = exact || saved->nodal ? 2 : 3;
    const size_t n = (size_t)rows->n, reals = exact ? part->subset.size : nodal_reals(s);
    double *values = NULL, *list = NULL;
    char *narrow = NULL;
    struct nd_buffer changed = {0};
    if (!part->shift[0].bytes) return 0;
    const struct nd_archive_set set = shift_set(s, rows, which, reals, ND_ARCHIVE_DOUBLE);
    ALLOC(values, n * reals);
    ALLOC(list, n * reals);
    ALLOC(narrow, n * reals * own->real);
    TRY(nd_places_get(&rows->places, from, &set, values));
    for (size_t i = 0; i < n; i++)
        memcpy(list + (size_t)rows->place[i] * reals, values + i * reals, reals * sizeof *list);
    nd_reals_narrow(list, own->real, n * reals, narrow);
    if (exact) {
        TRY(s->device->backend->write(s->device, &part->shift[0], 0, narrow, n * reals * own->real));
    } else {
        nd_reals_flush(list, own->real, n * reals);
        TRY(nd_subset_upload(&subset, list, &changed));
        TRY(s->device->backend->copy(s->device, &part->shift[0], &changed, part->shift[0].bytes));
        TRY(s->device->backend->finish(s->device));
    }
done:
    nd_device_free(s->device, &changed);
    free(values);
    free(list);
    free(narrow);
    return status;
}

static int restore_kind(struct nd_checkpoint *from, nudge_solver *s, const struct nd_form *saved,
                        const struct nd_form *own, int kind)
{
    int status = 0;
    struct rows rows = {0};
    double *values = NULL;
    char *list = NULL;
    TRY(find_rows(s, kind, &rows));
    if (!rows.n) goto done;
    TRY(nd_places_find(&rows.places, from, rows.name[0], rows.element, rows.n));
    const size_t Np = (size_t)s->elem.Np, n = (size_t)rows.variables * Np;
    const struct nd_archive_set set = {
        rows.name[1], ND_ARCHIVE_DOUBLE, 3, {rows.n, rows.variables, s->elem.Np}};
    const int convert = !nd_form_same(saved, own, s->mesh.K);
    ALLOC(values, (size_t)rows.n * n);
    ALLOC(list, (size_t)rows.n * n * own->real);
    TRY(nd_places_get(&rows.places, from, &set, values));
    for (nd_idx i = 0; i < rows.n; i++) {
        double *row = values + (size_t)i * n;
        for (int v = 0; v < rows.variables && convert; v++)
            nd_form_convert(saved, own, (nd_idx)rows.element[i], s->elem.N, row + (size_t)v * Np);
        nd_reals_narrow(row, own->real, n, list + (size_t)rows.place[i] * n * own->real);
    }
    TRY(s->device->backend->write(s->device, &s->pointwise.part[kind].aux[0], 0, list,
                                  (size_t)rows.n * n * own->real));
    TRY(restore_shifts(from, s, saved, own, kind, &rows));
done:
    clear_rows(&rows);
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
