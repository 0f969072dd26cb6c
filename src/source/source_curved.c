/* Plane waves that enter the mesh through faces of curved elements: as source_faces.c, with points of the integral in
 * place of face nodes, and a normal of its own at each. */
#include <math.h>
#include <string.h>
#include "mesh/curved.h"
#include "source/source.h"
#include "step/curved.h"

/* Entries of one wave: faces. */
struct lists {
    nd_idx n;
    int32_t *which, *begin, *side; /* of incident_curved.knl */
    int64_t entries;
    int32_t *kind, *sides, *of; /* [entries][Nfq] of surface.knl */
    double *face, *delay;
};

static int allocate(struct lists *l, const struct nd_curved *curved)
{
    int status = 0;
    const size_t n = (size_t)curved->n, all = 4 * n * (size_t)curved->rule.Nfq;
    ALLOC(l->which, n);
    ALLOC(l->begin, n + 1);
    ALLOC(l->side, 4 * n);
    ALLOC(l->kind, all);
    ALLOC(l->sides, 2 * all);
    ALLOC(l->of, all);
    ALLOC(l->face, 4 * all);
    ALLOC(l->delay, 2 * all);
done:
    return status;
}

static void release(struct lists *l)
{
    free(l->which);
    free(l->begin);
    free(l->side);
    free(l->kind);
    free(l->sides);
    free(l->of);
    free(l->face);
    free(l->delay);
}

/* A wave at curved elements. */
struct entrance {
    struct nd_emitter *e;
    const struct nd_sources_setup *setup;
    const struct nd_curved *curved;
    double *normal, *x; /* room for [Nfq][4] and [Nfq][3] */
};

/* Adds face f of the i-th curved element. */
static void add_face(struct lists *l, const struct entrance *in, nd_idx i, int f, int kind)
{
    struct nd_emitter *e = in->e;
    const struct nd_sources_setup *setup = in->setup;
    const struct nd_curved *curved = in->curved;
    double *normal = in->normal, *x = in->x;
    const struct nd_curved_rule *rule = &curved->rule;
    const struct nd_rhs *rhs = curved->rhs;
    const nd_idx k = curved->element[i], other = setup->connect->EToE[4 * (size_t)k + (size_t)f];
    const double *own = nd_curved_shape(setup->mesh, k);
    double shape[3 * ND_CURVED_POINTS_MOST];
    int mine[3], theirs[3];
    nd_curved_corners(setup->connect, setup->mesh, k, f, mine, theirs);
    for (int m = 0; m < 3 * rule->points; m++) shape[m] = own[m] / rhs->unit;
    nd_curved_normals(rule, shape, mine, normal);
    nd_curved_face_points(rule, own, mine, x);
    l->side[l->entries] = f;
    for (int q = 0; q < rule->Nfq; q++) {
        const int64_t at = l->entries * rule->Nfq + q;
        double delay = 0;
        l->kind[at] = kind;
        l->of[at] = (int32_t)i;
        l->sides[2 * at] = setup->assign->material[setup->mesh->region[k]];
        l->sides[2 * at + 1] = setup->assign->material[setup->mesh->region[other]];
        memcpy(l->face + 4 * at, normal + 4 * q, 4 * sizeof *normal);
        l->face[4 * at + 3] /= rhs->unit;
        for (int c = 0; c < 3; c++) delay += e->plane.d[c] * (x[3 * q + c] - e->plane.origin[c]) / e->plane.c;
        l->delay[2 * at] = rhs->real == 4 ? (double)(float)delay : delay;
        l->delay[2 * at + 1] = delay - l->delay[2 * at];
        e->early = fmin(e->early, delay);
        e->late = fmax(e->late, delay);
    }
    l->entries++;
}

static int list_faces(struct lists *l, struct nd_emitter *e, const struct nd_sources_setup *setup,
                      const struct nd_curved *curved, const unsigned char *total)
{
    int status = 0;
    double *normal = NULL, *x = NULL;
    ALLOC(normal, 4 * curved->rule.Nfq);
    ALLOC(x, 3 * curved->rule.Nfq);
    for (nd_idx i = 0; i < curved->n; i++) {
        const int64_t before = l->entries;
        for (int f = 0; f < 4; f++) {
            const int kind = nd_emitter_kind(setup, total, curved->element[i], f);
            if (kind) add_face(l, &(struct entrance){e, setup, curved, normal, x}, i, f, kind);
        }
        if (l->entries == before) continue;
        l->which[l->n++] = (int32_t)i;
        l->begin[l->n] = (int32_t)l->entries;
    }
done:
    free(normal);
    free(x);
    return status;
}

static int upload(struct nd_emitter *e, struct nd_rhs *rhs, const struct nd_sources_setup *setup,
                  const struct lists *l)
{
    int status = 0;
    struct nd_curved_wave *w = &e->curved;
    const size_t points = (size_t)(l->entries * rhs->curved->rule.Nfq);
    w->n = l->n;
    w->nodes = (int64_t)points;
    TRY(nd_emitter_upload_ints(rhs, &w->which, l->which, (size_t)l->n));
    TRY(nd_emitter_upload_ints(rhs, &w->begin, l->begin, (size_t)l->n + 1));
    TRY(nd_emitter_upload_ints(rhs, &w->side, l->side, (size_t)l->entries));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &w->delay, l->delay, 2 * points));
    TRY(nd_device_alloc(rhs->device, &w->left, (size_t)setup->stages * points * rhs->real));
    TRY(nd_emitter_factors(rhs, setup,
                           &(struct nd_emitter_entries){.n = (int64_t)points,
                                                        .kind = l->kind,
                                                        .sides = l->sides,
                                                        .of = l->of,
                                                        .face = l->face,
                                                        .q0 = e->plane.q0,
                                                        .edges = &rhs->curved->list.edges},
                           &w->factor));
