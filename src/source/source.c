#include "source/source.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/format.h"
#include "base/log.h"
#include "step/integrator.h"

const char *nd_sources_where(const struct nd_sources_setup *setup, const struct nd_source *source,
                             char where[640])
{
    char line[512];
    nd_problem_where(setup->problem, source->named.line, line);
    nd_format(where, 640, "%.500s: source '%.80s'", line, source->named.name);
    return where;
}

int nd_sources_mark(const struct nd_sources_setup *setup, const struct nd_source *source, const char *what,
                    const struct nd_words *words, unsigned char *flag)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    char where[640], all[512];
    for (int i = 0; i < words->n; i++) {
        nd_idx r = 0;
        while (r < mesh->nregions && strcmp(mesh->region_name[r], words->at[i])) r++;
        if (r < mesh->nregions) {
            flag[r] = 1;
            for (r = 0; r < mesh->nregions && mesh->real; r++)
                flag[r] |= (unsigned char)nd_mesh_is_copy(mesh->region_name[r], words->at[i]);
            continue;
        }
        const char *near =
            nd_text_nearest(words->at[i], (const char *const *)mesh->region_name, (int)mesh->nregions);
        nd_names_join(mesh->region_name, (int)mesh->nregions, all, sizeof all);
        FAIL(NUDGE_EVALUE, "%s: %s: region '%s' is not in the mesh%s%s%s; the mesh has: %s",
             nd_sources_where(setup, source, where), what, words->at[i], near ? " (did you mean '" : "",
             near ? near : "", near ? "'?)" : "", all);
    }
done:
    return status;
}

/* Computes the wave at all stages of a step, before the first stage uses it. */
static int launch_arrive(struct nd_sources *s, struct nd_emitter *e, const struct nd_stage *stage)
{
    struct nd_rhs *rhs = s->rhs;
    const union nd_real dt = nd_rhs_real(rhs, stage->dt);
    const struct nd_rhs_forcing_args forcing = nd_rhs_forcing_args(rhs, stage, 0);
    int stages = stage->stages;
    const struct nd_arg args[] = {ND_ARG_BUFFER(e->delay),
                                  ND_ARG_BUFFER(e->left),
                                  ND_ARG_BUFFER(rhs->buffer[ND_SIM_TIME]),
                                  ND_ARG_SCALAR(stages),
                                  ND_ARG_BUFFER(e->samples.buffer),
                                  ND_ARG_SCALAR(e->samples.n),
                                  ND_FORCING_ARGS(rhs, forcing),
                                  ND_ARG_REAL(rhs, dt),
                                  ND_ARG_SCALAR(e->nodes)};
    return rhs->device->backend->launch(rhs->device, s->arrive,
                                        (struct nd_grid){.blocks = (e->nodes + 127) / 128, .threads = 128},
                                        args, (int)(sizeof args / sizeof *args));
}

static int launch_wave(struct nd_sources *s, struct nd_emitter *e, const struct nd_stage *stage)
{
    int status = 0;
    struct nd_rhs *rhs = s->rhs;
    const struct nd_rhs_term_args extra = nd_rhs_term_args(rhs, stage);
    int64_t stride_f = rhs->layout.S_f, begin = stage->index * e->nodes;
    const struct nd_arg args[] = {
        ND_ARG_BUFFER(e->subset.slot), ND_ARG_BUFFER(e->begin),  ND_ARG_BUFFER(e->face),
        ND_ARG_BUFFER(e->factor),      ND_ARG_BUFFER(s->LIFT),   ND_ARG_BUFFER(e->left),
        ND_ARG_SCALAR(begin),          ND_TERM_ARGS(rhs, extra), ND_ARG_SCALAR(stride_f)};
    if ((size_t)(stage->stages * e->nodes) * rhs->real > e->left.bytes)
        FAIL(NUDGE_EINTERNAL, "the buffer of a plane wave is too small for %d stages", stage->stages);
    if (!stage->index) TRY(launch_arrive(s, e, stage));
    TRY(rhs->device->backend->launch(rhs->device, s->incident,
                                     (struct nd_grid){.blocks = e->subset.n, .threads = 64}, args,
                                     (int)(sizeof args / sizeof *args)));
done:
    return status;
}

static int launch_profile(struct nd_sources *s, struct nd_emitter *e, const struct nd_stage *stage)
{
    struct nd_rhs *rhs = s->rhs;
    const struct nd_rhs_term_args extra = nd_rhs_term_args(rhs, stage);
    const struct nd_rhs_forcing_args forcing = nd_rhs_forcing_args(rhs, stage, 0);
    int64_t stride_f = rhs->layout.S_f;
    const struct nd_arg args[] = {ND_ARG_BUFFER(e->subset.slot),
                                  ND_ARG_BUFFER(e->profile),
                                  ND_ARG_BUFFER(rhs->buffer[ND_SIM_TIME]),
                                  ND_ARG_BUFFER(e->samples.buffer),
                                  ND_ARG_SCALAR(e->samples.n),
                                  ND_FORCING_ARGS(rhs, forcing),
                                  ND_TERM_ARGS(rhs, extra),
                                  ND_ARG_SCALAR(stride_f)};
    return rhs->device->backend->launch(rhs->device, s->inject,
                                        (struct nd_grid){.blocks = e->subset.n, .threads = 64}, args,
                                        (int)(sizeof args / sizeof *args));
}

