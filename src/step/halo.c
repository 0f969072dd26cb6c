#include "step/halo.h"

#include <string.h>
#include "base/memory.h"
#include "layout/ordered.h"
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

/* Uploads 4 * slot + face, with the face as the variant numbers it. */
static int upload_places(struct nd_halo *halo, const struct nd_border *border, const unsigned char *order,
                         int take, struct nd_buffer *to)
{
    int status = 0, at = 0;
    int32_t *place = NULL;
    struct nd_device *device = halo->rhs->device;
    const size_t bytes = (size_t)halo->faces * sizeof *place;
    ALLOC(place, halo->faces);
    for (int b = 0; b < halo->n; b++)
        for (nd_idx i = 0; i < border[b].n; i++) {
            const struct nd_side *face = take ? &border[b].take[i] : &border[b].send[i];
            const nd_idx slot = halo->rhs->slot[face->element];
            place[at++] = 4 * slot + turned_face(order[slot], face->face);
        }
    TRY(nd_device_alloc(device, to, bytes));
    TRY(device->backend->write(device, to, 0, place, bytes));
done:
    free(place);
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
    TRY(upload_places(halo, border, order, 0, &halo->send_place));
    TRY(upload_places(halo, border, order, 1, &halo->take_place));
done:
    free(order);
    free(number);
    return status;
}

static int is_host(const struct nd_halo *halo)
{
    return halo->rhs->device->backend->dialect == ND_DIALECT_C;
}

/* Messages, and the requests that exchange them. */
static int make_exchange(struct nd_halo *halo, const struct nd_border *border, size_t face_bytes)
{
    int status = 0;
    struct nd_device *device = halo->rhs->device;
    struct nd_comm_message *message = NULL;
    const size_t bytes = (size_t)halo->faces * face_bytes;
    size_t at = 0;
    ALLOC(message, halo->n);
    TRY(nd_device_alloc(device, &halo->sent, bytes));
    TRY(nd_device_alloc(device, &halo->taken, bytes));
    if (!is_host(halo)) {
        TRY(device->backend->host_alloc(device, &halo->host_sent, bytes));
        TRY(device->backend->host_alloc(device, &halo->host_taken, bytes));
    }
    char *const sent = is_host(halo) ? halo->sent.handle : halo->host_sent, *const taken =
                                                                                is_host(halo)
                                                                                    ? halo->taken.handle
                                                                                    : halo->host_taken;
    for (int b = 0; b < halo->n; b++) {
        const size_t part = (size_t)border[b].n * face_bytes;
        message[b] = (struct nd_comm_message){border[b].rank, sent + at, part, taken + at, part};
        at += part;
    }
    TRY(nd_exchange_init(&halo->exchange, message, halo->n));
done:
    free(message);
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
    TRY(rhs->device->backend->kernel(rhs->device, halo->module, "halo_pack", &halo->pack));
    TRY(rhs->device->backend->kernel(rhs->device, halo->module, "halo_unpack", &halo->unpack));
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
    TRY(upload_tables(halo, border, elem));
    TRY(make_exchange(halo, border, (size_t)(rhs->layout.fields * elem->Nfp) * rhs->real));
    TRY(load_kernels(halo));
    rhs->halo = halo;
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
    if (!is_host(halo)) (void)(device->backend->finish(device) || device->backend->transfers_wait(device));
    nd_exchange_clear(halo->exchange);
    if (halo->module) device->backend->unload(device, halo->module);
    nd_device_free(device, &halo->number);
    nd_device_free(device, &halo->send_place);
    nd_device_free(device, &halo->take_place);
    nd_device_free(device, &halo->sent);
    nd_device_free(device, &halo->taken);
    if (!is_host(halo)) {
        device->backend->host_free(device, halo->host_sent);
        device->backend->host_free(device, halo->host_taken);
    }
    *halo = (struct nd_halo){0};
}

static int launch(struct nd_halo *halo, struct nd_kernel *kernel, const struct nd_buffer *message,
                  const struct nd_buffer *place)
{
    struct nd_rhs *rhs = halo->rhs;
    int64_t stride_f = rhs->layout.S_f;
    const struct nd_arg args[] = {ND_ARG_BUFFER(rhs->buffer[halo->which]), ND_ARG_BUFFER(*message),
                                  ND_ARG_BUFFER(*place), ND_ARG_BUFFER(halo->number),
                                  ND_ARG_SCALAR(stride_f)};
    return rhs->device->backend->launch(rhs->device, kernel,
                                        (struct nd_grid){.blocks = halo->faces, .threads = 64}, args, 5);
}

int nd_halo_begin(struct nd_halo *halo, enum nd_rhs_buffer which)
{
    int status = 0;
    struct nd_device *device = halo->rhs->device;
    if (halo->silent) return 0;
    halo->which = which;
    TRY(launch(halo, halo->pack, &halo->sent, &halo->send_place));
    if (is_host(halo))
        TRY(nd_exchange_start(halo->exchange));
    else
        TRY(device->backend->read_begin(device, halo->host_sent, &halo->sent, halo->sent.bytes));
done:
    return status;
}

/* On a GPU launches do not wait, and there is no need to pause. A failure of MPI is found by nd_halo_end. */
int64_t nd_halo_pause(struct nd_halo *halo, int64_t first, int64_t end)
{
    enum { PAUSES = 8, LEAST = 4 };
    int complete = 1;
    if (halo->silent || !is_host(halo)) return end;
    if (nd_exchange_test(halo->exchange, &complete) || complete) return end;
    const int64_t part = (halo->rhs->blocks - halo->rhs->share->outer) / PAUSES;
    const int64_t next = first + (part > LEAST ? part : LEAST);
    return next < end ? next : end;
}

int nd_halo_end(struct nd_halo *halo)
{
    int status = 0;
    struct nd_device *device = halo->rhs->device;
    if (halo->silent) return 0;
    if (!is_host(halo)) {
        TRY(device->backend->transfers_wait(device));
        TRY(nd_exchange_start(halo->exchange));
    }
    TRY(nd_exchange_wait(halo->exchange));
    if (!is_host(halo))
        TRY(device->backend->write_begin(device, &halo->taken, halo->host_taken, halo->taken.bytes));
    TRY(launch(halo, halo->unpack, &halo->taken, &halo->take_place));
done:
    return status;
}

size_t nd_halo_bytes(const struct nd_halo *halo)
{
    return halo->sent.bytes;
}
