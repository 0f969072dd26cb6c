/* Plane waves that the stage adds itself (struct nd_wave_stage): the list of all entries, and their
 * factors. */
#include "step/integrator.h"
#include "source/source.h"

int nd_waves_in_stage(const struct nd_rhs *rhs)
{
    return rhs->plan.variant->waves != NULL;
}

/* One face through which one wave enters. */
struct entry {
    int64_t place; /* 4 * slot + face */
    int wave;
    int64_t at; /* index in the wave's own list */
};

static int by_place(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->place != y->place) return x->place < y->place ? -1 : 1;
    return x->wave - y->wave;
}

static void collect(const struct nd_sources *s, struct entry *entries)
{
    for (int w = 0; w < s->n; w++)
        for (int64_t i = 0; i < s->at[w].entries; i++) *entries++ = (struct entry){s->at[w].place[i], w, i};
}

/* Uploads the first entry of each batch, the place of each entry in its batch and, for each wave, where its
 * entries are in the sorted list. */
static int upload_places(struct nd_sources *s, struct nd_rhs *rhs, const struct entry *entries, int64_t n)
{
    int status = 0;
    const int64_t batch = nd_plan_block(&rhs->plan), batches = rhs->layout.slots / batch;
    int32_t *first = NULL, *place = NULL, *at = NULL;
    ALLOC(first, batches + 1);
    ALLOC(place, n);
    for (int64_t i = 0; i < n; i++) {
        first[entries[i].place / 4 / batch + 1]++;
        place[i] = (int32_t)(entries[i].place % (4 * batch));
    }
    for (int64_t g = 0; g < batches; g++) first[g + 1] += first[g];
    TRY(nd_rhs_upload(rhs, ND_WAVE_FIRST, first, (size_t)(batches + 1) * sizeof *first));
    TRY(nd_rhs_upload(rhs, ND_WAVE_PLACE, place, (size_t)n * sizeof *place));
    for (int w = 0; w < s->n; w++) {
        struct nd_emitter *e = &s->at[w];
        const size_t bytes = (size_t)e->entries * sizeof *at;
        if (!e->entries) continue;
        free(at), at = NULL;
        ALLOC(at, e->entries);
        for (int64_t i = 0; i < n; i++)
            if (entries[i].wave == w) at[entries[i].at] = (int32_t)i;
        TRY(nd_device_alloc(rhs->device, &e->at, bytes));
        TRY(rhs->device->backend->write(rhs->device, &e->at, 0, at, bytes));
    }
done:
    free(first);
    free(place);
    free(at);
    return status;
}

/* Uploads the matrices from nodal values on each face to the coefficients that the stage takes. */
static int upload_basis(struct nd_sources *s, struct nd_rhs *rhs, const struct nd_elem *elem)
{
    int status = 0;
    const int Nfp = elem->Nfp;
    double *basis = NULL;
    ALLOC(basis, 4 * Nfp * Nfp);
    TRY(rhs->plan.variant->waves->face_basis(elem, basis));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &s->basis, basis, (size_t)(4 * Nfp * Nfp)));
done:
    free(basis);
    return status;
}

/* Computes the factors of one wave by the law on the device. */
static int make_factors(const struct nd_emitter *e, struct nd_rhs *rhs, struct nd_kernel *kernel, int fields)
{
    int status = 0;
    const struct nd_operator op = nd_rhs_operator(rhs);
    int32_t *slot = NULL;
    struct nd_buffer kinds = {0}, slots = {0}, incident = {0};
    const size_t bytes = (size_t)e->entries * sizeof *slot;
    ALLOC(slot, e->entries);
    for (int64_t i = 0; i < e->entries; i++) slot[i] = (int32_t)(e->place[i] / 4);
    TRY(nd_device_alloc(rhs->device, &kinds, bytes));
    TRY(rhs->device->backend->write(rhs->device, &kinds, 0, e->kind, bytes));
    TRY(nd_device_alloc(rhs->device, &slots, bytes));
    TRY(rhs->device->backend->write(rhs->device, &slots, 0, slot, bytes));
    status = nd_transfer_reals(rhs->device, rhs->real, &incident, e->plane.q0, (size_t)fields);
    if (status) nd_fail_prefix(status, "source '%s'", e->source->named.name);
    if (status) goto done;
    const struct nd_buffer *const own[] = {&kinds, &slots, &e->face, &e->at, &incident};
    struct nd_arguments list = {0};
    for (int i = 0; i < 5; i++) nd_arguments_buffer(&list, own[i]);
    rhs->plan.variant->waves->arguments(&op, &list);
    nd_arguments_buffer(&list, &rhs->buffer[ND_WAVE_FACTOR]);
    TRY(rhs->device->backend->launch(
        rhs->device, kernel,
        (struct nd_grid){.blocks = e->entries, .threads = nd_rhs_pass(rhs, 0)->shape.threads}, list.at,
        list.n));
    TRY(rhs->device->backend->finish(rhs->device));
done:
    free(slot);
    nd_device_free(rhs->device, &kinds);
    nd_device_free(rhs->device, &slots);
    nd_device_free(rhs->device, &incident);
    return status;
}

