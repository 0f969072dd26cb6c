#include "face/surfaces.h"

#include <math.h>
#include "base/log.h"
#include "face/conductor.h"
#include "face/floquet.h"

int nd_surfaces_join(struct nd_connect *connect, const struct nd_assign *assign, const nudge_problem *problem,
                     const struct nd_mesh *mesh)
{
    int status = 0, any = 0;
    const nd_idx nboundaries = mesh->nboundaries;
    TRY(nd_floquet_join(connect, problem, mesh));
    for (nd_idx b = 0; b < nboundaries; b++) any |= assign->surface[b].kind == ND_SURFACE_SHEET;
    if (!any) return 0;
    ALLOC(connect->coupled, nboundaries);
    for (nd_idx b = 0; b < nboundaries; b++)
        connect->coupled[b] = assign->surface[b].kind == ND_SURFACE_SHEET;
done:
    return status;
}

static int add_sheets(struct nd_surfaces *surfaces, struct nd_rhs *rhs, const struct nd_surfaces_setup *setup)
{
    int status = 0;
    const struct nd_connect *connect = setup->rhs->connect;
    struct nd_face_entry *entry = NULL;
    double *param = NULL;
    struct nd_face_spec spec = {.header = "face_sheet.h", .others = 1, .params = 2};
    if (!connect->coupled) return 0;
    ALLOC(entry, connect->nsheets);
    ALLOC(param, 2 * (size_t)connect->nsheets);
    for (nd_idx i = 0; i < connect->nsheets; i++) {
        const struct nd_wall_face *wall = &connect->sheet[i];
        const struct nd_assigned_surface *surface = &setup->assign->surface[connect->EToB[wall->face]];
        if (surface->kind != ND_SURFACE_SHEET) continue;
        entry[spec.n] = nd_face_pair(setup->rhs->mesh, wall->face, wall->back);
        param[2 * spec.n] = surface->sheet;
        param[2 * spec.n + 1] = surface->value;
        spec.n++;
    }
    spec.entry = entry;
    spec.param = param;
    TRY(nd_face_term_init(&surfaces->sheets, rhs, setup->rhs, &spec));
done:
    free(entry);
    free(param);
    return status;
}

/* A constant of the vacuum: the factor of the law's relative one, or 1 in natural units. */
static double vacuum(const struct nd_surfaces_setup *setup, const char *constant)
{
    const int i = nd_names_find(&setup->law->material, constant);
    return setup->problem->units == ND_UNITS_SI && i >= 0 ? setup->law->si[i] : 1;
}

static struct nd_conductor_fit fit_conductor(const struct nd_surfaces_setup *setup, int i)
{
    const struct nd_conductor_spec *c = nd_problem_conductor(setup->problem, i);
    const double high = 2 * M_PI * c->band.at[1], good = c->conductivity / (high * vacuum(setup, "epsilon"));
    char where[512];
    if (good < 100)
        nd_warn("%s: conductor '%s': its conductivity is only %.3g times that of a displacement current in "
                "vacuum at %g; the surface impedance is that of good conductors, above 100",
                nd_problem_where(setup->problem, c->named.line, where), c->named.name, good, c->band.at[1]);
    return nd_conductor_fit(sqrt(c->permeability * vacuum(setup, "mu") / c->conductivity),
                            2 * M_PI * c->band.at[0], high);
}

/* param[1 + 2 most]: see face_conductor.h; poles that a conductor does not have are 0. */
static void fill_conductor(const struct nd_conductor_fit *fit, double *param)
{
    param[0] = fit->R0;
    for (int k = 0; k < fit->poles; k++) {
        param[0] += fit->c[k];
        param[1 + 2 * k] = fit->c[k];
        param[2 + 2 * k] = fit->p[k];
    }
}

