#include <stdlib.h>
#include <string.h>
#include "base/format.h"
#include "checkpoint/state.h"

/* The elements of one material that this rank has, in the order of the mesh, and the place of each in its list. */
struct rows {
    nd_idx n;
    int64_t *element;
    nd_idx *place;
    char name[3][64]; /* datasets: elements, values as the device has them, nodal values */
};

static void clear_rows(struct rows *rows)
{
    free(rows->element);
    free(rows->place);
}

static int by_element(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (x[0] > y[0]) - (x[0] < y[0]);
}

static int find_rows(const struct nd_poles_part *part, struct rows *rows)
{
    int status = 0;
    static const char *const kinds[3] = {"elements", "values", "nodal"},
                             *const lists[ND_POINTWISE_KINDS] = {
                                 "", [ND_POINTWISE_SLAB] = "-slab", [ND_POINTWISE_CORNER] = "-corner"};
    int64_t(*pair)[2] = NULL;
    *rows = (struct rows){.n = part->subset.n};
    for (int i = 0; i < 3; i++)
        nd_format(rows->name[i], 64, "poles/%d%s/%s", part->material, lists[part->kind], kinds[i]);
    ALLOC(pair, rows->n);
    ALLOC(rows->element, rows->n);
    ALLOC(rows->place, rows->n);
    for (nd_idx i = 0; i < rows->n; i++) pair[i][0] = part->element[i], pair[i][1] = i;
    if (rows->n) qsort(pair, (size_t)rows->n, sizeof *pair, by_element);
    for (nd_idx i = 0; i < rows->n; i++) {
        rows->element[i] = pair[i][0];
        rows->place[i] = (nd_idx)pair[i][1];
    }
done:
    free(pair);
    return status;
}

static struct nd_archive_set set_of(const nudge_solver *s, const struct nd_poles_part *part, const char *name,
                                    enum nd_archive_type type)
{
    return (struct nd_archive_set){name, type, 3, {part->subset.n, 3 * part->states, s->elem.Np}};
}

/* Puts rows of `bytes` each into the order of the mesh. */
static int put_rows(struct nd_archive *to, const struct rows *rows, const struct nd_archive_set *set,
                    const char *list, size_t bytes)
{
    int status = 0;
    char *ordered = NULL;
    ALLOC(ordered, (size_t)rows->n * bytes);
    for (nd_idx i = 0; i < rows->n; i++)
        memcpy(ordered + (size_t)i * bytes, list + (size_t)rows->place[i] * bytes, bytes);
    TRY(nd_archive_put(to, set, ordered));
done:
    free(ordered);
    return status;
}

static int save_part(struct nd_archive *to, nudge_solver *s, const struct nd_form *form,
                     struct nd_poles_part *part)
{
    int status = 0;
    struct rows rows = {0};
    char *list = NULL;
    double *nodal = NULL;
    const size_t row = (size_t)(3 * part->states * s->elem.Np);
    TRY(find_rows(part, &rows));
    const struct nd_archive_set elements = {rows.name[0], ND_ARCHIVE_WHOLE, 1, {rows.n}},
                                values = set_of(s, part, rows.name[1], nd_form_type(form)),
                                others = set_of(s, part, rows.name[2], ND_ARCHIVE_DOUBLE);
    ALLOC(list, (size_t)rows.n * row * form->real);
    TRY(s->device->backend->read(s->device, list, &part->state[0], 0, (size_t)rows.n * row * form->real));
    TRY(nd_archive_put(to, &elements, rows.element));
    TRY(put_rows(to, &rows, &values, list, row * form->real));
    if (form->nodal) goto done;
    ALLOC(nodal, (size_t)rows.n * row);
    TRY(nd_poles_read(&s->poles, part, nodal));
    TRY(put_rows(to, &rows, &others, (const char *)nodal, row * sizeof *nodal));
done:
    clear_rows(&rows);
    free(list);
    free(nodal);
    return status;
}

int nd_state_save_poles(struct nd_archive *to, nudge_solver *s, const struct nd_form *form)
{
    int status = 0;
    for (int i = 0; i < s->poles.n; i++)
        if (s->poles.part[i].subset.n) TRY(save_part(to, s, form, &s->poles.part[i]));
done:
    return status;
}

/* exact: the device holds the numbers as they were saved, but for their precision. */
static int restore_part(struct nd_checkpoint *from, nudge_solver *s, const struct nd_form *saved,
                        const struct nd_form *own, struct nd_poles_part *part)
{
    int status = 0;
    struct rows rows = {0};
    struct nd_places places = {0};
    double *values = NULL, *list = NULL;
    char *reals = NULL;
    const size_t row = (size_t)(3 * part->states * s->elem.Np), n = (size_t)part->subset.n;
    const int exact = nd_form_same(saved, own, s->mesh.K);
    TRY(find_rows(part, &rows));
    TRY(nd_places_find(&places, from, rows.name[0], rows.element, rows.n));
    const struct nd_archive_set set =
        set_of(s, part, rows.name[exact || saved->nodal ? 1 : 2], ND_ARCHIVE_DOUBLE);
    ALLOC(values, n * row);
    ALLOC(list, n * row);
    ALLOC(reals, n * row * own->real);
    TRY(nd_places_get(&places, from, &set, values));
    for (size_t i = 0; i < n; i++)
        memcpy(list + (size_t)rows.place[i] * row, values + i * row, row * sizeof *list);
    if (exact) {
        nd_reals_narrow(list, own->real, n * row, reals);
        TRY(s->device->backend->write(s->device, &part->state[0], 0, reals, n * row * own->real));
    } else {
        nd_reals_flush(list, own->real, n * row);
        TRY(nd_poles_write(&s->poles, part, list));
    }
done:
    clear_rows(&rows);
    nd_places_clear(&places);
    free(values);
    free(list);
    free(reals);
    return status;
}

int nd_state_restore_poles(struct nd_checkpoint *from, nudge_solver *s, const struct nd_form *saved,
                           const struct nd_form *own)
{
    int status = 0;
    for (int i = 0; i < s->poles.n; i++)
        if (s->poles.part[i].subset.n) TRY(restore_part(from, s, saved, own, &s->poles.part[i]));
done:
    return status;
}
