#include "step/rhs.h"

#include <string.h>
#include "part/blocks.h"

static int upload(struct nd_rhs *rhs, enum nd_rhs_buffer which, const void *bytes, size_t n)
{
    int status = 0;
    TRY(nd_device_alloc(rhs->device, &rhs->buffer[which], n));
    TRY(rhs->device->backend->write(rhs->device, &rhs->buffer[which], 0, bytes, n));
done:
    return status;
}

/* Elements in device order: patches of one block each, so that most neighbours share the block or the next
 * ones. */
static int place_elements(struct nd_rhs *rhs, const struct nd_setup *setup)
{
    int status = 0;
    nd_idx *order = NULL;
    ALLOC(order, rhs->K);
    ALLOC(rhs->slot, rhs->K);
    TRY(nd_blocks_order(setup->connect, setup->mesh, rhs->layout.block, order));
    for (nd_idx i = 0; i < rhs->K; i++) rhs->slot[order[i]] = i;
done:
    free(order);
    return status;
}

/* Metric terms and material numbers, [block][9][lane]; slots without an element get the reference element's.
 */
static int write_geometry(struct nd_rhs *rhs, const struct nd_setup *setup, int32_t *material)
{
    int status = 0;
    const int64_t slots = rhs->layout.slots;
    const int block = rhs->layout.block;
    double *metric = NULL;
    ALLOC(metric, slots * 9);
    ALLOC(rhs->J, rhs->K);
    for (int64_t s = 0; s < slots; s++)
        for (int i = 0; i < 9; i += 4) metric[(s / block * 9 + i) * block + s % block] = 1;
    for (nd_idx k = 0; k < rhs->K; k++) {
        double G[9];
        const int64_t s = rhs->slot[k];
        nd_geometry_metric(setup->mesh, k, G, &rhs->J[k]);
        for (int i = 0; i < 9; i++) metric[(s / block * 9 + i) * block + s % block] = G[i];
        material[s] = setup->material[setup->mesh->region[k]];
    }
    TRY(nd_transfer_reals(rhs->device, rhs->real, &rhs->buffer[ND_METRIC], metric, (size_t)slots * 9));
    TRY(upload(rhs, ND_MATERIAL, material, (size_t)slots * sizeof *material));
done:
    free(metric);
    return status;
}

/* Marks blocks that lie, with all their neighbours, in one material. */
static int write_uniform(struct nd_rhs *rhs, const struct nd_faces *faces, const int32_t *material)
{
    int status = 0;
    const int block = rhs->layout.block;
    const int64_t blocks = rhs->layout.slots / block;
    unsigned char *uniform = NULL;
    ALLOC(uniform, blocks);
    for (int64_t b = 0; b < blocks; b++) {
        const int32_t one = material[b * block];
        uniform[b] = 1;
        for (int64_t s = b * block; s < (b + 1) * block; s++) {
            if (material[s] != one) uniform[b] = 0;
            for (int f = 0; f < 4; f++)
                if (material[faces->EToE[4 * s + f]] != one) uniform[b] = 0;
        }
    }
    TRY(upload(rhs, ND_UNIFORM, uniform, (size_t)blocks));
done:
    free(uniform);
    return status;
}

static int write_faces(struct nd_rhs *rhs, const struct nd_setup *setup, const int32_t *material)
{
    int status = 0;
    struct nd_faces faces = {0};
    const size_t slots = (size_t)rhs->layout.slots;
    TRY(nd_faces_init(&faces, setup->connect, rhs->K, setup->elem, &rhs->layout, rhs->slot,
                      setup->condition));
    TRY(upload(rhs, ND_ETOE, faces.EToE, slots * 4 * sizeof *faces.EToE));
    TRY(upload(rhs, ND_ETOL, faces.EToL, slots * 4));
    TRY(write_uniform(rhs, &faces, material));
    TRY(upload(rhs, ND_LISTS, faces.lists, ND_FACE_LISTS * (size_t)setup->elem->Nfp * sizeof *faces.lists));
done:
    nd_faces_clear(&faces);
    return status;
}

/* Operators as the variant wants them. plain: D[3][Np][Np], LIFT[Np][4 Nfp]. simd: tiles of rows, see
 * stage_simd.knl. */
