#include "step/pick.h"

#include <string.h>
#include "comm/comm.h"
#include "comm/task.h"

/* Whether the arrays of the device are memory of the host. */
static int is_host(const struct nd_rhs *rhs)
{
    return rhs->device->backend->dialect == ND_DIALECT_C;
}

static size_t row_bytes(const struct nd_rhs *rhs)
{
    return (size_t)rhs->layout.Np * rhs->real;
}

int nd_pick_init(struct nd_pick *p, struct nd_rhs *rhs, int fields, nd_idx most)
{
    int status = 0;
    nd_pick_clear(p);
    p->rhs = rhs, p->fields = fields, p->most = most;
    ALLOC(p->at, most);
    ALLOC(p->first, nd_comm_size() + 1);
    ALLOC(p->slot, most);
    ALLOC(p->reals, (size_t)fields * (size_t)most * row_bytes(rhs));
    if (!is_host(rhs)) TRY(nd_gather_init(&p->gather, rhs, most, (size_t)(fields * rhs->layout.Np)));
done:
    return status;
}

void nd_pick_clear(struct nd_pick *p)
{
    if (!p->rhs) return;
    nd_gather_clear(&p->gather, p->rhs->device);
    free(p->at);
    free(p->first);
    free(p->slot);
    free(p->reals);
    *p = (struct nd_pick){0};
}

static nd_idx element_of(const struct nd_picked *what, nd_idx i)
{
    return what->element ? what->element[i] : what->from + i;
}

static int owner_of(const struct nd_pick *p, const struct nd_picked *what, nd_idx i)
{
    return p->rhs->share ? p->rhs->share->owner[element_of(what, i)] : nd_comm_rank();
}

/* Sorts the elements by their ranks. */
static void sort(struct nd_pick *p, const struct nd_picked *what)
{
    const int ranks = nd_comm_size();
    memset(p->first, 0, (size_t)(ranks + 1) * sizeof *p->first);
    for (nd_idx i = 0; i < what->n; i++) p->first[owner_of(p, what, i) + 1]++;
    for (int r = 0; r < ranks; r++) p->first[r + 1] += p->first[r];
    for (nd_idx i = 0; i < what->n; i++) p->at[p->first[owner_of(p, what, i)]++] = i;
    for (int r = ranks; r > 0; r--) p->first[r] = p->first[r - 1]; /* each has moved to the next one's */
    p->first[0] = 0;
}

static void copy_host(struct nd_pick *p, const struct nd_picked *what, const struct nd_buffer *nodal,
                      nd_idx n)
{
    const struct nd_layout *y = &p->rhs->layout;
    const size_t real = p->rhs->real;
    const char *from = nodal->handle;
#pragma omp parallel for schedule(static)
    for (nd_idx i = 0; i < n; i++)
        for (int f = 0; f < what->fields; f++) {
            const int64_t base = nd_layout_address(y, p->slot[i], what->field + f, 0);
            char *to = p->reals + ((size_t)f * (size_t)n + (size_t)i) * row_bytes(p->rhs);
            for (int k = 0; k < y->Np; k++, to += real) {
                const char *at = from + (size_t)(base + k * y->S_n) * real;
                if (real == 4)
                    memcpy(to, at, 4);
                else
                    memcpy(to, at, 8);
            }
        }
}

/* reals[fields][n][Np] of this rank's elements. */
static int read_own(struct nd_pick *p, const struct nd_picked *what, const nd_idx *at, nd_idx n)
{
    int status = 0;
    struct nd_rhs *rhs = p->rhs;
    struct nd_buffer *nodal;
    for (nd_idx i = 0; i < n; i++) p->slot[i] = (int)rhs->slot[element_of(what, at[i])];
    if (is_host(rhs)) {
        TRY(nd_rhs_show(rhs, 0, &nodal));
        copy_host(p, what, nodal, n);
    } else {
        TRY(nd_gather_list(&p->gather, rhs, p->slot, (int)n, what->field, what->fields));
        TRY(rhs->device->backend->read(rhs->device, p->reals, &p->gather.values, 0,
                                       (size_t)what->fields * (size_t)n * row_bytes(rhs)));
    }
done:
    return status;
}

/* Puts the reals of one rank into their places. */
static void put(const struct nd_pick *p, const struct nd_picked *what, const nd_idx *at, nd_idx n,
                double *values)
{
    const size_t Np = (size_t)p->rhs->layout.Np;
    const int single = p->rhs->real == 4;
#pragma omp parallel for schedule(static)
    for (nd_idx i = 0; i < n; i++)
        for (int f = 0; f < what->fields; f++) {
            const size_t from = ((size_t)f * (size_t)n + (size_t)i) * Np;
            double *to = values + ((size_t)f * (size_t)what->n + (size_t)at[i]) * Np;
            for (size_t k = 0; k < Np; k++)
                to[k] = single ? (double)((const float *)p->reals)[from + k]
                               : ((const double *)p->reals)[from + k];
        }
}

int nd_pick_read(struct nd_pick *p, const struct nd_picked *what, double *values)
{
    int status = 0, failed = 0;
    const int own = nd_comm_rank();
    if (what->n > p->most || what->fields > p->fields)
        FAIL(NUDGE_EINTERNAL, "%d elements of %d fields", (int)what->n, what->fields);
    sort(p, what);
    for (int i = 0; i < nd_comm_size(); i++) {
        const int r = (own + i) % nd_comm_size(); /* this one first: what comes from others takes its place */
        const nd_idx *at = p->at + p->first[r], n = p->first[r + 1] - p->first[r];
        const size_t bytes = (size_t)what->fields * (size_t)n * row_bytes(p->rhs);
        if (!n) continue;
        if (r == own) failed = read_own(p, what, at, n);
        if (r == own && what->rank != own) TRY(nd_comm_send(what->rank, p->reals, bytes));
        if (r != own && what->rank == own) TRY(nd_comm_receive(r, p->reals, bytes));
        if (what->rank == own && !failed) put(p, what, at, n, values);
    }
    status = failed;
done:
    return status;
}

int nd_pick_list(struct nd_rhs *rhs, int field, const nd_idx *element, nd_idx n, double *values)
{
    int status = 0;
    struct nd_pick pick = {0};
    nd_idx *list = NULL;
    if (!n) return 0;
    TRY(ND_TASK(.kind = ND_TASK_PICK, .index = field, .step = n));
    list = nd_alloc((size_t)n, sizeof *list);
    status =
        list ? nd_pick_init(&pick, rhs, 1, n) : nd_fail(NUDGE_ENOMEM, __FILE__, __LINE__, "out of memory");
    TRY(nd_comm_agree(status));
    if (element && n) memcpy(list, element, (size_t)n * sizeof *list);
    TRY(nd_comm_bcast(list, (size_t)n * sizeof *list));
    const struct nd_picked what = {.field = field, .fields = 1, .element = list, .n = n};
    TRY(nd_comm_agree(nd_pick_read(&pick, &what, values)));
done:
    nd_pick_clear(&pick);
    free(list);
    return status;
}
