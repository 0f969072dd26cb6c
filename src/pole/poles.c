#include "pole/poles.h"

#include <math.h>
#include <string.h>
#include "step/curved.h"

/* The constants of a material at high frequencies, relative to vacuum. */
static double constant_of(const struct nd_setup *setup, const nudge_problem *problem, int material,
                          const char *name)
{
    const struct nd_law *law = setup->law;
    const int at = nd_names_find(&law->material, name);
    return setup->constants[material * law->material.n + at] /
           (problem->units == ND_UNITS_SI ? law->si[at] : 1);
}

int nd_poles_field(const struct nd_law *law, int magnetic)
{
    return law->source[magnetic ? ND_MAGNETIC : ND_ELECTRIC].field[0];
}

static int by_slot(const void *a, const void *b)
{
    const nd_idx *x = a, *y = b;
    return (x[1] > y[1]) - (x[1] < y[1]);
}

/* Where each element is in the lists of the PML. */
struct places {
    unsigned char *kind; /* [K] ND_POINTWISE_LOSSES: in none */
    int32_t *at;         /* [K] */
};

static int find_places(struct places *places, const struct nd_pointwise *pml, nd_idx K)
{
    int status = 0;
    ALLOC(places->kind, K);
    ALLOC(places->at, K);
    for (int kind = ND_POINTWISE_SLAB; kind < ND_POINTWISE_KINDS; kind++) {
        const struct nd_pointwise_part *part = &pml->part[kind];
        for (nd_idx i = 0; i < part->subset.n && part->shift[0].bytes; i++) {
            places->kind[part->element[i]] = (unsigned char)kind;
            places->at[part->element[i]] = (int32_t)i;
        }
    }
done:
    return status;
}

static int upload_twins(struct nd_poles_part *part, struct nd_rhs *rhs, const struct places *places, nd_idx n)
{
    int status = 0;
    int32_t *twin = NULL;
    ALLOC(twin, n);
    for (nd_idx i = 0; i < n; i++) twin[i] = places->at[part->element[i]];
    TRY(nd_device_alloc(rhs->device, &part->twin, (size_t)n * sizeof *twin));
    TRY(rhs->device->backend->write(rhs->device, &part->twin, 0, twin, (size_t)n * sizeof *twin));
done:
    free(twin);
    return status;
}

/* Uploads which elements are curved. */
static int upload_bent(struct nd_poles_part *part, struct nd_rhs *rhs, nd_idx n)
{
    int status = 0;
    int32_t *bent = NULL;
    if (!rhs->curved) return 0;
    ALLOC(bent, 2 * (size_t)n);
    for (nd_idx i = 0; i < n; i++) {
        const nd_idx place = nd_curved_place(rhs->curved, part->element[i]);
        if (place < 0) continue;
        bent[2 * part->nbent] = i;
        bent[2 * part->nbent++ + 1] = place;
    }
    const size_t bytes = 2 * (size_t)part->nbent * sizeof *bent;
    if (!bytes) goto done;
    TRY(nd_device_alloc(rhs->device, &part->bent, bytes));
    TRY(rhs->device->backend->write(rhs->device, &part->bent, 0, bent, bytes));
done:
    free(bent);
    return status;
}

/* The elements of a part that this rank has, in the order of memory. */
static int find_elements(struct nd_poles_part *part, const struct nd_rhs *rhs, const struct nd_setup *setup,
                         const struct places *places, nd_idx *n)
{
    int status = 0;
    nd_idx(*pair)[2] = NULL;
    const struct nd_mesh *mesh = setup->mesh;
    *n = 0;
    ALLOC(pair, mesh->K);
    for (nd_idx k = 0; k < mesh->K; k++) {
        if (setup->material[mesh->region[k]] != part->material || !nd_share_has(rhs->share, k) ||
            places->kind[k] != part->kind)
            continue;
        pair[*n][0] = k;
        pair[(*n)++][1] = rhs->slot[k];
    }
    if (*n) qsort(pair, (size_t)*n, sizeof *pair, by_slot);
    ALLOC(part->element, *n);
    for (nd_idx i = 0; i < *n; i++) part->element[i] = pair[i][0];
done:
    free(pair);
    return status;
}