static int write_operators(struct nd_rhs *rhs, const struct nd_elem *e)
{
    int status = 0;
    const int Np = e->Np, Nfp = e->Nfp, simd = rhs->plan.variant->family == ND_LAYOUT_SIMD;
    const int rows = rhs->plan.rows, padded = (Np + rows - 1) / rows * rows;
    const double *const D[3] = {e->Dr, e->Ds, e->Dt};
    double *d = NULL, *lift = NULL;
    ALLOC(d, 3 * padded * Np);
    ALLOC(lift, 4 * padded * Nfp);
    for (int n = 0; n < Np; n++) {
        for (int c = 0; c < 3; c++)
            for (int k = 0; k < Np; k++)
                d[simd ? ((n / rows * Np + k) * rows + n % rows) * 3 + c : (c * Np + n) * Np + k] =
                    D[c][n * Np + k];
        for (int f = 0; f < 4; f++)
            for (int k = 0; k < Nfp; k++)
                lift[simd ? ((n / rows * 4 + f) * Nfp + k) * rows + n % rows : n * 4 * Nfp + f * Nfp + k] =
                    e->LIFT[n * 4 * Nfp + f * Nfp + k];
    }
    TRY(nd_transfer_reals(rhs->device, rhs->real, &rhs->buffer[ND_D], d, (size_t)(3 * padded * Np)));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &rhs->buffer[ND_LIFT], lift, (size_t)(4 * padded * Nfp)));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &rhs->buffer[ND_INVV], e->invV, (size_t)(Np * Np)));
done:
    free(d);
    free(lift);
    return status;
}

static int load_kernel(struct nd_rhs *rhs, enum nd_rhs_kernel which, const char *file, const char *name)
{
    int status = 0;
    TRY(nd_kernel_module(rhs->device, &rhs->recipe, file, &rhs->module[which]));
    TRY(rhs->device->backend->kernel(rhs->device, rhs->module[which], name, &rhs->kernel[which]));
done:
    return status;
}

/* The energy and the media know nothing of the flux, so one text serves every weight. The medium kernel computes one
 * material at a time, whatever the variant does. */
static int load_kernels(struct nd_rhs *rhs)
{
    int status = 0;
    const struct nd_variant *v = rhs->plan.variant;
    const struct nd_recipe recipe = rhs->recipe;
    if (v->family == ND_LAYOUT_SIMD)
        TRY(load_kernel(rhs, ND_STAGE, v->files[0], "stage"));
    else {
        TRY(load_kernel(rhs, ND_STAGE, v->files[0], "flux_plain"));
        TRY(load_kernel(rhs, ND_STAGE_2, v->files[1], "rate_plain"));
        TRY(load_kernel(rhs, ND_STAGE_3, v->files[2], "update_plain"));
    }
    rhs->recipe.upwind = 1;
    TRY(load_kernel(rhs, ND_ENERGY_KERNEL, "energy_plain.knl", "energy_plain"));
    rhs->recipe.lanes = 1;
    TRY(load_kernel(rhs, ND_MEDIUM_KERNEL, "medium.knl", "medium_table"));
done:
    rhs->recipe = recipe;
    return status;
}

static int make_media(struct nd_rhs *rhs, const struct nd_setup *setup)
{
    int status = 0;
    const struct nd_law *law = setup->law;
    int count = setup->nmaterials;
    struct nd_buffer constants = {0};
    char *speed = NULL;
    TRY(nd_transfer_reals(rhs->device, rhs->real, &constants, setup->constants,
                          (size_t)(count * law->material.n)));
    TRY(nd_device_alloc(rhs->device, &rhs->buffer[ND_MEDIUM], (size_t)(count * law->medium.n) * rhs->real));
    TRY(nd_device_alloc(rhs->device, &rhs->buffer[ND_SPEED], (size_t)count * rhs->real));
    const struct nd_arg args[] = {ND_ARG_BUFFER(constants), ND_ARG_BUFFER(rhs->buffer[ND_MEDIUM]),
                                  ND_ARG_BUFFER(rhs->buffer[ND_SPEED]), ND_ARG_SCALAR(count)};
    TRY(rhs->device->backend->launch(rhs->device, rhs->kernel[ND_MEDIUM_KERNEL], (count + 63) / 64, 64, args,
                                     4));
    ALLOC(rhs->speed, count);
    ALLOC(speed, (size_t)count * rhs->real);
    TRY(rhs->device->backend->read(rhs->device, speed, &rhs->buffer[ND_SPEED], 0, (size_t)count * rhs->real));
    for (int i = 0; i < count; i++)
        rhs->speed[i] = rhs->real == 4 ? ((float *)speed)[i] : ((double *)speed)[i];
done:
    nd_device_free(rhs->device, &constants);
    free(speed);
    return status;
}

