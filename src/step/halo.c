#include "step/halo.h"

#include <stdlib.h>
#include <string.h>
#include "base/log.h"
#include "base/memory.h"
#include "layout/ordered.h"
#include "step/halo_mpi.h"
#include "step/rhs_term.h"

/* number[4][Nfp]: the numbers of a field that belong to each face, those of the points on it, of which one
 * barycentric coordinate is 0. */
static int find_numbers(const struct nd_operator *op, const struct nd_elem *elem, int32_t *number)
{
    int status = 0;
    static const int opposite[4] = {3, 2, 0, 1};
    const int Np = elem->Np, Nfp = elem->Nfp;
    double *points = NULL;
    ALLOC(points, 4 * Np);
    TRY(op->plan->variant->basis->points(op, elem, points));
    for (int f = 0; f < 4; f++) {
        int found = 0;
        for (int n = 0; n < Np; n++)
            if (points[opposite[f] * Np + n] < 1e-9) {
                if (found < Nfp) number[f * Nfp + found] = n;
                found++;
            }
        if (found != Nfp) FAIL(NUDGE_EINTERNAL, "%d numbers on face %d, not %d", found, f, Nfp);
    }
done:
    free(points);
    return status;
}

/* The face of an element whose vertices are in another order. */
static int turned_face(int order, int face)
{
    for (int f = 0; f < 4; f++)
        if (nd_order_face(order, f) == face) return f;
    return face;
}

struct entry {
    int64_t at;    /* where the face is in messages, in reals */
    int32_t place; /* 4 * slot + face, with the face as the variant numbers it */
};

static int by_place(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return x->place < y->place ? -1 : x->place > y->place;
}

/* The faces of each border in the order of slots: those of neighbouring lanes are in the same lines of a cache. */
static void list_faces(const struct nd_halo *halo, const struct nd_border *border, const unsigned char *order, int take,
                       struct entry *list)
{
    int64_t next = 0;
    for (int b = 0; b < halo->n; list += border[b++].n) {
        if (b <= halo->peers.n) next = b < halo->peers.n ? nd_halo_peers_at(halo, b, take) : 0;
        for (nd_idx i = 0; i < border[b].n; i++, next += (int64_t)halo->face_bytes) {
            const struct nd_side *face = take ? &border[b].take[i] : &border[b].send[i];
            const nd_idx slot = halo->rhs->slot[face->element];
            list[i] = (struct entry){.at = next / (int64_t)halo->rhs->real,
                                     .place = 4 * slot + turned_face(order[slot], face->face)};
        }
        qsort(list, (size_t)border[b].n, sizeof *list, by_place);
    }
}

static int upload_faces(struct nd_halo *halo, const struct nd_border *border, const unsigned char *order,
                        int take)
{
    int status = 0;
    int32_t *place = NULL;
    int64_t *at = NULL;
    struct entry *list = NULL;
    struct nd_device *device = halo->rhs->device;
    const size_t n = (size_t)halo->faces;
    ALLOC(list, n);
    ALLOC(place, n);
    ALLOC(at, n);
    list_faces(halo, border, order, take, list);
    for (size_t i = 0; i < n; i++) {
        place[i] = list[i].place;
        at[i] = list[i].at;
    }
    TRY(nd_device_alloc(device, &halo->place[take], n * sizeof *place));
    TRY(device->backend->write(device, &halo->place[take], 0, place, n * sizeof *place));
    TRY(nd_device_alloc(device, &halo->at[take], n * sizeof *at));
    TRY(device->backend->write(device, &halo->at[take], 0, at, n * sizeof *at));
done:
    free(list);
    free(place);
    free(at);
    return status;
}

static int upload_tables(struct nd_halo *halo, const struct nd_border *border, const struct nd_elem *elem)
{
    int status = 0;
    struct nd_rhs *rhs = halo->rhs;
    const struct nd_operator op = nd_rhs_operator(rhs);
    const size_t bytes = 4 * (size_t)elem->Nfp * sizeof(int32_t);
    unsigned char *order = NULL;
    int32_t *number = NULL;
    ALLOC(order, rhs->layout.slots);
    ALLOC(number, 4 * elem->Nfp);
    TRY(find_numbers(&op, elem, number));
    TRY(nd_device_alloc(rhs->device, &halo->number, bytes));
    TRY(rhs->device->backend->write(rhs->device, &halo->number, 0, number, bytes));
    TRY(rhs->plan.variant->basis->orders(&op, order));
    for (int take = 0; take < 2; take++) TRY(upload_faces(halo, border, order, take));
done:
    free(order);
    free(number);
    return status;
}

/* Whether MPI has nothing to exchange. */
static int is_direct(const struct nd_halo *halo)
{
    return halo->peers.n && halo->peers.n == halo->n;
}

int nd_halo_is_host(const struct nd_halo *halo)
{
    return halo->rhs->device->backend->dialect == ND_DIALECT_C;
}

static int read_choice(struct nd_halo *halo)
{
    int status = 0;
    static const char *const name[] = {"", "mpi", "pinned", "device"};
    const char *given = getenv("NUDGE_EXCHANGE");
    const int choices = sizeof name / sizeof *name;
    while ((int)halo->choice < choices && strcmp(name[halo->choice], given ? given : "")) halo->choice++;
    if ((int)halo->choice == choices)
        FAIL(NUDGE_EVALUE, "NUDGE_EXCHANGE=%s: it may be mpi, pinned, device, or not set", given);
done:
    return status;
}