/* Uploads the terms, and counts their states. */
static int upload_terms(struct nd_poles_part *part, struct nd_rhs *rhs, const struct nd_pole_term *terms,
                        int n)
{
    int status = 0;
    int32_t *kind = NULL;
    double *numbers = NULL;
    ALLOC(kind, 2 * n);
    ALLOC(numbers, 4 * n);
    part->terms = n;
    for (int i = 0; i < n; i++) {
        const struct nd_pole_term *t = &terms[i];
        const int own = (t->states & ND_POLE_CURRENT ? 1 : 0) + (t->states & ND_POLE_VOLTAGE ? 1 : 0);
        const double four[] = {t->d, t->alpha, t->g, t->c};
        kind[2 * i] = nd_poles_field(rhs->recipe.law, t->magnetic);
        kind[2 * i + 1] = t->states;
        memcpy(numbers + 4 * i, four, sizeof four);
        part->states += own;
        if (!t->magnetic) part->electric += own;
    }
    TRY(nd_device_alloc(rhs->device, &part->types, 2 * (size_t)n * sizeof *kind));
    TRY(rhs->device->backend->write(rhs->device, &part->types, 0, kind, 2 * (size_t)n * sizeof *kind));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &part->term, numbers, 4 * (size_t)n));
done:
    free(kind);
    free(numbers);
    return status;
}

static int fill_part(struct nd_poles *poles, struct nd_poles_part *part, const struct nd_setup *setup,
                     const struct nd_pole_term *terms, int n, const struct places *places)
{
    int status = 0;
    struct nd_rhs *rhs = poles->rhs;
    nd_idx count;
    TRY(find_elements(part, rhs, setup, places, &count));
    TRY(nd_subset_init(&part->subset, rhs, part->element, count));
    if (!count) goto done;
    TRY(upload_terms(part, rhs, terms, n));
    if (part->pml) TRY(upload_twins(part, rhs, places, count));
    TRY(upload_bent(part, rhs, count));
    for (int i = 0; i < 2; i++)
        TRY(nd_device_alloc(rhs->device, &part->state[i],
                            (size_t)count * (size_t)part->states * 3 * (size_t)rhs->layout.Np * rhs->real));
    if (!nd_rhs_linear(rhs))
        TRY(nd_device_alloc(rhs->device, &part->left, (size_t)count * part->subset.size * rhs->real));
done:
    return status;
}

/* Rates that the time step must respect. */
static void set_rates(struct nd_poles *poles, const struct nd_setup *setup, int material,
                      const struct nd_pole_term *terms, int n)
{
    double damping, swing;
    nd_pole_rates(terms, n, &damping, &swing);
    for (nd_idx k = 0; k < setup->mesh->K; k++) {
        if (setup->material[setup->mesh->region[k]] != material) continue;
        poles->damping[k] = damping;
        poles->swing[k] = swing;
    }
}

/* The parts of one material: outside the PML and in its lists. On every rank there are the same, though one may have no
 * element of them. */
static int make_parts(struct nd_poles *poles, const struct nd_setup *setup, const nudge_problem *problem,
                      int material, const struct places *places, const struct nd_pointwise *pml)
{
    int status = 0;
    const struct nd_material *m = &problem->material[material];
    struct nd_pole_term *terms = NULL;
    ALLOC(terms, 2 * m->npoles);
    const int n = nd_pole_terms(m, constant_of(setup, problem, material, "epsilon"),
                                constant_of(setup, problem, material, "mu"), terms);
    if (!n) goto done;
    set_rates(poles, setup, material, terms, n);
    for (int kind = 0; kind < ND_POINTWISE_KINDS; kind++) {
        struct nd_poles_part *part = &poles->part[poles->n++];
        *part = (struct nd_poles_part){.material = material,
                                       .kind = (enum nd_pointwise_kind)kind,
                                       .pml = kind == ND_POINTWISE_LOSSES ? NULL : &pml->part[kind]};
        TRY(fill_part(poles, part, setup, terms, n, places));
    }
done:
    free(terms);
    return status;
}

