#include "step/rhs.h"

#include <math.h>
#include <string.h>
#include "base/sum.h"
#include "comm/comm.h"
#include "comm/task.h"
#include "kernel/medium.h"
#include "step/curved.h"
#include "step/whole_step.h"

static int load_kernel(struct nd_rhs *rhs, const struct nd_recipe *recipe, const char *file, const char *name,
                       struct nd_module **module, struct nd_kernel **kernel)
{
    int status = 0;
    TRY(nd_kernel_module(rhs->device, recipe, file, module));
    TRY(rhs->device->backend->kernel(rhs->device, *module, name, kernel));
done:
    return status;
}

/* Energy and media do not use the flux, so that one text serves every upwind weight and boundary
 * condition. */
static struct nd_recipe without_flux(const struct nd_rhs *rhs)
{
    struct nd_recipe recipe = rhs->recipe;
    recipe.upwind = 1;
    recipe.nvalues = 0;
    return recipe;
}

static int load_kernels(struct nd_rhs *rhs)
{
    int status = 0;
    const struct nd_recipe recipe = without_flux(rhs);
    TRY(nd_rhs_load_passes(rhs));
    TRY(load_kernel(rhs, &recipe, "energy_plain.knl", "energy_plain", &rhs->energy_module, &rhs->energy));
done:
    return status;
}

/* Reads the results of medium.knl for each material: speeds, losses, refusals, missing values. */
static int read_media(struct nd_rhs *rhs, const struct nd_law *law, int count)
{
    int status = 0;
    enum { SPEED, LOSSES, REFUSED, NO_VALUE, COLUMNS }; /* as medium.knl writes them, [COLUMNS][count] */
    const size_t bytes = COLUMNS * (size_t)count * rhs->real;
    char *raw = NULL;
    double *column = NULL;
    ALLOC(raw, bytes);
    ALLOC(column, COLUMNS * count);
    ALLOC(rhs->speed, count);
    ALLOC(rhs->losses, count);
    ALLOC(rhs->refused, count);
    TRY(rhs->device->backend->read(rhs->device, raw, &rhs->buffer[ND_SPEED], 0, bytes));
    for (int i = 0; i < COLUMNS * count; i++)
        column[i] = rhs->real == 4 ? ((float *)raw)[i] : ((double *)raw)[i];
    for (int i = 0; i < count; i++) {
        const double line = column[REFUSED * count + i];
        rhs->speed[i] = column[SPEED * count + i];
        rhs->losses[i] = column[LOSSES * count + i];
        rhs->refused[i] =
            line >= 1 && line <= ND_REFUSE_MOST && law->refuse[(int)line - 1] ? (int)line - 1 : -1;
        /* Constants out of range, or refused by the law, have messages of their own. */
        if (rhs->refused[i] < 0 && isfinite(rhs->speed[i]) && rhs->speed[i] > 0)
            TRY(nd_medium_check(law, (int)column[NO_VALUE * count + i]));
    }
done:
    free(raw);
    free(column);
    return status;
}

static int make_media(struct nd_rhs *rhs, const struct nd_setup *setup)
{
    int status = 0;
    const struct nd_law *law = setup->law;
    int count = setup->nmaterials;
    struct nd_buffer constants = {0};
    struct nd_recipe recipe = without_flux(rhs);
    recipe.lanes = 1; /* one material at a time, in any variant */
    TRY(load_kernel(rhs, &recipe, "medium.knl", "medium_table", &rhs->medium_module, &rhs->medium));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &constants, setup->constants,
                          (size_t)(count * law->material.n)));
    TRY(nd_device_alloc(rhs->device, &rhs->buffer[ND_MEDIUM], (size_t)(count * law->medium.n) * rhs->real));
    TRY(nd_device_alloc(rhs->device, &rhs->buffer[ND_SPEED], 4 * (size_t)count * rhs->real));
    const struct nd_arg args[] = {ND_ARG_BUFFER(constants), ND_ARG_BUFFER(rhs->buffer[ND_MEDIUM]),
                                  ND_ARG_BUFFER(rhs->buffer[ND_SPEED]), ND_ARG_SCALAR(count)};
    TRY(rhs->device->backend->launch(rhs->device, rhs->medium,
                                     (struct nd_grid){.blocks = (count + 63) / 64, .threads = 64}, args, 4));
    TRY(read_media(rhs, law, count));
