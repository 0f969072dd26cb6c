#include "output/results.h"

#include <string.h>
#include "output/table.h"

void nd_results_clear(struct nd_results *r)
{
    for (size_t i = 0; i < r->n; i++) {
        free((void *)r->at[i].name);
        free((void *)r->at[i].values);
    }
    free(r->at);
    *r = (struct nd_results){0};
}

/* A new entry; the name's first n characters. */
static int add(struct nd_results *r, const char *name, size_t n, nudge_array **array)
{
    int status = 0;
    char *copy = NULL;
    TRY(nd_grow(&r->at, &r->capacity, r->n + 1, sizeof *r->at));
    ALLOC(copy, n + 1);
    memcpy(copy, name, n);
    *array = &r->at[r->n++];
    **array = (nudge_array){.name = copy, .rank = 1};
done:
    return status;
}

int nd_results_begin_table(struct nd_results *r, const char *header)
{
    int status = 0;
    nudge_array *array;
    for (const char *p = header;; p++) {
        const size_t n = strcspn(p, ",");
        const size_t name = strcspn(p, ",["); /* without the unit: programs know columns by their names */
        TRY(add(r, p, name < n ? name - 1 : n, &array));
        p += n;
        if (!*p) break;
    }
done:
    return status;
}

int nd_results_add_row(struct nd_results *r, const double *values)
{
    int status = 0;
    const size_t rows = (size_t)r->at[0].shape[0];
    size_t capacity = r->rows_capacity;
    for (size_t i = 0; i < r->n; i++) {
        capacity = r->rows_capacity;
        double *column = (double *)r->at[i].values;
        TRY(nd_grow(&column, &capacity, rows + 1, sizeof *column));
        column[rows] = values[i];
        r->at[i].values = column;
        r->at[i].shape[0]++;
    }
    r->rows_capacity = capacity;
done:
    return status;
}

static nudge_array *find(const struct nd_results *r, const char *name)
{
    for (size_t i = 0; i < r->n; i++)
        if (!strcmp(r->at[i].name, name)) return &r->at[i];
    return NULL;
}

/* Copies a box of up to four dimensions into its place, line by line along the last one. */
static void copy_part(nudge_array *array, const struct nd_h5_part *part, const double *values)
{
    const int last = part->rank - 1;
    const size_t line = (size_t)part->count[last];
    int64_t at[4] = {0}, lines = 1;
    for (int d = 0; d < last; d++) lines *= part->count[d];
    for (int64_t i = 0; i < lines; i++) {
        int64_t to = 0;
        for (int d = 0; d <= last; d++) to = to * part->size[d] + part->first[d] + at[d];
        memcpy((double *)array->values + to, values + (size_t)i * line, line * sizeof *values);
        for (int d = last - 1; d >= 0 && ++at[d] == part->count[d]; d--) at[d] = 0;
    }
}

int nd_results_add_part(struct nd_results *r, const char *name, const struct nd_h5_part *part,
                        const double *values)
{
    int status = 0;
    size_t count = 1;
    nudge_array *array = find(r, name);
    if (!array) {
        double *all = NULL;
        TRY(add(r, name, strlen(name), &array));
        array->rank = part->rank;
        for (int d = 0; d < part->rank; d++) count *= (size_t)(array->shape[d] = part->size[d]);
        ALLOC(all, count);
        array->values = all;
    }
    copy_part(array, part, values);
done:
    return status;
}
