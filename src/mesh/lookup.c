/* Maps the numbers that files give to vertices to indices: by a table if they are dense, else by search. */
#include "mesh/build.h"

#include <string.h>

static int by_number(const void *a, const void *b)
{
    const struct nd_numbered *p = a, *q = b;
    if (p->number != q->number) return p->number < q->number ? -1 : 1;
    return (p->index > q->index) - (p->index < q->index);
}

static int init_dense(struct nd_lookup *lookup, const int64_t *number, size_t n, int64_t *twice)
{
    int status = 0;
    ALLOC(lookup->table, lookup->span);
    memset(lookup->table, 0xff, lookup->span * sizeof *lookup->table);
    for (size_t i = 0; i < n; i++) {
        nd_idx *slot = &lookup->table[number[i] - lookup->low];
        if (*slot >= 0) {
            *twice = number[i];
            FAIL(NUDGE_EFORMAT, "number %lld is given twice", (long long)*twice);
        }
        *slot = (nd_idx)i;
    }
done:
    return status;
}

static int init_sparse(struct nd_lookup *lookup, const int64_t *number, size_t n, int64_t *twice)
{
    int status = 0;
    ALLOC(lookup->sorted, n);
    for (size_t i = 0; i < n; i++) lookup->sorted[i] = (struct nd_numbered){number[i], (nd_idx)i};
    qsort(lookup->sorted, n, sizeof *lookup->sorted, by_number);
    for (size_t i = 1; i < n; i++)
        if (lookup->sorted[i].number == lookup->sorted[i - 1].number) {
            *twice = lookup->sorted[i].number;
            FAIL(NUDGE_EFORMAT, "number %lld is given twice", (long long)*twice);
        }
done:
    return status;
}

int nd_lookup_init(struct nd_lookup *lookup, const int64_t *number, size_t n, int64_t *twice)
{
    memset(lookup, 0, sizeof *lookup);
    lookup->n = n;
    if (!n) return 0;
    int64_t low = number[0], high = number[0];
    for (size_t i = 1; i < n; i++) {
        if (number[i] < low) low = number[i];
        if (number[i] > high) high = number[i];
    }
    lookup->low = low;
    /* The difference may not fit a signed integer. */
    uint64_t reach = (uint64_t)high - (uint64_t)low;
    if (reach >= 4 * (uint64_t)n + 1024) return init_sparse(lookup, number, n, twice);
    lookup->span = (size_t)reach + 1;
    return init_dense(lookup, number, n, twice);
}

void nd_lookup_clear(struct nd_lookup *lookup)
{
    free(lookup->table);
    free(lookup->sorted);
    memset(lookup, 0, sizeof *lookup);
}

nd_idx nd_lookup_find(const struct nd_lookup *lookup, int64_t number)
{
    if (lookup->table) {
        uint64_t offset = (uint64_t)number - (uint64_t)lookup->low;
        return offset < lookup->span ? lookup->table[offset] : -1;
    }
    size_t low = 0, high = lookup->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lookup->sorted[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < lookup->n && lookup->sorted[low].number == number ? lookup->sorted[low].index : -1;
}
