/* Launches the plain kernels directly, for layouts that no variant chooses: any block size and
 * strides, elements in random slots with empty slots between them. */
#ifndef BARE_H
#define BARE_H

#include "kernel/kernel.h"
#include "rig.h"

enum bare_buffer {
    BARE_Q,
    BARE_FLUX,
    BARE_RATE,
    BARE_METRIC,
    BARE_ETOE,
    BARE_ETOL,
    BARE_MATERIAL,
    BARE_MEDIUM,
    BARE_LISTS,
    BARE_D,
    BARE_LIFT,
    BARE_INVV,
    BARE_ENERGY,
    BARE_LARGEST,
    BARE_BUFFERS
};

struct bare {
    struct rig *rig;
    struct nd_layout layout;
    struct nd_recipe recipe;
    struct nd_transfer transfer;
    nd_idx *slot;
    size_t real;
    struct nd_buffer buffer[BARE_BUFFERS];
};

/* As floats when single. */
static inline int bare_reals(struct bare *b, enum bare_buffer which, const double *values, size_t n)
{
    return nd_transfer_reals(b->rig->device, b->real, &b->buffer[which], values, n);
}

static inline int bare_bytes(struct bare *b, enum bare_buffer which, const void *bytes, size_t n)
{
    const int status = nd_device_alloc(b->rig->device, &b->buffer[which], n);
    return status ? status : b->rig->device->backend->write(b->rig->device, &b->buffer[which], 0, bytes, n);
}

static inline int bare_geometry(struct bare *b)
{
    int status = 0;
    const int64_t slots = b->layout.slots, block = b->layout.block;
    double *metric = nd_alloc((size_t)slots * 9, sizeof *metric);
    int32_t *material = nd_alloc((size_t)slots, sizeof *material);
    for (int64_t s = 0; s < slots; s++)
        for (int i = 0; i < 9; i += 4) metric[(s / block * 9 + i) * block + s % block] = 1;
    for (nd_idx k = 0; k < b->rig->mesh.K; k++) {
        double G[9], J;
        const int64_t s = b->slot[k];
        nd_geometry_metric(&b->rig->mesh, k, G, &J);
        for (int i = 0; i < 9; i++) metric[(s / block * 9 + i) * block + s % block] = G[i];
        material[s] = b->rig->mesh.region[k];
    }
    TRY(bare_reals(b, BARE_METRIC, metric, (size_t)slots * 9));
    TRY(bare_bytes(b, BARE_MATERIAL, material, (size_t)slots * sizeof *material));
done:
    free(metric);
    free(material);
    return status;
}

static inline int bare_operators(struct bare *b)
{
    static const int condition[] = {0, 1, 2};
    int status = 0;
    const struct nd_elem *e = &b->rig->ref.elem;
    const size_t square = (size_t)(e->Np * e->Np), slots = (size_t)b->layout.slots;
    double medium[6 * RIG_REGIONS_MOST], *D = nd_alloc(3 * square, sizeof *D);
    struct nd_faces faces = {0};
    for (int r = 0; r < b->rig->nmaterials; r++) {
        const double epsilon = b->rig->constants[4 * r], mu = b->rig->constants[4 * r + 1];
        const double m[6] = {1 / epsilon, 1 / mu, sqrt(mu / epsilon), sqrt(epsilon / mu), 0, 0};
        memcpy(medium + 6 * r, m, sizeof m);
    }
    memcpy(D, e->Dr, square * sizeof *D);
    memcpy(D + square, e->Ds, square * sizeof *D);
    memcpy(D + 2 * square, e->Dt, square * sizeof *D);
    TRY(bare_reals(b, BARE_MEDIUM, medium, (size_t)(6 * b->rig->nmaterials)));
    TRY(bare_reals(b, BARE_D, D, 3 * square));
    TRY(bare_reals(b, BARE_LIFT, e->LIFT, (size_t)(e->Np * 4 * e->Nfp)));
    TRY(bare_reals(b, BARE_INVV, e->invV, square));
    const struct nd_placed placed = {.mesh = &b->rig->mesh,
                                     .connect = &b->rig->ref.connect,
                                     .elem = e,
                                     .layout = &b->layout,
                                     .slot = b->slot,
                                     .condition = condition};
    TRY(nd_faces_init(&faces, &placed));
    TRY(bare_bytes(b, BARE_ETOE, faces.EToE, slots * 4 * sizeof *faces.EToE));
    TRY(bare_bytes(b, BARE_ETOL, faces.EToL, slots * 4));
    TRY(bare_bytes(b, BARE_LISTS, faces.lists, (size_t)(ND_FACE_LISTS * e->Nfp) * sizeof *faces.lists));
done:
    nd_faces_clear(&faces);
    free(D);
    return status;
}