static int load_kernels(struct nd_poles *poles)
{
    int status = 0;
    struct nd_rhs *rhs = poles->rhs;
    const struct nd_backend *backend = rhs->device->backend;
    struct nd_recipe recipe;
    nd_rhs_term_recipe(rhs, &recipe);
    nd_recipe_define(&recipe, "NARROW", 1);
    recipe.upwind = 1; /* the texts do not use the flux */
    recipe.nvalues = 0;
    TRY(nd_kernel_load(rhs->device, &recipe, nd_rhs_linear(rhs) ? "poles_linear.knl" : "poles.knl",
                       &poles->module, &poles->kernel));
    TRY(nd_kernel_load(rhs->device, &recipe, "poles_states.knl", &poles->states_module, &poles->energy));
    TRY(backend->kernel(rhs->device, poles->states_module, "poles_pack", &poles->pack));
    TRY(backend->kernel(rhs->device, poles->states_module, "poles_unpack", &poles->unpack));
    if (rhs->curved)
        TRY(nd_kernel_load(rhs->device, &recipe, "poles_curved.knl", &poles->curved_module, &poles->energy_curved));
done:
    return status;
}

/* One thread per component and node. */
struct nd_grid nd_poles_grid(const struct nd_poles_part *part, const struct nd_rhs *rhs)
{
    return (struct nd_grid){.blocks = ((int64_t)part->subset.n * 3 * rhs->layout.Np + 255) / 256,
                            .threads = 256};
}

/* Outside the PML kernels are given another array, which they do not use. */
static const struct nd_buffer *shift_of(const struct nd_poles_part *part, int i)
{
    return part->pml ? &part->pml->shift[i] : &part->state[i];
}

static const struct nd_buffer *twin_of(const struct nd_poles_part *part)
{
    return part->pml ? &part->twin : &part->subset.slot;
}

static int launch_linear(const struct nd_poles *poles, const struct nd_poles_part *part,
                         const struct nd_stage *stage)
{
    struct nd_rhs *rhs = poles->rhs;
    const union nd_real a = nd_rhs_real(rhs, stage->a), b = nd_rhs_real(rhs, stage->b),
                        dt = nd_rhs_real(rhs, stage->dt);
    int64_t stride_f = rhs->layout.S_f, count = part->subset.n;
    int adds = stage->update == ND_UPDATE_ADD, terms = part->terms, states = part->states,
        shifted = part->pml != NULL;
    const struct nd_arg args[] = {ND_ARG_BUFFER(rhs->buffer[stage->from]),
                                  ND_ARG_BUFFER(rhs->buffer[stage->to]),
                                  ND_ARG_BUFFER(part->subset.slot),
                                  ND_ARG_SCALAR(stride_f),
                                  ND_ARG_SCALAR(count),
                                  ND_ARG_BUFFER(part->types),
                                  ND_ARG_BUFFER(part->term),
                                  ND_ARG_SCALAR(terms),
                                  ND_ARG_SCALAR(states),
                                  ND_ARG_BUFFER(part->state[adds]),
                                  ND_ARG_BUFFER(part->state[1 - adds]),
                                  ND_ARG_BUFFER(*shift_of(part, adds)),
                                  ND_ARG_BUFFER(*twin_of(part)),
                                  ND_ARG_SCALAR(shifted),
                                  ND_ARG_SCALAR(adds),
                                  ND_ARG_REAL(rhs, a),
                                  ND_ARG_REAL(rhs, b),
                                  ND_ARG_REAL(rhs, dt)};
    return rhs->device->backend->launch(rhs->device, poles->kernel, nd_poles_grid(part, rhs), args,
                                        (int)(sizeof args / sizeof *args));
}

