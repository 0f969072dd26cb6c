#include <string.h>
#include "base/format.h"
#include "checkpoint/state.h"

static struct nd_archive_set field_set(const nudge_solver *s, int field, nd_idx n, enum nd_archive_type type,
                                       char name[160])
{
    nd_format(name, 160, "fields/%.128s", s->law.fields.at[field]);
    return (struct nd_archive_set){name, type, 2, {n, s->elem.Np}};
}

static struct nd_archive_set raw_set(nd_idx n, const struct nd_form *form)
{
    return (struct nd_archive_set){"coefficients", nd_form_type(form), 2, {n, (int64_t)form->record}};
}

/* The transfer of these rows alone: values[n][Np]. */
static struct nd_transfer transfer_of(const struct nd_rhs *rhs, const struct nd_rows *rows)
{
    struct nd_transfer transfer = rhs->transfer;
    transfer.slot = rows->slot;
    transfer.K = rows->n;
    return transfer;
}

/* Copies between the device's array, whose records are in the order of slots, and an array of rows; write: to the
 * device. */
static int move_records(nudge_solver *s, const struct nd_form *form, const struct nd_rows *rows, int write,
                        char *by_row)
{
    int status = 0;
    struct nd_rhs *rhs = &s->rhs;
    const struct nd_backend *device = rhs->device->backend;
    const size_t bytes = form->record * form->real;
    const int64_t slots = rhs->layout.slots, most = ND_TRANSFER_PIECE / (int64_t)bytes + 1,
                  step = most < slots ? most : slots;
    nd_idx *row = NULL;
    char *piece = NULL;
    ALLOC(row, slots);
    ALLOC(piece, (size_t)step * bytes);
    for (int64_t i = 0; i < slots; i++) row[i] = -1;
    for (nd_idx i = 0; i < rows->n; i++) row[rows->slot[i]] = i;
    for (int64_t first = 0; first < slots; first += step) {
        const int64_t n = slots - first < step ? slots - first : step;
        TRY(device->read(rhs->device, piece, &rhs->buffer[rhs->now], (size_t)first * bytes,
                         (size_t)n * bytes));
#pragma omp parallel for schedule(static)
        for (int64_t i = 0; i < n; i++) {
            const nd_idx r = row[first + i];
            char *here = piece + (size_t)i * bytes, *there = by_row + (size_t)(r < 0 ? 0 : r) * bytes;
            if (r >= 0) memcpy(write ? here : there, write ? there : here, bytes);
        }
        if (write)
            TRY(device->write(rhs->device, &rhs->buffer[rhs->now], (size_t)first * bytes, piece,
                              (size_t)n * bytes));
    }
done:
    free(row);
    free(piece);
    return status;
}

static int save_records(struct nd_archive *to, nudge_solver *s, const struct nd_form *form,
                        const struct nd_rows *rows)
{
    int status = 0;
    const struct nd_archive_set set = raw_set(rows->n, form);
    char *all = NULL;
    ALLOC(all, (size_t)rows->n * form->record * form->real);
    TRY(move_records(s, form, rows, 0, all));
    TRY(nd_archive_put(to, &set, all));
done:
    free(all);
    return status;
}

int nd_state_save_fields(struct nd_archive *to, nudge_solver *s, const struct nd_form *form,
                         const struct nd_rows *rows)
{
    int status = 0;
    const size_t n = (size_t)rows->n * (size_t)s->elem.Np;
    const struct nd_transfer transfer = transfer_of(&s->rhs, rows);
    struct nd_buffer *buffer;
    double *values = NULL;
    float *single = NULL;
    char name[160];
    TRY(nd_rhs_commit(&s->rhs));
    if (!form->nodal) TRY(save_records(to, s, form, rows));
    ALLOC(values, n);
    if (form->real == 4) ALLOC(single, n);
    TRY(nd_rhs_show(&s->rhs, 0, &buffer));
    for (int f = 0; f < s->law.fields.n; f++) {
        const struct nd_archive_set set = field_set(s, f, rows->n, nd_form_type(form), name);
        TRY(nd_transfer_read(&transfer, buffer, f, values));
        if (single) nd_reals_narrow(values, 4, n, single);
        TRY(nd_archive_put(to, &set, single ? (const void *)single : values));
    }
done:
    free(values);
    free(single);
    return status;
}

static int restore_records(const struct nd_places *places, struct nd_checkpoint *from, nudge_solver *s,
                           const struct nd_form *form, const struct nd_rows *rows)
{
    int status = 0;
    const struct nd_archive_set set = raw_set(rows->n, form);
    char *all = NULL;
    ALLOC(all, (size_t)rows->n * form->record * form->real);
    TRY(nd_places_get(places, from, &set, all));
    TRY(nd_rhs_settle(&s->rhs));
    TRY(move_records(s, form, rows, 1, all));
done:
    free(all);
    return status;
}

static int restore_nodal(const struct nd_places *places, struct nd_checkpoint *from, nudge_solver *s,
                         const struct nd_rows *rows)
{
    int status = 0;
    const struct nd_transfer transfer = transfer_of(&s->rhs, rows);
    struct nd_buffer *buffer;
    double *values = NULL;
    char name[160];
    ALLOC(values, (size_t)rows->n * (size_t)s->elem.Np);
    TRY(nd_rhs_show(&s->rhs, 0, &buffer));
    for (int f = 0; f < s->law.fields.n; f++) {
        const struct nd_archive_set set = field_set(s, f, rows->n, ND_ARCHIVE_DOUBLE, name);
        TRY(nd_places_get(places, from, &set, values));
        TRY(nd_transfer_write(&transfer, buffer, f, values));
    }
    nd_rhs_changed(&s->rhs);
    TRY(nd_rhs_commit(&s->rhs));
done:
    free(values);
    return status;
}

int nd_state_restore_fields(struct nd_checkpoint *from, nudge_solver *s, const struct nd_form *saved,
                            const struct nd_form *own)
{
    int status = 0;
    struct nd_rows rows = {0};
    struct nd_places places = {0};
    const int exact = !own->nodal && saved->real == own->real && nd_form_same(saved, own, s->mesh.K);
    TRY(nd_rows_init(&rows, &s->rhs));
    TRY(nd_places_find(&places, from, ND_ELEMENTS, rows.element, rows.n));
    TRY(exact ? restore_records(&places, from, s, own, &rows) : restore_nodal(&places, from, s, &rows));
done:
    nd_rows_clear(&rows);
    nd_places_clear(&places);
    return status;
}
