#include "step/curved.h"

#include <math.h>

nd_idx nd_curved_rounded(const struct nd_curved *curved)
{
    const nd_idx lanes = curved->form.lanes ? curved->form.lanes : 1;
    return (curved->n + lanes - 1) / lanes * lanes;
}

void nd_curved_define(const struct nd_curved *curved, struct nd_recipe *recipe, const char *text)
{
    nd_recipe_define(recipe, "NFQ", curved->rule.Nfq);
    nd_recipe_define(recipe, "W_LANES", curved->form.lanes);
    nd_recipe_paste(recipe, text, "curved_lift.h");
}

nd_idx nd_curved_place(const struct nd_curved *curved, nd_idx k)
{
    return curved->place_of[k];
}

static int load(struct nd_curved *curved)
{
    int status = 0;
    struct nd_rhs *rhs = curved->rhs;
    struct nd_recipe recipe;
    nd_rhs_term_recipe(rhs, &recipe);
    const char *file = nd_curved_form_define(&curved->form, &recipe);
    TRY(nd_kernel_load(rhs->device, &recipe, file, &curved->module, &curved->kernel));
    nd_rhs_term_recipe(rhs, &recipe);
    recipe.upwind = 1; /* the texts below do not use the flux */
    recipe.nvalues = 0;
    if (!curved->aside)
        TRY(nd_kernel_load(rhs->device, &recipe, "curved_keep.knl", &curved->keep_module, &curved->keep));
    TRY(nd_kernel_load(rhs->device, &recipe, "energy_curved.knl", &curved->energy_module,
                       &curved->energy_kernel));
done:
    return status;
}

/* The curved elements of this rank, by ascending slot. */
static int list_elements(struct nd_curved *curved, const struct nd_setup *setup)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    const struct nd_rhs *rhs = curved->rhs;
    nd_idx *at = NULL; /* [slots] the curved element there */
    ALLOC(at, rhs->layout.slots);
    ALLOC(curved->place_of, mesh->K);
    ALLOC(curved->element, mesh->Ncurved);
    ALLOC(curved->rate, mesh->K);
    for (nd_idx k = 0; k < mesh->K; k++) curved->rate[k] = 1, curved->place_of[k] = -1;
    for (int64_t s = 0; s < rhs->layout.slots; s++) at[s] = -1;
    for (nd_idx i = 0; i < mesh->Ncurved; i++)
        if (nd_share_has(rhs->share, mesh->curved[i])) at[rhs->slot[mesh->curved[i]]] = mesh->curved[i];
    for (int64_t s = 0; s < rhs->layout.slots; s++) {
        if (at[s] < 0) continue;
        curved->place_of[at[s]] = curved->n;
        curved->element[curved->n++] = at[s];
    }
done:
    free(at);
    return status;
}

/* In C and for nodal values: the lanes of the variant, or vectors of 32 bytes. */
static void choose_form(struct nd_curved *curved)
{
    const struct nd_rhs *rhs = curved->rhs;
    struct nd_curved_form *form = &curved->form;
    *form = (struct nd_curved_form){.Nfq = curved->rule.Nfq};
    if (rhs->device->backend->dialect == ND_DIALECT_C && !rhs->plan.variant->basis->change) {
        form->lanes = rhs->layout.lanes > 1 ? rhs->layout.lanes : (int)(32 / rhs->real);
        form->whole = form->lanes == rhs->layout.lanes;
    }
    nd_curved_form_choose(form, rhs->recipe.N, rhs->layout.fields, rhs->real,
                          rhs->device->info.shared_static);
}

/* Whether all elements of the list are behind those that the stage computes. */
static int lie_aside(const struct nd_curved *curved)
{
    const struct nd_rhs *rhs = curved->rhs;
    const nd_idx computed = (nd_idx)rhs->blocks * rhs->plan.variant->placed(&rhs->plan).elements;
    int aside = rhs->plan.variant->skips;
    for (nd_idx i = 0; i < curved->n; i++) aside &= rhs->slot[curved->element[i]] >= computed;
    return aside;
}

