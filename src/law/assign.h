/* What the problem says of each region and boundary, in numbers: which material, which condition. */
#ifndef ND_ASSIGN_H
#define ND_ASSIGN_H

#include "law/law.h"
#include "part/connect.h"
#include "problem/problem.h"

struct nd_assign {
    int *
        condition; /* [mesh->nboundaries] the law's condition; -1 where no boundary face has the name. Of the one that
                        * takes a value, law->valued + the place of the value in: */
    double value[ND_VALUES_MOST];
    int nvalues;
    nd_idx *faces;      /* [mesh->nboundaries] on the hull, of each name */
    double *area;       /* of these */
    nd_idx *sheet;      /* [mesh->nboundaries] faces on walls inside the mesh, both sides counted */
    double *sheet_area; /* of one side */
    nd_idx
        *inside; /* [mesh->nboundaries] tagged triangles inside the mesh that are no walls, so transparent */
    int *material;     /* [mesh->nregions] index of the problem's material */
    double *constants; /* [problem->nmaterials][law->material.n] in absolute units */
    int nmaterials;
};

/* Refuses what the problem says and the mesh or law does not have, and what the mesh has and the problem does not say. */
int nd_assign_init(struct nd_assign *assign, const nudge_problem *problem, const struct nd_law *law,
                   const struct nd_mesh *mesh, const struct nd_connect *connect);
void nd_assign_clear(struct nd_assign *assign);

#endif