/* b->rig and b->layout are set. Slots are drawn at random. */
static inline int bare_init(struct bare *b, const struct rig_case *c)
{
    int status = 0;
    unsigned seed = c->seed;
    const size_t Nfp = (size_t)b->rig->ref.elem.Nfp;
    b->real = c->single ? 4 : 8;
    b->slot = nd_alloc((size_t)b->layout.slots, sizeof *b->slot);
    for (nd_idx s = 0; s < b->layout.slots; s++) b->slot[s] = s;
    for (nd_idx s = (nd_idx)b->layout.slots - 1; s > 0; s--) {
        const nd_idx other = (nd_idx)((s + 1) * test_random(&seed)), old = b->slot[s];
        b->slot[s] = b->slot[other];
        b->slot[other] = old;
    }
    nd_recipe_init(&b->recipe, ND_CASE(b->rig->device, &b->rig->law, c->N, c->single, c->upwind), &b->layout);
    b->recipe.lanes = 1; /* the plain kernels take one element at a time, in any layout */
    b->transfer = (struct nd_transfer){b->rig->device, &b->layout, b->slot, b->rig->mesh.K, b->real};
    TRY(nd_device_alloc(b->rig->device, &b->buffer[BARE_Q], (size_t)b->layout.length * b->real));
    TRY(nd_device_alloc(b->rig->device, &b->buffer[BARE_RATE], (size_t)b->layout.length * b->real));
    TRY(nd_device_alloc(b->rig->device, &b->buffer[BARE_ENERGY], (size_t)b->layout.slots * b->real));
    TRY(nd_device_alloc(b->rig->device, &b->buffer[BARE_LARGEST], (size_t)b->layout.slots * b->real));
    TRY(nd_device_alloc(b->rig->device, &b->buffer[BARE_FLUX],
                        (size_t)b->layout.slots * 4 * Nfp * 6 * b->real));
    TRY(bare_geometry(b));
    TRY(bare_operators(b));
    for (int f = 0; f < 6; f++) TRY(nd_transfer_write(&b->transfer, &b->buffer[BARE_Q], f, b->rig->q[f]));
done:
    return status;
}

static inline void bare_clear(struct bare *b)
{
    for (int i = 0; i < BARE_BUFFERS; i++) nd_device_free(b->rig->device, &b->buffer[i]);
    free(b->slot);
}

static inline int bare_launch(struct bare *b, const char *name, int64_t blocks, const struct nd_arg *args,
                              int nargs)
{
    int status = 0;
    struct nd_module *module = NULL;
    struct nd_kernel *kernel;
    struct nd_device *device = b->rig->device;
    char file[64];
    snprintf(file, sizeof file, "%s.knl", name);
    TRY(nd_kernel_module(device, &b->recipe, file, &module));
    TRY(device->backend->kernel(device, module, name, &kernel));
    TRY(device->backend->launch(device, kernel, (struct nd_grid){.blocks = blocks, .threads = 64}, args,
                                nargs));
    TRY(device->backend->finish(device));
done:
    if (module) device->backend->unload(device, module);
    return status;
}

#define BARE_ARG(which) ND_ARG_BUFFER(b->buffer[BARE_##which])

static inline int bare_rate(struct bare *b)
{
    int status = 0;
    int64_t stride_f = b->layout.S_f, slots = b->layout.slots;
    const struct nd_arg flux[] = {BARE_ARG(Q),         BARE_ARG(FLUX),  BARE_ARG(METRIC),
                                  BARE_ARG(ETOE),      BARE_ARG(ETOL),  BARE_ARG(MATERIAL),
                                  BARE_ARG(MEDIUM),    BARE_ARG(LISTS), ND_ARG_SCALAR(stride_f),
                                  ND_ARG_SCALAR(slots)};
    const struct nd_arg rate[] = {
        BARE_ARG(Q),      BARE_ARG(FLUX), BARE_ARG(RATE), BARE_ARG(METRIC),        BARE_ARG(MATERIAL),
        BARE_ARG(MEDIUM), BARE_ARG(D),    BARE_ARG(LIFT), ND_ARG_SCALAR(stride_f), ND_ARG_SCALAR(slots)};
    TRY(bare_launch(b, "flux_plain", slots, flux, 10));
    TRY(bare_launch(b, "rate_plain", slots, rate, 10));
done:
    return status;
}

/* element[K]. */
static inline int bare_energy(struct bare *b, double *element)
{
    int status = 0;
    int64_t stride_f = b->layout.S_f, first = 0, slots = b->layout.slots;
    char *host = nd_alloc(2 * (size_t)slots, b->real);
    const struct nd_arg args[] = {
        BARE_ARG(Q),    BARE_ARG(ENERGY),        BARE_ARG(LARGEST),    BARE_ARG(MATERIAL),  BARE_ARG(MEDIUM),
        BARE_ARG(INVV), ND_ARG_SCALAR(stride_f), ND_ARG_SCALAR(first), ND_ARG_SCALAR(slots)};
    TRY(bare_launch(b, "energy_plain", (slots + 63) / 64, args, 9));
    TRY(b->rig->device->backend->read(b->rig->device, host, &b->buffer[BARE_ENERGY], 0,
                                      (size_t)slots * b->real));
    TRY(b->rig->device->backend->read(b->rig->device, host + (size_t)slots * b->real,
                                      &b->buffer[BARE_LARGEST], 0, (size_t)slots * b->real));
    for (nd_idx k = 0; k < b->rig->mesh.K; k++) {
        double G[9], J;
        const int64_t s = b->slot[k];
        const double sum = b->real == 4 ? ((float *)host)[s] : ((double *)host)[s],
                     scale = b->real == 4 ? ((float *)host)[slots + s] : ((double *)host)[slots + s];
        nd_geometry_metric(&b->rig->mesh, k, G, &J);
        element[k] = J * scale * scale * sum;
    }
done:
    free(host);
    return status;
}

#endif
