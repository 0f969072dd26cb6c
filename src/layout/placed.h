/* A mesh whose elements have slots on a device: the input of the tables that kernels read (faces.h,
 * ordered.h, pairs.h). */
#ifndef ND_PLACED_H
#define ND_PLACED_H

#include "elem/elem.h"
#include "layout/layout.h"
#include "part/connect.h"

struct nd_placed {
    const struct nd_mesh *mesh;
    const struct nd_connect *connect;
    const struct nd_elem *elem;
    const struct nd_layout *layout;
    const nd_idx *slot; /* [K] the slot of each element, -1 if another rank has it; other slots are empty */
    const int32_t *material; /* [layout->slots]; may be null for nd_faces_init */
    const int *condition;    /* [nboundaries] the number of the boundary condition of each boundary name */
};

#endif
