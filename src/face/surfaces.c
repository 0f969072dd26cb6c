#include "face/surfaces.h"

int nd_surfaces_join(struct nd_connect *connect, const struct nd_assign *assign, nd_idx nboundaries)
{
    int status = 0, any = 0;
    for (nd_idx b = 0; b < nboundaries; b++) any |= assign->surface[b].kind == ND_SURFACE_SHEET;
    if (!any) return 0;
    ALLOC(connect->coupled, nboundaries);
    for (nd_idx b = 0; b < nboundaries; b++)
        connect->coupled[b] = assign->surface[b].kind == ND_SURFACE_SHEET;
done:
    return status;
}

static int add_sheets(struct nd_surfaces *surfaces, struct nd_rhs *rhs, const struct nd_setup *setup,
                      const struct nd_assign *assign)
{
    int status = 0;
    const struct nd_connect *connect = setup->connect;
    struct nd_face_entry *entry = NULL;
    double *param = NULL;
    struct nd_face_spec spec = {.header = "face_sheet.h", .others = 1, .params = 2};
    if (!connect->coupled) return 0;
    ALLOC(entry, connect->nsheets);
    ALLOC(param, 2 * (size_t)connect->nsheets);
    for (nd_idx i = 0; i < connect->nsheets; i++) {
        const struct nd_wall_face *wall = &connect->sheet[i];
        const struct nd_assigned_surface *surface = &assign->surface[connect->EToB[wall->face]];
        if (surface->kind != ND_SURFACE_SHEET) continue;
        entry[spec.n] = nd_face_pair(setup->mesh, wall->face, wall->back);
        param[2 * spec.n] = surface->sheet;
        param[2 * spec.n + 1] = surface->value;
        spec.n++;
    }
    spec.entry = entry;
    spec.param = param;
    TRY(nd_face_term_init(&surfaces->sheets, rhs, setup, &spec));
done:
    free(entry);
    free(param);
    return status;
}

int nd_surfaces_init(struct nd_surfaces *surfaces, struct nd_rhs *rhs, const struct nd_setup *setup,
                     const struct nd_assign *assign)
{
    int status = 0;
    *surfaces = (struct nd_surfaces){0};
    TRY(add_sheets(surfaces, rhs, setup, assign));
done:
    if (status) nd_surfaces_clear(surfaces);
    return status;
}

void nd_surfaces_clear(struct nd_surfaces *surfaces)
{
    nd_face_term_clear(&surfaces->sheets);
}