/* One after the other, because two sources may add to the same element. */
static int launch_all(void *self, struct nd_rhs *rhs, const struct nd_stage *stage)
{
    int status = 0;
    struct nd_sources *s = self;
    (void)rhs;
    for (int i = 0; i < s->n; i++)
        if (s->at[i].subset.n && !s->at[i].place) /* otherwise the stage adds the wave itself */
            TRY((s->at[i].source->plane_wave ? launch_wave : launch_profile)(s, &s->at[i], stage));
done:
    return status;
}

/* The largest magnitude of a waveform, even if a short run ends before it. */
static int find_peak(struct nd_emitter *e, double *peak)
{
    int status = 0;
    const struct nd_waveform *w = &e->source->waveform;
    *peak = e->samples.peak;
    for (int i = -16; i <= 16 && (w->pulse || w->ricker); i++) {
        double value;
        TRY(nd_waveform_at(&e->wave, fmax(0, e->wave.delay + e->wave.width * i / 8), &value));
        *peak = fmax(*peak, fabs(value));
    }
done:
    return status;
}

/* Refuses a wave that has reached its entry faces before the run begins: it would start with a jump. */
static int check_beginning(struct nd_emitter *e, const struct nd_sources_setup *setup)
{
    int status = 0;
    double most = 0, before = 0, peak;
    char where[640];
    const struct nd_plane_wave *p = &e->plane;
    const struct nd_waveform *w = &e->source->waveform;
    if (e->source->plane_wave) before = fmax(0, -e->early);
    TRY(find_peak(e, &peak));
    for (int i = 0; i <= 256 && peak > 0; i++) {
        double value;
        TRY(nd_waveform_at(&e->wave, before * i / 256, &value));
        most = fmax(most, fabs(value) / peak);
        if (!(before > 0)) break;
    }
    nd_sources_where(setup, e->source, where);
    if (before > 0 && most > 1e-3) {
        const double back = -e->early * p->c * (1 + 1e-9);
        FAIL(NUDGE_EVALUE,
             "%s: at t = 0 the wave has already reached the faces where it enters, with %.2g of its peak: "
             "put its "
             "origin upstream, at [%.6g, %.6g, %.6g] or further%s",
             where, most, p->origin[0] - back * p->d[0], p->origin[1] - back * p->d[1],
             p->origin[2] - back * p->d[2],
             w->pulse    ? ", or leave out pulse.delay"
             : w->ricker ? ", or leave out ricker.delay"
                         : "");
    }
    if ((w->pulse || w->ricker) && most > 1e-5)
        nd_warn("%s: the %s begins at %.2g of its peak; a delay of %.4g or more would let it begin smoothly",
                where, w->pulse ? "pulse" : "ricker", most, (w->pulse ? 5 : 6) * e->wave.width + before);
done:
    return status;
}

/* With a wave vector fields are complex, and so must sources be: those in regions are. */
static int check_complex(const struct nd_sources_setup *setup, const struct nd_source *source)
{
    int status = 0;
    char where[640];
    if (setup->mesh->real && (source->plane_wave || nd_source_is_point(source)))
        FAIL(NUDGE_EVALUE,
             "%s: with floquet.wave_vector sources are in regions: current, volume_source, body_force or "
             "rate, "
             "whose densities are multiplied by exp(-i k.x)",
             nd_sources_where(setup, source, where));
done:
    return status;
}

static int make_emitter(struct nd_emitter *e, struct nd_rhs *rhs, const struct nd_sources_setup *setup)
{
    int status = 0;
    char where[640];
    TRY(check_complex(setup, e->source));
    if (e->source->plane_wave)
        TRY(nd_emitter_make_wave(e, rhs, setup));
    else
        TRY(nd_source_is_point(e->source) ? nd_emitter_make_point(e, rhs, setup)
                                          : nd_emitter_make_density(e, rhs, setup));
    if (e->source->plane_wave && e->subset.n && !e->place) {
        e->nodes = e->entries * setup->elem->Nfp;
        TRY(nd_device_alloc(rhs->device, &e->left, (size_t)(setup->stages * e->nodes) * rhs->real));
    }
    TRY(nd_waveform_init(&e->wave, setup->problem, &e->source->waveform, -e->early, setup->end - e->early));
    /* A step of the linear integrator ends with a value at its end, which rounding may place after the run's. */
    const double last = setup->end * (1 + 1e-4) - e->early;
    status = nd_samples_init(&e->samples, rhs->device, rhs->real, &e->wave, -e->late, last);
    if (status) nd_fail_prefix(status, "%s", nd_sources_where(setup, e->source, where));
    TRY(status);
    if (!(e->samples.peak > 0))
        nd_warn("%s: its waveform is zero as long as the run lasts",
                nd_sources_where(setup, e->source, where));
    TRY(check_beginning(e, setup));
done:
    return status;
}