done:
    nd_device_free(rhs->device, &constants);
    return status;
}

/* The number of slots whose energies are on the device at a time: a multiple of what one block computes. */
static int64_t energy_slots(const struct nd_layout *layout)
{
    const int64_t most = 1 << 18;
    return layout->slots < most ? layout->slots : most;
}

static int allocate(struct nd_rhs *rhs)
{
    int status = 0;
    const size_t length = rhs->plan.variant->basis->array_reals(&rhs->plan, &rhs->layout),
                 energies = (size_t)energy_slots(&rhs->layout);
    const struct nd_operator op = nd_rhs_operator(rhs);
    TRY(nd_operator_alloc_reals(&op, ND_Q0, length));
    TRY(nd_operator_alloc_reals(&op, ND_Q1, length));
    if (!nd_rhs_linear(rhs)) TRY(nd_operator_alloc_reals(&op, ND_RES, length));
    TRY(nd_operator_alloc_reals(&op, ND_ENERGY, energies));
    TRY(nd_operator_alloc_reals(&op, ND_LARGEST, energies));
done:
    return status;
}

struct nd_operator nd_rhs_operator(struct nd_rhs *rhs)
{
    return (struct nd_operator){
        .device = rhs->device,
        .plan = &rhs->plan,
        .layout = &rhs->layout,
        .recipe = &rhs->recipe,
        .K = rhs->K,
        .slot = rhs->slot,
        .real = rhs->real,
        .unit = rhs->unit,
        .buffer = rhs->buffer,
        .own = rhs->own,
        .pairs = rhs->pairs,
        .end = rhs->blocks,
        .wave_nodes = rhs->waves.nodes,
    };
}

/* Runs the computations of the variant on the device before the first stage. */
static int finish(struct nd_rhs *rhs)
{
    const struct nd_operator op = nd_rhs_operator(rhs);
    return rhs->plan.variant->finish ? rhs->plan.variant->finish(&op) : 0;
}

int nd_rhs_begin(struct nd_rhs *rhs, const struct nd_setup *setup)
{
    int status = 0;
    const struct nd_case c = {setup->device, setup->law, setup->elem->N, setup->single, setup->upwind, 0};
    memset(rhs, 0, sizeof *rhs);
    rhs->device = setup->device;
    rhs->K = setup->mesh->K;
    rhs->real = setup->single ? 4 : 8;
    rhs->unit = nd_rhs_find_unit(setup->mesh);
    if (setup->plan)
        rhs->plan = *setup->plan;
    else
        TRY(nd_plan_choose(&rhs->plan, &c, NULL));
    if (nd_rhs_linear(rhs) && !rhs->plan.variant->linear)
        FAIL(NUDGE_EVALUE,
             "variant %s does not take linear steps; choose another variant or time.integrator lsrk4",
             rhs->plan.variant->name);
    nd_plan_derive(&rhs->plan, &c);
    if (!rhs->plan.mixed && nd_rhs_is_mixed(setup)) nd_rhs_mix(&rhs->plan, &c, rhs->K);
    TRY(nd_plan_check(&rhs->plan, &c));
done:
    return status;
}

