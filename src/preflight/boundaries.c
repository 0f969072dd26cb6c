/* The boundaries: how many faces each has, of which kind, and their condition. */
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
    if (strcmp(spec->boundary, name)) return;
    nd_format(own->circuit + at, sizeof own->circuit - at, "%s%s '%.60s'", at ? ", " : "",
              spec->load ? "load" : "port", spec->named.name);
}

static void name_circuits(struct nd_preflight_boundary *own, const nudge_problem *p, const char *name)
{
    for (int i = 0; i < p->ports.n; i++) add_circuit(own, nd_problem_port(p, i), name);
    for (int i = 0; i < p->loads.n; i++) add_circuit(own, nd_problem_load(p, i), name);
    if (*own->circuit) own->condition = own->circuit;
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