int nd_rhs_init(struct nd_rhs *rhs, const struct nd_setup *setup)
{
    int status = 0;
    const struct nd_elem *elem = setup->elem;
    int32_t *material = NULL;
    memset(rhs, 0, sizeof *rhs);
    rhs->device = setup->device;
    rhs->K = setup->mesh->K;
    rhs->real = setup->single ? 4 : 8;
    TRY(nd_plan_choose(&rhs->plan, setup->device, setup->law, elem->N, setup->single, setup->variant));
    nd_plan_layout(&rhs->plan, &rhs->layout, rhs->K, elem->Np, setup->law->fields.n);
    nd_recipe_init(&rhs->recipe, setup->law, &rhs->layout, elem->N, setup->single, setup->upwind,
                   rhs->plan.lanes, rhs->plan.rows);
    TRY(place_elements(rhs, setup));
    ALLOC(material, rhs->layout.slots);
    TRY(write_geometry(rhs, setup, material));
    TRY(write_faces(rhs, setup, material));
    TRY(write_operators(rhs, elem));
    const size_t array = (size_t)rhs->layout.length * rhs->real;
    for (enum nd_rhs_buffer b = ND_Q0; b <= ND_RES; b++)
        TRY(nd_device_alloc(rhs->device, &rhs->buffer[b], array));
    for (enum nd_rhs_buffer b = ND_ENERGY; b <= ND_LARGEST; b++)
        TRY(nd_device_alloc(rhs->device, &rhs->buffer[b], (size_t)rhs->layout.slots * rhs->real));
    if (rhs->plan.variant->family == ND_LAYOUT_ANY) {
        const size_t flux =
            (size_t)rhs->layout.slots * 4 * (size_t)elem->Nfp * (size_t)rhs->layout.fields * rhs->real;
        TRY(nd_device_alloc(rhs->device, &rhs->buffer[ND_FLUX], flux));
        TRY(nd_device_alloc(rhs->device, &rhs->buffer[ND_RATE], array));
    }
    rhs->transfer = (struct nd_transfer){rhs->device, &rhs->layout, rhs->slot, rhs->K, rhs->real};
    TRY(load_kernels(rhs));
    TRY(make_media(rhs, setup));
done:
    free(material);
    if (status) nd_rhs_clear(rhs);
    return status;
}

void nd_rhs_clear(struct nd_rhs *rhs)
{
    if (!rhs->device) return;
    for (int i = 0; i < ND_KERNELS; i++)
        if (rhs->module[i]) rhs->device->backend->unload(rhs->device, rhs->module[i]);
    for (int i = 0; i < ND_BUFFERS; i++) nd_device_free(rhs->device, &rhs->buffer[i]);
    free(rhs->slot);
    free(rhs->speed);
    free(rhs->J);
    memset(rhs, 0, sizeof *rhs);
}

size_t nd_rhs_bytes(const struct nd_plan *plan, nd_idx K, int N, int fields, int single)
{
    struct nd_layout layout;
    const int Np = nd_elem_Np(N), Nfp = nd_elem_Nfp(N), plain = plan->variant->family == ND_LAYOUT_ANY;
    const size_t real = single ? 4 : 8;
    nd_plan_layout(plan, &layout, K, Np, fields);
    const size_t array = (size_t)layout.length * real, slots = (size_t)layout.slots;
    return array * (plain ? 4 : 3) + slots * (9 * real + 16 + 4 + 4 + 2 * real) +
           (plain ? slots * 4 * (size_t)(Nfp * fields) * real : 0) +
           (size_t)(4 * Np * (Np + 8) + 4 * Nfp * (Np + 8)) * real;
}

/* -- stages
 * -------------------------------------------------------------------------------------------------------- */

/* A scalar as the kernels' real. */
union real {
    float f;
    double d;
};
static union real make_real(const struct nd_rhs *rhs, double value)
{
    return rhs->real == 4 ? (union real){.f = (float)value} : (union real){.d = value};
}
#define ARG_REAL(x) ((struct nd_arg){&(x), rhs->real})
#define ARG(which)  ND_ARG_BUFFER(rhs->buffer[which])

static int stage_simd(struct nd_rhs *rhs, union real a, union real b, union real dt)
{
    const struct nd_arg args[] = {ARG(rhs->now),  ARG(1 - rhs->now), ARG(ND_RES),     ARG(ND_METRIC),
                                  ARG(ND_ETOE),   ARG(ND_ETOL),      ARG(ND_UNIFORM), ARG(ND_MATERIAL),
                                  ARG(ND_MEDIUM), ARG(ND_D),         ARG(ND_LIFT),    ARG(ND_LISTS),
                                  ARG_REAL(a),    ARG_REAL(b),       ARG_REAL(dt)};
    return rhs->device->backend->launch(rhs->device, rhs->kernel[ND_STAGE],
                                        rhs->layout.slots / rhs->layout.block, 1, args, 15);
}