int nd_rhs_fill(struct nd_rhs *rhs, const struct nd_setup *setup)
{
    int status = 0;
    const struct nd_case c = {setup->device, setup->law, setup->elem->N, setup->single, setup->upwind, 0};
    nd_recipe_init(&rhs->recipe, &c, &rhs->layout);
    rhs->recipe.nvalues = setup->nvalues;
    for (int i = 0; i < setup->nvalues; i++) rhs->recipe.value[i] = setup->values[i];
    TRY(nd_rhs_upload_mesh(rhs, setup));
    TRY(allocate(rhs));
    rhs->transfer = (struct nd_transfer){rhs->device, &rhs->layout, rhs->slot, rhs->K, rhs->real};
done:
    return status;
}

int nd_rhs_load(struct nd_rhs *rhs, const struct nd_setup *setup)
{
    int status = 0;
    TRY(make_media(rhs, setup));
    TRY(load_kernels(rhs));
    TRY(finish(rhs));
done:
    return status;
}

int nd_rhs_init(struct nd_rhs *rhs, const struct nd_setup *setup)
{
    int status = 0;
    TRY(nd_rhs_begin(rhs, setup));
    TRY(nd_rhs_place(rhs, setup));
    TRY(nd_rhs_fill(rhs, setup));
    TRY(nd_rhs_load(rhs, setup));
done:
    if (status) nd_rhs_clear(rhs);
    return status;
}

void nd_rhs_clear(struct nd_rhs *rhs)
{
    if (!rhs->device) return;
    const struct nd_backend *backend = rhs->device->backend;
    nd_rhs_forget(rhs);
    nd_rhs_unload_passes(rhs);
    nd_whole_step_clear(rhs);
    if (rhs->mesh_order.module) backend->unload(rhs->device, rhs->mesh_order.module);
    if (rhs->energy_module) backend->unload(rhs->device, rhs->energy_module);
    if (rhs->medium_module) backend->unload(rhs->device, rhs->medium_module);
    if (rhs->sim_time_module) backend->unload(rhs->device, rhs->sim_time_module);
    for (int i = 0; i < ND_OWN_KERNELS_MOST; i++)
        if (rhs->own[i].module) backend->unload(rhs->device, rhs->own[i].module);
    for (int i = 0; i < ND_BUFFERS; i++) nd_device_free(rhs->device, &rhs->buffer[i]);
    free(rhs->slot);
    free(rhs->speed);
    free(rhs->losses);
    free(rhs->refused);
    free(rhs->J);
    memset(rhs, 0, sizeof *rhs);
}

void nd_rhs_forget(struct nd_rhs *rhs)
{
    for (int i = 0; i < 2; i++) nd_device_forget(rhs->device, &rhs->graph.from[i]);
    rhs->graph = (struct nd_step_graph){0};
}

size_t nd_rhs_bytes(const struct nd_plan *plan, nd_idx K, int N, int fields, int single)
{
    struct nd_layout layout;
    const size_t real = single ? 4 : 8;
    nd_plan_layout(plan, &layout, K, 0, nd_elem_Np(N), fields);
    return plan->variant->bytes(plan, &layout, N, real) + 2 * real * (size_t)energy_slots(&layout);
}

void nd_rhs_mix(struct nd_plan *plan, const struct nd_case *c, nd_idx K)
{
    plan->mixed = 1;
    nd_plan_derive(plan, c);
    if ((double)nd_rhs_bytes(plan, K, c->N, c->law->fields.n, c->single) <
        0.9 * (double)c->device->info.memory)
        return;
    plan->mixed = -1;
    nd_plan_derive(plan, c);
}

int nd_rhs_rate(struct nd_rhs *rhs)
{
    /* Fields are not written: adding 0 times a rate that is not finite would change them. */
    const int now = rhs->now;
    const struct nd_stage stage = {.update = nd_plan_updates_begin(&rhs->plan),
                                   .b = nd_rhs_linear(rhs),
                                   .dt = 1,
                                   .stages = 1,
                                   .rate = !nd_rhs_linear(rhs)};
    const int status = nd_rhs_stage(rhs, &stage);
    rhs->now = now;
    return status;
}