int nd_curved_init(struct nd_curved *curved, struct nd_rhs *rhs, const struct nd_setup *setup)
{
    int status = 0;
    *curved = (struct nd_curved){0};
    if (!setup->mesh->Ncurved) return 0;
    curved->rhs = rhs;
    curved->volume = rhs->unit * rhs->unit * rhs->unit;
    TRY(nd_curved_rule_init(&curved->rule, setup->elem, setup->mesh->curved_order));
    choose_form(curved);
    TRY(list_elements(curved, setup));
    curved->aside = lie_aside(curved);
    TRY(nd_subset_init(&curved->subset, rhs, curved->element, curved->n));
    TRY(nd_curved_make_matrices(curved, setup));
    if (curved->n) {
        const size_t n = (size_t)curved->n;
        TRY(nd_curved_make_faces(curved, setup));
        if (!curved->aside || !nd_rhs_linear(rhs))
            TRY(nd_device_alloc(rhs->device, &curved->left, n * curved->subset.size * rhs->real));
        TRY(nd_device_alloc(rhs->device, &curved->energy, n * rhs->real));
        TRY(nd_device_alloc(rhs->device, &curved->largest, n * rhs->real));
        TRY(load(curved));
    }
    nd_rhs_forget(rhs);
    rhs->curved = curved;
done:
    if (status) nd_curved_clear(curved);
    return status;
}

void nd_curved_clear(struct nd_curved *curved)
{
    if (!curved->rhs) return;
    struct nd_device *device = curved->rhs->device;
    struct nd_buffer *const all[] = {
        &curved->matrix,  &curved->faces,      &curved->normal,    &curved->number, &curved->place,
        &curved->trace,   &curved->left,       &curved->V,         &curved->Jw,     &curved->energy,
        &curved->largest, &curved->list.edges, &curved->list.order};
    struct nd_module *const module[] = {curved->module, curved->keep_module, curved->energy_module};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) nd_device_free(device, all[i]);
    for (int i = 0; i < 3; i++)
        if (module[i]) device->backend->unload(device, module[i]);
    nd_subset_clear(&curved->subset);
    nd_curved_rule_clear(&curved->rule);
    free(curved->element);
    free(curved->place_of);
    free(curved->rate);
    curved->rhs->curved = NULL;
    *curved = (struct nd_curved){0};
}

int nd_curved_keep(struct nd_curved *curved, const struct nd_stage *stage)
{
    struct nd_rhs *rhs = curved->rhs;
    int64_t stride_f = rhs->layout.S_f, count = curved->n;
    const struct nd_arg args[] = {ND_ARG_BUFFER(rhs->buffer[stage->to]), ND_ARG_BUFFER(curved->left),
                                  ND_ARG_BUFFER(curved->subset.slot), ND_ARG_SCALAR(count),
                                  ND_ARG_SCALAR(stride_f)};
    if (!count || curved->aside || stage->update != ND_UPDATE_ADD) return 0;
    return rhs->device->backend->launch(
        rhs->device, curved->keep,
        (struct nd_grid){.blocks = (count * rhs->layout.Np + 255) / 256, .threads = 256}, args, 5);
}