static int make_all_factors(struct nd_sources *s, struct nd_rhs *rhs, const struct nd_law *law, int64_t n)
{
    int status = 0;
    const struct nd_operator op = nd_rhs_operator(rhs);
    struct nd_recipe recipe = rhs->recipe;
    struct nd_module *module = NULL;
    struct nd_kernel *kernel;
    nd_plan_recipe(&rhs->plan, ND_PASS_STAGE, &recipe);
    TRY(nd_kernel_load(rhs->device, &recipe, rhs->plan.variant->waves->surface, &module, &kernel));
    TRY(nd_operator_alloc_reals(&op, ND_WAVE_FACTOR,
                                (size_t)n * (size_t)rhs->plan.variant->waves->factors(&op)));
    for (int w = 0; w < s->n; w++)
        if (s->at[w].entries) TRY(make_factors(&s->at[w], rhs, kernel, law->fields.n));
done:
    if (module) rhs->device->backend->unload(rhs->device, module);
    return status;
}

int nd_sources_arrive(void *self, struct nd_rhs *rhs, const struct nd_stage *stage)
{
    int status = 0, stages = stage->stages;
    struct nd_sources *s = self;
    const struct nd_rhs_forcing_args forcing = nd_rhs_forcing_args(rhs, stage, 1);
    if ((size_t)(stages * rhs->waves.nodes) * rhs->real > rhs->buffer[ND_WAVE].bytes)
        FAIL(NUDGE_EINTERNAL, "the buffer of plane waves is too small for %d stages", stages);
    for (int w = 0; w < s->n; w++) {
        struct nd_emitter *e = &s->at[w];
        const struct nd_arg args[] = {ND_ARG_BUFFER(e->face),
                                      ND_ARG_BUFFER(e->at),
                                      ND_ARG_BUFFER(e->delay),
                                      ND_ARG_BUFFER(s->basis),
                                      ND_ARG_BUFFER(rhs->buffer[ND_WAVE]),
                                      ND_ARG_BUFFER(rhs->buffer[ND_SIM_TIME]),
                                      ND_ARG_SCALAR(stages),
                                      ND_ARG_BUFFER(e->samples.buffer),
                                      ND_ARG_SCALAR(e->samples.n),
                                      ND_FORCING_ARGS(rhs, forcing),
                                      ND_ARG_SCALAR(rhs->waves.nodes)};
        if (e->entries)
            TRY(rhs->device->backend->launch(rhs->device, s->arrive,
                                             (struct nd_grid){.blocks = e->entries, .threads = 128}, args,
                                             (int)(sizeof args / sizeof *args)));
    }
done:
    return status;
}

int nd_sources_enter_stage(struct nd_sources *s, struct nd_rhs *rhs, const struct nd_sources_setup *setup)
{
    int status = 0;
    const int stages = setup->stages;
    struct nd_recipe recipe;
    struct entry *entries = NULL;
    int64_t n = 0;
    for (int w = 0; w < s->n; w++) n += s->at[w].entries;
    const int64_t nodes = n * setup->elem->Nfp;
    ALLOC(entries, n);
    collect(s, entries);
    qsort(entries, (size_t)n, sizeof *entries, by_place);
    TRY(upload_places(s, rhs, entries, n));
    TRY(upload_basis(s, rhs, setup->elem));
    TRY(make_all_factors(s, rhs, setup->law, n));
    TRY(nd_device_alloc(rhs->device, &rhs->buffer[ND_WAVE], (size_t)(stages * nodes) * rhs->real));
    nd_rhs_term_recipe(rhs, &recipe);
    recipe.upwind = 1; /* the text does not use the flux */
    nd_recipe_define(&recipe, "STAGES_MOST", stages);
    TRY(nd_kernel_load(rhs->device, &recipe, rhs->plan.variant->waves->arrive, &s->arrive_module,
                       &s->arrive));
    TRY(nd_rhs_load_waves(rhs, nodes));
done:
    free(entries);
    return status;
}
