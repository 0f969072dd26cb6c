/* The energy that the auxiliary variables of face terms store. */
#include <math.h>
#include "elem/geometry.h"
#include "face/face_term.h"
#include "mesh/curved.h"
#include "step/curved.h"

/* Numbers of the entries of straight or of curved elements of this rank. */
struct builder {
    const struct nd_setup *setup;
    const struct nd_face_spec *spec;
    double *weight, *area; /* as face_energy.knl reads them; area: of curved elements */
};

/* The area element of a face of a straight element, whose reference face has area 2. */
static double area_of(const struct nd_mesh *mesh, const struct nd_face_entry *e)
{
    double G[9], J, normal[4][3], Fscale[4];
    nd_geometry_metric(mesh, e->element, G, &J);
    nd_geometry_faces(G, normal, Fscale);
    return Fscale[e->face] * J;
}

/* Sets area[Nfq] of a curved face over its largest, which it returns. The points are those of the element's stage. */
static double set_area(const struct builder *d, const struct nd_curved_rule *rule, const struct nd_face_entry *e,
                       double *area, double *normals)
{
    const struct nd_mesh *mesh = d->setup->mesh;
    int mine[3], unused[3];
    double most = 0;
    nd_curved_corners(d->setup->connect, mesh, e->element, e->face, mine, unused);
    nd_curved_normals(rule, nd_curved_shape(mesh, e->element), mine, normals);
    for (int q = 0; q < rule->Nfq; q++) most = fmax(most, normals[4 * q + 3]);
    for (int q = 0; q < rule->Nfq; q++) area[q] = normals[4 * q + 3] / most;
    return most;
}

/* Sets the weights of an entry, relative to the largest. Returns half of that: the factor of the energy per area. */
static double set_weights(const struct builder *d, nd_idx i, double *weight)
{
    const int aux = d->spec->aux;
    const double *stored = d->spec->stored + (size_t)i * (size_t)aux;
    double most = 0;
    for (int a = 0; a < aux; a++) most = fmax(most, stored[a]);
    for (int a = 0; a < aux; a++) weight[a] = most > 0 ? stored[a] / most : 0;
    return most / 2;
}

/* The same entries in the same order as face_term.c and face_curved.c have them. */
static int fill(struct nd_face_term *term, struct builder *d, int bent)
{
    int status = 0;
    const struct nd_face_spec *spec = d->spec;
    const struct nd_curved_rule *rule = bent ? &term->rhs->curved->rule : NULL;
    const size_t aux = (size_t)spec->aux, Nfq = bent ? (size_t)rule->Nfq : 1,
                 n = (size_t)(bent ? term->curved.entries : term->entries);
    double *normals = NULL, **factor = &term->stored.factor[bent];
    size_t at = 0;
    ALLOC(*factor, n);
    ALLOC(d->weight, n * aux);
    ALLOC(d->area, n * Nfq);
    ALLOC(normals, 4 * Nfq);
    for (nd_idx i = 0; i < spec->n; i++) {
        const struct nd_face_entry *e = &spec->entry[i];
        if ((nd_curved_index(d->setup->mesh, e->element) >= 0) != bent || !nd_share_has(term->rhs->share, e->element))
            continue;
        (*factor)[at] = set_weights(d, i, d->weight + at * aux) *
                        (bent ? set_area(d, rule, e, d->area + at * Nfq, normals) : area_of(d->setup->mesh, e));
        at++;
    }
done:
    free(normals);
    return status;
}

static int make_lists(struct nd_face_term *term, struct builder *d, int bent)
{
    int status = 0;
    const struct nd_rhs *rhs = term->rhs;
    const size_t n = (size_t)(bent ? term->curved.entries : term->entries);
    if (!n) return 0;
    TRY(fill(term, d, bent));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &term->stored.weight[bent], d->weight, n * (size_t)term->aux));
    if (bent)
        TRY(nd_transfer_reals(rhs->device, rhs->real, &term->stored.area, d->area,
                              n * (size_t)rhs->curved->rule.Nfq));
done:
    free(d->weight);
    free(d->area);
    d->weight = d->area = NULL;
    return status;
}