int nd_rhs_get_own(struct nd_rhs *rhs, int which, int field, double *values)
{
    int status = 0;
    struct nd_buffer *buffer;
    TRY(nd_rhs_show(rhs, which, &buffer));
    TRY(nd_transfer_read_own(&rhs->transfer, buffer, field, values));
done:
    return status;
}

int nd_rhs_get(struct nd_rhs *rhs, int which, int field, double *values)
{
    int status = 0;
    const size_t Np = (size_t)rhs->layout.Np;
    double *own = NULL;
    TRY(ND_TASK(.kind = ND_TASK_GET, .which = which, .index = field));
    if (!rhs->share) return nd_rhs_get_own(rhs, which, field, values);
    ALLOC(own, (size_t)rhs->layout.own * Np);
    TRY(nd_rhs_get_own(rhs, which, field, own));
    TRY(nd_share_gather(rhs->share, &(struct nd_share_rows){NULL, rhs->K, Np}, own, values));
done:
    free(own);
    return status;
}

int nd_rhs_set_own(struct nd_rhs *rhs, int field, const double *values)
{
    int status = 0;
    struct nd_buffer *buffer;
    TRY(nd_rhs_show(rhs, 0, &buffer));
    TRY(nd_transfer_write_own(&rhs->transfer, buffer, field, values));
    nd_rhs_changed(rhs);
done:
    return status;
}

int nd_rhs_set(struct nd_rhs *rhs, int field, const double *values)
{
    int status = 0;
    const size_t Np = (size_t)rhs->layout.Np;
    double *own = NULL;
    TRY(ND_TASK(.kind = ND_TASK_SET, .index = field));
    if (!rhs->share) return nd_rhs_set_own(rhs, field, values);
    ALLOC(own, (size_t)rhs->layout.own * Np);
    TRY(nd_share_scatter(rhs->share, &(struct nd_share_rows){NULL, rhs->K, Np}, values, own));
    TRY(nd_rhs_set_own(rhs, field, own));
done:
    free(own);
    return status;
}

int nd_rhs_make(struct nd_rhs *rhs, nd_element_maker make, void *context)
{
    int status = 0;
    struct nd_buffer *buffer;
    TRY(nd_rhs_show(rhs, 0, &buffer));
    TRY(nd_transfer_make(&rhs->transfer, buffer, make, context));
    nd_rhs_changed(rhs);
done:
    return status;
}

#define ARG(which) ND_ARG_BUFFER(rhs->buffer[which])

/* Reads the reals of `count` slots from `first` on, which are at the beginning of the buffer. */
static int read_slots(struct nd_rhs *rhs, enum nd_rhs_buffer which, int64_t first, int64_t count, char *host,
                      double *values)
{
    int status = 0;
    TRY(rhs->device->backend->read(rhs->device, host, &rhs->buffer[which], 0, (size_t)count * rhs->real));
    for (int64_t i = 0; i < count; i++)
        values[first + i] = rhs->real == 4 ? (double)((float *)host)[i] : ((double *)host)[i];
done:
    return status;
}

/* Computes sum and scale of each slot, whose energy is J scale^2 sum. */
static int slot_energies(struct nd_rhs *rhs, int residual, double *sum, double *scale)
{
    int status = 0;
    int64_t stride_f = rhs->layout.S_f, slots = rhs->layout.slots, first = 0;
    const int64_t step = energy_slots(&rhs->layout), lanes = rhs->recipe.lanes;
    char *host = NULL;
    struct nd_buffer *q;
    TRY(nd_rhs_show(rhs, residual, &q));
    const struct nd_arg args[] = {ND_ARG_BUFFER(*q),       ARG(ND_ENERGY),       ARG(ND_LARGEST),
                                  ARG(ND_MATERIAL),        ARG(ND_MEDIUM),       ARG(ND_INVV),
                                  ND_ARG_SCALAR(stride_f), ND_ARG_SCALAR(first), ND_ARG_SCALAR(slots)};
    ALLOC(host, (size_t)step * rhs->real);
    for (; first < slots; first += step) {
        const int64_t count = slots - first < step ? slots - first : step;
        const int64_t blocks = (count / lanes + 63) / 64;
        TRY(rhs->device->backend->launch(rhs->device, rhs->energy,
                                         (struct nd_grid){.blocks = blocks, .threads = 64}, args, 9));
        TRY(read_slots(rhs, ND_ENERGY, first, count, host, sum));
        TRY(read_slots(rhs, ND_LARGEST, first, count, host, scale));
    }
done:
    free(host);
    return status;
}

