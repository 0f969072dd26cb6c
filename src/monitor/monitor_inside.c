/* Checks that the surface of a far field encloses something that radiates or scatters, and encloses it
 * completely. */
#include <string.h>
#include "mesh/geometry.h"
#include "monitor/monitor.h"

/* Looks for sources at points and in regions (ND_RADIATES), and for regions that plane waves enter
 * (ND_LIGHTS). */
static int find_sources(const struct nd_monitors_setup *setup, const char *inside, int *found)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    struct nd_place place;
    for (int i = 0; i < setup->problem->sources.n; i++) {
        const struct nd_source *s = nd_problem_source(setup->problem, i);
        const struct nd_words *words = s->plane_wave ? &s->total : &s->regions;
        for (nd_idx r = 0; r < mesh->nregions; r++)
            for (int j = 0; j < words->n; j++)
                if (inside[r] && !strcmp(words->at[j], mesh->region_name[r]))
                    *found |= s->plane_wave ? ND_LIGHTS : ND_RADIATES;
        if (s->plane_wave || words->n) continue;
        TRY(nd_mesh_locate(mesh, s->at, &place));
        if (place.element >= 0 && inside[mesh->region[place.element]]) *found |= ND_RADIATES;
    }
done:
    return status;
}

/* Whether there are walls, or bodies of different materials. */
static int find_bodies(const struct nd_monitors_setup *setup, const char *inside, const char *open)
{
    const struct nd_mesh *mesh = setup->mesh;
    int material = -1;
    for (nd_idx k = 0; k < mesh->K; k++) {
        if (!inside[mesh->region[k]]) continue;
        const int own = setup->assign->material[mesh->region[k]];
        if (material >= 0 && own != material) return 1;
        material = own;
        for (int f = 0; f < 4; f++) {
            const size_t at = 4 * (size_t)k + (size_t)f;
            const nd_idx b = setup->connect->EToB[at];
            if (b >= 0 && !nd_symmetry_has(setup->symmetry, b) &&
                (!open[b] || nd_connect_back(setup->connect, at) >= 0))
                return 1;
        }
    }
    return 0;
}

int nd_monitor_radiates(const struct nd_monitors_setup *setup, const char *inside, const char *open,
                        int *found)
{
    int status = 0;
    const int any =
        setup->problem->initial.n > 0 || !setup->problem->sources.n || find_bodies(setup, inside, open);
    *found = any ? ND_RADIATES : 0;
    TRY(find_sources(setup, inside, found));
done:
    return status;
}

/* Marks vertices of elements inside (1) and outside (2); those of both get 3. */
static void mark_vertices(const struct nd_mesh *mesh, const char *inside, char *mark)
{
    for (size_t i = 0; i < 4 * (size_t)mesh->K; i++)
        mark[mesh->EToV[i]] |= inside[mesh->region[i / 4]] ? 1 : 2;
}

int nd_monitor_transparent(const struct nd_monitors_setup *setup, const char *inside, nd_idx *boundary)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    char *mark = NULL;
    *boundary = -1;
    ALLOC(mark, mesh->Nv);
    mark_vertices(mesh, inside, mark);
    for (nd_idx i = 0; i < mesh->Nb && *boundary < 0; i++) {
        const nd_idx b = mesh->boundary[i], *v = mesh->BToV + 3 * (size_t)i;
        const int all = mark[v[0]] & mark[v[1]] & mark[v[2]];
        if (setup->connect->inside[b] && all == 1) *boundary = b;
    }
done:
    free(mark);
    return status;
}

int nd_monitors_find_walls(struct nd_monitors *m, const struct nd_monitors_setup *setup)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    ALLOC(m->wall, mesh->nregions);
    for (nd_idx r = 0; r < mesh->nregions; r++) m->wall[r] = -1;
    for (size_t i = 0; i < 4 * (size_t)mesh->K; i++) {
        const nd_idx b = setup->connect->EToB[i];
        if (b < 0 || nd_symmetry_has(setup->symmetry, b)) continue;
        if (!nd_assign_open(setup->assign, setup->law, b) || nd_connect_back(setup->connect, i) >= 0)
            m->wall[mesh->region[i / 4]] = b;
    }
done:
    return status;
}

int nd_monitor_closed(const struct nd_monitors_setup *setup, const struct nd_surface *surface,
                      const char *where)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    nd_idx edge[2], wall = -1;
    TRY(nd_surface_rim(surface, mesh, setup->symmetry, edge));
    if (edge[0] < 0) goto done;
    const double *at = nd_mesh_vertex(mesh, edge[0]);
    for (size_t i = 0; i < 4 * (size_t)mesh->K && wall < 0; i++) {
        const int *corner = nd_face_vertex[i % 4];
        int met = 0;
        for (int j = 0; j < 3; j++) {
            const nd_idx v = mesh->EToV[i / 4 * 4 + (size_t)corner[j]];
            met += v == edge[0] || v == edge[1];
        }
        const nd_idx b = setup->connect->EToB[i];
        if (met == 2 && b >= 0 && !nd_assign_open(setup->assign, setup->law, b)) wall = b;
    }
    if (wall < 0)
        FAIL(NUDGE_EVALUE,
             "%s: the surface is not closed: at [%.6g, %.6g, %.6g] it ends at a periodic boundary; far "
             "fields are of "
             "bodies that end, not of periodic ones; use a power monitor",
             where, at[0], at[1], at[2]);
    FAIL(NUDGE_EVALUE,
         "%s: the surface is not closed: at [%.6g, %.6g, %.6g] it ends at boundary '%s', a body that it cuts "
         "or a wall that would need an image; put it around the whole body, with some of what surrounds it, "
         "list a plane of symmetry under symmetry, or use a power monitor",
         where, at[0], at[1], at[2], *mesh->boundary_name[wall] ? mesh->boundary_name[wall] : "(not tagged)");
done:
    return status;
}

static int refuse_wall(const struct nd_monitors_setup *setup, const char *where, size_t face, int cut)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    const double *at = nd_mesh_vertex(mesh, mesh->EToV[face / 4 * 4 + (size_t)nd_face_vertex[face % 4][0]]);
    FAIL(NUDGE_EVALUE,
         "%s: boundary '%s', a wall inside the mesh, %s the surface near [%.6g, %.6g, %.6g]: far fields are "
         "of bodies that end inside; put the surface around the whole wall, with some of what surrounds it, "
         "or use a power monitor",
         where, mesh->boundary_name[setup->connect->EToB[face]], cut ? "goes on outside of" : "lies in",
         at[0], at[1], at[2]);
done:
    return status;
}

int nd_monitor_uncut(const struct nd_monitors_setup *setup, const char *inside, const char *where)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    const struct nd_connect *connect = setup->connect;
    char *mark = NULL;
    if (!connect->nsheets) return 0;
    ALLOC(mark, mesh->Nv);
    mark_vertices(mesh, inside, mark);
    for (nd_idx i = 0; i < connect->nsheets; i++) {
        const size_t face = connect->sheet[i].face;
        const int here = inside[mesh->region[face / 4]],
                  there = inside[mesh->region[connect->sheet[i].back / 4]];
        int met = 0;
        for (int v = 0; v < 3; v++)
            met += mark[mesh->EToV[face / 4 * 4 + (size_t)nd_face_vertex[face % 4][v]]] == 3;
        if (here != there) TRY(refuse_wall(setup, where, face, 0));
        if (!here && met > 1) TRY(refuse_wall(setup, where, face, 1));
    }
done:
    free(mark);
    return status;
}