/* stored[3 * poles]: each pole is a resistance c beside an inductance c / p, whose current is the variable. */
static void fill_stored(const struct nd_conductor_fit *fit, double *stored)
{
    for (int k = 0; k < fit->poles; k++)
        for (int c = 0; c < 3; c++) stored[3 * k + c] = fit->c[k] / fit->p[k];
}

/* Where the entries are filled in. */
struct room {
    struct nd_face_entry *entry;
    double *param, *stored;
};

/* Fills the entries of all faces of conductors, or counts them if there is no room for them yet. */
static void list_conductors(const struct nd_surfaces_setup *setup, const struct nd_conductor_fit *fit,
                            struct nd_face_spec *spec, const struct room *room)
{
    const struct nd_connect *connect = setup->rhs->connect;
    spec->n = 0;
    for (int64_t i = 0; i < 4 * (int64_t)setup->rhs->mesh->K; i++) {
        const nd_idx b = connect->EToB[i];
        if (b < 0 || setup->assign->surface[b].kind != ND_SURFACE_CONDUCTOR) continue;
        if (room) {
            const struct nd_conductor_fit *own = &fit[setup->assign->surface[b].conductor];
            room->entry[spec->n] = (struct nd_face_entry){.element = (nd_idx)(i / 4), .face = (int)(i % 4)};
            fill_conductor(own, room->param + (size_t)spec->n * (size_t)spec->params);
            fill_stored(own, room->stored + (size_t)spec->n * (size_t)spec->aux);
        }
        spec->n++;
    }
}

static int add_conductors(struct nd_surfaces *surfaces, struct nd_rhs *rhs,
                          const struct nd_surfaces_setup *setup, double **damping)
{
    int status = 0, poles = 0;
    const int n = setup->problem->conductors.n;
    struct nd_face_spec spec = {.header = "face_conductor.h"};
    struct nd_conductor_fit *fit = NULL;
    struct room room = {0};
    list_conductors(setup, NULL, &spec, NULL);
    if (!spec.n) return 0;
    ALLOC(fit, n);
    for (int i = 0; i < n; i++) {
        fit[i] = fit_conductor(setup, i);
        if (fit[i].poles > poles) poles = fit[i].poles;
        for (int k = 0; k < fit[i].poles; k++) surfaces->rate = fmax(surfaces->rate, fit[i].p[k]);
    }
    spec.params = 1 + 2 * poles;
    spec.aux = 3 * poles;
    ALLOC(room.entry, spec.n);
    ALLOC(room.param, (size_t)spec.n * (size_t)spec.params);
    ALLOC(room.stored, (size_t)spec.n * (size_t)spec.aux);
    list_conductors(setup, fit, &spec, &room);
    spec.entry = room.entry;
    spec.param = room.param;
    spec.stored = room.stored;
    if (!*damping) ALLOC(*damping, setup->rhs->mesh->K);
    for (nd_idx i = 0; i < spec.n; i++)
        if (!i || room.entry[i].element != room.entry[i - 1].element)
            (*damping)[room.entry[i].element] += surfaces->rate;
    TRY(nd_face_term_init(&surfaces->conductors, rhs, setup->rhs, &spec));
done:
    free(fit);
    free(room.entry);
    free(room.param);
    free(room.stored);
    return status;
}

int nd_surfaces_init(struct nd_surfaces *surfaces, struct nd_rhs *rhs, const struct nd_surfaces_setup *setup,
                     double **damping)
{
    int status = 0;
    *surfaces = (struct nd_surfaces){0};
    TRY(add_sheets(surfaces, rhs, setup));
    TRY(add_conductors(surfaces, rhs, setup, damping));
    TRY(nd_floquet_init(&surfaces->floquet, rhs, setup->problem, setup->rhs));
done:
    if (status) nd_surfaces_clear(surfaces);
    return status;
}

void nd_surfaces_clear(struct nd_surfaces *surfaces)
{
    nd_face_term_clear(&surfaces->sheets);
    nd_face_term_clear(&surfaces->conductors);
    nd_face_term_clear(&surfaces->floquet);
}