static int stage_plain(struct nd_rhs *rhs, union real a, union real b, union real dt)
{
    int status = 0;
    const struct nd_backend *backend = rhs->device->backend;
    int64_t stride_f = rhs->layout.S_f, slots = rhs->layout.slots, count = rhs->layout.length;
    const struct nd_arg flux[] = {ARG(rhs->now),       ARG(ND_FLUX),  ARG(ND_METRIC),
                                  ARG(ND_ETOE),        ARG(ND_ETOL),  ARG(ND_MATERIAL),
                                  ARG(ND_MEDIUM),      ARG(ND_LISTS), ND_ARG_SCALAR(stride_f),
                                  ND_ARG_SCALAR(slots)};
    const struct nd_arg rate[] = {ARG(rhs->now),           ARG(ND_FLUX),        ARG(ND_RATE), ARG(ND_METRIC),
                                  ARG(ND_MATERIAL),        ARG(ND_MEDIUM),      ARG(ND_D),    ARG(ND_LIFT),
                                  ND_ARG_SCALAR(stride_f), ND_ARG_SCALAR(slots)};
    const struct nd_arg update[] = {ARG(rhs->now), ARG(1 - rhs->now), ARG(ND_RES),  ARG(ND_RATE),
                                    ARG_REAL(a),   ARG_REAL(b),       ARG_REAL(dt), ND_ARG_SCALAR(count)};
    TRY(backend->launch(rhs->device, rhs->kernel[ND_STAGE], slots, 64, flux, 10));
    TRY(backend->launch(rhs->device, rhs->kernel[ND_STAGE_2], slots, 64, rate, 10));
    TRY(backend->launch(rhs->device, rhs->kernel[ND_STAGE_3], (count + 1023) / 1024, 256, update, 8));
done:
    return status;
}

int nd_rhs_stage(struct nd_rhs *rhs, double a, double b, double dt)
{
    int status = 0;
    const union real ra = make_real(rhs, a), rb = make_real(rhs, b), rdt = make_real(rhs, dt);
    if (rhs->plan.variant->family == ND_LAYOUT_SIMD)
        TRY(stage_simd(rhs, ra, rb, rdt));
    else
        TRY(stage_plain(rhs, ra, rb, rdt));
    rhs->now = 1 - rhs->now;
done:
    return status;
}

int nd_rhs_rate(struct nd_rhs *rhs)
{
    /* The stage's own fields are left alone: adding 0 times a rate that is not finite would change them. */
    const int now = rhs->now, status = nd_rhs_stage(rhs, 0, 0, 1);
    rhs->now = now;
    return status;
}

int nd_rhs_get(struct nd_rhs *rhs, int which, int field, double *values)
{
    return nd_transfer_read(&rhs->transfer, &rhs->buffer[which ? ND_RES : rhs->now], field, values);
}

int nd_rhs_set(struct nd_rhs *rhs, int field, const double *values)
{
    return nd_transfer_write(&rhs->transfer, &rhs->buffer[rhs->now], field, values);
}

static int read_slots(struct nd_rhs *rhs, enum nd_rhs_buffer which, double *values)
{
    int status = 0;
    const size_t slots = (size_t)rhs->layout.slots;
    char *host = NULL;
    ALLOC(host, slots * rhs->real);
    TRY(rhs->device->backend->read(rhs->device, host, &rhs->buffer[which], 0, slots * rhs->real));
    for (nd_idx k = 0; k < rhs->K; k++) {
        const nd_idx s = rhs->slot[k];
        values[k] = rhs->real == 4 ? (double)((float *)host)[s] : ((double *)host)[s];
    }
done:
    free(host);
    return status;
}

int nd_rhs_energy(struct nd_rhs *rhs, double *total, double *element)
{
    int status = 0;
    int64_t stride_f = rhs->layout.S_f, slots = rhs->layout.slots;
    const int64_t items = slots / rhs->recipe.lanes;
    double *sum = NULL, *scale = NULL;
    const struct nd_arg args[] = {ARG(rhs->now),           ARG(ND_ENERGY),      ARG(ND_LARGEST),
                                  ARG(ND_MATERIAL),        ARG(ND_MEDIUM),      ARG(ND_INVV),
                                  ND_ARG_SCALAR(stride_f), ND_ARG_SCALAR(slots)};
    TRY(rhs->device->backend->launch(rhs->device, rhs->kernel[ND_ENERGY_KERNEL], (items + 63) / 64, 64, args,
                                     8));
    ALLOC(sum, rhs->K);
    ALLOC(scale, rhs->K);
    TRY(read_slots(rhs, ND_ENERGY, sum));
    TRY(read_slots(rhs, ND_LARGEST, scale));
    *total = rhs->largest = 0;
    for (nd_idx k = 0; k < rhs->K; k++) {
        const double e = rhs->J[k] * scale[k] * scale[k] * sum[k];
        if (element) element[k] = e;
        if (sum[k] != 0 && scale[k] > rhs->largest) rhs->largest = scale[k];
        *total += e;
    }
done:
    free(sum);
    free(scale);
    return status;
}