done:
    return status;
}

int nd_emitter_make_curved(struct nd_emitter *e, struct nd_rhs *rhs, const struct nd_sources_setup *setup,
                           const unsigned char *total)
{
    int status = 0;
    const struct nd_curved *curved = rhs->curved;
    struct lists l = {0};
    if (!curved || !curved->n) return 0;
    TRY(allocate(&l, curved));
    TRY(list_faces(&l, e, setup, curved, total));
    if (l.n) TRY(upload(e, rhs, setup, &l));
done:
    release(&l);
    return status;
}

static int launch_arrive(struct nd_sources *s, struct nd_emitter *e, const struct nd_stage *stage)
{
    struct nd_rhs *rhs = s->rhs;
    struct nd_curved_wave *w = &e->curved;
    const union nd_real dt = nd_rhs_real(rhs, stage->dt);
    const struct nd_rhs_forcing_args forcing = nd_rhs_forcing_args(rhs, stage, 0);
    int stages = stage->stages;
    const struct nd_arg args[] = {ND_ARG_BUFFER(w->delay),
                                  ND_ARG_BUFFER(w->left),
                                  ND_ARG_BUFFER(rhs->buffer[ND_SIM_TIME]),
                                  ND_ARG_SCALAR(stages),
                                  ND_ARG_BUFFER(e->samples.buffer),
                                  ND_ARG_SCALAR(e->samples.n),
                                  ND_FORCING_ARGS(rhs, forcing),
                                  ND_ARG_REAL(rhs, dt),
                                  ND_ARG_SCALAR(w->nodes)};
    return rhs->device->backend->launch(rhs->device, s->curved_arrive,
                                        (struct nd_grid){.blocks = (w->nodes + 127) / 128, .threads = 128},
                                        args, (int)(sizeof args / sizeof *args));
}

static int launch_wave(struct nd_sources *s, struct nd_emitter *e, const struct nd_stage *stage)
{
    int status = 0;
    struct nd_rhs *rhs = s->rhs;
    const struct nd_curved *curved = rhs->curved;
    const struct nd_curved_wave *w = &e->curved;
    const struct nd_rhs_term_args extra = nd_rhs_term_args(rhs, stage);
    int64_t stride_f = rhs->layout.S_f, begin = stage->index * w->nodes;
    const struct nd_arg args[] = {ND_ARG_BUFFER(curved->subset.slot),
                                  ND_ARG_BUFFER(w->which),
                                  ND_ARG_BUFFER(w->begin),
                                  ND_ARG_BUFFER(w->side),
                                  ND_ARG_BUFFER(curved->faces),
                                  ND_ARG_BUFFER(curved->number),
                                  ND_ARG_BUFFER(curved->trace),
                                  ND_ARG_BUFFER(curved->matrix),
                                  ND_ARG_BUFFER(w->factor),
                                  ND_ARG_BUFFER(w->left),
                                  ND_ARG_SCALAR(begin),
                                  ND_TERM_ARGS(rhs, extra),
                                  ND_ARG_SCALAR(stride_f)};
    if ((size_t)(stage->stages * w->nodes) * rhs->real > w->left.bytes)
        FAIL(NUDGE_EINTERNAL, "the buffer of a plane wave is too small for %d stages", stage->stages);
    if (!stage->index) TRY(launch_arrive(s, e, stage));
    TRY(rhs->device->backend->launch(rhs->device, s->curved_incident,
                                     (struct nd_grid){.blocks = w->n, .threads = 64}, args,
                                     (int)(sizeof args / sizeof *args)));
done:
    return status;
}

static int launch_all(void *self, struct nd_rhs *rhs, const struct nd_stage *stage)
{
    int status = 0;
    struct nd_sources *s = self;
    (void)rhs;
    for (int i = 0; i < s->n; i++)
        if (s->at[i].curved.n) TRY(launch_wave(s, &s->at[i], stage));
done:
    return status;
}

int nd_sources_attach_curved(struct nd_sources *s, struct nd_rhs *rhs)
{
    int status = 0;
    struct nd_recipe recipe;
    double end = -INFINITY;
    nd_idx n = 0;
    for (int i = 0; i < s->n; i++) {
        n += s->at[i].curved.n;
        if (s->at[i].curved.n) end = fmax(end, nd_waveform_end(&s->at[i].wave) + s->at[i].late);
    }
    if (!n) return 0;
    nd_rhs_term_recipe(rhs, &recipe);
    recipe.upwind = 1; /* the texts do not use the flux */
    TRY(nd_kernel_load(rhs->device, &recipe, "arrive.knl", &s->curved_arrive_module, &s->curved_arrive));
    nd_curved_define(rhs->curved, &recipe, "incident_curved.knl");
    TRY(nd_kernel_load(rhs->device, &recipe, "incident_curved.knl", &s->curved_incident_module,
                       &s->curved_incident));
    TRY(nd_rhs_term_attach(rhs, launch_all, s, ND_TERM_TIMED, end));
done:
    return status;
}

void nd_emitter_clear_curved(struct nd_emitter *e, struct nd_device *device)
{
    struct nd_buffer *const all[] = {&e->curved.which, &e->curved.begin, &e->curved.side,
                                     &e->curved.delay, &e->curved.left,  &e->curved.factor};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) nd_device_free(device, all[i]);
}
