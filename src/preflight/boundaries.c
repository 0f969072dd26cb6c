/* The boundaries: how many faces each has, of which kind, and their condition. */
#include <math.h>
#include <string.h>
#include "base/format.h"
#include "mesh/geometry.h"
#include "preflight/preflight.h"

/* Counts tagged faces that are joined to others. Tagged and joined faces are sorted together, so that both
 * entries of a face are neighbours. */
static int count_periodic(struct nd_preflight *pf)
{
    int status = 0;
    const struct nd_mesh *mesh = &pf->solver->mesh;
    const size_t Nb = (size_t)mesh->Nb, all = Nb + 2 * (size_t)mesh->Nperiodic;
    struct nd_face *face = NULL;
    if (!mesh->Nperiodic) goto done;
    ALLOC(face, all);
    for (size_t i = 0; i < all; i++) {
        const nd_idx *v = i < Nb ? mesh->BToV + 3 * i : mesh->periodic + 3 * (i - Nb);
        face[i] = nd_face_key(v[0], v[1], v[2], i < Nb ? mesh->boundary[i] : -1);
    }
    TRY(nd_faces_sort(face, all, mesh->Nv));
    for (size_t i = 0; i + 1 < all; i++) /* the joined one, of no owner, comes first */
        if (face[i].owner < 0)
            for (size_t j = i + 1; j < all && nd_face_same(&face[i], &face[j]); j++)
                if (face[j].owner >= 0) pf->boundary[face[j].owner].periodic++;
done:
    free(face);
    return status;
}

static void add_circuit(struct nd_preflight_boundary *own, const struct nd_port_spec *spec, const char *name)
{
    const size_t at = strlen(own->circuit);
    const int source = spec->source && !strcmp(spec->source, name);
    if (strcmp(spec->boundary, name) && !source) return;
    nd_format(own->circuit + at, sizeof own->circuit - at, "%s%s%s '%.60s'", at ? ", " : "",
              source ? "source of " : "", spec->load ? "load" : "port", spec->named.name);
}

static void name_circuits(struct nd_preflight_boundary *own, const nudge_problem *p, const char *name)
{
    for (int i = 0; i < p->ports.n; i++) add_circuit(own, nd_problem_port(p, i), name);
    for (int i = 0; i < p->loads.n; i++) add_circuit(own, nd_problem_load(p, i), name);
    if (*own->circuit) own->condition = own->circuit;
}

/* A film has a resistance where fields are the same throughout it. Else its transmission is off by (d / depth)^2 / 3, a
 * complex number of that size: sinh(x) / x - 1 of x = (1 + i) d / depth. */
int nd_preflight_films(struct nd_preflight *pf)
{
    int status = 0;
    char where[512], highest[32];
    const nudge_problem *p = pf->solver->problem;
    const int mu = nd_names_find(&pf->solver->law.material, "mu");
    for (int i = 0; i < p->sheets.n && pf->band.high > 0 && mu >= 0; i++) {
        const struct nd_sheet_spec *s = nd_problem_sheet(p, i);
        const double mu0 = p->units == ND_UNITS_SI ? pf->solver->law.si[mu] : 1,
                     depth = 1 / sqrt(M_PI * pf->band.high * mu0 * s->conductivity),
                     part = s->thickness / depth;
        if (!(s->conductivity > 0 && part > 0.25)) continue;
        TRY(nd_preflight_warn(pf,
                              "%s: sheet '%s' is %.2g skin depths thick at %s, the highest frequency, and is "
                              "computed as if it were far "
                              "thinner: transmission is off by about %.1g %%, mostly in its phase; use "
                              "conductors for a thick metal, or "
                              "mesh the film",
                              nd_problem_where(p, s->named.line, where), s->named.name, part,
                              nd_quantity_text(pf->band.high, ND_DIM_FREQUENCY, nd_problem_si(p), highest),
                              100 * part * part / 3));
    }
done:
    return status;
}

int nd_preflight_boundaries(struct nd_preflight *pf)
{
    int status = 0;
    const nudge_solver *s = pf->solver;
    ALLOC(pf->boundary, s->mesh.nboundaries + 1);
    TRY(count_periodic(pf));
    for (nd_idx b = 0; b < s->mesh.nboundaries; b++) {
        struct nd_preflight_boundary *own = &pf->boundary[b];
        const struct nd_pair *pair = nd_pairs_find(&s->problem->boundaries, s->mesh.boundary_name[b]);
        own->faces = s->assign.faces[b];
        own->area = s->assign.area[b];
        own->sheet = s->assign.sheet[b];
        own->sheet_area = s->assign.sheet_area[b];
        own->inside = s->assign.inside[b];
        own->condition = own->faces + own->sheet && pair ? pair->value : NULL;
        if (own->inside && !(own->faces + own->sheet))
            name_circuits(own, s->problem, s->mesh.boundary_name[b]);
    }
done:
    return status;
}