static int launch_stage(const struct nd_poles *poles, const struct nd_poles_part *part,
                        const struct nd_stage *stage)
{
    struct nd_rhs *rhs = poles->rhs;
    const struct nd_rhs_term_args extra = nd_rhs_term_args(rhs, stage);
    int64_t stride_f = rhs->layout.S_f, count = part->subset.n;
    int terms = part->terms, states = part->states, shifted = part->pml != NULL;
    const struct nd_arg args[] = {ND_ARG_BUFFER(rhs->buffer[stage->from]),
                                  ND_ARG_BUFFER(part->subset.slot),
                                  ND_ARG_SCALAR(stride_f),
                                  ND_ARG_SCALAR(count),
                                  ND_ARG_BUFFER(part->types),
                                  ND_ARG_BUFFER(part->term),
                                  ND_ARG_SCALAR(terms),
                                  ND_ARG_SCALAR(states),
                                  ND_ARG_BUFFER(part->state[0]),
                                  ND_ARG_BUFFER(part->state[1]),
                                  ND_ARG_BUFFER(part->left),
                                  ND_ARG_BUFFER(*shift_of(part, 0)),
                                  ND_ARG_BUFFER(*twin_of(part)),
                                  ND_ARG_SCALAR(shifted),
                                  ND_TERM_ARGS(rhs, extra)};
    return rhs->device->backend->launch(rhs->device, poles->kernel, nd_poles_grid(part, rhs), args,
                                        (int)(sizeof args / sizeof *args));
}

static int launch(void *self, struct nd_rhs *rhs, const struct nd_stage *stage)
{
    int status = 0;
    const struct nd_poles *poles = self;
    for (int i = 0; i < poles->n; i++)
        if (poles->part[i].subset.n)
            TRY((nd_rhs_linear(rhs) ? launch_linear : launch_stage)(poles, &poles->part[i], stage));
done:
    return status;
}

static int is_used(const struct nd_setup *setup, int material)
{
    int used = 0;
    for (nd_idx r = 0; r < setup->mesh->nregions; r++) used |= setup->material[r] == material;
    return used;
}

int nd_poles_init(struct nd_poles *poles, struct nd_rhs *rhs, const struct nd_setup *setup,
                  const nudge_problem *problem, const struct nd_pointwise *pml)
{
    int status = 0, any = 0;
    struct places places = {0};
    *poles = (struct nd_poles){.rhs = rhs};
    for (int m = 0; m < setup->nmaterials; m++) any |= problem->material[m].npoles && is_used(setup, m);
    if (!any) return 0;
    TRY(find_places(&places, pml, setup->mesh->K));
    ALLOC(poles->part, setup->nmaterials * ND_POINTWISE_KINDS);
    ALLOC(poles->damping, setup->mesh->K);
    ALLOC(poles->swing, setup->mesh->K);
    for (int m = 0; m < setup->nmaterials; m++)
        if (problem->material[m].npoles && is_used(setup, m))
            TRY(make_parts(poles, setup, problem, m, &places, pml));
    if (!poles->n) goto done;
    TRY(load_kernels(poles));
    TRY(nd_rhs_term_attach(rhs, launch, poles, 0, INFINITY));
    TRY(nd_rhs_stored_attach(rhs, nd_poles_energy, poles));
done:
    free(places.kind);
    free(places.at);
    if (status) nd_poles_clear(poles);
    return status;
}

void nd_poles_clear(struct nd_poles *poles)
{
    if (!poles->rhs) return;
    struct nd_device *device = poles->rhs->device;
    for (int i = 0; i < poles->n; i++) {
        struct nd_poles_part *part = &poles->part[i];
        nd_subset_clear(&part->subset);
        nd_device_free(device, &part->types);
        nd_device_free(device, &part->twin);
        nd_device_free(device, &part->bent);
        nd_device_free(device, &part->term);
        for (int k = 0; k < 2; k++) nd_device_free(device, &part->state[k]);
        nd_device_free(device, &part->left);
        free(part->element);
    }
    if (poles->module) device->backend->unload(device, poles->module);
    if (poles->states_module) device->backend->unload(device, poles->states_module);
    if (poles->curved_module) device->backend->unload(device, poles->curved_module);
    free(poles->part);
    free(poles->damping);
    free(poles->swing);
    *poles = (struct nd_poles){0};
}