int nd_curved_launch(struct nd_curved *curved, const struct nd_stage *stage)
{
    struct nd_rhs *rhs = curved->rhs;
    int64_t stride_f = rhs->layout.S_f, count = curved->n;
    int mode = stage->update == ND_UPDATE_RK     ? stage->rate
               : stage->update == ND_UPDATE_RATE ? 1
                                                 : 2 + curved->aside,
        residual = stage->rate;
    const union nd_real a = nd_rhs_real(rhs, stage->a), b = nd_rhs_real(rhs, stage->b),
                        dt = nd_rhs_real(rhs, stage->dt / rhs->unit);
    const struct nd_buffer *to = &rhs->buffer[stage->rate ? ND_RES : stage->to];
    const struct nd_arg args[] = {ND_ARG_BUFFER(rhs->buffer[stage->from]),
                                  ND_ARG_BUFFER(*to),
                                  ND_ARG_BUFFER(curved->subset.slot),
                                  ND_ARG_BUFFER(rhs->buffer[ND_MATERIAL]),
                                  ND_ARG_BUFFER(rhs->buffer[ND_MEDIUM]),
                                  ND_ARG_BUFFER(curved->list.edges),
                                  ND_ARG_BUFFER(curved->matrix),
                                  ND_ARG_BUFFER(curved->faces),
                                  ND_ARG_BUFFER(curved->normal),
                                  ND_ARG_BUFFER(curved->number),
                                  ND_ARG_BUFFER(curved->place),
                                  ND_ARG_BUFFER(curved->trace),
                                  ND_ARG_BUFFER(curved->left),
                                  ND_ARG_SCALAR(mode),
                                  ND_ARG_SCALAR(residual),
                                  ND_ARG_REAL(rhs, a),
                                  ND_ARG_REAL(rhs, b),
                                  ND_ARG_REAL(rhs, dt),
                                  ND_ARG_SCALAR(stride_f),
                                  ND_ARG_SCALAR(count)};
    const int64_t blocks = curved->form.lanes ? nd_curved_rounded(curved) / curved->form.lanes : count;
    if (!count) return 0;
    return rhs->device->backend->launch(rhs->device, curved->kernel,
                                        (struct nd_grid){.blocks = blocks, .threads = curved->form.threads},
                                        args, (int)(sizeof args / sizeof *args));
}

static int read_reals(struct nd_rhs *rhs, const struct nd_buffer *from, size_t n, char *room, double *to)
{
    int status = 0;
    TRY(rhs->device->backend->read(rhs->device, room, from, 0, n * rhs->real));
    for (size_t i = 0; i < n; i++) to[i] = rhs->real == 4 ? (double)((float *)room)[i] : ((double *)room)[i];
done:
    return status;
}

int nd_curved_energy(struct nd_curved *curved, const struct nd_buffer *q, double *energy, double *largest)
{
    int status = 0;
    struct nd_rhs *rhs = curved->rhs;
    int64_t stride_f = rhs->layout.S_f, count = curved->n;
    const size_t n = (size_t)count;
    int points = curved->rule.Nq;
    char *room = NULL;
    double *sum = NULL, *scale = NULL;
    const struct nd_arg args[] = {ND_ARG_BUFFER(*q),
                                  ND_ARG_BUFFER(curved->subset.slot),
                                  ND_ARG_BUFFER(curved->energy),
                                  ND_ARG_BUFFER(curved->largest),
                                  ND_ARG_BUFFER(rhs->buffer[ND_MATERIAL]),
                                  ND_ARG_BUFFER(rhs->buffer[ND_MEDIUM]),
                                  ND_ARG_BUFFER(curved->V),
                                  ND_ARG_BUFFER(curved->Jw),
                                  ND_ARG_SCALAR(stride_f),
                                  ND_ARG_SCALAR(points)};
    if (!n) return 0;
    ALLOC(room, n * rhs->real);
    ALLOC(sum, n);
    ALLOC(scale, n);
    TRY(rhs->device->backend->launch(rhs->device, curved->energy_kernel,
                                     (struct nd_grid){.blocks = count, .threads = 64}, args, 10));
    TRY(read_reals(rhs, &curved->energy, n, room, sum));
    TRY(read_reals(rhs, &curved->largest, n, room, scale));
    for (nd_idx i = 0; i < curved->n; i++) {
        energy[curved->element[i]] = curved->volume * scale[i] * scale[i] * sum[i];
        largest[curved->element[i]] = sum[i] != 0 ? scale[i] : 0;
    }
done:
    free(room);
    free(sum);
    free(scale);
    return status;
}

size_t nd_curved_bytes(const struct nd_law *law, nd_idx n, int N, int order, size_t real)
{
    const size_t Np = (size_t)nd_elem_Np(N), each = (size_t)(2 * N + 3 * (order - 1)) / 2 + 1,
                 on_face = (size_t)nd_curved_face_count(N, order);
    return (size_t)n * real * (4 * Np * Np + each * each * each + 16 * on_face + (size_t)law->fields.n * Np);
}