static int load(struct nd_face_term *term)
{
    int status = 0;
    struct nd_rhs *rhs = term->rhs;
    struct nd_recipe recipe;
    nd_rhs_term_recipe(rhs, &recipe);
    recipe.upwind = 1; /* the text does not use the flux */
    recipe.nvalues = 0;
    nd_recipe_define(&recipe, "FACE_AUX", term->aux);
    nd_recipe_define(&recipe, "FACE_ENTRY", 2 + 3 * term->others);
    nd_recipe_define(&recipe, "NFQ", rhs->curved ? rhs->curved->rule.Nfq : 1);
    TRY(nd_kernel_load(rhs->device, &recipe, "face_energy.knl", &term->stored.module, &term->stored.kernel[0]));
    TRY(rhs->device->backend->kernel(rhs->device, term->stored.module, "face_energy_curved",
                                     &term->stored.kernel[1]));
done:
    return status;
}

static int launch(struct nd_face_term *term, int bent)
{
    struct nd_rhs *rhs = term->rhs;
    struct nd_face_stored *s = &term->stored;
    int64_t count = bent ? term->curved.entries : term->entries;
    const struct nd_arg straight[] = {ND_ARG_BUFFER(term->state[0]), ND_ARG_BUFFER(term->entry),
                                      ND_ARG_BUFFER(term->mass),     ND_ARG_BUFFER(s->weight[0]),
                                      ND_ARG_SCALAR(count),          ND_ARG_BUFFER(s->sum),
                                      ND_ARG_BUFFER(s->largest)},
                        curved[] = {ND_ARG_BUFFER(term->curved.state[0]), ND_ARG_BUFFER(s->area),
                                    ND_ARG_BUFFER(s->weight[1]),          ND_ARG_SCALAR(count),
                                    ND_ARG_BUFFER(s->sum),                ND_ARG_BUFFER(s->largest)};
    return rhs->device->backend->launch(rhs->device, s->kernel[bent],
                                        (struct nd_grid){.blocks = (count + 63) / 64, .threads = 64},
                                        bent ? curved : straight, bent ? 6 : 7);
}

static double real_at(const struct nd_rhs *rhs, const char *host, nd_idx i)
{
    return rhs->real == 4 ? (double)((const float *)host)[i] : ((const double *)host)[i];
}

static int add(struct nd_face_term *term, int bent, double *element)
{
    int status = 0;
    struct nd_rhs *rhs = term->rhs;
    const nd_idx n = bent ? term->curved.entries : term->entries;
    const int64_t *face = bent ? term->curved.face : term->face;
    const size_t bytes = (size_t)n * rhs->real;
    char *sum = NULL, *scale = NULL;
    if (!n) return 0;
    ALLOC(sum, bytes);
    ALLOC(scale, bytes);
    TRY(launch(term, bent));
    TRY(rhs->device->backend->read(rhs->device, sum, &term->stored.sum, 0, bytes));
    TRY(rhs->device->backend->read(rhs->device, scale, &term->stored.largest, 0, bytes));
    for (nd_idx i = 0; i < n; i++) {
        const double largest = real_at(rhs, scale, i);
        element[face[i] / 4] += term->stored.factor[bent][i] * largest * largest * real_at(rhs, sum, i);
    }
done:
    free(sum);
    free(scale);
    return status;
}

/* An nd_rhs_stored. */
static int add_energy(void *self, struct nd_rhs *rhs, double *element)
{
    int status = 0;
    (void)rhs;
    for (int bent = 0; bent < 2; bent++) TRY(add(self, bent, element));
done:
    return status;
}

int nd_face_energy_init(struct nd_face_term *term, const struct nd_setup *setup, const struct nd_face_spec *spec)
{
    int status = 0;
    struct nd_rhs *rhs = term->rhs;
    struct builder d = {.setup = setup, .spec = spec};
    const nd_idx n = term->entries > term->curved.entries ? term->entries : term->curved.entries;
    if (!n || !term->aux) return 0;
    for (int bent = 0; bent < 2; bent++) TRY(make_lists(term, &d, bent));
    TRY(nd_device_alloc(rhs->device, &term->stored.sum, (size_t)n * rhs->real));
    TRY(nd_device_alloc(rhs->device, &term->stored.largest, (size_t)n * rhs->real));
    TRY(load(term));
    TRY(nd_rhs_stored_attach(rhs, add_energy, term));
done:
    return status;
}

void nd_face_energy_clear(struct nd_face_term *term)
{
    struct nd_device *device = term->rhs->device;
    struct nd_face_stored *s = &term->stored;
    struct nd_buffer *all[] = {&s->weight[0], &s->weight[1], &s->area, &s->sum, &s->largest};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) nd_device_free(device, all[i]);
    if (s->module) device->backend->unload(device, s->module);
    for (int i = 0; i < 2; i++) free(s->factor[i]);
    *s = (struct nd_face_stored){0};
}
