/* Whether a far field's surface has anything inside that makes waves. */
#include <string.h>
#include "output/monitor.h"

/* Sources at points and in regions; the skin that plane waves come in through. */
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
                *found |= inside[r] && !strcmp(words->at[j], mesh->region_name[r]);
        if (s->plane_wave || words->n) continue;
        TRY(nd_mesh_locate(mesh, s->at, &place));
        *found |= place.element >= 0 && inside[mesh->region[place.element]];
    }
done:
    return status;
}

/* Walls, and bodies of another material than the first element's. */
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
            const nd_idx b = setup->connect->EToB[4 * (size_t)k + (size_t)f];
            if (b >= 0 && !open[b]) return 1;
        }
    }
    return 0;
}

int nd_monitor_radiates(const struct nd_monitors_setup *setup, const char *inside, const char *open,
                        int *found)
{
    int status = 0;
    *found = setup->problem->initial.n > 0 || !setup->problem->sources.n || find_bodies(setup, inside, open);
    TRY(find_sources(setup, inside, found));
done:
    return status;
}
