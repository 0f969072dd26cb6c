/* The walls of a port's cross-section: which edges of its surface they have, and whether the mode is one between them. */
#include "base/format.h"
#include "base/log.h"
#include "mesh/geometry.h"
#include "port/plane.h"

static enum nd_port_wall wall_of(const struct nd_port_setup *setup, nd_idx boundary)
{
    const int condition = setup->assign->condition[boundary];
    const enum nd_surface_kind kind = setup->assign->surface[boundary].kind;
    if (kind != ND_SURFACE_NONE) return kind == ND_SURFACE_CONDUCTOR ? ND_WALL_ELECTRIC : ND_WALL_OTHER;
    return condition == nd_names_find(&setup->law->boundaries, "pec")   ? ND_WALL_ELECTRIC
           : condition == nd_names_find(&setup->law->boundaries, "pmc") ? ND_WALL_MAGNETIC
                                                                        : ND_WALL_OTHER;
}

void nd_port_mark_walls(struct nd_port_plane *p, const struct nd_port_setup *setup, nd_idx boundary)
{
    for (size_t i = 0; i < 4 * (size_t)setup->mesh->K; i++) {
        const nd_idx b = setup->connect->EToB[i], *v = setup->mesh->EToV + i / 4 * 4;
        if (b < 0 || b == boundary) continue;
        const enum nd_port_wall wall = wall_of(setup, b);
        const int *corner = nd_face_vertex[i % 4];
        for (int e = 0; e < 3; e++) {
            const struct nd_port_edge *found = nd_port_plane_edge(p, v[corner[e]], v[corner[(e + 1) % 3]]);
            if (!found || found->wall >= wall) continue;
            struct nd_port_edge *own = &p->edge[found - p->edge];
            own->wall = wall, own->boundary = b;
        }
    }
}

/* What the mode cannot have there. */
static const char *describe(const struct nd_port_setup *setup, const struct nd_port_edge *edge,
                            char text[200])
{
    const struct nd_mesh *mesh = setup->mesh;
    const double *a = nd_mesh_vertex(mesh, edge->v[0]), *b = nd_mesh_vertex(mesh, edge->v[1]);
    if (edge->wall == ND_WALL_NONE) {
        nd_format(text, 200, "the rim of its surface meets no wall near [%.6g, %.6g, %.6g]",
                  (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2);
        return text;
    }
    const char *name = mesh->boundary_name[edge->boundary];
    const struct nd_pair *pair = nd_pairs_find(&setup->problem->boundaries, name);
    nd_format(text, 200, "boundary '%.60s' (%.60s) is %s its surface", name, pair ? pair->value : "",
              edge->faces == 1 ? "at the rim of" : "within");
    return text;
}

/* Whether the mode may have this edge. `section` knows magnetic walls and walls within its surface, closed forms do not. */
static int fits(const struct nd_port_edge *edge, const struct nd_port_spec *spec)
{
    const int rim = edge->faces == 1;
    if (edge->wall == ND_WALL_ELECTRIC) return rim || spec->section;
    return edge->wall == ND_WALL_MAGNETIC ? spec->section : edge->wall == ND_WALL_NONE && !rim;
}

int nd_port_check_walls(const struct nd_port_plane *plane, const struct nd_port_setup *setup,
                        const struct nd_port_spec *spec, int tem)
{
    int status = 0;
    char where[640], text[200];
    for (nd_idx i = 0; i < plane->edges; i++) {
        const struct nd_port_edge *edge = &plane->edge[i];
        if (fits(edge, spec)) continue;
        nd_port_where(setup->problem, spec, where);
        describe(setup, edge, text);
        if (spec->section && tem) {
            nd_warn("%s: %s, where the mode is computed as at a magnetic wall; let this be so far from the "
                    "conductors that the fields of the line are weak there",
                    where, text);
            break;
        }
        FAIL(NUDGE_EVALUE, "%s: %s, and its mode is one between %s; %s", where, text,
             spec->section ? "walls" : "electric walls all around",
             edge->wall == ND_WALL_NONE
                 ? "let the surface reach the walls of the guide (pec or one of conductors)"
             : spec->section   ? "make it pec, one of conductors, or pmc"
             : edge->faces > 1 ? "use section, which takes walls within the surface"
             : edge->wall == ND_WALL_MAGNETIC
                 ? "make it pec or one of conductors, or use section, which takes magnetic walls"
                 : "make it pec or one of conductors");
    }
done:
    return status;
}
