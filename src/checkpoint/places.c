#include <string.h>
#include "checkpoint/archive_h5.h"
#include "checkpoint/parts.h"
#include "checkpoint/state.h"

/* The elements of the rows of part i; *element is null if the row of an element is its number. */
static int read_index(struct nd_checkpoint *from, int i, const char *index, int64_t **element, int64_t *n)
{
    int status = 0;
    struct nd_archive_reader *part;
    struct nd_archive_set set = {.name = index};
    *element = NULL;
    *n = 0;
    if (!from->id && !strcmp(index, ND_ELEMENTS)) {
        *n = INT64_MAX;
        return 0;
    }
    TRY(nd_checkpoint_part(from, i, &part));
    if (!nd_archive_has(part, index)) return 0;
    TRY(nd_archive_describe(part, &set));
    if (set.rank != 1 || set.type != ND_ARCHIVE_WHOLE || set.size[0] > INT32_MAX)
        FAIL(NUDGE_EFORMAT, "%s: dataset %s is not a list of elements", nd_archive_path(part), index);
    *n = set.size[0];
    ALLOC(*element, *n);
    TRY(nd_archive_get(part, &set, *element));
    for (int64_t j = 1; j < *n; j++)
        if ((*element)[j] <= (*element)[j - 1])
            FAIL(NUDGE_EFORMAT, "%s: dataset %s is not in order", nd_archive_path(part), index);
done:
    if (status) free(*element), *element = NULL;
    return status;
}

/* Elements wanted, ascending. */
struct wanted {
    const int64_t *element;
    nd_idx n;
    unsigned char *found; /* [n] rows of each */
};

/* Finds the rows of a part, or counts them if p has no room for them yet. */
static void match(struct nd_places_part *p, const int64_t *there, int64_t rows, const struct wanted *w)
{
    int64_t j = 0;
    p->n = 0;
    for (nd_idx i = 0; i < w->n; i++) {
        while (there && j < rows && there[j] < w->element[i]) j++;
        if (there && (j >= rows || there[j] != w->element[i])) continue;
        if (p->there) {
            p->there[p->n] = there ? (nd_idx)j : (nd_idx)w->element[i];
            p->here[p->n] = i;
            w->found[i] = (unsigned char)(w->found[i] ? 2 : 1);
        }
        p->n++;
    }
}

static int find_in_part(struct nd_places_part *p, const int64_t *there, int64_t rows, const struct wanted *w)
{
    int status = 0;
    match(p, there, rows, w);
    if (!p->n) goto done;
    ALLOC(p->there, p->n);
    ALLOC(p->here, p->n);
    match(p, there, rows, w);
done:
    return status;
}

int nd_places_find(struct nd_places *places, struct nd_checkpoint *from, const char *index,
                   const int64_t *element, nd_idx n)
{
    int status = 0;
    int64_t *there = NULL, rows;
    struct wanted w = {element, n, NULL};
    *places = (struct nd_places){.n = n, .parts = from->parts};
    ALLOC(places->part, from->parts);
    ALLOC(w.found, n);
    for (int i = 0; i < from->parts && n; i++) {
        free(there), there = NULL;
        TRY(read_index(from, i, index, &there, &rows));
        if (rows) TRY(find_in_part(&places->part[i], there, rows, &w));
    }
    for (nd_idx i = 0; i < n; i++)
        if (w.found[i] != 1)
            FAIL(NUDGE_EFORMAT, "%s: element %lld has %s row in %s", nd_archive_path(from->head),
                 (long long)element[i], w.found[i] ? "more than one" : "no", index);
done:
    free(there);
    free(w.found);
    if (status) nd_places_clear(places);
    return status;
}

void nd_places_clear(struct nd_places *places)
{
    for (int i = 0; i < places->parts && places->part; i++) {
        free(places->part[i].there);
        free(places->part[i].here);
    }
    free(places->part);
    *places = (struct nd_places){0};
}

/* Rows on their way from a part to the caller. */
struct taking {
    const struct nd_places_part *places;
    nd_idx next;
    size_t reals;       /* of a row */
    size_t there, here; /* bytes of one of them */
    char *values;
};

static void take(void *context, int64_t first, int64_t n, const char *rows)
{
    struct taking *t = context;
    const size_t bytes = t->reals * t->there;
    for (; t->next < t->places->n && t->places->there[t->next] < first + n; t->next++) {
        const char *row = rows + (size_t)(t->places->there[t->next] - first) * bytes;
        char *to = t->values + (size_t)t->places->here[t->next] * t->reals * t->here;
        if (t->there == t->here)
            memcpy(to, row, bytes);
        else
            nd_reals_widen(row, t->there, t->reals, (double *)to);
    }
}

int nd_places_get(const struct nd_places *places, struct nd_checkpoint *from,
                  const struct nd_archive_set *set, void *values)
{
    int status = 0;
    struct nd_archive_reader *part;
    for (int i = 0; i < places->parts; i++) {
        struct nd_archive_set there = {.name = set->name}, wanted = *set;
        if (!places->part[i].n) continue;
        TRY(nd_checkpoint_part(from, i, &part));
        TRY(nd_archive_describe(part, &there));
        if (set->type == ND_ARCHIVE_DOUBLE && there.type == ND_ARCHIVE_SINGLE)
            wanted.type = ND_ARCHIVE_SINGLE;
        wanted.size[0] = there.size[0];
        struct taking t = {.places = &places->part[i],
                           .reals = nd_archive_row_bytes(set) / nd_archive_type_bytes(set->type),
                           .there = nd_archive_type_bytes(wanted.type),
                           .here = nd_archive_type_bytes(set->type),
                           .values = values};
        TRY(nd_archive_walk(part, &wanted, take, &t));
        if (t.next < t.places->n)
            FAIL(NUDGE_EFORMAT, "%s: dataset %s has too few rows", nd_archive_path(part), set->name);
    }
done:
    return status;
}
