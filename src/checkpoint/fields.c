#include <string.h>
#include "base/format.h"
#include "checkpoint/state.h"

static struct nd_archive_set field_set(const nudge_solver *s, int field, enum nd_archive_type type,
                                       char name[160])
{
    nd_format(name, 160, "fields/%.128s", s->law.fields.at[field]);
    return (struct nd_archive_set){name, type, 2, {s->mesh.K, s->elem.Np}};
}

static struct nd_archive_set raw_set(const nudge_solver *s, const struct nd_form *form)
{
    return (struct nd_archive_set){"coefficients", nd_form_type(form), 2, {s->mesh.K, (int64_t)form->record}};
}

/* Copies between the device's array, whose records are in the order of slots, and an array in the order of the
 * mesh; write: to the device. */
static int move_records(nudge_solver *s, const struct nd_form *form, int write, char *by_element)
{
    int status = 0;
    struct nd_rhs *rhs = &s->rhs;
    const struct nd_backend *device = rhs->device->backend;
    const size_t bytes = form->record * form->real;
    const int64_t slots = rhs->layout.slots, most = ND_TRANSFER_PIECE / (int64_t)bytes + 1,
                  step = most < slots ? most : slots;
    nd_idx *element = NULL;
    char *piece = NULL;
    ALLOC(element, slots);
    ALLOC(piece, (size_t)step * bytes);
    for (int64_t i = 0; i < slots; i++) element[i] = -1;
    for (nd_idx k = 0; k < rhs->K; k++) element[rhs->slot[k]] = k;
    for (int64_t first = 0; first < slots; first += step) {
        const int64_t n = slots - first < step ? slots - first : step;
        TRY(device->read(rhs->device, piece, &rhs->buffer[rhs->now], (size_t)first * bytes,
                         (size_t)n * bytes));
#pragma omp parallel for schedule(static)
        for (int64_t i = 0; i < n; i++) {
            const nd_idx k = element[first + i];
            char *here = piece + (size_t)i * bytes, *there = by_element + (size_t)(k < 0 ? 0 : k) * bytes;
            if (k >= 0) memcpy(write ? here : there, write ? there : here, bytes);
        }
        if (write)
            TRY(device->write(rhs->device, &rhs->buffer[rhs->now], (size_t)first * bytes, piece,
                              (size_t)n * bytes));
    }
done:
    free(element);
    free(piece);
    return status;
}

static int save_records(struct nd_archive *to, nudge_solver *s, const struct nd_form *form)
{
    int status = 0;
    const struct nd_archive_set set = raw_set(s, form);
    char *all = NULL;
    ALLOC(all, (size_t)s->mesh.K * form->record * form->real);
    TRY(move_records(s, form, 0, all));
    TRY(nd_archive_put(to, &set, all));
done:
    free(all);
    return status;
}

int nd_state_save_fields(struct nd_archive *to, nudge_solver *s, const struct nd_form *form)
{
    int status = 0;
    const size_t n = (size_t)s->mesh.K * (size_t)s->elem.Np;
    double *values = NULL;
    float *single = NULL;
    char name[160];
    TRY(nd_rhs_commit(&s->rhs));
    if (!form->nodal) TRY(save_records(to, s, form));
    ALLOC(values, n);
    if (form->real == 4) ALLOC(single, n);
    for (int f = 0; f < s->law.fields.n; f++) {
        const struct nd_archive_set set = field_set(s, f, nd_form_type(form), name);
        TRY(nd_rhs_get(&s->rhs, 0, f, values));
        if (single) nd_reals_narrow(values, 4, n, single);
        TRY(nd_archive_put(to, &set, single ? (const void *)single : values));
    }
done:
    free(values);
    free(single);
    return status;
}

static int restore_records(struct nd_archive_reader *from, nudge_solver *s, const struct nd_form *form)
{
    int status = 0;
    const struct nd_archive_set set = raw_set(s, form);
    char *all = NULL;
    ALLOC(all, (size_t)s->mesh.K * form->record * form->real);
    TRY(nd_archive_get(from, &set, all));
    TRY(nd_rhs_settle(&s->rhs));
    TRY(move_records(s, form, 1, all));
done:
    free(all);
    return status;
}

int nd_state_restore_fields(struct nd_archive_reader *from, nudge_solver *s, const struct nd_form *saved,
                            const struct nd_form *own)
{
    int status = 0;
    double *values = NULL;
    char name[160];
    if (!own->nodal && saved->real == own->real && nd_form_same(saved, own, s->mesh.K))
        return restore_records(from, s, own);
    ALLOC(values, (size_t)s->mesh.K * (size_t)s->elem.Np);
    for (int f = 0; f < s->law.fields.n; f++) {
        const struct nd_archive_set set = field_set(s, f, ND_ARCHIVE_DOUBLE, name);
        TRY(nd_reals_restore(from, &set, values));
        TRY(nd_rhs_set(&s->rhs, f, values));
    }
    TRY(nd_rhs_commit(&s->rhs));
done:
    free(values);
    return status;
}