/* A number of each element: those of all ranks, on rank 0. */
static int gather_elements(const struct nd_rhs *rhs, double *element)
{
    int status = 0;
    nd_idx n = 0;
    double *own = NULL;
    ALLOC(own, rhs->K);
    for (nd_idx k = 0; k < rhs->K; k++)
        if (nd_share_has(rhs->share, k)) own[n++] = element[k];
    TRY(nd_share_gather(rhs->share, &(struct nd_share_rows){NULL, rhs->K, 1}, own, element));
done:
    free(own);
    return status;
}

/* The energy of each element of this rank, and the largest magnitude of its fields, [K]; 0 for others. */
static int element_energies(struct nd_rhs *rhs, int residual, double *energy, double *largest)
{
    int status = 0;
    double *sum = NULL, *scale = NULL;
    struct nd_buffer *q;
    ALLOC(sum, rhs->layout.slots);
    ALLOC(scale, rhs->layout.slots);
    TRY(slot_energies(rhs, residual, sum, scale));
    for (nd_idx k = 0; k < rhs->K; k++) {
        const nd_idx s = rhs->slot[k];
        energy[k] = largest[k] = 0;
        if (!nd_share_has(rhs->share, k)) continue;
        energy[k] = rhs->J[k] * scale[s] * scale[s] * sum[s];
        largest[k] = sum[s] != 0 ? scale[s] : 0;
    }
    if (rhs->curved) {
        TRY(nd_rhs_show(rhs, residual, &q));
        TRY(nd_curved_energy(rhs->curved, q, energy, largest));
    }
    for (int i = 0; i < rhs->nstored && !residual; i++)
        TRY(rhs->stored[i].add(rhs->stored[i].self, rhs, energy));
done:
    free(sum);
    free(scale);
    return status;
}

int nd_rhs_energy(struct nd_rhs *rhs, double *total, double *element)
{
    int status = 0;
    double *energy = NULL, *largest = NULL;
    struct nd_sum all = {0}; /* exact: the same bits on any number of ranks */
    ALLOC(energy, rhs->K);
    ALLOC(largest, rhs->K);
    TRY(ND_TASK(.kind = ND_TASK_ENERGY, .which = element != NULL));
    TRY(element_energies(rhs, 0, energy, largest));
    rhs->largest = 0;
    for (nd_idx k = 0; k < rhs->K; k++) {
        if (element) element[k] = energy[k];
        if (!nd_share_has(rhs->share, k)) continue;
        if (largest[k] > rhs->largest) rhs->largest = largest[k];
        nd_sum_add(&all, energy[k]);
    }
    if (rhs->share && element) TRY(gather_elements(rhs, element));
    if (rhs->halo) TRY(nd_comm_sum(&all, 1));
    if (rhs->halo) TRY(nd_comm_max(&rhs->largest, 1));
    *total = nd_sum_value(&all);
done:
    free(energy);
    free(largest);
    return status;
}

int nd_rhs_rate_energy(struct nd_rhs *rhs, double *element)
{
    int status = 0;
    double *largest = NULL;
    ALLOC(largest, rhs->K);
    TRY(nd_rhs_rate(rhs));
    TRY(element_energies(rhs, 1, element, largest));
done:
    free(largest);
    return status;
}