static int load(struct nd_rhs *rhs, const char *file, const char *name, struct nd_module **module,
                struct nd_kernel **kernel)
{
    int status = 0;
    struct nd_recipe recipe;
    nd_rhs_term_recipe(rhs, &recipe);
    recipe.upwind = 1; /* the texts do not use the flux, so that one text serves every upwind weight */
    TRY(nd_kernel_module(rhs->device, &recipe, file, module));
    TRY(rhs->device->backend->kernel(rhs->device, *module, name, kernel));
done:
    return status;
}

/* When the sources that the stage adds itself (in_stage), or the others, are silent everywhere; -INFINITY:
 * there are none. */
static double end_of(const struct nd_sources *s, int in_stage)
{
    double end = -INFINITY;
    for (int i = 0; i < s->n; i++)
        if (!!s->at[i].place == in_stage) end = fmax(end, nd_waveform_end(&s->at[i].wave) + s->at[i].late);
    return end;
}

int nd_sources_init(struct nd_sources *s, struct nd_rhs *rhs, const struct nd_sources_setup *given)
{
    int status = 0, waves = 0, currents = 0;
    struct nd_sources_setup own = *given, *setup = &own;
    double *medium = NULL;
    char where[640];
    *s = (struct nd_sources){.rhs = rhs, .n = setup->problem->sources.n};
    if (!s->n) return 0;
    TRY(nd_rhs_media(rhs, setup->assign->nmaterials, &medium));
    setup->medium = medium;
    ALLOC(s->at, s->n);
    for (int i = 0; i < s->n; i++) {
        s->at[i].source = nd_problem_source(setup->problem, i);
        status = make_emitter(&s->at[i], rhs, setup);
        /* Errors of the device do not name the source. */
        if (status && !strstr(nudge_error(), s->at[i].source->named.name))
            nd_fail_prefix(status, "%s", nd_sources_where(setup, s->at[i].source, where));
        if (status) goto done;
        waves += s->at[i].source->plane_wave;
        currents += !s->at[i].source->plane_wave;
    }
    const int in_stage = waves && nd_waves_in_stage(rhs);
    if (waves && !in_stage) {
        TRY(nd_emitter_make_LIFT(rhs, setup->elem, &s->LIFT));
        TRY(load(rhs, "arrive.knl", "arrive", &s->arrive_module, &s->arrive));
        TRY(load(rhs, "incident.knl", "incident", &s->incident_module, &s->incident));
    }
    if (currents) TRY(load(rhs, "inject.knl", "inject", &s->inject_module, &s->inject));
    if (in_stage) TRY(nd_sources_enter_stage(s, rhs, setup));
    TRY(nd_sources_attach_curved(s, rhs));
    if (currents || !in_stage) TRY(nd_rhs_term_attach(rhs, launch_all, s, ND_TERM_TIMED, end_of(s, 0)));
    if (in_stage)
        TRY(nd_rhs_term_attach(rhs, nd_sources_arrive, s, ND_TERM_TIMED | ND_TERM_WAVES, end_of(s, 1)));
done:
    free(medium);
    if (status) nd_sources_clear(s);
    return status;
}

void nd_sources_clear(struct nd_sources *s)
{
    if (!s->rhs) return;
    struct nd_device *device = s->rhs->device;
    for (int i = 0; i < s->n && s->at; i++) {
        struct nd_emitter *e = &s->at[i];
        nd_waveform_clear(&e->wave);
        nd_samples_clear(&e->samples);
        nd_subset_clear(&e->subset);
        nd_device_free(device, &e->profile);
        nd_device_free(device, &e->begin);
        nd_device_free(device, &e->face);
        nd_device_free(device, &e->factor);
        nd_device_free(device, &e->delay);
        nd_device_free(device, &e->left);
        nd_device_free(device, &e->at);
        nd_emitter_clear_curved(e, device);
        free(e->place);
        free(e->kind);
    }
    free(s->at);
    nd_device_free(device, &s->LIFT);
    nd_device_free(device, &s->basis);
    if (s->inject_module) device->backend->unload(device, s->inject_module);
    if (s->arrive_module) device->backend->unload(device, s->arrive_module);
    if (s->incident_module) device->backend->unload(device, s->incident_module);
    if (s->curved_arrive_module) device->backend->unload(device, s->curved_arrive_module);
    if (s->curved_incident_module) device->backend->unload(device, s->curved_incident_module);
    *s = (struct nd_sources){0};
}

double nd_sources_end(const struct nd_sources *s)
{
    return fmax(end_of(s, 0), end_of(s, 1));
}