static int load_kernels(struct nd_halo *halo)
{
    int status = 0;
    struct nd_rhs *rhs = halo->rhs;
    struct nd_recipe recipe;
    nd_rhs_term_recipe(rhs, &recipe);
    recipe.upwind = 1; /* the text does not use the flux, so that one text serves every upwind weight */
    TRY(nd_kernel_module(rhs->device, &recipe, "halo.knl", &halo->module));
    TRY(rhs->device->backend->kernel(rhs->device, halo->module, "halo_pack", &halo->kernel[0]));
    TRY(rhs->device->backend->kernel(rhs->device, halo->module, "halo_unpack", &halo->kernel[1]));
done:
    return status;
}

int nd_halo_init(struct nd_halo *halo, struct nd_rhs *rhs, const struct nd_connect *connect,
                 const struct nd_elem *elem)
{
    int status = 0;
    struct nd_border *border = NULL;
    *halo = (struct nd_halo){.rhs = rhs};
    TRY(nd_borders_find(rhs->share, connect, &border, &halo->n));
    for (int b = 0; b < halo->n; b++) halo->faces += border[b].n;
    halo->face_bytes = (size_t)(rhs->layout.fields * elem->Nfp) * rhs->real;
    TRY(read_choice(halo));
    TRY(nd_halo_peers_init(halo, border));
    TRY(upload_tables(halo, border, elem));
    TRY(nd_halo_mpi_init(halo, border));
    TRY(load_kernels(halo));
    rhs->halo = halo;
    nd_info("rank %d exchanges %d face%s with %d rank%s by %s", nd_comm_rank(), (int)halo->faces,
            halo->faces == 1 ? "" : "s", halo->n, halo->n == 1 ? "" : "s", nd_halo_path(halo));
done:
    nd_borders_clear(border, halo->n);
    if (status) nd_halo_clear(halo);
    return status;
}

void nd_halo_clear(struct nd_halo *halo)
{
    if (!halo->rhs) return;
    struct nd_device *device = halo->rhs->device;
    halo->rhs->halo = NULL;
    nd_halo_peers_clear(halo);
    nd_halo_mpi_clear(halo);
    if (halo->module) device->backend->unload(device, halo->module);
    nd_device_free(device, &halo->number);
    for (int take = 0; take < 2; take++) {
        nd_device_free(device, &halo->place[take]);
        nd_device_free(device, &halo->at[take]);
    }
    *halo = (struct nd_halo){0};
}

int nd_halo_launch(struct nd_halo *halo, int take, const struct nd_buffer *message, nd_idx first, nd_idx n)
{
    enum { FACES = 32, THREADS = 256 }; /* of a block: halo.knl */
    struct nd_rhs *rhs = halo->rhs;
    int64_t stride_f = rhs->layout.S_f;
    const int from = (int)first, count = (int)n;
    const struct nd_grid grid = {.blocks = (n + FACES - 1) / FACES, .threads = THREADS};
    const struct nd_arg args[] = {ND_ARG_BUFFER(rhs->buffer[halo->which]),
                                  ND_ARG_BUFFER(*message),
                                  ND_ARG_BUFFER(halo->place[take]),
                                  ND_ARG_BUFFER(halo->number),
                                  ND_ARG_SCALAR(stride_f),
                                  ND_ARG_BUFFER(halo->at[take]),
                                  ND_ARG_SCALAR(from),
                                  ND_ARG_SCALAR(count)};
    return rhs->device->backend->launch(rhs->device, halo->kernel[take], grid, args, 8);
}

int nd_halo_begin(struct nd_halo *halo, enum nd_rhs_buffer which)
{
    int status = 0;
    if (halo->silent) return 0;
    halo->which = which;
    if (!is_direct(halo)) TRY(nd_halo_mpi_begin(halo));
    if (halo->peers.n) TRY(nd_halo_peers_begin(halo));
done:
    return status;
}

/* On a GPU launches do not wait, and there is no need to pause. A failure of MPI is found by nd_halo_end. */
int64_t nd_halo_pause(struct nd_halo *halo, int64_t first, int64_t end)
{
    enum { PAUSES = 8, LEAST = 4 };
    int complete = 1;
    if (halo->silent || !nd_halo_is_host(halo) || is_direct(halo)) return end;
    if (nd_exchange_test(halo->exchange, &complete) || complete) return end;
    const int64_t part = (halo->rhs->blocks - halo->rhs->share->outer) / PAUSES;
    const int64_t next = first + (part > LEAST ? part : LEAST);
    return next < end ? next : end;
}

int nd_halo_end(struct nd_halo *halo)
{
    int status = 0;
    if (halo->silent) return 0;
    if (halo->peers.n) TRY(nd_halo_peers_end(halo));
    if (!is_direct(halo)) TRY(nd_halo_mpi_end(halo));
done:
    return status;
}

size_t nd_halo_bytes(const struct nd_halo *halo)
{
    return (size_t)halo->faces * halo->face_bytes;
}

const char *nd_halo_path(const struct nd_halo *halo)
{
    const int host = nd_halo_is_host(halo), device = halo->by_device;
    if (!halo->n) return "no messages";
    if (!halo->peers.n) return device ? "MPI from device memory" : host ? "MPI" : "pinned memory and MPI";
    if (is_direct(halo)) return halo->rhs->device->backend->peers->name;
    if (host) return "shared memory on a node, MPI between nodes";
    return device ? "CUDA IPC on a node, MPI from device memory between nodes"
                  : "CUDA IPC on a node, pinned memory and MPI between nodes";
}
