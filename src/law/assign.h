/* The materials of regions and the conditions of boundaries, by their numbers. */
#ifndef ND_ASSIGN_H
#define ND_ASSIGN_H

#include "law/law.h"
#include "part/connect.h"
#include "problem/problem.h"

/* What a face term computes on the faces of a boundary (face/surfaces.h). */
struct nd_assigned_surface {
    enum nd_surface_kind { ND_SURFACE_NONE, ND_SURFACE_SHEET, ND_SURFACE_CONDUCTOR } kind;
    int sheet;     /* index into law->sheets */
    double value;  /* of the sheet */
    int conductor; /* index into the problem's conductors */
};

struct nd_assign {
    /* [mesh->nboundaries] the law's condition, -1 where no face has the name. The condition that takes a
     * value is law->valued + the index of its value. */
    int *condition;
    /* [mesh->nboundaries] Where a face term is the condition, `condition` is nd_law_absorbing. */
    struct nd_assigned_surface *surface;
    double value[ND_VALUES_MOST];
    int nvalues;
    nd_idx *faces;      /* [mesh->nboundaries] on the hull, of each name */
    double *area;       /* of these */
    nd_idx *sheet;      /* [mesh->nboundaries] faces on walls inside the mesh, both sides counted */
    double *sheet_area; /* of one side */
    nd_idx *inside; /* [mesh->nboundaries] tagged triangles inside the mesh that are no walls: transparent */
    int *material;  /* [mesh->nregions] index of the problem's material */
    double *constants; /* [problem->nmaterials][law->material.n] in absolute units */
    int nmaterials;
};

/* Fails where the problem names what the mesh or the law does not have, or leaves a region or boundary of
 * the mesh without a material or condition. */
int nd_assign_init(struct nd_assign *assign, const nudge_problem *problem, const struct nd_law *law,
                   const struct nd_mesh *mesh, const struct nd_connect *connect);
/* The same for what needs no mesh: names of fields, constants of materials, conditions. */
int nd_assign_check(const nudge_problem *problem, const struct nd_law *law);
/* Whether waves leave through the outer faces of a boundary. */
int nd_assign_open(const struct nd_assign *assign, const struct nd_law *law, nd_idx boundary);
void nd_assign_clear(struct nd_assign *assign);

#endif
